package heuristics_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// walkingHolds fails where a board belies that walking distance is consistent.
func walkingHolds(t require.TestingT, goal puzzle.Board, costs puzzle.Costs) {
	table, err := exact.Distances(context.Background(), goal, costs)
	require.NoError(t, err)
	above, drop := faults(t, heuristics.WalkingDistance, goal, costs, table)
	require.Nil(t, above, "above a distance; goal %v, costs %v", goal, costs)
	require.Nil(t, drop, "falls too fast; goal %v, costs %v", goal, costs)
}

func TestWalkingDistanceOnEveryBoard(t *testing.T) {
	require.True(t, heuristics.WalkingDistance.Admissible())
	require.True(t, heuristics.WalkingDistance.Consistent())
	require.Equal(t, "walking-distance", heuristics.WalkingDistance.Name())
	for _, size := range [][2]int{{2, 3}, {3, 2}, {2, 4}, {3, 3}} {
		for _, name := range []string{puzzle.BlankLast, puzzle.Snail} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], name), func(t *testing.T) {
				t.Parallel()
				walkingHolds(t, goalOf(t, name, size[0], size[1]), puzzle.Costs{})
			})
		}
	}
}

func TestWalkingDistanceUnderMoveCosts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]puzzle.Size{{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 1, Cols: 6}, {Rows: 2, Cols: 2}}).Draw(t, "size")
		walkingHolds(t, drawGoal(t, size), drawCosts(t))
	})
	t.Run("2x4", func(t *testing.T) {
		walkingHolds(t, goalOf(t, puzzle.BlankFirst, 2, 4), costsOf(t, "0.1,0.2,0.3,0.4"))
	})
}

func TestWalkingDistanceFollows(t *testing.T) {
	sizes := []puzzle.Size{
		{Rows: 2, Cols: 2}, {Rows: 2, Cols: 5}, {Rows: 4, Cols: 2}, {Rows: 3, Cols: 3}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 3}, {Rows: 4, Cols: 4},
		{Rows: 1, Cols: 2}, {Rows: 1, Cols: puzzle.MaxSide}, {Rows: puzzle.MaxSide, Cols: 1},
	}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		goal := drawGoal(t, size)
		e, err := heuristics.WalkingDistance.For(goal, drawCosts(t))
		require.NoError(t, err)
		require.Zero(t, e.Estimate(goal.Tiles()))
		followWalk(t, "walking-distance", e, drawGoal(t, size)) // any arrangement, of either parity
	})
}

// naiveWalk tells, for every arrangement of lines that can be reached, how many
// steps of the blank from line to line bring each tile into the line of its
// name. An arrangement is the sorted lines as text.
type naiveWalk struct{ far map[string]int }

// newNaiveWalk searches breadth first from the goal, which has width tiles in
// each line.
func newNaiveWalk(lines, width, blank int) naiveWalk {
	goal := make([][]byte, lines)
	for line := range goal {
		for range width {
			goal[line] = append(goal[line], byte('a'+line))
		}
	}
	goal[blank][0] = '_'
	n := naiveWalk{far: map[string]int{walkText(goal): 0}}
	queue := [][][]byte{goal}
	for ; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		for from := range here {
			for _, to := range []int{from - 1, from + 1} {
				blank := bytes.IndexByte(here[from], '_')
				if blank < 0 || to < 0 || to >= lines {
					continue
				}
				for i := range here[to] {
					next := make([][]byte, lines)
					for line := range next {
						next[line] = append([]byte{}, here[line]...)
					}
					next[from][blank], next[to][i] = next[to][i], '_'
					text := walkText(next)
					if _, known := n.far[text]; !known {
						n.far[text] = n.far[walkText(here)] + 1
						queue = append(queue, next)
					}
				}
			}
		}
	}
	return n
}

func walkText(lines [][]byte) string {
	var text []byte
	for _, line := range lines {
		text = append(append(text, line...), '/')
		slices.Sort(text[len(text)-1-len(line) : len(text)-1])
	}
	return string(text)
}

// of returns the distance of a board along one axis, lineOf being the line of
// each cell.
func (n naiveWalk) of(tiles, target []uint8, lineOf func(cell int) int) int {
	var lines [][]byte
	for cell, tile := range tiles {
		for lineOf(cell) >= len(lines) {
			lines = append(lines, nil)
		}
		name := byte('_')
		if tile != 0 {
			name = byte('a' + lineOf(int(target[tile])))
		}
		lines[lineOf(cell)] = append(lines[lineOf(cell)], name)
	}
	return n.far[walkText(lines)]
}

// The estimate is what a search over arrangements of lines says, and the tables
// have as many states as that reaches.
func TestWalkingDistanceIsItsDefinition(t *testing.T) {
	for _, c := range []struct {
		name string
		size puzzle.Size
	}{
		{puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 3}},
		{puzzle.Snail, puzzle.Size{Rows: 3, Cols: 3}},
		{puzzle.BlankFirst, puzzle.Size{Rows: 4, Cols: 2}},
		{puzzle.BlankFirst, puzzle.Size{Rows: 1, Cols: 5}},
		{puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4}},
		{puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4}},
	} {
		t.Run(fmt.Sprint(c.size), func(t *testing.T) {
			t.Parallel()
			goal := goalOf(t, c.name, c.size.Rows, c.size.Cols)
			row := func(cell int) int { return cell / c.size.Cols }
			col := func(cell int) int { return cell % c.size.Cols }
			rows := newNaiveWalk(c.size.Rows, c.size.Cols, row(goal.Blank()))
			cols := rows
			if c.size.Cols != c.size.Rows {
				cols = newNaiveWalk(c.size.Cols, c.size.Rows, col(goal.Blank()))
			}
			e := estimatorOf(t, heuristics.WalkingDistance, goal, puzzle.Costs{})
			sum, ok := e.(*heuristics.WalkSum)
			require.True(t, ok)
			require.Len(t, rows.far, sum.Rows().Table.Len())
			require.Len(t, cols.far, sum.Cols().Table.Len())
			rng := puzzle.NewRand(1, 0)
			for range 2000 {
				tiles := puzzle.Uniform(rng, goal).Tiles()
				want := rows.of(tiles, goal.Positions(), row) + cols.of(tiles, goal.Positions(), col)
				require.Equal(t, puzzle.Cost(want), e.Estimate(tiles), "%v", tiles)
			}
		})
	}
}

// The states of 4x4 are Takahashi's 24,964. The others are estimates worked out
// by hand.
func TestWalkingDistanceKnownValues(t *testing.T) {
	for _, name := range []string{puzzle.BlankFirst, puzzle.BlankLast, puzzle.Snail} {
		sum := estimatorOf(t, heuristics.WalkingDistance, goalOf(t, name, 4, 4), puzzle.Costs{}).(*heuristics.WalkSum)
		for _, table := range []*heuristics.WalkTable{sum.Rows().Table, sum.Cols().Table} {
			require.Equal(t, 24_964, table.Len(), name)
			require.Equal(t, 4, table.Lines())
		}
	}
	for _, c := range []struct {
		board, costs string
		want         puzzle.Cost
	}{
		{"1 2 3/4 5 6/7 8 0", "1,1,1,1", 0},
		{"1 2 3/4 5 6/7 0 8", "1,1,1,1", 1},
		// Tiles 1 and 2 change columns: the blank comes and goes once more than
		// the two columns that they are off, as a linear conflict says.
		{"2 1 3/4 5 6/7 8 0", "1,1,1,1", 4},
		// The same of two rows.
		{"4 2 3/1 5 6/7 8 0", "1,1,1,1", 4},
		// Vertical moves cost 1 at least, horizontal ones 3.
		{"2 1 3/4 5 6/7 8 0", "0.1,0.2,0.3,0.4", 12},
		{"4 2 3/1 5 6/7 8 0", "0.1,0.2,0.3,0.4", 4},
	} {
		e := estimatorOf(t, heuristics.WalkingDistance, goalOf(t, puzzle.BlankLast, 3, 3), costsOf(t, c.costs))
		require.Equal(t, c.want, e.Estimate(boardOf(t, c.board, puzzle.Size{}).Tiles()), c.board)
	}
}

// Where a tile may go, Step gives the state that State finds after the move.
func TestWalkSteps(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 4)
	sum := estimatorOf(t, heuristics.WalkingDistance, goal, puzzle.Costs{}).(*heuristics.WalkSum)
	rng := puzzle.NewRand(3, 0)
	for range 200 {
		board := puzzle.Uniform(rng, goal)
		for m := range puzzle.Move(4) {
			next, legal := board.Move(m)
			if !legal {
				continue
			}
			axis, same := sum.Rows(), sum.Cols()
			if m == puzzle.Left || m == puzzle.Right {
				axis, same = same, axis
			}
			tile := next.At(board.Blank())
			higher := m == puzzle.Down || m == puzzle.Right
			require.Equal(t, axis.State(next.Tiles()), axis.Table.Step(axis.State(board.Tiles()), higher, axis.Target[tile]))
			require.Equal(t, same.State(board.Tiles()), same.State(next.Tiles()))
		}
	}
}

func TestWalkingDistanceTooLarge(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		want       string
	}{
		{5, 5, "walking-distance: size 5x5: 5 lines of 5 cells have 65,650,495 states; at most 1,000,000 are possible, use linear-conflict or a pattern database"},
		{4, 5, "walking-distance: size 4x5: 5 lines of 4 cells have 5,977,015 states; at most 1,000,000 are possible, use linear-conflict or a pattern database"},
		{16, 16, "walking-distance: size 16x16: 16 lines of 16 cells have more than 2,096,380,208,796 states; at most 1,000,000 are possible, use linear-conflict or a pattern database"},
	} {
		_, err := heuristics.WalkingDistance.For(goalOf(t, puzzle.BlankLast, c.rows, c.cols), puzzle.Costs{})
		require.EqualError(t, err, c.want)
	}
	_, err := heuristics.WalkingDistance.For(puzzle.Board{}, puzzle.Costs{})
	require.EqualError(t, err, "heuristics: no goal; expected a board")
}

// Searches that run at a time make one table, and share it.
func TestWalkTablesAreShared(t *testing.T) {
	var tables [4]*heuristics.WalkTable
	var sums [4]puzzle.Cost
	var wait sync.WaitGroup
	goal := goalOf(t, "1 2 3/4 0 5/6 7 8/9 10 11", 4, 3)
	for i := range tables {
		wait.Go(func() {
			e, err := heuristics.WalkingDistance.For(goal, puzzle.Costs{})
			if !assert.NoError(t, err) {
				return
			}
			tables[i] = e.(*heuristics.WalkSum).Rows().Table
			rng, tracker := puzzle.NewRand(7, 0), e.Track()
			for range 20 {
				sums[i] += tracker.Reset(puzzle.Uniform(rng, goal).Tiles())
			}
		})
	}
	wait.Wait()
	for i := range tables {
		require.Same(t, tables[0], tables[i])
		require.Equal(t, sums[0], sums[i])
	}
}

func TestWalkingDistanceAllocatesNothing(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	e := estimatorOf(t, heuristics.WalkingDistance, goal, puzzle.Costs{})
	tiles, tracker := goal.Tiles(), e.Track()
	require.Zero(t, testing.AllocsPerRun(10, func() { e.Estimate(tiles) }))
	require.Zero(t, testing.AllocsPerRun(10, func() { tracker.Reset(tiles) }))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		tiles[15], tiles[14] = tiles[14], 0
		tracker.Move(tiles, 14, 15)
		tiles[14], tiles[15] = tiles[15], 0
		tracker.Move(tiles, 15, 14)
	}))
}

func BenchmarkWalkingDistance(b *testing.B) {
	goal := goalOf(b, puzzle.BlankLast, 4, 4)
	e := estimatorOf(b, heuristics.WalkingDistance, goal, puzzle.Costs{})
	tiles := puzzle.Uniform(puzzle.NewRand(1, 0), goal).Tiles()
	b.Run("full", func(b *testing.B) {
		for b.Loop() {
			e.Estimate(tiles)
		}
	})
	b.Run("incremental", func(b *testing.B) {
		tiles, tracker := goal.Tiles(), e.Track()
		tracker.Reset(tiles)
		for b.Loop() {
			tiles[15], tiles[14] = tiles[14], 0
			tracker.Move(tiles, 14, 15)
			tiles[14], tiles[15] = tiles[15], 0
			tracker.Move(tiles, 15, 14)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/move")
	})
}
