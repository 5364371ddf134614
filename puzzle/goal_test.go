package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

func TestGoals(t *testing.T) {
	for _, c := range []struct {
		name       string
		rows, cols int
		want       string
	}{
		{"blank-last", 3, 3, "1 2 3/4 5 6/7 8 0"},
		{"blank-first", 3, 3, "0 1 2/3 4 5/6 7 8"},
		{"snail", 3, 3, "1 2 3/8 0 4/7 6 5"},
		{"Snail", 4, 4, "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"},
		{"snail", 3, 4, "1 2 3 4/10 11 0 5/9 8 7 6"},
		{"snail", 4, 3, "1 2 3/10 11 4/9 0 5/8 7 6"},
		{"snail", 2, 3, "1 2 3/0 5 4"},
		{"snail", 1, 4, "1 2 3 0"},
		{"snail", 4, 1, "1/2/3/0"},
		{"blank-first", 1, 2, "0 1"},
		{"3 1/2 0", 2, 2, "3 1/2 0"},
		{"3 1 2 _", 2, 2, "3 1/2 0"},
		{"2 x 1", 1, 3, "2 0 1"},
	} {
		require.Equal(t, c.want, goalOf(t, c.name, c.rows, c.cols).String(), "%s of %dx%d", c.name,
			c.rows, c.cols)
	}
}

func TestGoalMistakes(t *testing.T) {
	for _, c := range []struct {
		text string
		size puzzle.Size
		want string
	}{
		{"snail", puzzle.Size{}, "size 0x0 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"spiral", puzzle.Size{Rows: 2, Cols: 2},
			`goal "spiral" is not known; expected blank-last, blank-first, ` +
				`snail or a board of 2x2`},
		{"", puzzle.Size{Rows: 2, Cols: 2},
			`goal "" is not known; expected blank-last, blank-first, snail or a board of 2x2`},
		{"1 2 3/4 5 0", puzzle.Size{Rows: 2, Cols: 2},
			`goal "1 2 3/4 5 0": size 2x3; expected 2x2`},
	} {
		_, err := puzzle.Goal(c.text, c.size)
		require.EqualError(t, err, c.want)
	}
}
