package pdb

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
)

// Of the fifty 24-puzzles the estimates are at most the published optimal
// lengths, and differ from them by an even number, since every move changes an
// estimate that counts all tiles by one.
func TestEstimatesOfTheFifty24Puzzles(t *testing.T) {
	partitions := []string{"3-3-3-3-3-3-3-3", "5-5-5-5-4"}
	if raceDetector || !slow.Asked() {
		partitions = partitions[:1] // the larger tables take long to build
	}
	for _, text := range partitions {
		e := sumOf(t, text, goalOf(t, puzzle.BlankFirst, 5, 5), true)
		require.True(t, e.Complete())
		manhattan := puzzle.Cost(0)
		sum := puzzle.Cost(0)
		for _, b := range korf.TwentyFour() {
			tiles := b.Board.Tiles()
			estimate := e.Estimate(tiles)
			require.LessOrEqual(t, estimate, b.Optimal, "%s: number %d", text, b.Number)
			require.Zero(t, (b.Optimal-estimate)%2, "%s: number %d", text, b.Number)
			sum += estimate
			for i := range e.Sides()[0].Manhattan {
				if cell := i % len(tiles); int(tiles[cell]) == i/len(tiles) {
					manhattan += puzzle.Cost(e.Sides()[0].Manhattan[i])
				}
			}
		}
		require.Greater(t, sum, manhattan, "tables add something")
	}
}
