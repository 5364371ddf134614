package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// The tests start this program as the process of an isolated trial.
func TestMain(m *testing.M) {
	if os.Getenv("CLUSTER_TEST_TRIAL") != "" {
		if err := lab.Serve(context.Background(), os.Stdin, os.Stdout, func() { os.Exit(1) }); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// newLab returns a lab with a store in a folder.
func newLab(t testing.TB, folder string, jobs int) *lab.Lab {
	t.Helper()
	program, err := bench.Program()
	require.NoError(t, err)
	library := &solvers.Library{Dir: filepath.Join(folder, "pdb")}
	l := &lab.Lab{Prepare: library.Prepare, PDBDir: library.Dir, Jobs: jobs, Bytes: 1 << 30,
		Command: []string{"env", "CLUSTER_TEST_TRIAL=1", os.Args[0]}}
	l.Provenance = bench.Provenance{Program: program, Machine: "abacus", Version: "1", Signature: "2"}
	l.Store, err = store.Open(t.Context(), filepath.Join(folder, "lab.sqlite"))
	require.NoError(t, err)
	t.Cleanup(func() { l.Store.Close() })
	return l
}

// start starts a coordinator of a lab, with a server of its own.
func start(t testing.TB, l *lab.Lab, folder, listen string) *Coordinator {
	t.Helper()
	c, err := Start(t.Context(), Options{Listen: listen, Folder: filepath.Join(folder, "nats"), Lab: l,
		Notify: func(text string) { t.Log(text) }, wait: time.Second})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	l.Elsewhere = c.Run
	return c
}

// join starts a worker, and returns a function that interrupts it and returns its error.
func join(t testing.TB, c *Coordinator, o WorkerOptions) (leave func() error) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	o.wait = cmpWait(o.wait)
	if o.Notify == nil {
		o.Notify = func(string) {}
	}
	go func() { ended <- Work(ctx, Access{URL: c.URL, Token: c.Token}, o) }()
	return func() error {
		stop()
		return <-ended
	}
}

func cmpWait(d time.Duration) time.Duration {
	if d == 0 {
		return time.Second
	}
	return d
}

// small is an experiment of short trials.
func small(t testing.TB, size string, count int, algorithms ...string) bench.Experiment {
	t.Helper()
	parsed, err := puzzle.ParseSize(size)
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, parsed)
	require.NoError(t, err)
	e := bench.Experiment{Name: "small", Kind: "run", Seed: 1,
		Groups: []bench.Group{{Name: size, Goal: goal, Count: count, Seed: 1}}}
	for _, name := range algorithms {
		s := bench.Solver{Name: name, Settings: solvers.Default(name)}
		if s.Settings.Evolving() {
			s.Settings = s.Settings.With("population", "20").With("generations", "50")
		}
		e.Solvers = append(e.Solvers, s)
	}
	e.Limits.Bytes = 64 << 20
	return e
}

// bare returns records without what differs from run to run.
func bare(records []bench.Record) []bench.Record {
	var all []bench.Record
	for _, r := range records {
		r.Seconds, r.CPUSeconds, r.Started, r.Jobs, r.ProcessLimit, r.Calibration = 0, 0, "", 0, 0, 0
		r.Found = nil
		all = append(all, r)
	}
	return all
}

// local runs an experiment without workers.
func local(t testing.TB, e bench.Experiment) []bench.Record {
	o, err := newLab(t, t.TempDir(), 2).Run(t.Context(), e)
	require.NoError(t, err)
	require.False(t, o.Partial())
	return bare(o.Records)
}

func TestWorkersGiveTheSameRecords(t *testing.T) {
	e := small(t, "3x3", 60, "astar", "idastar", "ga")
	folder := t.TempDir()
	l := newLab(t, folder, 0)
	c := start(t, l, folder, "127.0.0.1:0")
	leave := join(t, c, WorkerOptions{Lab: newLab(t, t.TempDir(), 2)})
	began := time.Now()
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	t.Log(time.Since(began))
	require.Equal(t, local(t, e), bare(o.Records))
	for _, r := range o.Records {
		require.Equal(t, 2, r.Jobs)
		require.Positive(t, r.Calibration)
	}
	assert.Equal(t, 1, len(c.Status().Workers))
	require.NoError(t, leave())
	again, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	assert.Equal(t, 180, again.Before)
}

func TestWrongAccess(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	l := newLab(t, folder, 0)
	worker := newLab(t, t.TempDir(), 1)
	notify := func(string) {}
	err := Work(ctx, Access{URL: "nats://127.0.0.1:1"}, WorkerOptions{Lab: worker, Notify: notify})
	require.EqualError(t, err, "no NATS server at nats://127.0.0.1:1; expected one, or npuzzle run --listen")
	c := start(t, l, folder, "0.0.0.0:0")
	require.Len(t, c.Token, 26)
	err = Work(ctx, Access{URL: c.URL, Token: "wrong"}, WorkerOptions{Lab: worker, Notify: notify})
	require.ErrorContains(t, err, "refuses this token; expected the one that the coordinator prints")
	worker.Provenance.Program, worker.Provenance.Version = "another", "0"
	err = Work(ctx, c.Access, WorkerOptions{Lab: worker, Notify: notify})
	require.ErrorContains(t, err, "this worker is npuzzle 0, program another; expected the same program")
	_, err = Start(ctx, Options{Access: c.Access, Lab: l, Notify: notify})
	require.ErrorContains(t, err, "another run uses")
	var wrong *Error
	require.True(t, errors.As(err, &wrong))
}
