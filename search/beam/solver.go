package beam

import (
	"context"
	"fmt"
	"math"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
	"npuzzle/search/subgoals"
)

const (
	firstWidth = 256
	growth     = 8 // of the width from one search to the next

	// lastGrowth is the growth up to which the rest of a limit is used by one search. Beyond it,
	// there is room for a search with growth and a larger one after it.
	lastGrowth = 24

	// When the rest of a limit is too short for a wider search, searches begin at boards of the
	// best plan: those after one and two thirds of it, if restarts is 3. Together they take as long
	// as a search of their width from the start.
	restarts = 3

	// boundWork is the work of beam searches per unit of work that is spent on the lower bound.
	boundWork = 8

	// Before the first beam, IDA* solves boards near the goal. It generates at most nearStates
	// states, and at most one of nearShare states of the limit.
	nearStates = 10_000
	nearShare  = 2

	// patience is the number of searches in a row without a better plan that end a run without
	// limits.
	patience = 2
)

// Solver is an anytime beam search; see the package documentation. Solver implements search.Solver.
//
// Under a limit of states, the same seed gives the same Result on any number of cores.
type Solver struct {
	Heuristic heuristics.Heuristic
	Observer  search.Observer
	Clock     search.Clock // times of the plans found; may be nil

	// Width is the number of states that a layer keeps; 0: a growing number, until a limit is
	// reached.
	Width int `setting:"width"`

	Order   puzzle.Order `setting:"order"`   // order of successors; zero: DefaultOrder
	Seed    uint64       `setting:"seed"`    // of the random choice among states with the same score
	Workers int          `setting:"workers"` // goroutines; 0: one for each core

	// Bound is an admissible heuristic for the lower bound, and for boards near the goal. If
	// Heuristic is admissible, its estimates count, too.
	Bound heuristics.Heuristic // nil: LinearConflict

	// Show is called with two random boards of each layer but the last one. It may be nil. The
	// slice is valid during the call. Searches of windows show nothing.
	Show func(tiles []uint8)

	// Lines are the parameters of searches by lines.
	Lines *LineParameters // nil: those of ShippedLines

	// Stuck is called at the end of a run whose searches by lines have all failed to complete the
	// lines, so a part of its plan was made tile by tile. It may be nil.
	Stuck func()

	// Left returns the fraction of the time limit that is left. It is nil without a time limit.
	Left func() float64

	alone bool // set by tests: no search for boards near the goal before the first beam
}

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{
		Kind:       search.Beam,
		Anytime:    true,
		Endless:    s.Width == 0,
		Incomplete: s.Width != 0,
	}
}

// MaxWidth is the maximum width.
const MaxWidth = 1 << 28

// Solve implements search.Solver. The status is Solved if a plan was found, whatever ended the run.
// Without a plan, the status is Exhausted if Width is not 0 and the beam became empty; otherwise it
// is the limit that was reached, or Cancelled. The lower bound is that of Bound and of the
// heuristic, if that is admissible. Unless Width is set, iterations of IDA* raise it, before
// the first search and between searches. A board near the goal is solved by the first iterations,
// so its plan is optimal.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := s.Check(); err != nil {
		return search.Result{}, err
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	if err := checkCosts(p); err != nil {
		return search.Result{}, err
	}
	r, err := s.newRun(ctx, p, lim)
	if err != nil {
		return search.Result{}, fmt.Errorf("beam: %w", err)
	}
	result.Status = r.near(ctx)
	if result.Status == "" {
		if err := r.prepare(); err != nil {
			return search.Result{}, fmt.Errorf("beam: %w", err)
		}
		result.Status = r.solve(ctx)
	}
	if r.fault != nil {
		return search.Result{}, fmt.Errorf("beam: %w", r.fault)
	}
	result.Stats = r.stats
	result.Found = r.found
	result.LowerBound = r.bound
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

// maxCost bounds the costs that a search counts. Each is kept in 32 bits, and so is the sum of two.
const maxCost = math.MaxInt32 / 2

// checkCosts returns an error if the Manhattan distance of a board may exceed maxCost.
func checkCosts(p search.Problem) error {
	size := p.Goal.Size()
	farthest := puzzle.Cost(size.Rows + size.Cols - 2)
	most := puzzle.Cost(size.Cells()) * farthest * p.Costs.Dearest()
	if most <= maxCost {
		return nil
	}
	return fmt.Errorf("beam: move costs %v on a board of %v; the sum of all distances may be %s, "+
		"expected at most %s: use smaller costs, or fewer decimals", p.Costs, size,
		p.Costs.Format(most), p.Costs.Format(maxCost))
}

// newRun returns a run that knows the lower bound of the start, and has done nothing else.
func (s *Solver) newRun(ctx context.Context, p search.Problem, lim search.Limits) (*run, error) {
	admissible := s.Bound
	if admissible == nil {
		admissible = heuristics.LinearConflict
	}
	if s.Heuristic.Admissible() {
		admissible = heuristics.Max(admissible, s.Heuristic)
	}
	lower, err := heuristics.EstimatorOf(admissible, p.Goal, p.Costs)
	if err != nil {
		return nil, err
	}
	r := &run{
		solver:     s,
		problem:    p,
		limits:     lim,
		admissible: admissible,
		bound:      lower.Estimate(p.Start.Tiles()),
		watch:      search.NewWatch(ctx, lim, s.Observer),
	}
	r.memory.limit = lim.Bytes
	r.space.workers = search.Workers(s.Workers)
	r.space.parameters = s.parameters()
	return r, nil
}

// prepare sets the space and the memory.
func (r *run) prepare() error {
	lines, core, err := r.divide()
	if err != nil {
		return err
	}
	size := r.problem.Goal.Size()
	learned, isLearned := r.solver.Heuristic.(pairs.Heuristic)
	if isLearned && pairs.Learned(core) {
		r.memory.fixed = learned.Bytes(size)
	}
	r.memory.bytes = r.memory.fixed
	r.memory.peak = max(r.memory.peak, r.memory.fixed)
	r.space.cells = size.Cells()
	r.space.order = r.solver.Order
	rng := puzzle.NewRand(r.solver.Seed, 0)
	r.space.keys = make([]uint64, size.Cells()*size.Cells())
	for i := range r.space.keys {
		r.space.keys[i] = rng.Uint64()
	}
	for _, move := range puzzle.DefaultOrder {
		r.space.costs[move] = int32(r.problem.Costs.Of(move))
	}
	r.space.aim(lines, core, r.problem.Costs)
	return nil
}

// divide chooses the lines that are solved one after another, and the estimator for the core that
// they leave. Small boards, and large ones with learned values, are searched as a whole, so they
// have no lines. So are boards whose pattern databases have no values for a core. Otherwise the
// core is large if there are learned values for it.
func (r *run) divide() (*subgoals.Lines, heuristics.Estimator, error) {
	size := r.problem.Goal.Size()
	_, isLearned := r.solver.Heuristic.(pairs.Heuristic)
	h := pairs.Within(r.solver.Heuristic, size, r.limits.Bytes)
	learnedCore := pairs.Core(size)
	sides := []int{max(learnedCore.Rows, learnedCore.Cols), smallCore}
	if heuristics.ReadsFiles(h) && !isLearned { // pattern databases are for one size
		sides = []int{max(size.Rows, size.Cols)}
	}
	var lines *subgoals.Lines
	var core heuristics.Estimator
	for _, side := range sides {
		lines = subgoals.Of(r.problem.Goal, side)
		goal := lines.Core(lines.Goal.Tiles())
		estimator, err := heuristics.EstimatorOf(h, goal, r.problem.Costs)
		if err != nil {
			return nil, nil, err
		}
		core = estimator
		if pairs.Learned(core) || !large(size) {
			break
		}
	}
	return lines, core, nil
}

// Check returns an error if a setting is out of range.
func (s *Solver) Check() error {
	if err := heuristics.Check(s.Heuristic); err != nil {
		return fmt.Errorf("beam: %w", err)
	}
	if s.Width < 0 || s.Width > MaxWidth {
		return fmt.Errorf(
			"beam: width %d; expected 1 to %d, or 0 for a growing width", s.Width, MaxWidth)
	}
	if err := search.CheckWorkers("workers", s.Workers); err != nil {
		return fmt.Errorf("beam: %w", err)
	}
	if err := LineSet.Check(s.parameters()); err != nil {
		return fmt.Errorf("beam: %w", err)
	}
	return nil
}

// parameters returns the parameters of searches by lines.
func (s *Solver) parameters() LineParameters {
	if s.Lines != nil {
		return *s.Lines
	}
	return ShippedLines()
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

	throughLines bool // a search by lines has reached the goal

	fault error // of a heuristic that claims to be admissible and is not
}

// near looks for a cheapest plan by a few iterations of IDA*. It returns the status that ends the
// run, or "". A beam of a fixed width is searched alone.
func (r *run) near(ctx context.Context) search.Status {
	if r.solver.Width > 0 || r.solver.alone {
		return ""
	}
	states := uint64(nearStates)
	if limit := r.limits.Generated; limit > 0 {
		states = min(states, limit/nearShare)
	}
	return r.raise(ctx, states, noPruning)
}

// solve looks for better and better plans, in the way that suits the size of the board.
func (r *run) solve(ctx context.Context) search.Status {
	_, deadline := ctx.Deadline()
	limited := deadline || r.solver.Left != nil || r.limits.Generated > 0
	if large(r.problem.Goal.Size()) {
		if status := r.byTiles(ctx, nil); status != search.Solved {
			return status
		}
	}
	if len(r.space.lines.Order) > 0 {
		return r.byLines(ctx, limited)
	}
	return r.widen(ctx, limited)
}

// widen searches with growing widths. Searches begin at the start, and later at one and two thirds
// of the best plan.
func (r *run) widen(ctx context.Context, limited bool) search.Status {
	width := r.widthOr(firstWidth)
	firstPart := 0 // the searches of a round begin after firstPart/parts, ... of the plan
	parts := 1
	unsuccessful := 0 // searches in a row
	for {
		before := r.left()
		allComplete := true
		for part := firstPart; part < parts; part++ {
			first := r.best[:len(r.best)*part/parts]
			plan, complete, status := r.search(ctx, first, width)
			allComplete = allComplete && complete
			unsuccessful++
			if plan != nil && r.take(plan) {
				unsuccessful = 0
			}
			switch {
			case status != search.Solved && status != search.Exhausted:
				return status
			case r.solver.Width > 0, complete && part == 0, r.proven():
				return status
			case !limited && r.best != nil && unsuccessful == patience:
				return status
			}
		}
		took := before - r.left()
		if allComplete && unsuccessful >= parts-firstPart {
			// These searches would find nothing again, so only the bound is left.
			return r.raiseToTheEnd(ctx)
		}
		if status := r.raise(ctx, r.stats.Generated/boundWork, pruning); status != "" {
			return status
		}
		next := r.next(width, took)
		if allComplete { // wider searches from these boards would find nothing else
			next = min(next, width)
		}
		if r.best != nil && next < width {
			firstPart = 1
			parts = restarts
		}
		width = next
	}
}

// widthOr returns the solver's width or, if that is 0, the width at which a growing one begins.
func (r *run) widthOr(first int) int {
	if r.solver.Width > 0 {
		return r.solver.Width
	}
	return first
}

// Whether IDA* prunes sequences of moves that lead to states that it has reached before. To find
// these sequences takes up to half a second, which a short search does not save.
const (
	pruning   = true
	noPruning = false
)

// raise searches by IDA* for a higher lower bound, and generates at most a number of states, or
// none if the memory does not suffice. It returns the status that ends the run, or "".
func (r *run) raise(ctx context.Context, states uint64, prunes bool) search.Status {
	limits := search.Limits{Generated: min(max(states, 1), r.limits.StatesLeft(r.stats))}
	if limits.Generated == 0 {
		return search.NodeLimit
	}
	limits.Bytes = r.limits.Rest(search.Stats{Bytes: r.memory.bytes}).Bytes
	s := &idastar.Solver{
		Heuristic: r.admissible,
		Order:     r.solver.Order,
		Workers:   r.space.workers,
		Prune:     prunes && r.problem.Costs.Unit(),
	}
	if r.best != nil {
		// The bound after this one proves that the plan is optimal.
		s.DepthLimit = r.problem.Costs.Float(r.cost() - 1)
	}
	result, err := s.Solve(ctx, r.problem, limits)
	if err != nil { // the heuristic is wrong
		r.fault = err
		return search.Exhausted
	}
	r.bound = max(r.bound, result.LowerBound)
	r.stats.Generated += result.Generated
	r.stats.Expanded += result.Expanded
	r.stats.MaxCost = max(r.stats.MaxCost, result.MaxCost)
	r.stats.PeakStored = max(r.stats.PeakStored, result.PeakStored)
	r.depth = max(r.depth, result.MaxMoves)
	r.memory.peak = max(r.memory.peak, r.memory.bytes+result.Bytes)
	switch {
	case result.Status == search.Solved:
		r.take(result.Moves)
		return search.Solved
	case r.proven():
		return search.Solved
	case result.Status == search.NodeLimit, result.Status == search.MemoryLimit:
		return ""
	}
	return result.Status
}

// raiseToTheEnd raises the lower bound until a limit is reached.
func (r *run) raiseToTheEnd(ctx context.Context) search.Status {
	if status := r.raise(ctx, math.MaxUint64, pruning); status != "" {
		return status
	}
	return search.NodeLimit
}

// search looks for a plan that is cheaper than the best one, with at most a width, or less if
// memory is short. The plan begins with the moves in first. The search reports whether it was
// complete, because no layer had more states than the width. A search by lines that is Exhausted
// returns the moves that complete some of them.
func (r *run) search(
	ctx context.Context, first []puzzle.Move, width int,
) (plan []puzzle.Move, complete bool, status search.Status) {
	defer r.memory.release()
	costs := r.problem.Costs
	start := r.replay(first)
	left := puzzle.Cost(r.space.left(start.Tiles()))
	bound := puzzle.Cost(maxCost)
	depth := 2*int(r.space.steps.Estimate(start.Tiles())) + 100
	if r.best != nil {
		bound = r.cost() - 1 - costs.Total(first) - costs.Total(r.space.lines.Walk)
		depth = max(len(r.best)-len(first), 1)
	}
	if left > bound { // no plan that begins with these moves is cheaper
		return nil, true, search.Exhausted
	}
	l := newLayers(ctx, r.space, &r.memory, start, width, depth)
	for l == nil && width > 1 && r.solver.Width == 0 {
		width /= 2
		l = newLayers(ctx, r.space, &r.memory, start, width, depth)
	}
	if l == nil {
		return nil, false, search.MemoryLimit
	}
	l.bound = bound
	l.stats = r.stats
	l.show = r.solver.Show
	if r.limits.Generated > 0 {
		l.states = r.limits.Generated
	}
	plan, status = l.run(func() search.Status {
		if l.stats.Expanded < r.watch.Due {
			return ""
		}
		l.stats.Bytes = r.memory.peak
		return r.watch.Poll(search.Progress{
			Stats: l.stats, Bound: r.bound, Width: l.width, Length: len(r.best),
		})
	})
	if plan != nil {
		plan = slices.Concat(first, plan)
	}
	if status == search.Solved {
		plan = append(plan, r.space.lines.Walk...)
	}
	r.stats = l.stats
	r.depth = max(r.depth, uint64(len(first)+l.depth()+1))
	return plan, l.complete, status
}

// replay returns the board that the first moves of a plan lead to.
func (r *run) replay(moves []puzzle.Move) puzzle.Board {
	board, err := r.problem.Start.Replay(moves)
	if err != nil {
		panic(fmt.Sprintf("beam: a plan has an illegal move: %v", err))
	}
	return board
}

// shortcut returns a plan of the problem without its detours.
func (r *run) shortcut(plan []puzzle.Move) []puzzle.Move {
	direct, err := search.Shortcut(r.problem, plan)
	if err != nil {
		panic(fmt.Sprintf("beam: the plan of a search is wrong: %v", err))
	}
	return direct
}

// cost returns the cost of the best plan.
func (r *run) cost() puzzle.Cost { return r.problem.Costs.Total(r.best) }

// proven reports whether there is a plan that is proven to be optimal.
func (r *run) proven() bool { return r.best != nil && r.cost() == r.bound }

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

// next returns the width of the next search, given which fraction of the limits the last one took.
// If the rest is enough for one more search only, the search is to take all of it.
func (r *run) next(width int, took float64) int {
	factor := 0.95 * r.left() / max(took, 1e-6)
	if factor > lastGrowth {
		factor = growth
	}
	return min(max(int(factor*float64(width)), 1), MaxWidth)
}

// take makes a plan, without its detours, the best one and reports it, if it is cheaper than the
// best one so far. It returns whether it was.
func (r *run) take(plan []puzzle.Move) bool {
	plan = r.shortcut(plan)
	cost := r.problem.Costs.Total(plan)
	if r.best != nil && cost >= r.cost() {
		return false
	}
	r.best = plan
	found := search.Found{Length: len(plan), Generated: r.stats.Generated}
	if !r.problem.Costs.Unit() {
		found.Cost = cost
	}
	found.Stamp(r.solver.Clock)
	r.found = append(r.found, found)
	if r.solver.Observer != nil {
		r.stats.Bytes = r.memory.peak
		r.solver.Observer(search.Progress{
			Stats: r.stats, Bound: r.bound, Length: len(plan), Plan: slices.Clone(plan),
		})
	}
	return true
}
