package heuristics_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/heuristicstest"
	"npuzzle/puzzle"
)

// otherConvex are parameters that all differ from the plain ones.
func otherConvex() heuristics.ConvexParameters {
	return heuristics.ConvexParameters{
		Power:       1.6,
		Steep:       0.1,
		Both:        -0.2,
		Long:        0.3,
		Miss:        0.7,
		Ring:        0.05,
		Far:         0.4,
		Corner:      -0.3,
		Here:        0.2,
		Conflict:    5,
		ConflictFar: 0.6,
	}
}

// convexSizes are sizes with and without tables of conflicts, square and not.
var convexSizes = []puzzle.Size{
	{Rows: 1, Cols: 4}, {Rows: 3, Cols: 3}, {Rows: 4, Cols: 6}, {Rows: 7, Cols: 5},
	{Rows: 9, Cols: 8}, {Rows: 16, Cols: 16},
}

// With plain parameters, the score is what it was before there were parameters: pair tables are
// trained for it.
func TestPlainConvexIsTheScoreOfPairTables(t *testing.T) {
	plain := heuristics.ConvexOf(heuristics.PlainConvex())
	rng := puzzle.NewRand(1, 0)
	for _, size := range convexSizes {
		for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			for _, costs := range []string{"1,1,1,1", "2,3,5,4"} {
				goal := goalOf(t, name, size.Rows, size.Cols)
				costs := costsOf(t, costs)
				convex := estimatorOf(t, plain, goal, costs)
				for range 10 {
					board := puzzle.Uniform(rng, goal)
					want := formerConvex(t, board, goal, costs)
					require.Equal(t, want, convex.Estimate(board.Tiles()), "%v %s", size, name)
				}
			}
		}
	}
}

// formerConvex returns the score with the constants that Convex had before it had parameters.
func formerConvex(t *testing.T, board, goal puzzle.Board, costs puzzle.Costs) puzzle.Cost {
	size := goal.Size()
	target := goal.Positions()
	unit := float64(costs.Cheapest())
	inner := (min(size.Rows, size.Cols) - 1) / 2
	manhattan := estimatorOf(t, heuristics.Manhattan, goal, costs).(heuristics.Differ)
	var sum puzzle.Cost
	for cell, tile := range board.Tiles() {
		if tile == 0 {
			continue
		}
		// The distance is the change if the tile could leave its goal cell for its cell.
		distance := manhattan.Change(goal.Tiles(), target[tile], uint8(cell))
		row := int(target[tile]) / size.Cols
		col := int(target[tile]) % size.Cols
		around := min(row, col, size.Rows-1-row, size.Cols-1-col)
		factor := (1 + 0.1*float64(inner-around)) * unit * 8
		sum += puzzle.Cost(math.Round(math.Pow(float64(distance)/unit, 1.4) * factor))
	}
	conflicts := estimatorOf(t, heuristics.LinearConflict, goal, costs).Estimate(board.Tiles()) -
		manhattan.Estimate(board.Tiles())
	return sum + 16*conflicts
}

// Trackers follow the score, whatever the parameters.
func TestOtherConvexConforms(t *testing.T) {
	heuristicstest.Run(t, heuristicstest.Config{Heuristic: heuristics.ConvexOf(otherConvex())})
}

// Every parameter makes a difference. The parameter long makes one only if a board is not square.
func TestEveryConvexParameterMatters(t *testing.T) {
	others := otherConvex()
	for _, row := range heuristics.ConvexSet.Rows {
		for _, size := range []puzzle.Size{{Rows: 5, Cols: 7}, {Rows: 6, Cols: 6}} {
			goal := goalOf(t, puzzle.BlankLast, size.Rows, size.Cols)
			tiles := puzzle.Uniform(puzzle.NewRand(1, 0), goal).Tiles()
			scoreOf := func(p heuristics.ConvexParameters) puzzle.Cost {
				return estimatorOf(t, heuristics.ConvexOf(p), goal, puzzle.Costs{}).Estimate(tiles)
			}
			p := heuristics.PlainConvex()
			*row.Of(&p) = *row.Of(&others)
			isSame := scoreOf(p) == scoreOf(heuristics.PlainConvex())
			assert.Equal(t, row.Name == "long" && size.Rows == size.Cols, isSame, row.Name)
		}
	}
}

// A board and its reflection at the main diagonal have the same score, also if they are not square.
func TestConvexOfReflection(t *testing.T) {
	for _, size := range convexSizes {
		goal := goalOf(t, puzzle.BlankLast, size.Rows, size.Cols)
		mirroredGoal := goalOf(t, puzzle.BlankLast, size.Cols, size.Rows)
		h := heuristics.ConvexOf(otherConvex())
		e := estimatorOf(t, h, goal, puzzle.Costs{})
		mirroredEstimator := estimatorOf(t, h, mirroredGoal, puzzle.Costs{})
		tiles := puzzle.Uniform(puzzle.NewRand(2, 0), goal).Tiles()
		mirror := func(cell int) int { return cell%size.Cols*size.Rows + cell/size.Cols }
		mirrored := make([]uint8, len(tiles))
		for cell, tile := range tiles {
			if tile != 0 {
				tile = uint8(mirror(int(tile)-1) + 1)
			}
			mirrored[mirror(cell)] = tile
		}
		assert.Equal(t, e.Estimate(tiles), mirroredEstimator.Estimate(mirrored), size)
	}
}

// Convex has the parameters that come with the program.
func TestConvexIsShipped(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 7, 7)
	tiles := puzzle.Uniform(puzzle.NewRand(1, 0), goal).Tiles()
	convex := estimatorOf(t, heuristics.Convex, goal, puzzle.Costs{})
	shipped := heuristics.ConvexOf(heuristics.ShippedConvex())
	plain := heuristics.ConvexOf(heuristics.PlainConvex())
	shippedEstimator := estimatorOf(t, shipped, goal, puzzle.Costs{})
	plainEstimator := estimatorOf(t, plain, goal, puzzle.Costs{})
	assert.Equal(t, shippedEstimator.Estimate(tiles), convex.Estimate(tiles))
	assert.NotEqual(t, plainEstimator.Estimate(tiles), convex.Estimate(tiles))
}

// Parameters out of range are refused. Every convex score only orders boards.
func TestConvexOfParameters(t *testing.T) {
	wrong := heuristics.PlainConvex()
	wrong.Both = math.NaN()
	_, err := heuristics.ConvexOf(wrong).For(goalOf(t, puzzle.BlankLast, 7, 7), puzzle.Costs{})
	require.EqualError(t, err, "heuristics: both NaN; expected -0.9 to 1")
	assert.True(t, heuristics.OnlyOrders(heuristics.ConvexOf(otherConvex())))
	assert.False(t, heuristics.OnlyOrders(heuristics.Manhattan))
}
