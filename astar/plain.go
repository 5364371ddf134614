package astar

import (
	"container/heap"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// noMove marks the start, which no move led to.
const noMove = puzzle.Move(4)

// plain is the textbook search: a map from board to best cost and a priority queue
// of open states. It takes boards of every size and costs of every kind, and is
// the oracle of flatSearch in tests.
type plain struct {
	rule    *rule
	result  search.Result
	goal    string           // one byte a cell
	states  map[string]state // by board, as goal
	open    queue
	tracker heuristics.Tracker
	fMax    puzzle.Cost // the f-layer that is being expanded
}

// state is what the map holds of a board.
type state struct {
	g      puzzle.Cost
	depth  uint32      // moves from the start
	move   puzzle.Move // that led here, or noMove
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

// run takes the open state with the least f until that is the goal (Hart, Nilsson and
// Raphael 1968). An entry stays in the queue when its board is reached at a smaller g.
// When its turn comes, it is skipped, because its g is not the map's.
func (s *plain) run(watch *search.Watch, lim search.Limits) search.Result {
	tiles := s.rule.problem.Start.Tiles()
	h := s.tracker.Reset(tiles)
	if s.rule.admissible {
		s.result.LowerBound = h
	}
	s.push(tiles, 0, 0, noMove, h)
	for len(s.open) > 0 {
		next := heap.Pop(&s.open).(entry)
		at := s.states[next.board]
		if at.closed || at.g != next.g {
			continue // a cheaper path was found since
		}
		if next.f > s.fMax {
			s.fMax, s.result.ExpandedBeforeLastF = next.f, s.result.Expanded
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
		if s.result.Bytes = max(s.result.Bytes, s.bytes()); lim.Bytes > 0 && s.result.Bytes+s.growth() > lim.Bytes {
			s.result.Status = search.MemoryLimit
			return s.result
		}
		if s.result.Expanded >= watch.Due {
			if s.result.Status = watch.Poll(s.rule.progress(s.result.Stats, s.fMax)); s.result.Status != "" {
				return s.result
			}
		}
		at.closed = true
		s.states[next.board] = at
		s.result.Open--
		s.expand(tiles, next, at)
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
		tiles[blank], tiles[step.To] = tiles[step.To], 0
		h := s.tracker.Move(tiles, step.To, blank)
		s.push(tiles, from.g+s.rule.problem.Costs.Of(step.Move), at.depth+1, step.Move, h)
		tiles[step.To], tiles[blank] = tiles[blank], 0
		s.tracker.Move(tiles, blank, step.To)
	}
}

// push opens a board that was reached at cost g in depth moves, unless it is known at no more.
func (s *plain) push(tiles []uint8, g puzzle.Cost, depth uint32, move puzzle.Move, h puzzle.Cost) {
	s.result.MaxCost = max(s.result.MaxCost, g)
	if !s.rule.problem.Costs.Unit() {
		s.result.MaxMoves = max(s.result.MaxMoves, uint64(depth))
	}
	board := string(tiles)
	at, known := s.states[board]
	switch {
	case !known:
		s.result.Open++
	case g >= at.g || at.closed && !s.rule.reopen:
		s.result.Duplicates++
		return
	case at.closed:
		s.result.Reopened++
		s.result.Open++
	}
	s.states[board] = state{g: g, depth: depth, move: move}
	heap.Push(&s.open, entry{board, s.rule.f(g, h), g})
	s.result.PeakOpen = max(s.result.PeakOpen, s.result.Open)
	s.result.PeakStored = uint64(len(s.states))
}

// bytes estimates the memory of map and queue: each group of eight places of a
// map is between 7/16 and 7/8 full, and a board's text takes a size class of
// its own. A tenth is for texts of boards that turned out to be known, until
// the collector takes them.
func (s *plain) bytes() uint64 {
	const place = uint64(unsafe.Sizeof("")+unsafe.Sizeof(state{})) + 1
	text := uint64(len(s.goal)+15) &^ 15
	return (uint64(len(s.states))*(place*16/7+text) + uint64(cap(s.open))*uint64(unsafe.Sizeof(entry{}))) * 11 / 10
}

// growth is what the queue needs for a moment to move to a larger place.
func (s *plain) growth() uint64 {
	return uint64(cap(s.open)) * 5 / 4 * uint64(unsafe.Sizeof(entry{}))
}

// entry is an open state, until a cheaper path to its board is found.
type entry struct {
	board string
	f, g  puzzle.Cost
}

// queue is a heap of entries: least f first, among equals the largest g.
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
