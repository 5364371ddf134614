package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cancelled returns a context that has been cancelled.
func cancelled(parent context.Context) context.Context {
	ctx, cancel := context.WithCancel(parent)
	cancel()
	return ctx
}

func TestCompareGolden(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, args := range map[string][]string{
		"compare":       {"--puzzles", "10"},
		"compare-walk":  {"--puzzles", "5", "--walk", "12", "--size", "2x4", "--algorithm", "bfs,astar,greedy", "--heuristic", "misplaced,max(manhattan,euclidean)"},
		"compare-json":  {"--puzzles", "10", "--json", "--jobs", "2"},
		"compare-limit": {"--puzzles", "4", "--misplaced", "1", "--algorithm", "iddfs,ucs", "--node-limit", "1000"},
	} {
		got := npuzzle("", append([]string{"compare"}, args...)...)
		assert.Empty(t, got.errors, name)
		golden(t, name+".txt", got.out)
	}
}

func TestCompareKeepsEveryTrial(t *testing.T) {
	t.Chdir(t.TempDir())
	got := npuzzle("", "compare", "--puzzles", "5", "--seed", "7", "--json", "--jobs", "2")
	require.Zero(t, got.status, got.errors)
	summary := objects(t, got.out)[0]
	file := summary["results"].(string)
	assert.Regexp(t, `^results/compare-\d{8}-\d{6}-7\.jsonl$`, filepath.ToSlash(file))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	trials := objects(t, string(text))
	assert.Len(t, trials, 10)
	solvers := map[any]int{}
	boards := strings.Fields(strings.ReplaceAll(npuzzle("", "generate", "--puzzles", "5", "--seed", "7").out, " ", ","))
	for _, trial := range trials {
		solvers[trial["solver"]]++
		number := int(trial["puzzle"].(float64))
		assert.Equal(t, boards[number-1], strings.ReplaceAll(trial["board"].(string), " ", ","), "generate draws the same boards")

		// A trial can be run again from what is kept of it.
		again := npuzzle(trial["board"].(string), "solve", "--json", "--algorithm", trial["algorithm"].(string),
			"--seed", jsonText(t, trial["seed"]), "--goal", trial["goal"].(string))
		repeated := objects(t, again.out)[0]
		for _, key := range []string{"moves", "status", "expanded", "generated", "evaluated", "lower_bound"} {
			assert.Equal(t, trial[key], repeated[key], key)
		}
	}
	assert.Equal(t, map[any]int{"astar": 5, "ga": 5}, solvers)
}

func jsonText(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return strings.TrimSuffix(string(text), ".0")
}

func TestKeysOfCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	got := npuzzle("", "compare", "--puzzles", "3", "--json")
	require.Zero(t, got.status, got.errors)
	object := objects(t, got.out)[0]
	for _, key := range []string{"puzzles", "size", "seed", "solvers"} {
		assert.Contains(t, object, key)
	}
	for _, solver := range object["solvers"].([]any) {
		for _, key := range strings.Fields(`name heuristic solved accuracy accuracy_low accuracy_high mean_length
			mean_optimal gap optimal_share mean_seconds median_seconds`) {
			assert.Contains(t, solver, key)
		}
	}
}

func TestCompareWritesOverNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("mine.jsonl", []byte("mine"), 0o600))
	got := npuzzle("", "compare", "--puzzles", "1", "--out", "mine.jsonl")
	assert.Equal(t, outcome{exitUsage, "", "npuzzle: --out mine.jsonl: the file exists; expected a new name\n"}, got)
	text, err := os.ReadFile("mine.jsonl")
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))

	// Two comparisons within a second have files of their own.
	for range 3 {
		require.Zero(t, npuzzle("", "compare", "--puzzles", "1").status)
	}
	files, err := os.ReadDir("results")
	require.NoError(t, err)
	assert.Len(t, files, 3)

	require.NoError(t, os.Mkdir("folder", 0o777))
	require.NoError(t, os.WriteFile("folder/results", nil, 0o600))
	t.Chdir("folder")
	got = npuzzle("", "compare", "--puzzles", "1")
	assert.Equal(t, outcome{exitFailed, "", "npuzzle: results: not a directory\n"}, got)
}

// A* solves the first board; iddfs never does, until it is interrupted.
func TestInterruptedCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if info, err := os.Stat("trials.jsonl"); err == nil && info.Size() > 0 {
				cancel()
				return
			}
			runtime.Gosched()
		}
	}()
	args := []string{"compare", "--size", "4x4", "--walk", "300", "--puzzles", "3", "--algorithm", "astar,iddfs", "--jobs", "1", "--out", "trials.jsonl"}
	got := npuzzleIn(ctx, nil, args...)
	assert.Equal(t, exitUnsolved, got.status)
	assert.Empty(t, got.errors)
	golden(t, "compare-interrupted.txt", got.out)

	text, err := os.ReadFile("trials.jsonl")
	require.NoError(t, err)
	assert.Len(t, objects(t, string(text)), 1, "what was cancelled came to nothing")

	args[len(args)-1] = "none.jsonl"
	got = npuzzleIn(cancelled(t.Context()), nil, append(args, "--json")...)
	assert.Equal(t, exitUnsolved, got.status)
	golden(t, "compare-interrupted-at-once.txt", got.out)
}
