package beam

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/lists"
	"npuzzle/internal/must"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
	"npuzzle/search/subgoals"
)

const (
	firstWidth = 256
	growth     = 8 // of the width from one search to the next

	// lastGrowth is the growth up to which the rest of a limit is used by one search. Beyond it, there
	// is room for a search with growth and a larger one after it.
	lastGrowth = 24

	// When the rest of a limit is too short for a wider search, searches begin at boards of the best plan: those after
	// one and two thirds of it, if restarts is 3. Together they take as long as a search of their width from the start.
	restarts = 3

	// boundWork is the work of beam searches per unit of work that is spent on the lower bound.
	boundWork = 8

	// patience is the number of searches in a row without a better plan that end a run without limits.
	patience = 2
)

// Solver is an anytime beam search; see the package documentation. Solver implements search.Solver.
//
// Under a limit of states, the same seed gives the same Result on any number of cores.
type Solver struct {
	Heuristic heuristics.Heuristic
	Width     int          // states that a layer keeps; 0: a growing number, until a limit is reached
	Order     puzzle.Order // order of successors; zero: DefaultOrder
	Seed      uint64       // of the random choice among states with the same score
	Workers   int          // goroutines; 0: one for each core
	Observer  search.Observer
	Clock     search.Clock // times of the plans found; may be nil

	// Show is called with two random boards of each layer but the last one. It may be nil. The slice is
	// valid during the call. Searches of windows show nothing.
	Show func(tiles []uint8)

	Left func() float64 // returns the fraction of the time limit that is left; nil without a time limit
}

// MaxWidth is the maximum width.
const MaxWidth = 1 << 28

// Solve implements search.Solver. The status is Solved if a plan was found, whatever ended the run.
// Without a plan, the status is Exhausted if Width is not 0 and the beam became empty; otherwise it is
// the limit that was reached, or Cancelled. The lower bound is that of linear conflict and of the heuristic,
// if that is admissible. Between the searches of growing widths, iterations of IDA* raise it.
func (s *Solver) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	if err := s.Check(); err != nil {
		return search.Result{}, err
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	r := &run{solver: s, problem: p, limits: lim, admissible: heuristics.LinearConflict}
	if s.Heuristic.Admissible() {
		r.admissible = heuristics.Max(r.admissible, s.Heuristic)
	}
	lower, err := heuristics.EstimatorOf(r.admissible, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("beam: %w", err)
	}
	r.bound = lower.Estimate(p.Start.Tiles())
	if err = r.prepare(search.Workers(s.Workers)); err != nil {
		return search.Result{}, fmt.Errorf("beam: %w", err)
	}
	r.watch = search.NewWatch(ctx, lim, s.Observer)
	result.Status = r.solve(ctx)
	if r.fault != nil {
		return search.Result{}, fmt.Errorf("beam: %w", r.fault)
	}
	result.Stats, result.Found, result.LowerBound = r.stats, r.found, r.bound
	result.Bytes = r.memory.peak
	if !p.Costs.Unit() {
		result.MaxMoves = r.depth
	}
	if r.best != nil {
		result.Moves = r.best
		if err := heuristics.CheckBound(s.Heuristic, r.cost(), r.bound); err != nil {
			return search.Result{}, fmt.Errorf("beam: %w", err)
		}
		search.Finish(p, &result)
	}
	return result, nil
}

// prepare sets the space and the memory. Small boards, and large ones with learned values, are searched as a whole, so
// they have no lines. Otherwise the core is large if there are learned values for it. Convex replaces values that would
// take more than half of the memory limit.
func (r *run) prepare(workers int) (err error) {
	h, size := r.solver.Heuristic, r.problem.Goal.Size()
	learned, _ := h.(pairs.Heuristic)
	if h == learned && r.limits.Bytes > 0 && learned.Bytes(size) > r.limits.Bytes/2 {
		h = heuristics.Convex
	}
	var lines *subgoals.Lines
	var core heuristics.Estimator
	for _, side := range []int{max(pairs.Core(size).Rows, pairs.Core(size).Cols), smallCore} {
		lines = subgoals.Of(r.problem.Goal, side)
		core, err = heuristics.EstimatorOf(h, lines.Core(lines.Goal.Tiles()), r.problem.Costs)
		if err != nil {
			return err
		}
		if pairs.Learned(core) || !large(size) {
			break
		}
	}
	if pairs.Learned(core) {
		r.memory.fixed = learned.Bytes(size)
	}
	r.memory.limit, r.memory.bytes, r.memory.peak = r.limits.Bytes, r.memory.fixed, r.memory.fixed
	r.space = space{cells: size.Cells(), order: r.solver.Order, workers: workers}
	rng := puzzle.NewRand(r.solver.Seed, 0)
	r.space.keys = lists.Make(size.Cells()*size.Cells(), func(int) uint64 { return rng.Uint64() })
	for _, move := range puzzle.DefaultOrder {
		r.space.costs[move] = int32(r.problem.Costs.Of(move))
	}
	r.space.aim(lines, core, r.problem.Costs)
	return nil
}

// Check returns an error if a setting is out of range.
func (s *Solver) Check() error {
	switch {
	case heuristics.Check(s.Heuristic) != nil:
		return fmt.Errorf("beam: %w", heuristics.Check(s.Heuristic))
	case s.Width < 0 || s.Width > MaxWidth:
		return fmt.Errorf("beam: width %d; expected 1 to %d, or 0 for a growing width", s.Width, MaxWidth)
	case s.Workers < 0:
		return fmt.Errorf("beam: %d workers; expected 1 or more, or 0 for one a core", s.Workers)
	}
	return nil
}

// run is the state of one run of a Solver.
type run struct {
	solver  *Solver
	problem search.Problem
	limits  search.Limits
	space   space
	memory  memory
	watch   *search.Watch
	bound   puzzle.Cost // lower bound of the cost of a plan

	admissible heuristics.Heuristic // of the searches that raise the bound

	stats search.Stats
	depth uint64 // maximum number of moves to a generated state
	best  []puzzle.Move
	found []search.Found

	fault error // of a heuristic that claims to be admissible and is not
}

// solve searches with growing widths.
func (r *run) solve(ctx context.Context) search.Status {
	_, deadline := ctx.Deadline()
	limited := deadline || r.solver.Left != nil || r.limits.Generated > 0
	if large(r.problem.Goal.Size()) {
		if status := r.byTiles(ctx, nil); status != search.Solved {
			return status
		}
	}
	if r.space.lined() > 0 {
		return r.byLines(ctx, limited)
	}
	width, parts, unsuccessful := cmp.Or(r.solver.Width, firstWidth), 1, 0
	for {
		before, all := r.left(), true
		for part := parts / 2; part < parts; part++ { // from the start, or from one and two thirds of the plan
			plan, complete, status := r.search(ctx, r.best[:len(r.best)*part/parts], width)
			all = all && complete
			if unsuccessful++; plan != nil {
				unsuccessful = 0
				r.take(plan)
			}
			switch {
			case status != search.Solved && status != search.Exhausted:
				return status
			case r.solver.Width > 0, complete && part == 0, r.best != nil && r.cost() == r.bound,
				!limited && r.best != nil && unsuccessful == patience:
				return status
			}
		}
		took := before - r.left()
		if all && unsuccessful >= parts-parts/2 { // these searches would find nothing again, so only the bound is left
			return cmp.Or(r.raise(ctx, math.MaxUint64), search.NodeLimit)
		}
		if status := r.raise(ctx, r.stats.Generated/boundWork); status != "" {
			return status
		}
		next := r.next(width, took)
		if all { // wider searches from these boards would find nothing else
			next = min(next, width)
		}
		if r.best != nil && next < width {
			parts = restarts
		}
		width = next
	}
}

// raise searches by IDA* for a higher lower bound, and generates at most a number of states. It returns the status
// that ends the run, or "".
func (r *run) raise(ctx context.Context, limit uint64) search.Status {
	if r.limits.Generated > 0 {
		limit = min(limit, r.limits.Generated-r.stats.Generated)
	}
	s := &idastar.Solver{Heuristic: r.admissible, Prune: r.problem.Costs.Unit(), Workers: r.space.workers}
	result, err := s.Solve(ctx, r.problem, search.Limits{Generated: max(limit, 1)})
	if err != nil { // the heuristic is wrong
		r.fault = err
		return search.Exhausted
	}
	r.bound = max(r.bound, result.LowerBound)
	r.stats.Generated += result.Generated
	r.stats.Expanded += result.Expanded
	switch {
	case result.Status == search.Solved:
		if r.best == nil || result.Cost < r.cost() {
			r.take(result.Moves)
		}
		return search.Solved
	case r.best != nil && r.cost() == r.bound:
		return search.Solved
	case result.Status == search.NodeLimit:
		return ""
	}
	return result.Status
}

// search looks for a plan that is cheaper than the best one, with at most a width, or less if memory is short. The
// plan begins with the moves in first. The search reports whether it was complete, because no layer had more states
// than the width. A search by lines that is Exhausted returns the moves that complete some of them.
func (r *run) search(
	ctx context.Context, first []puzzle.Move, width int,
) (plan []puzzle.Move, complete bool, status search.Status) {
	defer r.memory.release()
	start := must.Succeed(r.problem.Start.Replay(first)) // the moves are those of a plan
	bound, depth := r.cost()-r.problem.Costs.Total(first)-1, len(r.best)-len(first)
	if r.best == nil {
		left := puzzle.Cost(r.space.left(start.Tiles()))
		bound, depth = math.MaxInt32/2, 2*int(left/r.problem.Costs.Cheapest())+100
	}
	l := newLayers(ctx, r.space, &r.memory, start, width, depth)
	for ; l == nil && width > 1 && r.solver.Width == 0; l = newLayers(ctx, r.space, &r.memory, start, width, depth) {
		width /= 2
	}
	if l == nil {
		return nil, false, search.MemoryLimit
	}
	l.bound, l.stats, l.show = bound, r.stats, r.solver.Show
	if r.limits.Generated > 0 {
		l.states = r.limits.Generated
	}
	plan, status = l.run(func() search.Status {
		if l.stats.Expanded < r.watch.Due {
			return ""
		}
		l.stats.Bytes = r.memory.peak
		return r.watch.Poll(search.Progress{Stats: l.stats, Bound: r.bound, Width: l.width, Length: len(r.best)})
	})
	if plan != nil {
		if plan = slices.Concat(first, plan); status == search.Solved {
			plan = append(plan, r.space.lines.Walk...)
		}
	}
	r.stats, r.depth = l.stats, max(r.depth, uint64(len(first)+l.depth()+1))
	return plan, l.complete, status
}

// cost returns the cost of the best plan.
func (r *run) cost() puzzle.Cost { return r.problem.Costs.Total(r.best) }

// left returns the fraction of the limits of time and states that is left.
func (r *run) left() float64 {
	left := 1.0
	if r.solver.Left != nil {
		left = r.solver.Left()
	}
	if r.limits.Generated > 0 {
		left = min(left, 1-float64(r.stats.Generated)/float64(r.limits.Generated))
	}
	return left
}

// next returns the width of the next search, given which fraction of the limits the last one took. If the rest is
// enough for one more search only, the search is to take all of it.
func (r *run) next(width int, took float64) int {
	factor := 0.95 * r.left() / max(took, 1e-6)
	if factor > lastGrowth {
		factor = growth
	}
	return min(max(int(factor*float64(width)), 1), MaxWidth)
}

// take makes a plan the best one and reports it.
func (r *run) take(plan []puzzle.Move) {
	shorter := r.best == nil || len(plan) < len(r.best)
	if r.best = plan; !shorter { // under move costs, a cheaper plan may have more moves
		return
	}
	found := search.Found{Length: len(plan), Generated: r.stats.Generated}
	if r.solver.Clock != nil {
		found.Seconds, found.CPUSeconds = r.solver.Clock()
	}
	r.found = append(r.found, found)
	if r.solver.Observer != nil {
		r.stats.Bytes = r.memory.peak
		r.solver.Observer(search.Progress{Stats: r.stats, Bound: r.bound, Length: len(plan), Plan: plan})
	}
}
