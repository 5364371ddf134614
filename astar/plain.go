package astar

import (
	"container/heap"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// noMove is the last move of the start.
const noMove = puzzle.Move(4)

// plain is the textbook search, with a map from boards to states and a priority queue
// of open states. It supports boards of every size and all costs. Tests compare
// flatSearch with it.
type plain struct {
	rule    *rule
	result  search.Result
	goal    string           // one byte for each cell
	states  map[string]state // by board, encoded as goal
	open    queue
	tracker heuristics.Tracker
	fMax    puzzle.Cost // largest f of a state taken from the queue
}

// state is the map's value for a board.
type state struct {
	g      puzzle.Cost
	depth  uint32      // number of moves from the start
	move   puzzle.Move // last move, or noMove
	closed bool
}

func newPlain(r *rule) *plain {
	return &plain{
		rule:    r,
		goal:    string(r.problem.Goal.Tiles()),
		states:  map[string]state{},
		tracker: r.estimator.Track(),
	}
}

// run takes the open state with the smallest f until it takes the goal (Hart, Nilsson and
// Raphael 1968). If a board is reached at a smaller g, its old entry stays in the queue. When
// run takes the old entry, it skips the entry, because its g differs from that of the map.
func (s *plain) run(watch *search.Watch, lim search.Limits) search.Result {
	tiles := s.rule.problem.Start.Tiles()
	h := s.tracker.Reset(tiles)
	if s.rule.admissible {
		s.result.LowerBound = h
	}
	s.push(tiles, 0, 0, noMove, h)
	for len(s.open) > 0 {
		next := heap.Pop(&s.open).(entry)
		reached := s.states[next.board]
		if reached.closed || reached.g != next.g {
			continue // a cheaper path was found later
		}
		if next.f > s.fMax {
			s.fMax = next.f
			s.result.ExpandedBeforeLastF = s.result.Expanded
			if s.rule.bounding() {
				s.result.LowerBound = s.fMax
			}
		}
		if next.board == s.goal {
			s.result.Status = search.Solved
			s.result.Moves = search.Trace(s.rule.problem, func(b puzzle.Board) puzzle.Move {
				return s.states[string(b.Tiles())].move
			})
			return s.result
		}
		s.result.Bytes = max(s.result.Bytes, s.bytes())
		if lim.Bytes > 0 && s.result.Bytes+s.growth() > lim.Bytes {
			s.result.Status = search.MemoryLimit
			return s.result
		}
		if s.result.Expanded >= watch.Due {
			s.result.Status = watch.Poll(s.rule.progress(s.result.Stats, s.fMax))
			if s.result.Status != "" {
				return s.result
			}
		}
		reached.closed = true
		s.states[next.board] = reached
		s.result.Open--
		s.expand(tiles, next, reached)
	}
	panic("astar: no path left to a goal that can be reached")
}

// expand generates the successors of a state.
func (s *plain) expand(tiles []uint8, from entry, at state) {
	s.result.Expanded++
	copy(tiles, from.board)
	blank := uint8(slices.Index(tiles, 0))
	s.tracker.Reset(tiles)
	for _, step := range s.rule.graph.Steps(blank) {
		if at.move != noMove && step.Move == at.move.Opposite() {
			continue
		}
		s.result.Generated++
		tiles[blank] = tiles[step.To]
		tiles[step.To] = 0
		h := s.tracker.Move(tiles, step.To, blank)
		s.push(tiles, from.g+s.rule.problem.Costs.Of(step.Move), at.depth+1, step.Move, h)
		tiles[step.To] = tiles[blank]
		tiles[blank] = 0
		s.tracker.Move(tiles, blank, step.To)
	}
}

// push adds a board that was reached at cost g in depth moves to the open list, unless it was
// reached before at g or less, or it is closed and must not be reopened.
func (s *plain) push(tiles []uint8, g puzzle.Cost, depth uint32, move puzzle.Move, h puzzle.Cost) {
	s.result.MaxCost = max(s.result.MaxCost, g)
	if !s.rule.problem.Costs.Unit() {
		s.result.MaxMoves = max(s.result.MaxMoves, uint64(depth))
	}
	board := string(tiles)
	before, known := s.states[board]
	switch {
	case !known:
		s.result.Open++
	case g >= before.g || before.closed && !s.rule.reopen:
		s.result.Duplicates++
		return
	case before.closed:
		s.result.Reopened++
		s.result.Open++
	}
	s.states[board] = state{g: g, depth: depth, move: move}
	heap.Push(&s.open, entry{board: board, f: s.rule.f(g, h), g: g})
	s.result.PeakOpen = max(s.result.PeakOpen, s.result.Open)
	s.result.PeakStored = uint64(len(s.states))
}

// bytes estimates the memory of map and queue. Each group of eight slots of a map is
// between 7/16 and 7/8 full. The string of a board takes a multiple of 16 bytes. The
// estimate includes another tenth for the strings of duplicates, which are garbage
// that is not yet collected.
func (s *plain) bytes() uint64 {
	const place = uint64(unsafe.Sizeof("")+unsafe.Sizeof(state{})) + 1
	text := uint64(len(s.goal)+15) &^ 15
	return (uint64(len(s.states))*(place*16/7+text) +
		uint64(cap(s.open))*uint64(unsafe.Sizeof(entry{}))) * 11 / 10
}

// growth returns the memory that the queue needs in addition while it is moved to a larger
// array.
func (s *plain) growth() uint64 {
	return uint64(cap(s.open)) * 5 / 4 * uint64(unsafe.Sizeof(entry{}))
}

// entry is an element of the queue. It is obsolete once a cheaper path to its board is found.
type entry struct {
	board string
	f, g  puzzle.Cost
}

// queue is a heap of entries, ordered by smaller f and then by larger g.
type queue []entry

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	return q[i].f < q[j].f || q[i].f == q[j].f && q[i].g > q[j].g
}
func (q *queue) Push(x any) { *q = append(*q, x.(entry)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
