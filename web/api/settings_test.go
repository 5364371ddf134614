package api

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/ga"
)

// Every setting that users may choose is explained in one to four sentences, and nothing else is.
func TestMeanings(t *testing.T) {
	var names []string
	for _, s := range Settings() {
		names = append(names, s.Name)
		assert.Regexp(t, `^([A-Z].*?\.(?: |$)){1,4}$`, s.Meaning, s.Name)
	}
	assert.ElementsMatch(t, names, slices.Collect(maps.Keys(meanings)))
	assert.Len(t, names, len(ga.Table()))
}
