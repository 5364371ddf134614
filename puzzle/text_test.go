package puzzle_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func TestTextForms(t *testing.T) {
	const board = "1 2 3/4 0 5/6 7 8"
	for _, c := range []struct {
		name, text string
		size       puzzle.Size
		want       []string
	}{
		{"slashed", "1 2 3/4 0 5/6 7 8", puzzle.Size{}, []string{board}},
		{"slashed with spaces", " 1 2  3 / 4 0 5 / 6\t7 8 \n", puzzle.Size{}, []string{board}},
		{"slashed with commas", "1,2,3/4,0,5/6,7,8", puzzle.Size{}, []string{board}},
		{"one row", "1 2 3 0/", puzzle.Size{}, []string{"1 2 3 0"}},
		{"one row after another", "3 1 2 0 /\n1 2 0/\n", puzzle.Size{},
			[]string{"3 1 2 0", "1 2 0"}},
		{"slashed, size known", "1 2 3/4 0 5/6 7 8", puzzle.Size{Rows: 3, Cols: 3},
			[]string{board}},
		{"blank _", "1 2 3/4 _ 5/6 7 8", puzzle.Size{}, []string{board}},
		{"blank x", "1 2 3/4 x 5/6 7 8", puzzle.Size{}, []string{board}},
		{"blank X", "1 2 3/4 X 5/6 7 8", puzzle.Size{}, []string{board}},
		{"flat, square count", "1 2 3 4 0 5 6 7 8", puzzle.Size{}, []string{board}},
		{"flat, commas", "1, 2, 3, 4, _, 5, 6, 7, 8", puzzle.Size{}, []string{board}},
		{"flat, size known", "1 2 3 4 0 5", puzzle.Size{Rows: 2, Cols: 3}, []string{"1 2 3/4 0 5"}},
		{"flat, one row", "1 2 0 3", puzzle.Size{Rows: 1, Cols: 4}, []string{"1 2 0 3"}},
		{"flat, one column", "1 2 0 3", puzzle.Size{Rows: 4, Cols: 1}, []string{"1/2/0/3"}},
		{"slashed, one column", "1/2/0/3", puzzle.Size{}, []string{"1/2/0/3"}},
		{"smallest", "1 0", puzzle.Size{Rows: 1, Cols: 2}, []string{"1 0"}},
		{"sized file", "# This puzzle is solvable\n3\n1 2 3\n4 0 5\n6 7 8\n", puzzle.Size{},
			[]string{board}},
		{"sized file, aligned, Windows lines, " +
			"comments", "# one\r\n\r\n3 # side\r\n 1  2  3 # first\r\n# between\r\n 4  _  5\r\n " +
			"6  7  8",
			puzzle.Size{}, []string{board}},
		{"sized file, rows and columns", "2 3\n1 2 3\n4 0 5\n", puzzle.Size{},
			[]string{"1 2 3/4 0 5"}},
		{"sized file, ROWSxCOLS", "2x3\n1 2 3\n4 0 5\n", puzzle.Size{}, []string{"1 2 3/4 0 5"}},
		{"sized file, one row", "1 4\n1 2 0 3\n", puzzle.Size{}, []string{"1 2 0 3"}},
		{"sized file, one column", "4x1\n1\n2\n0\n3\n", puzzle.Size{}, []string{"1/2/0/3"}},
		{"sized file, size known", "2x3\n1 2 3\n4 0 5\n", puzzle.Size{Rows: 2, Cols: 3},
			[]string{"1 2 3/4 0 5"}},
		{"several, one a line", "1 2 3/4 0 5/6 7 8\n0 1/2 3\n", puzzle.Size{},
			[]string{board, "0 1/2 3"}},
		{"several, of all forms", "0 1/2 3\n\n3\n1 2 3\n4 0 5\n6 7 8\n# next\n1 2 3 0\n1x2\n0 1\n",
			puzzle.Size{}, []string{"0 1/2 3", board, "1 2/3 0", "0 1"}},
		{"digits", "123405678", puzzle.Size{}, []string{board}},
		{"digits, blank _ or x", "1234_5678\n1234x5678\n", puzzle.Size{},
			[]string{board, board}},
		{"digits, size known", "1230\n", puzzle.Size{Rows: 1, Cols: 4}, []string{"1 2 3 0"}},
		{"digits, two cells", "10\n1x2\n01\n", puzzle.Size{Rows: 1, Cols: 2},
			[]string{"1 0", "0 1"}},
		{"digits, ten cells", "1234567890", puzzle.Size{Rows: 2, Cols: 5},
			[]string{"1 2 3 4 5/6 7 8 9 0"}},
		{"digits, slashed", "123/405/678\n1230/\n", puzzle.Size{}, []string{board, "1 2 3 0"}},
		{"digits, sized file", "3\n123\n4_5\n678\n", puzzle.Size{}, []string{board}},
		{"rows", "1 2 3\n4 0 5\n6 7 8\n", puzzle.Size{}, []string{board}},
		{"rows, size known", "1 2 3\n4 0 5\n6 7 8\n", puzzle.Size{Rows: 3, Cols: 3},
			[]string{board}},
		{"rows, two columns, size known", "2 3\n1 0\n", puzzle.Size{Rows: 2, Cols: 2},
			[]string{"2 3/1 0"}},
		{"rows, one column, size known", "2\n1\n0\n", puzzle.Size{Rows: 3, Cols: 1},
			[]string{"2/1/0"}},
		{"rows, several boards", "1 2 3\n4 0 5\n6 7 8\n1 2 3\n4 0 5\n6 7 8\n", puzzle.Size{},
			[]string{board, board}},
		{"rows, oblong, between empty lines",
			"# one\n1 2 3\n4 0 5\n\n1 2 3\n4 0 5\n6 7 8\n0 1/2 3\n",
			puzzle.Size{}, []string{"1 2 3/4 0 5", board, "0 1/2 3"}},
		{"rows, blank first", "0 1 2\n3 4 5\n6 7 8\n1 2 3\n4 0 5\n6 7 8", puzzle.Size{},
			[]string{"0 1 2/3 4 5/6 7 8", board}},
		{"rows, then one a line", "1 2 3\n4 0 5\n6 7 8\n1 2 3 4 0 5 6 7 8\n", puzzle.Size{},
			[]string{board, board}},
		{"rows of four", "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n", puzzle.Size{},
			[]string{"1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"}},
		{"rows of four after the size", "4\n0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n",
			puzzle.Size{}, []string{"0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"}},
		{"byte order mark", "\ufeff1 2 3/4 0 5/6 7 8\n", puzzle.Size{}, []string{board}},
		{"none", "# nothing\n\n  \n", puzzle.Size{}, nil},

		{"two columns", "4 3\n5 1\n2 0\n", puzzle.Size{}, []string{"4 3/5 1/2 0"}},
		{"two columns and two rows", "1 2\n3 0\n2 1\n3 0\n", puzzle.Size{},
			[]string{"1 2/3 0", "2 1/3 0"}},
		{"two columns, blank first", "2 0\n1 3\n", puzzle.Size{}, []string{"2 0/1 3"}},
		{"two columns, like a size", "3 2\n1 4\n5 0\n\n2 3\n1 0\n", puzzle.Size{},
			[]string{"3 2/1 4/5 0", "2 3/1 0"}},
		{"two columns after their size", "3 2\n3 2\n1 4\n5 0\n", puzzle.Size{},
			[]string{"3 2/1 4/5 0"}},
		{"two columns, then one a line", "4 3\n5 1\n2 0\n1 2 0/\n", puzzle.Size{},
			[]string{"4 3/5 1/2 0", "1 2 0"}},
		{"blank .", "1 2 3/4 . 5/6 7 8", puzzle.Size{}, []string{board}},
		{"blank -", "1 2 3\n4 - 5\n6 7 8", puzzle.Size{}, []string{board}},
		{"digits, blank . or -", "1234.5678\n1234-5678\n123/4-5/678", puzzle.Size{},
			[]string{board, board, board}},
		{"CSV", "1,2,3\n4,0,5\n6,7,8\n", puzzle.Size{}, []string{board}},
		{"CSV, empty field", "1,2,3\n4,,5\n6,7,8\n", puzzle.Size{}, []string{board}},
		{"CSV, empty field of spaces", "1, 2, 3\n4, , 5\n6, 7, 8\n", puzzle.Size{},
			[]string{board}},
		{"CSV, empty field first", ",1,2\n3,4,5\n6,7,8\n", puzzle.Size{},
			[]string{"0 1 2/3 4 5/6 7 8"}},
		{"CSV, empty field last in row 1", "1,2,\n3,4,5\n6,7,8\n", puzzle.Size{},
			[]string{"1 2 0/3 4 5/6 7 8"}},
		{"CSV, empty field last", "1,2,3\n4,5,6\n7,8,\n", puzzle.Size{},
			[]string{"1 2 3/4 5 6/7 8 0"}},
		{"CSV, commas after each number", "1,2,3,\n4,0,5,\n6,7,8,\n", puzzle.Size{},
			[]string{board}},
		{"CSV, one board a line", "1,2,3,4,,5,6,7,8\n1,2,3,4,5,6,7,8,\n1,2,3,4,0,5,6,7,8,\n",
			puzzle.Size{}, []string{board, "1 2 3/4 5 6/7 8 0", board}},
		{"CSV, size known", "1,2,3\n4,,5\n6,7,8\n1,2,3,4,,5,6,7,8\n", puzzle.Size{Rows: 3, Cols: 3},
			[]string{board, board}},
		{"slashed, empty field", "1,2,3/4,,5/6,7,8\n,1,2/3,4,5\n1,,2/\n", puzzle.Size{},
			[]string{board, "0 1 2/3 4 5", "1 0 2"}},
		{"semicolons", "1;2;3\n4;0;5\n6;7;8\n", puzzle.Size{}, []string{board}},
		{"semicolons, empty field", "1;2;3\n4;;5\n6;7;8\n1;2;3;4;5;6;7;8;\n", puzzle.Size{},
			[]string{board, "1 2 3/4 5 6/7 8 0"}},
		{"semicolons between rows", "1 2 3; 4 0 5; 6 7 8\n1,2,3;4,0,5;6,7,8;\n", puzzle.Size{},
			[]string{board, board}},
		{"no-break spaces", "1\u00a02\u00a03/4\u202f0\u20075/6\u00a07 8\u00a0\n", puzzle.Size{},
			[]string{board}},
		{"brackets", "[[1,2,3],[4,0,5],[6,7,8]]", puzzle.Size{}, []string{board}},
		{"brackets, one list", "[1, 2, 3, 4, 0, 5, 6, 7, 8]", puzzle.Size{}, []string{board}},
		{"brackets, one row", "[[1, 2, 3, 0]]", puzzle.Size{}, []string{"1 2 3 0"}},
		{"brackets, several", "[[1,2,3],[4,0,5],[6,7,8]],\n[[0,1],[2,3]]\n", puzzle.Size{},
			[]string{board, "0 1/2 3"}},
		{"brackets, several in a line", "[[[1,2,3],[4,0,5],[6,7,8]], [[0,1],[2,3]], [[1,0]]]",
			puzzle.Size{}, []string{board, "0 1/2 3", "1 0"}},
		{"brackets, several lists in a line", "[[1,2,3,4,0,5,6,7,8], [0,1,2,3]]", puzzle.Size{},
			[]string{board, "0 1/2 3"}},
		{"brackets, rows on lines", "[[1 2 3]\n [4 0 5]\n [6 7 8]]\n", puzzle.Size{},
			[]string{board}},
		{"brackets on lines of their own", "[\n  [1, 2, 3],\n  [4, 0, 5],\n  [6, 7, 8]\n]\n",
			puzzle.Size{},
			[]string{board}},
		{"brackets, rows that look like boards", "[[0,1,2,3],[4,5,6,7],[8,9,10,11],[12,13,14,15]]",
			puzzle.Size{}, []string{"0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"}},
		{"brackets, semicolons", "[1 2 3; 4 0 5; 6 7 8]\n[1 2 3;\n4 0 5;\n6 7 8];\n", puzzle.Size{},
			[]string{board, board}},
		{"parentheses and braces",
			"((1, 2, 3), (4, 0, 5), (6, 7, 8))\n{{1,2,3},{4,0,5},{6,7,8}},\n(0, 1, 2, 3)",
			puzzle.Size{}, []string{board, board, "0 1/2 3"}},
		{"index", "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2  13 5 4 10 9 12 8 14 2 3 7 1 0 15 " +
			"11 6\n", puzzle.Size{},
			[]string{"14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3",
				"13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6"}},
		{"index, size known", "7 1 2 3 4 0 5 6 7 8\n", puzzle.Size{Rows: 3, Cols: 3},
			[]string{board}},
		{"positions", "3 3\nstarting positions for each tile:\n4\n0\n1\n2\n3\n5\n6\n7\n8\n1 2/3 " +
			"0\n", puzzle.Size{},
			[]string{board, "1 2/3 0"}},
		{"positions, rows and columns",
			"1 3\nStarting positions for each tile:\n2 0 1\ngoal positions:\n0 1 2\n",
			puzzle.Size{}, []string{"1 2 0"}},
		{"JSON", `{"puzzle":1,"board":"1 2 3/4 0 5/6 7 8","goal":"1 2 3/4 5 6/7 8 ` +
			`0","rows":3,"cols":3,"group":"#"}`,
			puzzle.Size{}, []string{board}},
		{"JSON, one row", `{"board":"1 2 3 0","rows":1,"cols":4}` + "\n" + `{"board":"1 2 3 0"}`,
			puzzle.Size{}, []string{"1 2 3 0", "1 2/3 0"}},
		{"JSON, list", `{"board":[[1,2,3],[4,0,5],[6,7,8]]}`, puzzle.Size{}, []string{board}},
		{"size with a sign of multiplication", "2×3\n1 2 3\n4 0 5\n2 × 3\n1 2 3\n4 0 5\n",
			puzzle.Size{}, []string{"1 2 3/4 0 5", "1 2 3/4 0 5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := puzzle.NewReader(strings.NewReader(c.text), c.size)
			for _, want := range c.want {
				b, _, err := r.Next()
				require.NoError(t, err)
				require.Equal(t, want, b.String())
			}
			_, _, err := r.Next()
			require.Equal(t, io.EOF, err)
		})
	}
}

func TestTextMistakes(t *testing.T) {
	const good = "0 1/2 3\n"
	square := puzzle.Size{Rows: 3, Cols: 3}
	for _, c := range []struct {
		text string
		size puzzle.Size
		want string
	}{
		{"1 2 3/4 5 6/7 8 8", puzzle.Size{},
			"board 1 (line 1, field 9): tile 8 appears twice; expected each of 0 to 8 once"},
		{good + "\n# comment\n1 2 3/4 5 5/7 8 0", puzzle.Size{},
			"board 2 (line 4, field 6): tile 5 appears twice; expected each of 0 to 8 once"},
		{"1 2 3/4 5 6/7 9 0", puzzle.Size{},
			"board 1 (line 1, field 8): tile 9 is out of range; expected 0 to 8"},
		{"1 2 _/4 5 6/7 8 0", puzzle.Size{},
			"board 1 (line 1, field 9): tile 0 appears twice; expected each of 0 to 8 once"},
		{"1 2 3/4 5 6/7 8 9", puzzle.Size{},
			"board 1 (line 1, field 9): tile 9 is out of range; expected 0 to 8"},
		{"1 2 3/4 -5 6/7 8 0", puzzle.Size{},
			`board 1 (line 1, field 5): "-5" is not a tile; expected a whole ` +
				`number, or 0, _, x, . or - for the blank`},
		{"1 2 3/4 5 six/7 8 0", puzzle.Size{},
			`board 1 (line 1, field 6): "six" is not a tile; expected a whole ` +
				`number, or 0, _, x, . or - for the blank`},
		{"1 2 99999999999999999999 0", puzzle.Size{},
			`board 1 (line 1, field 3): "99999999999999999999" is not ` +
				`a tile; expected a whole number, or 0, _, x, . or - for the blank`},
		{"1 2 3/4 5/6 7 8 0", puzzle.Size{},
			"board 1 (line 1): row 2 has 2 numbers; expected 3 as in row 1"},
		{"1 2/3 0/", puzzle.Size{},
			"board 1 (line 1): row 3 has 0 numbers; expected 2 as in row 1"},
		{"/1 2/3 0", puzzle.Size{}, "board 1 (line 1): row 1 is empty; expected numbers"},
		{"/", puzzle.Size{}, "board 1 (line 1): row 1 is empty; expected numbers"},
		{"0/", puzzle.Size{},
			"board 1 (line 1): size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"1 2 3 4 5 0", puzzle.Size{},
			"board 1 (line 1): 6 numbers make no square board; expected rows separated " +
				"by / or a size"},
		{"1 2 3 4 5 0", square, "board 1 (line 1): 6 numbers; expected 9 for size 3x3"},
		{"1 2/3 0", square, "board 1 (line 1): size 2x2; expected 3x3"},
		{"2\n1 2\n3 0", square, "board 1 (line 1): size 2x2; expected 3x3"},
		{"x", puzzle.Size{},
			"board 1 (line 1): size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"0", puzzle.Size{},
			"board 1 (line 1): size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"00", puzzle.Size{},
			"board 1 (line 1): size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"1", puzzle.Size{},
			"board 1 (line 1): size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"12345", puzzle.Size{},
			"board 1 (line 1): 5 numbers make no square board; expected rows separated by / or " +
				"a size"},
		{"123456788", puzzle.Size{},
			"board 1 (line 1, field 9): tile 8 appears twice; expected each of 0 to 8 once"},
		{"1234567890123450", puzzle.Size{},
			"board 1 (line 1): 16 digits in a row; expected spaces between them, " +
				"since a board of more than 10 cells has tiles of two digits"},
		{"17\n1 2", puzzle.Size{},
			"board 1 (line 1): size 17x17 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"99999999999 99999999999\n1 2", puzzle.Size{},
			"board 1 (line 1): size 99999999999x99999999999 is out of " +
				"range; expected ROWSxCOLS from 1x2 to 16x16"},
		{strings.Repeat("0 ", 17*17), puzzle.Size{},
			"board 1 (line 1): size 17x17 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"# file\n3\n1 2 3\n4 5 6\n", puzzle.Size{},
			"board 1 (line 4): 2 rows of a 3x3 board; expected 3"},
		{"3\n1 2 3\n4 5\n6 7 0\n", puzzle.Size{},
			"board 1 (line 3): row 2 has 2 numbers; expected 3 as line 1 gives the size 3x3"},
		{"3\n1 2 3\n4 5 1\n6 7 0\n", puzzle.Size{},
			"board 1 (line 3, field 3): tile 1 appears twice; expected each of 0 to 8 once"},
		{"3\n1 2 3\n4 5 6\n6 7 0\n", puzzle.Size{},
			"board 1 (line 4, field 1): tile 6 appears twice; expected each of 0 to 8 once"},
		{"3\n1 20 3\n4 5 6\n8 7 0\n", puzzle.Size{},
			"board 1 (line 2, field 2): tile 20 is out of range; expected 0 to 8"},
		{"3\n1 2 3\n4 ! 6\n8 7 0\n", puzzle.Size{},
			`board 1 (line 3, field 2): "!" is not a tile; expected a whole ` +
				`number, or 0, _, x, . or - for the blank`},
		{"3\n1 2 3\n4 5 6\n7 8 9\n", puzzle.Size{},
			"board 1 (line 4, field 3): tile 9 is out of range; expected 0 to 8"},
		{"3\n1 2 3\n" + strings.Repeat("4 ", 40000), puzzle.Size{},
			"line 3: longer than 65536 bytes; expected one board or one row"},
		{"1 2 3\n4 5 6\n7 8 8\n", puzzle.Size{},
			"board 1 (line 3, field 3): tile 8 appears twice; expected each of 0 to 8 once"},
		{"1 2 3\n4 5 6\n", puzzle.Size{},
			"board 1 (line 2, field 3): tile 6 is out of range; expected 0 to 5"},
		{"1 2 3\n4 5 6\n", square, "board 1 (line 2): 2 rows of a 3x3 board; expected 3"},
		{"1 2 3\n4 5 6\n8 7 3\n", square,
			"board 1 (line 3, field 3): tile 3 appears twice; expected each of 0 to 8 once"},
		{"0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n", puzzle.Size{},
			"board 2 (line 2): rows that are no board; line 1 is a whole board, so expected a " +
				"line with the size before it if it is the first row"},
		{strings.Repeat(strings.Repeat("1 ", 40)+"\n", 3), puzzle.Size{},
			"board 1 (line 1): 40 numbers make no " +
				"square board; expected rows separated by / or a size"},
		{"2 3\n1 4\n", puzzle.Size{},
			"board 1 (line 2): row 1 has 2 numbers; expected 3 as line 1 gives the size " +
				"2x3, with 0 for the blank"},

		{"1 2 3\n4 5 6\n7 8\n", puzzle.Size{},
			"board 1 (line 3): row 3 has 2 numbers; expected 3 as in row 1, with 0 for the blank"},
		{"1 2 3\n4 5\n6 7 0\n", puzzle.Size{},
			"board 1 (line 2): row 2 has 2 numbers; expected 3 as in row 1"},
		{"1 2 3\n4 5 6 9\n7 8 0\n", puzzle.Size{},
			"board 1 (line 2): row 2 has 4 numbers; expected 3 as in row 1"},
		{"1 2 3/4 5 6/7 8", puzzle.Size{},
			"board 1 (line 1): row 3 has 2 numbers; expected 3 as in row 1, with 0 for the blank"},
		{"1 2 3\n4 5 6\n7 8\n", square,
			"board 1 (line 3): row 3 has 2 numbers; expected 3, with 0 for the blank"},
		{"3\n1 2 3\n4 5 6\n7 8\n", puzzle.Size{},
			"board 1 (line 4): row 3 has 2 numbers; expected 3 as line 1 gives " +
				"the size 3x3, with 0 for the blank"},
		{"1 2\n3 4 5\n6 7 0\n", puzzle.Size{},
			"board 1 (line 2): row 1 has 3 numbers; expected 2 as line 1 gives the size 1x2"},
		{"4 3\n5 1\n2 2\n", puzzle.Size{},
			"board 1 (line 2): row 1 has 2 numbers; expected 3 as line 1 gives the size " +
				"4x3, with 0 for the blank"},
		{"1 2 3 4 5 6 7 8", puzzle.Size{},
			"board 1 (line 1): 8 numbers make no square board; expected rows separated " +
				"by / or a size, and 0 for the blank"},
		{"1,2,3\n4,,6\n7,,8\n", puzzle.Size{},
			"board 1 (line 3, field 2): tile 0 appears twice; expected each of 0 to 8 once"},
		{"[[1,2,3],[4,5],[7,8,0]]", puzzle.Size{},
			"board 1 (line 1): row 2 has 2 numbers; expected 3 as in row 1"},
		{"[[1,2,3],[4,5,5],[7,8,0]]", puzzle.Size{},
			"board 1 (line 1, field 6): tile 5 appears twice; expected each of 0 to 8 once"},
		{"5 1 2 3 4 5 6 7 8 8", puzzle.Size{},
			"board 1 (line 1): 10 numbers make no square board; expected rows " +
				"separated by / or a size"},
		{"{", puzzle.Size{},
			"board 1 (line 1): not a JSON object in one line: unexpected end of JSON input"},
		{`{"text":"1 2/3 0"}`, puzzle.Size{},
			`board 1 (line 1): no key "board" in the JSON object; expected one such ` +
				`as "board":"1 2 3/4 5 6/7 8 0"`},
		{`{"board":"1 2/3 3"}`, puzzle.Size{},
			"board 1 (line 1, field 4): tile 3 appears twice; expected each of 0 to 3 once"},
		{`{"board":"1 2/3 0","goal":"up"}`, puzzle.Size{},
			`board 1 (line 1): goal "up" is not known; expected ` +
				`blank-last, blank-first, snail or a board of 2x2`},
		{`{"board":"1 2/3 0"}`, square, "board 1 (line 1): size 2x2; expected 3x3"},
		{"2 2\nstarting positions for each tile:\n0\n1\n2\n", puzzle.Size{},
			"board 1 (line 5): 3 starting positions; " +
				"expected 4, one of each tile and of the blank"},
		{"2 2\nstarting positions for each tile:\n0\n1\n2\n1\n", puzzle.Size{},
			"board 1 (line 6, field 1): position 1 " +
				"appears twice, for tiles 1 and 3; expected each of 0 to 3 once"},
		{"2 2\nstarting positions for each tile:\n0 1 2 3\ngoal positions:\n0 1 2 4\n",
			puzzle.Size{}, "board 1 " +
				"(line 5, field 4): position 4 of tile 3 is out of range; expected 0 to 3"},
		{"# goal: upside-down\n\n1 2/3 0", puzzle.Size{},
			`board 1 (line 1): goal "upside-down" is not known; expected ` +
				`blank-last, blank-first, snail or a board of 2x2`},
		{"1 2/3 0 # goal: 1 2 3/4 5 6/7 8 0", puzzle.Size{},
			`board 1 (line 1): goal "1 2 3/4 5 6/7 8 0": size 3x3; expected 2x2`},
		{strings.Repeat("1/", 100), puzzle.Size{},
			"board 1 (line 1): 101 rows; expected at most 16"},
		{strings.Repeat("1 ", 2000), puzzle.Size{},
			"board 1 (line 1): 2000 numbers; expected at most 256"},
	} {
		t.Run(fmt.Sprintf("%.30q", c.text), func(t *testing.T) {
			err := readAll(c.text, c.size)
			require.EqualError(t, err, c.want)
			var fault *puzzle.ParseError
			require.ErrorAs(t, err, &fault)
			require.Positive(t, fault.Line)
		})
	}
}

// readAll reads boards until the end, nil, or the first mistake.
func readAll(text string, size puzzle.Size) error {
	r := puzzle.NewReader(strings.NewReader(text), size)
	for {
		switch _, _, err := r.Next(); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

func TestParseWantsOneBoard(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "no board; expected one such as 1 2 3/4 5 6/7 8 0",
		"# nothing":          "no board; expected one such as 1 2 3/4 5 6/7 8 0",
		"0 1/2 3\n\n1 0/2 3": "line 3: more than one board; expected one",
		"0 1/2 2":            "board 1 (line 1, field 4): tile 2 appears twice; expected each of 0 to 3 once",
	} {
		_, err := puzzle.Parse(text, puzzle.Size{})
		require.EqualError(t, err, want)
	}
}

func TestParseErrorPlaces(t *testing.T) {
	for want, err := range map[string]*puzzle.ParseError{
		"why":                            {Reason: "why"},
		"line 2: why":                    {Line: 2, Reason: "why"},
		"line 2, field 3: why":           {Line: 2, Field: 3, Reason: "why"},
		"board 1: why":                   {Board: 1, Reason: "why"},
		"board 1 (field 3): why":         {Board: 1, Field: 3, Reason: "why"},
		"board 1 (line 2, field 3): why": {Board: 1, Line: 2, Field: 3, Reason: "why"},
	} {
		require.EqualError(t, err, want)
	}
}

// A mistake in one board leaves the next ones readable.
func TestReaderGoesOn(t *testing.T) {
	for _, bad := range []string{
		"0 1/2 2\n", "2\n0 2\n2 1\n", "3 0 1 3\n", "2 2\n0 1 2\n2 3\n", "1 2 3\n4 4 5\n6 7 0\n",
		"1 2 3\n4 5 6\n7 8 8\n", "1 2 3\n4 5 6\n7 8\n", "1 2 3\n4 5\n6 7 0\n", "{\"board\":1}\n",
		"[[1,2],[3]]\n",
		"2 2\nstarting positions for each tile:\n0\n1\n2\n2\ngoal positions:\n0\n1\n2\n3\n"} {
		r := puzzle.NewReader(strings.NewReader(bad+"0 1/2 3\n"), puzzle.Size{})
		_, _, err := r.Next()
		require.Error(t, err, bad)
		b, _, err := r.Next()
		require.NoError(t, err, bad)
		require.Equal(t, "0 1/2 3", b.String())
		_, _, err = r.Next()
		require.Equal(t, io.EOF, err)
	}
}

func TestReaderPassesErrorsOn(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, text := range []string{"", "0 1/2 3\n", "0 1/2 3\n0 1/2", "3\n1 2 3\n"} {
		r := puzzle.NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)),
			puzzle.Size{})
		var err error
		for err == nil {
			_, _, err = r.Next()
		}
		require.Equal(t, broken, err)
	}
}

// endless is a line without an end; it counts what was taken of it.
type endless struct {
	text  string
	taken int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, strings.Repeat(e.text, len(p)/len(e.text)+1))
	e.taken += n
	return n, nil
}

func TestHugeLines(t *testing.T) {
	for _, text := range []string{"1 ", "1/", "#", " ", "12345"} {
		line := &endless{text: text}
		r := puzzle.NewReader(line, puzzle.Size{})
		_, _, err := r.Next()
		require.EqualError(t, err, "line 1: longer than 65536 bytes; expected one board or one row")
		require.LessOrEqual(t, line.taken, 1<<17)
		_, _, err = r.Next()
		require.Equal(t, io.EOF, err, "a line that is too long ends the text")
	}
	// The longest line that is read takes memory in proportion.
	text := strings.Repeat("1/", 32000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	require.Error(t, readAll(text, puzzle.Size{}))
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
}

// Every board comes back from each of its text forms.
func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t, drawSize(t))
		size := b.Size()
		texts := []string{
			b.String(),
			strings.ReplaceAll(b.String(), "/", " "),
			strings.ReplaceAll(b.String(), " ", ", "),
			size.String() + "\n" + b.Grid(),
			fmt.Sprintf("# size\n%d %d\n\n%s# end", size.Rows, size.Cols, b.Grid()),
		}
		for _, text := range texts {
			again, err := puzzle.Parse(text, size)
			require.NoError(t, err, text)
			require.Equal(t, b, again)
		}
		all := strings.Join(texts, "\n")
		r := puzzle.NewReader(iotest.OneByteReader(strings.NewReader(all)), size)
		for range texts {
			again, _, err := r.Next()
			require.NoError(t, err)
			require.Equal(t, b, again)
		}
	})
}

// A comment gives the goal of its board, or of all boards below it. A goal comes back with
// its board from every form.
func TestGoalsInTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // boards and their goals
	}{
		{"none", "1 2/3 0 # a comment", []string{"1 2/3 0", ""}},
		{"of one board", "1 2/3 0 # goal: blank-first\n1 2/3 0\n",
			[]string{"1 2/3 0", "0 1/2 3", "1 2/3 0", ""}},
		{"of all boards below",
			"0 1/2 3\n# Goal: Blank First\n1 2/3 0\n\n# another comment\n1 2 0/\n",
			[]string{"0 1/2 3", "", "1 2/3 0", "0 1/2 3", "1 2 0", "0 1 2"}},
		{"of one board and below", "# goal: blank-first\n1 2/3 0 # goal: snail\n1 2/3 0\n",
			[]string{"1 2/3 0", "1 2/0 3", "1 2/3 0", "0 1/2 3"}},
		{"replaced", "# goal: blank-first\n1 2/3 0\n# goal: blank-last\n0 1/2 3\n",
			[]string{"1 2/3 0", "0 1/2 3", "0 1/2 3", "1 2/3 0"}},
		{"below rows", "1 2 3\n4 5 6\n7 8 0\n# goal: blank-first\n1 2 3\n4 5 6\n7 8 0\n",
			[]string{"1 2 3/4 5 6/7 8 0", "", "1 2 3/4 5 6/7 8 0", "0 1 2/3 4 5/6 7 8"}},
		{"on a row", "3\n1 2 3\n4 5 6 # goal: 8 7 6/5 4 3/2 1 0\n7 8 0\n1 2/3 0\n",
			[]string{"1 2 3/4 5 6/7 8 0", "8 7 6/5 4 3/2 1 0", "1 2/3 0", ""}},
		{"a board, with a comment", "1 2/3 0 # goal: 0 1 2 3 # both\n",
			[]string{"1 2/3 0", "0 1/2 3"}},
		{"of a list", "[[[1,2],[3,0]],[[1,0]]] # goal: blank-first",
			[]string{"1 2/3 0", "0 1/2 3", "1 0", "0 1"}},
		{"JSON", `{"board":"1 2/3 0","goal":"blank-first"}` + "\n" +
			`{"board":"1 2/3 0","goal":[[3,2],[1,0]]}` +
			"\n1 2/3 0\n", []string{"1 2/3 0", "0 1/2 3", "1 2/3 0", "3 2/1 0", "1 2/3 0", ""}},
		{"positions", "2 2\nstarting positions for each tile:\n3\n0\n1\n2\ngoal " +
			"positions:\n0\n1\n2\n3\n1 2/3 0",
			[]string{"1 2/3 0", "0 1/2 3", "1 2/3 0", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := puzzle.NewReader(strings.NewReader(c.text), puzzle.Size{})
			var got []string
			for {
				b, goal, err := r.Next()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
				got = append(got, b.String(), goal.String())
			}
			require.Equal(t, c.want, got)
		})
	}
}

// A board and its goal come back from the line that FormatWithGoal writes, without the size
// and among other boards.
func TestGoalRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want [][2]puzzle.Board
		for range rapid.IntRange(1, 4).Draw(t, "boards") {
			b := drawBoard(t, drawSize(t))
			goal := drawBoard(t, b.Size())
			if name := rapid.SampledFrom(append(puzzle.GoalNames, "")).Draw(t, "goal"); name != "" {
				var err error
				goal, err = puzzle.Goal(name, b.Size())
				require.NoError(t, err)
			}
			fmt.Fprintln(&text, puzzle.FormatWithGoal(b, goal))
			want = append(want, [2]puzzle.Board{b, goal})
		}
		r := puzzle.NewReader(strings.NewReader(text.String()), puzzle.Size{})
		for _, pair := range want {
			b, goal, err := r.Next()
			require.NoError(t, err)
			require.Equal(t, pair[0], b)
			if goal == (puzzle.Board{}) {
				goal, err = puzzle.Goal(puzzle.BlankLast, b.Size())
				require.NoError(t, err)
			}
			require.Equal(t, pair[1], goal)
		}
		_, _, err := r.Next()
		require.Equal(t, io.EOF, err)
	})
}

// A board that is complete is returned before the next line is read, so that a person who
// types boards sees each result at once.
func TestReaderDoesNotWait(t *testing.T) {
	for _, text := range []string{"1 2/3 0\n", "1 2 3 4 5 6 7 8 0\n", "123456780\n",
		"[[1,2],[3,0]]\n",
		"3\n1 2 3\n4 5 6\n7 8 0\n", `{"board":"1 2/3 0"}` + "\n", "1,2,3,4,0,5,6,7,8,\n"} {
		waits := iotest.ErrReader(errors.New("waits for the next line"))
		r := puzzle.NewReader(io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), waits),
			puzzle.Size{})
		_, _, err := r.Next()
		require.NoError(t, err, text)
	}
}
