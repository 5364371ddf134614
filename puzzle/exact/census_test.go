package exact

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"sort"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// countsOf is the plain census: it counts the boards of the table of all
// distances.
func countsOf(t require.TestingT, goal puzzle.Board) Counts {
	table, err := Distances(context.Background(), goal, puzzle.Costs{})
	require.NoError(t, err)
	var counts Counts
	for _, d := range table.All() {
		for int(d) >= len(counts) {
			counts = append(counts, 0)
		}
		counts[d]++
	}
	return counts
}

func TestCensusAgreesWithTheTable(t *testing.T) {
	sizes := []puzzle.Size{
		{Rows: 1, Cols: 2}, {Rows: 2, Cols: 1}, {Rows: 1, Cols: 7}, {Rows: 5, Cols: 1},
		{Rows: 2, Cols: 2},
		{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 2, Cols: 4}, {Rows: 4, Cols: 2},
		{Rows: 3, Cols: 3},
	}
	for _, size := range sizes {
		for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			goal := goalOf(t, name, size)
			want := countsOf(t, goal)
			for _, workers := range []int{1, 2, 5} {
				got, err := Census{Goal: goal, Workers: workers}.Run(t.Context())
				require.NoError(t, err)
				require.Equal(t, want, got, "%v %s, %d workers", size, name, workers)
			}
			states, ok := States(goal)
			assert.True(t, ok)
			assert.Equal(t, want.States(), states, size)
		}
	}
}

func TestCensusOfAnyGoal(t *testing.T) {
	size := rapid.SampledFrom(
		[]puzzle.Size{{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 2, Cols: 4},
			{Rows: 4, Cols: 2}},
	)
	rapid.Check(t, func(t *rapid.T) {
		size := size.Draw(t, "size")
		tiles := make([]int, size.Cells())
		for i := range tiles {
			tiles[i] = i
		}
		goal, err := puzzle.New(size, rapid.Permutation(tiles).Draw(t, "goal"))
		require.NoError(t, err)
		got, err := Census{Goal: goal}.Run(context.Background())
		require.NoError(t, err)
		require.Equal(t, countsOf(t, goal), got)
	})
}

// A window carries a board over as the move itself does. Every size has
// windows of another kind.
func TestWindows(t *testing.T) {
	sizes := []puzzle.Size{
		{Rows: 3, Cols: 4},
		{Rows: 4, Cols: 3},
		{Rows: 2, Cols: 6},
		{Rows: 6, Cols: 2},
		{Rows: 2, Cols: 5},
		{Rows: 5, Cols: 2},
	}
	for _, size := range sizes {
		goal := goalOf(t, puzzle.Snail, size)
		ranking := puzzle.NewRanking(goal)
		orders := ranking.Len() / uint64(size.Cells())
		from := make([]uint64, orders/64+2)
		to := make([]uint64, orders/64+2)
		tiles := make([]uint8, size.Cells())
		bytes := 0
		for a := range size.Cells() - size.Cols {
			for _, cells := range [][2]int{{a, a + size.Cols}, {a + size.Cols, a}} {
				w := newWindow(ranking, size, cells[0], cells[1])
				bytes += 4*len(w.middle) + len(w.odd)
				rng := puzzle.NewRand(1, uint64(a))
				for range 100 {
					order := rng.Uint64N(orders)
					ranking.Unrank(uint64(cells[0])*orders+order, tiles)
					tiles[cells[0]] = tiles[cells[1]]
					tiles[cells[1]] = 0
					want := ranking.Rank(tiles) % orders
					from[order/64] = 1 << (order % 64)
					w.carry(from, to, int(order/64), int(order/64)+1)
					require.EqualValues(t, 1<<(want%64), to[want/64], "%v %v: %d", size, cells,
						order)
					from[order/64] = 0
					to[want/64] = 0
				}
			}
		}
		assert.LessOrEqual(t, uint64(bytes), tableBytes(size), size)
	}
}

func TestDivisor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.Uint64Range(1, 1<<32).Draw(t, "by")
		n := rapid.Uint64Range(0, ^uint64(0)/by).Draw(t, "n")
		require.Equal(t, n/by, newDivisor(by).of(n))
	})
}

// What is known of whole spaces, for a goal with its blank in a corner.
func TestKnownSpaces(t *testing.T) {
	file, err := os.Open("testdata/distances.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"size", "states", "mean", "sd", "max", "antipodes"}, rows[0])
	most := uint64(2_000_000) // what is counted here
	if slow.Asked() && !raceDetector {
		most = 239_500_800 // the rest takes gigabytes
	}
	counted := 0
	for _, row := range rows[1:] {
		size, err := puzzle.ParseSize(row[0])
		require.NoError(t, err)
		goal := goalOf(t, puzzle.BlankLast, size)
		states, ok := States(goal)
		require.True(t, ok)
		require.Equal(t, row[1], strconv.FormatUint(states, 10), row[0])
		if states > most {
			t.Logf("left out, because it has more than %d states: %v", most, size)
			continue
		}
		counted++
		counts, err := Census{Goal: goal}.Run(t.Context())
		require.NoError(t, err)
		longest := len(counts) - 1
		assert.Equal(t, row[1:], []string{
			fmt.Sprint(counts.States()), fmt.Sprintf("%.2f", counts.Mean()),
			fmt.Sprintf("%.2f", counts.Deviation()),
			fmt.Sprint(longest), fmt.Sprint(counts[longest]),
		}, row[0])
	}
	assert.GreaterOrEqual(t, counted, 5)
}

// The layers of large sizes are processed in several stretches.
func TestCensusInStretches(t *testing.T) {
	defer func(words int) { stretch = words }(stretch)
	stretch = 7
	for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 4, Cols: 2}} {
		goal := goalOf(t, puzzle.Snail, size)
		counts, err := Census{Goal: goal}.Run(t.Context())
		require.NoError(t, err)
		require.Equal(t, countsOf(t, goal), counts, size)
	}
}

// An interrupt keeps the depths that are finished.
func TestInterruptedCensus(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	want := countsOf(t, goal)
	for _, depths := range []int{1, 7, len(want)} {
		ctx, cancel := context.WithCancel(t.Context())
		counts, err := Census{Goal: goal, Observer: func(c Counts) {
			assert.Equal(t, want[:len(c)], c)
			if len(c) == depths {
				cancel()
			}
		}}.Run(ctx)
		require.NoError(t, err)
		assert.Equal(t, want[:depths], counts)
	}
}

func TestCensusKeepsToItsMemory(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	_, err := Census{Goal: goal, Bytes: 1000}.Run(t.Context())
	var memory *MemoryError
	require.ErrorAs(t, err, &memory)
	assert.Regexp(t, `^the 181,440 boards of 3x3 take \S+ [kM]B of memory, but only 1 kB may be `+
		`used; `, err)

	// With less memory, it gives up workers.
	workers := func(bytes int) int {
		f, err := Census{Goal: goal, Bytes: uint64(bytes), Workers: 4}.flood()
		if err != nil {
			return 0
		}
		return len(f.spare)
	}
	enough := sort.Search(1<<20, func(bytes int) bool { return workers(bytes) == 4 })
	require.Equal(t, 4, workers(enough))
	most := uint64(enough - 1)
	require.Equal(t, 3, workers(enough-1))
	counts, err := Census{Goal: goal, Bytes: most, Workers: 4}.Run(t.Context())
	require.NoError(t, err)
	assert.EqualValues(t, 181440, counts.States())

	goal = goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 5, Cols: 5})
	_, err = Census{Goal: goal}.Run(t.Context())
	require.EqualError(t, err, "5x5 has too many boards to count; expected at most 20 cells")
	require.ErrorAs(t, err, &memory)
}

func TestDeviation(t *testing.T) {
	counts := Counts{1, 0, 2, 1} // 0 2 2 3
	assert.EqualValues(t, 4, counts.States())
	assert.Equal(t, 1.75, counts.Mean())
	assert.InDelta(t, 1.0897247, counts.Deviation(), 1e-7) // the root of (3.0625+2*0.0625+1.5625)/4
}

// BenchmarkCensus counts states a second, all cores.
func BenchmarkCensus(b *testing.B) {
	for _, size := range []puzzle.Size{{Rows: 2, Cols: 5}, {Rows: 3, Cols: 4}, {Rows: 2, Cols: 6}} {
		b.Run(size.String(), func(b *testing.B) {
			goal := goalOf(b, puzzle.BlankLast, size)
			var states uint64
			for b.Loop() {
				counts, err := Census{Goal: goal}.Run(b.Context())
				require.NoError(b, err)
				states += counts.States()
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
