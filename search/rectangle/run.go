package rectangle

import (
	"math"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/internal/reached"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// aspect is the number of layers by which the rectangle gets deeper when it gets wider by one
	// state. On ten random boards of 5x5, the plan after 100,000 states had 128 moves with aspect 1
	// and 125 with 16, and the first plan came after 38,000 and 9,000 states. Without a limit on the
	// depth, first plans have hundreds of moves.
	aspect = 16
)

// run is one run of a Solver.
type run[B flat.Board] struct {
	*parameters
	layout *flat.Layout[B]
	goal   B
	states *reached.States[B]
	layers layers[B]
	guided heuristics.Changes // of guide
	lowers heuristics.Changes // of lower, unless it is the same
	tiles  flat.Tiles         // of the state that is expanded

	best    []puzzle.Move // the cheapest plan
	cost    puzzle.Cost   // of the best plan
	largest puzzle.Cost   // f of an expanded state
	result  search.Result
}

func newRun[B flat.Board](p *parameters) *run[B] {
	r := &run[B]{
		parameters: p,
		layout:     flat.NewLayout[B](p.problem.Start.Size().Cells()),
		guided:     heuristics.ChangesOf(p.guide),
		cost:       math.MaxInt,
	}
	r.states = reached.NewStates(p.problem, r.layout, &r.result.Stats)
	r.goal = r.layout.Pack(p.problem.Goal.Tiles())
	if !p.exact {
		r.lowers = heuristics.ChangesOf(p.lower)
	}
	return r
}

// search widens and deepens the rectangle until no state may lead to a cheaper plan, or a limit is
// reached.
func (r *run[B]) search() search.Result {
	tiles := r.problem.Start.Tiles()
	start := r.layout.Pack(tiles)
	h := estimates{guide: r.guide.Estimate(tiles), lower: r.lower.Estimate(tiles)}
	r.result.LowerBound = h.lower
	r.reach(&start, reached.State{Move: reached.NoMove}, h)
	deepest := 0
	for width := 1; r.result.Status == ""; width++ {
		before := r.result.Expanded
		for depth := range deepest {
			r.expandBest(depth, 1)
		}
		for range aspect {
			if deepest == len(r.layers.heaps) {
				break // no state is deeper
			}
			r.expandBest(deepest, width)
			deepest++
		}
		if r.result.Status == "" && r.result.Expanded == before {
			r.result.Status = search.Solved // no state is left
		}
	}
	r.raiseBound()
	r.result.Moves = r.best
	return r.result
}

// expandBest expands the best states of a layer, up to a number. It expands no state once the run
// has a status.
func (r *run[B]) expandBest(depth, states int) {
	for range states {
		if r.result.Status != "" || r.limitReached() {
			return
		}
		next, ok := r.next(depth)
		if !ok {
			return
		}
		r.expand(&next)
	}
}

// next removes and returns the best state of a layer that may lead to a cheaper plan. It reports
// false if there is none.
func (r *run[B]) next(depth int) (entry[B], bool) {
	for {
		next, ok := r.layers.pop(depth)
		if !ok || r.promising(&next) {
			return next, ok
		}
	}
}

// promising reports whether an open state may lead to a plan that is cheaper than the best one, and
// no cheaper path to it was found later.
func (r *run[B]) promising(e *entry[B]) bool {
	return e.f() < r.cost && r.states.IsOpenAt(e.board, e.g)
}

// expand closes a state, and generates its successors, except the board that its path came from.
func (r *run[B]) expand(from *entry[B]) {
	state := r.states.Close(from.board)
	if from.f() > r.largest {
		r.largest = from.f()
		r.result.ExpandedBeforeLastF = r.result.Expanded
	}
	r.result.Expanded++
	blank := r.layout.Unpack(&from.board, &r.tiles)
	tiles := r.tiles[:r.problem.Start.Size().Cells()]
	r.guided.Begin(tiles)
	if r.lowers != nil {
		r.lowers.Begin(tiles)
	}
	for _, step := range r.graph.Steps(blank) {
		if state.ComesFrom(step.Move) {
			continue
		}
		r.result.Generated++
		// Only the Tracker of a wrong heuristic makes a sum below 0.
		h := estimates{guide: max(from.h.guide+r.guided.Change(tiles, step.To, blank), 0)}
		h.lower = h.guide
		if r.lowers != nil {
			h.lower = max(from.h.lower+r.lowers.Change(tiles, step.To, blank), 0)
		}
		successor := from.board
		r.layout.Move(&successor, tiles[step.To], step.To, blank)
		r.reach(&successor, state.After(step.Move, r.problem.Costs.Of(step.Move)), h)
	}
}

// reach notes that a board was reached by a path. The board is opened in the layer of the path
// unless it was reached before at the same cost or less.
func (r *run[B]) reach(board *B, path reached.State, h estimates) {
	if !r.states.Reach(*board, path) {
		return
	}
	if *board == r.goal {
		r.takePlan()
		return
	}
	r.layers.push(int(path.Depth), entry[B]{board: *board, g: path.G, h: h})
}

// takePlan takes the path to the goal, which is cheaper than all plans before. It ends the run if
// the plan is proven to be a cheapest one.
func (r *run[B]) takePlan() {
	r.best = r.states.Plan()
	r.cost = r.problem.Costs.Total(r.best)
	r.raiseBound()
	r.report()
	if r.cost == r.result.LowerBound {
		r.result.Status = search.Solved
	}
}

// report reports the best plan.
func (r *run[B]) report() {
	found := search.Found{Length: len(r.best), Generated: r.result.Generated}
	if !r.problem.Costs.Unit() {
		found.Cost = r.cost
	}
	found.Stamp(r.clock)
	r.result.Found = append(r.result.Found, found)
	if r.observer != nil {
		r.observer(search.Progress{
			Stats:  r.result.Stats,
			Bound:  r.result.LowerBound,
			Length: len(r.best),
			Plan:   slices.Clone(r.best),
		})
	}
}

// raiseBound raises the lower bound to the cost of the best plan, or to the smallest f of a state
// that may lead to a cheaper one.
func (r *run[B]) raiseBound() {
	bound := r.cost
	for _, heap := range r.layers.heaps {
		for i := range heap {
			if heap[i].f() < bound && r.promising(&heap[i]) {
				bound = heap[i].f()
			}
		}
	}
	r.result.LowerBound = max(r.result.LowerBound, bound)
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
		Stats:  r.result.Stats,
		Bound:  r.result.LowerBound,
		Length: len(r.best),
	})
	return r.result.Status != ""
}

// bytes estimates the memory of learned values, the states and the heaps.
func (r *run[B]) bytes() uint64 {
	heaps := r.layers.held * uint64(unsafe.Sizeof(entry[B]{}))
	return r.tables + r.states.Bytes() + heaps
}

// growth returns the memory that is needed in addition while the largest heap is moved to a larger
// array.
func (r *run[B]) growth() uint64 {
	return uint64(r.layers.largest) * 2 * uint64(unsafe.Sizeof(entry[B]{}))
}
