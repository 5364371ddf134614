package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	"golang.org/x/sync/errgroup"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/files"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// WorkerOptions are the parameters of a worker.
type WorkerOptions struct {
	Lab    *lab.Lab      // runs the trials: Jobs at the same time, which divide Bytes; it needs no store
	Idle   time.Duration // the worker ends after this time without trials; 0 for never
	Notify func(string)  // receives remarks for the user

	wait  time.Duration // see ackWait
	solve solve         // replaces bench.Trial.Run in a test
}

// solve runs a trial in this process.
type solve func(bench.Trial, context.Context, search.Limits, time.Duration) (bench.Trial, error)

const (
	helloEvery  = 5 * time.Second // time between two hellos of a worker
	answerEvery = time.Second     // time between two messages with results of a batch
	sendTimeout = 3 * time.Second // time that an interrupted worker tries to send its results

	maxCrashes = 3  // a trial that has crashed so many workers is set aside
	maxDeaths  = 20 // so is a trial if so many workers died while it ran in a process of its own
)

// worker is a process that runs trials.
type worker struct {
	WorkerOptions
	link

	began          time.Time
	name           string
	machine        string // with the name of the host
	calibration    float64
	ended, dropped atomic.Uint64
	busy           atomic.Int64 // number of batches that run
	idle           *time.Timer  // runs while no batch does

	refused atomic.Pointer[string] // why the worker did not take the last batch; "" if it did

	mu     sync.Mutex
	tables map[string]string // digests of the pattern databases that were found right
}

var errIdle = errors.New("no trials came")

// Work runs trials of a coordinator until the context is cancelled, or for WorkerOptions.Idle without
// trials. If it returns an *Error, the worker cannot work for this coordinator.
func Work(ctx context.Context, a Access, o WorkerOptions) error {
	for began := time.Now(); ; {
		l, err := a.connect(ctx)
		if err == nil {
			defer l.conn.Close()
			o.Notify("working for " + a.place() + "; Ctrl-C ends")
			return (&worker{WorkerOptions: o, link: *l}).run(ctx)
		}
		if !errors.Is(err, nats.ErrNoServers) || time.Since(began) >= o.Idle {
			return err
		}
		if !sleep(ctx, reconnectWait) {
			return nil
		}
	}
}

// run runs trials. An interrupt hands back the trials that have not ended.
func (w *worker) run(ctx context.Context) (err error) {
	host, _ := os.Hostname()
	w.name = fmt.Sprintf("%s/%s", cmp.Or(host, "worker"), nuid.Next()[16:])
	w.machine = strings.TrimSuffix(w.Lab.Provenance.Machine+", "+host, ", ")
	w.began, w.tables, w.wait = time.Now(), map[string]string{}, cmp.Or(w.wait, ackWait)
	w.refused.Store(new(string))
	if w.solve == nil {
		w.solve = bench.Trial.Run
		if w.calibration, err = bench.Calibrate(ctx); err != nil {
			return err
		}
	}
	// Messages must not wait until a search yields its processor, which takes up to 10 ms at each step.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), w.jobs()+2)))
	all, ctx := errgroup.WithContext(ctx)
	w.Idle = cmp.Or(w.Idle, math.MaxInt64)
	rests := make(chan struct{}, 1)
	w.idle = time.AfterFunc(w.Idle, func() { rests <- struct{}{} })
	defer w.idle.Stop()
	all.Go(func() error {
		for {
			pause, err := w.hello(ctx)
			if err != nil {
				return err
			}
			select {
			case <-ctx.Done():
				return nil
			case <-rests:
				if w.busy.Load() == 0 {
					return errIdle
				}
			case <-time.After(pause):
			}
		}
	})
	for range w.jobs() {
		all.Go(func() error { return w.job(ctx) })
	}
	if err = all.Wait(); errors.Is(err, errIdle) {
		return nil
	}
	return err
}

func (w *worker) jobs() int { return max(w.Lab.Jobs, 1) }

// share returns the memory limit of a trial in bytes.
func (w *worker) share() uint64 { return w.Lab.Bytes / uint64(w.jobs()) }

// hello introduces the worker to the coordinator, and returns the time until it should do so again. It
// returns an *Error if the coordinator is another program.
func (w *worker) hello(ctx context.Context) (again time.Duration, err error) {
	own := w.Lab.Provenance
	text, _ := json.Marshal(Worker{Name: w.name, Machine: w.machine, Program: own.Program, Jobs: w.jobs(),
		Bytes: w.Lab.Bytes, Calibration: w.calibration, Trials: w.ended.Load(),
		Seconds: time.Since(w.began).Seconds(), Dropped: w.dropped.Load(), Refused: *w.refused.Load()}) // plain data
	m, err := w.conn.RequestWithContext(deadline(ctx, helloEvery), helloSubject, text)
	if err != nil {
		return reconnectWait, nil // there is no coordinator at present
	}
	var there bench.Provenance
	switch err := json.Unmarshal(m.Data, &there); {
	case err != nil || there.Program == "":
		return 0, fault(nil, "the coordinator speaks another language; expected npuzzle %s on both sides", own.Version)
	case there.Program != own.Program:
		return 0, fault(nil, "the coordinator is npuzzle %s, program %.40s; this worker is npuzzle %s, program %.40s; "+
			"expected the same program", there.Version, there.Program, own.Version, own.Program)
	}
	return helloEvery, nil
}

// job takes batches, one after another. It takes none in advance, because a batch that a dead worker had
// not begun would count as a batch that killed it.
func (w *worker) job(ctx context.Context) error {
	for ctx.Err() == nil {
		work, err := w.js.Consumer(ctx, workStream, consumer)
		for err == nil && ctx.Err() == nil {
			var m jetstream.Msg
			m, err = work.Next(jetstream.FetchContext(deadline(ctx, helloEvery)))
			switch {
			case err == nil:
				if err := w.batch(ctx, m); err != nil {
					return err
				}
			case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
				err = nil
			}
		}
		sleep(ctx, reconnectWait)
	}
	return nil
}

// batch runs the trials of a message, and reports progress to the server meanwhile. Trials that it does not
// run go back into the stream. An error ends the worker.
func (w *worker) batch(ctx context.Context, m jetstream.Msg) error {
	var b batch
	about, err := m.Metadata()
	if err == nil {
		err = json.Unmarshal(m.Data(), &b)
	}
	if err != nil || len(b.Trials) == 0 {
		w.dropped.Add(1)
		w.Notify("a message does not decode and is dropped")
		m.Term()
		return nil
	}
	w.busy.Add(1)
	w.idle.Stop()
	defer func() {
		if w.busy.Add(-1) == 0 {
			w.idle.Reset(w.Idle)
		}
	}()
	held, release := context.WithCancel(context.WithoutCancel(ctx))
	defer release()
	go func() {
		for sleep(held, w.wait/4) {
			m.InProgress()
		}
	}()
	running, stop := context.WithCancel(ctx)
	defer stop()
	if s, err := w.conn.Subscribe(stopSubject, func(*nats.Msg) { stop() }); err == nil {
		defer s.Unsubscribe()
	}
	deliveries := int(about.NumDelivered)
	b.Deaths += deliveries - 1
	size, rest := len(b.Trials), b.Trials
	refused := ""
	if err := w.fits(running, b); err != nil && running.Err() == nil {
		refused = err.Error()
	}
	news := *w.refused.Swap(&refused) != refused
	switch {
	case refused != "":
	case deliveries > 1 && size > 1: // so that other workers find the trial that killed one
		size = 1
		if b.Deaths == 1 {
			size = (len(rest) + deathParts - 1) / deathParts
		}
	default:
		rest, err = w.trials(running, b)
	}
	if running.Err() != nil && ctx.Err() == nil {
		rest = nil // the run has ended
	}
	for b.Trials = range slices.Chunk(rest, size) {
		if !w.publish(ctx, workSubject, b) {
			return err // the server hands out the message again
		}
	}
	m.Ack() // if the server does not get it, the coordinator ignores the second results
	if refused == "" {
		return err
	}
	if _, err = w.hello(ctx); err != nil {
		return err
	}
	if news {
		w.Notify("no trials are taken: " + refused)
	}
	sleep(ctx, helloEvery) // others may take the batch
	return nil
}

// deathParts is the number of parts into which a batch is divided if a worker died with it. If a worker dies
// with a part, too, each of its trials travels alone.
const deathParts = 16

// fits returns why the worker cannot run a batch, or nil. It fetches pattern databases that the worker lacks.
func (w *worker) fits(ctx context.Context, b batch) error {
	if own := w.Lab.Provenance.Program; b.Program != own {
		return fmt.Errorf("the trials are for program %.40s; this worker is program %.40s", b.Program, own)
	}
	if share := w.share(); share > 0 && share < b.Bytes {
		return fmt.Errorf("a trial needs %s, and each of %d jobs has %s", units.Bytes.Format(float64(b.Bytes)),
			w.jobs(), units.Bytes.Format(float64(share)))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for name, digest := range b.Tables {
		if w.tables[name] == digest {
			continue
		}
		if err := w.table(ctx, name, digest); err != nil {
			return err
		}
		w.tables[name] = digest
	}
	return nil
}

// table fetches the file of a pattern database unless it is there, and compares digests.
func (w *worker) table(ctx context.Context, name, digest string) error {
	store, err := pdb.NewStore(w.Lab.PDBDir)
	if err != nil {
		return err
	}
	if name != filepath.Base(name) {
		return fmt.Errorf("%.60q is not the name of a pattern database", name)
	}
	path := filepath.Join(store.Dir, name)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		w.Notify("fetching " + name)
		if err := w.fetch(ctx, name, path); err != nil {
			return fmt.Errorf("%s cannot be fetched: %w", name, err)
		}
	}
	own, err := pdb.Inspect(path).Digest()
	if err == nil && own != digest {
		err = fmt.Errorf("the pattern database %s has digest %s; expected %s, that of the coordinator", path, own,
			digest)
	}
	return err
}

// fetch asks the coordinator to put a file into the bucket, and copies the file.
func (w *worker) fetch(ctx context.Context, name, path string) error {
	m, err := w.conn.RequestWithContext(deadline(ctx, time.Hour), tableSubject, []byte(name))
	if err != nil {
		return err
	}
	if text := ""; json.Unmarshal(m.Data, &text) != nil || text != "" {
		return errors.New(cmp.Or(text, "no answer"))
	}
	bucket, err := w.js.ObjectStore(ctx, tablesBucket)
	if err != nil {
		return err
	}
	object, err := bucket.Get(ctx, name)
	if err != nil {
		return err
	}
	defer object.Close()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return files.Write(path, true, func(file *os.File) error {
		_, err := io.Copy(file, object)
		return err
	})
}

// trials runs the trials of a batch, publishes their results, and returns the trials that it did not run.
func (w *worker) trials(ctx context.Context, b batch) (rest []request, err error) {
	var results []result
	size, sent := 0, time.Now()
	send := func() bool {
		done := len(results) == 0 || w.publish(ctx, resultsSubject, results)
		results, size, sent = nil, 0, time.Now()
		return done
	}
	for rest = b.Trials; len(rest) > 0 && err == nil; {
		var r result
		if r, err = w.trial(ctx, b, rest[0]); err == nil {
			// A message of many results has at most batchBytes. A server can refuse a larger one.
			if size+len(r.Trial) > batchBytes && !send() {
				return b.Trials, err
			}
			results, size, rest = append(results, r), size+len(r.Trial), rest[1:]
		}
		if len(rest) > 0 && err == nil && time.Since(sent) < answerEvery {
			continue
		}
		if !send() {
			return b.Trials, err
		}
	}
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return rest, err
}

// trial runs a trial. If the trial was cancelled, it returns context.Canceled. Any other error ends the worker.
func (w *worker) trial(ctx context.Context, b batch, q request) (result, error) {
	q.Limits.Bytes = cmp.Or(q.Limits.Bytes, w.share())
	suspect := b.Deaths >= maxCrashes-1
	t, err := q.Trial(ctx, w.Lab.Prepare)
	switch {
	case err != nil:
	case b.Deaths >= maxDeaths:
		err = &lab.DiedError{Err: errors.New("its worker")}
	case suspect || b.Isolate:
		t, err = w.Lab.Isolated(ctx, t, q.Limits, q.TimeLimit)
	default:
		t, err = w.solve(t, ctx, q.Limits, q.TimeLimit)
	}
	if ctx.Err() != nil || t.Result.Status == search.Cancelled {
		return result{}, context.Canceled
	}
	if process, wrong := errors.AsType[*bench.ProcessError](err); wrong {
		return result{}, process
	}
	r := result{Key: q.Key}
	if died, crashed := errors.AsType[*lab.DiedError](err); crashed && suspect && !b.Isolate {
		r.SetAside = true
		err = fmt.Errorf("it crashed %d workers; the last one ended with %w", b.Deaths+1, died.Err)
	}
	if suspect && !b.Isolate {
		t.Isolated, t.Resident = false, 0
	}
	if err != nil {
		t.Result, t.Fault = search.Result{}, err.Error()
	}
	t.Limits, t.TimeLimit = q.Limits, q.TimeLimit
	t.Machine, t.Jobs, t.Calibration = w.machine, w.jobs(), w.calibration
	t.ProcessLimit = w.Lab.Provenance.ProcessLimit
	w.ended.Add(1)
	r.Trial, _ = json.Marshal(lab.NewResponse(t, w.Lab.Provenance.Program)) // plain data
	if size, most := int64(len(r.Trial)), w.conn.MaxPayload()*3/4; size > most {
		t.Result, t.History = search.Result{}, nil
		t.Fault = fmt.Sprintf("its result has %d bytes; the server takes messages of at most %d", size, most)
		r.Trial, _ = json.Marshal(lab.NewResponse(t, w.Lab.Provenance.Program))
	}
	return r, nil
}

// publish publishes a message, and tries again until the server has it. It returns false if an interrupt ended
// the attempts. The server drops a message that reaches it twice.
func (w *worker) publish(ctx context.Context, subject string, message any) bool {
	text, _ := json.Marshal(message) // plain data
	m, id := &nats.Msg{Subject: subject, Data: text}, jetstream.WithMsgID(nuid.Next())
	last, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(sendTimeout, stop) })()
	for {
		if _, err := w.js.PublishMsg(deadline(last, publishTimeout), m, id); err == nil {
			return true
		}
		if !sleep(last, reconnectWait) {
			return false
		}
	}
}
