// Package parameterstest tests sets of parameters.
package parameterstest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/parameters"
)

// Set tests that a set has a row for every parameter under its name in files, and that plain
// parameters are within the limits.
func Set[P any](t *testing.T, set *parameters.Set[P]) {
	t.Helper()
	require.NoError(t, set.Check(set.Plain))
	for i, row := range set.Rows {
		var p P
		*row.Of(&p) = row.High
		text, err := json.Marshal(p)
		require.NoError(t, err)
		assert.Contains(t, string(text), fmt.Sprintf(`"%s":%v`, row.Name, row.High))
		assert.Positive(t, row.Step, row.Name)
		for _, other := range set.Rows[i+1:] {
			assert.Zero(t, *other.Of(&p), "%s is also %s", row.Name, other.Name)
		}
	}
}
