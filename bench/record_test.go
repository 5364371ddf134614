package bench_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

func recordOf(t *testing.T, trial bench.Trial, notation string) map[string]any {
	text, err := json.Marshal(trial.Record(notation))
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(text, &object))
	return object
}

func TestRecord(t *testing.T) {
	start, err := puzzle.Parse("1 2 3/4 5 6/0 7 8", puzzle.Size{})
	require.NoError(t, err)
	costs, err := puzzle.ParseCosts("0.1,0.2,0.3,0.4")
	require.NoError(t, err)
	settings := solvers.Default("wastar")
	settings.Seed, settings.Weight = 9, 2.5
	trial := bench.Trial{
		Task: bench.Task{
			Instance:  bench.Instance{Number: 4, Problem: search.Problem{Start: start, Goal: goalOf(t, 3, 3), Costs: costs}},
			Contender: bench.Contender{Name: "mine", Settings: settings},
		},
		Result: search.Result{
			Status: search.Solved, Moves: []puzzle.Move{puzzle.Right, puzzle.Right}, Cost: 8, LowerBound: 7,
			Stats: search.Stats{
				Expanded: 1, ExpandedBeforeLastF: 2, Generated: 3, Evaluated: 4, Reopened: 5, Duplicates: 6,
				Open: 7, PeakOpen: 8, PeakStored: 9, MaxDepth: 10, Bytes: 11,
			},
		},
		Seconds: 0.5, CPUSeconds: 0.25,
	}
	want := map[string]any{
		"puzzle": 4., "board": "1 2 3/4 5 6/0 7 8", "goal": "1 2 3/4 5 6/7 8 0", "rows": 3., "cols": 3., "move_costs": "0.1,0.2,0.3,0.4",
		"solver": "mine", "algorithm": "wastar", "heuristic": "linear-conflict", "weight": 2.5, "order": "UDLR", "seed": 9.,
		"status": "solved", "moves": "R R", "notation": "blank", "length": 2., "cost": 0.8, "optimal": false, "lower_bound": 0.7,
		"expanded": 1., "expanded_before_last_f": 2., "generated": 3., "evaluated": 4., "reopened": 5., "duplicates": 6.,
		"open": 7., "peak_open": 8., "peak_stored": 9., "max_depth": 1., "bytes": 11., "seconds": 0.5, "cpu_seconds": 0.25,
	}
	assert.Equal(t, want, recordOf(t, trial, bench.BlankNotation))

	want["moves"], want["notation"] = "L L", "tile"
	assert.Equal(t, want, recordOf(t, trial, bench.TileNotation))

	trial.Status, trial.Moves = search.TimeLimit, nil
	want["status"], want["moves"], want["length"], want["cost"] = "time-limit", nil, nil, nil
	assert.Equal(t, want, recordOf(t, trial, bench.TileNotation))
}

func TestRecordOfSettings(t *testing.T) {
	trial := bench.Trial{}
	trial.Start, trial.Goal = goalOf(t, 1, 2), goalOf(t, 1, 2)
	trial.Settings = solvers.Default("ga")
	trial.Settings.DepthLimit = 7
	r := recordOf(t, trial, bench.BlankNotation)
	evolution, ok := r["ga"].(map[string]any)
	require.True(t, ok)
	assert.Equal(t, 200., evolution["population"])
	assert.Equal(t, "continue", evolution["phase_mode"])
	assert.NotContains(t, r, "weight")
	assert.NotContains(t, r, "depth_limit")

	trial.Settings.Algorithm = "iddfs"
	r = recordOf(t, trial, bench.BlankNotation)
	assert.Equal(t, 7., r["depth_limit"])
	assert.Equal(t, "zero", r["heuristic"], "an uninformed search has no other")
	assert.NotContains(t, r, "ga")
}
