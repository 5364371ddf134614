package bench_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/bfs"
	"npuzzle/search/idastar"
	"npuzzle/solvers"
)

// keyOf returns the key of the trial of a solver on a board.
func keyOf(t *testing.T, s bench.Solver) string {
	t.Helper()
	start, err := puzzle.Parse("8 6 7/2 5 4/3 0 1", puzzle.Size{})
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, start.Size())
	require.NoError(t, err)
	e := bench.Experiment{
		Groups:  []bench.Group{{Name: "one", Goal: goal, Boards: []puzzle.Board{start}}},
		Solvers: []bench.Solver{s},
		Seed:    1,
		Limits:  search.Limits{Generated: 1000},
		History: true,
	}
	for trial, err := range e.Plan(t.Context(), nil, bench.Provenance{Program: "program"}) {
		require.NoError(t, err)
		return trial.Key
	}
	require.Fail(t, "no trial")
	return ""
}

// Keys are those of earlier versions, so that trials that are stored are found again.
func TestKeysOfEarlierVersions(t *testing.T) {
	for _, c := range []struct {
		algorithm string
		settings  map[string]string
		key       string
	}{
		{
			algorithm: "bfs",
			key:       "95b43132227289aea7265895d086fee0",
		},
		{
			algorithm: "bfs",
			settings:  map[string]string{"order": "RLDU"},
			key:       "cf194415d95cdb99d107decd618c75ba",
		},
		{
			algorithm: "ucs",
			key:       "aae83319a28206cdfc07129bc0b2f028",
		},
		{
			algorithm: "iddfs",
			settings:  map[string]string{"depth-limit": "12"},
			key:       "7a769ca43172480177e5b07ec57b6067",
		},
		{
			algorithm: "astar",
			key:       "9a2d623c93b86963b59570546f3a560a",
		},
		{
			algorithm: "astar",
			settings:  map[string]string{"heuristic": "zero"},
			key:       "64d6fa92d9edcc3c03c5024f0199e7b5",
		},
		{
			algorithm: "astar",
			settings:  map[string]string{"engine": "textbook"},
			key:       "8cf8e4185b0c7bcad957680a04e9e7c0",
		},
		{
			algorithm: "idastar",
			settings:  map[string]string{"prune": "true", "workers": "2"},
			key:       "00709139ec09bbfb55590f51bf9d8f70",
		},
		{
			algorithm: "wastar",
			key:       "41132be61d256e7821cff9519e5694f6",
		},
		{
			algorithm: "wastar",
			settings:  map[string]string{"weight": "1.5"},
			key:       "b1a31a8a9c6c1e254cac538bcefcdcfc",
		},
		{
			algorithm: "greedy",
			settings:  map[string]string{"heuristic": "max(manhattan,misplaced)"},
			key:       "cb1d54b891add5bb8b48763752e8cf29",
		},
		{
			algorithm: "beam",
			key:       "a8df72c6b6e1a338df1029da006bf336",
		},
		{
			algorithm: "beam",
			settings:  map[string]string{"width": "500"},
			key:       "4ab29c5a3bec3cddd9f17c6b9cd97861",
		},
		{
			algorithm: "ga",
			key:       "99a5ce0b317ebfa7c945df314fcee47b",
		},
		{
			algorithm: "ga",
			settings:  map[string]string{"population": "77"},
			key:       "61a18f0b4f424604d41f016cf251fd00",
		},
		{
			algorithm: "ga",
			settings:  map[string]string{"preset": "study", "rounding": "down"},
			key:       "7556c49e2fa80fb23637a4866963fc38",
		},
	} {
		settings := solvers.Default(c.algorithm)
		for _, name := range slices.Sorted(maps.Keys(c.settings)) { // the preset first
			require.NoError(t, settings.Set(name, c.settings[name]))
		}
		key := keyOf(t, bench.Solver{Settings: settings})
		assert.Equal(t, c.key, key, "%s %v", c.algorithm, c.settings)
	}
}

// A solver that is made in Go and one that is made of text have the same key.
func TestKeysOfGoValues(t *testing.T) {
	evolution := ga.Default()
	evolution.Population = 77
	manhattan := heuristics.Manhattan
	for _, c := range []struct {
		solver    search.Solver
		algorithm string
		settings  map[string]string
	}{
		{
			solver:    &ga.Solver{Settings: evolution, Heuristic: heuristics.LinearConflict},
			algorithm: "ga",
			settings:  map[string]string{"population": "77"},
		},
		{
			solver:    &astar.Solver{Heuristic: manhattan, Workers: 1},
			algorithm: "astar",
			settings:  map[string]string{"heuristic": "manhattan"},
		},
		{
			solver:    &astar.Solver{Heuristic: heuristics.Zero, Order: puzzle.DefaultOrder, Workers: 1},
			algorithm: "ucs",
		},
		{
			solver:    &astar.Solver{Heuristic: manhattan, Weight: 1.5, Engine: search.Textbook, Workers: 1},
			algorithm: "wastar",
			settings: map[string]string{
				"heuristic": "manhattan", "weight": "1.5", "engine": "textbook",
			},
		},
		{
			solver:    &astar.Solver{Heuristic: manhattan, Greedy: true, Workers: 1},
			algorithm: "greedy",
			settings:  map[string]string{"heuristic": "manhattan"},
		},
		{
			solver:    &idastar.Solver{Heuristic: heuristics.Zero, UnitCosts: true, Prune: true},
			algorithm: "iddfs",
			settings:  map[string]string{"prune": "true"},
		},
		{
			solver:    &beam.Solver{Heuristic: heuristics.Convex, Width: 500, Workers: 2},
			algorithm: "beam",
			settings:  map[string]string{"heuristic": "convex", "width": "500", "workers": "2"},
		},
		{solver: &bfs.Solver{Observer: func(search.Progress) {}}, algorithm: "bfs"},
	} {
		settings := solvers.Default(c.algorithm)
		for name, text := range c.settings {
			require.NoError(t, settings.Set(name, text))
		}
		made := solvers.Of(c.solver)
		assert.Equal(t, c.algorithm, made.Algorithm)
		assert.Equal(t, settings, made)
		want := keyOf(t, bench.Solver{Name: "text", Settings: settings})
		assert.Equal(t, want, keyOf(t, bench.Solver{Name: "value", Settings: made}))
	}
}
