package flat

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/internal/machine"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// word is a board of up to 16 cells.
type word = [1]uint64

// entry is what a table knows of a board.
type entry struct {
	cost   uint16
	move   uint8
	closed bool
}

// drawBoard draws packed boards that are easily taken for one another: of few
// different cells, of few bits, any at all.
func drawBoard() *rapid.Generator[uint64] {
	return rapid.OneOf(
		rapid.Uint64Range(0, 40),
		rapid.Map(rapid.Uint64Range(0, 15), func(x uint64) uint64 { return x << 56 }),
		rapid.Map(rapid.SliceOfN(rapid.IntRange(0, 14), 0, 3), swapped),
		rapid.Uint64(),
	)
}

// swapped returns a board of 16 cells after some swaps of neighbours.
func swapped(swaps []int) uint64 {
	tiles := make([]uint8, puzzle.WordCells)
	for cell := range tiles {
		tiles[cell] = uint8(cell)
	}
	for _, i := range swaps {
		tiles[i], tiles[i+1] = tiles[i+1], tiles[i]
	}
	return packWord(tiles)
}

// A table does what a map does, whatever is done to it.
func TestTableIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := NewTable[word]()
		want := map[uint64]entry{}
		defer table.Release()
		board := drawBoard()
		change := func(t *rapid.T) (uint16, uint8) {
			return rapid.Uint16().Draw(t, "cost"), uint8(rapid.IntRange(0, 3).Draw(t, "move"))
		}
		t.Repeat(map[string]func(*rapid.T){
			"reach": func(t *rapid.T) {
				b := board.Draw(t, "board")
				cost, move := change(t)
				old, known := want[b&KeyMask]
				slot, found := table.Find(HashOf(&word{b}), &word{b})
				assert.Equal(t, known, found)
				if !found {
					table.Insert(HashOf(&word{b}), slot, &word{b}, cost, move)
					want[b&KeyMask] = entry{cost: cost, move: move}
					return
				}
				assert.Equal(t, old, entry{slot.Cost(), slot.Move(), slot.Closed()})
				slot.Open(cost, move)
				want[b&KeyMask] = entry{cost: cost, move: move}
			},
			"reach many": func(t *rapid.T) {
				first := board.Draw(t, "first")
				shift := rapid.SampledFrom([]int{0, 30}).Draw(t, "shift")
				cost, move := change(t)
				for i := range uint64(300) {
					b := first + i<<shift
					if slot, found := table.Find(HashOf(&word{b}), &word{b}); !found {
						table.Insert(HashOf(&word{b}), slot, &word{b}, cost, move)
						want[b&KeyMask] = entry{cost: cost, move: move}
					}
				}
			},
			"close": func(t *rapid.T) {
				b := board.Draw(t, "board")
				if slot, found := table.Find(HashOf(&word{b}), &word{b}); found {
					slot.Close()
					e := want[b&KeyMask]
					e.closed = true
					want[b&KeyMask] = e
				}
			},
			"": func(t *rapid.T) { requireSame(t, table, want) },
		})
	})
}

// requireSame compares a table with a map, board by board, and its accounts.
func requireSame(t require.TestingT, table *Table[word], want map[uint64]entry) {
	require.Equal(t, len(want), table.Len())
	for b, e := range want {
		slot, found := table.Find(HashOf(&word{b}), &word{b})
		if !found || slot.Cost() != e.cost || slot.Move() != e.move || slot.Closed() != e.closed {
			require.Fail(t, "another entry", "board %#x: %v, %+v", b, found, e)
		}
	}
	var bytes uint64
	for i := range table.shards {
		bytes += uint64(machine.SliceBytes[line[word]](len(table.shards[i].lines)))
	}
	require.Equal(t, bytes, table.Bytes())
}

// families are boards in great number that a hash may fail to tell apart.
var families = map[string]func(i int) uint64{
	"counted":     func(i int) uint64 { return uint64(i) },
	"high bits":   func(i int) uint64 { return uint64(i) << 36 },
	"middle bits": func(i int) uint64 { return uint64(i) << 20 },
	"multiples":   func(i int) uint64 { return uint64(i) * 0x10001 },
	"by rank": func() func(int) uint64 {
		goal, _ := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
		ranking := puzzle.NewRanking(goal)
		tiles := goal.Tiles()
		return func(i int) uint64 {
			ranking.Unrank(uint64(i), tiles)
			return packWord(tiles)
		}
	}(),
	"on a walk": func() func(int) uint64 {
		goal, _ := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
		graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
		tiles := goal.Tiles()
		blank := uint8(goal.Blank())
		rng := puzzle.NewRand(1, 0)
		return func(int) uint64 {
			steps := graph.Steps(blank)
			to := steps[rng.IntN(len(steps))].To
			tiles[blank] = tiles[to]
			tiles[to] = 0
			blank = to
			return packWord(tiles)
		}
	}(),
}

// More than a hundred thousand similar boards: every one is found, in one or two lines on average,
// growth keeps to what was announced, and the memory of a board to what the table says of itself.
func TestTableOfManyBoards(t *testing.T) {
	boards := 150_000
	if slow.Asked() {
		boards = 600_000
	}
	for name, board := range families {
		t.Run(name, func(t *testing.T) {
			table := NewTable[word]()
			want := map[uint64]entry{}
			defer table.Release()
			prefetched := uint8(0)
			for i := range boards {
				b := board(i)
				e := entry{cost: uint16(i), move: uint8(i & 3)}
				h := HashOf(&word{b})
				prefetched |= table.Prefetch(h)
				slot, found := table.Find(h, &word{b})
				if _, known := want[b&KeyMask]; known != found {
					require.Fail(t, "not told apart", "board %#x", b)
				}
				if found {
					continue
				}
				bytes := table.Bytes()
				growth := table.Growth()
				table.Insert(h, slot, &word{b}, e.cost, e.move)
				want[b&KeyMask] = e
				if table.Bytes() > bytes+growth {
					require.Fail(t, "grew beyond what was announced")
				}
				if i%5 == 0 {
					slot, _ := table.Find(h, &word{b})
					slot.Close()
					e.closed = true
					want[b&KeyMask] = e
				}
			}
			requireSame(t, table, want)
			require.NotZero(t, prefetched)

			perBoard := float64(table.Bytes()) / float64(table.Len())
			lines := float64(linesRead(table)) / float64(table.Len())
			t.Logf("%d boards, %.1f bytes and %.2f lines each", table.Len(), perBoard, lines)
			if table.Len() > boards/2 {
				require.Less(t, perBoard, 19.0)
			}
			require.Less(t, lines, 1.5)
		})
	}
}

// One shard that grows to where its pages are moved: nothing is lost, and no
// growth needs more than was announced.
func TestShardOfManyBoards(t *testing.T) {
	const boards = 1_200_000
	table := NewTable[word]()
	want := map[uint64]entry{}
	defer table.Release()
	for i := uint64(0); len(want) < boards; i++ {
		h := HashOf(&word{i})
		if h>>(64-shardBits) != 3 {
			continue
		}
		e := entry{cost: uint16(i), move: uint8(i & 3)}
		slot, _ := table.Find(h, &word{i})
		most := table.Bytes() + table.Growth()
		table.Insert(h, slot, &word{i}, e.cost, e.move)
		if peak := table.PeakBytes(); peak > most {
			require.Fail(t, "grew beyond what was announced", "%d bytes, %d announced", peak, most)
		}
		want[i] = e
	}
	require.Equal(t, runtime.GOOS == "linux", machine.GrowsInPlace(table.shards[3].lines))
	requireSame(t, table, want)
}

// linesRead returns how many lines look-ups of all boards read.
func linesRead(table *Table[word]) int {
	read := 0
	for i := range table.shards {
		s := &table.shards[i]
		for at := range s.lines {
			for _, slot := range s.lines[at].slots[:s.lines[at].used] {
				read += (at-s.home(HashOf(&slot))+len(s.lines))%len(s.lines) + 1
			}
		}
	}
	return read
}

// A hash that was taken before the table grew leads to the board afterwards.
func TestHashOutlivesGrowth(t *testing.T) {
	table := NewTable[word]()
	defer table.Release()
	var hashes []Hash
	for i := range 20_000 {
		b := families["high bits"](i)
		hashes = append(hashes, HashOf(&word{b}))
		slot, found := table.Find(hashes[i], &word{b})
		require.False(t, found)
		table.Insert(hashes[i], slot, &word{b}, MaxCost, 3)
	}
	for i, h := range hashes {
		slot, found := table.Find(h, &word{families["high bits"](i)})
		require.True(t, found)
		require.Equal(t, uint16(MaxCost), slot.Cost())
	}
}

// Only the bits of the key tell boards apart.
func TestKeyBits(t *testing.T) {
	table := NewTable[word]()
	defer table.Release()
	const b = uint64(0xfedcba9876543210)
	slot, _ := table.Find(HashOf(&word{b}), &word{b})
	table.Insert(HashOf(&word{b}), slot, &word{b}, 7, 2)
	for top := range uint64(16) {
		same := b&KeyMask | top<<KeyBits
		require.Equal(t, HashOf(&word{b}), HashOf(&word{same}))
		slot, found := table.Find(HashOf(&word{same}), &word{same})
		require.True(t, found)
		require.Equal(t, entry{7, 2, false}, entry{slot.Cost(), slot.Move(), slot.Closed()})
	}
	require.Equal(t, 1, table.Len())
}

// Released memory leaves the account. A second release does no harm.
func TestRelease(t *testing.T) {
	table := NewTable[word]()
	for i := range 400_000 { // large enough for memory that the system maps
		b := families["counted"](i)
		slot, _ := table.Find(HashOf(&word{b}), &word{b})
		table.Insert(HashOf(&word{b}), slot, &word{b}, 0, 0)
	}
	require.Greater(t, len(table.shards[0].lines), 1<<12)
	table.Release()
	require.Zero(t, table.Bytes())
	table.Release()
	require.Zero(t, table.Bytes())
}

// Nothing is allocated but by growth.
func TestTableAllocations(t *testing.T) {
	table := NewTable[word]()
	defer table.Release()
	b := uint64(1)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		slot, found := table.Find(HashOf(&word{b}), &word{b})
		if !found {
			table.Insert(HashOf(&word{b}), slot, &word{b}, 1, 1)
		}
		slot, _ = table.Find(HashOf(&word{b}), &word{b})
		slot.Close()
		slot.Open(0, 0)
		table.Prefetch(HashOf(&word{b}))
		b++
	}))
}

// The tile of the last cell is the one that is missing, whatever stands above the
// key.
func TestWithLastCell(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 4, Cols: 4}, {Rows: 3, Cols: 5}, {Rows: 1, Cols: 16},
		{Rows: 2, Cols: 2}} {
		goal, err := puzzle.Goal(puzzle.Snail, size)
		require.NoError(t, err)
		rng := puzzle.NewRand(6, 0)
		for top := range uint64(1000) {
			packed := packWord(puzzle.Uniform(rng, goal).Tiles())
			require.Equal(t, packed, withLastCell(packed&KeyMask|top%16<<KeyBits, size.Cells()))
		}
	}
}

// packWord packs the tiles of a board into a word, with four bits for each cell.
func packWord(tiles []uint8) (word uint64) {
	for cell, tile := range tiles {
		word |= uint64(tile) << (4 * cell)
	}
	return word
}
