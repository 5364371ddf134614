package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

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

// worker is a process that runs trials.
type worker struct {
	WorkerOptions
	link

	began       time.Time
	name        string
	machine     string // with the name of the host
	calibration float64
	trials      atomic.Uint64
	busy        atomic.Int64 // number of batches that run

	mu      sync.Mutex
	notice  notice // the last one
	refused string // why it takes no trials, given the notice
	joined  chan struct{}
	last    time.Time // end of the last batch
	running map[string]context.CancelFunc
}

// helloEvery is the time between two hellos of a worker.
const helloEvery = 5 * time.Second

// Work runs trials of a coordinator until the context is cancelled, or for WorkerOptions.Idle without
// trials. If it returns an *Error, the worker cannot work for this coordinator.
func Work(ctx context.Context, a Access, o WorkerOptions) error {
	began := time.Now()
	for {
		l, err := a.connect(ctx)
		if err == nil {
			defer l.conn.Close()
			o.Notify("working for " + a.place() + "; Ctrl-C ends")
			return (&worker{WorkerOptions: o, link: *l}).run(ctx)
		}
		if _, starting := errors.AsType[*noServer](err); !starting || time.Since(began) >= o.Idle {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(reconnectWait):
		}
	}
}

// run runs trials. An interrupt hands back the trials that have not ended.
func (w *worker) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	host, _ := os.Hostname()
	w.name = fmt.Sprintf("%s/%s", cmp.Or(host, "worker"), nuid.Next()[16:])
	w.machine = strings.TrimSuffix(w.Lab.Provenance.Machine+", "+host, ", ")
	w.began, w.last, w.running = time.Now(), time.Now(), map[string]context.CancelFunc{}
	w.wait, w.joined = cmp.Or(w.wait, ackWait), make(chan struct{})
	var err error
	if w.solve == nil {
		w.solve = bench.Trial.Run
		if w.calibration, err = bench.Calibrate(ctx); err != nil {
			return err
		}
	}
	_, err = w.conn.Subscribe(stopSubject, func(*nats.Msg) {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, cancel := range w.running {
			cancel()
		}
	})
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			if err := w.hello(ctx); err != nil {
				stop(err)
			}
			w.mu.Lock()
			rests := w.busy.Load() == 0 && w.Idle > 0 && time.Since(w.last) >= w.Idle
			pause := helloEvery
			if w.joined != nil || w.refused != "" || w.Idle > 0 && w.Idle < helloEvery {
				pause = reconnectWait
			}
			w.mu.Unlock()
			if rests {
				stop(nil)
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(pause):
			}
		}
	})
	for range max(w.Lab.Jobs, 1) {
		all.Go(func() {
			if err := w.job(ctx); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	if failed, wrong := errors.AsType[*Error](context.Cause(ctx)); wrong {
		return failed
	}
	if failed, wrong := errors.AsType[*bench.ProcessError](context.Cause(ctx)); wrong {
		return failed
	}
	return nil
}

// hello introduces the worker to the coordinator, and checks whether it can do what the trials need. It
// returns an *Error if it cannot work for this coordinator at all.
func (w *worker) hello(ctx context.Context) error {
	w.mu.Lock()
	refused := w.refused
	w.mu.Unlock()
	text, _ := json.Marshal(Worker{Name: w.name, Machine: w.machine, Jobs: max(w.Lab.Jobs, 1),
		Program: w.Lab.Provenance.Program, Bytes: w.Lab.Bytes, Calibration: w.calibration, Trials: w.trials.Load(),
		Seconds: time.Since(w.began).Seconds(), Refused: refused}) // plain data
	m, err := w.conn.RequestWithContext(deadline(ctx, helloEvery), helloSubject, text)
	if err != nil {
		return nil // there is no coordinator at present
	}
	var n notice
	if err := json.Unmarshal(m.Data, &n); err != nil || n.ID == "" {
		return fault("the coordinator speaks another language; expected npuzzle %s on both sides",
			w.Lab.Provenance.Version)
	}
	if own := w.Lab.Provenance; n.Program != own.Program {
		return fault("the coordinator is npuzzle %s, program %.40s; this worker is npuzzle %s, program %.40s; "+
			"expected the same program", n.Version, n.Program, own.Version, own.Program)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if n.ID == w.notice.ID {
		return nil
	}
	w.notice, w.refused = n, ""
	if share := w.Lab.Bytes / uint64(max(w.Lab.Jobs, 1)); n.Need > 0 && share > 0 && share < n.Need {
		w.refused = fmt.Sprintf("a trial needs %s, and each of %d jobs has %s", units.Bytes.Format(float64(n.Need)),
			w.Lab.Jobs, units.Bytes.Format(float64(share)))
	}
	for name, digest := range n.Tables {
		if err := w.table(ctx, name, digest); err != nil {
			w.refused = err.Error()
		}
	}
	if w.refused != "" {
		w.Notify("no trials are taken: " + w.refused)
	} else if w.joined != nil {
		close(w.joined)
		w.joined = nil
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

// job takes batches, one after another. It takes none in advance: a batch that a dead worker had not
// begun would be suspect.
func (w *worker) job(ctx context.Context) error {
	w.mu.Lock()
	joined := w.joined
	w.mu.Unlock()
	if joined != nil {
		select {
		case <-joined:
		case <-ctx.Done():
			return nil
		}
	}
	for ctx.Err() == nil {
		w.mu.Lock()
		refused := w.refused
		w.mu.Unlock()
		var messages jetstream.MessageBatch
		work, err := w.js.Consumer(ctx, workStream, consumer)
		for err == nil && refused == "" && ctx.Err() == nil {
			if messages, err = work.Fetch(1, jetstream.FetchContext(deadline(ctx, helloEvery))); err != nil {
				break
			}
			for m := range messages.Messages() {
				if err := w.batch(ctx, m); err != nil {
					return err
				}
			}
			if err = messages.Error(); errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) {
				err = nil
			}
			w.mu.Lock()
			refused = w.refused
			w.mu.Unlock()
		}
		select {
		case <-ctx.Done():
		case <-time.After(reconnectWait):
		}
	}
	return nil
}

// batch runs the trials of a message, and reports progress to the server meanwhile.
func (w *worker) batch(ctx context.Context, m jetstream.Msg) error {
	var b batch
	about, err := m.Metadata()
	if err == nil {
		err = json.Unmarshal(m.Data(), &b)
	}
	if err != nil || b.ID == "" {
		w.Notify("a message does not decode and is dropped")
		return m.Term()
	}
	w.busy.Add(1)
	running, stop := context.WithCancel(ctx)
	w.mu.Lock()
	w.running[b.ID] = stop
	w.mu.Unlock()
	defer func() {
		stop()
		w.mu.Lock()
		delete(w.running, b.ID)
		w.last = time.Now()
		w.mu.Unlock()
		w.busy.Add(-1)
	}()
	alive := time.NewTicker(w.wait / 4)
	defer alive.Stop()
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case <-alive.C:
				m.InProgress()
			case <-ended:
				return
			}
		}
	}()
	a := answer{Batch: b.ID, Worker: w.name}
	part, size, sent := 0, 0, time.Now()
	send := func() {
		id := fmt.Sprintf("%s/%s/%d/%d", b.ID, w.name, about.NumDelivered, part)
		w.send(ctx, a, id)
		part, size, sent, a.Results = part+1, 0, time.Now(), nil
	}
	takes, err := w.takes(ctx, b.Notice)
	if died := int(about.NumDelivered) - 1; died > 0 && (!b.Suspect || died >= maxDeaths) {
		a.Died, takes = died, false
	}
	if !takes {
		b.Trials = nil
	}
	for _, text := range b.Trials {
		r, ok := w.trial(running, b, text)
		if process, wrong := errors.AsType[*bench.ProcessError](r.fault); wrong {
			err, ok = process, false
		}
		if !ok {
			break
		}
		a.Results, size = append(a.Results, r.result), size+len(r.Trial)
		if size >= batchBytes || time.Since(sent) >= time.Second {
			a.More = true
			send()
		}
	}
	a.More = false
	send()
	m.Ack() // if the server does not get it, the coordinator ignores the second answer
	return err
}

// takes reports whether the worker can do what a notice says.
func (w *worker) takes(ctx context.Context, id string) (bool, error) {
	w.mu.Lock()
	news := w.notice.ID != id
	w.mu.Unlock()
	if news {
		if err := w.hello(ctx); err != nil {
			return false, err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.notice.ID == id && w.refused == "", nil
}

// outcome is the result of a trial, with the error of the trial.
type outcome struct {
	result
	fault error
}

// trial runs a trial. It returns false if the trial was cancelled.
func (w *worker) trial(ctx context.Context, b batch, text []byte) (o outcome, ended bool) {
	var q request
	if err := json.Unmarshal(text, &q); err != nil {
		return o, false
	}
	q.Limits.Bytes = cmp.Or(q.Limits.Bytes, w.Lab.Bytes/uint64(max(w.Lab.Jobs, 1)))
	t, err := q.Trial(ctx, w.Lab.Prepare)
	switch o.fault = err; {
	case err != nil:
	case b.Isolate || b.Suspect:
		t, o.fault = w.Lab.Isolated(ctx, t, q.Limits, q.TimeLimit)
	default:
		t, o.fault = w.solve(t, ctx, q.Limits, q.TimeLimit)
	}
	if ctx.Err() != nil || t.Result.Status == search.Cancelled {
		return o, false
	}
	o.Key = q.Key
	if died, crashed := errors.AsType[*lab.DiedError](o.fault); crashed && !b.Isolate {
		o.Crash = died.Err.Error()
		return o, true
	}
	if b.Suspect && !b.Isolate {
		t.Isolated, t.Resident = false, 0
	}
	if o.fault != nil {
		t.Result, t.Fault = search.Result{}, o.fault.Error()
	}
	t.Limits, t.TimeLimit = q.Limits, q.TimeLimit
	t.Machine, t.Jobs, t.Calibration = w.machine, max(w.Lab.Jobs, 1), w.calibration
	t.ProcessLimit = w.Lab.Provenance.ProcessLimit
	w.trials.Add(1)
	o.Trial, _ = json.Marshal(lab.NewResponse(t, w.Lab.Provenance.Program)) // plain data
	if size, most := int64(len(o.Trial)), w.conn.MaxPayload()*3/4; size > most {
		t.Result, t.History = search.Result{}, nil
		t.Fault = fmt.Sprintf("its result has %d bytes; the server takes messages of at most %d", size, most)
		o.Trial, _ = json.Marshal(lab.NewResponse(t, w.Lab.Provenance.Program))
	}
	return o, true
}

// sendTimeout is the time that an interrupted worker tries to send its results.
const sendTimeout = 3 * time.Second

// send publishes an answer, and tries again until the server has it.
func (w *worker) send(ctx context.Context, a answer, id string) {
	text, _ := json.Marshal(a) // plain data
	last, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(sendTimeout, stop) })()
	for last.Err() == nil {
		_, err := w.js.PublishMsg(deadline(last, publishTimeout), &nats.Msg{Subject: resultsSubject, Data: text},
			jetstream.WithMsgID(id))
		if err == nil {
			return
		}
		select {
		case <-last.Done():
		case <-time.After(reconnectWait):
		}
	}
}
