package idastar

import (
	"bytes"
	"math"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// noNext is tally.next if no f exceeded the bound.
const noNext = puzzle.Cost(math.MaxInt)

// tally is the result of the search of a subtree under a bound.
type tally struct {
	expanded, generated uint64
	deepest             puzzle.Cost // maximum path cost of a generated state
	// maximum number of moves to a generated state; 0 under unit costs
	moves   uint64
	next    puzzle.Cost // smallest f above the bound, or noNext
	largest puzzle.Cost // largest f within the bound; 0 under unit costs
	found   bool        // the subtree contains the goal
	stopped bool        // the search ended early
}

// add adds the tally of a subtree that was searched completely.
func (t *tally) add(u tally) {
	t.expanded += u.expanded
	t.generated += u.generated
	t.deepest = max(t.deepest, u.deepest)
	t.moves = max(t.moves, u.moves)
	t.next = min(t.next, u.next)
	t.largest = max(t.largest, u.largest)
}

// tree has the data that all searches of one problem share. It is read-only.
type tree struct {
	problem    search.Problem
	graph      *puzzle.Graph
	machine    *machine
	estimator  heuristics.Estimator
	consistent bool    // the heuristic is consistent
	goal       []uint8 // tiles of the goal, by cell
}

// dfs is the depth-first search of an iteration for any board, costs and
// heuristic. It is also a kernel. Tests compare the counts of the fast kernels
// with those of dfs.
type dfs struct {
	tree    *tree
	tracker heuristics.Tracker
	tiles   []uint8       // the board at the end of path
	path    []puzzle.Move // from the start
	unit    bool          // all moves cost 1

	// A plan ends the search if it costs at most enough. Another plan lowers the bound below its
	// cost, so the search goes on for cheaper plans, as branch and bound does.
	bound  puzzle.Cost
	enough puzzle.Cost
	plan   []puzzle.Move // the last plan that was found

	// pause is the number of expansions at which due is called, and left is the number of
	// generated states. The function due increases pause, or returns true to end the search.
	pause, left uint64
	due         func() bool

	// shortcut is called for every path of split moves. If it returns true, the
	// subtree below the path is skipped.
	split    int
	shortcut func() bool

	tally tally
}

func newDFS(t *tree) *dfs {
	tiles := make([]uint8, len(t.goal))
	return &dfs{
		tree:    t,
		tracker: t.estimator.Track(),
		tiles:   tiles,
		split:   -1,
		pause:   math.MaxUint64,
		left:    math.MaxUint64,
		unit:    t.problem.Costs.Unit(),
	}
}

// run searches the subtree below a prefix under a bound. The goal is found if its f is within
// the bound. A plan that costs at most enough ends the search; see dfs.
func (s *dfs) run(prefix []puzzle.Move, bound, enough puzzle.Cost) {
	copy(s.tiles, s.tree.problem.Start.Tiles())
	s.path = s.path[:0]
	s.tally = tally{next: noNext}
	s.bound = bound
	s.enough = enough
	blank := uint8(s.tree.problem.Start.Blank())
	state := int16(0)
	g := puzzle.Cost(0)
	for _, m := range prefix {
		to := s.tree.graph.To(blank, m)
		s.tiles[blank] = s.tiles[to]
		s.tiles[to] = 0
		blank = to
		state = s.tree.machine.next[state][m]
		g += s.tree.problem.Costs.Of(m)
		s.path = append(s.path, m)
	}
	s.tracker.Reset(s.tiles)
	s.visit(blank, state, g)
}

// visit expands the state at the end of the path and searches the subtree below it. It
// returns true if the search must stop, because a plan is cheap enough or due returned true.
// visit makes each move on the same board and undoes it afterwards, so the levels of the
// search store no boards.
func (s *dfs) visit(blank uint8, state int16, g puzzle.Cost) bool {
	if len(s.path) == s.split && s.shortcut() {
		return false
	}
	if (s.tally.expanded >= s.pause || s.tally.generated >= s.left) && s.due() {
		s.tally.stopped = true
		return true
	}
	s.tally.expanded++
	next := &s.tree.machine.next[state]
	for _, step := range s.tree.graph.Steps(blank) {
		after := next[step.Move]
		if after == forbidden {
			continue
		}
		if s.tally.generated >= s.left && s.due() {
			s.tally.stopped = true
			return true
		}
		to := step.To
		s.tally.generated++
		s.tiles[blank] = s.tiles[to]
		s.tiles[to] = 0
		h := s.tracker.Move(s.tiles, to, blank)
		cost := g + s.tree.problem.Costs.Of(step.Move)
		s.tally.deepest = max(s.tally.deepest, cost)
		if !s.unit {
			s.tally.moves = max(s.tally.moves, uint64(len(s.path))+1)
		}
		if f := cost + h; f > s.bound {
			s.tally.next = min(s.tally.next, f)
		} else {
			if !s.unit {
				s.tally.largest = max(s.tally.largest, f)
			}
			s.path = append(s.path, step.Move)
			if h == 0 && bytes.Equal(s.tiles, s.tree.goal) {
				s.found(cost)
				if cost <= s.enough {
					return true
				}
			} else if s.visit(to, after, cost) {
				return true
			}
			s.path = s.path[:len(s.path)-1]
		}
		s.tiles[to] = s.tiles[blank]
		s.tiles[blank] = 0
		s.tracker.Move(s.tiles, blank, to)
	}
	return false
}

// found records the path as a plan. From now on, only cheaper plans are of interest.
func (s *dfs) found(cost puzzle.Cost) {
	s.tally.found = true
	s.plan = append(s.plan[:0], s.path...)
	s.bound = cost - 1
}

// count implements kernel.
func (s *dfs) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	s.pause = search.PollInterval
	s.due = func() bool {
		s.pause = s.tally.expanded + search.PollInterval
		return poll(s.tally.expanded)
	}
	const anyPlan = puzzle.Cost(math.MaxInt)
	s.run(prefix, bound, anyPlan)
	return s.tally
}

func (s *dfs) bytes() uint64 { return nodeBytes * uint64(cap(s.path)) }

func (s *dfs) release() {}
