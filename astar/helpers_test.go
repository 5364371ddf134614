package astar

import (
	"testing"

	"github.com/stretchr/testify/require"

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
	var b puzzle.Board
	require.NoError(t, b.UnmarshalText([]byte(text)))
	return b
}

func costsOf(t testing.TB, text string) puzzle.Costs {
	t.Helper()
	costs, err := puzzle.ParseCosts(text)
	require.NoError(t, err)
	return costs
}
