package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/internal/cli"
	"npuzzle/search"
)

// smallExperiment runs one in a folder of its own: compare-1.
func smallExperiment(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv(cli.StoreVariable, "")
	require.Zero(t, npuzzle("", "compare", "--puzzles", "8", "--algorithm", "astar,greedy",
		"--heuristic", "manhattan,misplaced").status)
}

func TestReport(t *testing.T) {
	sequential(t)
	smallExperiment(t)
	got := npuzzle("", "report")
	assert.Zero(t, got.status, got.errors)
	folder := filepath.Join("results", "compare-1-report")
	assert.Equal(t, "report of compare-1 in "+filepath.Join(folder, "report.html")+
		"\nMarkdown version in "+
		filepath.Join(folder, "report.md")+"; plots and tables in the same folder\n", got.out)
	again := npuzzle("", "report", "compare-1")
	assert.Equal(t, "npuzzle: "+folder+" already exists; expected a new name, or --force\n",
		again.errors)

	text, err := os.ReadFile(filepath.Join(folder, "report.md"))
	require.NoError(t, err)
	for _, want := range []string{"# Experiment compare-1",
		"32 trials of 4 solvers on 8 boards of 3x3.",
		"fewer than 20 boards", strings.TrimSpace(signature), "```\n"} {
		assert.Contains(t, string(text), want)
	}
	assertAgreesWithStore(t, folder)

	one := npuzzle("", "report", "--out", "one.html", "compare-1")
	assert.Equal(t, "report of compare-1 in one.html\n", one.out)
	page, err := os.ReadFile("one.html")
	require.NoError(t, err)
	assert.NotContains(t, string(page), ">Convergence<")
	assert.True(t, strings.HasPrefix(string(page), "<!DOCTYPE html>"))
}

// What has not run yet is not passed over.
func TestReportOfPartOfAnExperiment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(cli.StoreVariable, "")
	npuzzleIn(cancelled(t.Context()), nil, "compare", "--puzzles", "4", "--algorithm", "astar")
	require.Zero(t, npuzzle("", "report", "--out", "report").status)
	for _, name := range []string{"report.html", "report.md"} {
		text, err := os.ReadFile(filepath.Join("report", name))
		require.NoError(t, err)
		assert.Contains(t, string(text), "Partial: 0 of 4 trials have ended.", name)
	}
}

// assertAgreesWithStore checks that the figures of the report in a folder are those of the store, as
// show has them.
func assertAgreesWithStore(t *testing.T, folder string) {
	t.Helper()
	table := func(name string) [][]string {
		text, err := os.ReadFile(filepath.Join(folder, "tables", name+".csv"))
		require.NoError(t, err)
		lines, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
		require.NoError(t, err)
		return lines
	}
	accuracy := table("summary")
	times := table("time")
	plans := table("plans")
	require.Equal(t, []string{"solver", "verdict", "solved", "trials", "accuracy"}, accuracy[0][:5])
	require.Equal(t, []string{"solver", "mean_seconds", "median_seconds"}, times[0][:3])
	require.Equal(t, []string{"solver", "mean_length", "mean_length_mtm", "mean_optimal", "gap"},
		plans[0][:5])
	records := map[string][]bench.Record{}
	for line := range strings.Lines(npuzzle("", "show", "--json").out) {
		var r bench.Record
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		records[r.Solver] = append(records[r.Solver], r)
	}
	require.Len(t, accuracy, 1+len(records))
	for i := 1; i < len(accuracy); i++ {
		solved := 0
		var seconds, lengths, gaps []float64
		for _, r := range records[accuracy[i][0]] {
			seconds = append(seconds, r.Seconds)
			if r.Status == search.Solved {
				solved++
				lengths = append(lengths, float64(*r.Length))
				gaps = append(gaps, math.Log(float64(*r.Length)/float64(*r.OptimalLength)))
			}
		}
		assert.Equal(t, []string{strconv.Itoa(solved), "8"}, accuracy[i][2:4])
		for field, want := range map[string]float64{
			accuracy[i][4]: float64(solved) / 8, times[i][2]: stats.Median(seconds),
			plans[i][1]: stats.Mean(lengths), plans[i][4]: math.Exp(stats.Mean(gaps)),
		} {
			value, err := strconv.ParseFloat(field, 64)
			require.NoError(t, err)
			assert.InDelta(t, want, value, 1e-9)
		}
	}
}

// The handout has the conclusion, a figure and a table, and nothing that is folded.
func TestHandout(t *testing.T) {
	smallExperiment(t)
	require.Zero(t, npuzzle("", "report", "--print", "--out", "handout.html").status)
	text, err := os.ReadFile("handout.html")
	require.NoError(t, err)
	for element, n := range map[string]int{"<figure>": 1, "<table": 1, "<details>": 0} {
		assert.Equal(t, n, strings.Count(string(text), element), element)
	}
}

func TestReportRefusals(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(cli.StoreVariable, "")
	assert.Equal(t, outcome{2, "",
		"npuzzle: no store results/lab.sqlite; expected a file made by npuzzle compare" +
			" or npuzzle run, or --store FILE\n"}, npuzzle("", "report"))
	smallExperiment(t)
	require.NoError(t, os.Mkdir("taken", 0o777))
	var first bench.Record
	require.NoError(t, json.NewDecoder(strings.NewReader(npuzzle("", "show",
		"--json").out)).Decode(&first))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"compare-1", "compare-2"},
			"report takes [EXPERIMENT], but was given 2 arguments; see" +
				" npuzzle report --help"},
		{[]string{"--out", "taken"}, "--out taken already exists; expected a new name, or --force"},
		{[]string{"nothing"},
			`"nothing" is not an experiment in results/lab.sqlite; expected one of compare-1, or ` +
				`the first characters of a trial's key`},
		{[]string{first.Key}, `"` + first.Key + `" is a trial; expected an experiment`},
	} {
		assert.Equal(t, outcome{2, "", "npuzzle: " + c.want + "\n"},
			npuzzle("", append([]string{"report"},
				c.args...)...))
	}
	lost := npuzzle("", "report", "--out", filepath.Join("nowhere", "report.html"))
	assert.Equal(t, 1, lost.status)
	assert.Contains(t, lost.errors, filepath.Join("nowhere", "report.html")+": ")
}
