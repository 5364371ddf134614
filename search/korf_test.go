package search_test

import (
	"context"
	"encoding/csv"
	"flag"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

var allKorf = flag.Bool("korf", false, "count all hundred boards of korf15.csv, 3.6e10 states")

// korfBoard is a row of korf15.csv.
type korfBoard struct {
	number    string
	problem   search.Problem
	length    puzzle.Cost
	generated uint64
}

// korfBoards returns the boards of korf15.csv of which Korf's search generates
// fewer states than the limit.
func korfBoards(t testing.TB, limit uint64) []korfBoard {
	t.Helper()
	file, err := os.Open("../puzzle/testdata/korf15.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 101)
	require.Equal(t, []string{"number", "board", "manhattan", "optimal", "ida_generated"}, rows[0])
	goal, err := puzzle.Goal(puzzle.BlankFirst, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(t, err)
	var boards []korfBoard
	for _, row := range rows[1:] {
		length, err := strconv.Atoi(row[3])
		require.NoError(t, err)
		generated, err := strconv.ParseUint(row[4], 10, 64)
		require.NoError(t, err)
		var start puzzle.Board
		require.NoError(t, start.UnmarshalText([]byte(row[1])))
		if generated < limit {
			boards = append(boards, korfBoard{row[0], search.Problem{Start: start, Goal: goal}, puzzle.Cost(length), generated})
		}
	}
	return boards
}

// korfOrder is the order of successors of Korf's program.
var korfOrder = puzzle.Order{puzzle.Up, puzzle.Left, puzzle.Right, puzzle.Down}

// IDA* with Manhattan distance generates exactly what Korf's program did.
func TestKorfsCounts(t *testing.T) {
	limit := uint64(5e7)
	if *allKorf {
		limit = 1e12
	} else if searchtest.RaceDetector || testing.Short() {
		limit = 2e6
	}
	boards := korfBoards(t, limit)
	generated := uint64(0)
	for _, b := range boards {
		r := mustSolve(t, &search.IDAStar{Heuristic: heuristics.Manhattan, Order: korfOrder}, b.problem)
		require.Equal(t, b.generated, r.Generated, "number %s", b.number)
		require.Equal(t, b.length, r.Cost, "number %s", b.number)
		require.True(t, r.Optimal)
		generated += r.Generated
	}
	t.Logf("%d boards, %d generated", len(boards), generated)
}

// Pruning, and a better heuristic, find the same plan in fewer states.
func TestKorfsPlans(t *testing.T) {
	limit := uint64(2e6)
	if searchtest.RaceDetector {
		limit = 1e6
	}
	for _, b := range korfBoards(t, limit) {
		want := mustSolve(t, &search.IDAStar{Heuristic: heuristics.Manhattan, Order: korfOrder}, b.problem)
		for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
			plain := mustSolve(t, &search.IDAStar{Heuristic: h, Order: korfOrder}, b.problem)
			require.Equal(t, want.Moves, plain.Moves, "number %s, %s", b.number, h.Name())
			require.LessOrEqual(t, plain.Generated, want.Generated)
			pruned := mustSolve(t, &search.IDAStar{Heuristic: h, Order: korfOrder, Prune: true}, b.problem)
			require.Equal(t, want.Moves, pruned.Moves, "number %s, %s, pruned", b.number, h.Name())
			require.Less(t, pruned.Generated, plain.Generated)
		}
	}
}

func mustSolve(t testing.TB, s search.Solver, p search.Problem) search.Result {
	t.Helper()
	r, err := s.Solve(context.Background(), p, search.Limits{})
	require.NoError(t, err)
	require.Equal(t, search.Solved, r.Status)
	return r
}
