package astar

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// The fast ways to generate successors give what the plain one gives, board by
// board: the same boards in the same order, with the same estimates and costs.
func TestSuccessorsAgree(t *testing.T) {
	const table, tracked = "*astar.tableSuccessors", "*astar.trackedSuccessors"
	rng := puzzle.NewRand(1, 0)
	for _, c := range []struct {
		heuristic heuristics.Heuristic
		size      puzzle.Size
		way       string
	}{
		{heuristics.Manhattan, puzzle.Size{Rows: 4, Cols: 4}, table},
		{heuristics.Misplaced, puzzle.Size{Rows: 2, Cols: 7}, table},
		{heuristics.LinearConflict, puzzle.Size{Rows: 1, Cols: 2}, table},
		{heuristics.LinearConflict, puzzle.Size{Rows: 3, Cols: 5}, table},
		{heuristics.LinearConflict, puzzle.Size{Rows: 4, Cols: 4}, table},
		{heuristics.LinearConflict, puzzle.Size{Rows: 6, Cols: 2}, table},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 3, Cols: 3}, table},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 4, Cols: 4}, table},
		{heuristics.LinearConflict, puzzle.Size{Rows: 2, Cols: 7}, table},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 8, Cols: 2}, tracked},
		{heuristics.LinearConflict, puzzle.Size{Rows: 1, Cols: 16}, tracked},
		{heuristics.Euclidean, puzzle.Size{Rows: 3, Cols: 3}, tracked},
	} {
		for range 300 {
			p := drawProblem(t, rng, c.size, 0)
			r := &rule{problem: p, graph: puzzle.NewGraph(c.size, puzzle.DefaultOrder)}
			var err error
			r.estimator, err = c.heuristic.For(p.Goal, p.Costs)
			require.NoError(t, err)
			start := puzzle.Uniform(rng, p.Goal)
			word, h := puzzle.PackWord(start.Tiles()), int32(r.estimator.Estimate(start.Tiles()))
			fast := newSuccessors(r)
			plain := newTrackedSuccessors(r)
			require.Equal(t, c.way, fmt.Sprintf("%T", fast), "%s on %v", c.heuristic.Name(), c.size)
			for _, back := range []puzzle.Move{noMove, puzzle.Up, puzzle.Right} {
				require.Equal(t, plain.append(nil, word, h, back), fast.append(nil, word, h, back),
					"%s of %v under %v", c.heuristic.Name(), start, p)
			}
		}
	}
}
