package main

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/cli"
)

// Processor times of earlier programs are marked when trials, an experiment or a difference are
// shown.
func TestProcessorTimesOfEarlierProgramsAreMarked(t *testing.T) {
	parallel(t)
	old := bench.Record{
		Schema:     3,
		Solver:     "ga",
		Algorithm:  "ga",
		Settings:   bench.Values{"workers": "1"},
		Jobs:       1,
		CPUSeconds: 0.5,
		Puzzle:     1,
		Repeat:     1,
		Rows:       2,
		Cols:       2,
		Status:     "exhausted",
	}
	recent := old
	recent.Schema = bench.RecordSchema
	const line = "The processor times of 1 trial cannot be compared with others"
	shown := func(show func(cli.Console, bench.Record), r bench.Record) string {
		var text strings.Builder
		out := bufio.NewWriter(&text)
		show(cli.Console{Out: cli.NewTextWriter(out), Columns: 200}, r)
		require.NoError(t, out.Flush())
		return text.String()
	}
	for name, show := range map[string]func(cli.Console, bench.Record){
		"trial": func(con cli.Console, r bench.Record) { printTrials(con, []bench.Record{r}) },
		"experiment": func(con cli.Console, r bench.Record) {
			printExperiment(con, store.Experiment{Name: "old", Total: 1}, []bench.Record{r},
				"lab.sqlite", false)
		},
		"difference": func(con cli.Console, r bench.Record) {
			cli.PrintOtherCPU(con, []bench.Record{recent, r})
		},
	} {
		assert.Equal(t, 1, strings.Count(shown(show, old), line), name)
		assert.NotContains(t, shown(show, recent), "cannot be compared", name)
	}
}
