package beam

import (
	"fmt"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search/subgoals"
)

// space is what the searches of a run share: the costs, the distances to the goal, its lines and
// the score.
type space struct {
	cells     int
	order     puzzle.Order
	costs     [4]int32             // of the moves
	keys      []uint64             // random number of each tile on each cell; the blank is tile 0
	lines     *subgoals.Lines      // of the goal; none if the whole board is the core
	distances []int32              // least cost from a cell to the goal of a tile: [tile*cells + cell]
	steps     heuristics.Estimator // Manhattan distance in moves, whatever they cost
	goal      uint64               // sum of the keys of all tiles on their goal cells, without the blank
	core      heuristics.Estimator
	workers   int

	parameters LineParameters
}

// aim makes the board at the end of the lines the goal. The core has the score of an estimator.
func (s *space) aim(lines *subgoals.Lines, core heuristics.Estimator, costs puzzle.Costs) {
	s.steps = manhattanOf(lines.Goal, puzzle.Costs{})
	manhattan := s.steps.(heuristics.Differ)
	if !costs.Unit() {
		manhattan = manhattanOf(lines.Goal, costs).(heuristics.Differ)
	}
	s.lines = lines
	s.core = core
	s.goal = 0
	s.distances = make([]int32, s.cells*s.cells)
	tiles := lines.Goal.Tiles()
	for goalCell, tile := range tiles {
		if tile == 0 {
			continue
		}
		s.goal ^= s.keys[int(tile)*s.cells+goalCell]
		for cell := range s.cells { // as if the tile could leave its goal cell for any other one
			change := manhattan.Change(tiles, uint8(goalCell), uint8(cell))
			s.distances[int(tile)*s.cells+cell] = int32(change)
		}
	}
}

// manhattanOf returns the Manhattan distance to a goal.
func manhattanOf(goal puzzle.Board, costs puzzle.Costs) heuristics.Estimator {
	estimator, err := heuristics.Manhattan.For(goal, costs)
	if err != nil { // Manhattan distance supports every board
		panic(fmt.Sprintf("beam: %v", err))
	}
	return estimator
}

// lined returns 1 if the goal has lines, and otherwise 0. It is a factor of the memory that only
// lines need.
func (s *space) lined() int {
	if len(s.lines.Order) > 0 {
		return 1
	}
	return 0
}

// left returns the sum of the Manhattan distances of a board.
func (s *space) left(tiles []uint8) (sum int32) {
	for cell, tile := range tiles {
		sum += s.distances[int(tile)*s.cells+cell]
	}
	return sum
}

// memory counts the bytes of a run, and frees the slices of a search.
type memory struct {
	limit uint64 // 0: none
	bytes uint64 // that are in use
	peak  uint64 // maximum of bytes
	fixed uint64 // part of bytes that no search frees
	free  []func()
}

// allows reports whether there is room for more bytes.
func (m *memory) allows(bytes uint64) bool { return m.limit == 0 || m.bytes+bytes <= m.limit }

// count counts bytes, and reports false if there is no room for them.
func (m *memory) count(bytes uint64) bool {
	if !m.allows(bytes) {
		return false
	}
	m.bytes += bytes
	m.peak = max(m.peak, m.bytes)
	return true
}

// take returns a slice that release frees.
func take[T any](m *memory, n int) []T {
	slice := machine.Alloc[T](n)
	var element T
	m.count(uint64(n) * uint64(unsafe.Sizeof(element)))
	m.free = append(m.free, func() { machine.Free(slice) })
	return slice
}

// release frees all slices.
func (m *memory) release() {
	for _, free := range m.free {
		free()
	}
	m.free = nil
	m.bytes = m.fixed
}
