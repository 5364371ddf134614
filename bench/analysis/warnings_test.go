package analysis_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// many are trials that nothing is to be said of.
func many() []bench.Record {
	var records []bench.Record
	for number := 1; number <= 20; number++ {
		r := solvedBy("a", number, 10)
		r.Optimal = true
		r.Jobs = 1
		r.Provenance = bench.Provenance{Machine: "some machine", Version: "1", Signature: "42"}
		r.Started = "2026-01-01T00:00:00Z"
		records = append(records, r)
	}
	return records
}

// few is how the warning about few boards begins.
const few = "A solver has fewer than 20 boards or, on fixed boards, runs in these groups: "

func TestWarnings(t *testing.T) {
	for name, c := range map[string]struct {
		change func([]bench.Record) []bench.Record
		want   []string
	}{
		"none": {func(r []bench.Record) []bench.Record { return r }, nil},
		"cancelled": {
			func(r []bench.Record) []bench.Record {
				return append(r, unsolvedBy("a", 21, search.Cancelled))
			},
			[]string{"1 cancelled trial is left out of everything."},
		},
		"few": {
			func(r []bench.Record) []bench.Record { return r[:6] },
			[]string{few + "random. Its share of them is very uncertain."},
		},
		"limits": {
			func(r []bench.Record) []bench.Record {
				return append(r, unsolvedBy("a", 21, search.TimeLimit),
					unsolvedBy("a", 22, search.NodeLimit))
			},
			[]string{"a met a limit in 2 of 22 trials. Their time and work count only up to the " +
				"limit."},
		},
		"errors": {
			func(r []bench.Record) []bench.Record {
				wrong := unsolvedBy("a", 21, "")
				wrong.Error = "killed by a signal"
				return append(r, wrong)
			},
			[]string{"a went wrong in 1 of 21 trials, which count as not solved. The last error: " +
				"killed by a signal."},
		},
		"repeats": {
			func(r []bench.Record) []bench.Record {
				return append(r[:6], slices.Repeat(r[:6], 9)...)
			},
			[]string{few + "random. Its share of them is very uncertain."},
		},
		"repeats on one board": {
			func(r []bench.Record) []bench.Record {
				all := slices.Repeat(r[:1], 30)
				for i := range all {
					all[i].Repeat = i + 1
					all[i].Algorithm = "ga"
					all[i].Evaluated = uint64(i)
				}
				return all
			},
			nil,
		},
		"unknown": {
			func(r []bench.Record) []bench.Record { r[3].Optimal = false; return r },
			[]string{"The optimal length of 1 solved board is not known: no trial proved it, and " +
				"the search for it afterwards reached its limit or does not take boards of that " +
				"size. The mean optimal length, the gap and the optimal share leave these boards " +
				"out, which are usually the harder ones. The tables show how many plans remain."},
		},
		"jobs": {
			func(r []bench.Record) []bench.Record { r[3].Jobs = 4; return r },
			[]string{"Up to 4 trials ran in parallel. That makes wall times longer and less even."},
		},
		"processor times of an earlier program": {
			func(r []bench.Record) []bench.Record {
				r[3].Seconds, r[3].CPUSeconds = 3, 0.1 // does not count as a busy machine
				r[3].Algorithm = "ga"
				r[3].Settings = bench.Values{"workers": "1"}
				r[3].Schema = 3
				return r
			},
			[]string{"The processor times of 1 trial cannot be compared with others: an earlier " +
				"version of the program measured only a part of them. To measure them again, run " +
				"the experiment again."},
		},
		"unknown processor times": {
			func(r []bench.Record) []bench.Record {
				r[3].Seconds = 3
				r[3].CPUSeconds = bench.Unknown
				r[4].CPUSeconds = bench.Unknown
				return r
			},
			[]string{"The processor times of 2 trials are not known: other trials ran in the " +
				"process at the same time, and their threads could not be measured one by one. " +
				"To measure them, run one trial at a time."},
		},
		"busy": {
			func(r []bench.Record) []bench.Record {
				r[3].Seconds = 3
				r[3].CPUSeconds = 1.52
				r[4].Seconds = 1
				r[4].CPUSeconds = 1
				r[5].Seconds, r[5].CPUSeconds = 0.0099, 0 // short trials count, too
				return r
			},
			[]string{"The machine was busy: the trials of searches on one thread ran for only 65 " +
				"% of their wall time. Limits on wall time then depend on what else ran; limits " +
				"on processor time (cpu-limit) do not."},
		},
		"not busy": {
			func(r []bench.Record) []bench.Record {
				r[3].Seconds = 3
				r[3].CPUSeconds = 2.5
				r[4].Seconds = 9
				r[4].CPUSeconds = 1
				r[4].Settings = bench.Values{"workers": "2"}
				return r
			},
			nil,
		},
		"machines": {
			func(r []bench.Record) []bench.Record {
				r[3].Machine = "another"
				r[4].Signature = "43"
				return r
			},
			[]string{"The trials come from 2 machines: some machine; another. Averages mix their " +
				"times, so times cannot be compared.",
				"The trials come from 2 signatures of node counts: 42; 43."},
		},
	} {
		assert.Equal(t, c.want, of(c.change(many())...).Warnings(), name)
	}
}

// Where groups differ, so does what is to be said of them.
func TestWarningsOfGroups(t *testing.T) {
	var records []bench.Record
	add := func(group, solver string, trials, limits int) {
		for number := 1; number <= trials; number++ {
			r := solvedBy(solver, number, 10)
			if number <= limits {
				r = unsolvedBy(solver, number, search.NodeLimit)
			}
			r.Group = group
			r.Optimal = true
			records = append(records, r)
		}
	}
	add("many", "a", 30, 2)
	add("many", "b", 30, 0)
	add("few", "a", 3, 3)
	add("few", "b", 3, 0)
	add("half run", "a", 20, 0)
	add("half run", "b", 19, 0)
	add("few too", "a", 3, 0)
	add("few too", "b", 3, 0)
	assert.Equal(t, []string{
		few + "few, half run, few too. Its share of them is very uncertain.",
		"a met a limit in 5 of 56 trials. Their time and work count only up to the limit.",
	}, of(records...).Warnings())
}

// Times of several machines are ratios to their calibrations, or else said to be mixed.
func TestTimesOfSeveralMachines(t *testing.T) {
	records := []bench.Record{
		{Provenance: bench.Provenance{Machine: "slow", Calibration: 2}, Seconds: 10, CPUSeconds: 8,
			Found: []search.Found{{Seconds: 4}}},
		{Provenance: bench.Provenance{Machine: "fast", Calibration: 1}, Seconds: 5, CPUSeconds: 4,
			Found: []search.Found{{Seconds: 2}}},
	}
	a := analysis.New(bench.Experiment{}, records)
	require.True(t, a.Machines.Scaled)
	for _, r := range a.Trials {
		assert.Equal(t, []float64{10, 8, 4},
			[]float64{r.Seconds, float64(r.CPUSeconds), r.Found[0].Seconds})
	}
	assert.Equal(t, 5.0, records[1].Seconds, "the argument stays as it is")
	assert.Equal(t, a.Trials, analysis.New(bench.Experiment{}, a.Trials).Trials, "scaled once")
	assert.Contains(t, fmt.Sprint(a.Warnings()),
		"The trials come from 2 machines: slow; fast. Times are ratios to a "+
			"calibration search that each machine ran, in seconds of the first machine.")
	records[1].Calibration = 0
	a = analysis.New(bench.Experiment{}, records)
	assert.Equal(t, records, a.Trials)
	assert.Contains(t, fmt.Sprint(a.Warnings()),
		"Averages mix their times, so times cannot be compared.")
	records[1].Machine = "slow"
	assert.NotContains(t, fmt.Sprint(analysis.New(bench.Experiment{}, records).Warnings()),
		"machines")
}
