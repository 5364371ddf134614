package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

func TestParseSize(t *testing.T) {
	for rows := 1; rows <= puzzle.MaxSide; rows++ {
		for cols := 1; cols <= puzzle.MaxSide; cols++ {
			size := puzzle.Size{Rows: rows, Cols: cols}
			got, err := puzzle.ParseSize(size.String())
			if rows*cols < 2 {
				require.Error(t, err)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, size, got)
			require.Equal(t, rows*cols, got.Cells())
		}
	}
	for _, text := range []string{"3X4", "3×4", " 3 x 4 ", "3\u00a0×\u00a04"} {
		size, err := puzzle.ParseSize(text)
		require.NoError(t, err)
		require.Equal(t, puzzle.Size{Rows: 3, Cols: 4}, size, text)
	}

	for text, want := range map[string]string{
		"":      `"" is not a size; expected ROWSxCOLS such as 3x4`,
		"3":     `"3" is not a size; expected ROWSxCOLS such as 3x4`,
		"3x":    `"3x" is not a size; expected ROWSxCOLS such as 3x4`,
		"ax3":   `"ax3" is not a size; expected ROWSxCOLS such as 3x4`,
		"3x3x3": `"3x3x3" is not a size; expected ROWSxCOLS such as 3x4`,
		"1x1":   "size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16",
		"0x5":   "size 0x5 is out of range; expected ROWSxCOLS from 1x2 to 16x16",
		"-3x-3": "size -3x-3 is out of range; expected ROWSxCOLS from 1x2 to 16x16",
		"4x17":  "size 4x17 is out of range; expected ROWSxCOLS from 1x2 to 16x16",
		"4294967296x4294967296": "size 4294967296x4294967296 is out of range; expected ROWSxCOLS " +
			"from 1x2 to 16x16",
	} {
		_, err := puzzle.ParseSize(text)
		require.EqualError(t, err, want)
	}
}

func TestDistance(t *testing.T) {
	size := puzzle.Size{Rows: 3, Cols: 4}
	for _, c := range [][3]int{{0, 0, 0}, {0, 11, 5}, {11, 0, 5}, {3, 4, 4}, {5, 6, 1},
		{2, 10, 2}} {
		require.Equal(t, c[2], size.Distance(c[0], c[1]), "%v", c)
	}
}
