package ga

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is a genetic solver. It evolves a first plan in phases: each phase evolves
// a population of plans until it stagnates, and the next phase starts from the best
// board that the population reached. Large boards are solved in stages: one outer row or
// column at a time, then the core. Each stage has phases of its own. The solver then
// improves the plan until a limit is reached: it breeds shorter plans from an archive of
// boards, and replaces parts of plans by shorter paths. The Settings turn each of these on
// or off. The package documentation has the algorithm in pseudocode. Solver implements
// search.Solver.
//
// A run takes O(plans evaluated · genes) time. It takes O(population · genes + recorded
// boards) memory, and up to 24 MiB for the archive. Under a limit of states the same seed
// gives the same Result on any number of cores.
type Solver struct {
	Settings
	Heuristic heuristics.Heuristic
	Order     puzzle.Order // of the moves that the ranges of a gene stand for; zero: DefaultOrder
	Seed      uint64
	Workers   int // goroutines that evaluate plans; 0: one for each core
	Observer  search.Observer
	Clock     func() float64 // seconds since the start of the run, for Found; may be nil

	// Members receives the population of each generation that Observer receives, before
	// Observer does, the fittest member first. It may be nil. It is called neither for
	// generations of improvement nor for boards that are solved in stages.
	Members func(search.Generation, []Member)
}

// Member is a chromosome of a population.
type Member struct {
	Fitness int64   // the smaller, the better
	Board   []uint8 // tiles of the board that the fitness is computed from
}

// Solve implements search.Solver. The status is Solved once a first plan is found, whatever
// ends its improvement. Without a plan it is Exhausted if a stage used up Phases times
// Generations, or else the limit that was reached, or Cancelled.
//
// Limits.Expanded bounds Stats.Generated, the number of states generated. Every move that is
// decoded counts as one state, or two where genes are decoded by rank. The states that windows
// generate count, too. The Result is optimal if the plan is as short as an admissible
// heuristic's estimate of the start. The error names a setting that is not valid, or wraps
// search.ErrUnitCosts.
func (s *Solver) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	switch err := s.Check(); {
	case err != nil:
		return search.Result{}, err
	case s.Heuristic == nil:
		return search.Result{}, errors.New("ga: no heuristic; expected one to score boards by")
	case s.Workers < 0:
		return search.Result{}, fmt.Errorf("ga: %d workers; expected 1 or more, or 0 for one a core", s.Workers)
	case !p.Costs.Unit():
		return search.Result{}, fmt.Errorf("ga: %w", search.ErrUnitCosts)
	}
	if err := s.CheckHeuristic(s.Heuristic, p.Start.Size()); err != nil {
		return search.Result{}, err
	}
	result, done, err := search.Begin(p)
	if done || err != nil {
		return result, err
	}
	estimator, err := s.Heuristic.For(p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("ga: %w", err)
	}
	r := newRun(ctx, s, p, lim, estimator)
	defer r.release()
	result.LowerBound = r.bound
	if lim.Bytes > 0 && r.total.Bytes > lim.Bytes {
		result.Status = search.MemoryLimit
		return result, nil
	}
	result.Status = r.solve()
	result.Stats, result.Found = r.total, r.found
	if result.Status == search.Solved {
		result.Moves = r.best
		search.Finish(p, &result)
	}
	return result, nil
}

// run is one run of a Solver: what its evolutions share, and the best plan so far.
type run struct {
	solver    *Solver
	ctx       context.Context
	limits    search.Limits
	problem   search.Problem
	stages    []*objective
	tables    *boardTables // of the problem's size
	bytes     uint64       // memory of the tables and the evolutions
	bound     puzzle.Cost  // no plan is shorter
	buffers   []func()     // each frees a buffer
	archive   *archive     // of improvement
	restarted uint64       // times, see restarts

	total search.Stats // of all evolutions, as far as collected
	best  []puzzle.Move
	found []search.Found
	last  search.Generation // as reported
	seen  search.Population // of the last report
}

func newRun(ctx context.Context, s *Solver, p search.Problem, lim search.Limits, estimator heuristics.Estimator) *run {
	r := &run{solver: s, ctx: ctx, limits: lim, problem: p, archive: &archive{}}
	r.stages = r.stagesTo(estimator)
	r.tables = r.stages[0].tables
	r.last.Population = &r.seen
	if s.Heuristic.Admissible() {
		r.bound = estimator.Estimate(p.Start.Tiles())
	}
	r.bytes = r.evolutionBytes()
	if s.Improve && s.Windows {
		r.bytes *= uint64(r.breeders())
	}
	for _, o := range r.stages {
		r.bytes += o.bytes()
	}
	r.total.Bytes = r.bytes
	return r
}

// solve evolves a first plan, and then shorter ones.
func (r *run) solve() search.Status {
	e := r.newEvolution(r.threads())
	e.observed = true
	e.rng = stream(r.solver.Seed, 0)
	for again := true; again; r.restarted++ {
		e.quota = r.quota()
		plan, ok := e.reach(nil)
		if r.collect(e); !ok {
			break
		}
		r.take(plan)
		if r.solver.Improve {
			r.improve(e, plan)
		}
		again = r.restarts() && puzzle.Cost(len(r.best)) != r.bound
	}
	if r.best == nil {
		return e.stop
	}
	return search.Solved
}

// restarts reports whether the run begins again with another first plan. Controls that keep few
// boards do so under a limit of states, since they are soon stuck: Patience ends each improvement.
func (r *run) restarts() bool {
	c := r.solver.Control
	return (c == HillClimbing || c == RandomPlans) && r.solver.Improve && r.limits.Expanded > 0
}

// unlimited is more states than any run generates.
const unlimited = 1 << 62

// quota returns the number of states that may still be generated.
func (r *run) quota() uint64 {
	if r.limits.Expanded == 0 {
		return unlimited
	}
	return r.limits.Expanded - min(r.total.Generated, r.limits.Expanded)
}

// collect adds an evolution's work to the run's.
func (r *run) collect(e *evolution) {
	r.total = sum(r.total, e.stats)
	e.stats = search.Stats{}
}

func sum(a, b search.Stats) search.Stats {
	a.Evaluated += b.Evaluated
	a.Expanded += b.Expanded
	a.Generated += b.Generated
	a.Windows += b.Windows
	a.MaxCost = max(a.MaxCost, b.MaxCost)
	a.Bytes = max(a.Bytes, b.Bytes)
	return a
}

// take keeps a plan that is shorter than the best so far, and reports it.
func (r *run) take(plan []puzzle.Move) {
	if r.best != nil && len(plan) >= len(r.best) {
		return
	}
	r.best = plan
	found := search.Found{Length: len(plan), Evaluated: r.total.Evaluated, Generated: r.total.Generated}
	if r.solver.Clock != nil {
		found.Seconds = r.solver.Clock()
	}
	r.found = append(r.found, found)
	r.last.BestLength = len(plan)
	r.observe(r.total, plan)
}

// threads returns the number of goroutines that may work at the same time.
func (r *run) threads() int { return cmp.Or(r.solver.Workers, runtime.GOMAXPROCS(0)) }

// newGenes makes storage for genes, which lasts until the run releases it. It is not on the
// garbage-collected heap, because the collector lets as much garbage accumulate as the heap
// holds.
func (r *run) newGenes(n int) []float64 {
	genes := machine.Alloc[float64](n)
	r.buffers = append(r.buffers, func() { machine.Free(genes) })
	return genes
}

// release frees the tables and the buffers. The evolutions must not be used any more.
func (r *run) release() {
	r.archive.release()
	for _, o := range r.stages {
		o.release()
	}
	for _, free := range r.buffers {
		free()
	}
}
