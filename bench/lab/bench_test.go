package lab_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/internal/machine"
	"npuzzle/solvers"
)

// BenchmarkCostOfATrial measures what a trial costs besides its solver, of 10,000
// random boards of 3x3 under A*, one at a time: drawing, keys, the runner and the
// store. The target is 50 µs.
func BenchmarkCostOfATrial(b *testing.B) {
	const trials = 10_000
	for b.Loop() {
		e := random(b, "3x3", trials, contender(b, "astar", "linear-conflict"))
		var solving float64
		l := open(b, filepath.Join(b.TempDir(), "lab.sqlite"))
		l.Kept = func(r bench.Record) { solving += r.Seconds }
		began := time.Now()
		o, err := l.Run(b.Context(), e)
		took := time.Since(began).Seconds()
		require.NoError(b, err)
		require.Len(b, o.Records, trials)
		b.ReportMetric((took-solving)/trials*1e6, "µs/trial")
	}
}

// BenchmarkTwoJobs measures how much faster two jobs are than one, on trials of
// some 10 ms. The target is 1.95, on a machine with nothing else to do. Beside it
// stands how much processor time one takes for each second of two: where that is 1,
// they do not get in each other's way.
func BenchmarkTwoJobs(b *testing.B) {
	for b.Loop() {
		var took, cpu [2]float64
		for i := range took {
			c := contender(b, "idastar", "manhattan")
			c.Settings = c.Settings.With("workers", "1")
			e := random(b, "5x5", 200, c)
			e.Limits.Generated = 500_000
			l := open(b, filepath.Join(b.TempDir(), "lab.sqlite"))
			l.Jobs = i + 1
			began := time.Now()
			used := machine.CPUTime()
			_, err := l.Run(b.Context(), e)
			require.NoError(b, err)
			took[i] = time.Since(began).Seconds()
			cpu[i] = (machine.CPUTime() - used).Seconds()
		}
		b.ReportMetric(took[0]/took[1], "one/two")
		b.ReportMetric(cpu[0]/cpu[1], "cpu-one/two")
	}
}

// open opens a lab with a store of its own.
func open(t testing.TB, name string) *lab.Lab {
	s, err := store.Open(t.Context(), name)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	library := &solvers.Library{Dir: filepath.Join(t.TempDir(), "pdb")}
	t.Cleanup(library.Close)
	return &lab.Lab{
		Jobs:       1,
		Store:      s,
		Prepare:    library.Prepare,
		Provenance: bench.Provenance{Machine: "abacus", Version: "1", Signature: "2"},
	}
}
