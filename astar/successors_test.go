package astar

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// The fast ways to generate successors give what the plain one gives, board by
// board: the same boards in the same order, with the same estimates and costs.
func TestSuccessorsAgree(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	for _, c := range []struct {
		heuristic heuristics.Heuristic
		size      puzzle.Size
		tabulated bool
	}{
		{heuristics.Manhattan, puzzle.Size{Rows: 4, Cols: 4}, true},
		{heuristics.Misplaced, puzzle.Size{Rows: 2, Cols: 7}, true},
		{heuristics.LinearConflict, puzzle.Size{Rows: 1, Cols: 2}, true},
		{heuristics.LinearConflict, puzzle.Size{Rows: 3, Cols: 5}, true},
		{heuristics.LinearConflict, puzzle.Size{Rows: 4, Cols: 4}, true},
		{heuristics.LinearConflict, puzzle.Size{Rows: 6, Cols: 2}, true},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 3, Cols: 3}, true},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 4, Cols: 4}, true},
		{heuristics.LinearConflict, puzzle.Size{Rows: 2, Cols: 7}, true},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 8, Cols: 2}, false},
		{heuristics.LinearConflict, puzzle.Size{Rows: 1, Cols: 16}, false},
		{heuristics.Euclidean, puzzle.Size{Rows: 3, Cols: 3}, false},
		{heuristics.LinearConflict, puzzle.Size{Rows: 5, Cols: 5}, true},
		{heuristics.Manhattan, puzzle.Size{Rows: 3, Cols: 6}, true},
		{heuristics.LinearConflict, puzzle.Size{Rows: 7, Cols: 7}, true},
		{heuristics.LinearConflict, puzzle.Size{Rows: 8, Cols: 8}, false},
	} {
		for range 300 {
			p := drawProblem(t, rng, c.size, 0)
			r := &rule{problem: p, graph: puzzle.NewGraph(c.size, puzzle.DefaultOrder)}
			var err error
			r.estimator, err = c.heuristic.For(p.Goal, p.Costs)
			require.NoError(t, err)
			start := puzzle.Uniform(rng, p.Goal)
			what := fmt.Sprintf("%s of %v under %v", c.heuristic.Name(), start, p)
			if p.Costs.Dearest() > largestCost {
				continue // the fast engine does not take it
			}
			switch flat.WordsOf(c.size.Cells()) {
			case 1:
				requireSuccessors[[1]uint64](t, r, start, c.tabulated, what)
			case 2:
				requireSuccessors[[2]uint64](t, r, start, c.tabulated, what)
			default:
				requireSuccessors[[8]uint64](t, r, start, c.tabulated, what)
			}
		}
	}
}

// requireSuccessors compares both ways on one board.
func requireSuccessors[B flat.Board](t *testing.T, r *rule, start puzzle.Board, tabulated bool, what string) {
	t.Helper()
	layout := flat.NewLayout[B](start.Size().Cells())
	board, h := layout.Pack(start.Tiles()), int32(r.estimator.Estimate(start.Tiles()))
	fast, plain := newSuccessors(r, layout), newSuccessors(r, layout)
	plain.table, plain.tracker = nil, r.estimator.Track()
	require.Equal(t, tabulated, fast.table != nil, what)
	for _, back := range []puzzle.Move{noMove, puzzle.Up, puzzle.Right} {
		require.Equal(t, plain.append(nil, &board, h, back), fast.append(nil, &board, h, back), what)
	}
}
