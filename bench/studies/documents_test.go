package studies

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stored reads a file of the reports that are kept with the program.
func stored(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join("../../docs/studies", name))
	require.NoError(t, err)
	return string(text)
}

// README.md states the rule of the reports.
func TestReadmeStatesTheRule(t *testing.T) {
	readme := strings.Join(strings.Fields(stored(t, "README.md")), " ")
	sentences := strings.SplitAfter(strings.TrimSpace(rule), ". ")
	assert.Len(t, sentences, 5)
	for _, sentence := range sentences {
		assert.Contains(t, readme, strings.TrimSpace(sentence))
	}
}

// The reports that are kept judge the claims of the program, and hold what README.md promises.
func TestStoredReportsAreOfThisProgram(t *testing.T) {
	for _, name := range Names() {
		lines, err := csv.NewReader(strings.NewReader(stored(t, name+
			"/tables/claims.csv"))).ReadAll()
		require.NoError(t, err)
		var claims []string
		for _, line := range lines[1:] {
			claims = append(claims, line[0])
		}
		study, _ := readStudy(name)
		var want []string
		for _, c := range study.Claims {
			want = append(want, c.Claim)
		}
		assert.Equal(t, want, claims, "run npuzzle reproduce %s again", name)

		report := stored(t, name+"/"+name+".md")
		for _, heading := range []string{"## Claims", "## Plots", "## What cannot be compared",
			"## Methods"} {
			assert.Contains(t, report, "\n"+heading+"\n", name)
		}
		assert.Regexp(t, `revision [0-9a-f]{40}\n`, report, name)
	}
}
