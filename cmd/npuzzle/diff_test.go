package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two comparisons with other settings and more boards are compared on the boards of both.
func TestDiff(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"--puzzles", "8", "--heuristic", "misplaced"},
		{"--puzzles", "12", "--heuristic", "manhattan"},
		{"--puzzles", "2", "--size", "2x2", "--walk", "1"},
	} {
		got := npuzzle("", append([]string{"compare", "--algorithm", "astar,greedy"}, args...)...)
		require.Zero(t, got.status, got.errors)
	}
	got := npuzzle("", "diff", "compare-1", "compare-2")
	require.Zero(t, got.status, got.errors)
	for _, line := range []string{
		"first:  compare-1\nsecond: compare-2\n",
		"\nastar: 8 boards solved by both, 0 by the first only, 0 by the second only, 0 by neither\n",
		"\nmeasure  first  second  ratio  95 % interval  differ  p\n",
		"\naccuracy  100.0 %  100.0 %  ~  -  0  -\n",
		"\nlength  21.00  21.00  ~  1.00–1.00  0  -\n",
	} {
		assert.Contains(t, measuresAside(got.out), line)
	}
	assert.True(t, fits(got.out, fileColumns), got.out)

	object := objectsOf(t, npuzzle("", "diff", "compare-1/Greedy", "compare-2/a-star", "--json").out)[0]
	solver := object["solvers"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"greedy", "astar", 8.0}, []any{solver["first"], solver["second"], solver["both"]})
	for _, m := range solver["measures"].([]any) {
		for _, key := range strings.Fields("measure first second ratio ratio_low ratio_high differ effect p " +
			"p_corrected different") {
			assert.Contains(t, m, key)
		}
	}
	got = npuzzle("", "diff", "compare-1/greedy (misplaced)", "compare-2/astar (manhattan)")
	assert.Zero(t, got.status, "names as tables show them, with the heuristic: %s", got.errors)
	assert.Contains(t, got.out, "\n\n8 boards solved by both, 0 by")
	for _, c := range []struct{ first, second, want string }{
		{"compare-1", "compare-9", `"compare-9" is not an experiment`},
		{"compare-1", "compare-2/gredy", `"gredy" is not a solver of compare-2 (did you mean greedy?)`},
		{"compare-1", "compare-3", `no solver of "compare-1" tried a puzzle`},
	} {
		got := npuzzle("", "diff", c.first, c.second)
		assert.Equal(t, exitUsage, got.status)
		assert.Contains(t, got.errors, c.want)
	}
	assert.Contains(t, npuzzle("", "diff", "compare-1").errors,
		"diff takes EXPERIMENT[/SOLVER] EXPERIMENT[/SOLVER], but was given 1 argument;")
}
