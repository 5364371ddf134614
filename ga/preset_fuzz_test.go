package ga

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A file that is read as a preset sets only values that can be written and read again. All
// others are errors in one line that begins with the name of the file.
func FuzzReadPreset(f *testing.F) {
	f.Add("population: 40\ngenerations: 10\nphases: 2\n")
	f.Add("preset: pure\ncrossover: 0.5\nmax-genes: auto\n")
	f.Add("population: [1, 2]\n---\n")
	f.Add("a: &a\n  b: *a\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadPreset("mine.yaml", []byte(text))
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "mine.yaml: "), err)
			return
		}
		again := Default()
		for _, row := range Table() {
			require.NoError(t, again.Set(row.Name, s.Get(row.Name)), row.Name)
		}
		for _, row := range Table() {
			require.Equal(t, s.Get(row.Name), again.Get(row.Name), row.Name)
		}
	})
}
