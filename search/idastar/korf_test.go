package idastar

import (
	"context"
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

var allKorf = flag.Bool("korf", false, "count all hundred boards of Korf, 3.6e10 states")

// korfBoards returns the instances of which Korf's search generates fewer
// states than the limit.
func korfBoards(limit uint64) []korf.Instance {
	return slices.DeleteFunc(korf.Fifteen(), func(k korf.Instance) bool { return k.Nodes >= limit })
}

// korfProblem is the problem of an instance.
func korfProblem(t testing.TB, k korf.Instance) search.Problem {
	t.Helper()
	goal, err := puzzle.Goal(puzzle.BlankFirst, k.Board.Size())
	require.NoError(t, err)
	return search.Problem{Start: k.Board, Goal: goal}
}

// korfOrder is the order of successors of Korf's program.
var korfOrder = puzzle.Order{puzzle.Up, puzzle.Left, puzzle.Right, puzzle.Down}

// IDA* with Manhattan distance generates exactly what Korf's program did.
func TestKorfsCounts(t *testing.T) {
	limit := uint64(1e7)
	switch {
	case *allKorf:
		limit = 1e12
	case searchtest.RaceDetector || testing.Short():
		limit = 2e6
	case slow.Asked():
		limit = 5e7
	}
	boards := korfBoards(limit)
	generated := uint64(0)
	for _, b := range boards {
		r := mustSolve(t, &Solver{Heuristic: heuristics.Manhattan, Order: korfOrder},
			korfProblem(t, b))
		require.Equal(t, b.Nodes, r.Generated, "number %d", b.Number)
		require.Equal(t, b.Optimal, r.Cost, "number %d", b.Number)
		require.True(t, r.Optimal)
		generated += r.Generated
	}
	t.Logf("%d boards, %d generated", len(boards), generated)
}

// Pruning, and a better heuristic, find the same plan in fewer states.
func TestKorfsPlans(t *testing.T) {
	slow.NotShort(t)
	limit := uint64(2e6)
	if searchtest.RaceDetector {
		limit = 1e6
	}
	for _, b := range korfBoards(limit) {
		want := mustSolve(t, &Solver{Heuristic: heuristics.Manhattan, Order: korfOrder},
			korfProblem(t, b))
		for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
			plain := mustSolve(t, &Solver{Heuristic: h, Order: korfOrder}, korfProblem(t, b))
			require.Equal(t, want.Moves, plain.Moves, "number %d, %s", b.Number, h.Name())
			require.LessOrEqual(t, plain.Generated, want.Generated)
			pruned := mustSolve(t, &Solver{
				Heuristic: h,
				Order:     korfOrder,
				Prune:     true,
			}, korfProblem(t, b))
			require.Equal(t, want.Moves, pruned.Moves, "number %d, %s, pruned", b.Number, h.Name())
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
