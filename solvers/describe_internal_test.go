package solvers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// Each heuristic has a sentence.
func TestDescribeHeuristic(t *testing.T) {
	for _, name := range HeuristicNames() {
		assert.Regexp(t, `^[A-Z].*\.$`, DescribeHeuristic(name), name)
	}
	assert.Empty(t, DescribeHeuristic("unknown"))
}

// Each solver has a description, and the solvers that are called optimal prove their plans optimal.
func TestDescribe(t *testing.T) {
	problem := searchtest.Problem(t, "8 1 3/4 0 2/7 6 5", puzzle.BlankLast)
	for _, name := range Names() {
		d := Describe(name)
		c := Default(name).Capabilities()
		assert.NotEmpty(t, d.Label, name)
		assert.Regexp(t, `^[a-z].*[^.]$`, d.About, name)
		if !c.Optimal { // a lower bound may prove one of their plans, too
			continue
		}
		assert.False(t, c.Anytime, name)
		solver, err := New(Default(name), nil)
		require.NoError(t, err)
		assert.True(t, searchtest.Solve(t, solver, problem, search.Limits{}).Optimal, name)
	}
}
