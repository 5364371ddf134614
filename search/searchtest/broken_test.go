package searchtest_test

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// broken is a solver that breaks one rule of the contract: it changes what Textbook gets, or
// what Textbook returns.
type broken struct {
	searchtest.Textbook
	runs  int // a setting, as far as the suite knows
	solve func(b *broken, ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error)
}

func (b *broken) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	return b.solve(b, ctx, p, lim)
}

// returning makes a broken solver that changes the results of Textbook.
func returning(change func(p search.Problem, lim search.Limits, r *search.Result)) *broken {
	return &broken{
		solve: func(b *broken, ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
			r, err := b.Textbook.Solve(ctx, p, lim)
			if err == nil {
				change(p, lim, &r)
			}
			return r, err
		},
	}
}

// getting makes a broken solver that changes what Textbook gets.
func getting(change func(b *broken, ctx *context.Context, p *search.Problem, lim *search.Limits)) *broken {
	return &broken{
		solve: func(b *broken, ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
			changed := *b
			change(&changed, &ctx, &p, &lim)
			return changed.Textbook.Solve(ctx, p, lim)
		},
	}
}

// reporting makes a broken solver change its reports. The function change gets the number of
// reports.
func reporting(b *broken, change func(reports int, p *search.Progress)) {
	reports, observe := 0, b.Observer
	if observe == nil {
		return
	}
	b.Observer = func(p search.Progress) {
		reports++
		change(reports, &p)
		observe(p)
	}
}

// searched tells whether a run has done more than to look at the start.
func searched(r *search.Result) bool { return r.Expanded > 0 }

// earlierRuns is what one of the broken solvers keeps.
var earlierRuns uint64

// brokenSolvers break one rule each. The suite must print the rule.
var brokenSolvers = map[string]struct {
	rule   string
	test   string // of the suite that finds the fault
	solver *broken
}{
	"ignores Limits.Bytes": {
		rule: "a run ends with the status memory-limit before it needs more than Limits.Bytes",
		test: "MemoryLimit",
		solver: getting(func(_ *broken, _ *context.Context, _ *search.Problem, lim *search.Limits) {
			lim.Bytes = 0
		}),
	},
	"holds more than Limits.Bytes": {
		rule: "Bytes never exceeds Limits.Bytes",
		test: "MemoryLimit",
		solver: returning(func(_ search.Problem, lim search.Limits, r *search.Result) {
			if lim.Bytes > 1 {
				r.Bytes = lim.Bytes + 1
			}
		}),
	},
	"expands some states too many": {
		rule: "a run with the status node-limit ends at the first expansion that reaches Limits.Generated",
		test: "NodeLimit",
		solver: getting(func(_ *broken, _ *context.Context, _ *search.Problem, lim *search.Limits) {
			if lim.Generated > 1 {
				lim.Generated += 8
			}
		}),
	},
	"ends at a limit of evaluations without evaluating": {
		rule: "a solver that evaluates no plans ignores Limits.Evaluated",
		test: "EvaluationLimit",
		solver: getting(func(_ *broken, _ *context.Context, _ *search.Problem, lim *search.Limits) {
			if lim.Evaluated > 0 {
				lim.Generated = lim.Evaluated
			}
		}),
	},
	"takes a deadline for a cancellation": {
		rule: "a run whose context ends with context deadline exceeded has the status time-limit",
		test: "Interrupted",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.TimeLimit {
				r.Status = search.Cancelled
			}
		}),
	},
	"never reports to its observer": {
		rule: "a solver reports its progress to its Observer (poll search.Watch, or call the Observer)",
		test: "Observer",
		solver: getting(func(b *broken, _ *context.Context, _ *search.Problem, _ *search.Limits) {
			b.Observer = nil
		}),
	},
	"reports a longer plan after a shorter one": {
		rule: "Progress.Length never rises during a run, once there is a plan",
		test: "Observer",
		solver: getting(func(b *broken, _ *context.Context, _ *search.Problem, _ *search.Limits) {
			reporting(b, func(reports int, p *search.Progress) { p.Length = reports })
		}),
	},
	"reports the same plan twice": {
		rule: "Progress.Plan is a new best plan, of Progress.Length moves",
		test: "Observer",
		solver: getting(func(b *broken, _ *context.Context, _ *search.Problem, _ *search.Limits) {
			reporting(b, func(_ int, p *search.Progress) { p.Length, p.Plan = 1, []puzzle.Move{puzzle.Up} })
		}),
	},
	"accepts move costs": {
		rule: "a solver that claims UnitCosts refuses other move costs with an error such as search.ErrUnitCosts",
		test: "Costs",
		solver: getting(func(_ *broken, _ *context.Context, p *search.Problem, _ *search.Limits) {
			p.Costs = puzzle.Costs{}
		}),
	},
	"makes a very long plan": {
		rule: "a plan ends at the first goal (search.Shortcut)",
		test: "KnownLengths",
		solver: returning(func(p search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved && searched(r) {
				last := r.Moves[len(r.Moves)-1]
				r.Moves = append(r.Moves, slices.Repeat([]puzzle.Move{last.Opposite(), last}, 50_000)...)
				r.Cost, r.Optimal = p.Costs.Total(r.Moves), false
			}
		}),
	},
	"does not prove its plans": {
		rule: "every plan of a solver that claims Optimal is optimal",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved && searched(r) {
				r.LowerBound, r.Optimal = 0, false
			}
		}),
	},
	"proves a wrong length": {
		rule: "LowerBound never exceeds the optimal cost",
		test: "NodeLimitAtTheEnd",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.NodeLimit {
				r.LowerBound += 100
			}
		}),
	},
	"returns a part of the plan": {
		rule: "a plan leads from the start to the goal",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			r.Moves = r.Moves[:max(len(r.Moves)-1, 0)]
		}),
	},
	"returns an illegal move": {
		rule: "every move of a plan is legal",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved {
				r.Moves = append(r.Moves, slices.Repeat([]puzzle.Move{puzzle.Up}, 16)...)
			}
		}),
	},
	"counts moves wrong": {
		rule: "Cost is the sum of the move costs",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if searched(r) && r.Status == search.Solved {
				r.Cost++
			}
		}),
	},
	"makes a move there and back": {
		rule: "a plan visits no board twice (search.Shortcut)",
		test: "KnownLengths",
		solver: returning(func(p search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved && searched(r) {
				first := r.Moves[0]
				r.Moves = slices.Concat([]puzzle.Move{first, first.Opposite()}, r.Moves)
				r.Cost, r.Optimal = p.Costs.Total(r.Moves), false
			}
		}),
	},
	"records a plan before its detours are cut": {
		rule: "the last Found describes the returned plan",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved && searched(r) {
				r.Found = []search.Found{{Length: len(r.Moves) + 2, Generated: r.Generated}}
			}
		}),
	},
	"records a plan that is no better": {
		rule: "each Found is cheaper than the one before",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved && searched(r) {
				plan := search.Found{Length: len(r.Moves), Generated: r.Generated}
				r.Found = []search.Found{plan, plan}
			}
		}),
	},
	"counts a plan before the one before it": {
		rule: "the counts of Found never fall during a run",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved && searched(r) {
				plan := search.Found{Length: len(r.Moves), Generated: r.Generated - 1}
				before := search.Found{Length: len(r.Moves) + 2, Generated: r.Generated}
				r.Found = []search.Found{before, plan}
			}
		}),
	},
	"counts work after the run": {
		rule: "Found counts a part of the work of the run",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Solved && searched(r) {
				r.Found = []search.Found{{Length: len(r.Moves), Generated: r.Generated + 1}}
			}
		}),
	},
	"hands out a plan at a limit": {
		rule: "only a solved run has a plan",
		test: "EvaluationLimit",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.NodeLimit {
				r.Moves = []puzzle.Move{puzzle.Up}
			}
		}),
	},
	"ends with a status of its own": {
		rule: "a run ends with one of the statuses of package search",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			r.Status = "done"
		}),
	},
	"gives up": {
		rule: "a run without limits solves a solvable problem",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if len(r.Moves) > 5 {
				*r = search.Result{Status: search.Exhausted, Stats: r.Stats}
			}
		}),
	},
	"searches unsolvable problems": {
		rule: "a problem without a plan is unsolvable without a search (search.Begin)",
		test: "NoSearch",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if r.Status == search.Unsolvable {
				r.Status = search.Exhausted
			}
		}),
	},
	"counts a search that was not needed": {
		rule: "a problem whose start is its goal is solved without a search (search.Begin)",
		test: "NoSearch",
		solver: returning(func(p search.Problem, _ search.Limits, r *search.Result) {
			if p.Start == p.Goal {
				r.Expanded, r.Generated, r.MaxCost, r.Bytes = 1, 2, 1, 1
			}
		}),
	},
	"accepts a problem without boards": {
		rule: "a problem that lacks a board, or whose boards differ in size, is refused (search.Begin)",
		test: "Faults",
		solver: getting(func(_ *broken, _ *context.Context, p *search.Problem, _ *search.Limits) {
			p.Goal = cmp.Or(p.Goal, p.Start)
		}),
	},
	"counts no bytes": {
		rule: "a search counts its memory in Bytes",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			r.Bytes = 0
		}),
	},
	"counts a tenth of its bytes": {
		rule: "a search takes at most twice as much memory as Bytes",
		test: "MemoryTaken",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			r.Bytes /= 10
		}),
	},
	"counts ten times its bytes": {
		rule: "Bytes is at most twice the memory that a search takes",
		test: "MemoryTaken",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			r.Bytes *= 10
		}),
	},
	"ignores the order": {
		rule: "the order of successors changes the search",
		test: "Orders",
		solver: getting(func(b *broken, _ *context.Context, _ *search.Problem, _ *search.Limits) {
			b.Order = puzzle.DefaultOrder
		}),
	},
	"changes its settings": {
		rule: "a run does not change the settings of the solver",
		test: "KnownLengths",
		solver: &broken{solve: func(
			b *broken, ctx context.Context, p search.Problem, lim search.Limits,
		) (search.Result, error) {
			b.runs++
			return b.Textbook.Solve(ctx, p, lim)
		}},
	},
	"keeps something of earlier runs": {
		rule: "a run does not depend on earlier runs of the same solver",
		test: "Repeated",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			if earlierRuns++; searched(r) {
				r.PeakStored += earlierRuns
			}
		}),
	},
	"counts plans, which its kind of search has not": {
		rule: "a solver counts only what its kind of search reports (search.Statistics)",
		test: "KnownLengths",
		solver: returning(func(_ search.Problem, _ search.Limits, r *search.Result) {
			r.Evaluated = min(r.Generated, 1)
		}),
	},
	"reports generations that it does not claim": {
		rule: "reports of a solver that claims Generations, and no others, have a Generation",
		test: "Observer",
		solver: getting(func(b *broken, _ *context.Context, _ *search.Problem, _ *search.Limits) {
			reporting(b, func(_ int, p *search.Progress) { p.Generation = &search.Generation{} })
		}),
	},
	"hands its own plan to the observer": {
		rule: "every move of a plan is legal",
		test: "Observer",
		solver: &broken{
			solve: func(
				b *broken, ctx context.Context, p search.Problem, lim search.Limits,
			) (search.Result, error) {
				r, err := b.Textbook.Solve(ctx, p, lim)
				if err == nil && b.Observer != nil && searched(&r) {
					b.Observer(search.Progress{
						Stats:  r.Stats,
						Bound:  r.LowerBound,
						Length: len(r.Moves),
						Plan:   r.Moves,
					})
				}
				return r, err
			},
		},
	},
	"returns an error": {
		rule: "a run on a valid problem returns no error",
		test: "KnownLengths",
		solver: &broken{
			solve: func(*broken, context.Context, search.Problem, search.Limits) (search.Result, error) {
				return search.Result{}, errors.New("no idea")
			},
		},
	},
}

// brokenSolver is the variable of the environment that names the solver of TestBrokenSolver.
const brokenSolver = "BROKEN_SOLVER"

// TestBrokenSolver runs the suite on a broken solver in a process that TestRulesAreNamed starts.
func TestBrokenSolver(t *testing.T) {
	c, ok := brokenSolvers[os.Getenv(brokenSolver)]
	if !ok {
		t.Skip("run by TestRulesAreNamed")
	}
	searchtest.Run(t, searchtest.Config{
		New: func(s searchtest.Settings) search.Solver {
			b := *c.solver
			b.Textbook = searchtest.Textbook{Order: s.Order, Observer: s.Observer}
			return &b
		},
		Reach: 15,
	})
}

// For each broken solver, the suite prints the rule that the solver breaks on a line of its own.
// Every test of the suite that fails names a rule. An ordinary run takes one test of the suite for
// each solver, and a long run takes all.
func TestRulesAreNamed(t *testing.T) {
	if searchtest.RaceDetector {
		t.Skip("the whole suite takes long, and the rule on memory is left out under the race detector")
	}
	failed := regexp.MustCompile(`(?m)^    --- FAIL: `)
	rules := regexp.MustCompile(`(?m)^ +\w+\.go:\d+: broken rule: (.*)$`)
	for name, c := range brokenSolvers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tests := "^" + c.test + "$"
			if slow.Asked() {
				tests = ""
			}
			program := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBrokenSolver$/"+tests)
			program.Env = append(os.Environ(), brokenSolver+"="+name)
			out, err := program.CombinedOutput()
			require.Error(t, err, "%s", out)
			var named []string
			for _, match := range rules.FindAllStringSubmatch(string(out), -1) {
				named = append(named, match[1])
			}
			assert.Contains(t, named, c.rule, "%s", out)
			assert.Len(t, named, len(failed.FindAllString(string(out), -1)), "%s", out)
			for line := range strings.Lines(string(out)) {
				assert.Less(t, len(line), 2000, "%s", line)
			}
		})
	}
}
