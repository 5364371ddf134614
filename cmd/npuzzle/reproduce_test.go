package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/studies"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
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
	slow.Only(t, "runs a study; the tests of bench/studies run parts of it")
	t.Chdir(t.TempDir())
	got := npuzzle("", "reproduce", "four-searches", "--quick", "--json", "--out", "reports")
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

	for _, name := range []string{"four-searches.html", "four-searches.md",
		"figures/convergence.svg", "tables/searches.csv", "tables/claims.csv"} {
		info, err := os.Stat(filepath.Join("reports", "four-searches", filepath.FromSlash(name)))
		require.NoError(t, err)
		assert.NotZero(t, info.Size(), name)
	}
	again := npuzzle("", "reproduce", "all", "--quick", "--out", "reports")
	assert.Equal(t, cli.ExitUsage, again.status)
	assert.Equal(t, "npuzzle: --out "+filepath.Join("reports",
		"four-searches")+" already exists; expected a new name, or --force\n", again.errors)
}

func TestReproduceInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	got := npuzzleIn(cancelled(t.Context()), nil, "reproduce", "all", "--out", "reports")
	assert.Equal(t, cli.ExitUnsolved, got.status, got.errors)
	assert.Empty(t, got.errors)
	assert.Contains(t, got.out, "\nga-vs-astar: ")
	assert.Contains(t, got.out,
		"\nThis report is partial: the re-run was interrupted, and values are missing.\n")
	assert.NotContains(t, got.out, "\nshuffle-study: ", "has not begun")
	assert.NoDirExists(t, "reports", "the same command goes on")
}

func TestReproduceMisused(t *testing.T) {
	t.Chdir(t.TempDir())
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
		got := npuzzle("", append([]string{"reproduce"}, c.args...)...)
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"}, got)
	}
}
