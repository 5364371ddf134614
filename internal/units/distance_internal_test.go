package units

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"astar", "astar", 0},
		{"atsar", "astar", 2},
		{"kitten", "sitting", 3},
		{"saturday", "sunday", 3},
		{"manhatan", "manhattan", 1},
	} {
		assert.Equal(t, c.want, editDistance(c.from, c.to), "%q, %q", c.from, c.to)
		assert.Equal(t, c.want, editDistance(c.to, c.from), "%q, %q", c.to, c.from)
	}
}

// recursive is the distance by its definition.
func recursive(from, to string) int {
	switch {
	case from == "":
		return len(to)
	case to == "":
		return len(from)
	case from[0] == to[0]:
		return recursive(from[1:], to[1:])
	}
	return 1 + min(recursive(from[1:], to), recursive(from, to[1:]), recursive(from[1:], to[1:]))
}

func TestEditDistanceAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ab]{0,6}`)
		from := text.Draw(t, "from")
		to := text.Draw(t, "to")
		assert.Equal(t, recursive(from, to), editDistance(from, to))
	})
}
