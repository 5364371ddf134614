package plain

import (
	"container/heap"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

const cells = 16

// steps lists the cells next to each cell, up, left, right and down of it.
var steps = func() (list [cells][]uint8) {
	order := puzzle.Order{puzzle.Up, puzzle.Left, puzzle.Right, puzzle.Down}
	graph := puzzle.NewGraph(puzzle.Size{Rows: 4, Cols: 4}, order)
	for cell := range list {
		for _, step := range graph.Steps(uint8(cell)) {
			list[cell] = append(list[cell], step.To)
		}
	}
	return list
}()

// table is the Manhattan distance of each tile on each cell.
type table [cells][cells]int8

func newTable(goal puzzle.Board) *table {
	estimator, err := heuristics.Manhattan.For(goal, puzzle.Costs{})
	if err != nil {
		panic(err)
	}
	var t table
	for tile := range t {
		for cell := range t[tile] {
			t[tile][cell] = int8(estimator.(*heuristics.TileSum).At(tile, cell))
		}
	}
	return &t
}

func (t *table) estimate(tiles []uint8) int {
	sum := 0
	for cell, tile := range tiles {
		sum += int(t[tile][cell])
	}
	return sum
}

// IDAStar is iterative deepening A* over an array of tiles, by make and undo,
// with one look-up table. It returns the length of a shortest plan and the
// states generated: those of search.IDAStar with the order ULRD.
func IDAStar(start, goal puzzle.Board) (length int, generated uint64) {
	s := deepening{distance: newTable(goal)}
	copy(s.tiles[:], start.Tiles())
	h := s.distance.estimate(s.tiles[:])
	for length = h; h > 0 && !s.visit(uint8(start.Blank()), cells, length-1, h); length += 2 {
	}
	return length, s.generated
}

type deepening struct {
	tiles     [cells]uint8
	distance  *table
	generated uint64
}

// visit searches below a state with h left in which the blank came from a cell
// and that may cost so many moves more than its successors.
func (s *deepening) visit(blank, from uint8, left, h int) bool {
	for _, to := range steps[blank] {
		if to == from {
			continue
		}
		s.generated++
		tile := s.tiles[to]
		after := h + int(s.distance[tile][blank]) - int(s.distance[tile][to])
		if after > left {
			continue
		}
		if after == 0 {
			return true
		}
		s.tiles[blank] = tile
		if s.visit(to, blank, left-1, after) {
			return true
		}
		s.tiles[to] = tile
	}
	return false
}

// AStar is A* with a Go map from packed board to best cost and container/heap
// for the open states. It returns the length of a shortest plan and the states
// expanded, generated and stored.
func AStar(start, goal puzzle.Board) (length int, expanded, generated, stored uint64) {
	distance := newTable(goal)
	first := state{board: puzzle.PackWord(start.Tiles()), h: uint8(distance.estimate(start.Tiles())), blank: uint8(start.Blank())}
	best := map[uint64]uint8{first.board: 0}
	open := &queue{first}
	for {
		s := heap.Pop(open).(state)
		if s.g > best[s.board] {
			continue // a cheaper path was found since
		}
		if s.h == 0 {
			return int(s.g), expanded, generated, uint64(len(best))
		}
		expanded++
		for _, to := range steps[s.blank] {
			generated++
			tile := s.board >> (4 * to) & 15
			next := state{
				board: s.board ^ tile<<(4*to) ^ tile<<(4*s.blank),
				g:     s.g + 1,
				h:     uint8(int8(s.h) + distance[tile][s.blank] - distance[tile][to]),
				blank: to,
			}
			if g, known := best[next.board]; !known || next.g < g {
				best[next.board] = next.g
				heap.Push(open, next)
			}
		}
	}
}

type state struct {
	board       uint64
	g, h, blank uint8
}

// queue is a heap of states by f, then by g, the larger first.
type queue []state

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	fi, fj := q[i].g+q[i].h, q[j].g+q[j].h
	return fi < fj || fi == fj && q[i].g > q[j].g
}
func (q *queue) Push(x any) { *q = append(*q, x.(state)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
