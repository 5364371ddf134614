package searchtest

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// knownCSV lists boards of sizes that are too large for a table of distances
// in a test of moments, with the length of a shortest plan as breadth-first
// search found it.
//
//go:embed known.csv
var knownCSV string

// knownLengths solves those of the boards that are within reach.
func (c Config) knownLengths(t *testing.T) {
	s := c.New(Settings{})
	rows, err := csv.NewReader(strings.NewReader(knownCSV)).ReadAll()
	require.NoError(t, err)
	for _, row := range rows[1:] {
		length, err := strconv.Atoi(row[2])
		require.NoError(t, err)
		if RaceDetector && length > 30 {
			continue // takes long, and runs nothing that shorter plans do not
		}
		if c.Reach == 0 || puzzle.Cost(length) <= c.Reach {
			c.solvedAt(t, s, puzzle.Cost(length), Problem(t, row[0], row[1]))
		}
	}
}
