package solvers_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/idastar"
	"npuzzle/search/searchtest"
	"npuzzle/solvers"
)

// wrong is a heuristic of another program that breaks the contract of heuristics.
type wrong struct {
	name       string
	admissible bool
	estimate   func(manhattan puzzle.Cost, isGoal bool) puzzle.Cost
	track      func(estimate, call puzzle.Cost) puzzle.Cost // what the Tracker makes of an estimate
}

func (w *wrong) Name() string     { return w.name }
func (w *wrong) Admissible() bool { return w.admissible }
func (w *wrong) Consistent() bool { return w.admissible }

func (w *wrong) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	manhattan, err := heuristics.Manhattan.For(goal, costs)
	return &wrongEstimator{wrong: w, manhattan: manhattan, goal: string(goal.Tiles())}, err
}

type wrongEstimator struct {
	wrong     *wrong
	manhattan heuristics.Estimator
	goal      string
}

func (e *wrongEstimator) Estimate(tiles []uint8) puzzle.Cost {
	return e.wrong.estimate(e.manhattan.Estimate(tiles), string(tiles) == e.goal)
}

func (e *wrongEstimator) Track() heuristics.Tracker { return &wrongTracker{estimator: e} }

// wrongTracker counts its calls, so that its estimates can depend on them.
type wrongTracker struct {
	estimator *wrongEstimator
	calls     puzzle.Cost
}

func (t *wrongTracker) Reset(tiles []uint8) puzzle.Cost {
	t.calls++
	estimate := t.estimator.Estimate(tiles)
	if t.estimator.wrong.track == nil {
		return estimate
	}
	return t.estimator.wrong.track(estimate, t.calls)
}

func (t *wrongTracker) Move(tiles []uint8, _, _ uint8) puzzle.Cost  { return t.Reset(tiles) }
func (t *wrongTracker) After(tiles []uint8, _, _ uint8) puzzle.Cost { return t.Reset(tiles) }

// wrongHeuristics lists heuristics that break the contract, and whether a solver may say so.
func wrongHeuristics() []*wrong {
	scaled := func(factor puzzle.Cost) func(puzzle.Cost, bool) puzzle.Cost {
		return func(manhattan puzzle.Cost, _ bool) puzzle.Cost { return factor * manhattan }
	}
	otherwise := func(estimate puzzle.Cost) func(puzzle.Cost, bool) puzzle.Cost {
		return func(_ puzzle.Cost, isGoal bool) puzzle.Cost {
			if isGoal {
				return 0
			}
			return estimate
		}
	}
	var list []*wrong
	for _, admissible := range []bool{false, true} {
		list = append(list,
			&wrong{name: "negative", admissible: admissible, estimate: scaled(-1)},
			&wrong{name: "lowest", admissible: admissible, estimate: otherwise(math.MinInt)},
			&wrong{name: "too large", admissible: admissible, estimate: scaled(3)},
			&wrong{name: "far too large", admissible: admissible, estimate: scaled(1_000_000)},
			&wrong{name: "largest", admissible: admissible, estimate: otherwise(math.MaxInt)},
			&wrong{name: "goal at 5", admissible: admissible,
				estimate: func(manhattan puzzle.Cost, _ bool) puzzle.Cost { return manhattan + 5 }},
			&wrong{name: "wild tracker", admissible: admissible, estimate: scaled(1),
				track: func(estimate, call puzzle.Cost) puzzle.Cost {
					return estimate + call*7919%101 - 50
				}},
			&wrong{
				name:       "wild tracker of large estimates",
				admissible: admissible,
				estimate:   scaled(1),
				track: func(estimate, call puzzle.Cost) puzzle.Cost {
					if call%3 == 0 {
						return math.MaxInt
					}
					return math.MinInt
				},
			},
		)
	}
	return list
}

// A heuristic that breaks its contract never lets a solver panic. The solver returns a plan that
// leads to the goal, a status, or an error that names the heuristic.
func TestWrongHeuristics(t *testing.T) {
	problems := []search.Problem{
		searchtest.Problem(t, "0 1 2 3 4", puzzle.BlankLast),
		searchtest.Problem(t, "0 3/2 1", puzzle.BlankLast),
		searchtest.Problem(t, "1 8 2/0 4 3/7 6 5", puzzle.BlankLast),
	}
	for _, size := range []puzzle.Size{{Rows: 4, Cols: 4}, {Rows: 7, Cols: 6}} {
		goal := searchtest.Goal(t, puzzle.BlankLast, size)
		start := puzzle.Walk(puzzle.NewRand(1, 0), goal, 12)
		problems = append(problems, search.Problem{Start: start, Goal: goal})
	}
	for _, settings := range informedSolvers(t) {
		t.Run(settings.Algorithm+" "+settings.Get("engine"), func(t *testing.T) {
			t.Parallel()
			for _, h := range wrongHeuristics() {
				maximum := heuristics.Max(heuristics.Manhattan, h)
				for _, with := range []heuristics.Heuristic{h, maximum} {
					settings.Heuristic = with
					for _, p := range problems {
						checkWrong(t, settings, p)
					}
				}
			}
		})
	}
}

// informedSolvers returns the default settings of all solvers that take a heuristic, with each
// engine.
func informedSolvers(t *testing.T) []solvers.Settings {
	t.Helper()
	var list []solvers.Settings
	for _, name := range solvers.Names() {
		settings := solvers.Default(name)
		if !settings.Informed() {
			continue
		}
		list = append(list, settings)
		if settings.Takes("engine") {
			list = append(list, settings.With("engine", search.Textbook))
		}
	}
	return list
}

// checkWrong solves a problem with a wrong heuristic.
func checkWrong(t *testing.T, settings solvers.Settings, p search.Problem) {
	t.Helper()
	solver, err := solvers.New(settings, nil)
	require.NoError(t, err)
	what := settings.Algorithm + ", " + settings.HeuristicName() + ", " + p.Start.String()
	limits := search.Limits{Generated: 3000, Bytes: 64 << 20}
	var r search.Result
	require.NotPanics(t, func() { r, err = solver.Solve(context.Background(), p, limits) }, what)
	if err != nil {
		parts := heuristics.Parts(settings.Heuristic)
		name := parts[len(parts)-1].Name()
		assert.ErrorContains(t, err, name, what)
		return
	}
	if r.Status == search.Solved {
		end, err := p.Start.Replay(r.Moves)
		assert.NoError(t, err, what)
		assert.Equal(t, p.Goal, end, what)
		assert.LessOrEqual(t, r.LowerBound, r.Cost, what)
	}
}

// A heuristic whose estimates are negative gives the plans of zero estimates, and one whose claim
// is refuted gives an error.
func TestWrongEstimatesHaveOneMeaning(t *testing.T) {
	p := searchtest.Problem(t, "1 8 2/0 4 3/7 6 5", puzzle.BlankLast)
	all := wrongHeuristics()
	for _, settings := range informedSolvers(t) {
		if !settings.Capabilities().Optimal {
			continue
		}
		settings.Heuristic = heuristics.Zero
		zero, err := solvers.New(settings, nil)
		require.NoError(t, err)
		want := searchtest.Solve(t, zero, p, search.Limits{})
		for _, h := range all {
			settings.Heuristic = h
			solver, err := solvers.New(settings, nil)
			require.NoError(t, err)
			switch {
			case h.name == "negative" && h.admissible:
				r := searchtest.Solve(t, solver, p, search.Limits{})
				assert.Equal(t, want.Moves, r.Moves, settings.Algorithm)
				assert.True(t, r.Optimal, settings.Algorithm)
			case h.name == "too large" && h.admissible:
				_, err := solver.Solve(t.Context(), p, search.Limits{})
				assert.ErrorContains(t, err, `heuristic "too large" is not admissible`,
					settings.Algorithm)
			case h.name == "goal at 5":
				_, err := solver.Solve(t.Context(), p, search.Limits{})
				assert.ErrorContains(t, err, `heuristic "goal at 5" estimates 5 for its goal`,
					settings.Algorithm)
			}
		}
	}
}

// Each solver that takes a heuristic refuses nil, also as a part of a maximum.
func TestNoHeuristic(t *testing.T) {
	p := searchtest.Problem(t, "1 2 3/4 5 6/7 0 8", puzzle.BlankLast)
	for _, settings := range informedSolvers(t) {
		settings.Heuristic = nil
		_, err := solvers.New(settings, nil)
		assert.ErrorContains(t, err, "heuristic", settings.Algorithm)

		settings.Heuristic = heuristics.Max(heuristics.Manhattan, nil)
		_, err = solvers.New(settings, nil)
		assert.ErrorContains(t, err, "no heuristic", settings.Algorithm)
		assert.Error(t, settings.CheckGoal(p.Goal, p.Costs), settings.Algorithm)
	}
	for name, solver := range map[string]search.Solver{
		"astar": &astar.Solver{}, "idastar": &idastar.Solver{}, "beam": &beam.Solver{},
		"ga": &ga.Solver{Settings: ga.Default()},
	} {
		_, err := solver.Solve(t.Context(), p, search.Limits{})
		assert.ErrorContains(t, err, name+": no heuristic")
	}
}
