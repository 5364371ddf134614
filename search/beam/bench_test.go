package beam

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// BenchmarkScores reports the mean length of plans by score and width, and the speed on one thread.
func BenchmarkScores(b *testing.B) {
	for _, side := range []int{5, 6, 7} {
		goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: side, Cols: side})
		require.NoError(b, err)
		for _, h := range []heuristics.Heuristic{
			heuristics.Manhattan, heuristics.LinearConflict, heuristics.Convex, pairs.Heuristic{},
		} {
			for _, width := range []int{1000, 4000, 16000} {
				b.Run(fmt.Sprintf("%v/%s/%d", goal.Size(), h.Name(), width), func(b *testing.B) {
					moves := 0
					solved := 0
					generated := uint64(0)
					for i := range b.N {
						start := puzzle.Uniform(puzzle.NewRand(4242, uint64(i)), goal)
						p := search.Problem{Start: start, Goal: goal}
						s := &Solver{Heuristic: h, Width: width, Workers: 1}
						limits := search.Limits{Generated: uint64(3000 * width)}
						r, err := s.Solve(b.Context(), p, limits)
						require.NoError(b, err)
						generated += r.Generated
						if r.Status == search.Solved {
							moves += len(r.Moves)
							solved++
						}
					}
					b.ReportMetric(float64(moves)/float64(max(solved, 1)), "moves")
					b.ReportMetric(float64(solved)/float64(b.N), "solved")
					b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "states/s")
				})
			}
		}
	}
}
