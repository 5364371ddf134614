package archive

import (
	"context"
	"math/rand"
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/decode"
	"npuzzle/search/window"
)

const (
	// DefaultBytes is the memory of the archive, if a Search has no other value.
	DefaultBytes = 24 << 20

	// MostImprovers is the number of improvers, if there are no Planners. It does not depend on the
	// number of cores, so neither does the result.
	MostImprovers = 16

	// childrenPerGeneration is the number of children that an improver has in a generation.
	childrenPerGeneration = 64
)

// Search is a search for plans shorter than a given one. The zero values of all fields but Rules
// are the defaults.
type Search struct {
	Rules *decode.Rules // for the problem's goal as a whole, see decode.RulesOf

	// Windows replaces parts of plans by shorter paths, too.
	Windows bool

	// Planners give the improvers new plans to repair, one for each improver. If there are none, an
	// improver whose plan is stuck goes on without repair.
	Planners []Planner

	// Patience is the number of generations in a row without a shorter plan that end the search; 0:
	// only a limit, or the bound, ends it.
	Patience int

	Bound    puzzle.Cost // a lower bound of the length of a plan, which ends the search
	Seed     uint64
	Stream   uint64 // number of the first stream of random numbers; each improver has one
	Workers  int    // improvers that work at the same time; 0: one for each core
	Bytes    uint64 // memory of the archive; 0: DefaultBytes
	Observer search.Observer
	Clock    search.Clock // times of the plans found; may be nil

	// Controls leave out a part of the search. Experiments measure what that part adds.
	WithoutChildren bool // windows alone
	OneElite        bool // each niche has one elite
	PlansOnly       bool // only boards along plans are elites
}

// Planner finds a path to the goal from the board that the moves head lead to from the problem's
// start. It returns false if it found none. It generates at most the given number of states, and
// makes at most the given number of evaluations. The path need not be short, but paths should differ
// from one call to the next. The Planners of a search are called at the same time.
type Planner func(
	rng *rand.Rand, head []puzzle.Move, states, evaluations uint64,
) (tail []puzzle.Move, found bool, stats search.Stats)

// Improve looks for plans shorter than the given one, which leads from the problem's start to its
// goal. It ends when a limit is reached, after Patience, or when no shorter plan can exist.
//
// The Result has the shortest plan, its status is Solved, and Found has the plans that were shorter
// than those before. Limits.Generated bounds the states generated, and Limits.Evaluated the
// children. Every gene that is decoded counts as one state, or as two if genes select ranks. If
// Limits.Bytes does not suffice for an archive, the Result has the given plan.
func (s *Search) Improve(
	ctx context.Context, p search.Problem, plan []puzzle.Move, lim search.Limits,
) search.Result {
	r := &run{Search: s, ctx: ctx, meter: search.MeterOf(ctx), problem: p, limits: lim}
	r.best = s.Rules.Tables.WithoutLoops(p.Start.Tiles(), plan)
	if r.prepare() {
		for !r.ended() {
			r.meter.Parallel(search.Workers(s.Workers), len(r.improvers), func(_, i int) bool {
				r.improvers[i].work(r.generation > 0)
				return true
			})
			r.endGeneration()
		}
	}
	return search.Result{Status: search.Solved, Moves: r.best, Stats: r.stats, Found: r.found}
}

// run is the state of one call of Improve.
type run struct {
	*Search
	ctx       context.Context
	meter     *search.Meter // of the goroutines; nil if nobody measures the run
	problem   search.Problem
	limits    search.Limits
	archive   *archive
	improvers []*improver

	best       []puzzle.Move
	fruitless  int // generations in a row without a shorter plan
	generation int
	idle       bool // the last generation generated no states, and no improver waits for children

	stats search.Stats
	found []search.Found
	last  *search.Generation // the last one reported; nil before
	seen  search.Population  // storage of last.Population
}

// prepare makes the archive and the improvers. It reports false if the memory does not suffice.
func (r *run) prepare() bool {
	improvers := MostImprovers
	if r.Planners != nil {
		improvers = len(r.Planners)
	}
	stride := strideOf(r.Rules, len(r.best))
	offers := childrenPerGeneration * tailGenes * stride // of an improver
	limit := r.limits.Bytes
	if limit > 0 {
		if limit <= uint64(improvers*offers) {
			return false
		}
		limit -= uint64(improvers * offers)
	}
	bytes := r.Bytes
	if bytes == 0 {
		bytes = DefaultBytes
	}
	r.archive = newArchive(r.Rules, len(r.best), bytes, limit)
	if r.archive == nil {
		return false
	}
	r.archive.addPlan(r.problem.Start, r.best)
	var tables *window.Tables
	if r.Windows {
		tables = r.Rules.Tables.Windows
	}
	for i := range improvers {
		r.improvers = append(r.improvers, r.newImprover(i, offers, tables))
	}
	return true
}

// endGeneration adds the offers and plans of the improvers to the archive, in the order of the
// improvers, and updates the best plan.
func (r *run) endGeneration() {
	a := r.archive
	r.fruitless++
	before := r.stats.Generated
	for _, b := range r.improvers {
		r.stats = r.stats.Add(b.stats)
		b.stats = search.Stats{}
		a.collect(b, r.PlansOnly)
		for _, plan := range b.plans {
			plan = r.Rules.Tables.WithoutLoops(r.problem.Start.Tiles(), plan)
			if len(plan) < a.best {
				r.take(plan)
				a.setBest(len(plan))
				r.fruitless = 0
			}
			a.addPlan(r.problem.Start, plan)
		}
	}
	waiting := slices.ContainsFunc(r.improvers, (*improver).waits)
	r.idle = r.generation > 0 && r.stats.Generated == before && !waiting
	if !r.OneElite {
		elites := min(a.bred/childrenPerElite, a.limit*2/3) // room for them in all niches
		a.room = max(1, elites/a.best)
	}
	offers := uint64(len(r.improvers) * childrenPerGeneration * tailGenes * a.stride)
	r.stats.Bytes = max(r.stats.Bytes, a.bytes()+offers)
	r.generation++
	r.report()
}

// ended reports whether the search has ended.
func (r *run) ended() bool {
	a := r.archive
	outOfPatience := r.Patience > 0 && r.fruitless >= r.Patience
	if r.idle || outOfPatience {
		return true
	}
	if puzzle.Cost(a.best) == r.Bound {
		return true
	}
	if len(a.niches[0]) == 0 { // by the estimate of the start, no plan is shorter
		return true
	}
	improvers := uint64(len(r.improvers))
	states := r.limits.StatesLeft(r.stats)
	evaluations := r.limits.EvaluationsLeft(r.stats)
	if states < improvers*r.Rules.States(tailGenes) || evaluations < improvers {
		return true // not every improver can breed a child
	}
	return search.Interrupted(r.ctx) != ""
}

// take makes a shorter plan the best one, and reports it.
func (r *run) take(plan []puzzle.Move) {
	r.best = plan
	found := search.Found{
		Length: len(plan), Evaluated: r.stats.Evaluated, Generated: r.stats.Generated,
	}
	found.Stamp(r.Clock)
	r.found = append(r.found, found)
	if r.last != nil {
		r.last.BestLength = len(plan)
	}
	r.observe(slices.Clone(plan))
}

// fitnessOfMove is the factor of the fitness of children. The fitness is 100 times the smallest sum
// of moves and estimate of the boards on the path of the child.
const fitnessOfMove = 100

// report sends the children of a generation to the observer.
func (r *run) report() {
	if r.Observer == nil {
		return
	}
	r.seen.Reset()
	for _, b := range r.improvers {
		for _, child := range b.children {
			r.seen.Fitness = append(r.seen.Fitness, fitnessOfMove*child.length)
			r.seen.Boards = append(r.seen.Boards, child.board)
		}
	}
	if len(r.seen.Fitness) > 0 {
		r.last = &search.Generation{
			Number: r.generation, BestLength: len(r.best), Population: &r.seen,
		}
		r.observe(nil)
	}
}

// observe sends the progress and the last generation to the observer, with a new best plan unless
// plan is nil.
func (r *run) observe(plan []puzzle.Move) {
	if r.Observer == nil {
		return
	}
	progress := search.Progress{Stats: r.stats, Bound: r.Bound, Length: len(r.best), Plan: plan}
	if r.last != nil {
		generation := *r.last
		progress.Generation = &generation
	}
	r.Observer(progress)
}
