package search_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/astar"
	"npuzzle/bench/survey"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/idastar"
	"npuzzle/search/searchtest"
	"npuzzle/search/subgoals"
	"npuzzle/solvers"
)

// A heuristic that is nil, or a maximum with one that is nil, is the same error everywhere.
func TestNilHeuristic(t *testing.T) {
	problem := searchtest.Problem(t, "1 2 3/4 5 6/0 7 8", puzzle.BlankLast)
	solve := func(solver search.Solver) error {
		_, err := solver.Solve(t.Context(), problem, search.Limits{})
		return err
	}
	for _, h := range []heuristics.Heuristic{nil, heuristics.Max(heuristics.Manhattan, nil)} {
		for name, run := range map[string]func() error{
			"astar":   func() error { return solve(&astar.Solver{Heuristic: h}) },
			"idastar": func() error { return solve(&idastar.Solver{Heuristic: h}) },
			"beam":    func() error { return solve(&beam.Solver{Heuristic: h}) },
			"ga": func() error {
				return solve(&ga.Solver{Settings: ga.Default(), Heuristic: h})
			},
			"climber": func() error { return solve(&Climber{Heuristic: h}) },
			"subgoals": func() error {
				core := func(search.Observer) search.Solver { return &astar.Solver{Heuristic: h} }
				_, err := subgoals.Solve(
					t.Context(), problem, search.Limits{}, puzzle.Order{}, nil, h, core,
				)
				return err
			},
			"survey": func() error {
				s := survey.Survey{Goal: problem.Goal, Heuristics: []heuristics.Heuristic{h}}
				_, err := s.Run(t.Context())
				return err
			},
			"heuristics": func() error {
				_, err := new(heuristics.Library).Prepare(t.Context(), h, problem.Goal)
				return err
			},
			"solvers": func() error {
				_, err := solvers.HeuristicVersion(h)
				return err
			},
		} {
			assert.EqualError(t, run(), name+": no heuristic; expected one, such as manhattan")
		}
	}
}
