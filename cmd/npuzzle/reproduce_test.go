package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/studies"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
	"npuzzle/search"
)

// tableOf returns the rows of a table of a reproduction in JSON.
func tableOf(t *testing.T, object map[string]any, list, name string) []map[string]any {
	t.Helper()
	for _, table := range object[list].([]any) {
		if table := table.(map[string]any); table["name"] == name {
			var rows []map[string]any
			for _, row := range table["rows"].([]any) {
				rows = append(rows, row.(map[string]any))
			}
			return rows
		}
	}
	require.Fail(t, "no table "+name)
	return nil
}

// All runs of "four-searches" are told beside what was published, with the memory
// of processes of their own.
func TestReproduceFourSearches(t *testing.T) {
	slow.Only(t, "runs a study; TestReproduceCutShort runs a part, and TestReproduceTells reports on one")
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "reproduce", "four-searches", "--quick", "--json", "--out", "reports")
	require.Zero(t, got.status, got.errors)
	object := objectsOf(t, got.out)[0]
	assert.Equal(t, "four-searches", object["study"])
	assert.Equal(t, true, object["quick"])
	assert.Equal(t, false, object["partial"])
	same := 0
	rows := tableOf(t, object, "tables", "searches")
	assert.Len(t, rows, 20)
	for _, row := range rows {
		if row["mean expanded"] == row["mean expanded, study"] {
			same++
		}
		assert.Equal(t, row["path, study"], row["path"])
	}
	for _, row := range tableOf(t, object, "left_undone", "own") {
		assert.Greater(t, row["mean memory of the process"], 1e6)
	}
	assert.Equal(t, 19, same)
	for _, row := range tableOf(t, object, "left_undone", "orders") {
		assert.EqualValues(t, 15, row["boards"])
	}
	for _, claim := range object["claims"].([]any) {
		claim := claim.(map[string]any)
		decided := fmt.Sprint(claim)
		if strings.Contains(decided, "in time") || strings.Contains(decided, "processor time") {
			continue // times decide, which other programs on the machine change
		}
		assert.NotEqual(t, string(studies.Undecided), claim["verdict"], claim["claim"])
	}

	requireReport(here, "four-searches", "four-searches.html", "four-searches.md",
		"figures/convergence.svg", "tables/searches.csv", "tables/claims.csv")
}

// A study that is interrupted during its first experiment keeps the trials that have ended. They
// ran in processes of their own.
func TestReproduceCutShort(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	const experiment = "four-searches-boards-quick"
	got := here.npuzzleUntil(here.whenKept(experiment, 1), "reproduce", "four-searches", "--quick",
		"--out", "reports")
	assert.Equal(t, cli.ExitUnsolved, got.status, got.errors)
	assert.Empty(t, got.errors)
	assert.Contains(t, got.out,
		"\nThis report is partial: the re-run was interrupted, and values are missing.\n")
	assert.NoDirExists(t, here.path("reports"), "the same command goes on")
	records := here.kept(experiment)
	assert.NotEmpty(t, records)
	for _, r := range records {
		assert.True(t, r.Isolated)
		assert.Equal(t, search.Solved, r.Status)
	}
}

// A report that is complete is printed, and written to a new folder. The report here has no
// measured values.
func TestReproduceTells(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	report, err := studies.Reproduce(cancelled(t.Context()), "tutorial", studies.Host{
		Run:   func(context.Context, bench.Experiment) ([]bench.Record, error) { return nil, nil },
		Seed:  1,
		Quick: true,
	})
	require.NoError(t, err)
	report.Partial = false
	var out bytes.Buffer
	con := cli.NewConsole(nil, &out, io.Discard)
	con.JSON = true
	options := reproduceOptions{out: cli.Output{Flag: "out", Name: here.path("reports")}}
	require.NoError(t, options.tell(con, report, bench.Provenance{}, 2, time.Now()))
	object := objectsOf(t, out.String())[0]
	assert.Equal(t, "tutorial", object["study"])
	assert.Equal(t, false, object["partial"])
	assert.Equal(t, 2.0, object["jobs"])
	assert.Len(t, tableOf(t, object, "tables", "tree-and-graph"), 48)
	requireReport(here, "tutorial", "tutorial.html", "tutorial.md", "tables/tree-and-graph.csv",
		"tables/claims.csv")
}

// requireReport tests that the folder of a report has some files, and that reproduce does not
// replace it.
func requireReport(here *folder, study string, names ...string) {
	t := here.t
	t.Helper()
	folder := filepath.Join("reports", study)
	for _, name := range names {
		info, err := os.Stat(here.path(folder + "/" + name))
		require.NoError(t, err)
		assert.NotZero(t, info.Size(), name)
	}
	again := here.npuzzle("", "reproduce", "all", "--quick", "--out", "reports")
	assert.Equal(t, cli.ExitUsage, again.status)
	assert.Equal(t, "npuzzle: --out "+folder+
		" already exists; expected a new name, or --force\n", again.errors)
}

func TestReproduceInterrupted(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzleInterrupted("reproduce", "all", "--out", "reports")
	assert.Equal(t, cli.ExitUnsolved, got.status, got.errors)
	assert.Empty(t, got.errors)
	assert.Contains(t, got.out, "\nga-vs-astar: ")
	assert.Contains(t, got.out,
		"\nThis report is partial: the re-run was interrupted, and values are missing.\n")
	assert.NotContains(t, got.out, "\nshuffle-study: ", "has not begun")
	assert.NoDirExists(t, here.path("reports"), "the same command goes on")
}

func TestReproduceMisused(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	const names = "ga-vs-astar, shuffle-study, four-searches, four-heuristics, tutorial, all"
	const shown = "STUDY|all"
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "reproduce takes " + shown +
			", but was given 0 arguments; see npuzzle reproduce --help"},
		{[]string{"tutorial", "all"}, "reproduce takes " + shown +
			", but was given 2 arguments; see npuzzle" +
			" reproduce --help"},
		{[]string{"five-searches"}, `"five-searches" is not a study; expected one of ` + names +
			", evolution" +
			" (did you mean four-searches?)"},
	} {
		got := here.npuzzle("", append([]string{"reproduce"}, c.args...)...)
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"}, got)
	}
}
