package api

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every setting that users may choose is explained in one to four sentences.
func TestMeanings(t *testing.T) {
	names := map[string]bool{}
	for _, s := range Settings() {
		names[s.Name] = true
		assert.Regexp(t, `^([A-Z].*?\.(?: |$)){1,4}$`, s.Meaning, s.Name)
	}
	assert.True(t, names["weight"] && names["population"])
	assert.False(t, names["control"], "only experiment files set it")
}
