package bench_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

func recordOf(t *testing.T, trial bench.Trial, notation puzzle.Notation) map[string]any {
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
	settings = settings.With("weight", "2.5")
	trial := bench.Trial{
		Puzzle: bench.Puzzle{Number: 4, Problem: search.Problem{Start: start, Goal: goalOf(t, 3, 3), Costs: costs}},
		Solver: bench.Solver{Name: "mine", Settings: settings},
		Result: search.Result{
			Status: search.Solved, Moves: []puzzle.Move{puzzle.Right, puzzle.Right}, Cost: 8, LowerBound: 7,
			Stats: search.Stats{
				Expanded: 1, ExpandedBeforeLastF: 2, Generated: 3, Evaluated: 4, Reopened: 5, Duplicates: 6,
				Open: 7, PeakOpen: 8, PeakStored: 9, MaxCost: 10, MaxMoves: 6, Bytes: 11,
			},
		},
		Wall: time.Second / 2, CPU: time.Second / 4,
	}
	want := map[string]any{
		"puzzle":                 4.,
		"board":                  "1 2 3/4 5 6/0 7 8",
		"goal":                   "1 2 3/4 5 6/7 8 0",
		"rows":                   3.,
		"cols":                   3.,
		"start_misplaced":        2.,
		"move_costs":             "0.1,0.2,0.3,0.4",
		"solver":                 "mine",
		"algorithm":              "wastar",
		"heuristic":              "linear-conflict",
		"weight":                 2.5,
		"engine":                 "fast",
		"order":                  "UDLR",
		"workers":                1.,
		"seed":                   nil,
		"status":                 "solved",
		"moves":                  "R R",
		"notation":               "blank",
		"length":                 2.,
		"length_mtm":             1.,
		"cost":                   0.8,
		"optimal":                false,
		"lower_bound":            0.7,
		"expanded":               1.,
		"expanded_before_last_f": 2.,
		"generated":              3.,
		"evaluated":              nil, // A* does not report it
		"generated_by_windows":   nil,
		"discarded":              0.,
		"schema":                 float64(bench.RecordSchema),
		"reopened":               5.,
		"duplicates":             6.,
		"open":                   7.,
		"peak_open":              8.,
		"peak_stored":            9.,
		"max_depth":              6.,
		"max_cost":               1.,
		"bytes":                  11.,
		"seconds":                0.5,
		"cpu_seconds":            0.25,
	}
	assert.Equal(t, want, recordOf(t, trial, puzzle.BlankNotation))

	want["moves"], want["notation"] = "L L", "tile"
	assert.Equal(t, want, recordOf(t, trial, puzzle.TileNotation))

	trial.Result.MaxMoves, want["max_depth"] = 0, nil // a search that stores no moves
	assert.Equal(t, want, recordOf(t, trial, puzzle.TileNotation))

	trial.Result.Status, trial.Result.Moves = search.TimeLimit, nil
	want["status"], want["moves"], want["cost"] = "time-limit", nil, nil
	want["length"], want["length_mtm"] = nil, nil
	assert.Equal(t, want, recordOf(t, trial, puzzle.TileNotation))
}

// No search ran on a board that parity shows to be unsolvable, so it has no counts.
func TestRecordOfAnUnsolvableBoard(t *testing.T) {
	start, err := puzzle.Parse("1 2 3/4 5 6/8 7 0", puzzle.Size{})
	require.NoError(t, err)
	trial, err := bench.Trial{
		Puzzle: bench.Puzzle{Problem: search.Problem{Start: start, Goal: goalOf(t, 3, 3)}},
		Solver: bench.Solver{Settings: solvers.Default("astar")},
	}.Run(t.Context())
	require.NoError(t, err)
	r := recordOf(t, trial, puzzle.BlankNotation)
	assert.Equal(t, "unsolvable", r["status"])
	for _, name := range []string{
		"expanded", "generated", "peak_stored", "bytes", "max_depth", "max_cost", "lower_bound",
	} {
		value, written := r[name]
		assert.True(t, written && value == nil, name)
	}
}

func TestRecordOfSettings(t *testing.T) {
	trial := bench.Trial{}
	trial.Puzzle.Start, trial.Puzzle.Goal = goalOf(t, 1, 2), goalOf(t, 1, 2)
	trial.Solver.Settings = solvers.Default("ga")
	r := recordOf(t, trial, puzzle.BlankNotation)
	assert.Equal(t, 50., r["population"])
	assert.Equal(t, "continue", r["phase_mode"])
	assert.NotContains(t, r, "weight")
	assert.NotContains(t, r, "depth_limit")

	trial.Solver.Settings = solvers.Default("iddfs").With("depth-limit", "7")
	r = recordOf(t, trial, puzzle.BlankNotation)
	assert.Equal(t, 7., r["depth_limit"])
	assert.Equal(t, "zero", r["heuristic"], "an uninformed search has no other")
	assert.NotContains(t, r, "population")
}

// What is kept of a trial can be read again.
func TestRecordsCanBeRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trial := bench.Trial{
			Puzzle: bench.Puzzle{
				Number: rapid.IntRange(1, 9).Draw(t, "puzzle"), Group: rapid.String().Draw(t, "group"),
				Problem: search.Problem{Start: goal3x3, Goal: goal3x3},
			},
			Solver: bench.Solver{
				Name:     rapid.String().Draw(t, "solver"),
				Settings: solvers.Default(rapid.SampledFrom(solvers.Names()).Draw(t, "algorithm")),
			},
			Repeat: rapid.IntRange(1, 3).Draw(t, "repeat"),
			Key:    "k",
		}
		if rapid.Bool().Draw(t, "walked") {
			trial.Puzzle.Walk = new(rapid.IntRange(0, 100).Draw(t, "walk"))
		} else {
			trial.Puzzle.Misplaced = new(rapid.Float64Range(0, 1).Draw(t, "misplaced"))
		}
		trial.Result.Status = rapid.SampledFrom([]search.Status{search.Solved, search.TimeLimit, ""}).Draw(t, "status")
		trial.Result.Cost = puzzle.Cost(rapid.IntRange(0, 100).Draw(t, "cost"))
		trial.Result.Expanded, trial.Result.Generated = rapid.Uint64().
			Draw(t, "expanded"),
			rapid.Uint64().
				Draw(t, "generated")
		trial.Wall = time.Duration(rapid.Int64Range(0, 1e15).Draw(t, "wall"))
		trial.Resident = rapid.Uint64().Draw(t, "resident")
		trial.Fault = rapid.String().Draw(t, "fault")
		if rapid.Bool().Draw(t, "evolved") {
			trial.Result.Found = []search.Found{
				{Length: 9, Evaluated: rapid.Uint64().Draw(t, "evaluated")},
				{Length: 7, Evaluated: math.MaxUint64, Seconds: 0.5}, // the other one as of an earlier version
			}
		}
		trial.Started = time.Unix(rapid.Int64Range(0, 1e10).Draw(t, "started"), 0)
		kept := trial.StoredRecord("mine", 2, bench.Provenance{
			Machine: "abacus", Version: "1", Signature: "2", Revision: "3",
		})

		text, err := json.Marshal(kept)
		require.NoError(t, err)
		var read bench.Record
		require.NoError(t, json.Unmarshal(text, &read))
		if !kept.Cost.Known() {
			require.False(t, read.Cost.Known())
			kept.Cost, read.Cost = 0, 0
		}
		require.Equal(t, kept, read)
	})
}

var goal3x3 = func() puzzle.Board {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		panic(err)
	}
	return goal
}()

func TestSettingsOfARecord(t *testing.T) {
	trial := bench.Trial{}
	trial.Puzzle.Start, trial.Puzzle.Goal = goal3x3, goal3x3
	trial.Solver.Settings = solvers.Default("ga")
	for name, want := range map[string]string{
		"algorithm": "ga", "heuristic": "linear-conflict", "order": "UDLR", "population": "50",
		"phase-mode": "continue", "crossover": "0.9",
	} {
		got, ok := trial.Record(puzzle.BlankNotation).Setting(name)
		assert.True(t, ok, name)
		assert.Equal(t, want, got, name)
	}
	for _, name := range []string{"weight", "prune", "depth-limit", "colour"} {
		_, ok := trial.Record(puzzle.BlankNotation).Setting(name)
		assert.False(t, ok, name)
	}
}

// A depth limit is a cost in the units in which the move costs are given.
func TestDepthLimitOfCosts(t *testing.T) {
	start, err := puzzle.Parse("1 2 3/4 5 6/0 7 8", puzzle.Size{})
	require.NoError(t, err)
	costs, err := puzzle.ParseCosts("1,1,1,0.5")
	require.NoError(t, err)
	for limit, want := range map[float64]search.Status{1: search.Solved, 0.9: search.Exhausted} {
		trial := bench.Trial{
			Puzzle: bench.Puzzle{Problem: search.Problem{Start: start, Goal: goalOf(t, 3, 3), Costs: costs}},
			Solver: bench.Solver{Settings: solvers.Default("idastar")},
		}
		trial.Solver.Settings = trial.Solver.Settings.With("depth-limit", fmt.Sprint(limit))
		trial, err := trial.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, want, trial.Result.Status, "%v", limit)
		assert.Equal(t, fmt.Sprint(limit), trial.Record(puzzle.BlankNotation).Settings["depth-limit"])
	}
}

// Up to version 3, the processor times of some trials are not those of all their goroutines.
func TestProcessorTimesOfEarlierPrograms(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*bench.Record)
		other  bool
	}{
		{"the genetic solver on one thread", func(*bench.Record) {}, true},
		{"by this program", func(r *bench.Record) { r.Schema = bench.RecordSchema }, false},
		{"in a process of its own", func(r *bench.Record) { r.Isolated = true }, false},
		{"another solver on one thread", func(r *bench.Record) { r.Algorithm = "beam" }, false},
		{"a solver without workers", func(r *bench.Record) { r.Settings = nil }, false},
		{"several workers alone", func(r *bench.Record) { r.Settings["workers"] = "2" }, false},
		{"several workers among other trials", func(r *bench.Record) {
			r.Algorithm = "beam"
			r.Settings["workers"] = "2"
			r.Jobs = 2
		}, true},
	} {
		r := bench.Record{Schema: 3, Algorithm: "ga", Settings: bench.Values{"workers": "1"}, Jobs: 1}
		c.change(&r)
		assert.Equal(t, c.other, r.OtherCPU(), c.name)
	}
}
