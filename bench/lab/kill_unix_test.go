//go:build unix

package lab_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

const storeVariable = "LAB_TEST_STORE"

var goal4x4 = func() puzzle.Board {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4})
	if err != nil {
		panic(err)
	}
	return goal
}()

// endless is more than a hundred short runs get done, but not much more, because each run begins
// with a list of all trials.
func endless() bench.Experiment {
	e := bench.Experiment{
		Name:   "killed",
		Kind:   "run",
		Seed:   1,
		Groups: []bench.Group{{Name: "4x4", Goal: goal4x4, Count: 5_000, Seed: 1}},
	}
	for _, algorithm := range []string{"wastar", "greedy"} {
		e.Solvers = append(e.Solvers,
			bench.Solver{Name: algorithm, Settings: solvers.Default(algorithm)})
	}
	return e
}

// runForever is the process that is killed: it says which trials are kept.
func runForever() {
	s, err := store.Open(context.Background(), os.Getenv(storeVariable))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	l := lab.Lab{
		Store:      s,
		Jobs:       2,
		Prepare:    (&solvers.Library{}).Prepare,
		Provenance: bench.Provenance{Version: "1"},
	}
	l.Kept = func(r bench.Record) { fmt.Println(r.Key) }
	if _, err := l.Run(context.Background(), endless()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A run that is killed at any moment has lost nothing of what it said was kept,
// and the next runs nothing again.
func TestKilledAgainAndAgain(t *testing.T) {
	kills := 12
	if slow.Asked() {
		kills = 100
	}
	name := filepath.Join(t.TempDir(), "lab.sqlite")
	rng := rand.New(rand.NewPCG(1, 2))
	said := map[string]int{} // in which run a trial was said to be kept
	silent := 0
	within := 120 * time.Millisecond
	for i := range kills {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rng.Int64N(int64(within))))
		child := exec.CommandContext(ctx, os.Args[0])
		child.Env = append(os.Environ(), childVariable+"=run", storeVariable+"="+name)
		out, err := child.Output() // killed by the context: SIGKILL
		cancel()
		require.Error(t, err)
		if failed, ok := err.(*exec.ExitError); ok {
			require.Empty(t, string(failed.Stderr))
		}
		lines := whole(out)
		if len(lines) == 0 {
			silent++
			within += within / 8 // a busy machine needs longer to come to the first trial
			if silent == i+1 {
				within += within / 2 // much longer, because no run has come to one
			}
		} else {
			within = max(within-within/4, 120*time.Millisecond)
		}
		for _, key := range lines {
			before, again := said[key]
			require.False(t, again, "trial %s of run %d was run again in run %d", key, before, i)
			said[key] = i
		}
	}
	assert.Less(t, silent, kills, "some runs came to something")

	s, err := store.Open(t.Context(), name)
	require.NoError(t, err)
	defer s.Close()
	records, err := s.Records(t.Context(), "killed")
	require.NoError(t, err)
	kept := map[string]bool{}
	position := map[int]bool{}
	for _, r := range records {
		require.False(t, kept[r.Key] || position[r.Position], "trial %d is there twice", r.Position)
		kept[r.Key] = true
		position[r.Position] = true
	}
	for key, i := range said {
		require.True(t, kept[key], "trial %s of run %d was lost", key, i)
	}
	t.Logf("%d trials in %d runs, %d of them killed before the first", len(records), kills, silent)
}

// whole returns the lines of an output that are whole.
func whole(out []byte) []string {
	var lines []string
	for begin, i := 0, 0; i < len(out); i++ {
		if out[i] == '\n' {
			lines = append(lines, string(out[begin:i]))
			begin = i + 1
		}
	}
	return lines
}
