package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/report"
	"npuzzle/bench/store"
)

// A tuning that an interrupt ended before its first result has a report without tables, and says
// that nothing has run.
func TestTuningWithoutResults(t *testing.T) {
	e := store.Experiment{Name: "early", Definition: "name: early\nseed: 1\nnode-limit: 4000\n" +
		"puzzles: [{size: 2x3, count: 20}]\nsolvers: [{algorithm: ga}]\n" +
		"tune:\n  space: population=4..40:log, genes=8..40\n  budget: 4s\n"}
	o, err := report.Tuned(e, nil)
	require.NoError(t, err)
	assert.Nil(t, o.Winner)
	assert.Empty(t, o.Compared().Rows)
	assert.Empty(t, report.TuningTables(o))
	assert.Equal(t, []string{"No configuration has run."}, o.Conclusions())
	files, err := report.OfTuning(e, o).Files("report")
	require.NoError(t, err)
	assert.Contains(t, string(files["report.md"]), "No configuration has run.")
}
