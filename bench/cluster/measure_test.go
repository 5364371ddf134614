package cluster

import (
	"flag"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

var rounds = flag.Int("rounds", 0, "number of rounds of TestMeasure, which needs a quiet machine")

// TestMeasure compares worker processes with a local run, on trials of some 15 ms and of some 0.1 ms. Each round
// runs the same trials in every way, one after another, and the next round in the reverse order. So slow changes
// of the machine's speed affect all ways alike. The rate of a run is that between its first and its last trial,
// without the start of processes. The ratios are medians over the rounds.
func TestMeasure(t *testing.T) {
	if *rounds == 0 {
		t.Skip("needs a quiet machine with two cores: -rounds 7 -v")
	}
	long, short := small(4, 4, 600, "idastar"), small(3, 3, 30_000, "idastar")
	long.Groups[0].Scramble.Walk = nil // many boards reach the limit of states
	long.Limits.Generated = 1_500_000
	for _, c := range []struct {
		name string
		e    bench.Experiment
	}{{"15 ms", long}, {"0.1 ms", short}} {
		ways := []struct {
			name  string
			rate  func() (rate, seconds float64)
			rates []float64
		}{
			{name: "local, 2 jobs", rate: func() (float64, float64) { return measure(t, c.e, 2, false) }},
			{name: "1 worker", rate: func() (float64, float64) { return measure(t, c.e, 0, true, 1) }},
			{name: "2 workers", rate: func() (float64, float64) { return measure(t, c.e, 0, true, 1, 1) }},
			{name: "1 worker, 2 jobs", rate: func() (float64, float64) { return measure(t, c.e, 0, true, 2) }},
			{name: "coordinator, 2 jobs", rate: func() (float64, float64) { return measure(t, c.e, 2, true) }},
		}
		var mean float64
		for range *rounds {
			for i := range ways {
				var rate float64
				rate, mean = ways[i].rate()
				ways[i].rates = append(ways[i].rates, rate)
			}
			slices.Reverse(ways)
		}
		if *rounds%2 == 1 {
			slices.Reverse(ways)
		}
		t.Logf("trials of %s (%.2g ms of processor time on average), %d in each run, %d rounds:",
			c.name, 1000*mean, c.e.Trials(), *rounds)
		for _, w := range ways {
			t.Logf("  %-20s %7.1f trials/s (%.1f to %.1f)",
				w.name, median(w.rates), slices.Min(w.rates), slices.Max(w.rates))
		}
		ratio := func(a, b int) (middle, least, most float64) {
			var all []float64
			for i := range *rounds {
				all = append(all, ways[a].rates[i]/ways[b].rates[i])
			}
			return median(all), slices.Min(all), slices.Max(all)
		}
		for _, r := range []struct {
			text string
			a, b int
		}{{"2 workers / 1 worker", 2, 1}, {"2 workers / local", 2, 0}, {"1 worker, 2 jobs / local", 3, 0},
			{"coordinator, 2 jobs / local", 4, 0}} {
			m, least, most := ratio(r.a, r.b)
			t.Logf("  %-28s %.3f (%.3f to %.3f)", r.text, m, least, most)
		}
	}
}

func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// measure runs an experiment with a new store, and returns the trials a second between the first and the last, and
// the mean processor time of a trial. This process runs the given number of jobs, either alone or as a coordinator
// that shares the work with worker processes, whose jobs are given, too.
func measure(t *testing.T, e bench.Experiment, jobs int, shared bool, workers ...int) (rate, seconds float64) {
	folder := t.TempDir()
	l := newLab(t, folder, jobs)
	if shared {
		c := startWaiting(t, l, folder, "127.0.0.1:0", ackWait)
		defer c.Close()
		for _, jobs := range workers {
			p := process(t, "", "solver", t.TempDir(), c.URL[len("nats://"):], jobs)
			defer func() {
				p.Process.Kill()
				p.Wait()
			}()
		}
		known := func() bool { return len(c.Status().Workers) == max(len(workers), 1) }
		require.Eventually(t, known, time.Minute, 10*time.Millisecond)
	}
	var first, last time.Time
	kept := 0
	l.Kept = func(bench.Record) {
		if kept++; kept == 1 {
			first = time.Now()
		}
		last = time.Now()
	}
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	require.Len(t, o.Records, e.Trials())
	require.Equal(t, e.Trials(), kept)
	for _, r := range o.Records {
		seconds += r.CPUSeconds / float64(len(o.Records))
	}
	return float64(kept-1) / math.Max(last.Sub(first).Seconds(), 1e-9), seconds
}
