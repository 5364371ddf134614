package searchtest

import (
	"context"
	"fmt"
	"reflect"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// longestRun is how long the suite waits for a run. No run of the suite takes a tenth of that.
var longestRun = time.Minute

// must ends the test with the name of a rule if the rule does not hold. It prints the rule on one
// line, and the run that broke the rule on the lines below.
func must(t testing.TB, holds bool, rule, run string) {
	t.Helper()
	if !holds {
		t.Fatalf("broken rule: %s\n%s", rule, run)
	}
}

// mustEqual ends the test with the name of a rule if two results differ.
func mustEqual(t testing.TB, want, got search.Result, rule string, p search.Problem, lim search.Limits) {
	t.Helper()
	if !reflect.DeepEqual(want, got) {
		must(t, false, rule, describe(p, lim, got)+"\nexpected result: "+brief(want))
	}
}

// describe returns the problem, the limits and the result of a run.
func describe(p search.Problem, lim search.Limits, r search.Result) string {
	return fmt.Sprintf("problem: %v to %v, move costs %v\nlimits: %+v\nresult: %s",
		p.Start, p.Goal, p.Costs, lim, brief(r))
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

// solve runs a solver as solveWithin does, with a context that does not end.
func (c Config) solve(t testing.TB, s search.Solver, p search.Problem, lim search.Limits) search.Result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // a run that the suite no longer waits for
	return c.solveWithin(ctx, t, s, p, lim)
}

// solveWithin runs a solver and checks the rules that every run must follow: see check. It
// also checks that the run leaves the solver's settings alone.
func (c Config) solveWithin(
	ctx context.Context, t testing.TB, s search.Solver, p search.Problem, lim search.Limits,
) search.Result {
	t.Helper()
	before := fmt.Sprintf("%+v", s)
	r, err := c.run(ctx, t, s, p, lim)
	must(t, err == nil, "a run on a valid problem returns no error",
		fmt.Sprintf("%s\nerror: %v", describe(p, lim, r), err))
	after := fmt.Sprintf("%+v", s)
	must(t, before == after, "a run does not change the settings of the solver", "before: "+before+"\nafter: "+after)
	c.check(t, p, lim, r)
	return r
}

// run calls a solver on a goroutine of its own, so that a run that panics or does not end breaks a
// rule. After a run that does not end, Run leaves out its other tests.
func (c Config) run(
	ctx context.Context, t testing.TB, s search.Solver, p search.Problem, lim search.Limits,
) (search.Result, error) {
	t.Helper()
	type outcome struct {
		result search.Result
		err    error
		fault  string // the message and the stack of a panic
	}
	ended := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if message := recover(); message != nil {
				o.fault = fmt.Sprintf("panic: %.1000s\n%s", fmt.Sprint(message), debug.Stack())
			}
			ended <- o
		}()
		o.result, o.err = s.Solve(ctx, p, lim)
	}()
	late := time.NewTimer(longestRun)
	defer late.Stop()
	select {
	case o := <-ended:
		must(t, o.fault == "", "a run does not panic", o.fault)
		return o.result, o.err
	case <-late.C:
	}
	*c.stuck = true
	rule := "a run without limits ends"
	if ctx.Err() != nil {
		rule = "a run ends when its context has ended (poll search.Watch)"
	} else if lim.Generated > 0 {
		rule = "a run ends at Limits.Generated (poll search.Watch)"
	}
	must(t, false, rule, fmt.Sprintf("problem: %v to %v\nlimits: %+v\nThe run has not ended after %v. The tests "+
		"that follow are left out.", p.Start, p.Goal, lim, longestRun))
	return search.Result{}, nil
}

// check tests what the contract says of a Result, whatever its status.
func (c Config) check(t testing.TB, p search.Problem, lim search.Limits, r search.Result) {
	t.Helper()
	what := describe(p, lim, r)
	switch r.Status {
	case search.Solved:
		end, err := p.Start.Replay(r.Moves)
		must(t, err == nil, "every move of a plan is legal", what)
		must(t, end == p.Goal, "a plan leads from the start to the goal", what)
		must(t, r.Cost == p.Costs.Total(r.Moves), "Cost is the sum of the move costs", what)
		must(t, r.LowerBound <= r.Cost, "no plan costs less than LowerBound", what)
		must(t, r.Optimal == (r.Cost == r.LowerBound), "a plan is Optimal if its cost is LowerBound", what)
		must(t, r.Optimal || !c.Optimal, "every plan of a solver that claims Optimal is optimal", what)
	case search.TimeLimit, search.NodeLimit, search.MemoryLimit, search.Cancelled, search.Unsolvable, search.Exhausted:
		must(t, len(r.Moves) == 0, "only a solved run has a plan", what)
		must(t, r.Cost == 0, "only a solved run has a cost", what)
		must(t, !r.Optimal, "only a plan can be optimal", what)
	default:
		must(t, false, "a run ends with one of the statuses of package search", what)
	}
	c.checkStats(t, r.Stats, what)
}

// checkStats tests relations that follow from the definitions of the counters.
func (c Config) checkStats(t testing.TB, s search.Stats, what string) {
	t.Helper()
	must(t, s.ExpandedBeforeLastF <= s.Expanded, "ExpandedBeforeLastF is a part of Expanded", what)
	must(t, s.Duplicates+s.Reopened <= s.Generated, "Generated counts duplicates and reopened states", what)
	must(t, s.Open <= s.PeakOpen, "PeakOpen is the maximum of Open", what)
	must(t, s.PeakOpen <= s.PeakStored, "PeakStored counts open states", what)
	if c.Evaluates {
		must(t, s.Generated >= s.Evaluated, "Generated counts the states of evaluated plans", what)
		must(t, s.Expanded == 0 || c.Anytime, "a solver that only evaluates plans expands no states", what)
		return
	}
	must(t, s.Evaluated == 0, "only a solver that claims Evaluates evaluates plans", what)
	// The start has a successor, and a state other than the start was
	// generated before it was expanded. No state has more than four.
	must(t, 2*s.Generated >= s.Expanded, "Generated counts the states that are expanded", what)
	must(t, s.Generated <= 4*s.Expanded, "each expanded state generates at most four states", what)
	must(t, (s.Generated > 0) == (s.MaxCost > 0), "MaxCost is the maximum path cost of a generated state", what)
	must(t, s.Bytes > 0 || s.Expanded == 0, "a search counts its memory in Bytes", what)
}

// checkAgainst tests a Result against the cost of a cheapest plan.
func (c Config) checkAgainst(
	t testing.TB, cheapest puzzle.Cost, p search.Problem, lim search.Limits, r search.Result,
) {
	t.Helper()
	what := fmt.Sprintf("%s\noptimal cost: %d", describe(p, lim, r), cheapest)
	must(t, r.LowerBound <= cheapest, "LowerBound never exceeds the optimal cost", what)
	if r.Status != search.Solved {
		return
	}
	must(t, r.Cost >= cheapest, "no plan costs less than the optimal cost", what)
	must(t, !r.Optimal || r.Cost == cheapest, "an Optimal plan has the optimal cost", what)
	must(t, c.Within == 0 || float64(r.Cost) <= c.Within*float64(cheapest),
		"no plan costs more than Within times the optimal cost", what)
}

// solved solves a problem without limits, whose cheapest plan the table of distances tells.
func (c Config) solved(t testing.TB, s search.Solver, p search.Problem) search.Result {
	t.Helper()
	return c.solvedAt(t, s, cheapest(t, p), p)
}

// solvedAt solves a problem without limits, whose cheapest plan is known.
func (c Config) solvedAt(t testing.TB, s search.Solver, cheapest puzzle.Cost, p search.Problem) search.Result {
	t.Helper()
	r := c.solve(t, s, p, search.Limits{})
	must(t, r.Status == search.Solved || c.Incomplete, "a run without limits solves a solvable problem",
		describe(p, search.Limits{}, r))
	c.checkAgainst(t, cheapest, p, search.Limits{}, r)
	return r
}
