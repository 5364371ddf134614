package idastar

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
)

// The counters of reports agree with each other: a state is generated before it is expanded.
func TestCountersOfReportsAgree(t *testing.T) {
	for _, workers := range []int{1, 2} {
		reports := 0
		s := &Solver{
			Heuristic: heuristics.Manhattan,
			Workers:   workers,
			Observer: func(p search.Progress) {
				reports++
				assert.GreaterOrEqual(t, p.Generated, p.Expanded, "%d workers, bound %d", workers,
					p.Bound)
			},
		}
		_, err := s.Solve(t.Context(), korfProblem(t, korf.Fifteen()[0]),
			search.Limits{Generated: 2_000_000})
		require.NoError(t, err)
		assert.Positive(t, reports)
	}
}
