package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

// learn pairs writes a table once, and beam search uses it. A damaged table is refused.
func TestLearnPairs(t *testing.T) {
	parallel(t)
	dir := filepath.Join(t.TempDir(), "tables")
	args := []string{
		"learn", "pairs", "--size", "3x4", "--boards", "100", "--pdb-dir", dir, "--json",
	}
	got := npuzzle("", args...)
	require.Zero(t, got.status, got.errors)
	result := objectsOf(t, got.out)[0]
	assert.Equal(t, []any{"3x4", 100.0}, []any{result["size"], result["boards"]})
	again := npuzzle("", args...)
	assert.Equal(t, cli.ExitUsage, again.status)
	assert.Contains(t, again.errors, "--force")

	solve := []string{"solve", "--algorithm", "beam", "--width", "10", "--pdb-dir", dir, "--json",
		"4 3 10 1/7 11 5 6/8 0 9 2"}
	learned := objectsOf(t, npuzzle("", solve...).out)[0]
	plain := objectsOf(t, npuzzle("", append(solve, "--heuristic", "convex")...).out)[0]
	assert.Equal(t, "pairs", learned["heuristic"])
	assert.NotEqual(t, learned["generated"], plain["generated"])

	file := filepath.Join(dir, "3x4.pairs")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	text[len(text)-1] ^= 1
	require.NoError(t, os.WriteFile(file, text, 0o600))
	got = npuzzle("", solve...)
	assert.Equal(t, cli.ExitFailed, got.status)
	assert.Contains(t, got.errors,
		"the pair table is damaged; remove it, or make it again with npuzzle learn pairs")
}

func TestLearnPairsRefuses(t *testing.T) {
	parallel(t)
	for _, size := range []string{"1x5", "9x9"} {
		got := npuzzle("", "learn", "pairs", "--size", size)
		assert.Equal(t, cli.ExitUsage, got.status)
		assert.Contains(t, got.errors, "--size "+size)
	}
}
