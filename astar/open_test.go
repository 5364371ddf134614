package astar

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// An open list hands out what a slice would that is sorted by least f, then by
// largest g, any number of entries of one f and g at a time.
func TestOpenListIsSorted(t *testing.T) {
	t.Run("1 word", testOpenList[[1]uint64])
	t.Run("2 words", testOpenList[[2]uint64])
	t.Run("37 words", testOpenList[[37]uint64])
}

func testOpenList[B flat.Board](t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		open := &openBuckets[B]{}
		type priority struct{ f, g puzzle.Cost }
		entries := map[priority][]B{}
		length := 0
		var next B
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				at := priority{puzzle.Cost(rapid.IntRange(0, 60).Draw(t, "f")),
					puzzle.Cost(rapid.IntRange(0, 30).Draw(t, "g"))}
				n := rapid.SampledFrom([]int{1, 1, 3, 126, 127, 300}).Draw(t, "entries")
				for range n {
					most := open.held + open.widening(at.f, at.g) + chunkBytes
					open.push(at.f, at.g, &next)
					require.LessOrEqual(t, open.held, most)
					entries[at] = append(entries[at], next)
					next[0]++
					next[len(next)-1]++
					length++
				}
			},
			"pop": func(t *rapid.T) {
				words := make([]B, rapid.IntRange(1, 40).Draw(t, "at most"))
				f, g, n := open.pop(words)
				if length == 0 {
					require.Zero(t, n)
					return
				}
				best := priority{math.MaxInt, 0}
				for at, words := range entries {
					if len(words) > 0 && (at.f < best.f || at.f == best.f && at.g > best.g) {
						best = at
					}
				}
				require.Equal(t, best, priority{f, g})
				require.Positive(t, n)
				for _, word := range words[:n] {
					i := slices.Index(entries[best], word)
					require.GreaterOrEqual(t, i, 0,
						"%d is not of this bucket, or was handed out before", word)
					entries[best] = slices.Delete(entries[best], i, i+1)
				}
				length -= n
			},
			"": func(t *rapid.T) { requireAccounts(t, open, length) },
		})
		// What is left comes out in order.
		last := priority{0, math.MaxInt}
		for words := make([]B, 50); ; {
			f, g, n := open.pop(words)
			if n == 0 {
				break
			}
			require.True(t, f > last.f || f == last.f && g <= last.g)
			last = priority{f, g}
			length -= n
		}
		require.Zero(t, length)
	})
}

// requireAccounts tests that an open list knows its entries and its memory.
func requireAccounts[B flat.Board](t *rapid.T, open *openBuckets[B], entries int) {
	chunks := 0
	bytes := uint64(len(open.layers))*layerBytes + uint64(len(open.chunks))*chunkBytes
	count := func(id chunkID) {
		for ; id != 0; id = open.chunk(id).before {
			chunks++
		}
	}
	count(open.spare)
	left := 0
	for _, l := range open.layers {
		bytes += uint64(len(l.buckets)) * bucketBytes
		left += l.entries
		for _, id := range l.buckets {
			count(id)
		}
	}
	require.Equal(t, entries, left)
	require.Len(t, open.chunks, chunks)
	require.Equal(t, bytes, open.held)
}

// A search whose f or g jumps ends before its open list exceeds the limit.
func TestJumpsOfCostKeepTheLimit(t *testing.T) {
	open := &openBuckets[[1]uint64]{}
	for _, at := range []struct{ f, g puzzle.Cost }{
		{3, 3}, {1 << 20, 5}, {1 << 20, 1 << 15}, {1 << 20, 0}, {1 << 22, 7},
	} {
		most := open.held + open.widening(at.f, at.g) + chunkBytes
		require.GreaterOrEqual(t, open.widening(at.f, at.g), bucketBytes)
		open.push(at.f, at.g, &[1]uint64{})
		require.LessOrEqual(t, open.held, most)
		require.Zero(t, open.widening(at.f, at.g))
	}
}
