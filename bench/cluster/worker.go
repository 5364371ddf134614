package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
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

const (
	helloEvery  = 5 * time.Second // time between two hellos of a worker
	sendTimeout = 3 * time.Second // time that an interrupted worker tries to send its results

	// answerEvery is the minimum time between two messages with results of a batch, except the
	// last.
	answerEvery = time.Second

	// A trial is set aside if it has crashed maxCrashes workers. It is also set aside if maxDeaths
	// workers died, most of them while it ran in a process of its own.
	maxCrashes = 3
	maxDeaths  = 20
)

// worker is a process that runs trials.
type worker struct {
	Options
	js    jetstream.JetStream
	began time.Time
	idle  *time.Timer // ends the worker; each batch resets it
	fetch sync.Mutex  // of pattern databases, one at a time

	provenance bench.Provenance // of its trials

	id string // see hello

	mu   sync.Mutex
	self Worker
}

// Work runs trials of a coordinator until the context is cancelled, or for Options.Idle without
// trials. If it returns an *Error, the worker cannot work for this coordinator.
func Work(ctx context.Context, o Options) error {
	if err := search.CheckWorkers("jobs", o.Lab.Jobs); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	began := time.Now()
	js, err := o.connect(ctx)
	for errors.Is(err, nats.ErrNoServers) && time.Since(began) < o.Idle {
		if !sleep(ctx, reconnectWait) {
			break
		}
		js, err = o.connect(ctx)
	}
	if err != nil {
		return err
	}
	defer js.Conn().Close()
	o.Notify("working for " + o.place() + "; Ctrl-C ends")
	return (&worker{Options: o, js: js}).run(ctx)
}

// run runs trials. An interrupt hands back the trials that have not ended.
func (w *worker) run(ctx context.Context) (err error) {
	host, err := os.Hostname()
	if err != nil || !units.Printable(host) {
		host = "worker"
	}
	w.id = w.js.Conn().Opts.Name
	w.began = time.Now()
	w.wait = cmp.Or(w.wait, ackWait)
	w.Idle = cmp.Or(w.Idle, math.MaxInt64)
	w.provenance = w.Lab.Provenance
	w.provenance.Machine = printable(strings.TrimPrefix(w.provenance.Machine+", "+host, ", "))
	if w.solve == nil {
		w.solve = bench.Trial.Run
		calibration, err := bench.Calibrate(ctx)
		if err != nil {
			return err
		}
		w.provenance.Calibration = calibration.Seconds()
	}
	w.self = Worker{
		Name:        fmt.Sprintf("%.100s/%s", host, nuid.Next()[16:]),
		Program:     w.provenance.Program,
		Machine:     w.provenance.Machine,
		Calibration: w.provenance.Calibration,
		Jobs:        search.Workers(w.Lab.Jobs),
		Bytes:       w.Lab.Bytes,
	}
	// Messages must not wait until a search yields its processor, which takes up to 10 ms at each
	// step.
	processors := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(processors, w.self.Jobs+2))
	defer runtime.GOMAXPROCS(processors)
	group, ctx := errgroup.WithContext(ctx)
	ctx, end := context.WithCancel(ctx)
	w.idle = time.AfterFunc(w.Idle, end)
	defer w.idle.Stop()
	group.Go(func() error { return w.greet(ctx) })
	for range w.self.Jobs {
		group.Go(func() error { return w.job(ctx) })
	}
	return group.Wait()
}

// greet introduces the worker to the coordinator again and again, until the context ends. After the
// connection was lost, there may be another coordinator, which must know the worker soon.
func (w *worker) greet(ctx context.Context) error {
	reconnected := w.js.Conn().StatusChanged(nats.CONNECTED)
	defer w.js.Conn().RemoveStatusListener(reconnected)
	for ctx.Err() == nil {
		pause, err := w.hello(ctx)
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-reconnected:
		case <-time.After(pause):
		}
	}
	return nil
}

// share returns the memory limit of a trial in bytes.
func (w *worker) share() uint64 { return w.self.Bytes / uint64(w.self.Jobs) }

// change changes what the worker tells about itself.
func (w *worker) change(set func(*Worker)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	set(&w.self)
}

// hello introduces the worker to the coordinator, and returns the time until it should do so again.
// It returns an *Error if the coordinator is another program.
func (w *worker) hello(ctx context.Context) (again time.Duration, err error) {
	var text []byte
	w.change(func(s *Worker) {
		s.Seconds = time.Since(w.began).Seconds()
		greeting := hello{ID: w.id, Worker: *s, ProcessLimit: w.provenance.ProcessLimit}
		text, _ = json.Marshal(greeting) // plain data
	})
	m, err := ask(ctx, w.js.Conn(), helloSubject, text, helloEvery)
	if err != nil {
		return reconnectWait, nil // there is no coordinator at present
	}
	var there welcome
	provenance := w.Lab.Provenance
	err = json.Unmarshal(m.Data, &there)
	switch {
	case err != nil || there.Program == "":
		return 0, fault(nil,
			"the coordinator speaks another language; expected npuzzle %s on both sides",
			provenance.Version)
	case there.Program != provenance.Program:
		return 0, fault(nil,
			"the coordinator is npuzzle %s, program %.100s; this worker is npuzzle %s, "+
				"program %.100s; expected the same program",
			there.Version, there.Program, provenance.Version, provenance.Program)
	case there.Barred != "":
		return 0, fault(nil, "the coordinator takes no results of this worker: %s", there.Barred)
	}
	return helloEvery, nil
}

// job takes batches, one after another. It takes none in advance, because a batch that a dead
// worker had not begun would count as a batch that killed it.
func (w *worker) job(ctx context.Context) error {
	reconnected := w.js.Conn().StatusChanged(nats.CONNECTED)
	defer w.js.Conn().RemoveStatusListener(reconnected)
	var work jetstream.Consumer
	for ctx.Err() == nil {
		if work == nil {
			made, err := w.js.Consumer(ctx, workStream, consumer)
			if err != nil {
				w.afterFault(ctx, err)
				continue
			}
			work = made
		}
		m, err := w.next(ctx, work, reconnected)
		if err != nil {
			w.afterFault(ctx, err)
			continue
		}
		if err := w.batch(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// next waits for a batch. A server forgets who waits when the connection is lost, so next returns
// context.Canceled when the connection is made again. While there is no connection, next does not
// ask. Such a request would be sent with the new connection, and given up at once. Its batch would
// be late.
func (w *worker) next(
	ctx context.Context, work jetstream.Consumer, reconnected <-chan nats.Status,
) (jetstream.Msg, error) {
	for !w.js.Conn().IsConnected() {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-reconnected:
		}
	}
	for len(reconnected) > 0 { // it was made again before
		<-reconnected
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	go func() {
		select {
		case <-ctx.Done():
		case <-reconnected:
			end()
		}
	}()
	return work.Next(jetstream.FetchContext(ctx))
}

// afterFault waits after a fault of the server. If only the time to wait for a batch is over, or the
// connection was made again, it does not wait.
func (w *worker) afterFault(ctx context.Context, err error) {
	if !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.Canceled) {
		sleep(ctx, reconnectWait)
	}
}

// batch runs the trials of a message, and reports progress to the server meanwhile. It hands back
// those that it does not run. An error ends the worker.
func (w *worker) batch(ctx context.Context, m jetstream.Msg) error {
	var b batch
	about, err := m.Metadata()
	if err == nil {
		err = json.Unmarshal(m.Data(), &b)
	}
	if err != nil || len(b.Trials) == 0 {
		w.change(func(s *Worker) { s.Dropped++ })
		w.Notify("a message does not decode and is dropped")
		m.Term()
		return nil
	}
	w.idle.Reset(w.Idle)
	defer w.idle.Reset(w.Idle)
	held, release := context.WithCancel(context.WithoutCancel(ctx))
	defer release()
	go func() {
		for sleep(held, min(w.wait/4, w.Idle/2)) {
			m.InProgress()
			w.idle.Reset(w.Idle)
		}
	}()
	running, stop := context.WithCancel(ctx)
	defer stop()
	if s, err := w.js.Conn().Subscribe(stopSubject, func(*nats.Msg) { stop() }); err == nil {
		defer s.Unsubscribe()
	}
	takes := w.takes(running, b)
	// If another worker got the batch before and has not answered, it may have died with one of the
	// trials. The coordinator counts that, and hands out each of them alone.
	died := about.NumDelivered > 1
	sent, err := w.trials(running, b, takes && !died, died)
	if sent {
		m.Ack() // if the server does not get it, the coordinator ignores the second results
	}
	if !takes && err == nil {
		_, err = w.hello(ctx)
		sleep(ctx, helloEvery) // others may take the trials
	}
	return err
}

// takes reports whether the worker can run a batch. It fetches pattern databases that the worker
// lacks.
func (w *worker) takes(ctx context.Context, b batch) bool {
	text := ""
	if err := w.fits(ctx, b); err != nil && ctx.Err() == nil {
		text = err.Error()
	}
	news := false
	w.change(func(s *Worker) {
		news = text != s.Refused
		s.Refused = text
	})
	if news && text != "" {
		w.Notify("no trials are taken: " + text)
	}
	return text == ""
}

func (w *worker) fits(ctx context.Context, b batch) error {
	if b.Program != w.self.Program {
		return fmt.Errorf("the trials are for program %.100s; this worker is program %.100s",
			b.Program, w.self.Program)
	}
	if share := w.share(); share > 0 && share < b.Bytes {
		return fmt.Errorf("a trial needs %s, and each of %d jobs has %s",
			units.Bytes.Format(float64(b.Bytes)), w.self.Jobs, units.Bytes.Format(float64(share)))
	}
	w.fetch.Lock()
	defer w.fetch.Unlock()
	for name, digest := range b.Tables {
		if err := w.table(ctx, name, digest); err != nil {
			return err
		}
	}
	return nil
}

// table fetches the file of a pattern database unless it is there, and compares digests.
func (w *worker) table(ctx context.Context, name, digest string) error {
	path, err := tablePath(w.Lab.PDBDir, name)
	if err != nil {
		return err
	}
	_, err = os.Stat(path)
	fetches := errors.Is(err, os.ErrNotExist)
	if fetches {
		w.Notify("fetching " + name)
		if err := w.download(ctx, name, path); err != nil {
			return fmt.Errorf("%s cannot be fetched: %w", name, err)
		}
	}
	found, err := pdb.Inspect(path).Digest()
	if fetches && (err != nil || found != digest) {
		os.Remove(path) // so that it is fetched again, and no other run uses it
	}
	if err == nil && found != digest {
		err = fmt.Errorf("the pattern database %s has digest %s; expected %s, that of the "+
			"coordinator", path, found, digest)
	}
	return err
}

// download asks the coordinator to put a file into the bucket, and copies the file.
func (w *worker) download(ctx context.Context, name, path string) error {
	m, err := ask(ctx, w.js.Conn(), tableSubject, []byte(name), time.Hour)
	if err != nil {
		return err
	}
	text := ""
	if err := json.Unmarshal(m.Data, &text); err != nil {
		return errors.New("no answer")
	}
	if text != "" {
		return errors.New(text)
	}
	bucket, err := w.js.ObjectStore(ctx, tablesBucket)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return files.Write(path, true, func(file *os.File) error {
		return bucket.GetFile(ctx, name, file.Name())
	})
}

// trials runs the trials of a batch, publishes their results, and hands back the trials that it
// does not run. It reports whether the server has all that. An error ends the worker.
func (w *worker) trials(ctx context.Context, b batch, runs, died bool) (sent bool, err error) {
	a := answer{Run: b.Run, Worker: w.id}
	size := 0
	last := time.Now()
	rest := b.Trials
	for runs && len(rest) > 0 {
		r, failed := w.trial(ctx, b, rest[0])
		if failed != nil {
			err = failed
			break
		}
		a.Results = append(a.Results, r)
		size += sizeOf(r)
		rest = rest[1:]
		if len(rest) > 0 && (size > batchBytes || time.Since(last) >= answerEvery) {
			if !w.publish(ctx, a) {
				return false, nil
			}
			a.Results = nil
			size = 0
			last = time.Now()
		}
	}
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	for _, q := range rest {
		a.Results = append(a.Results, result{
			Key:     q.Key,
			Attempt: q.Attempt,
			Nonce:   q.Nonce,
			Died:    died,
		})
	}
	return w.publish(ctx, a), err
}

// trial runs a trial. If the trial was cancelled, it returns context.Canceled. Any other error ends
// the worker.
func (w *worker) trial(ctx context.Context, b batch, q request) (result, error) {
	var t bench.Trial
	err := json.Unmarshal(q.Trial, &t)
	t.Limits.Bytes = cmp.Or(t.Limits.Bytes, w.share())
	t.Started = time.Now()
	if err == nil {
		err = t.Solver.Prepare(ctx, w.Lab.Prepare, t.Puzzle.Goal)
	}
	switch {
	case err != nil:
	case q.Suspect || b.Isolate:
		t, err = w.Lab.Isolated(ctx, t)
	default:
		t, err = w.solve(t, ctx)
	}
	if ctx.Err() != nil || t.Result.Status == search.Cancelled {
		return result{}, context.Canceled
	}
	if process, wrong := errors.AsType[*bench.ProcessError](err); wrong {
		return result{}, process
	}
	r := result{Key: q.Key, Attempt: q.Attempt, Nonce: q.Nonce}
	if q.Suspect && !b.Isolate {
		t.Resident = 0 // the others of its experiment have none
		if died, crashed := errors.AsType[*lab.DiedError](err); crashed {
			r.Crashed = true
			err = died.Err
		}
	}
	if err != nil {
		t.Result = search.Result{}
		t.History = nil
		t.Fault = bench.FaultText(err)
	}
	r.Answer = new(t.Answer())
	// A message has at most batchBytes of other results.
	if size := sizeOf(r); size > maxResult {
		t.Result = search.Result{}
		t.History = nil
		t.Fault = fmt.Sprintf("its result has %d bytes; a coordinator takes at most %d", size,
			maxResult)
		r.Answer = new(t.Answer())
	}
	return r, nil
}

// sizeOf returns the size of a result in a message.
func sizeOf(r result) int {
	text, _ := json.Marshal(r) // plain data
	return len(text)
}

// publish publishes results, and tries again until the server has them. It returns false if an
// interrupt ended the attempts. The server drops a message that reaches it twice.
func (w *worker) publish(ctx context.Context, a answer) bool {
	text, _ := json.Marshal(a) // plain data
	m := &nats.Msg{Subject: resultsSubject, Data: text}
	id := jetstream.WithMsgID(nuid.Next())
	last, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(sendTimeout, stop) })()
	for {
		if _, err := w.js.PublishMsg(last, m, id); err == nil {
			return true
		}
		if !sleep(last, reconnectWait) {
			return false
		}
	}
}
