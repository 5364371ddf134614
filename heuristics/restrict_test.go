package heuristics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
)

func TestRestrictable(t *testing.T) {
	whole := []heuristics.Heuristic{
		heuristics.MaxSort, heuristics.WalkingDistance, pdb.Heuristic{},
		heuristics.Max(heuristics.Manhattan, heuristics.MaxSort),
	}
	for _, h := range whole {
		assert.False(t, heuristics.Restrictable(h), h.Name())
	}
	assert.True(t, heuristics.Restrictable(heuristics.Max(heuristics.Misplaced,
		heuristics.Euclidean)))
	assert.False(t, heuristics.Restrictable(heuristics.FromFunc("own", true, nil)))
}
