package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func goalOf(t testing.TB, name string, rows, cols int) puzzle.Board {
	t.Helper()
	goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

func boardOf(t testing.TB, text string) puzzle.Board {
	t.Helper()
	b, err := puzzle.Parse(text, puzzle.Size{})
	require.NoError(t, err)
	return b
}

// arrangements calls visit with every board of a size.
func arrangements(t testing.TB, size puzzle.Size, visit func(puzzle.Board)) {
	t.Helper()
	tiles := make([]int, size.Cells())
	for i := range tiles {
		tiles[i] = i
	}
	var permute func(fixed int)
	permute = func(fixed int) {
		if fixed == len(tiles) {
			b, err := puzzle.New(size, tiles)
			require.NoError(t, err)
			visit(b)
			return
		}
		for i := fixed; i < len(tiles); i++ {
			tiles[fixed], tiles[i] = tiles[i], tiles[fixed]
			permute(fixed + 1)
			tiles[fixed], tiles[i] = tiles[i], tiles[fixed]
		}
	}
	permute(0)
}

// drawSize draws any size, small ones and the extremes more often.
func drawSize(t *rapid.T) puzzle.Size {
	side := rapid.OneOf(
		rapid.IntRange(1, 4),
		rapid.IntRange(1, puzzle.MaxSide),
		rapid.Just(1),
		rapid.Just(puzzle.MaxSide),
	)
	size := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
	if size.Cells() < 2 {
		size.Cols = 2
	}
	return size
}

// drawBoard draws any arrangement of a size.
func drawBoard(t *rapid.T, size puzzle.Size) puzzle.Board {
	tiles := make([]int, size.Cells())
	for i := range tiles {
		tiles[i] = i
	}
	b, err := puzzle.New(size, rapid.Permutation(tiles).Draw(t, "board"))
	require.NoError(t, err)
	return b
}
