package main

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// short is a tuning of a second.
var short = []string{"tune", "--size", "2x3,3x3", "--space",
	"population=4..60:log, stagnation=2..20, decoding=ranked|ordered", "--budget", "4Mstates",
	"--puzzles", "12", "--seed", "3", "--json"}

// outcomeOf returns what a tuning found, without what differs from run to run.
func outcomeOf(t *testing.T, got outcome) map[string]any {
	require.Equal(t, exitDone, got.status, got.errors)
	object := objectsOf(t, got.out)[0]
	delete(object, "results")
	return object
}

// A tuning comes to the same outcome on any number of jobs, after kills, and again from the store.
func TestTune(t *testing.T) {
	t.Chdir(t.TempDir())
	want := outcomeOf(t, npuzzle("", append(short, "--jobs", "1")...))
	assert.Equal(t, "tune-1", want["experiment"])
	assert.NotEmpty(t, want["winner"])
	assert.NotEmpty(t, want["conclusions"].([]any)[0])
	trials := want["trials"]
	began := time.Now()
	assert.Equal(t, want, outcomeOf(t, npuzzle("", short...)), "from the store")
	assert.Equal(t, trials, want["trials"])
	t.Logf("from the store in %v", time.Since(began))

	t.Chdir(t.TempDir())
	assert.Equal(t, want, outcomeOf(t, npuzzle("", append(short, "--jobs", "2")...)), "two jobs")

	t.Chdir(t.TempDir())
	for _, wait := range []time.Duration{20, 100, 300} {
		ctx, cancel := context.WithTimeout(t.Context(), wait*time.Millisecond)
		npuzzleIn(ctx, nil, short...)
		cancel()
	}
	assert.Equal(t, want, outcomeOf(t, npuzzle("", short...)), "after interrupts")
	kept := npuzzle("", "export", "tune-1", "--format", "jsonl")
	require.Zero(t, kept.status, kept.errors)
	assert.Equal(t, int(trials.(float64)), strings.Count(kept.out, "\n"), "no trial lost or repeated")

	shown := npuzzle("", "show", "tune-1").out
	assert.Contains(t, strings.Join(strings.Fields(shown), " "), want["conclusions"].([]any)[0])
	report := npuzzle("", "report", "tune-1", "--out", "report")
	require.Zero(t, report.status, report.errors)
	text, err := os.ReadFile("report/report.md")
	require.NoError(t, err)
	assert.Contains(t, strings.ReplaceAll(string(text), `\`, ""), want["conclusions"].([]any)[0], "the same outcome")
}

// A tuning is described by flags or by a file. A larger budget goes on from the trials of a smaller one.
func TestTuneFile(t *testing.T) {
	t.Chdir(t.TempDir())
	file := "name: of-weight\nseed: 2\nnode-limit: 20000\npuzzles: [{size: 3x3, count: 15}]\n" +
		"solvers: [{algorithm: wastar}]\n" +
		"tune:\n  space: {weight: 1..10, heuristic: manhattan|misplaced}\n  objective: states\n  budget: 200kstates\n"
	require.NoError(t, os.WriteFile("weight.yaml", []byte(file), 0o600))
	got := npuzzle("", "tune", "weight.yaml")
	require.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, "kept in results/lab.sqlite as of-weight\n")
	larger := npuzzle("", "tune", "weight.yaml", "--budget", "400kstates")
	require.Zero(t, larger.status, larger.errors)
	assert.Equal(t, outcome{exitUsage, "", "npuzzle: --seed with a file; expected it in the file\n"},
		npuzzle("", "tune", "weight.yaml", "--seed", "3"))
	refused := npuzzle("", "run", "weight.yaml")
	assert.Equal(t, exitUsage, refused.status)
	assert.Contains(t, refused.errors, "describes a tuning")
}

// The preset of a winner can be used by solve and compare.
func TestTunedPreset(t *testing.T) {
	t.Chdir(t.TempDir())
	got := outcomeOf(t, npuzzle("", "tune", "--size", "3x3", "--budget", "10Mstates", "--json", "--space",
		"population=5..200, stagnation=2..50, greed=1..20"))
	require.Equal(t, true, got["holds"], "the default preset is far from the best at this limit")
	preset := got["preset"].(string)
	for _, args := range [][]string{{"solve", easyBoard, "--algorithm", "ga"}, {"compare", "--puzzles", "2"}} {
		used := npuzzle("", append(args, "--preset", preset)...)
		assert.Zero(t, used.status, used.errors)
	}
}

// A grid prints a table: rows by all settings but the last, which has the columns. The default configuration has its
// cell, and settings without an effect have equal cells.
func TestTunedGrid(t *testing.T) {
	t.Chdir(t.TempDir())
	got := npuzzle("", "tune", "--size", "2x3", "--method", "grid", "--preset", "study", "--population", "4",
		"--generations", "2", "--phases", "2", "--objective", "accuracy", "--budget", "10Mstates", "--space",
		"population=4|40, generations=2|20, phases=1|2")
	require.Zero(t, got.status, got.errors)
	rows := regexp.MustCompile(`(?m)^population  generations  phases 1  phases 2\n-+\n((?:.*%\n)+)\n`).
		FindStringSubmatch(got.out)
	require.NotNil(t, rows, got.out)
	cells := regexp.MustCompile(`(?m)^(\d+) +(\d+) +(\S+) % +(\S+) %$`).FindAllStringSubmatch(rows[1], -1)
	require.Len(t, cells, 4, rows[1])
	for i, want := range [][]string{{"4", "2"}, {"4", "20"}, {"40", "2"}, {"40", "20"}} {
		assert.Equal(t, want, cells[i][1:3])
	}
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		return x
	}
	assert.Greater(t, number(cells[3][4]), number(cells[0][3]), "more population, generations and phases solve more")
	require.Zero(t, npuzzle("", "report", "--out", "report").status)
	table, err := os.ReadFile("report/tables/grid.csv")
	require.NoError(t, err)
	assert.Equal(t, 5, strings.Count(string(table), "\n"))
	assert.Contains(t, string(table), "population,generations,phases 1,phases 2\n4,2,")

	got = npuzzle("", "tune", "--size", "2x3", "--method", "grid", "--budget", "2Mstates", "--space",
		"decoding=ordered|ranked, improve=false, greed=1|2|4")
	require.Zero(t, got.status, got.errors)
	assert.Regexp(t, `(?m)^ordered +(\S+) +(\S+) +(\S+)$`, got.out)
	ordered := regexp.MustCompile(`(?m)^ordered +(\S+) +(\S+) +(\S+)$`).FindStringSubmatch(got.out)
	assert.Equal(t, []string{ordered[1], ordered[1]}, ordered[2:], "greed has no effect")
}

// A mistake in a space or another flag is a line that says what was expected, and no trial runs.
func TestTuneRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ flag, value, want string }{
		{"space", "population", `space: "population" is not a setting with values; expected NAME=LOW..HIGH or ` +
			`NAME=V1|V2, such as population=20..2000`},
		{"space", "population=500..20", "space: population=500..20: expected a low end below the high end"},
		{"space", "population=1..20", "space: population=1..20: expected a whole number from 2 to 1048576"},
		{"space", "weight=1..3", "space: weight is a setting of wastar, not of ga; expected it to be left out"},
		{"space", "populatoin=2..20", `space: "populatoin" is not a setting (did you mean population?)`},
		{"space", "decoding=ranked..ordered", "space: decoding=ranked..ordered: expected a list of values such as " +
			"ordered|ranked"},
		{"space", "population=20", "space: no setting has two values; expected one such as population=20..2000"},
		{"space", "tournament-size=2..5", "space: tournament-size has no effect, because it needs selector=tournament"},
		{"objective", "speed", "objective: expected one of accuracy, gap, anytime, states, time"},
		{"budget", "many", "budget: expected a time such as 10m, or a number of states such as 500Mstates"},
		{"objective", "time", "objective time without a limit; expected cpu-limit"},
	} {
		got := npuzzle("", "tune", "--"+c.flag, c.value)
		assert.Equal(t, exitUsage, got.status, c.value)
		assert.True(t, strings.HasPrefix(got.errors, "npuzzle: "+c.want), "%s: %s", strconv.Quote(c.value), got.errors)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
	}
	_, err := os.Stat("results")
	assert.ErrorIs(t, err, os.ErrNotExist)

	small := outcome{exitUsage, "", "npuzzle: the budget is too small for one block of boards; expected a larger one\n"}
	assert.Equal(t, small, npuzzle("", "tune", "--budget", "100kstates"))
	assert.Equal(t, exitUsage, npuzzle("", "show").status, "no trial ran")
}
