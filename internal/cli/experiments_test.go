package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/store"
)

// A long name stands above its row, and every description below. No line is wider than the console.
func TestPrintExperiments(t *testing.T) {
	experiments := []store.Experiment{
		{
			Name: "compare-1", Kind: "compare", Total: 12, Done: 12,
			Description: "3 random boards of 3x3; seed 1",
			Began:       "2026-01-02T03:04:05Z", Ended: "2026-01-02T03:05:06Z",
		},
		{
			Name: "weights-of-wastar-on-a-hundred-boards-of-5x5", Kind: "run", Total: 6, Done: 4,
			Description: "Which weight solves most boards of 5x5 within ten million states,\n" +
				"and how much longer are its plans than those of the smallest weight?",
			Began: "2026-01-03T03:04:05Z",
		},
		{Name: "plain", Kind: "run", Total: 1, Began: "2026-01-04T03:04:05Z"},
	}
	for _, c := range []struct {
		columns int
		want    string
	}{
		{columns: 80, want: `
experiment  kind     trials  state       began
-----------------------------------------------------------
compare-1   compare   12/12  complete    2026-01-02 03:04
  3 random boards of 3x3; seed 1
weights-of-wastar-on-a-hundred-boards-of-5x5
            run         4/6  unfinished  2026-01-03 03:04
  Which weight solves most boards of 5x5 within ten million states, and how much
  longer are its plans than those of the smallest weight?
plain       run         0/1  unfinished  2026-01-04 03:04
`},
		{columns: 100, want: `
experiment  kind     trials  state       began
-----------------------------------------------------------
compare-1   compare   12/12  complete    2026-01-02 03:04
  3 random boards of 3x3; seed 1
weights-of-wastar-on-a-hundred-boards-of-5x5
            run         4/6  unfinished  2026-01-03 03:04
  Which weight solves most boards of 5x5 within ten million states, and how much longer are its
  plans than those of the smallest weight?
plain       run         0/1  unfinished  2026-01-04 03:04
`},
	} {
		var out bytes.Buffer
		con := Console{Out: NewTextWriter(&out), Columns: c.columns}
		PrintExperiments(con, experiments)
		require.NoError(t, con.Out.Flush())
		assert.Equal(t, strings.TrimPrefix(c.want, "\n"), out.String())
	}
}
