package main

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

// With --repair, check deletes a trial whose plan is wrong, and the next run adds it again.
func TestCheckRepairs(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	compare := []string{"compare", "--size", "2x3", "--puzzles", "3", "--algorithm", "astar",
		"--store", "a.sqlite"}
	require.Zero(t, here.npuzzle("", compare...).status)
	db, err := sql.Open("sqlite", here.path("a.sqlite"))
	require.NoError(t, err)
	_, err = db.Exec("UPDATE trial SET record = replace(record, '\"moves\":\"', '\"moves\":\"X') " +
		"WHERE key = (SELECT min(key) FROM trial)")
	require.NoError(t, err)
	_, err = db.Exec("UPDATE optimum SET cost = 1 WHERE board = (SELECT min(board) FROM optimum)")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	got := here.npuzzle("", "check", "--store", "a.sqlite")
	assert.Equal(t, cli.ExitFailed, got.status)
	assert.Contains(t, got.errors,
		"a.sqlite is damaged in 2 rows; the next run of an experiment replaces its damaged "+
			"trials, and check --repair deletes what is damaged")
	got = here.npuzzle("", "check", "--store", "a.sqlite", "--repair")
	assert.Zero(t, got.status, got.errors)
	assert.Contains(t, got.errors, "a.sqlite was damaged in 2 rows; 2 rows were deleted")
	got = here.npuzzle("", "check", "--store", "a.sqlite")
	assert.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, "2 trials, 2 optimal costs")
	require.Zero(t, here.npuzzle("", compare...).status)
	got = here.npuzzle("", "check", "--store", "a.sqlite")
	assert.Contains(t, got.out, "3 trials, 3 optimal costs")
	assert.Equal(t, 1, strings.Count(got.out, "\n"))
}
