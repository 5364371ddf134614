package puzzle_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func TestNotations(t *testing.T) {
	plan := []puzzle.Move{puzzle.Up, puzzle.Up, puzzle.Left, puzzle.Down, puzzle.Right,
		puzzle.Right}
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
		plan := rapid.SliceOf(rapid.Map(rapid.IntRange(0, 3), func(i int) puzzle.Move {
			return puzzle.Move(i)
		})).
			Draw(t, "plan")
		notation := rapid.SampledFrom([]puzzle.Notation{"blank", "tile", "slidysim"}).Draw(t,
			"notation")
		read, err := puzzle.ParseMoves(puzzle.FormatMoves(plan, notation), notation)
		require.NoError(t, err)
		require.Equal(t, len(plan), len(read))
		require.Equal(t, fmt.Sprint(plan), fmt.Sprint(read))
	})
}

// A plan is read from words, arrows, lower case and lists, in the meaning of the notation.
func TestPlansInOtherForms(t *testing.T) {
	for _, text := range []string{
		"RRUL", "r r u l", "r2ul", "right,right,up,left", "Right2 UP LEFT", "rightrightupleft",
		"→ → ↑ ←", "→2↑←",
		"➡️➡️⬆️⬅️", "> > ^ <", ">>^<", "['R', 'R', 'U', 'L']", `["right", "right", "up", "left"]`,
		"(r; r; u; l)",
		"r\u00a0r\u202fu l",
	} {
		for notation, want := range map[puzzle.Notation]string{
			"blank": "R R U L", "tile": "L L D R", "slidysim": "L L D R",
		} {
			moves, err := puzzle.ParseMoves(text, notation)
			require.NoError(t, err, text)
			require.Equal(t, want, puzzle.FormatMoves(moves, puzzle.BlankNotation), "%s %s", text,
				notation)
		}
	}
	down, err := puzzle.ParseMoves("down ↓ ⬇ v V d", puzzle.BlankNotation)
	require.NoError(t, err)
	require.Equal(t, "D D D D D D", puzzle.FormatMoves(down, puzzle.BlankNotation))
}

// A plan of numbers names the tile that each move slides.
func TestPlansOfTiles(t *testing.T) {
	board := boardOf(t, "1 2 3/4 0 6/7 5 8")
	for _, text := range []string{"5 8", "5, 8", "[5,8]", "5;8"} {
		plan, err := puzzle.ParsePlan(text, puzzle.BlankNotation)
		require.NoError(t, err)
		moves, err := plan.On(board)
		require.NoError(t, err)
		require.Equal(t, "D R", puzzle.FormatMoves(moves, puzzle.BlankNotation))
	}
	plan, err := puzzle.ParsePlan("5 6 8", puzzle.TileNotation)
	require.NoError(t, err)
	moves, err := plan.On(board)
	require.EqualError(t, err, "move 2: tile 6 is not beside the blank")
	require.Equal(t, "D", puzzle.FormatMoves(moves, puzzle.BlankNotation))

	plan, err = puzzle.ParsePlan("U99", puzzle.BlankNotation)
	require.NoError(t, err)
	moves, err = plan.On(board)
	require.NoError(t, err)
	require.Len(t, moves, 99, "illegal moves are left to the caller")
}

// The numbers of the tiles are written for each legal move. ParsePlan reads them back.
func TestNumbersNotation(t *testing.T) {
	goal, err := puzzle.Parse("1 2 3/4 5 6/7 8 0", puzzle.Size{})
	require.NoError(t, err)
	moves := []puzzle.Move{puzzle.Up, puzzle.Up, puzzle.Left}
	text := puzzle.FormatPlan(goal, moves, puzzle.NumbersNotation)
	require.Equal(t, "6 3 2", text)
	plan, err := puzzle.ParsePlan(text, puzzle.NumbersNotation)
	require.NoError(t, err)
	read, err := plan.On(goal)
	require.NoError(t, err)
	require.Equal(t, moves, read)
	illegal := []puzzle.Move{puzzle.Up, puzzle.Right, puzzle.Left}
	require.Equal(t, "6 L R", puzzle.FormatPlan(goal, illegal, puzzle.NumbersNotation))
	require.Equal(t, "U U L", puzzle.FormatPlan(goal, moves, puzzle.BlankNotation))
}

// The tiles of each legal plan give the plan back.
func TestPlansOfTilesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := drawBoard(t, drawSize(t))
		board := start
		var plan []puzzle.Move
		var tiles []int
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 3), 1, 50).Draw(t, "moves") {
			m := puzzle.Move(n)
			next, legal := board.Move(m)
			if !legal {
				continue
			}
			plan = append(plan, m)
			tiles = append(tiles, board.At(next.Blank()))
			board = next
		}
		read, err := puzzle.ParsePlan(fmt.Sprint(tiles), puzzle.BlankNotation)
		require.NoError(t, err)
		moves, err := read.On(start)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(plan), fmt.Sprint(moves))
	})
}

func TestBadMoves(t *testing.T) {
	for text, want := range map[string]string{
		"U X":          `move 2: "X" is not a move; expected U, D, L or R`,
		"2U":           `move 1: "2" is not a move; expected U, D, L or R`,
		"U é":          `move 2: "é" is not a move; expected U, D, L or R`,
		"U ⇒ R":        `move 2: "⇒" is not a move; expected U, D, L or R`,
		"U \xff":       `move 2: "\xff" is not a move; expected U, D, L or R`,
		"U -> R":       `move 2: "-" is not a move; expected U, D, L or R`,
		"7 8":          `move 1: "7" is not a move; expected U, D, L or R`,
		"UU0":          `move 2: "0" is not a count of moves; expected 1 to 999999`,
		"U1000001":     `move 1: "1000001" is not a count of moves; expected 1 to 1000000`,
		"U999999D9999": `move 1000000: "9999" is not a count of moves; expected 1 to 1`,
	} {
		_, err := puzzle.ParseMoves(text, puzzle.BlankNotation)
		require.EqualError(t, err, want)
	}
}

func FuzzParseMoves(f *testing.F) {
	for _, text := range []string{"R2U2LDLD, d r", "right,up 3 →↑⬅️ <v", "['U', 'D']", "12 5 7",
		"\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plan, err := puzzle.ParsePlan(text, puzzle.SlidysimNotation)
		if err != nil {
			requireOneLine(t, err)
			return
		}
		moves, err := plan.On(boardOf(t, "1 2 3/4 0 6/7 5 8"))
		if err != nil {
			requireOneLine(t, err)
		}
		require.LessOrEqual(t, len(moves), 1_000_000)
		again, err := puzzle.ParseMoves(puzzle.FormatMoves(moves, puzzle.SlidysimNotation),
			puzzle.SlidysimNotation)
		require.NoError(t, err)
		require.Equal(t, len(moves), len(again))
	})
}
