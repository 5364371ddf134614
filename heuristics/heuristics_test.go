package heuristics_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// all returns the heuristics of the program's table that exist for a size,
// without pattern databases, which need files, and one maximum of several.
func all(t require.TestingT, size puzzle.Size) []heuristics.Heuristic {
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	list := []heuristics.Heuristic{heuristics.Max(heuristics.MaxSort, heuristics.Manhattan,
		heuristics.OutOfRowColumn)}
	for _, name := range solvers.HeuristicNames() {
		h, err := solvers.ParseHeuristic(name)
		require.NoError(t, err)
		if _, err = h.For(goal, puzzle.Costs{}); err == nil {
			list = append(list, h)
		}
	}
	return list
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

func estimatorOf(
	t testing.TB, h heuristics.Heuristic, goal puzzle.Board, costs puzzle.Costs,
) heuristics.Estimator {
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

// Estimates worked out by hand.
func TestKnownValues(t *testing.T) {
	columns := []heuristics.Heuristic{
		heuristics.Zero, heuristics.Misplaced, heuristics.Manhattan, heuristics.LinearConflict,
		heuristics.LinearConflictPairs, heuristics.OutOfRowColumn, heuristics.Euclidean,
		heuristics.MaxSort,
		heuristics.Max(heuristics.MaxSort, heuristics.Manhattan, heuristics.OutOfRowColumn),
	}
	for _, c := range []struct {
		board, goal, costs string
		want               []puzzle.Cost // in the order of columns
	}{
		{"1 2 3/4 5 6/7 8 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 0, 0, 0, 0, 0, 0, 0, 0}},
		// Tile 8 is one move off.
		{"1 2 3/4 5 6/7 0 8", "blank-last", "1,1,1,1", []puzzle.Cost{0, 1, 1, 1, 1, 1, 1, 1, 1}},
		// The first row is reversed: tiles 1 and 3 are two columns off, two of
		// three tiles must leave, three pairs are reversed, one swap sorts it.
		{"3 2 1/4 5 6/7 8 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 2, 4, 8, 10, 2, 4, 1, 4}},
		// The first column is reversed; pairs count in rows only.
		{"7 2 3/4 5 6/1 8 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 2, 4, 8, 4, 2, 4, 1, 4}},
		// Tiles 1 and 8 are a knight's move off, 2.236 each.
		{"8 2 3/4 5 6/7 1 0", "blank-last", "1,1,1,1", []puzzle.Cost{0, 2, 6, 6, 6, 4, 5, 1, 6}},
		// Tile 4 is one move off on the diagonal, 1.414; the blank is not counted.
		{"4 1 2/3 0 5/6 7 8", "blank-first", "1,1,1,1", []puzzle.Cost{0, 1, 2, 2, 2, 2, 2, 1, 2}},
		// A board of one row can be in conflict, though no move mends it.
		{"2 1 0", "1 2 0", "1,1,1,1", []puzzle.Cost{0, 2, 2, 4, 4, 2, 2, 1, 2}},
		// Tile 8 must go left: the blank goes right, at 4 units. All but
		// Manhattan count the cheapest move, 1 unit.
		{"1 2 3/4 5 6/7 0 8", "blank-last", "0.1,0.2,0.3,0.4",
			[]puzzle.Cost{0, 1, 4, 4, 4, 1, 1, 1, 4}},
		// Tile 6 must go down, at 1, and tile 3 up, at 2. One must leave the
		// column, a move left and a move right: 7 more.
		{"1 2 6/4 5 3/7 8 0", "blank-last", "0.1,0.2,0.3,0.4",
			[]puzzle.Cost{0, 2, 3, 10, 3, 2, 2, 1, 3}},
		// Tile 2 must go right, at 3, and tile 1 left, at 4. One must leave
		// the row, a move up and a move down: 3 more.
		{"2 1 3/4 5 6/7 8 0", "blank-last", "0.1,0.2,0.3,0.4",
			[]puzzle.Cost{0, 2, 7, 10, 10, 2, 2, 1, 7}},
		// The cheapest move costs 2. Tile 1 goes up twice, at 3, and left, at 5;
		// tile 8 down twice, at 2, and right, at 4.
		{"8 2 3/4 5 6/7 1 0", "blank-last", "2,3,4,5",
			[]puzzle.Cost{0, 4, 19, 19, 19, 8, 10, 2, 19}},
	} {
		t.Run(c.board+" "+c.costs, func(t *testing.T) {
			board := boardOf(t, c.board,
				puzzle.Size{Rows: strings.Count(c.board, "/") + 1, Cols: 3})
			goal := goalOf(t, c.goal, board.Size().Rows, 3)
			require.Len(t, columns, len(c.want))
			for i, h := range columns {
				e := estimatorOf(t, h, goal, costsOf(t, c.costs))
				require.Equal(t, c.want[i], e.Estimate(board.Tiles()), h.Name())
				require.Equal(t, c.want[i], e.Track().Reset(board.Tiles()), h.Name())
			}
		})
	}
}

func TestNoGoal(t *testing.T) {
	for _, h := range all(t, puzzle.Size{Rows: 3, Cols: 3}) {
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

// A heuristic from scratch has the same estimates in a Tracker, and refuses what its
// function refuses.
func TestFromFunc(t *testing.T) {
	misplaced := heuristics.FromFunc("mine", true,
		func(goal puzzle.Board, costs puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
			if goal.Size().Rows != 3 {
				return nil, errors.New("mine: expected 3 rows")
			}
			return estimatorOf(t, heuristics.Misplaced, goal, costs).Estimate, nil
		})
	require.Equal(t, "mine", misplaced.Name())
	require.True(t, misplaced.Admissible())
	require.False(t, misplaced.Consistent())
	require.Empty(t, misplaced.Version())
	require.Equal(t, "2", misplaced.WithVersion("2").Version())

	tracker := estimatorOf(t, misplaced, goalOf(t, puzzle.BlankLast, 3, 3), puzzle.Costs{}).Track()
	tiles := []uint8{1, 2, 3, 4, 5, 6, 7, 8, 0}
	require.Zero(t, tracker.Reset(tiles))
	tiles[7] = 0
	tiles[8] = 8
	require.Equal(t, puzzle.Cost(1), tracker.After(tiles, 7, 8))
	require.Equal(t, puzzle.Cost(1), tracker.Move(tiles, 7, 8))

	estimator, err := misplaced.For(goalOf(t, puzzle.BlankLast, 2, 3), puzzle.Costs{})
	require.EqualError(t, err, "mine: expected 3 rows")
	require.Nil(t, estimator)
}
