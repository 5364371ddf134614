package searchtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Mirrored boards with renamed tiles are as far apart as those that they are made of.
func TestAlike(t *testing.T) {
	sizes := []puzzle.Size{{Rows: 1, Cols: 5}, {Rows: 4, Cols: 1}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}}
	s := suite{t: t, rng: puzzle.NewRand(1, 0)}
	goals := map[puzzle.Board]bool{}
	for _, text := range []string{"1,1,1,1", "1,2,3,4"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		for _, size := range sizes {
			for range 20 {
				goal := s.anyBoard(size)
				for tiles, cost := range Distances(t, goal, costs).All() {
					p := search.Problem{Start: FromTiles(t, size, tiles), Goal: goal, Costs: costs}
					require.Equal(t, cost, cheapest(t, p), "%v", p)
					if costs.Unit() {
						goals[alike(t, p).Goal] = true
					}
				}
			}
		}
	}
	require.Len(t, goals, 3+2+2*2)
}
