package main

import (
	"bytes"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

// The settings and their meanings fit a narrow terminal.
func TestSettingsFit(t *testing.T) {
	parallel(t)
	var printed bytes.Buffer
	con := cli.Console{Out: cli.NewTextWriter(&printed), Columns: cli.MinColumns}
	printSettings(con)
	require.NoError(t, con.Out.Flush())
	assert.True(t, fits(printed.String(), cli.MinColumns), printed.String())
	assert.Regexp(t, `\bA\s+phase\s+has\s+at\s+most`, printed.String())
}

// A note names the solvers that do not use the heuristic of all others.
func TestHeuristicOfSome(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "compare", "--puzzles", "2", "--size", "2x2", "--algorithm",
		"astar,greedy,bfs,ucs")
	assert.Contains(t, got.out, "all solvers: heuristic linear-conflict (not bfs, ucs), trials 2")
}

// fits reports whether every line has at most the given number of columns.
func fits(lines string, columns int) bool { return text.LongestLineLen(lines) <= columns }
