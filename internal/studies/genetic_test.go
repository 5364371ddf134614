package studies

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// The replicas of the GA solve boards of few moves. A table of moves changes nothing but the number
// of moves computed.
func TestGeneticReplicas(t *testing.T) {
	if testing.Short() {
		t.Skip("evolves without goroutines, so the race detector has nothing to see")
	}
	size := puzzle.Size{Rows: 3, Cols: 3}
	goal := goalOf(t, puzzle.BlankLast, size)
	solvedBy := map[string]int{}
	for n := range uint64(20) {
		p := search.Problem{Start: puzzle.Walk(puzzle.NewRand(2, n), goal, 25), Goal: goal}
		if n == 0 { // on which a plan once held a move that the table took for legal
			var err error
			p.Start, err = puzzle.Parse("5 0 3/2 8 1/6 4 7", size)
			require.NoError(t, err)
		}
		results := map[string]search.Result{}
		for _, r := range allReplicas["ga-vs-astar"]["genes"].searches {
			got, err := r.Solve(t.Context(), p, search.Limits{})
			require.NoError(t, err)
			results[r.label()] = got
			if got.Status == search.Solved {
				solvedBy[r.label()]++
			}
		}
		plain, memo := results["float genes"], results["float genes, moves memoised"]
		assert.Equal(t, plain.Moves, memo.Moves)
		assert.Equal(t, plain.Evaluated, memo.Evaluated)
		if plain.Evaluated > 0 {
			assert.Less(t, memo.Generated, plain.Generated/2)
		}
	}
	for _, r := range allReplicas["ga-vs-astar"]["genes"].searches {
		assert.Positive(t, solvedBy[r.label()], r.label())
	}
}
