package report

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
)

func TestProvenance(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 20; number++ {
		records = append(records, bench.Record{
			Solver: "a", Puzzle: number, Jobs: 1, Started: "2026-01-01T00:00:00Z",
			Provenance: bench.Provenance{Machine: "some machine", Version: "1", Signature: "42"},
		})
	}
	records[5].Started = "2026-01-02T00:00:00Z"
	records[6].Started = "2025-12-31T00:00:00Z"
	records[7].Isolated = true
	records[8].Jobs = 2
	records[9].Settings = bench.Values{"workers": "3"}
	assert.Equal(t, [][2]string{
		{"Machine", "some machine"}, {"Version", "1"}, {"Signature", "42"},
		{"Started", "first trial 2025-12-31T00:00:00Z, last 2026-01-02T00:00:00Z"},
		{"Trials in parallel", "1; 2"}, {"Workers in a trial", "1; 3"},
		{"Trials in their own processes", "false; true"},
	}, provenance(analysis.New(bench.Experiment{}, records)))

	plain := provenance(analysis.New(bench.Experiment{}, []bench.Record{{Solver: "a"}}))
	assert.False(t, slices.ContainsFunc(plain, func(fact [2]string) bool {
		return fact[0] == "Machine"
	}))
}
