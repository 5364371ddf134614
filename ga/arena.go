package ga

import (
	"sync"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// arena is what all evolutions on boards of one size share: the decoding, the
// keys, and the tables of linear conflict between any two boards. It is
// read-only.
type arena struct {
	size      puzzle.Size
	cells     int
	graph     *puzzle.Graph
	decoding  *decoding
	keys      keys
	turns     []uint64    // what a move changes in a key: (4*cell the tile leaves + blank's move)*(cells+1) + name
	names     []uint16    // of the tiles, by the cell that each is to go to; the cell of the goal's blank has the last
	belongs   []uint8     // the other way round: cells by names
	conflicts *lineTables // by names
	distances []uint8     // Manhattan: [cell*cells + cell]
}

// newArena makes the tables of a size: 113 bytes for each pair of cells, 1 kB a cell,
// and a byte for each arrangement of a line. Of 256 names the last does not fit a
// byte: it is that of the cell of the goal's blank, which no tile is to go to but on
// the way between two other boards.
func newArena(size puzzle.Size, order puzzle.Order, goalBlank int) *arena {
	cells := size.Cells()
	a := &arena{
		size:      size,
		cells:     cells,
		graph:     puzzle.NewGraph(size, puzzle.DefaultOrder),
		decoding:  newDecoding(size, order),
		keys:      newKeys(cells),
		names:     make([]uint16, cells),
		belongs:   []uint8{0}, // the blank's is none
		distances: make([]uint8, cells*cells),
	}
	a.turns = a.keys.turns(a.graph)
	giveName := func(cell int) {
		a.names[cell] = uint16(len(a.belongs))
		a.belongs = append(a.belongs, uint8(cell))
	}
	for cell := range cells {
		if cell != goalBlank {
			giveName(cell)
		}
		for other := range cells {
			a.distances[cell*cells+other] = uint8(distance(size, cell, other))
		}
	}
	if goalBlank < cells {
		giveName(goalBlank)
	}
	// A conflict costs a move out of the line and a move back.
	lines := heuristics.NewLines(size, a.belongs, 2, 2)
	a.conflicts = newLineTables(size, lines, len(a.belongs), func(name, cell int) puzzle.Cost {
		return puzzle.Cost(a.apart(a.belongs[name], uint8(cell)))
	})
	return a
}

// apart returns the moves between two cells.
func (a *arena) apart(one, other uint8) uint8 { return a.distances[int(one)*a.cells+int(other)] }

// distance returns the moves between two cells, as if nothing were between.
func distance(size puzzle.Size, a, b int) int {
	rows, cols := a/size.Cols-b/size.Cols, a%size.Cols-b%size.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// bytes returns the memory of the tables.
func (a *arena) bytes() uint64 {
	return a.conflicts.bytes() + uint64(len(a.distances)+2*len(a.names)+len(a.belongs)+8*(len(a.keys)+len(a.turns))) + a.decoding.bytes()
}

// arenas are the arenas of a run, each made when it is first asked for.
type arenas struct {
	mu     sync.Mutex
	bySize map[puzzle.Size]*arena
}

func (m *arenas) of(size puzzle.Size, order puzzle.Order, goalBlank int) *arena {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := m.bySize[size]
	if a == nil {
		a = newArena(size, order, goalBlank)
		if m.bySize == nil {
			m.bySize = map[puzzle.Size]*arena{}
		}
		m.bySize[size] = a
	}
	return a
}

func (m *arenas) bytes() (sum uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range m.bySize {
		sum += a.bytes()
	}
	return sum
}

// blankOf returns the blank's cell.
func blankOf(tiles []uint8) uint8 {
	for cell, tile := range tiles {
		if tile == 0 {
			return uint8(cell)
		}
	}
	panic("ga: a board without a blank")
}

// play makes a plan's moves on tiles whose blank stands in a cell, and returns
// where it stands then.
func (a *arena) play(tiles []uint8, blank uint8, plan []puzzle.Move) uint8 {
	for _, move := range plan {
		to := a.graph.To(blank, move)
		tiles[blank], tiles[to] = tiles[to], 0
		blank = to
	}
	return blank
}
