package config_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/config"
)

// ReadStored leaves out the entries that it cannot read, and says why.
func TestReadStored(t *testing.T) {
	e, unread, err := config.ReadStored(`puzzles:
  - {size: 3x3, count: 2}
  - {size: 99x99, count: 2}
  - {file: absent.txt, name: absent}
solvers:
  - {algorithm: astar, heuristic: [manhattan, of-another-program]}
  - {algorithm: bfs, groups: absent}
  - {algorithm: greedy}
baseline: of another program
tune: {budget: 5m, colour: red}
`)
	require.NoError(t, err)
	require.Len(t, e.Groups, 1)
	assert.Equal(t, "3x3", e.Groups[0].Name)
	require.Len(t, e.Solvers, 1)
	assert.Equal(t, "greedy", e.Solvers[0].Name)
	assert.Equal(t, "of another program", e.Baseline)
	var lines []int
	for _, reason := range unread {
		lines = append(lines, reason.Line)
	}
	assert.Equal(t, []int{3, 6, 10}, lines, unread)

	_, unread, err = config.ReadStored("puzzles: [{size: 3x3, count: 2}]\ncolour: red\n")
	assert.ErrorContains(t, err, "experiment:2: ")
	assert.Empty(t, unread)
}
