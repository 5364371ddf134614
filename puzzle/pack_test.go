package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

// The first cell is the lowest of the word.
func TestPackWordByHand(t *testing.T) {
	require.Equal(t, uint64(0x0321), puzzle.PackWord([]uint8{1, 2, 3, 0}))
	require.Equal(t, uint64(0xfedcba9876543210), puzzle.PackWord(goalOf(t, puzzle.BlankFirst, 4, 4).Tiles()))
	require.Equal(t, uint64(0x0fedcba987654321), puzzle.PackWord(goalOf(t, puzzle.BlankLast, 4, 4).Tiles()))
}

// The word of a board of up to 16 cells holds its tiles.
func TestPackWordRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, puzzle.WordCells).Draw(t, "rows")
		cols := rapid.IntRange(1, puzzle.WordCells/rows).Draw(t, "cols")
		if rows*cols < 2 {
			cols = 2
		}
		b := drawBoard(t, puzzle.Size{Rows: rows, Cols: cols})
		word := puzzle.PackWord(b.Tiles())
		for cell := range rows * cols {
			require.Equal(t, b.At(cell), int(word>>(4*cell)&15))
		}
		require.Equal(t, uint8(b.Blank()), puzzle.BlankOfWord(word))
	})
}

// The blank is found on every cell, whatever tiles stand around it: those of
// one bit and of all are the hardest to tell from none.
func TestBlankOfWord(t *testing.T) {
	for blank := range uint8(puzzle.WordCells) {
		for tile := uint64(1); tile < 16; tile++ {
			word := tile * 0x1111111111111111 &^ (15 << (4 * blank))
			require.Equal(t, blank, puzzle.BlankOfWord(word), "%#x", word)
		}
	}
}
