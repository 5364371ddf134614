package rows_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/rows"
)

// row has a field of each type that a table may have.
type row struct {
	Name     string
	Words    []string
	Low      float64
	Log      bool
	Defaults map[string]string
}

func TestRead(t *testing.T) {
	require.Equal(t, []row{
		{Name: "width of a layer: the whole", Low: 0.5, Log: true},
		{
			Name:     "mode",
			Words:    []string{"plain", "fast"},
			Defaults: map[string]string{"one": "plain", "two": "fast"},
		},
	}, rows.Read[row](`# A comment.
# More of it.

name: width of a layer:
  the whole
low: 0.5
log: true

# Before a row.
name: mode
words: plain fast
defaults: one=plain two=fast
`))
	require.Panics(t, func() { rows.Read[row]("name: width\nlow: small") })
	require.Panics(t, func() { rows.Read[row]("name: width\nlowest: 1") })
}
