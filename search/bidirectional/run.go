package bidirectional

import (
	"math"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// infinite is more than the cost of each plan.
const infinite = puzzle.Cost(math.MaxInt64)

// run is one run of a Solver.
type run[B flat.Board] struct {
	rule    *rule
	layout  *flat.Layout[B]
	sides   [2]*side[B]
	changes [2]heuristics.Changes // of the estimates
	tiles   flat.Tiles            // of the board that is expanded

	best    puzzle.Cost // cost of the cheapest known path from the start to the goal
	meeting B           // a board on it that both directions have reached
	result  search.Result
}

// side is one direction of the search.
type side[B flat.Board] struct {
	states    *states[B]
	open      *openList[B]
	openCount uint64 // number of open boards, without obsolete entries
}

func newRun[B flat.Board](rule *rule, largeCosts bool) *run[B] {
	r := &run[B]{
		rule:   rule,
		layout: flat.NewLayout[B](rule.problem.Start.Size().Cells()),
		best:   infinite,
	}
	for direction := range r.sides {
		r.sides[direction] = &side[B]{
			states: newStates[B](largeCosts),
			open:   newOpenList[B](),
		}
		r.changes[direction] = heuristics.ChangesOf(rule.estimators[direction])
	}
	return r
}

// run searches until the cheapest known path is proven to be cheapest, or a limit is reached. It
// returns false if a path cost is too large for the states.
func (r *run[B]) run(watch *search.Watch) (result search.Result, fits bool) {
	defer r.sides[forward].states.release()
	defer r.sides[backward].states.release()
	r.begin(forward, r.rule.problem.Start)
	r.begin(backward, r.rule.problem.Goal)
	for {
		first, open := r.first()
		bound := r.best
		if open {
			bound = r.rule.bound([2]puzzle.Cost{first[forward].priority, first[backward].priority})
		}
		r.raise(bound)
		if r.best <= bound {
			r.result.Moves = r.plan()
			return r.result, true
		}
		if r.limitReached(watch) {
			return r.result, true
		}
		if !r.take(r.choose(first)) {
			return r.result, false
		}
	}
}

// begin opens the board that a direction begins with.
func (r *run[B]) begin(direction int, start puzzle.Board) {
	h := estimates{}
	for i, estimator := range r.rule.estimators {
		h[i] = estimator.Estimate(start.Tiles())
	}
	r.raise(h[direction])
	board := r.layout.Pack(start.Tiles())
	r.sides[direction].states.put(flat.HashOf(&board), &board, 0, 0)
	r.push(direction, &board, 0, h)
}

// first returns the first ranks of both open lists. It returns false if a list is empty. This
// happens only after the two directions have met.
func (r *run[B]) first() (ranks [2]rank, open bool) {
	for direction, s := range r.sides {
		first, open := s.open.first()
		if !open {
			if r.best == infinite {
				panic("bidirectional: no path left to a goal that can be reached")
			}
			return ranks, false
		}
		ranks[direction] = first
	}
	return ranks, true
}

// raise raises the lower bound of the cost, if the heuristic is admissible.
func (r *run[B]) raise(bound puzzle.Cost) {
	bound = min(bound, r.best)
	if r.rule.admissible && bound > r.result.LowerBound {
		r.result.LowerBound = bound
		r.result.ExpandedBeforeLastF = r.result.Expanded
	}
}

// choose returns the direction of the next expansion.
func (r *run[B]) choose(first [2]rank) int {
	forwards := r.sides[forward].openCount <= r.sides[backward].openCount
	if !r.rule.consistent {
		forwards = first[forward].priority <= first[backward].priority
	}
	if forwards {
		return forward
	}
	return backward
}

// limitReached reports whether a limit is reached, and sets the status if so.
func (r *run[B]) limitReached(watch *search.Watch) bool {
	memory := uint64(0)
	growth := uint64(0)
	for _, s := range r.sides {
		memory += s.states.bytes() + s.open.bytes()
		growth += s.states.growth() + s.open.growth()
	}
	r.result.Bytes = max(r.result.Bytes, memory)
	if r.rule.limits.Bytes > 0 && memory+growth > r.rule.limits.Bytes {
		r.result.Status = search.MemoryLimit
		return true
	}
	if r.result.Expanded < watch.Due {
		return false
	}
	r.result.Status = watch.Poll(search.Progress{
		Stats: r.result.Stats,
		Bound: r.result.LowerBound,
	})
	return r.result.Status != ""
}

// take takes the first entry of a direction, and expands its board unless the entry is obsolete. It
// returns false if a path cost is too large for the states.
func (r *run[B]) take(direction int) bool {
	s := r.sides[direction]
	place, next := s.open.pop()
	hash := flat.HashOf(&next.board)
	from, _ := s.states.get(hash, &next.board)
	if from.closed || from.g != place.g {
		return true
	}
	s.states.close(hash, &next.board)
	s.openCount--
	r.result.Open--
	if place.g+next.h >= r.best {
		return true // no path through the board is cheaper than the best one
	}
	return r.expand(direction, &next.board, from, r.rule.estimatesOf(direction, place, next.h))
}

// expand generates the successors of a board in a direction.
func (r *run[B]) expand(direction int, board *B, from state, h estimates) bool {
	r.result.Expanded++
	blank := r.layout.Unpack(board, &r.tiles)
	tiles := r.tiles[:r.rule.problem.Start.Size().Cells()]
	for _, c := range r.changes {
		c.Begin(tiles)
	}
	for _, step := range r.rule.graph.Steps(blank) {
		if from.g > 0 && step.Move == from.move.Opposite() {
			continue
		}
		r.result.Generated++
		g := from.g + r.rule.costs[direction].Of(step.Move)
		r.result.MaxCost = max(r.result.MaxCost, g)
		if !r.sides[direction].states.holds(g) {
			return false
		}
		successor := *board
		r.layout.Move(&successor, tiles[step.To], step.To, blank)
		estimated := h
		for i, c := range r.changes {
			// Only the Tracker of a wrong heuristic makes a sum below 0.
			estimated[i] = max(h[i]+c.Change(tiles, step.To, blank), 0)
		}
		r.reach(direction, &successor, state{g: g, move: step.Move}, estimated)
	}
	return true
}

// reach opens a board that a direction has reached, unless it has reached the board at the same
// cost or less.
func (r *run[B]) reach(direction int, board *B, reached state, h estimates) {
	s := r.sides[direction]
	hash := flat.HashOf(board)
	before, known := s.states.get(hash, board)
	switch {
	case known && reached.g >= before.g:
		r.result.Duplicates++
		return
	case known && before.closed:
		r.result.Reopened++
	case known: // its entry becomes obsolete
		r.result.Duplicates++
		s.openCount--
		r.result.Open--
	}
	s.states.put(hash, board, reached.g, reached.move)
	other, met := r.sides[1-direction].states.get(hash, board)
	if met && reached.g+other.g < r.best {
		r.best = reached.g + other.g
		r.meeting = *board
	}
	r.push(direction, board, reached.g, h)
}

// push adds a board to the open list of a direction.
func (r *run[B]) push(direction int, board *B, g puzzle.Cost, h estimates) {
	s := r.sides[direction]
	place := rank{priority: r.rule.priority(direction, g, h), g: g}
	s.open.push(place, entry[B]{board: *board, h: h[direction]})
	s.openCount++
	r.result.Open++
	r.result.PeakOpen = max(r.result.PeakOpen, r.result.Open)
	stored := r.sides[forward].states.len() + r.sides[backward].states.len()
	r.result.PeakStored = uint64(stored)
}

// plan returns the plan through the meeting board: the path that the forward direction found, and
// the reverse of the path that the backward direction found.
func (r *run[B]) plan() []puzzle.Move {
	moves := r.trace(forward)
	slices.Reverse(moves)
	for _, m := range r.trace(backward) {
		moves = append(moves, m.Opposite())
	}
	return moves
}

// trace returns the moves of the path by which a direction reached the meeting board, from the last
// move to the first.
func (r *run[B]) trace(direction int) []puzzle.Move {
	var moves []puzzle.Move
	board := r.meeting
	for {
		reached, _ := r.sides[direction].states.get(flat.HashOf(&board), &board)
		if reached.g == 0 {
			return moves
		}
		moves = append(moves, reached.move)
		blank := r.layout.Unpack(&board, &r.tiles)
		before := r.rule.graph.To(blank, reached.move.Opposite())
		r.layout.Move(&board, r.tiles[before], before, blank)
	}
}
