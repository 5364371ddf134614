package astar

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// The successors are the boards after each legal move but one, in order, with their costs and full
// estimates.
func TestSuccessors(t *testing.T) {
	slow.NotShort(t)
	rng := puzzle.NewRand(1, 0)
	for _, c := range []struct {
		heuristic heuristics.Heuristic
		size      puzzle.Size
	}{
		{heuristics.Manhattan, puzzle.Size{Rows: 4, Cols: 4}},
		{heuristics.Misplaced, puzzle.Size{Rows: 2, Cols: 7}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 1, Cols: 2}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 3, Cols: 5}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 4, Cols: 4}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 6, Cols: 2}},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 3, Cols: 3}},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 4, Cols: 4}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 2, Cols: 7}},
		{heuristics.LinearConflictPairs, puzzle.Size{Rows: 8, Cols: 2}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 1, Cols: 16}},
		{heuristics.Euclidean, puzzle.Size{Rows: 3, Cols: 3}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 5, Cols: 5}},
		{heuristics.Manhattan, puzzle.Size{Rows: 3, Cols: 6}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 7, Cols: 7}},
		{heuristics.LinearConflict, puzzle.Size{Rows: 8, Cols: 8}},
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
				requireSuccessors[[1]uint64](t, r, start, what)
			case 2:
				requireSuccessors[[2]uint64](t, r, start, what)
			default:
				requireSuccessors[[8]uint64](t, r, start, what)
			}
		}
	}
}

// requireSuccessors compares the successors of one board with the boards of package puzzle.
func requireSuccessors[B flat.Board](t *testing.T, r *rule, start puzzle.Board, what string) {
	t.Helper()
	layout := flat.NewLayout[B](start.Size().Cells())
	board := layout.Pack(start.Tiles())
	h := int32(r.estimator.Estimate(start.Tiles()))
	s := newFlat[B](r)
	for _, back := range []puzzle.Move{noMove, puzzle.Up, puzzle.Right} {
		var want []child[B]
		for _, move := range puzzle.DefaultOrder {
			if after, legal := start.Move(move); legal && move != back {
				want = append(want, child[B]{
					board: layout.Pack(after.Tiles()),
					move:  move,
					blank: uint8(after.Blank()),
					h:     int32(r.estimator.Estimate(after.Tiles())),
					cost:  uint16(r.problem.Costs.Of(move)),
				})
			}
		}
		s.children = nil
		s.expand(&board, h, back)
		require.Equal(t, want, s.children, what)
	}
}
