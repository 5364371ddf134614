package ga

import (
	"context"
	"fmt"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/internal/random"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/decode"
)

// Solver is a genetic solver. It evolves a first plan in phases: each phase evolves a
// population of paths until the population stagnates, and the next phase starts from the
// best board that the population reached. Large boards have subgoals, each with phases of
// its own: the solver solves one outer row or column at a time, then the rest. It then
// improves the plan until a limit is reached: it breeds shorter plans from an archive of
// boards, and replaces parts of plans by shorter paths. Settings can turn off subgoals,
// improvement and the replacement of parts. The package documentation has the algorithm in
// pseudocode, and its complexity. Solver implements search.Solver.
//
// Under a limit of states, the same seed gives the same Result on any number of cores.
type Solver struct {
	Settings
	Heuristic heuristics.Heuristic
	Order     puzzle.Order `setting:"order"` // order of legal moves in decoding; zero: DefaultOrder
	Seed      uint64       `setting:"seed"`
	Workers   int          `setting:"workers"` // that evaluate chromosomes; 0: one for each core
	Observer  search.Observer
	Clock     search.Clock // times of the plans found; may be nil

	// Members receives the population of each generation, the fittest member first, before
	// Observer receives the generation. Members may be nil. It is not called without an
	// Observer, for generations of improvement, or on boards with subgoals.
	Members func(search.Generation, []Member)
}

// Member is a chromosome of a population.
type Member struct {
	Fitness int64   // the smaller, the better
	Board   []uint8 // tiles of the board that the fitness is computed from
}

// Solve implements search.Solver. The status is Solved if a first plan was found, whatever
// ended its improvement. Without a plan, the status is Exhausted if the phases of an
// objective used up Phases times Generations generations. Otherwise it is the limit that was
// reached, or Cancelled.
//
// Limits.Generated bounds Stats.Generated, the number of states generated. Every gene that is
// decoded counts as one state, or as two if Decoding is Ranked. The states that windows
// generate count, too. Limits.Evaluated bounds Stats.Evaluated, the number of chromosomes scored.
// Windows evaluate none. The Result is optimal if the plan is as short as an admissible
// heuristic's estimate of the start. The error names an invalid setting, or wraps
// search.ErrUnitCosts.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := s.Check(); err != nil {
		return search.Result{}, err
	}
	if err := heuristics.Check(s.Heuristic); err != nil {
		return search.Result{}, fmt.Errorf("ga: %w", err)
	}
	if err := search.CheckWorkers("workers", s.Workers); err != nil {
		return search.Result{}, fmt.Errorf("ga: %w", err)
	}
	if !p.Costs.Unit() {
		return search.Result{}, fmt.Errorf("ga: %w", search.ErrUnitCosts)
	}
	result, done, err := search.Begin(p, s.Order)
	if err != nil {
		return result, err
	}
	if done && (result.Status != search.Solved || s.testsStart()) {
		return result, nil
	}
	result = search.Result{}
	estimator, err := heuristics.EstimatorOf(s.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("ga: %w", err)
	}
	r, err := newRun(ctx, s, p, lim, estimator)
	if err != nil {
		return search.Result{}, fmt.Errorf("ga: %w", err)
	}
	result.LowerBound = r.bound
	if lim.Bytes > 0 && r.total.Bytes > lim.Bytes {
		result.Status = search.MemoryLimit
		return result, nil
	}
	result.Status = r.solve()
	result.Stats = r.total
	result.Found = r.found
	if result.Status == search.Solved {
		result.Moves = r.best
		cost := p.Costs.Total(r.best)
		if err := heuristics.CheckBound(s.Heuristic, cost, result.LowerBound); err != nil {
			return search.Result{}, fmt.Errorf("ga: %w", err)
		}
		search.Finish(p, &result)
	}
	return result, nil
}

// run is the state of one run of a Solver: the data that its evolutions share, and the
// best plan so far.
type run struct {
	solver     *Solver
	ctx        context.Context
	meter      *search.Meter // of the goroutines; nil if nobody measures the run
	limits     search.Limits
	problem    search.Problem
	objectives []*decode.Objective
	whole      *decode.Objective // of improvement
	tables     *decode.Tables    // for boards of the problem's size
	bytes      uint64            // memory of the tables and evolutions
	bound      puzzle.Cost       // lower bound of the length of a plan
	restarted  uint64            // number of restarts, see restarts

	total search.Stats // of all evolutions, as collected so far
	best  []puzzle.Move
	found []search.Found
	last  search.Generation // last generation reported
	seen  search.Population // storage of last.Population
}

func newRun(
	ctx context.Context, s *Solver, p search.Problem, lim search.Limits, estimator heuristics.Estimator,
) (*run, error) {
	r := &run{solver: s, ctx: ctx, meter: search.MeterOf(ctx), limits: lim, problem: p}
	objectives, err := r.newObjectives(estimator)
	if err != nil {
		return nil, err
	}
	r.objectives = objectives
	r.tables = r.objectives[0].Tables
	r.last.Population = &r.seen
	if s.Heuristic.Admissible() {
		r.bound = estimator.Estimate(p.Start.Tiles())
	}
	r.bytes = r.evolutionBytes()
	if s.Improve && s.Windows {
		r.bytes *= uint64(r.improvers())
	}
	for _, o := range r.objectives {
		r.bytes += o.Bytes()
	}
	r.whole = r.newWhole(estimator)
	r.total.Bytes = r.bytes
	return r, nil
}

// solve evolves a first plan, and then shorter plans.
func (r *run) solve() search.Status {
	e := r.newEvolution(r.threads())
	e.position.observed = true
	e.rng = random.Stream(r.solver.Seed, 0)
	unsuccessful := 0 // plans in a row that were not shorter than those before
	for {
		e.budget.states = r.limits.StatesLeft(r.total)
		e.budget.evaluations = r.limits.EvaluationsLeft(r.total)
		plan, ok := e.reach(nil)
		r.collect(e)
		if !ok {
			break
		}
		before := len(r.best)
		r.take(plan)
		if r.solver.Improve && r.solver.ImproveBy == ByArchive {
			r.improve(e, plan)
		}
		if before == 0 || len(r.best) < before {
			unsuccessful = 0
		} else {
			unsuccessful++
		}
		isShortest := puzzle.Cost(len(r.best)) == r.bound
		if isShortest || !r.restarts(unsuccessful) {
			break
		}
		r.restarted++
	}
	if len(r.found) == 0 {
		return e.stop
	}
	return search.Solved
}

// testsStart reports whether a start that is the goal is a solved board. With EndBoard, as in the
// program of the study, only the last board of a path is tested. Then a plan has to leave the goal
// and to come back. Subgoals are tested in any case.
func (s *Solver) testsStart() bool { return s.Target != EndBoard }

// restarts reports whether the run evolves another plan from the start, given the number of plans in
// a row that were not shorter. With ByRestarts, it does so until patience ends it. Under a limit of
// states or evaluations, so do the controls that keep few boards in the archive: they soon find no
// shorter plans, and Patience ends their improvement.
func (r *run) restarts(unsuccessful int) bool {
	s := r.solver
	if !s.Improve {
		return false
	}
	if s.ImproveBy == ByRestarts {
		patience := r.patience()
		return patience == 0 || unsuccessful < patience
	}
	limited := r.limits.Generated > 0 || r.limits.Evaluated > 0
	return (s.Control == HillClimbing || s.Control == RandomPlans) && limited
}

// collect adds an evolution's counters to those of the run, and resets them.
func (r *run) collect(e *evolution) {
	r.total = r.total.Add(e.stats)
	e.stats = search.Stats{}
}

// take makes plan, without its detours, the best plan and reports it, if it is shorter than the
// best so far.
func (r *run) take(plan []puzzle.Move) {
	plan, err := search.Shortcut(r.problem, plan)
	if err != nil {
		panic(fmt.Sprintf("ga: decoded moves do not lead to the goal: %v", err))
	}
	if len(r.found) > 0 && len(plan) >= len(r.best) {
		return
	}
	r.best = append([]puzzle.Move{}, plan...) // not nil, even if the start is the goal
	found := search.Found{
		Length: len(plan), Evaluated: r.total.Evaluated, Generated: r.total.Generated,
	}
	found.Stamp(r.solver.Clock)
	r.found = append(r.found, found)
	r.last.BestLength = len(plan)
	r.observe(r.total, slices.Clone(r.best))
}

// threads returns the number of goroutines that may work at the same time.
func (r *run) threads() int { return search.Workers(r.solver.Workers) }
