package puzzle_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// requireOneLine checks that an error is one line that can be shown.
func requireOneLine(t *testing.T, err error) {
	t.Helper()
	require.NotContains(t, err.Error(), "\n")
	require.Less(t, len(err.Error()), 500)
}

func FuzzReader(f *testing.F) {
	for _, text := range []string{
		"1 2 3/4 0 5/6 7 8",
		"1 2 3 4 _ 5 6 7 8",
		"# comment\n3\n1 2 3\n4 x 5\n6 7 8\n",
		"2 3\n1,2,3\n4,0,5\n0 1/2 3",
		"2x3\r\n1 2 3\r\n4 0 5\r\n",
		"1 0",
		"1/2/0/3",
		"3\n1 2",
		"1 2 3\n4 5 6\n7 0 8\n1 2 3\n",
		"x",
		"/",
		"-1 -1",
		"1,14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3,41,57,276361932\n2,13 5",
		"# goal: snail\n1 2 3/4 0 5/6 7 8 # goal: blank-first\n1 2 3\n4 5 6\n7 8",
		"1,2,3\n4,,5\n6,7,8\n1;2;3\n4;5;6\n7;8;",
		"[[1,2,3],[4,5,6],[7,8,0]],\n[[[1,0]],[[0,1]]]\n[1 2 3; 4 5 6; 7 8 0]\n((1,2,\n3,0))",
		"{\"board\":\"1 2/3 0\",\"goal\":[[0,1],[2,3]],\"rows\":2,\"cols\":2}\n{}\n{\"board\":7}",
		"2 2\nstarting positions for each tile:\n3\n0\n1 2\ngoal positions:\n0\n1\n2\n3\n",
		"7 1 2 3 4 5 6 7 8 0\n4 3\n5 1\n2 -\n",
	} {
		f.Add(text, uint8(0), uint8(0))
		f.Add(text, uint8(3), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, rows, cols uint8) {
		size := puzzle.Size{Rows: int(rows), Cols: int(cols)}
		r := puzzle.NewReader(strings.NewReader(text), size)
		for range len(text) + 2 { // each board and each mistake takes a character
			b, goal, err := r.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				requireOneLine(t, err)
				continue
			}
			_, err = puzzle.ParseSize(b.Size().String())
			require.NoError(t, err)
			if size != (puzzle.Size{}) {
				require.Equal(t, size, b.Size())
			}
			if goal == (puzzle.Board{}) {
				goal = goalOf(t, puzzle.BlankLast, b.Size().Rows, b.Size().Cols)
			}
			require.Equal(t, b.Size(), goal.Size())
			again, end, err := puzzle.ParseWithGoal(puzzle.FormatWithGoal(b, goal), puzzle.Size{})
			require.NoError(t, err)
			require.Equal(t, b, again)
			if end != (puzzle.Board{}) {
				require.Equal(t, goal, end)
			}
			again, err = puzzle.Parse(b.String(), b.Size())
			require.NoError(t, err)
			require.Equal(t, b, again)
			again, err = puzzle.Parse(b.Size().String()+"\n"+b.Grid(), puzzle.Size{})
			require.NoError(t, err)
			require.Equal(t, b, again)
		}
		t.Fatal("more boards and mistakes than characters")
	})
}

func FuzzUnmarshalText(f *testing.F) {
	for _, text := range []string{"1 2 3/4 0 5/6 7 8", "1 2 0", "1/0", "", "1 2\n3 0", "/"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var b, again puzzle.Board
		if err := b.UnmarshalText(text); err != nil {
			requireOneLine(t, err)
			return
		}
		written, err := b.MarshalText()
		require.NoError(t, err)
		require.NoError(t, again.UnmarshalText(written))
		require.Equal(t, b, again)
	})
}

func FuzzParseSize(f *testing.F) {
	for _, text := range []string{"3x3", "16X16", "1x2", "0x0", "-1x4", "x", "3",
		"99999999999999999999x1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		size, err := puzzle.ParseSize(text)
		if err != nil {
			requireOneLine(t, err)
			return
		}
		again, err := puzzle.ParseSize(size.String())
		require.NoError(t, err)
		require.Equal(t, size, again)
	})
}

func FuzzOrder(f *testing.F) {
	for _, text := range []string{"UDLR", "ulrd", "UUDL", "", "UDLRU", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var order puzzle.Order
		if err := order.UnmarshalText([]byte(text)); err != nil {
			requireOneLine(t, err)
			return
		}
		require.Equal(t, strings.ToUpper(text), order.String())
		require.ElementsMatch(t, puzzle.DefaultOrder, order)
	})
}

func FuzzParseCosts(f *testing.F) {
	for _, text := range []string{"1,1,1,1", "0.1,0.2,0.3,0.4", ".5,1.,02,100", "0,1,1,1", "1,1,1",
		"1e9,1,1,1", "-1,1,1,1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		costs, err := puzzle.ParseCosts(text)
		if err != nil {
			requireOneLine(t, err)
			return
		}
		require.Positive(t, int(costs.Cheapest()))
		again, err := puzzle.ParseCosts(costs.String())
		require.NoError(t, err)
		require.Equal(t, costs, again)
	})
}

func FuzzGoal(f *testing.F) {
	for _, text := range []string{"blank-last", "blank-first", "Snail", "1 2/3 0", "1 2 3 0",
		"# 1 2/3 0", ""} {
		f.Add(text, 2, 2)
		f.Add(text, 3, 4)
		f.Add(text, 1, 4)
		f.Add(text, 17, -1)
	}
	f.Fuzz(func(t *testing.T, text string, rows, cols int) {
		size := puzzle.Size{Rows: rows, Cols: cols}
		goal, err := puzzle.Goal(text, size)
		if err != nil {
			requireOneLine(t, err)
			return
		}
		require.Equal(t, size, goal.Size())
		again, err := puzzle.Goal(goal.String(), size)
		require.NoError(t, err)
		require.Equal(t, goal, again)
	})
}
