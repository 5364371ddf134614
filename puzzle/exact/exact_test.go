package exact

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func goalOf(t testing.TB, name string, size puzzle.Size) puzzle.Board {
	t.Helper()
	goal, err := puzzle.Goal(name, size)
	require.NoError(t, err)
	return goal
}

// How many boards stand at each distance is known, for a goal with its blank
// in a corner.
func TestDistancesByDepth(t *testing.T) {
	file, err := os.Open("testdata/distances-by-depth.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"size", "counts_from_depth_0"}, rows[0])
	require.Len(t, rows, 6)
	for _, row := range rows[1:] {
		goals := []string{puzzle.BlankLast, puzzle.BlankFirst}
		if row[0] == "2x5" {
			goals = goals[:1] // under the race detector each takes four seconds
		}
		for _, name := range goals {
			t.Run(row[0]+" "+name, func(t *testing.T) {
				size, err := puzzle.ParseSize(row[0])
				require.NoError(t, err)
				table, err := Distances(context.Background(), goalOf(t, name, size), puzzle.Costs{})
				require.NoError(t, err)
				var counts []int
				for _, d := range table.All() {
					for int(d) >= len(counts) {
						counts = append(counts, 0)
					}
					counts[d]++
				}
				require.Equal(t, row[1], strings.Trim(fmt.Sprint(counts), "[]"))
			})
		}
	}
}

// cheapest computes the distances by relaxing every move of every board until
// nothing changes (Bellman 1958), forwards, with boards as keys of a map.
func cheapest(goal puzzle.Board, costs puzzle.Costs) map[puzzle.Board]puzzle.Cost {
	cost := map[puzzle.Board]puzzle.Cost{goal: 0}
	for queue := []puzzle.Board{goal}; len(queue) > 0; queue = queue[1:] {
		for m := range puzzle.Move(4) {
			// The board before the move m that leads here.
			before, legal := queue[0].Move(m.Opposite())
			if !legal {
				continue
			}
			c := cost[queue[0]] + costs.Of(m)
			if old, known := cost[before]; !known || c < old {
				cost[before] = c
				queue = append(queue, before)
			}
		}
	}
	return cost
}

func TestDistancesUnderMoveCosts(t *testing.T) {
	size := rapid.SampledFrom([]puzzle.Size{{Rows: 2, Cols: 3}, {Rows: 2, Cols: 2},
		{Rows: 1, Cols: 4}})
	cost := rapid.IntRange(1, 99)
	rapid.Check(t, func(t *rapid.T) {
		size := size.Draw(t, "size")
		tiles := make([]int, size.Cells())
		for i := range tiles {
			tiles[i] = i
		}
		goal, err := puzzle.New(size, rapid.Permutation(tiles).Draw(t, "goal"))
		require.NoError(t, err)
		costs, err := puzzle.ParseCosts(fmt.Sprintf("%d,%d,%d,%d",
			cost.Draw(t, "up"), cost.Draw(t, "down"), cost.Draw(t, "left"), cost.Draw(t, "right")))
		require.NoError(t, err)
		table, err := Distances(context.Background(), goal, costs)
		require.NoError(t, err)
		want := cheapest(goal, costs)
		boards := 0
		for tiles, d := range table.All() {
			boards++
			b := boardOf(t, size, tiles)
			require.Equal(t, want[b], d, "%v to %v, costs %v", b, goal, costs)
			again, ok := table.Distance(b)
			require.True(t, ok)
			require.Equal(t, d, again)
		}
		require.Len(t, want, boards)
	})
}

func boardOf(t require.TestingT, size puzzle.Size, tiles []uint8) puzzle.Board {
	whole := make([]int, len(tiles))
	for i, tile := range tiles {
		whole[i] = int(tile)
	}
	b, err := puzzle.New(size, whole)
	require.NoError(t, err)
	return b
}

func TestNoPlanNoDistance(t *testing.T) {
	size := puzzle.Size{Rows: 2, Cols: 2}
	table, err := Distances(context.Background(), goalOf(t, puzzle.BlankLast, size), puzzle.Costs{})
	require.NoError(t, err)
	_, ok := table.Distance(boardOf(t, size, []uint8{2, 1, 3, 0}))
	require.False(t, ok)
}

func TestTooLarge(t *testing.T) {
	_, err := Distances(
		context.Background(),
		goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4}),
		puzzle.Costs{},
	)
	require.EqualError(t, err, "exact: size 3x4 has more than 10 cells")
}

func TestAllCanBeLeft(t *testing.T) {
	table, err := Distances(
		context.Background(),
		goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 2}),
		puzzle.Costs{},
	)
	require.NoError(t, err)
	boards := 0
	for range table.All() {
		if boards++; boards == 5 {
			break
		}
	}
	require.Equal(t, 5, boards)
}

func TestDistancesEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Distances(ctx, goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3}),
		puzzle.Costs{})
	require.ErrorIs(t, err, context.Canceled)
}

// Distances and a breadth-first search tell the same, and the search goes level by level.
func TestBreadthFirst(t *testing.T) {
	goal := goalOf(t, puzzle.Snail, puzzle.Size{Rows: 3, Cols: 2})
	table, err := Distances(t.Context(), goal, puzzle.Costs{})
	require.NoError(t, err)
	last := 0
	boards := 0
	for rank, distance := range BreadthFirst(table.ranking, goal, puzzle.DefaultOrder) {
		require.EqualValues(t, table.cost[rank], distance)
		require.GreaterOrEqual(t, distance, last)
		last = distance
		boards++
	}
	require.Equal(t, 360, boards)
	for rank, distance := range BreadthFirst(table.ranking, goal, puzzle.Order{}) {
		require.Equal(t, table.ranking.Rank(goal.Tiles()), uint64(rank))
		require.Zero(t, distance)
		break
	}
}
