package heuristics_test

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

func TestManhattanOfKorfsBoards(t *testing.T) {
	file, err := os.Open("../puzzle/korf/korf15.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 101)
	require.Equal(t, []string{"number", "board", "manhattan"}, rows[0][:3])

	size := puzzle.Size{Rows: 4, Cols: 4}
	manhattan := estimatorOf(t, heuristics.Manhattan, goalOf(t, puzzle.BlankFirst, 4, 4),
		puzzle.Costs{})
	for _, row := range rows[1:] {
		estimate := manhattan.Estimate(boardOf(t, row[1], size).Tiles())
		require.Equal(t, row[2], strconv.Itoa(int(estimate)), "number %s", row[0])
	}
}
