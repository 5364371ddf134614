package local

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"slices"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/setting"
)

// Solver is hill climbing, or simulated annealing if Temperature is not 0; see the package
// documentation. It is an anytime solver: descents from the start follow one another, and the
// shortest plan counts. Boards are solved as a whole, without subgoals.
type Solver struct {
	Heuristic heuristics.Heuristic // not nil
	Observer  search.Observer      // receives the progress; may be nil
	Clock     search.Clock         // times of the plans found; may be nil

	Order puzzle.Order `setting:"order"` // order of legal moves in decoding; zero: DefaultOrder
	Seed  uint64       `setting:"seed"`  // of the random numbers

	// Temperature is the temperature at the beginning of each phase, in units of the heuristic's
	// estimate. 0 is hill climbing. It is no setting, because hill climbing and annealing are two
	// rows of the registry.
	Temperature float64

	// Patience is the number of descents in a row without a shorter plan that end a run; 0: no
	// limit. setting.Auto means 0 under a limit of time, states or evaluations, and DefaultPatience
	// otherwise.
	Patience int `setting:"patience"`
}

// The length of phases and the temperature were chosen on 30 random boards of 3x3 and 30 of 4x4, with
// 30,000 evaluations and linear conflict. The figures are geometric means over both sizes. A
// stagnation of 120 or 480 gave plans of the same length within 0.5 %, and one of 15 to 60 gave plans
// that were 2 to 8 % longer. Temperatures of 1 and 3 gave plans that were 2 and 1 % longer. Phases
// of 960 mutants gave plans that were 2 % longer, and phases of 30 to 240 mutants 3 to 11 %.
const (
	// stagnation is the number of mutants in a row without a better fitness after which a phase of
	// hill climbing ends.
	stagnation = 240

	// mutants is the number of mutants in a phase of simulated annealing. The temperature falls to
	// the fraction coldest meanwhile.
	mutants = 480
	coldest = 0.01

	// Temperature is the default temperature of simulated annealing.
	Temperature = 0.5

	// maxUnimproved is the number of phases in a row without a smaller estimate after which the
	// descent begins again at the start, as in package ga.
	maxUnimproved = 30

	// maxPhases is the number of phases after which a run without a plan gives up.
	maxPhases = 2500

	// DefaultPatience is the patience of a run without a limit.
	DefaultPatience = 20

	// reportEvery is the number of evaluations between two reports to the observer.
	reportEvery = 100
)

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{
		Kind:       search.LocalSearch,
		UnitCosts:  true,
		Anytime:    true,
		Incomplete: true,
	}
}

// Solve searches for shorter and shorter plans. The status is Solved if a plan was found, whatever
// ended the run. Without a plan, it is Exhausted after a number of phases, or the limit that was
// reached. Limits of states and evaluations are kept exactly. The error wraps search.ErrUnitCosts
// if moves have other costs than 1.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := heuristics.Check(s.Heuristic); err != nil {
		return search.Result{}, fmt.Errorf("local: %w", err)
	}
	if s.Patience < 0 && s.Patience != setting.Auto {
		return search.Result{}, fmt.Errorf(
			"local: patience %d; expected 0 or more, or setting.Auto", s.Patience)
	}
	if math.IsNaN(s.Temperature) || s.Temperature < 0 {
		return search.Result{}, fmt.Errorf(
			"local: temperature %v; expected at least 0", s.Temperature)
	}
	if !p.Costs.Unit() {
		return search.Result{}, fmt.Errorf("local: %w", search.ErrUnitCosts)
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	settings, err := ga.Preset("evolve") // evolution alone, which this search is compared with
	if err != nil {
		return search.Result{}, fmt.Errorf("local: %w", err)
	}
	decoder, err := ga.NewDecoder(p, s.Heuristic, settings, s.Order)
	if err != nil {
		return search.Result{}, fmt.Errorf("local: %w", err)
	}
	rng := newRand(s.Seed)
	r := &run{
		solver:  s,
		ctx:     ctx,
		limits:  lim,
		problem: p,
		decoder: decoder,
		rng:     rng,
		current: decoder.Random(rng),
		mutant:  decoder.Random(rng),
		fittest: decoder.Random(rng),
	}
	if s.Heuristic.Admissible() {
		r.result.LowerBound = puzzle.Cost(decoder.Estimate())
	}
	r.search()
	if r.best == nil {
		return r.result, nil
	}
	r.result.Moves = r.best
	cost := puzzle.Cost(len(r.best))
	if err := heuristics.CheckBound(s.Heuristic, cost, r.result.LowerBound); err != nil {
		return search.Result{}, fmt.Errorf("local: %w", err)
	}
	search.Finish(p, &r.result)
	return r.result, nil
}

// newRand returns a source of random numbers in the form that chromosomes take.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewSource(int64(seed))) }

// run is one run of a Solver.
type run struct {
	solver  *Solver
	ctx     context.Context
	limits  search.Limits
	problem search.Problem
	decoder *ga.Decoder
	rng     *rand.Rand

	current *ga.Chromosome // of the phase
	mutant  *ga.Chromosome
	fittest *ga.Chromosome // of the phase

	best   []puzzle.Move // the shortest plan
	phases int
	result search.Result // its Status ends the run if it is not ""
}

// search makes descents until the run ends.
func (r *run) search() {
	unsuccessful := 0 // descents in a row
	for {
		plan := r.descend()
		if plan == nil {
			return
		}
		unsuccessful++
		if r.take(plan) {
			unsuccessful = 0
		}
		proven := puzzle.Cost(len(r.best)) == r.result.LowerBound
		patience := r.patience()
		if proven || patience > 0 && unsuccessful >= patience {
			r.result.Status = search.Solved
			return
		}
	}
}

// patience returns the number of descents in a row without a shorter plan that end the run, or 0 if
// only a limit ends it.
func (r *run) patience() int {
	if r.solver.Patience != setting.Auto {
		return r.solver.Patience
	}
	_, timed := r.ctx.Deadline()
	if timed || r.limits.Generated > 0 || r.limits.Evaluated > 0 {
		return 0
	}
	return DefaultPatience
}

// descend looks for a plan in phases. It returns nil if the run has to end.
func (r *run) descend() []puzzle.Move {
	r.decoder.Reset()
	var path []puzzle.Move
	nearest := r.decoder.Estimate()
	unimproved := 0 // phases in a row
	for {
		if r.phases == maxPhases && r.best == nil {
			r.result.Status = search.Exhausted
			return nil
		}
		r.phases++
		if !r.phase(len(path)) {
			return nil
		}
		next := r.fittest.Path()
		path = append(path, next...)
		r.decoder.Advance(next)
		if r.decoder.Solved() {
			return path
		}
		unimproved++
		if estimate := r.decoder.Estimate(); estimate < nearest {
			nearest = estimate
			unimproved = 0
		}
		if unimproved == maxUnimproved {
			r.decoder.Restart()
			path = nil
			nearest = r.decoder.Estimate()
			unimproved = 0
		}
	}
}

// phase looks for a fit chromosome from the decoder's board, and leaves it in r.fittest. The
// parameter depth is the number of moves to this board. It reports false if the run has to end.
func (r *run) phase(depth int) bool {
	r.redraw(r.current)
	fitness, ok := r.evaluate(r.current, depth)
	if !ok {
		return false
	}
	r.fittest.Become(r.current)
	fittest := fitness
	temperature := r.solver.Temperature * ga.StepFitness
	cooling := math.Pow(coldest, 1.0/mutants)
	sinceBetter := 0
	for n := 0; !r.fittest.Solved() && !r.phaseEnds(n, sinceBetter); n++ {
		r.mutant.Become(r.current)
		r.mutant.Mutate(r.rng)
		mutated, ok := r.evaluate(r.mutant, depth)
		if !ok {
			return false
		}
		if r.accepts(mutated-fitness, temperature) {
			r.current, r.mutant = r.mutant, r.current
			fitness = mutated
		}
		sinceBetter++
		if fitness < fittest {
			r.fittest.Become(r.current)
			fittest = fitness
			sinceBetter = 0
		}
		temperature *= cooling
	}
	return true
}

// phaseEnds reports whether a phase ends after a number of mutants, given the number of mutants
// since the last one that was better than all before.
func (r *run) phaseEnds(n, sinceBetter int) bool {
	if r.solver.Temperature > 0 {
		return n == mutants
	}
	return sinceBetter == stagnation
}

// accepts reports whether a mutant replaces the current chromosome, given the difference of their
// fitness.
func (r *run) accepts(difference, temperature float64) bool {
	if difference <= 0 {
		return true
	}
	return temperature > 0 && r.rng.Float64() < math.Exp(-difference/temperature)
}

// redraw replaces the genes of a chromosome by random ones.
func (r *run) redraw(c *ga.Chromosome) { c.Become(r.decoder.Random(r.rng)) }

// evaluate evaluates a chromosome, and counts it. It reports false, and sets the status, if a limit
// does not suffice or the context has ended.
func (r *run) evaluate(c *ga.Chromosome, depth int) (fitness float64, ok bool) {
	if r.limitReached(c) {
		return 0, false
	}
	fitness, err := c.Evaluate()
	if err != nil { // the decoder has no context that ends
		panic(fmt.Sprintf("local: %v", err))
	}
	r.result.Evaluated++
	r.result.Generated += c.States()
	r.result.MaxCost = max(r.result.MaxCost, puzzle.Cost(depth+c.Moves()))
	if r.result.Evaluated%reportEvery == 0 {
		r.observe(nil)
	}
	return fitness, true
}

// limitReached reports whether a chromosome must not be evaluated, and sets the status.
func (r *run) limitReached(c *ga.Chromosome) bool {
	memory := r.decoder.Bytes()
	limits := r.limits
	switch {
	case limits.Bytes > 0 && memory > limits.Bytes:
		r.result.Status = search.MemoryLimit
	case limits.Generated > 0 && r.result.Generated+c.MaxStates() > limits.Generated:
		r.result.Status = search.NodeLimit
	case limits.Evaluated > 0 && r.result.Evaluated == limits.Evaluated:
		r.result.Status = search.EvaluationLimit
	default:
		r.result.Status = search.Interrupted(r.ctx)
		r.result.Bytes = max(r.result.Bytes, memory)
	}
	return r.result.Status != ""
}

// take makes a plan, without its detours, the best one and reports it, if it is shorter than the
// best one so far. It returns whether it was.
func (r *run) take(plan []puzzle.Move) bool {
	plan, err := search.Shortcut(r.problem, plan)
	if err != nil {
		panic(fmt.Sprintf("local: decoded moves do not lead to the goal: %v", err))
	}
	if r.best != nil && len(plan) >= len(r.best) {
		return false
	}
	r.best = plan
	found := search.Found{
		Length:    len(plan),
		Evaluated: r.result.Evaluated,
		Generated: r.result.Generated,
	}
	found.Stamp(r.solver.Clock)
	r.result.Found = append(r.result.Found, found)
	r.observe(slices.Clone(plan))
	return true
}

// observe reports the progress to the observer, with a new plan unless plan is nil.
func (r *run) observe(plan []puzzle.Move) {
	if r.solver.Observer == nil {
		return
	}
	r.solver.Observer(search.Progress{
		Stats:  r.result.Stats,
		Bound:  r.result.LowerBound,
		Length: len(r.best),
		Plan:   plan,
	})
}
