package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// The tests start this program as the process of an isolated trial, as a worker and as a
// coordinator.
func TestMain(m *testing.M) {
	role := os.Getenv("CLUSTER_TEST_ROLE")
	if role == "" {
		cache, err := os.MkdirTemp("", "npuzzle") // of this test, for its tokens
		if err != nil {
			panic(err)
		}
		os.Setenv("XDG_CACHE_HOME", cache)
		// The parallel tests of this package mostly wait, so more of them may run at once than there
		// are processors. The flag -parallel overrides this.
		err = flag.Set("test.parallel", "8")
		if err != nil {
			panic(err)
		}
		code := m.Run()
		os.RemoveAll(cache)
		os.Exit(code)
	}
	ctx := context.Background()
	err := fmt.Errorf("no role %s", role)
	switch role {
	case "trial":
		err = serveTrial(ctx)
	case "worker", "solver":
		o := Options{Lab: plainLab(os.Getenv("CLUSTER_TEST_FOLDER"), 1), Notify: func(string) {},
			Idle: time.Minute}
		if role == "worker" {
			o.wait = time.Second
			o.solve = crash
		} else if o.Lab.Jobs, err = strconv.Atoi(os.Getenv("CLUSTER_TEST_COUNT")); err != nil {
			break
		}
		o.URL = "nats://" + os.Getenv("CLUSTER_TEST_ADDRESS")
		err = Work(ctx, o)
	case "coordinator":
		err = coordinate(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serveTrial is the process of an isolated trial. It dies if the trial is of the board in the
// environment.
func serveTrial(ctx context.Context) error {
	in := bufio.NewReader(os.Stdin)
	line, err := in.ReadString('\n')
	if bad := os.Getenv("CLUSTER_TEST_BAD"); err != nil || bad != "" &&
		strings.Contains(line, bad) {
		os.Exit(7)
	}
	return lab.Serve(ctx, io.MultiReader(strings.NewReader(line), in), os.Stdout, func() {
		os.Exit(1)
	})
}

// crash runs a trial in the process of a worker, and ends the process if the trial is of the bad
// board. It takes at least 10 ms, so that a run lasts while TestKills kills.
func crash(t bench.Trial, ctx context.Context) (bench.Trial, error) {
	text, err := t.Puzzle.Start.MarshalText()
	if err == nil && string(text) == os.Getenv("CLUSTER_TEST_BAD") {
		os.Exit(7)
	}
	sleep(ctx, trialTime)
	return t.Run(ctx)
}

const trialTime = 10 * time.Millisecond

// coordinate is the process of a coordinator, which runs no trials itself.
func coordinate(ctx context.Context) error {
	folder := os.Getenv("CLUSTER_TEST_FOLDER")
	count, err := strconv.Atoi(os.Getenv("CLUSTER_TEST_COUNT"))
	if err != nil {
		return err
	}
	l := plainLab(folder, 0)
	if l.Store, err = store.Open(ctx, filepath.Join(folder, "lab.sqlite")); err != nil {
		return err
	}
	defer l.Store.Close()
	c, err := Start(ctx, Options{
		Listen: os.Getenv("CLUSTER_TEST_ADDRESS"),
		Folder: filepath.Join(folder, "nats"),
		Lab:    l,
		Notify: func(text string) { fmt.Fprintln(os.Stderr, text) },
		wait:   time.Second,

		HandsOutOnly: true,
	})
	if err != nil {
		return err
	}
	defer c.Close()
	l.Elsewhere = c.Run
	l.Kept = func(bench.Record) { fmt.Print(".") }
	o, err := l.Run(ctx, killed(count))
	if err == nil && o.Partial() {
		err = errors.New("the run is partial")
	}
	return err
}

// plainLab returns a lab without a store.
func plainLab(folder string, jobs int) *lab.Lab {
	program, err := bench.Program()
	if err != nil {
		panic(err)
	}
	library := &solvers.Library{Dir: filepath.Join(folder, "pdb")}
	return &lab.Lab{
		Prepare: library.Prepare,
		PDBDir:  library.Dir,
		Jobs:    jobs,
		Bytes:   1 << 30,
		Command: []string{"env", "CLUSTER_TEST_ROLE=trial", os.Args[0]},
		Provenance: bench.Provenance{
			Program:   program,
			Machine:   "abacus",
			Version:   "1",
			Signature: "2",
		},
	}
}

// newLab returns a lab with a store in a folder.
func newLab(t testing.TB, folder string, jobs int) *lab.Lab {
	t.Helper()
	l := plainLab(folder, jobs)
	var err error
	l.Store, err = store.Open(t.Context(), filepath.Join(folder, "lab.sqlite"))
	require.NoError(t, err)
	t.Cleanup(func() { l.Store.Close() })
	return l
}

// start starts a coordinator of a lab, with a server of its own.
func start(t testing.TB, l *lab.Lab, folder, listen string) *Coordinator {
	t.Helper()
	return startWaiting(t, l, folder, listen, time.Second)
}

// startWaiting starts a coordinator. A worker that has not reported progress for the given time
// counts as dead.
func startWaiting(
	t testing.TB, l *lab.Lab, folder, listen string, wait time.Duration,
) *Coordinator {
	t.Helper()
	c, err := Start(t.Context(), Options{
		Listen: listen,
		Folder: filepath.Join(folder, "nats"),
		Lab:    l,
		Notify: func(text string) { t.Log(text) },
		wait:   wait,

		HandsOutOnly: l.Jobs == 0,
	})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	l.Elsewhere = c.Run
	return c
}

// join starts a worker, and returns a function that interrupts it and returns its error. The worker
// does not measure how fast its machine is, which takes longer than the trials of most tests.
func join(t testing.TB, a Access, o Options) (leave func() error) {
	if o.solve == nil {
		o.solve = bench.Trial.Run
	}
	return joinCalibrated(t, a, o)
}

// joinCalibrated is join for a worker that measures how fast its machine is, unless it has a
// function solve.
func joinCalibrated(t testing.TB, a Access, o Options) (leave func() error) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	o.wait = time.Second
	if o.Notify == nil {
		o.Notify = func(string) {}
	}
	o.Access = a
	go func() { ended <- Work(ctx, o) }()
	return func() error {
		stop()
		return <-ended
	}
}

// small is an experiment of short trials.
func small(rows, cols, count int, algorithms ...string) bench.Experiment {
	size := puzzle.Size{Rows: rows, Cols: cols}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	if err != nil {
		panic(err)
	}
	e := bench.Experiment{Name: "small", Kind: "run", Seed: 1,
		Groups: []bench.Group{{Name: size.String(), Goal: goal, Count: count, Seed: 1}}}
	if size.Cells() > 9 {
		e.Groups[0].Scramble.Walk = new(30)
	}
	for _, name := range algorithms {
		s := bench.Solver{Name: name, Settings: solvers.Default(name)}
		if s.Settings.Capabilities().Generations {
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
		r.Seconds = 0
		r.CPUSeconds = 0
		r.Started = ""
		r.Jobs = 0
		r.ProcessLimit = 0
		r.Calibration = 0
		r.Found = nil
		r.Machine = ""
		r.Source = bench.Here
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
	boards := 10
	calibrated := true
	joins := joinCalibrated
	if testing.Short() { // the measurement takes long under the race detector
		boards = 3
		calibrated = false
		joins = join
	}
	e := small(3, 3, boards, "astar", "idastar", "ga")
	folder := t.TempDir()
	l := newLab(t, folder, 0)
	c := start(t, l, folder, "127.0.0.1:0")
	leave := joins(t, c.Access, Options{Lab: newLab(t, t.TempDir(), 2)})
	began := time.Now()
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	t.Log(time.Since(began))
	require.Equal(t, local(t, e), bare(o.Records))
	for _, r := range o.Records {
		require.Equal(t, 2, r.Jobs)
		require.Equal(t, calibrated, r.Calibration > 0)
	}
	workers := c.Status().Workers
	require.Len(t, workers, 1)
	assert.EqualValues(t, e.Trials(), workers[0].Trials, "the coordinator counts them at once")
	require.NoError(t, leave())
	again, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	assert.Equal(t, e.Trials(), again.Before)
}

func TestWrongAccess(t *testing.T) {
	ctx := t.Context()
	folder := t.TempDir()
	l := newLab(t, folder, 0)
	worker := newLab(t, t.TempDir(), 1)
	notify := func(string) {}
	err := Work(ctx, Options{
		Access: Access{URL: "nats://127.0.0.1:1"},
		Lab:    worker,
		Notify: notify,
	})
	require.EqualError(t, err,
		"no NATS server at nats://127.0.0.1:1; expected one, or npuzzle run --listen")
	c := start(t, l, folder, "0.0.0.0:0")
	require.Len(t, c.Token, 26)
	err = Work(ctx, Options{
		Access: Access{URL: c.URL, Token: "wrong"},
		Lab:    worker,
		Notify: notify,
	})
	require.ErrorContains(t, err,
		"refuses the token or the credentials; expected those that the coordinator uses")
	worker.Provenance.Program = "another"
	worker.Provenance.Version = "0"
	err = Work(ctx, Options{Access: c.Access, Lab: worker, Notify: notify, solve: bench.Trial.Run})
	require.ErrorContains(t, err,
		"this worker is npuzzle 0, program another; expected the same program")
	_, err = Start(ctx, Options{Access: c.Access, Lab: l, Notify: notify})
	require.ErrorContains(t, err, "another run uses")
	var wrong *Error
	require.True(t, errors.As(err, &wrong))
}

// message is a message without a server.
type message struct {
	jetstream.Msg
	text []byte
}

func (m message) Data() []byte { return m.text }
func (m message) Ack() error   { return nil }

func (m message) Term() error { return nil }

// Results that an earlier coordinator did not take wait for their trial, if they have its secret.
// Second results of the same run do not.
func TestEarlyResults(t *testing.T) {
	for run, want := range map[string]int{"this": 0, "before": 1} {
		c := &Coordinator{Options: Options{Notify: func(string) {}}, secret: []byte("secret")}
		c.members = map[string]member{"worker": {}}
		d := &dispatch{Coordinator: c, id: "this", early: map[string]early{}, room: earlyBytes}
		ended := &bench.Answer{}
		results := []result{{
			Key:    "1",
			Nonce:  c.nonce("1", 0),
			Answer: ended,
		}, {Key: "2", Nonce: c.nonce("2", 0)},
			{Key: "3", Nonce: "forged", Answer: ended}}
		text, err := json.Marshal(answer{Run: run, Worker: "worker", Results: results})
		require.NoError(t, err)
		for range 2 {
			require.NoError(t, d.answered(message{text: text}))
		}
		require.Len(t, d.early, want)
		require.EqualValues(t, 2, c.status.Wrong)
		if want > 0 {
			require.Equal(t, earlyBytes-d.early["1"].bytes, d.room)
		}
	}
}
