package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/search"
)

func TestReadTable(t *testing.T) {
	require.Equal(t, []search.Setting{
		{Name: "width", Low: 0.5, High: 10, Log: true, Meaning: "Of a layer: its width."},
		{
			Name:     "mode",
			Words:    []string{"plain", "fast"},
			Defaults: map[string]string{"one": "plain", "two": "fast"},
		},
	}, search.ReadTable[search.Setting](`# A comment.
# More of it.

name: width
low: 0.5
high: 10
log: true
meaning: Of a layer:
  its width.

# Before a row.
name: mode
words: plain fast
defaults: one=plain two=fast
`))
	require.Panics(t, func() { search.ReadTable[search.Setting]("name: width\nlow: small") })
	require.Panics(t, func() { search.ReadTable[search.Setting]("name: width\nlowest: 1") })
}
