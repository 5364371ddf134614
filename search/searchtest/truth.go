package searchtest

import (
	"context"
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
)

// tables holds the distances that were computed so far, for the suites of several solvers in one
// test binary. The keys are problems without a start.
var tables sync.Map // from search.Problem to func() (*exact.Table, error)

// Distances returns the exact distances of all boards of a goal of at most 10
// cells. The table is computed once and shared.
func Distances(t testing.TB, goal puzzle.Board, costs puzzle.Costs) *exact.Table {
	t.Helper()
	once := sync.OnceValues(func() (*exact.Table, error) {
		return exact.Distances(context.Background(), goal, costs)
	})
	compute, _ := tables.LoadOrStore(search.Problem{Goal: goal, Costs: costs}, once)
	table, err := compute.(func() (*exact.Table, error))()
	require.NoError(t, err)
	return table
}

// cheapest returns the cost of a cheapest plan.
func cheapest(t testing.TB, p search.Problem) puzzle.Cost {
	t.Helper()
	same := alike(t, p)
	d, ok := Distances(t, same.Goal, same.Costs).Distance(same.Start)
	require.True(t, ok, "%v cannot be solved", p.Start)
	return d
}

// alike returns a problem with the same cost of a cheapest plan. Its goal is one of few, so few
// tables of distances serve all goals. The tiles are renamed, so that those of the goal are in
// order. Under unit costs, the boards are mirrored first, so that the blank of the goal is in the
// last half of the rows and of the columns.
func alike(t testing.TB, p search.Problem) search.Problem {
	size := p.Goal.Size()
	start := p.Start.Tiles()
	goal := p.Goal.Tiles()
	if p.Costs.Unit() {
		row := p.Goal.Blank() / size.Cols
		col := p.Goal.Blank() % size.Cols
		if 2*row < size.Rows-1 { // turn by half, which mirrors rows and columns
			slices.Reverse(start)
			slices.Reverse(goal)
			col = size.Cols - 1 - col
		}
		if 2*col < size.Cols-1 {
			for first := 0; first < size.Cells(); first += size.Cols {
				slices.Reverse(start[first:][:size.Cols])
				slices.Reverse(goal[first:][:size.Cols])
			}
		}
	}
	renamed := make([]uint8, size.Cells())
	next := uint8(1)
	for _, tile := range goal {
		if tile > 0 {
			renamed[tile] = next
			next++
		}
	}
	for cell := range goal {
		start[cell] = renamed[start[cell]]
		goal[cell] = renamed[goal[cell]]
	}
	return search.Problem{
		Start: FromTiles(t, size, start),
		Goal:  FromTiles(t, size, goal),
		Costs: p.Costs,
	}
}

// EveryBoard has an optimal solver solve boards of 3x3 to blank-last, one in
// stride of all 181,440, and tests the plans against the exact distances. It takes so many only if
// long tests are to run, and fewer otherwise.
func EveryBoard(t *testing.T, stride int, solver search.Solver) {
	switch {
	case RaceDetector:
		stride *= 1000
	case testing.Short():
		stride *= 50
	case !slow.Asked():
		stride *= 20
	}
	stride = min(stride, 100_000) // takes at least one board
	s := suite{claims: search.CapabilitiesOf(solver), t: t, ctx: t.Context()}
	require.True(t, s.claims.Optimal)
	goal := Goal(t, puzzle.BlankLast, size3x3)
	boards := 0
	for tiles, length := range Distances(t, goal, puzzle.Costs{}).All() {
		if boards++; boards%stride == 0 {
			s.solvedAt(solver, length, search.Problem{Start: FromTiles(t, size3x3, tiles), Goal: goal})
		}
	}
	require.Equal(t, 181440, boards)
}

// knownCSV lists boards of sizes that are too large for a table of distances
// in a test of moments, with the length of a shortest plan as breadth-first
// search found it.
//
//go:embed known.csv
var knownCSV string

// knownLengths solves those of the boards that are within reach.
func (s suite) knownLengths() {
	rows, err := csv.NewReader(strings.NewReader(knownCSV)).ReadAll()
	require.NoError(s.t, err)
	for _, row := range rows[1:] {
		length, err := strconv.Atoi(row[2])
		require.NoError(s.t, err)
		long := RaceDetector && length > 30 // and runs nothing that shorter plans do not
		if !long && (s.Reach == 0 || puzzle.Cost(length) <= s.Reach) {
			s.solvedAt(s.solver, puzzle.Cost(length), Problem(s.t, row[0], row[1]))
		}
	}
}
