package heuristics_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// all are the heuristics of this package, with one maximum of several.
var all = []heuristics.Heuristic{
	heuristics.Zero,
	heuristics.Misplaced,
	heuristics.Manhattan,
	heuristics.LinearConflict,
	heuristics.LinearConflictPairs,
	heuristics.OutOfRowColumn,
	heuristics.Euclidean,
	heuristics.MaxSort,
	heuristics.Max(heuristics.MaxSort, heuristics.Manhattan, heuristics.OutOfRowColumn),
}

func goalOf(t testing.TB, name string, rows, cols int) puzzle.Board {
	t.Helper()
	goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

func boardOf(t testing.TB, text string, size puzzle.Size) puzzle.Board {
	t.Helper()
	b, err := puzzle.Parse(text, size)
	require.NoError(t, err)
	return b
}

func estimatorOf(t testing.TB, h heuristics.Heuristic, goal puzzle.Board, costs puzzle.Costs) heuristics.Estimator {
	t.Helper()
	e, err := h.For(goal, costs)
	require.NoError(t, err)
	return e
}

func costsOf(t testing.TB, text string) puzzle.Costs {
	t.Helper()
	costs, err := puzzle.ParseCosts(text)
	require.NoError(t, err)
	return costs
}

// Estimates worked out by hand, in the order of all.
func TestKnownValues(t *testing.T) {
	for _, c := range []struct {
		rows               int
		board, goal, costs string
		want               []puzzle.Cost
	}{
		{3, "1 2 3/4 5 6/7 8 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 0, 0, 0, 0, 0, 0, 0, 0}},
		// Tile 8 is one move off.
		{3, "1 2 3/4 5 6/7 0 8", "blank-last", "1,1,1,1", []puzzle.Cost{0, 1, 1, 1, 1, 1, 1, 1, 1}},
		// The first row is reversed: tiles 1 and 3 are two columns off, two of
		// three tiles must leave, three pairs are reversed, one swap sorts it.
		{3, "3 2 1/4 5 6/7 8 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 2, 4, 8, 10, 2, 4, 1, 4}},
		// The first column is reversed; pairs count in rows only.
		{3, "7 2 3/4 5 6/1 8 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 2, 4, 8, 4, 2, 4, 1, 4}},
		// Tiles 1 and 8 are a knight's move off, 2.236 each.
		{3, "8 2 3/4 5 6/7 1 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 2, 6, 6, 6, 4, 5, 1, 6}},
		// Tile 4 is one move off on the diagonal, 1.414; the blank is not counted.
		{3, "4 1 2/3 0 5/6 7 8", "blank-first", "1,1,1,1", []puzzle.Cost{0, 1, 2, 2, 2, 2, 2, 1, 2}},
		// A board of one row can be in conflict, though no move mends it.
		{1, "2 1 0", "1 2 0", "1,1,1,1", []puzzle.Cost{0, 2, 2, 4, 4, 2, 2, 1, 2}},
		// Tile 8 must go left: the blank goes right, at 4 units. All but
		// Manhattan count the cheapest move, 1 unit.
		{3, "1 2 3/4 5 6/7 0 8", "blank-last", "0.1,0.2,0.3,0.4", []puzzle.Cost{0, 1, 4, 4, 4, 1, 1, 1, 4}},
		// Tile 6 must go down, at 1, and tile 3 up, at 2. One must leave the
		// column, a move left and a move right: 7 more.
		{3, "1 2 6/4 5 3/7 8 0", "blank-last", "0.1,0.2,0.3,0.4", []puzzle.Cost{0, 2, 3, 10, 3, 2, 2, 1, 3}},
		// Tile 2 must go right, at 3, and tile 1 left, at 4. One must leave
		// the row, a move up and a move down: 3 more.
		{3, "2 1 3/4 5 6/7 8 0", "blank-last", "0.1,0.2,0.3,0.4", []puzzle.Cost{0, 2, 7, 10, 10, 2, 2, 1, 7}},
		// The cheapest move costs 2. Tile 1 goes up twice, at 3, and left, at 5;
		// tile 8 down twice, at 2, and right, at 4.
		{3, "8 2 3/4 5 6/7 1 0", "blank-last", "2,3,4,5", []puzzle.Cost{0, 4, 19, 19, 19, 8, 10, 2, 19}},
	} {
		t.Run(c.board+" "+c.costs, func(t *testing.T) {
			board := boardOf(t, c.board, puzzle.Size{Rows: c.rows, Cols: 3})
			goal := goalOf(t, c.goal, c.rows, 3)
			for i, h := range all {
				e := estimatorOf(t, h, goal, costsOf(t, c.costs))
				require.Equal(t, c.want[i], e.Estimate(board.Tiles()), h.Name())
				require.Equal(t, c.want[i], e.Track().Reset(board.Tiles()), h.Name())
			}
		})
	}
}

func TestNames(t *testing.T) {
	var names []string
	for _, h := range all {
		names = append(names, h.Name())
	}
	require.Equal(t, []string{
		"zero", "misplaced", "manhattan", "linear-conflict", "linear-conflict-pairs", "out-of-row-column", "euclidean",
		"max-sort", "max(max-sort,manhattan,out-of-row-column)",
	}, names)
}

func TestNoGoal(t *testing.T) {
	for _, h := range all {
		_, err := h.For(puzzle.Board{}, puzzle.Costs{})
		require.EqualError(t, err, "heuristics: no goal; expected a board", h.Name())
	}
}

func TestMaxDeclaresWhatAllDeclare(t *testing.T) {
	sound := heuristics.Max(heuristics.Manhattan, heuristics.MaxSort)
	require.True(t, sound.Admissible())
	require.True(t, sound.Consistent())
	unsound := heuristics.Max(heuristics.Manhattan, heuristics.LinearConflictPairs)
	require.False(t, unsound.Admissible())
	require.False(t, unsound.Consistent())
}

// The tables that fast searches are built on say the same as the estimates.
func TestTileSumTable(t *testing.T) {
	goal := goalOf(t, puzzle.Snail, 3, 4)
	board := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
	for _, h := range []heuristics.Heuristic{
		heuristics.Zero, heuristics.Misplaced, heuristics.Manhattan, heuristics.OutOfRowColumn,
	} {
		sum, ok := estimatorOf(t, h, goal, puzzle.Costs{}).(*heuristics.TileSum)
		require.True(t, ok, h.Name())
		var total puzzle.Cost
		for cell, tile := range board.Tiles() {
			total += puzzle.Cost(sum.Table()[int(tile)*12+cell])
			require.Equal(t, puzzle.Cost(sum.Table()[int(tile)*12+cell]), sum.At(int(tile), cell))
			require.Zero(t, sum.At(0, cell))
		}
		require.Equal(t, sum.Estimate(board.Tiles()), total, h.Name())
	}
	rounded, ok := estimatorOf(t, heuristics.Euclidean, goal, puzzle.Costs{}).(*heuristics.RoundedSum)
	require.True(t, ok)
	require.Equal(t, rounded.Estimate(board.Tiles()), rounded.Round(rounded.Fixed().Estimate(board.Tiles())))
}
