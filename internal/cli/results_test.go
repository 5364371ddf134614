package cli

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
)

// Results of trials from several machines say so, as run and show print them.
func TestResultsOfSeveralMachines(t *testing.T) {
	records := []bench.Record{
		{Solver: "astar", Puzzle: 1, Group: "3x3", Provenance: bench.Provenance{Machine: "slow"}},
		{Solver: "astar", Puzzle: 2, Group: "3x3", Provenance: bench.Provenance{Machine: "fast"}},
	}
	print := func() string {
		var out bytes.Buffer
		con := Console{Out: NewTextWriter(&out), Columns: 200}
		o := lab.Outcome{Name: "mine", Total: 2, Records: records}
		PrintResults(con, analysis.New(bench.Experiment{}, records), o, "lab.sqlite", nil)
		con.Out.Flush()
		return out.String()
	}
	const warning = "The trials come from 2 machines: slow; fast. Averages mix their times, so " +
		"times cannot be compared.\n"
	assert.Contains(t, print(), warning)
	records[1].Machine = "slow"
	assert.NotContains(t, print(), "machines")
}

// A failed trial is named, so that people can look at it and run it again.
func TestTextOfKeptTrials(t *testing.T) {
	o := lab.Outcome{Name: "mine", Total: 2, Records: []bench.Record{
		{Solver: "ga", Puzzle: 2, Group: "3x3", Key: "0123abcd", Error: "out of luck"},
		{Solver: "ga", Puzzle: 3, Group: "3x3", Key: "4567abcd", Error: "out of luck"},
	}}
	said := func(file, flag string) string {
		return "2 trials failed, the first ga on board 2 of 3x3: out of luck; npuzzle show mine/0123abcd" +
			flag + " prints it; npuzzle remove mine/0123abcd" + flag +
			" lets the same command run it again\ntrials kept in " + file +
			" as mine\nnext: npuzzle report mine" + flag + " (plots and paired comparisons)\n"
	}
	text := func(file string) string { return TextOf("kept", keptTrials{Outcome: o, Store: file}) }
	assert.Equal(t, said(StoreName(""), ""), text(StoreName("")))
	assert.Equal(t, said("other.sqlite", " --store other.sqlite"), text("other.sqlite"))
}

// Commands name a store unless they use it without a name: the default one, or that of the
// environment.
func TestStoreWords(t *testing.T) {
	t.Setenv(StoreVariable, "")
	assert.Empty(t, StoreWords(DefaultStore))
	assert.Equal(t, "npuzzle show 'a b' --store 'my lab.sqlite'", CommandIn("my lab.sqlite", "show", "a b"))
	t.Setenv(StoreVariable, "mine.sqlite")
	assert.Empty(t, StoreWords("mine.sqlite"))
	assert.Equal(t, []string{"--store", DefaultStore}, StoreWords(DefaultStore))
}

// If trials have a limit in time, results say that the machine was busy. Otherwise the results do
// not depend on that.
func TestResultsOfABusyMachine(t *testing.T) {
	records := []bench.Record{
		{Solver: "astar", Puzzle: 1, Group: "3x3", Seconds: 2, CPUSeconds: 0.25},
		{Solver: "idastar", Puzzle: 1, Group: "3x3", Seconds: 2, CPUSeconds: 0.25},
	}
	print := func() string {
		var out bytes.Buffer
		con := Console{Out: NewTextWriter(&out), Columns: 200}
		o := lab.Outcome{Name: "mine", Total: 2, Records: records}
		PrintResults(con, analysis.New(bench.Experiment{}, records), o, "lab.sqlite", nil)
		con.Out.Flush()
		return out.String()
	}
	const warning = "The machine was busy: the trials of searches on one thread ran for only 12 % of"
	assert.NotContains(t, print(), warning)
	records[0].TimeLimit = 2
	assert.Contains(t, print(), warning)
	records[0].TimeLimit = 0
	records[0].CPULimit = 2
	assert.Contains(t, print(), warning)
	records[0].CPUSeconds = 1.9
	records[1].CPUSeconds = 1.9
	assert.NotContains(t, print(), warning)
}
