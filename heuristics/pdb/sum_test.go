package pdb

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/heuristics/heuristicstest"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search/searchtest"
)

// sumOf builds a partition's tables and adds them up, under unit costs.
func sumOf(t require.TestingT, text string, goal puzzle.Board, reflect bool) *Sum {
	p := partitionOf(t, text, goal)
	return newSum(p, tablesOf(t, p), reflect, puzzle.Costs{})
}

// ofSum is the heuristic of one sum, which serves one goal.
type ofSum struct {
	Heuristic
	sum *Sum
}

func (h ofSum) For(puzzle.Board, puzzle.Costs) (heuristics.Estimator, error) { return h.sum, nil }

// On every board that can reach the goal, no estimate is above the distance, and no move changes it
// by more than one. The sum over patterns that together have all tiles may be the distance.
func TestSumsAreConsistent(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		goal, text string
		reflected  bool
		exact      bool // the estimate is the distance
	}{
		{1, 5, puzzle.BlankLast, "2-2", false, false},
		{2, 2, puzzle.BlankFirst, "3", false, true},
		{2, 4, puzzle.BlankLast, "4-3", false, false},
		{3, 3, puzzle.BlankFirst, "8", false, true},
		{3, 3, puzzle.BlankFirst, "5-3", false, false},
		{3, 3, puzzle.BlankLast, "4-4", true, false},
		{3, 3, puzzle.Snail, "aab/a.b/abb", true, false},
		{3, 3, "1 0 2/3 4 5/6 7 8", "a.a/abb/ccc", true, false},
		{3, 3, puzzle.BlankLast, ".a./a.b/bb.", true, false}, // two tiles in no pattern
		{2, 5, puzzle.BlankLast, "5-4", false, false},
	} {
		t.Run(fmt.Sprintf("%dx%d/%s/%s/%v", c.rows, c.cols, c.goal, c.text, c.reflected),
			func(t *testing.T) {
				t.Parallel()
				if raceDetector && c.rows*c.cols > 8 {
					t.Skip("too slow under the race detector, which has nothing to see here")
				}
				if c.rows*c.cols > 9 {
					slow.Only(t, "it looks at 1,814,400 boards")
				}
				goal := goalOf(t, c.goal, c.rows, c.cols)
				e := sumOf(t, c.text, goal, c.reflected)
				require.Equal(t, c.reflected, len(e.Sides()) == 2)
				heuristicstest.EveryBoard(t, ofSum{sum: e}, goal, puzzle.Costs{})
				for tiles, distance := range searchtest.Distances(t, goal, puzzle.Costs{}).All() {
					estimate := e.Estimate(tiles)
					if c.exact && estimate != distance {
						require.Equal(t, distance, estimate, "%v", tiles)
					}
				}
			})
	}
}

// A single pattern of all nine tiles of 2x5 is the distance, but for the boards
// that are more than 30 moves beyond Manhattan distance.
func TestCap(t *testing.T) {
	slow.Only(t, "it looks at 1,814,400 boards; TestEntriesAreCapped tests the cap of single entries")
	t.Parallel()
	goal := goalOf(t, puzzle.BlankLast, 2, 5)
	e := sumOf(t, "9", goal, true)
	table := searchtest.Distances(t, goal, puzzle.Costs{})
	at := goal.Positions()
	capped := 0
	for tiles, distance := range table.All() {
		direct := 0
		for cell, tile := range tiles {
			if tile != 0 {
				direct += manhattan(goal.Size(), uint8(cell), at[tile])
			}
		}
		want := min(distance, puzzle.Cost(direct+30))
		if want < distance {
			capped++
		}
		if got := e.Estimate(tiles); got != want {
			require.Equal(t, want, got, "%v", tiles)
		}
	}
	require.Equal(t, 564, capped)
}

// smallTables are partitions whose tables are made once for all draws.
var smallTables = []struct {
	rows, cols int
	goal, text string
}{
	{1, 6, puzzle.BlankFirst, "3-2"},
	{2, 3, puzzle.BlankLast, "2-3"},
	{4, 3, puzzle.BlankFirst, "3-3-3-2"},
	{4, 4, puzzle.BlankLast, "4-4-4-3"},
	{4, 4, puzzle.Snail, "3-3-3-3-3"},
	{5, 5, puzzle.BlankLast, "aa.../aab../..bb./...cc/..cc."},
	{6, 6, puzzle.BlankFirst, "2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-2-1"},
	{9, 8, puzzle.BlankFirst,
		".aa...../......../......../......../.bb...../.b....../......../......../........"},
}

// On random walks, from boards of either parity, under any costs: the Tracker
// follows, knows the estimate after a move before it, and the estimate is what the
// tables say of each side, added up, at the cheapest move.
func TestTrackersFollow(t *testing.T) {
	of := smallTables
	if raceDetector {
		of = of[:2] // the others take long to build
	}
	partitions := make([]Partition, len(of))
	tables := make([]map[Pattern]*Table, len(of))
	for i, c := range of {
		partitions[i] = partitionOf(t, c.text, goalOf(t, c.goal, c.rows, c.cols))
		tables[i] = tablesOf(t, partitions[i])
	}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(of)-1).Draw(t, "partition")
		costs := drawCosts(t)
		e := newSum(partitions[i], tables[i], rapid.Bool().Draw(t, "reflect"), costs)
		goal := partitions[i].Goal()
		require.Zero(t, e.Estimate(goal.Tiles()))
		tiles := drawBoard(t, goal.Size()).Tiles()
		blank := uint8(bytes.IndexByte(tiles, 0))
		graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
		tracker := e.Track()
		plain := withoutPlacers(e)
		require.Equal(t, e.Estimate(tiles), tracker.Reset(tiles))
		plain.Reset(tiles)
		var trail []uint8 // where the blank has been
		for _, choice := range rapid.SliceOfN(rapid.IntRange(0, 5), 0, 40).Draw(t, "walk") {
			steps := graph.Steps(blank)
			var to uint8
			switch {
			case choice < 4:
				to = steps[choice%len(steps)].To
				trail = append(trail, blank)
			case len(trail) > 0:
				to = trail[len(trail)-1]
				trail = trail[:len(trail)-1]
			default:
				continue
			}
			tiles[blank] = tiles[to]
			tiles[to] = 0
			after := tracker.After(tiles, to, blank)
			got := tracker.Move(tiles, to, blank)
			require.Equal(t, got, plain.After(tiles, to, blank))
			require.Equal(t, got, plain.Move(tiles, to, blank))
			blank = to
			full := e.Estimate(tiles)
			naive := costs.Cheapest() * naiveSum(e, tiles)
			if got != full || got != naive || after != got {
				require.Fail(t, "wrong estimate",
					"%v: %d, before the move %d, in full %d, naive %d", tiles, got, after,
					full, naive)
			}
		}
	})
}

// naiveSum looks everything up from the start, as the documentation of View
// says.
func naiveSum(e *Sum, tiles []uint8) puzzle.Cost {
	best := 0
	for _, side := range e.Sides() {
		sum := 0
		for tile, view := range side.ViewOf {
			if view != noView {
				sum += int(side.Manhattan[tile*len(tiles)+bytes.IndexByte(tiles, uint8(tile))])
			}
		}
		for _, v := range side.Views {
			cells := make([]uint8, len(v.Tiles))
			for i, tile := range v.Tiles {
				cells[i] = v.Cell[bytes.IndexByte(tiles, tile)]
			}
			set, order := v.Table.index.rank(cells)
			sum += 2 * int(v.Table.excess(v.Table.index.entry(set,
				v.Cell[bytes.IndexByte(tiles, 0)])+order))
		}
		best = max(best, sum)
	}
	return puzzle.Cost(best)
}

func drawBoard(t *rapid.T, size puzzle.Size) puzzle.Board {
	tiles := make([]int, size.Cells())
	for i := range tiles {
		tiles[i] = i
	}
	board, err := puzzle.New(size, rapid.Permutation(tiles).Draw(t, "board"))
	require.NoError(t, err)
	return board
}

func drawCosts(t *rapid.T) puzzle.Costs {
	cost := rapid.IntRange(1, 50)
	text := fmt.Sprintf("%d,%d,%d,%d",
		cost.Draw(t, "up"), cost.Draw(t, "down"), cost.Draw(t, "left"), cost.Draw(t, "right"))
	costs, err := puzzle.ParseCosts(text)
	require.NoError(t, err)
	return costs
}

// The sums of Korf's boards are at most their optimal lengths, and of the same
// parity. On average they are 41.87 plain and 42.81 with the reflection;
// Manhattan distance is 37.05.
func TestKorfsBoards(t *testing.T) {
	if raceDetector {
		t.Skip("too slow under the race detector, which has nothing to see here")
	}
	goal := goalOf(t, puzzle.BlankFirst, 4, 4)
	p := partitionOf(t, "5-5-5", goal)
	tables := tablesOf(t, p)
	plain := newSum(p, tables, false, puzzle.Costs{})
	reflected := newSum(p, tables, true, puzzle.Costs{})
	require.Len(t, reflected.Sides(), 2)
	var sums [2]puzzle.Cost
	for _, instance := range korf.Fifteen() {
		h := plain.Estimate(instance.Board.Tiles())
		max := reflected.Estimate(instance.Board.Tiles())
		require.LessOrEqual(t, h, max)
		require.LessOrEqual(t, max, instance.Optimal)
		require.Equal(t, instance.Optimal%2, max%2)
		sums[0] += h
		sums[1] += max
	}
	require.Equal(t, [2]puzzle.Cost{4187, 4281}, sums)
}

func TestEstimatingAllocatesNothing(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	e := sumOf(t, "4-4-4-3", goal, true)
	tiles := goal.Tiles()
	tracker := e.Track()
	require.Zero(t, testing.AllocsPerRun(10, func() { e.Estimate(tiles) }))
	require.Zero(t, testing.AllocsPerRun(10, func() { tracker.Reset(tiles) }))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		tiles[15] = tiles[11]
		tiles[11] = 0
		tracker.Move(tiles, 11, 15)
		tiles[11] = tiles[15]
		tiles[15] = 0
		tracker.Move(tiles, 15, 11)
	}))
}

// withoutPlacers returns a Tracker that ranks placements again.
func withoutPlacers(s *Sum) heuristics.Tracker {
	plain := &Sum{cost: s.cost}
	for _, side := range s.sides {
		side.Views = slices.Clone(side.Views)
		for i := range side.Views {
			with := side.Views[i].Table
			without := &Table{pattern: with.pattern, index: with.index, packed: with.packed}
			without.placing.Do(func() {}) // leaves the Placer nil
			side.Views[i].Table = without
		}
		plain.sides = append(plain.sides, side)
	}
	return plain.Track()
}

// The boards of a random walk on 4x4, whose blank moves from cell to cell.
func BenchmarkEstimate(b *testing.B) {
	goal := goalOf(b, puzzle.BlankLast, 4, 4)
	p := partitionOf(b, "5-5-5", goal)
	tables := tablesOf(b, p)
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	for _, reflect := range []bool{false, true} {
		e := newSum(p, tables, reflect, puzzle.Costs{})
		name := map[bool]string{false: "plain", true: "reflected"}[reflect]
		walk := func(b *testing.B, estimate func(tiles []uint8, from, to uint8)) {
			board := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
			tiles := board.Tiles()
			blank := uint8(board.Blank())
			turn := uint32(1)
			for b.Loop() {
				steps := graph.Steps(blank)
				turn = turn*1664525 + 1013904223 // Numerical Recipes, ranqd1
				to := steps[int(turn>>16)%len(steps)].To
				tiles[blank] = tiles[to]
				tiles[to] = 0
				estimate(tiles, to, blank)
				blank = to
			}
		}
		b.Run(name+"/full", func(b *testing.B) {
			walk(b, func(tiles []uint8, _, _ uint8) { e.Estimate(tiles) })
		})
		for name, tracker := range map[string]heuristics.Tracker{
			name + "/incremental": e.Track(), name +
				"/incremental without placers": withoutPlacers(e),
		} {
			b.Run(name, func(b *testing.B) {
				tracker.Reset(puzzle.Uniform(puzzle.NewRand(1, 0), goal).Tiles())
				walk(b, func(tiles []uint8, from, to uint8) { tracker.Move(tiles, from, to) })
			})
		}
	}
}
