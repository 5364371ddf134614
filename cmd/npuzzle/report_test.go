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
	"npuzzle/search"
)

// smallExperiment runs one, compare-1.
func (f *folder) smallExperiment() {
	f.t.Helper()
	require.Zero(f.t, f.npuzzle("", "compare", "--puzzles", "8", "--algorithm", "astar,greedy",
		"--heuristic", "manhattan,misplaced").status)
}

func TestReport(t *testing.T) {
	notUnderRace(t)
	t.Parallel()
	here := newFolder(t)
	here.smallExperiment()
	got := here.npuzzle("", "report")
	assert.Zero(t, got.status, got.errors)
	folder := filepath.Join("results", "compare-1-report")
	assert.Equal(t, "report of compare-1 in "+filepath.Join(folder, "report.html")+
		"\nMarkdown version in "+
		filepath.Join(folder, "report.md")+"; plots and tables in the same folder\n", got.out)
	again := here.npuzzle("", "report", "compare-1")
	assert.Equal(t, "npuzzle: "+folder+" already exists; expected a new name, or --force\n",
		again.errors)

	text := here.read("results/compare-1-report/report.md")
	for _, want := range []string{"# Experiment compare-1",
		"32 trials of 4 solvers on 8 boards of 3x3.",
		"fewer than 20 boards", strings.TrimSpace(signature), "```\n"} {
		assert.Contains(t, text, want)
	}
	assertAgreesWithStore(here, folder)

	one := here.npuzzle("", "report", "--out", "one.html", "compare-1")
	assert.Equal(t, "report of compare-1 in one.html\n", one.out)
	page := here.read("one.html")
	assert.NotContains(t, page, ">Convergence<")
	assert.True(t, strings.HasPrefix(page, "<!DOCTYPE html>"))
}

// What has not run yet is not passed over.
func TestReportOfPartOfAnExperiment(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.npuzzleInterrupted("compare", "--puzzles", "4", "--algorithm", "astar")
	require.Zero(t, here.npuzzle("", "report", "--out", "report").status)
	for _, name := range []string{"report.html", "report.md"} {
		text := here.read("report/" + name)
		assert.Contains(t, text, "Partial: 0 of 4 trials have ended.", name)
	}
}

// assertAgreesWithStore checks that the figures of the report in a folder are those of the store, as
// show has them.
func assertAgreesWithStore(here *folder, folder string) {
	t := here.t
	t.Helper()
	table := func(name string) [][]string {
		text := here.read(folder + "/tables/" + name + ".csv")
		lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
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
	for line := range strings.Lines(here.npuzzle("", "show", "--json").out) {
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
	t.Parallel()
	here := newFolder(t)
	here.smallExperiment()
	require.Zero(t, here.npuzzle("", "report", "--print", "--out", "handout.html").status)
	text := here.read("handout.html")
	for element, n := range map[string]int{"<figure>": 1, "<table": 1, "<details>": 0} {
		assert.Equal(t, n, strings.Count(text, element), element)
	}
}

func TestReportRefusals(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	assert.Equal(t, outcome{2, "",
		"npuzzle: no store results/lab.sqlite; expected a file made by npuzzle compare" +
			" or npuzzle run, or --store FILE\n"}, here.npuzzle("", "report"))
	here.smallExperiment()
	require.NoError(t, os.Mkdir(here.path("taken"), 0o777))
	var first bench.Record
	require.NoError(t, json.NewDecoder(strings.NewReader(here.npuzzle("", "show",
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
			here.npuzzle("", append([]string{"report"},
				c.args...)...))
	}
	lost := here.npuzzle("", "report", "--out", filepath.Join("nowhere", "report.html"))
	assert.Equal(t, 1, lost.status)
	assert.Contains(t, lost.errors, filepath.Join("nowhere", "report.html")+": ")
}
