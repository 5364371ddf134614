package puzzle_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func TestNotations(t *testing.T) {
	plan := []puzzle.Move{puzzle.Up, puzzle.Up, puzzle.Left, puzzle.Down, puzzle.Right, puzzle.Right}
	for notation, want := range map[puzzle.Notation]string{
		puzzle.BlankNotation:    "U U L D R R",
		puzzle.TileNotation:     "D D R U L L",
		puzzle.SlidysimNotation: "D2RUL2",
	} {
		require.Equal(t, want, puzzle.FormatMoves(plan, notation))
		require.Empty(t, puzzle.FormatMoves(nil, notation))
	}
	require.Equal(t, 4, puzzle.MultiTileMoves(plan))
	require.Zero(t, puzzle.MultiTileMoves(nil))
}

// A plan from the documentation of slidy, the library behind slidysim
// (github.com/benwh1/slidy), solves its board in our reading.
func TestSlidysimNotation(t *testing.T) {
	text := "R2U2LDLDRURDLULDRULURDLU"
	plan, err := puzzle.ParseMoves(text, puzzle.SlidysimNotation)
	require.NoError(t, err)
	board := boardOf(t, "8 2 0/4 6 1/3 7 5")
	end, err := board.Replay(plan)
	require.NoError(t, err)
	require.Equal(t, "1 2 3/4 5 6/7 8 0", end.String())
	require.Equal(t, text, puzzle.FormatMoves(plan, puzzle.SlidysimNotation))
	require.Len(t, plan, 24)
	require.Equal(t, 22, puzzle.MultiTileMoves(plan))
}

// What is written in a notation is read back as the same plan.
func TestNotationsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := rapid.SliceOf(rapid.Map(rapid.IntRange(0, 3), func(i int) puzzle.Move { return puzzle.Move(i) })).
			Draw(t, "plan")
		notation := rapid.SampledFrom([]puzzle.Notation{"blank", "tile", "slidysim"}).Draw(t, "notation")
		read, err := puzzle.ParseMoves(puzzle.FormatMoves(plan, notation), notation)
		require.NoError(t, err)
		require.Equal(t, len(plan), len(read))
		require.Equal(t, fmt.Sprint(plan), fmt.Sprint(read))
	})
}

func TestBadMoves(t *testing.T) {
	for text, want := range map[string]string{
		"U X":          `move 2: "X" is not a move; expected U, D, L or R`,
		"2U":           `move 1: "2" is not a move; expected U, D, L or R`,
		"UU0":          `move 2: "0" is not a count of moves; expected 1 to 999999`,
		"U1000001":     `move 1: "1000001" is not a count of moves; expected 1 to 1000000`,
		"U999999D9999": `move 1000000: "9999" is not a count of moves; expected 1 to 1`,
	} {
		_, err := puzzle.ParseMoves(text, puzzle.BlankNotation)
		require.EqualError(t, err, want)
	}
}

func FuzzParseMoves(f *testing.F) {
	f.Add("R2U2LDLD, d r")
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := puzzle.ParseMoves(text, puzzle.SlidysimNotation)
		if err == nil && len(moves) > 1_000_000 {
			t.Fatal("more moves than the limit")
		}
	})
}
