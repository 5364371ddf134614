package puzzle_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func TestNew(t *testing.T) {
	size := puzzle.Size{Rows: 2, Cols: 3}
	b, err := puzzle.New(size, []int{3, 1, 2, 0, 5, 4})
	require.NoError(t, err)
	require.Equal(t, size, b.Size())
	require.Equal(t, "3 1 2/0 5 4", b.String())
	require.Equal(t, "3 1 2\n_ 5 4\n", b.Grid())
	require.Equal(t, 3, b.Blank())
	require.Equal(t, 5, b.At(4))
	require.Equal(t, []uint8{3, 1, 2, 0, 5, 4}, b.Tiles())
	require.Equal(t, []uint8{3, 1, 2, 0, 5, 4}, b.Positions()) // its own inverse

	for _, c := range []struct {
		size  puzzle.Size
		tiles []int
		want  string
	}{
		{puzzle.Size{Rows: 1, Cols: 1}, []int{0},
			"size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{puzzle.Size{Rows: 17, Cols: 2}, make([]int, 34),
			"size 17x2 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{size, []int{1, 2, 3}, "3 numbers; expected 6 for size 2x3"},
		{size, []int{1, 2, 3, 4, 5, 6}, "cell 5: tile 6 is out of range; expected 0 to 5"},
		{size, []int{1, -2, 3, 4, 5, 0}, "cell 1: tile -2 is out of range; expected 0 to 5"},
		{size, []int{1, 2, 3, 4, 2, 0},
			"cell 4: tile 2 appears twice; expected each of 0 to 5 once"},
	} {
		_, err := puzzle.New(c.size, c.tiles)
		require.EqualError(t, err, c.want)
	}
}

// What a search writes into its copies never shows in the board.
func TestBoardIsAValue(t *testing.T) {
	b := boardOf(t, "1 2 3/4 5 6/7 8 0")
	b.Tiles()[0] = 9
	b.Positions()[0] = 9
	moved, legal := b.Move(puzzle.Up)
	require.True(t, legal)
	require.Equal(t, "1 2 3/4 5 6/7 8 0", b.String())
	require.Equal(t, "1 2 3/4 5 0/7 8 6", moved.String())
	back, legal := moved.Move(puzzle.Down)
	require.True(t, legal)
	require.True(t, back == b)
	require.Equal(t, map[puzzle.Board]int{b: 1}, map[puzzle.Board]int{back: 1})
}

func TestMoveOffTheBoard(t *testing.T) {
	b := boardOf(t, "1 2 3/4 5 6/7 8 0")
	for _, m := range []puzzle.Move{puzzle.Down, puzzle.Right, 4} {
		same, legal := b.Move(m)
		require.False(t, legal)
		require.Equal(t, b, same)
	}
}

func TestReplay(t *testing.T) {
	b := boardOf(t, "1 2 3/4 0 6/7 5 8")
	end, err := b.Replay([]puzzle.Move{puzzle.Down, puzzle.Right})
	require.NoError(t, err)
	require.Equal(t, "1 2 3/4 5 6/7 8 0", end.String())

	same, err := b.Replay(nil)
	require.NoError(t, err)
	require.Equal(t, b, same)

	_, err = b.Replay([]puzzle.Move{puzzle.Left, puzzle.Down, puzzle.Left})
	require.EqualError(t, err, "move 3, L, leaves the board")
}

// Replay does what Move does, again and again, and the reverse leads back.
func TestReplayIsMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := drawBoard(t, drawSize(t))
		b := start
		var plan, back []puzzle.Move
		for _, m := range rapid.SliceOf(rapid.Uint8Range(0, 3)).Draw(t, "moves") {
			if next, legal := b.Move(puzzle.Move(m)); legal {
				b = next
				plan = append(plan, puzzle.Move(m))
				back = append([]puzzle.Move{puzzle.Move(m).Opposite()}, back...)
			}
		}
		end, err := start.Replay(plan)
		require.NoError(t, err)
		require.Equal(t, b, end)
		again, err := end.Replay(back)
		require.NoError(t, err)
		require.Equal(t, start, again)
	})
}

func TestPositionsInvertTiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t, drawSize(t))
		at := b.Positions()
		require.Equal(t, b.Blank(), int(at[0]))
		for cell, tile := range b.Tiles() {
			require.Equal(t, cell, int(at[tile]))
			require.Equal(t, int(tile), b.At(cell))
		}
	})
}

func TestGridAligns(t *testing.T) {
	require.Equal(t, " 1  2  3  4\n 5  _  6  7\n 8  9 10 11\n",
		boardOf(t, "1 2 3 4/5 0 6 7/8 9 10 11").Grid())
}

// A board is a text in JSON and comes back as it was, one row or many.
func TestBoardInJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t, drawSize(t))
		text, err := json.Marshal(b)
		require.NoError(t, err)
		require.Equal(t, `"`+b.String()+`"`, string(text))
		var again puzzle.Board
		require.NoError(t, json.Unmarshal(text, &again))
		require.Equal(t, b, again)
	})
	var b puzzle.Board
	require.EqualError(t, b.UnmarshalText([]byte("1 2/3 y")),
		`field 4: "y" is not a tile; expected a whole number, or 0, _, x, . or - for the blank`)
	require.EqualError(t, b.UnmarshalText([]byte("1 2\n3 0")),
		`field 2: "2\n3" is not a tile; expected a whole number, or 0, _, x, . or - for the blank`)
	require.Equal(t, puzzle.Board{}, b)
}
