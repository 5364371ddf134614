package lab_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
)

// ofChildren returns the processor time of the processes that this process has waited for, in
// seconds.
func ofChildren(t *testing.T) float64 {
	var usage syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_CHILDREN, &usage))
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

// The processor times of isolated trials add up to those of their processes.
func TestProcessorTimeOfIsolatedTrials(t *testing.T) {
	slow.Only(t, "it uses ten seconds of processor time")
	t.Setenv(childVariable, "serve")
	for _, workers := range []string{"1", "2"} {
		for jobs := 1; jobs <= 2; jobs++ {
			l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
			l.Command = []string{os.Args[0]}
			l.Jobs = jobs
			solver := contender(t, "ga", "manhattan")
			solver.Settings = solver.Settings.With("preset", "study").With("phases",
				"10000").With("population", "2000").With("workers", workers)
			e := random(t, "5x5", 2, solver)
			e.Limits.Generated = 40_000_000
			e.Isolate = true
			before := ofChildren(t)
			sum := 0.0
			for _, r := range run(t, l, e).Records {
				sum += float64(r.CPUSeconds)
			}
			processes := ofChildren(t) - before
			t.Logf("%s workers, %d jobs: processes %.2f s, trials %.2f s", workers, jobs, processes,
				sum)
			assert.InEpsilon(t, processes, sum, 0.1, "%s workers, %d jobs", workers, jobs)
		}
	}
}
