package searchtest

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// run is a run of a solver: what it was given, and what it returned.
type run struct {
	t       testing.TB
	problem search.Problem
	limits  search.Limits
	varies  bool // the solver claims Varies with some number of workers
	hasty   bool // the solver does not claim Optimal
	search.Result
	err error
}

// must ends the test with the name of a rule if the rule does not hold. It prints the rule on one
// line, and the run that broke the rule on the lines below.
func (r run) must(holds bool, rule string, details ...string) {
	r.t.Helper()
	if holds {
		return
	}
	r.t.Fatalf("broken rule: %s\nproblem: %v to %v, move costs %v\nlimits: %+v\nresult: %s\nerror: %v\n%s", rule,
		r.problem.Start, r.problem.Goal, r.problem.Costs, r.limits, brief(r.Result), r.err, strings.Join(details, "\n"))
}

// mustEqual ends the test with the name of a rule if the result is another one.
func (r run) mustEqual(want search.Result, rule string) {
	r.t.Helper()
	r.must(reflect.DeepEqual(want, r.Result), rule, "expected result: "+brief(want))
}

// mustMatch does so if the results differ in more than what depends on the number of workers. For a
// solver that claims Varies, only the status and the cost of an optimal plan do not. The status does
// if the solver is hasty and a limit ends the run: with one timing it has a plan by then, and with
// another it has none.
func (r run) mustMatch(want search.Result, rule string) {
	r.t.Helper()
	if r.varies {
		sameStatus := r.Status == want.Status || r.hasty && r.limits != (search.Limits{})
		sameCost := !r.Optimal || !want.Optimal || r.Cost == want.Cost
		same := sameStatus && sameCost
		r.must(same, rule, "expected status and optimal cost: "+brief(want))
		return
	}
	r.Result = comparable(r.Result)
	r.mustEqual(comparable(want), rule)
}

// comparable leaves out of a Result what depends on the number of workers and
// on how far ahead of a limit they are.
func comparable(r search.Result) search.Result {
	r.Bytes, r.Discarded = 0, 0
	return r
}

// brief returns the text of a Result. A plan may be so long that only its beginning is printed.
func brief(r search.Result) string {
	moves := len(r.Moves)
	r.Moves, r.Found = r.Moves[:min(moves, 100)], nil
	return fmt.Sprintf("a plan of %d moves, %+v", moves, r)
}

// Solve solves a problem. It leaves out of the Result what depends on the
// number of workers: see comparable.
func Solve(t testing.TB, s search.Solver, p search.Problem, lim search.Limits) search.Result {
	t.Helper()
	r, err := s.Solve(context.Background(), p, lim)
	require.NoError(t, err, "%v", p)
	return comparable(r)
}

// run calls a solver.
func (s suite) run(solver search.Solver, p search.Problem, lim search.Limits) run {
	r := run{t: s.t, problem: p, limits: lim, varies: s.varies, hasty: !s.claims.Optimal}
	r.Result, r.err = solver.Solve(s.ctx, p, lim)
	return r
}

// solve runs a solver on a valid problem and checks the rules that every such run must follow: see
// check. It also checks that the run leaves the solver's settings alone.
func (s suite) solve(solver search.Solver, p search.Problem, lim search.Limits) run {
	before := fmt.Sprintf("%+v", solver)
	r := s.run(solver, p, lim)
	r.must(r.err == nil, "a run on a valid problem returns no error")
	after := fmt.Sprintf("%+v", solver)
	r.must(before == after, "a run does not change the settings of the solver", "before: "+before, "after: "+after)
	s.check(r)
	return r
}

// check tests what the contract says of a Result, whatever its status.
func (s suite) check(r run) {
	p := r.problem
	switch r.Status {
	case search.Solved:
		end, err := p.Start.Replay(r.Moves)
		r.must(err == nil, "every move of a plan is legal")
		r.must(end == p.Goal, "a plan leads from the start to the goal")
		short, err := search.Shortcut(p, r.Moves)
		r.must(err == nil && !passesGoal(p, r.Moves), "a plan ends at the first goal (search.Shortcut)")
		r.must(len(short) == len(r.Moves), "a plan visits no board twice (search.Shortcut)")
		s.checkFound(r)
		r.must(r.Cost == p.Costs.Total(r.Moves), "Cost is the sum of the move costs")
		r.must(r.LowerBound <= r.Cost, "no plan costs less than LowerBound")
		r.must(r.Optimal == (r.Cost == r.LowerBound), "a plan is Optimal if its cost is LowerBound")
		r.must(r.Optimal || !s.claims.Optimal, "every plan of a solver that claims Optimal is optimal")
	case search.TimeLimit, search.NodeLimit, search.EvaluationLimit, search.MemoryLimit, search.Cancelled,
		search.Unsolvable, search.Exhausted:
		r.must(len(r.Moves) == 0, "only a solved run has a plan")
		r.must(r.Cost == 0, "only a solved run has a cost")
		r.must(!r.Optimal, "only a plan can be optimal")
	default:
		r.must(false, "a run ends with one of the statuses of package search")
	}

	// These relations follow from the definitions of the counters.
	r.must(r.ExpandedBeforeLastF <= r.Expanded, "ExpandedBeforeLastF is a part of Expanded")
	r.must(r.Duplicates+r.Reopened <= r.Generated, "Generated counts duplicates and reopened states")
	r.must(r.Open <= r.PeakOpen, "PeakOpen is the maximum of Open")
	r.must(r.PeakOpen <= r.PeakStored, "PeakStored counts open states")
	wrong := s.unreported(r.Stats)
	r.must(wrong == "", "a solver counts only what its kind of search reports (search.Statistics)",
		"counter: "+wrong)
	if s.claims.Evaluates() {
		r.must(r.Generated >= r.Evaluated, "Generated counts the states of evaluated plans")
		return
	}
	// The start has a successor, and a state other than the start was
	// generated before it was expanded.
	r.must(2*r.Generated >= r.Expanded, "Generated counts the states that are expanded")
	r.must(r.Generated <= successors*r.Expanded, "each expanded state generates at most four states")
	r.must((r.Generated > 0) == (r.MaxCost > 0), "MaxCost is the maximum path cost of a generated state")
	r.must(r.Bytes > 0 || r.Expanded == 0, "a search counts its memory in Bytes")
}

// unreported returns the name of a counter that is not 0 although the solver does not report it, or
// "".
func (s suite) unreported(stats search.Stats) string {
	for field, count := range reflect.ValueOf(stats).Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !count.IsZero() && !s.claims.Reports(name) {
			return name
		}
	}
	return ""
}

// passesGoal reports whether a plan reaches the goal before its last move.
func passesGoal(p search.Problem, moves []puzzle.Move) bool {
	board := p.Start
	for _, move := range moves {
		if board == p.Goal {
			return true
		}
		board, _ = board.Move(move)
	}
	return false
}

// checkFound tests the plans that an anytime solver has recorded. A solver that records no plans
// has none to test.
func (s suite) checkFound(r run) {
	if len(r.Found) == 0 {
		return
	}
	costs := r.problem.Costs
	cost := func(f search.Found) puzzle.Cost {
		if costs.Unit() {
			return puzzle.Cost(f.Length)
		}
		return f.Cost
	}
	for i, f := range r.Found[1:] {
		before := r.Found[i]
		r.must(cost(f) < cost(before), "each Found is cheaper than the one before")
		r.must(f.Generated >= before.Generated && f.Evaluated >= before.Evaluated,
			"the counts of Found never fall during a run")
	}
	last := r.Found[len(r.Found)-1]
	r.must(last.Length == len(r.Moves) && cost(last) == r.Cost, "the last Found describes the returned plan",
		fmt.Sprintf("the last Found: %+v", last))
	r.must(last.Generated <= r.Generated && last.Evaluated <= r.Evaluated, "Found counts a part of the work of the run")
}

// checkAgainst tests a Result against the cost of a cheapest plan.
func (s suite) checkAgainst(cheapest puzzle.Cost, r run) {
	optimum := fmt.Sprintf("optimal cost: %d", cheapest)
	r.must(r.LowerBound <= cheapest, "LowerBound never exceeds the optimal cost", optimum)
	if r.Status != search.Solved {
		return
	}
	r.must(r.Cost >= cheapest, "no plan costs less than the optimal cost", optimum)
	r.must(!r.Optimal || r.Cost == cheapest, "an Optimal plan has the optimal cost", optimum)
	r.must(s.Within == 0 || float64(r.Cost) <= s.Within*float64(cheapest),
		"no plan costs more than Within times the optimal cost", optimum)
}

// solved solves a problem under no limits but those of enough. The table of distances has the cost
// of a cheapest plan.
func (s suite) solved(solver search.Solver, p search.Problem) run {
	return s.solvedAt(solver, cheapest(s.t, p), p)
}

// solvedAt solves a problem under no limits but those of enough. The cost of a cheapest plan is
// known.
func (s suite) solvedAt(solver search.Solver, cheapest puzzle.Cost, p search.Problem) run {
	r := s.solve(solver, p, s.enough())
	r.must(r.Status == search.Solved || s.gaveUp(r), "a run without limits solves a solvable problem")
	s.checkAgainst(cheapest, r)
	return r
}

// refuses gives a solver what it must refuse with an error that contains a text.
func (s suite) refuses(solver search.Solver, p search.Problem, text, rule string) {
	r := s.run(solver, p, search.Limits{})
	r.must(r.err != nil && strings.Contains(r.err.Error(), text), rule, fmt.Sprintf("expected error: ...%s...", text))
	r.mustEqual(search.Result{}, "an error comes with the zero Result")
}

// sameWithAnyWorkers runs a problem with several numbers of workers. Only what
// they hold and what they do in vain may differ. It returns all runs.
func (s suite) sameWithAnyWorkers(p search.Problem, lim search.Limits) []run {
	first := s.solve(s.solver, p, lim)
	runs := []run{first}
	for _, workers := range s.numbersOfWorkers() {
		r := s.solve(s.New(Settings{Workers: workers}), p, lim)
		r.mustMatch(first.Result, fmt.Sprintf(
			"the result does not depend on the number of workers, nor on earlier runs (here %d workers)", workers))
		runs = append(runs, r)
	}
	return runs
}
