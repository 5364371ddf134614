package cluster

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

// BenchmarkWorkers compares worker processes with local runs, on trials of some 15 ms and of some
// 0.1 ms. It needs a quiet machine with two cores. A round runs the same trials in every way, one
// after another, and the next round in the reverse order, so slow changes of the machine's speed
// affect all ways alike. The rate of a run is that between its first and its last trial, without
// the start of processes. A run of two workers ends with about a tenth of a second, on average, in
// which only one of them has trials. The metrics are medians over the rounds: trials a second of
// each way, and ratios of rates. For long trials, the ratio of two local jobs to one shows what the
// machine allows, because jobs share its memory and its caches.
func BenchmarkWorkers(b *testing.B) {
	long := small(4, 4, 1200, "idastar")
	short := small(3, 3, 30_000, "idastar")
	long.Groups[0].Scramble.Walk = nil // many boards reach the limit of states
	long.Limits.Generated = 1_500_000
	for name, e := range map[string]bench.Experiment{"15ms": long, "0.1ms": short} {
		b.Run(name, func(b *testing.B) {
			ways := []struct {
				name    string
				jobs    int // of this process
				workers []int
			}{
				{"local-1-job", 1, nil}, {"local-2-jobs", 2, nil},
				{"1-worker", 0, []int{1}}, {"2-workers", 0, []int{1, 1}},
				{"1-worker-2-jobs", 0, []int{2}}, {"coordinator-2-jobs", 2, []int{}},
			}
			rates := map[string][]float64{}
			for b.Loop() {
				for _, w := range ways {
					rates[w.name] = append(rates[w.name], rate(b, e, w.jobs, w.workers))
				}
				slices.Reverse(ways)
			}
			for name, all := range rates {
				b.ReportMetric(median(all), name+"/s")
			}
			for _, pair := range []string{"local-2-jobs:local-1-job", "2-workers:1-worker",
				"2-workers:local-2-jobs",
				"1-worker-2-jobs:local-2-jobs", "coordinator-2-jobs:local-2-jobs"} {
				over, under, _ := strings.Cut(pair, ":")
				var ratios []float64
				for i, r := range rates[over] {
					ratios = append(ratios, r/rates[under][i])
				}
				b.ReportMetric(median(ratios), pair)
			}
		})
	}
}

func median(all []float64) float64 {
	all = slices.Sorted(slices.Values(all))
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// rate runs an experiment with a new store, and returns the trials a second between the first and
// the last. This process runs the given number of jobs. Unless workers is nil, it is a coordinator
// that shares the work with worker processes, whose jobs are given, too.
func rate(b *testing.B, e bench.Experiment, jobs int, workers []int) float64 {
	folder := b.TempDir()
	l := newLab(b, folder, jobs)
	if workers != nil {
		c := startWaiting(b, l, folder, "127.0.0.1:0", ackWait)
		defer c.Close()
		for _, jobs := range workers {
			p := process(b, "", "solver", b.TempDir(), c.URL[len("nats://"):], jobs)
			defer func() {
				p.Process.Kill()
				p.Wait()
			}()
		}
		known := func() bool { return len(c.Status().Workers) == max(len(workers), 1) }
		require.Eventually(b, known, time.Minute, 10*time.Millisecond)
	}
	var first, last time.Time
	l.Kept = func(bench.Record) {
		last = time.Now()
		if first.IsZero() {
			first = last
		}
	}
	o, err := l.Run(b.Context(), e)
	require.NoError(b, err)
	require.Len(b, o.Records, e.Trials())
	return float64(e.Trials()-1) / last.Sub(first).Seconds()
}
