package flat

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Lists over one pool hold what was pushed, in its order, and the pool knows
// what it lent.
func TestListsAreQueues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pool Pool[word]
		lists := []*List[word]{NewList(&pool), NewList(&pool)}
		var want [2][]word
		var lent []uint64 // chunks that are out, by their capacity
		next := word{}
		which := rapid.IntRange(0, 1)
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) {
				i := which.Draw(t, "list")
				for range rapid.SampledFrom([]int{1, 10, 100, 300, chunkWords}).Draw(t, "words") {
					before, growth := pool.Bytes(), pool.Growth()
					lists[i].Push(next)
					if pool.Bytes() > before+growth {
						t.Fatalf("from %d to %d bytes, %d announced", before, pool.Bytes(), growth)
					}
					want[i] = append(want[i], next)
					next[0]++
				}
			},
			"take": func(t *rapid.T) {
				i := which.Draw(t, "list")
				chunk := lists[i].Take()
				if len(want[i]) == 0 {
					require.Nil(t, chunk)
					return
				}
				require.NotEmpty(t, chunk)
				require.True(t, slices.Equal(want[i][:len(chunk)], chunk))
				want[i] = want[i][len(chunk):]
				if rapid.Bool().Draw(t, "give back") {
					lists[i].Give(chunk)
				} else {
					lent = append(lent, uint64(cap(chunk)))
				}
			},
			"": func(t *rapid.T) {
				words := uint64(0)
				for _, capacity := range lent {
					words += capacity
				}
				for i, l := range lists {
					require.Equal(t, len(want[i]), l.Len())
					for _, chunk := range l.chunks {
						words += uint64(cap(chunk))
					}
				}
				for _, chunk := range pool.spare {
					words += uint64(cap(chunk))
				}
				require.Equal(t, 8*words, pool.Bytes())
			},
		})
	})
}

// Filling one list while another is emptied takes no more than both hold, but
// for a chunk or two.
func TestPoolIsUsedAgain(t *testing.T) {
	var pool Pool[word]
	full, empty := NewList(&pool), NewList(&pool)
	const words = 20 * chunkWords
	for i := range uint64(words) {
		full.Push(word{i})
	}
	for range 3 {
		next := word{}
		for chunk := full.Take(); chunk != nil; chunk = full.Take() {
			for _, board := range chunk {
				if board != next {
					require.Fail(t, "out of order", "%d, expected %d", board, next)
				}
				next[0]++
				empty.Push(board)
			}
			full.Give(chunk)
		}
		require.Equal(t, word{words}, next)
		require.Zero(t, full.Len())
		require.Equal(t, words, empty.Len())
		full, empty = empty, full
		require.LessOrEqual(t, pool.Bytes(), uint64(8*(words+3*chunkWords)))
	}
}
