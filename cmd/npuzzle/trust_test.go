package main

import (
	"bytes"
	"database/sql"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/cluster"
)

// The table of workers stands whatever the workers say of themselves.
func TestWorkersWithStrangeNames(t *testing.T) {
	var out bytes.Buffer
	con := console{out: newTextWriter(&out), columns: 100}
	workers := []cluster.Worker{
		{Name: "two\nlines\tand a tab", Machine: "\x1b[2J\u202e", Jobs: 1, Refused: "a\nb", Wrong: 2},
		{Name: "plain", Machine: "a machine", Jobs: 2},
	}
	con.tabulate("workers", workers)
	con.tabulate("workers", []cluster.Worker{})
	require.NoError(t, con.out.raw.Flush())
	assert.NotContains(t, out.String(), "\x1b")
	assert.Regexp(t, `(?s)two lines and a tab .* a b; 2 wrong`, out.String())
	assert.Regexp(t, `(?m)^plain +a machine .* works *$`, out.String())
}

// With --repair, check deletes a trial whose plan is wrong, and the next run adds it again.
func TestCheckRepairs(t *testing.T) {
	t.Chdir(t.TempDir())
	compare := []string{"compare", "--size", "2x3", "--puzzles", "3", "--algorithm", "astar", "--store", "a.sqlite"}
	require.Zero(t, npuzzle("", compare...).status)
	db, err := sql.Open("sqlite", "a.sqlite")
	require.NoError(t, err)
	_, err = db.Exec("UPDATE trial SET record = replace(record, '\"moves\":\"', '\"moves\":\"X') " +
		"WHERE key = (SELECT min(key) FROM trial)")
	require.NoError(t, err)
	_, err = db.Exec("UPDATE optimum SET cost = 1 WHERE board = (SELECT min(board) FROM optimum)")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	got := npuzzle("", "check", "--store", "a.sqlite")
	assert.Equal(t, exitFailed, got.status)
	assert.Contains(t, got.errors, "a.sqlite is damaged in 2 rows; the next run of an experiment replaces its damaged "+
		"trials, and check --repair deletes what is damaged")
	got = npuzzle("", "check", "--store", "a.sqlite", "--repair")
	assert.Zero(t, got.status, got.errors)
	assert.Contains(t, got.errors, "a.sqlite was damaged in 2 rows; 2 rows were deleted")
	got = npuzzle("", "check", "--store", "a.sqlite")
	assert.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, "2 trials, 2 optimal costs")
	require.Zero(t, npuzzle("", compare...).status)
	got = npuzzle("", "check", "--store", "a.sqlite")
	assert.Contains(t, got.out, "3 trials, 3 optimal costs")
	assert.Equal(t, 1, strings.Count(got.out, "\n"))
}
