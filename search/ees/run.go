package ees

import (
	"math"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/internal/reached"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// run is one run of a Solver.
type run[B flat.Board] struct {
	*parameters
	layout  *flat.Layout[B]
	states  *reached.States[B]
	classes classes[B]
	h       heuristics.Changes
	d       heuristics.Changes // nil if d is h
	startH  puzzle.Cost
	startD  puzzle.Cost
	tiles   flat.Tiles  // of the state that is expanded
	largest puzzle.Cost // f of an expanded state
	result  search.Result
}

func newRun[B flat.Board](p *parameters) *run[B] {
	tiles := p.problem.Start.Tiles()
	r := &run[B]{
		parameters: p,
		layout:     flat.NewLayout[B](len(tiles)),
		classes:    classes[B]{byName: map[[2]puzzle.Cost]*class[B]{}},
		h:          heuristics.ChangesOf(p.estimator),
		startH:     p.estimator.Estimate(tiles),
		startD:     p.distance.Estimate(tiles),
	}
	r.states = reached.NewStates(p.problem, r.layout, &r.result.Stats)
	if !p.problem.Costs.Unit() {
		r.d = heuristics.ChangesOf(p.distance)
	}
	return r
}

// search expands states until it takes the goal, or a limit is reached.
func (r *run[B]) search() search.Result {
	start := r.layout.Pack(r.problem.Start.Tiles())
	goal := r.layout.Pack(r.problem.Goal.Tiles())
	r.reach(&start, reached.State{Move: reached.NoMove}, r.startH, r.startD)
	for {
		from := r.choose()
		if r.limitReached() {
			return r.result
		}
		next := from.pop()
		if !r.states.IsOpenAt(next.board, next.g) {
			continue // a cheaper path was found later
		}
		if next.board == goal {
			r.result.Status = search.Solved
			r.result.Moves = r.states.Plan()
			return r.result
		}
		if f := next.g + from.h; f > r.largest {
			r.largest = f
			r.result.ExpandedBeforeLastF = r.result.Expanded
		}
		r.expand(&next.board, r.states.Close(next.board), from)
	}
}

// choose returns the class whose first state is to be expanded: the class nearest to the goal of
// those that are good enough or, if there is none, the class with the smallest f. It raises the
// lower bound to the smallest f.
func (r *run[B]) choose() *class[B] {
	var lowest *class[B]
	for _, c := range r.classes.sorted {
		if len(c.open) > 0 && (lowest == nil || c.f() < lowest.f()) {
			lowest = c
		}
	}
	if lowest == nil {
		panic("ees: no path left to a goal that can be reached")
	}
	if r.admissible {
		r.result.LowerBound = max(r.result.LowerBound, lowest.f())
	}
	goodEnough := r.weight * lowest.f()
	for _, c := range r.classes.sorted { // in the order of d
		if len(c.open) > 0 && r.expected(c) <= goodEnough {
			return c
		}
	}
	return lowest
}

// expected returns f^ of the first state of a class, in parts of 1/unit.
//
// The product and the quotient are rounded before anything is added to them, so they are the same
// on all machines.
func (r *run[B]) expected(c *class[B]) puzzle.Cost {
	f := c.f()
	if c.d == 0 || f <= r.startH {
		return unit * f
	}
	if c.d >= r.startD {
		return math.MaxInt
	}
	perMove := float64(f-r.startH) / float64(r.startD-c.d)
	return unit*f + puzzle.Cost(min(perMove*float64(unit*c.d), largestRise))
}

// largestRise is the maximum of f^ - f, in parts of 1/unit.
const largestRise = 1e15

// expand generates the successors of a state of a class, except the board that the path came from.
func (r *run[B]) expand(board *B, at reached.State, from *class[B]) {
	r.result.Expanded++
	blank := r.layout.Unpack(board, &r.tiles)
	tiles := r.tiles[:r.problem.Start.Size().Cells()]
	r.h.Begin(tiles)
	if r.d != nil {
		r.d.Begin(tiles)
	}
	for _, step := range r.graph.Steps(blank) {
		if at.ComesFrom(step.Move) {
			continue
		}
		r.result.Generated++
		// Only the Tracker of a wrong heuristic makes a sum below 0.
		h := max(from.h+r.h.Change(tiles, step.To, blank), 0)
		d := h
		if r.d != nil {
			d = max(from.d+r.d.Change(tiles, step.To, blank), 0)
		}
		successor := *board
		r.layout.Move(&successor, tiles[step.To], step.To, blank)
		r.reach(&successor, at.After(step.Move, r.problem.Costs.Of(step.Move)), h, d)
	}
}

// reach notes that a board with the estimates h and d was reached by a path.
func (r *run[B]) reach(board *B, path reached.State, h, d puzzle.Cost) {
	if r.states.Reach(*board, path) {
		r.classes.push(r.classes.of(h, d), entry[B]{board: *board, g: path.G})
	}
}

// limitReached reports whether a limit is reached, and sets the status if so.
func (r *run[B]) limitReached() bool {
	r.result.Bytes = max(r.result.Bytes, r.bytes())
	if r.limits.Bytes > 0 && r.result.Bytes+r.growth() > r.limits.Bytes {
		r.result.Status = search.MemoryLimit
		return true
	}
	if r.result.Expanded < r.watch.Due {
		return false
	}
	r.result.Status = r.watch.Poll(search.Progress{
		Stats: r.result.Stats,
		Bound: r.result.LowerBound,
	})
	return r.result.Status != ""
}

// bytes estimates the memory of the states, the classes and their heaps.
func (r *run[B]) bytes() uint64 {
	const perClass = uint64(unsafe.Sizeof(class[B]{})) + 100 // with its places in map and slice
	heaps := r.classes.held * uint64(unsafe.Sizeof(entry[B]{}))
	return r.states.Bytes() + heaps + uint64(len(r.classes.sorted))*perClass
}

// growth returns the memory that is needed in addition while the largest heap is moved to a larger
// array.
func (r *run[B]) growth() uint64 {
	return uint64(r.classes.largest) * 2 * uint64(unsafe.Sizeof(entry[B]{}))
}
