package ga

import (
	"context"
	"runtime"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// run is one run of a Solver: what its evolutions share, and what has been found.
type run struct {
	*Solver
	ctx       context.Context
	limits    search.Limits
	problem   search.Problem
	goalGuide *guide
	arenas    *arenas
	slabs     []func()    // that give them back
	bound     puzzle.Cost // no plan is shorter

	total search.Stats // of all evolutions, as far as collected
	first search.Stats // of the first plan's evolution: what an evaluation decodes
	best  []puzzle.Move
	found []search.Found
	last  search.Generation // as reported
}

// newRun makes the tables of a run.
func newRun(ctx context.Context, s *Solver, p search.Problem, lim search.Limits, estimator heuristics.Estimator) *run {
	r := &run{Solver: s, ctx: ctx, limits: lim, problem: p, arenas: &arenas{}}
	a := r.arenaOf(p.Start.Size())
	r.goalGuide = guideOf(estimator, p.Goal, a.keys)
	if s.Heuristic.Admissible() {
		r.bound = estimator.Estimate(p.Start.Tiles())
	}
	r.total.Bytes = r.bytes(nil, 0)
	return r
}

func (r *run) arenaOf(size puzzle.Size) *arena {
	return r.arenas.of(size, r.Order, r.problem.Goal.Blank())
}

// threads returns how many goroutines may work at a time.
func (r *run) threads() int {
	if r.Workers > 0 {
		return r.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// bytes returns the memory that the run holds: the evolutions' and the tables, and
// what phases add, the record and what cutting loops takes.
func (r *run) bytes(known record, plan int) uint64 {
	tables := r.arenas.bytes() + r.goalGuide.bytes()
	return tables + uint64(r.evolutions())*r.evolutionBytes() + uint64(len(known)*recordSlot+plan*64)
}

// evolutions returns how many evolutions a run has at a time.
func (r *run) evolutions() int {
	if !r.Improve {
		return 1
	}
	return litter
}

// solve evolves a first plan, and then shorter ones.
func (r *run) solve() search.Status {
	e := r.newEvolution(r.threads())
	e.observed = true
	e.rng = r.stream(0)
	e.quota = r.quota()
	plan, ok := e.evolveBySubgoals(r.problem.Start.Tiles(), r.problem.Goal.Tiles())
	r.collect(e)
	if !ok {
		return e.stop
	}
	r.first = r.total
	r.take(plan)
	if r.Improve {
		r.improve(e)
	}
	return search.Solved
}

// unlimited is more evaluations than any run makes.
const unlimited = 1 << 62

// quota returns the evaluations that the limits leave.
func (r *run) quota() uint64 {
	if r.limits.Expanded == 0 {
		return unlimited
	}
	return r.limits.Expanded - min(r.total.Evaluated, r.limits.Expanded)
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
	a.MaxDepth = max(a.MaxDepth, b.MaxDepth)
	a.Bytes = max(a.Bytes, b.Bytes)
	return a
}

// take keeps a plan that is shorter than the best so far.
func (r *run) take(plan []puzzle.Move) {
	if r.best != nil && len(plan) >= len(r.best) {
		return
	}
	r.best = plan
	r.found = append(r.found, search.Found{Length: len(plan), Evaluated: r.total.Evaluated})
	if r.Observer != nil {
		r.last.BestLength = len(plan)
		generation := r.last
		r.Observer(search.Progress{Stats: r.total, Generation: &generation, Plan: plan})
	}
}
