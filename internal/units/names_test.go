package units_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/internal/units"
)

func TestNames(t *testing.T) {
	names := []string{"bfs", "astar", "idastar", "linear-conflict", "ga"}
	for text, want := range map[string]string{
		"astar": "astar", "A*": "astar", "a-star": "astar", "A Star": "astar", "IDA*": "idastar",
		"ida_star":       "idastar",
		"LinearConflict": "linear-conflict", " GA ": "ga", "": "", "star": "", "-": "",
	} {
		got, ok := units.FindName(text, names)
		assert.Equal(t, want, got, text)
		assert.Equal(t, want != "", ok, text)
	}
	assert.EqualError(t, units.UnknownName("algorithm", "atsar", names),
		`"atsar" is not an algorithm (did you mean astar?); expected one of bfs, astar, idastar, `+
			`linear-conflict, ga`)
	assert.EqualError(t, units.UnknownName("algorithm", "xyzzy", names[:2]),
		`"xyzzy" is not an algorithm; expected one of bfs, astar`)
}

func TestDidYouMean(t *testing.T) {
	names := []string{"--json", "--jobs", "-f", "--memory-limit"}
	for word, want := range map[string]string{
		"--jsn":                  " (did you mean --json?)",
		"--job":                  " (did you mean --jobs?)",
		"--JOBZ":                 " (did you mean --jobs?)",
		"--memroy-limit":         " (did you mean --memory-limit?)",
		"--unlike":               "",
		"-x":                     "",
		strings.Repeat("x", 1e6): "",
	} {
		assert.Equal(t, want, units.DidYouMean(word, names), word)
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]bool{
		"3x3 walk 20": true, "größe 4×4 – 日本": true, "": true,
		"a\nb": false, "a\x1b[31m": false, "a\u202eb": false, "a\u200bb": false, "a\u2028b": false,
		"a\u00a0b": false,
		"a\xffb":   false, "a\u0085b": false, "a\u2066b": false,
	} {
		assert.Equal(t, want, units.Printable(text), "%q", text)
	}
}
