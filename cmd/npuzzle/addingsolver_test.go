package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
)

// newSolver is what a solver takes: its package, a row with the import of the package, and a colour.
// The row of the package in docs/architecture.md is no part of the program.
var newSolver = []edit{
	{file: "search/lazy/lazy.go", line: `// Package lazy is A* that says how it feels.
package lazy

import (
	"context"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/search"
)

type Solver struct {
	Heuristic heuristics.Heuristic
	Observer  search.Observer
	Seed      uint64 ` + "`setting:\"seed\"`" + `
	Naps      int    "setting:\"naps\" high:\"9\" usage:\"take ` + "`N`" + ` naps\" meaning:\"The naps.\""
}

func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst, UnitCosts: true}
}

func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	return (&astar.Solver{Heuristic: s.Heuristic, Observer: s.Observer}).Solve(ctx, p, lim)
}
`},
	{
		file:   "solvers/table.go",
		behind: `	"npuzzle/search/idastar"`,
		line:   `	"npuzzle/search/lazy"`,
	},
	{file: "solvers/table.go", behind: "var table = []algorithm{", line: `	{
		name:        "lazy",
		Description: Description{Label: "Lazy A*", About: "rests between two boards"},
		prototype:   &lazy.Solver{},
	},`},
	{file: "web/page/style.css", behind: "  --solver-bfs:",
		line: "  --solver-lazy: light-dark(#444444, #bbbbbb);"},
}

// newHeuristic is what a heuristic takes: its package, or a file of a package, and a row.
var newHeuristic = []edit{
	{file: "heuristics/rows.go", line: `package heuristics

import "npuzzle/puzzle"

// Rows says whether the first tile is wrong.
var Rows = FromFunc("first-tile", true,
	func(goal puzzle.Board, _ puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
		first := goal.Tiles()[0]
		return func(tiles []uint8) puzzle.Cost {
			if tiles[0] != first {
				return 1
			}
			return 0
		}, nil
	})
`},
	{file: "solvers/heuristics.go", behind: "	{heuristic: heuristics.Zero,",
		line: "	{heuristic: heuristics.Rows, about: \"Whether the first tile is wrong.\"},"},
}

// These edits are all that flags, help, completion, experiment files, records, exports, reports, and
// the page with its API need: see "Adding a solver" and "Adding a heuristic" in
// docs/architecture.md.
func TestAddingASolverAndAHeuristic(t *testing.T) {
	slow.Only(t, "it builds the program")
	program := buildChanged(t, slices.Concat(newSolver, newHeuristic))
	run := program.run
	help := run("solve", "--help")
	assert.Contains(t, help, "lazy bfs ucs")
	assert.Contains(t, help, "take N naps, in lazy")
	assert.Regexp(t, `\(not in\s+lazy,\s+bfs,`, help, "move costs")
	assert.Contains(t, run("settings"), "The naps.")
	assert.Contains(t, run("heuristics", "--size", "2x3", "--puzzles", "3"), "first-tile")

	const board = "1 2 3/4 5 6/0 7 8"
	record := run("solve", "--algorithm", "lazy", "--heuristic", "first-tile", "--naps", "3",
		"--json", board)
	for _, part := range []string{
		`"algorithm":"lazy"`, `"heuristic":"first-tile"`, `"naps":3`, `"seed":1`, `"evaluated":null`,
		`"length":2`,
	} {
		assert.Contains(t, record, part)
	}
	program.write("few.yaml", "puzzles: [{size: 2x3, count: 5, name: random}]\nrepeats: 2\nsolvers:\n"+
		"  - {algorithm: lazy, naps: [1, 2], heuristic: first-tile}\n"+
		"  - {algorithm: astar, heuristic: \"max(first-tile,manhattan)\", name: exact}\n"+
		"baseline: exact\n")
	run("run", "few.yaml")
	rows, err := csv.NewReader(strings.NewReader(run("export", "few"))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+5*(2*2+1))
	naps := slices.Index(rows[0], "naps")
	require.NotEqual(t, -1, naps)
	assert.Equal(t, []string{"1", "1", "2", "2", ""},
		[]string{rows[1][naps], rows[2][naps], rows[3][naps], rows[4][naps], rows[5][naps]})
	assert.Contains(t, run("show", "few"), "lazy naps=1")
	run("report", "few", "--out", "report.html")
	report, err := os.ReadFile(filepath.Join(program.dir, "report.html"))
	require.NoError(t, err)
	assert.Contains(t, string(report), "lazy naps=2")

	get := program.serve()
	described := get("api/v1/describe")
	for _, part := range []string{
		`"name":"lazy","label":"Lazy A*","about":"rests between two boards"`,
		`"first-tile":"Whether the first tile is wrong."`,
		`"name":"naps"`,
	} {
		assert.Contains(t, described, part)
	}
	assert.Contains(t, get("style.css"), "--solver-lazy:")
}
