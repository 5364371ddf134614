package ga

import (
	"math/rand"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/archive"
	"npuzzle/search/decode"
)

// improveBytes is the memory of the tables, the populations and the archive together, unless boards
// or populations are very large.
const improveBytes = archive.DefaultBytes

// improve makes a plan shorter by an archive search, which begins with the plan without its loops.
// This may be shorter than the best plan, for loops that overlap can be left out in several ways.
// With windows, each improver of the archive has an evolution, which evolves new plans to repair. The
// first one is the evolution that found plan.
func (r *run) improve(first *evolution, plan []puzzle.Move) {
	r.take(r.tables.WithoutLoops(r.problem.Start.Tiles(), plan))
	limits, ok := r.left()
	if !ok {
		return
	}
	s := archive.Search{
		Rules: &decode.Rules{
			Tables:    r.tables,
			Objective: r.whole,
			ByRank:    true,
			Bounds:    decode.BoundsOf(r.solver.Settings.Greed),
		},
		Windows:         r.solver.Windows,
		Patience:        r.patience(),
		Bound:           r.bound,
		Seed:            r.solver.Seed,
		Stream:          r.restarted*archive.MostImprovers + 1,
		Workers:         r.solver.Workers,
		Bytes:           max(improveBytes-min(r.bytes, improveBytes), 1),
		Clock:           r.solver.Clock,
		WithoutChildren: !r.solver.breeds(),
		OneElite:        r.solver.Control == HillClimbing,
		PlansOnly:       r.solver.Control == RandomPlans,
	}
	var evolutions []*evolution
	if r.solver.Windows {
		evolutions = r.planners(first)
	}
	for _, e := range evolutions {
		s.Planners = append(s.Planners, e.newPlan)
	}
	if r.solver.Observer != nil {
		s.Observer = r.relay
	}
	result := s.Improve(r.ctx, r.problem, plan, limits)
	for _, found := range result.Found {
		if found.Length < len(r.best) {
			found.Generated += r.total.Generated
			found.Evaluated += r.total.Evaluated
			r.found = append(r.found, found)
		}
	}
	if len(result.Moves) < len(r.best) {
		r.best = result.Moves
	}
	r.total = r.with(result.Stats)
	for _, e := range evolutions {
		r.collect(e) // the memory of its phases
	}
}

// left returns the limits of what is left of the run. It reports false if nothing is.
func (r *run) left() (limits search.Limits, ok bool) {
	limits = r.limits
	if limits.Generated > 0 {
		limits.Generated = r.limits.StatesLeft(r.total)
		if limits.Generated == 0 {
			return limits, false
		}
	}
	if limits.Evaluated > 0 {
		limits.Evaluated = r.limits.EvaluationsLeft(r.total)
		if limits.Evaluated == 0 {
			return limits, false
		}
	}
	if limits.Bytes > 0 {
		limits.Bytes -= min(r.total.Bytes, limits.Bytes)
		if limits.Bytes == 0 {
			return limits, false
		}
	}
	return limits, true
}

// with returns the counters of the run after an archive search with the given counters.
func (r *run) with(stats search.Stats) search.Stats {
	if stats.Bytes > 0 {
		stats.Bytes += r.bytes
	}
	return r.total.Add(stats)
}

// relay sends the progress of an archive search to the observer, as that of the run.
func (r *run) relay(p search.Progress) {
	if p.Plan != nil && len(p.Plan) >= len(r.best) {
		return
	}
	if p.Generation != nil {
		r.last = *p.Generation
	}
	p.Stats = r.with(p.Stats)
	p.Length = min(p.Length, len(r.best))
	r.last.BestLength = p.Length
	generation := r.last
	p.Generation = &generation
	r.solver.Observer(p)
}

// planners returns evolutions that evolve new plans, one for each improver.
func (r *run) planners(first *evolution) []*evolution {
	evolutions := []*evolution{first}
	for len(evolutions) < r.improvers() {
		evolutions = append(evolutions, r.newEvolution(1))
	}
	first.scorers = first.scorers[:1]
	first.position.observed = false
	return evolutions
}

// newPlan is the archive.Planner that evolves a plan.
func (e *evolution) newPlan(
	rng *rand.Rand, head []puzzle.Move, states, evaluations uint64,
) (tail []puzzle.Move, found bool, stats search.Stats) {
	e.rng = rng
	e.budget.states = states
	e.budget.evaluations = evaluations
	tail, found = e.reach(head)
	stats = e.stats
	stats.Bytes = 0 // it includes the memory of the run, see run.improve
	e.stats = search.Stats{Bytes: e.stats.Bytes}
	return tail, found, stats
}

// patience returns the number of generations in a row without a shorter plan that end
// improvement. It returns 0 if only a limit ends improvement.
func (r *run) patience() int {
	if r.solver.Patience != Auto {
		return r.solver.Patience
	}
	_, timed := r.ctx.Deadline()
	if timed || r.limits.Generated > 0 || r.limits.Evaluated > 0 && r.solver.breeds() {
		return 0
	}
	return DefaultPatience
}

// breeds reports whether improvement evaluates children. Otherwise a limit of evaluations may not
// end it.
func (s *Solver) breeds() bool { return s.Control != WindowsAlone && s.Control != WeightedAStar }

// improvers returns the number of improvers. It does not depend on the number of cores. With
// windows there are fewer than archive.MostImprovers if their populations would take more than half
// of improveBytes.
func (r *run) improvers() int {
	if !r.solver.Windows {
		return archive.MostImprovers
	}
	return max(1, min(archive.MostImprovers, int(improveBytes/2/r.evolutionBytes())))
}
