package rectangle

import (
	"math"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// noMove is the last move of the start.
	noMove = puzzle.Move(4)

	// aspect is the number of layers by which the rectangle gets deeper when it gets wider by one
	// state. On ten random boards of 5x5, the plan after 100,000 states had 128 moves with aspect 1
	// and 125 with 16, and the first plan came after 38,000 and 9,000 states. Without a limit on the
	// depth, first plans have hundreds of moves.
	aspect = 16
)

// state is what is known of a board that was reached.
type state struct {
	g      puzzle.Cost // cost of the cheapest known path
	depth  uint32      // number of moves of the path
	move   puzzle.Move // last move, or noMove
	closed bool
}

// run is one run of a Solver.
type run[B flat.Board] struct {
	*parameters
	layout *flat.Layout[B]
	goal   B
	states map[B]state
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
		states:     map[B]state{},
		guided:     heuristics.ChangesOf(p.guide),
		cost:       math.MaxInt,
	}
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
	r.reach(&start, state{move: noMove}, h)
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
	if e.f() >= r.cost {
		return false
	}
	at := r.states[e.board]
	return !at.closed && at.g == e.g
}

// expand closes a state, and generates its successors, except the board that its path came from.
func (r *run[B]) expand(from *entry[B]) {
	at := r.states[from.board]
	at.closed = true
	r.states[from.board] = at
	r.result.Open--
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
		if at.move != noMove && step.Move == at.move.Opposite() {
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
		path := state{
			g:     from.g + r.problem.Costs.Of(step.Move),
			depth: at.depth + 1,
			move:  step.Move,
		}
		r.reach(&successor, path, h)
	}
}

// reach notes that a board was reached by a path. The board is opened in the layer of the path
// unless it was reached before at the same cost or less.
func (r *run[B]) reach(board *B, path state, h estimates) {
	r.result.MaxCost = max(r.result.MaxCost, path.g)
	if !r.problem.Costs.Unit() {
		r.result.MaxMoves = max(r.result.MaxMoves, uint64(path.depth))
	}
	known, found := r.states[*board]
	switch {
	case !found:
		r.result.Open++
	case path.g >= known.g:
		r.result.Duplicates++
		return
	case known.closed:
		r.result.Reopened++
		r.result.Open++
	default:
		r.result.Duplicates++
	}
	r.states[*board] = path
	r.result.PeakOpen = max(r.result.PeakOpen, r.result.Open)
	r.result.PeakStored = uint64(len(r.states))
	if *board == r.goal {
		r.takePlan()
		return
	}
	r.layers.push(int(path.depth), entry[B]{board: *board, g: path.g, h: h})
}

// takePlan takes the path to the goal, which is cheaper than all plans before. It ends the run if
// the plan is proven to be a cheapest one.
func (r *run[B]) takePlan() {
	r.best = search.Trace(r.problem, func(b puzzle.Board) puzzle.Move {
		return r.states[r.layout.Pack(b.Tiles())].move
	})
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

// bytes estimates the memory of learned values, the map and the heaps. Each group of eight slots of
// a map is between 7/16 and 7/8 full.
func (r *run[B]) bytes() uint64 {
	place := uint64(unsafe.Sizeof(r.goal)+unsafe.Sizeof(state{})) + 1
	heaps := r.layers.held * uint64(unsafe.Sizeof(entry[B]{}))
	return r.tables + uint64(len(r.states))*place*16/7 + heaps
}

// growth returns the memory that is needed in addition while the largest heap is moved to a larger
// array.
func (r *run[B]) growth() uint64 {
	return uint64(r.layers.largest) * 2 * uint64(unsafe.Sizeof(entry[B]{}))
}
