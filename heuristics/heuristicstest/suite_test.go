package heuristicstest_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/heuristicstest"
	"npuzzle/puzzle"
)

// The heuristic of the Example passes the suite.
func TestExample(t *testing.T) { conformance(t) }

// broken is Manhattan distance that breaks one rule.
type broken struct {
	heuristics.Heuristic
	admissible, consistent bool
	anyGoal                bool
	estimate               func(tiles []uint8, estimate puzzle.Cost) puzzle.Cost
	moved                  func(t *brokenTracker, tiles []uint8, estimate puzzle.Cost) puzzle.Cost
}

func (b broken) Name() string     { return "broken" }
func (b broken) Admissible() bool { return b.admissible }
func (b broken) Consistent() bool { return b.consistent }

func (b broken) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	if b.anyGoal && goal == (puzzle.Board{}) {
		return nil, nil
	}
	e, err := heuristics.Manhattan.For(goal, costs)
	return brokenEstimator{Estimator: e, broken: b}, err
}

// brokenEstimator changes the estimates of another estimator.
type brokenEstimator struct {
	heuristics.Estimator
	broken broken
}

func (e brokenEstimator) Estimate(tiles []uint8) puzzle.Cost {
	estimate := e.Estimator.Estimate(tiles)
	if e.broken.estimate != nil {
		return e.broken.estimate(tiles, estimate)
	}
	return estimate
}

func (e brokenEstimator) Track() heuristics.Tracker { return &brokenTracker{estimator: e} }

// brokenTracker computes estimates from scratch, and may break a rule when it does.
type brokenTracker struct {
	estimator brokenEstimator
	moves     int
}

func (t *brokenTracker) Reset(tiles []uint8) puzzle.Cost {
	t.moves = 0
	return t.estimator.Estimate(tiles)
}

func (t *brokenTracker) Move(tiles []uint8, _, _ uint8) puzzle.Cost {
	t.moves++
	estimate := t.estimator.Estimate(tiles)
	if t.estimator.broken.moved != nil {
		return t.estimator.broken.moved(t, tiles, estimate)
	}
	return estimate
}

func (t *brokenTracker) After(tiles []uint8, _, _ uint8) puzzle.Cost {
	return t.estimator.Estimate(tiles)
}

// brokenHeuristics break one rule each. The suite must print the rule.
var brokenHeuristics = map[string]struct {
	rule      string
	heuristic broken
}{
	"overestimates": {
		rule: "no estimate of an admissible heuristic exceeds the true cost",
		heuristic: broken{
			admissible: true,
			estimate:   func(_ []uint8, estimate puzzle.Cost) puzzle.Cost { return 2 * estimate },
		},
	},
	"falls too fast": {
		rule: "no move lowers the estimate of a consistent heuristic by more than the move costs",
		heuristic: broken{
			admissible: true,
			consistent: true,
			estimate: func(tiles []uint8, estimate puzzle.Cost) puzzle.Cost {
				if tiles[0] == 1 {
					return 0
				}
				return estimate
			},
		},
	},
	"estimates the goal": {
		rule: "the estimate of the goal is 0",
		heuristic: broken{
			estimate: func(_ []uint8, estimate puzzle.Cost) puzzle.Cost { return estimate + 1 },
		},
	},
	"claims half": {
		rule:      "a heuristic that claims to be consistent claims to be admissible, too",
		heuristic: broken{consistent: true},
	},
	"accepts no goal": {
		rule:      "For refuses the zero Board",
		heuristic: broken{anyGoal: true},
	},
	"tracks another estimate": {
		rule: "Tracker.Move returns the full estimate after a move",
		heuristic: broken{
			moved: func(t *brokenTracker, _ []uint8, estimate puzzle.Cost) puzzle.Cost {
				return estimate + puzzle.Cost(t.moves/10)
			},
		},
	},
	"does not undo moves": {
		rule: "a move and its opposite bring a Tracker back to its estimate",
		heuristic: broken{
			moved: func(t *brokenTracker, _ []uint8, estimate puzzle.Cost) puzzle.Cost {
				return estimate + puzzle.Cost(t.moves/2)
			},
		},
	},
	"changes the tiles": {
		rule: "no method changes the tiles that it is given",
		heuristic: broken{
			moved: func(_ *brokenTracker, tiles []uint8, estimate puzzle.Cost) puzzle.Cost {
				if len(tiles) > 9 {
					slices.Reverse(tiles)
				}
				return estimate
			},
		},
	},
}

// brokenHeuristic is the variable of the environment that names the heuristic of
// TestBrokenHeuristic.
const brokenHeuristic = "BROKEN_HEURISTIC"

// TestBrokenHeuristic runs the suite on a broken heuristic in a process that TestRulesAreNamed
// starts.
func TestBrokenHeuristic(t *testing.T) {
	c, ok := brokenHeuristics[os.Getenv(brokenHeuristic)]
	if !ok {
		t.Skip("run by TestRulesAreNamed")
	}
	heuristicstest.Run(t, heuristicstest.Config{Heuristic: c.heuristic})
}

// For each broken heuristic, the suite prints the rule that the heuristic breaks on a line of its
// own.
func TestRulesAreNamed(t *testing.T) {
	for name, c := range brokenHeuristics {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestBrokenHeuristic$")
			program.Env = append(os.Environ(), brokenHeuristic+"="+name)
			out, err := program.CombinedOutput()
			require.Error(t, err, "%s", out)
			rule := regexp.MustCompile(`(?m)^ +\w+\.go:\d+: broken rule: ` + regexp.QuoteMeta(c.rule) + `$`)
			assert.Regexp(t, rule, string(out))
		})
	}
}
