package cluster

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

var (
	kills      = flag.Int("kills", 5, "number of processes that TestKills kills")
	simulated  = flag.Int("simulated", 20, "number of workers in TestSimulatedWorkers")
	trialsEach = flag.Int("trials-each", 20, "trials of each worker in TestSimulatedWorkers")
	pause      = flag.Duration("pause", 20*time.Millisecond,
		"time of a trial in TestSimulatedWorkers")
)

// killed is the experiment of TestKills.
func killed(count int) bench.Experiment {
	e := small(4, 4, count, "wastar", "greedy")
	e.Name = "killed"
	return e
}

// process starts this program in a role.
func process(t testing.TB, limit, role, folder, address string, count int) *exec.Cmd {
	t.Helper()
	c := exec.Command("sh", "-c", limit+`exec "$0"`, os.Args[0])
	c.Env = append(os.Environ(), "CLUSTER_TEST_ROLE="+role, "CLUSTER_TEST_FOLDER="+folder,
		"CLUSTER_TEST_ADDRESS="+address, fmt.Sprint("CLUSTER_TEST_COUNT=", count))
	c.Stderr = &bytes.Buffer{}
	c.Stdout = &progress{}
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	return c
}

// progress counts the trials that a coordinator keeps.
type progress struct{ kept atomic.Int64 }

func (p *progress) Write(text []byte) (int, error) {
	p.kept.Add(int64(len(text)))
	return len(text), nil
}

func unusedAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// stored returns the records of the killed experiment, and fails if a trial is there twice.
func stored(t *testing.T, folder string) []bench.Record {
	s, err := store.OpenToRead(t.Context(), filepath.Join(folder, "lab.sqlite"))
	require.NoError(t, err)
	defer s.Close()
	records, err := s.Records(t.Context(), "killed")
	require.NoError(t, err)
	seen := map[int]bool{}
	for _, r := range records {
		require.False(t, seen[r.Position], "trial %d is there twice", r.Position)
		seen[r.Position] = true
	}
	return bare(records)
}

// Workers and coordinators are killed at random moments. The records are those of an undisturbed
// run.
func TestKills(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute")
	}
	t.Parallel() // it mostly waits
	folder := t.TempDir()
	address := unusedAddress(t)
	count := 40 * *kills
	rng := rand.New(rand.NewPCG(1, 2))
	roles := []string{"coordinator", "worker", "worker"}
	all := make([]*exec.Cmd, len(roles))
	for i, role := range roles {
		all[i] = process(t, "", role, folder, address, count)
	}
	hits := map[string]int{}
	began := time.Now()
	for n := range *kills {
		// Most kills wait until a trial is kept, so that the run goes on.
		counted := all[0].Stdout.(*progress)
		for now, before := time.Now(), counted.kept.Load(); n%4 > 0 &&
			time.Since(now) < 10*time.Second &&
			counted.kept.Load() == before; {
			<-time.After(10 * time.Millisecond)
		}
		<-time.After(time.Duration(rng.Int64N(int64(300 * time.Millisecond))))
		i := rng.IntN(len(roles))
		if all[i].Process.Kill() == nil {
			hits[roles[i]]++
		}
		all[i].Wait()
		all[i] = process(t, "", roles[i], folder, address, count)
	}
	kept := len(stored(t, folder))
	t.Logf("killed %v in %v, with %d trials of %d kept", hits, time.Since(began), kept, 2*count)
	require.Less(t, kept, 2*count, "the run ended before the last kill")
	for _, i := range []int{1, 2} { // a worker that found no server has ended
		all[i].Process.Kill()
		all[i].Wait()
		all[i] = process(t, "", "worker", folder, address, count)
	}
	require.NoError(t, all[0].Wait(), all[0].Stderr)
	require.Equal(t, local(t, killed(count)), stored(t, folder))
}

// The disk of a coordinator is full. It ends with an error, and the next one goes on.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("runs other processes, which share as much in tests of this process")
	}
	t.Parallel() // it mostly waits
	folder := t.TempDir()
	address := unusedAddress(t)
	count := 50
	process(t, "", "worker", folder, address, count)
	full := process(t, "trap '' XFSZ; ulimit -f 300; ", "coordinator", folder, address, count)
	require.Error(t, full.Wait())
	require.NotEmpty(t, full.Stderr.(*bytes.Buffer).String())
	require.Less(t, len(stored(t, folder)), 2*count)
	again := process(t, "", "coordinator", folder, address, count)
	require.NoError(t, again.Wait(), again.Stderr)
	require.Equal(t, local(t, killed(count)), stored(t, folder))
}

// A trial that crashes its process three times is set aside, and those that shared a batch with it
// are not.
func TestCrashes(t *testing.T) {
	t.Parallel() // it mostly waits
	e := small(3, 3, 20, "astar")
	var bad puzzle.Board
	for p, err := range e.Groups[0].Draw() {
		require.NoError(t, err)
		bad = p.Start
	}
	quoted, err := bad.MarshalText()
	require.NoError(t, err)
	environment := "export CLUSTER_TEST_BAD='" + string(quoted) + "'; "
	folder := t.TempDir()
	l := newLab(t, folder, 0)
	// The server hands out a batch again after 2 s without an answer, so a crash is noticed soon.
	c := startWaiting(t, l, folder, "127.0.0.1:0", 2*time.Second)
	// The coordinator hands out missing trials again after 5 s. On a slow machine, results of a
	// second ago may be on their way, and are no reason to do so.
	c.wait = 5 * time.Second
	began := make(chan int, 1)
	ctx, stop := context.WithCancel(t.Context())
	var last atomic.Pointer[exec.Cmd]
	go func() {
		n := 0
		for ; ctx.Err() == nil; n++ {
			address := c.URL[len("nats://"):]
			last.Store(process(t, environment, "worker", t.TempDir(), address, 0))
			last.Load().Wait()
		}
		began <- n
	}()
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	stop()
	last.Load().Process.Kill()
	// A slow machine hands the trial out again before its last crash is known, and one more worker
	// dies.
	workers := <-began
	require.GreaterOrEqual(t, workers, 3, "two workers died before the last one")
	require.LessOrEqual(t, workers, 5)
	require.Len(t, o.Records, 20)
	failed := slices.DeleteFunc(o.Records, func(r bench.Record) bool { return r.Error == "" })
	require.Len(t, failed, 1)
	require.Equal(t, bad, failed[0].Board)
	require.Regexp(t, "^it crashed 3 workers; the last one ended with exit status 7",
		failed[0].Error)
}

// A batch whose trials need too much memory for all workers is reported.
func TestTooLittleMemory(t *testing.T) {
	t.Parallel() // it mostly waits
	e := small(3, 3, 3, "astar")
	folder := t.TempDir()
	e.Limits.Bytes = 2 << 30
	l := newLab(t, folder, 0)
	c := start(t, l, folder, "127.0.0.1:0")
	var mu sync.Mutex
	var told []string
	c.Notify = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, text)
	}
	leave := join(t, c.Access, Options{Lab: newLab(t, t.TempDir(), 2)})
	defer leave()
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	require.True(t, o.Partial())
	require.Contains(t, told[len(told)-1],
		"left out, because no worker takes them: a trial needs 2.15 GB, and each "+
			"of 2 jobs has 537 MB")
}

// Workers fetch pattern databases, and compare their digests.
func TestTables(t *testing.T) {
	e := small(3, 3, 20, "astar")
	var err error
	e.Solvers[0].Settings.Heuristic, err = solvers.ParseHeuristic("pdb:4-4")
	require.NoError(t, err)
	folder := t.TempDir()
	other := t.TempDir()
	l := newLab(t, folder, 0)
	c := start(t, l, folder, "127.0.0.1:0")
	leave := join(t, c.Access, Options{Lab: newLab(t, other, 1)})
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	require.Equal(t, local(t, e), bare(o.Records))
	names, err := filepath.Glob(filepath.Join(folder, "pdb", "*.pdb"))
	require.NoError(t, err)
	fetched, err := filepath.Glob(filepath.Join(other, "pdb", "*.pdb"))
	require.NoError(t, err)
	require.Len(t, fetched, len(names))
	require.NoError(t, leave())
	w := &worker{Options: Options{Lab: newLab(t, t.TempDir(), 1)}}
	w.Lab.PDBDir = filepath.Join(other, "pdb")
	require.ErrorContains(t, w.table(t.Context(), filepath.Base(fetched[0]), "1234"),
		"; expected 1234, that of the "+
			"coordinator")
	require.ErrorContains(t, w.table(t.Context(), "../x.pdb", "1234"),
		"not the name of a pattern database")
	require.FileExists(t, fetched[0], "a file that the worker did not fetch stays")
	w = &worker{Options: Options{Lab: newLab(t, t.TempDir(), 1), Notify: func(string) {}}, js: c.js}
	name := filepath.Base(fetched[0])
	require.ErrorContains(t, w.table(t.Context(), name, "1234"),
		"; expected 1234, that of the coordinator")
	require.NoFileExists(t, filepath.Join(w.Lab.PDBDir, name),
		"a wrong table that it fetched leaves its folder")
	digest, err := pdb.Inspect(fetched[0]).Digest()
	require.NoError(t, err)
	require.NoError(t, w.table(t.Context(), name, digest), "it is fetched again")
}

// proxy passes connections on to an address, until it is cut.
type proxy struct {
	net.Listener
	mu   sync.Mutex
	open []net.Conn
	off  bool
}

func (p *proxy) serve(to string) {
	for {
		from, err := p.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		there, err := net.Dial("tcp", to)
		if err != nil || p.off {
			from.Close()
		} else {
			p.open = append(p.open, from, there)
			go io.Copy(from, there)
			go io.Copy(there, from)
		}
		p.mu.Unlock()
	}
}

func (p *proxy) cut(off bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.off = off; len(p.open) > 0; p.open = p.open[1:] {
		p.open[0].Close()
	}
}

// startProxy starts a proxy of the server of a coordinator, and returns the access of a worker that
// goes through the proxy.
func startProxy(t testing.TB, c *Coordinator) (*proxy, Access) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	p := &proxy{Listener: listener}
	go p.serve(c.URL[len("nats://"):])
	return p, Access{URL: "nats://" + listener.Addr().String(), Token: c.Token}
}

// A worker that waits for trials gets the next ones soon after its connection was cut, although the
// server has forgotten that it waits.
func TestCutWhileWaiting(t *testing.T) {
	t.Parallel() // it mostly waits
	folder := t.TempDir()
	l := newLab(t, folder, 0)
	c := start(t, l, folder, "127.0.0.1:0")
	p, access := startProxy(t, c)
	leave := join(t, access, Options{Lab: newLab(t, t.TempDir(), 1)})
	e := small(3, 3, 2, "astar")
	_, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	// The run may end before the worker asks for its next batch.
	require.Eventually(t, func() bool {
		work, err := c.js.Consumer(t.Context(), workStream, consumer)
		return err == nil && work.CachedInfo().NumWaiting == 1
	}, time.Minute, 10*time.Millisecond, "the worker waits")
	p.cut(false)
	began := time.Now()
	e.Name = "after the cut"
	e.Groups[0].Seed = 2
	_, err = l.Run(t.Context(), e)
	require.NoError(t, err)
	assert.Less(t, time.Since(began), ackWait/2)
	t.Logf("ran for %v", time.Since(began))
	require.NoError(t, leave())
}

// Messages that do not decode, a cut connection and a server that loses its streams cost only time.
func TestCutsAndLosses(t *testing.T) {
	t.Parallel() // it mostly waits
	e := small(4, 4, 150, "wastar", "greedy")
	folder := t.TempDir()
	l := newLab(t, folder, 0)
	c := start(t, l, folder, "127.0.0.1:0")
	p, access := startProxy(t, c)
	slowly := func(t bench.Trial, ctx context.Context) (bench.Trial, error) {
		sleep(ctx, trialTime) // so that the run lasts longer than the cut
		return t.Run(ctx)
	}
	leave := join(t, access, Options{Lab: newLab(t, t.TempDir(), 2), solve: slowly})
	const absence = 1500 * time.Millisecond
	kept := 0
	l.Kept = func(bench.Record) {
		switch kept++; kept {
		case 50:
			p.cut(true)
			time.AfterFunc(absence, func() { p.cut(false) })
		case 150:
			go c.js.DeleteStream(t.Context(), workStream)
		}
	}
	require.NoError(t, c.js.Conn().Publish(workSubject, []byte("no batch")))
	require.NoError(t, c.js.Conn().Publish(resultsSubject, []byte("no results")))
	began := time.Now()
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	assert.Greater(t, time.Since(began), absence)
	t.Logf("ran for %v", time.Since(began))
	require.Equal(t, local(t, e), bare(o.Records))
	require.Eventually(t, func() bool {
		return c.Status().Dropped == 2
	}, 2*helloEvery, helloEvery/50)
	require.NoError(t, leave())
}

// Many workers whose trials only take time show what the coordinator and the server can do.
func TestSimulatedWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("measures, and takes seconds")
	}
	folder := t.TempDir()
	l := newLab(t, folder, 0)
	c := startWaiting(t, l, folder, "127.0.0.1:0", ackWait)
	count := *trialsEach * *simulated
	e := small(4, 4, count, "astar")
	solve := func(t bench.Trial, ctx context.Context) (bench.Trial, error) {
		t.Wall = *pause
		t.Started = time.Now()
		t.Result.Status = search.MemoryLimit
		<-time.After(*pause)
		return t, nil
	}
	for range *simulated {
		leave := join(t, c.Access, Options{Lab: plainLab(folder, 1), solve: solve})
		defer leave()
	}
	require.Eventually(t, func() bool {
		return len(c.Status().Workers) == *simulated
	}, 5*time.Minute,
		100*time.Millisecond)
	began := time.Now()
	used := machine.CPUTime()
	last := time.Duration(0)
	l.Kept = func(bench.Record) { last = time.Since(began) }
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	require.Len(t, o.Records, count)
	t.Logf("%d workers, %v a trial: %.0f trials/s of %.0f possible, %.0f µs of processor time a "+
		"trial", *simulated,
		*pause, float64(count)/last.Seconds(), float64(*simulated)/pause.Seconds(),
		(machine.CPUTime()-used).Seconds()/float64(count)*1e6)
	assert.True(t, slices.IsSortedFunc(o.Records, func(a, b bench.Record) int {
		return a.Position - b.Position
	}))
}
