package report

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each text has a place where it is used, and each place has its text.
func TestProseIsUsed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	used := map[string]bool{}
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, name := range regexp.MustCompile(`prose\("([a-z-]+)"`).FindAllStringSubmatch(
			string(source), -1) {
			used[name[1]] = true
		}
	}
	assert.Equal(t, slices.Sorted(maps.Keys(proseTexts)), slices.Sorted(maps.Keys(used)))
}
