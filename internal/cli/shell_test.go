package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// The command that builds a partition names the goal and the directory, unless
// they are the usual ones, and is quoted for a shell.
func TestBuildWords(t *testing.T) {
	t.Setenv(pdb.DirVariable, "/usual")
	partition := func(name string) pdb.Partition {
		goal, err := puzzle.Goal(name, puzzle.Size{Rows: 3, Cols: 3})
		require.NoError(t, err)
		p, err := pdb.ParsePartition("4-4", goal)
		require.NoError(t, err)
		return p
	}
	for _, c := range [][3]string{
		{"/usual", puzzle.BlankLast, "npuzzle pdb build --size 3x3 4-4"},
		{"/an other's", puzzle.Snail,
			`npuzzle pdb build --size 3x3 --goal snail --pdb-dir '/an other'\''s' 4-4`},
		{"/other", "1 0 2/3 4 5/6 7 8",
			"npuzzle pdb build --size 3x3 --goal '1 0 2/3 4 5/6 7 8' --pdb-dir /other 4-4"},
	} {
		assert.Equal(t, c[2], buildWords(&pdb.NotBuiltError{Partition: partition(c[1]), Dir: c[0]}))
	}
}
