package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Options are the parameters of a coordinator.
type Options struct {
	Access
	Listen string        // address of a server in this process; "" to use the server at Access.URL
	Folder string        // of the server in this process
	Lab    *lab.Lab      // of the trials that this process runs itself; Jobs may be 0
	Notify func(string)  // receives remarks for the user
	wait   time.Duration // see ackWait; tests shorten it
}

// Coordinator hands the trials of experiments to workers. Run is the field Elsewhere of a lab.Lab.
type Coordinator struct {
	Options
	link
	server  *server.Server // nil if the server is another process
	work    jetstream.Consumer
	stop    context.CancelFunc // ends the goroutines and the worker of this process
	ended   chan error         // of this worker
	answers chan jetstream.Msg

	mu      sync.Mutex
	notice  notice
	files   map[string]string // paths of tables by the names of their files
	workers map[string]Worker // by name, also those that are gone
	open    int               // trials that were handed out
	trials  uint64
	past    []uint64 // values of trials, about one a second
	marked  time.Time
	joined  chan struct{} // has an element if a worker has said hello
	dropped atomic.Uint64
}

const (
	// batchSeconds is the expected time of the trials of a batch. It is long compared with the time to hand
	// out a batch, and short compared with a run.
	batchSeconds = 0.2

	// mostBatches is the number of batches a second from which on batches take longer, so that many workers
	// do not ask for more than a coordinator can hand out.
	mostBatches = 1000

	batchTrials = 4000    // maximum number of trials of a batch
	batchBytes  = 1 << 18 // approximate maximum size of a message

	// ackWait is the time after which a worker that has not reported progress counts as dead.
	ackWait = 10 * time.Second

	maxCrashes = 3  // a trial that has crashed this often is set aside
	maxDeaths  = 20 // so is a trial if so many workers died while it ran in a process of its own

	maxOpen  = 1 << 18 // maximum number of trials that are handed out
	maxEarly = 1 << 16 // maximum number of results that wait for their trial

	rateMarks = 10 // the rate of trials is a mean over so many seconds
)

// Start starts a coordinator, and its server if Listen is set.
func Start(ctx context.Context, o Options) (_ *Coordinator, err error) {
	c := &Coordinator{Options: o, workers: map[string]Worker{}, files: map[string]string{},
		joined: make(chan struct{}, 1)}
	c.wait = cmp.Or(c.wait, ackWait)
	c.notice = notice{ID: nuid.Next(), Program: o.Lab.Provenance.Program, Version: o.Lab.Provenance.Version,
		Tables: map[string]string{}}
	var options []nats.Option
	access := &c.Access
	if o.Listen != "" {
		if c.server, err = c.serve(o.Listen, o.Folder); err != nil {
			return nil, err
		}
		options = append(options, nats.InProcessServer(c.server))
		access = &Access{Token: c.Token} // a connection within the process is not encrypted
	}
	defer func() {
		if err != nil {
			c.Close()
		}
	}()
	l, err := access.connect(ctx, options...)
	if err != nil {
		return nil, err
	}
	c.link = *l
	if _, err := c.conn.RequestWithContext(deadline(ctx, time.Second/2), presentSubject, nil); err == nil {
		return nil, fault("another run uses %s; expected a server or an account of its own", c.place())
	}
	if err = c.makeStreams(ctx); err != nil {
		return nil, fault("%s: %w", c.place(), err)
	}
	for subject, answer := range map[string]func([]byte) any{
		presentSubject: func([]byte) any { return true },
		statusSubject:  func([]byte) any { return c.Status() },
		helloSubject:   c.hello,
		tableSubject:   func(name []byte) any { return c.upload(ctx, string(name)) },
	} {
		_, err := c.conn.Subscribe(subject, func(m *nats.Msg) {
			text, _ := json.Marshal(answer(m.Data)) // plain data
			m.Respond(text)
		})
		if err != nil {
			return nil, err
		}
	}
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.stop, c.ended, c.answers = cancel, make(chan error, 1), make(chan jetstream.Msg, 256)
	go c.receive(own)
	if o.Lab.Jobs == 0 {
		c.ended = nil
		return c, nil
	}
	l, err = access.connect(ctx, options...)
	if err != nil {
		return nil, err
	}
	w := &worker{WorkerOptions: WorkerOptions{Lab: o.Lab, Notify: o.Notify}, link: *l}
	go func() { c.ended <- w.run(own) }()
	return c, nil
}

// deadline returns a context that ends after a time.
func deadline(ctx context.Context, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(ctx, d)
	time.AfterFunc(d, cancel)
	return ctx
}

// makeStreams makes the streams that the server lacks. The streams of a server in this process are in
// memory: after a restart, the store tells what is missing. Work of an earlier coordinator is dropped for
// the same reason. Its results are used.
func (c *Coordinator) makeStreams(ctx context.Context) error {
	storage := jetstream.FileStorage
	if c.server != nil {
		storage = jetstream.MemoryStorage
	}
	for name, subject := range map[string]string{workStream: workSubject, resultsStream: resultsSubject} {
		s, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: name, Subjects: []string{subject},
			Retention: jetstream.WorkQueuePolicy, Storage: storage, Discard: jetstream.DiscardNew})
		if err != nil {
			return err
		}
		if name == workStream {
			if err := s.Purge(ctx); err != nil {
				return err
			}
		}
	}
	var err error
	c.work, err = c.js.CreateOrUpdateConsumer(ctx, workStream, jetstream.ConsumerConfig{Durable: consumer,
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.wait, MaxAckPending: -1, MaxWaiting: 1 << 16})
	return err
}

// Close ends the worker of this process and the server. Workers of other processes stay.
func (c *Coordinator) Close() (err error) {
	if c.stop != nil {
		c.stop()
	}
	if c.ended != nil {
		err = <-c.ended
	}
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.Shutdown()
		c.server.WaitForShutdown()
		os.RemoveAll(filepath.Join(c.Folder, "jetstream"))
		os.Remove(c.Folder) // unless it holds a token
	}
	return err
}

// Command returns the arguments of npuzzle worker that connect another machine to the server, with the
// given name of this host.
func (c *Coordinator) Command(host string) []string {
	words := []string{"npuzzle", "worker", "--connect", c.reachable(host)}
	if c.Token != "" {
		words = append(words, "--token", c.Token)
	}
	return words
}

// Hosts returns the names of this host for workers, given a function that lists those of an address. It
// returns one name if the server is another process.
func (c *Coordinator) Hosts(reachable func(host string) []string) []string {
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return []string{""}
	}
	return reachable(host)
}

// Ask returns the status of the run that uses a server.
func Ask(ctx context.Context, a Access) (s Status, err error) {
	l, err := a.connect(ctx)
	if err != nil {
		return s, err
	}
	defer l.conn.Close()
	m, err := l.conn.RequestWithContext(deadline(ctx, startTimeout), statusSubject, nil)
	if err != nil {
		return s, fault("no run uses %s; expected one", a.place())
	}
	return s, json.Unmarshal(m.Data, &s)
}

// reachable returns the URL of the server with another name of its host.
func (c *Coordinator) reachable(host string) string {
	u, err := url.Parse(c.URL)
	if err != nil || c.server == nil {
		return c.URL
	}
	u.Host = net.JoinHostPort(host, u.Port())
	return u.String()
}

// hello answers a worker with what the trials need.
func (c *Coordinator) hello(text []byte) any {
	var w Worker
	if err := json.Unmarshal(text, &w); err != nil || w.Name == "" {
		c.dropped.Add(1)
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w.seen = time.Now()
	was, known := c.workers[w.Name]
	if c.workers[w.Name] = w; w.Refused != "" && was.Refused != w.Refused {
		c.Notify(fmt.Sprintf("worker %s takes no trials: %s", w.Name, w.Refused))
	}
	if !known || was.Refused != w.Refused {
		select {
		case c.joined <- struct{}{}:
		default:
		}
	}
	return c.notice
}

// goneAfter is the time after which a worker that has not said hello is gone.
const goneAfter = 3 * helloEvery

// Status returns the state of the run. Workers that are gone are left out.
func (c *Coordinator) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Status{Workers: []Worker{}, Trials: c.trials, Open: c.open, Dropped: c.dropped.Load()}
	for _, name := range slices.Sorted(maps.Keys(c.workers)) {
		if w := c.workers[name]; time.Since(w.seen) < goneAfter {
			s.Workers = append(s.Workers, w)
		}
	}
	if len(c.past) > 0 {
		s.Rate = float64(c.trials-c.past[0]) / (float64(len(c.past)-1) + time.Since(c.marked).Seconds())
	}
	return s
}

// count counts trials that ended.
func (c *Coordinator) count(n int, open int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.marked) >= time.Second {
		c.past, c.marked = append(c.past, c.trials), time.Now()
		c.past = c.past[max(len(c.past)-rateMarks, 0):]
	}
	c.trials, c.open = c.trials+uint64(n), open
}

// capacity returns the number of trials that workers can run at the same time. If there are workers and all
// of them refuse, it returns why one does.
func (c *Coordinator) capacity() (jobs int, refused string) {
	for _, w := range c.Status().Workers {
		if refused = w.Refused; refused == "" {
			jobs += w.Jobs
		}
	}
	if jobs > 0 {
		refused = ""
	}
	return jobs, refused
}

// need changes the notice if a trial needs more than the last one said: other tables, or another amount of
// memory.
func (c *Coordinator) need(bytes uint64, h heuristics.Heuristic, goal puzzle.Board) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	changed := c.notice.Need != bytes
	tables := maps.Clone(c.notice.Tables)
	for _, part := range heuristics.Parts(h) {
		p, ok := part.(pdb.Heuristic)
		if !ok {
			continue
		}
		all, err := pdb.Files(p, goal)
		if err != nil {
			return err
		}
		for _, f := range all {
			name := filepath.Base(f.Path)
			if tables[name] != "" {
				continue
			}
			if tables[name], err = f.Digest(); err != nil {
				return err
			}
			c.files[name], changed = f.Path, true
		}
	}
	if changed {
		c.notice.ID, c.notice.Need, c.notice.Tables = nuid.Next(), bytes, tables
	}
	return nil
}

// upload puts the file of a table into the bucket, unless it is there, and returns an error text or "".
func (c *Coordinator) upload(ctx context.Context, name string) string {
	c.mu.Lock()
	path := c.files[name]
	c.mu.Unlock()
	bucket, err := c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: tablesBucket})
	if err == nil && path == "" {
		err = errors.New("it is not a table of this run")
	}
	if err == nil {
		_, err = bucket.GetInfo(ctx, name)
	}
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		var file *os.File
		if file, err = os.Open(path); err == nil {
			_, err = bucket.Put(ctx, jetstream.ObjectMeta{Name: name}, file)
			file.Close()
		}
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// item is a trial that is handed out.
type item struct {
	trial   bench.Trial
	crashes int
}

// kind identifies trials that take about the same time.
type kind struct{ solver, group string }

// dispatch is a run of a coordinator. One goroutine uses it.
type dispatch struct {
	*Coordinator
	runner bench.Runner
	done   func(bench.Trial) error

	waiting map[string]*item  // trials without a result, by key
	batches map[string]*batch // handed out
	keys    map[string][]string
	again   []string          // keys of trials to hand out again
	early   map[string]result // results of an earlier coordinator, by key
	seconds map[kind]float64  // moving average of the time of a trial
	needed  map[kind]bool     // whose needs the notice has
	next    batch             // not yet handed out
	jobs    int               // that workers run at the same time
	level   int               // crashes of the trials of next
	took    float64           // expected time of next
	size    int               // bytes of next
	heard   time.Time         // last answer
	failed  chan string       // IDs of batches that the server did not take
}

// numbered is an element of the sequence of trials.
type numbered struct {
	trial bench.Trial
	err   error
}

// Run hands the trials to workers, and passes those that have ended to done, as bench.Runner.Run does. The
// runner has the limits of each trial. Trials that no worker can take are reported to Notify. If no others
// are left, Run returns without them.
func (c *Coordinator) Run(ctx context.Context, r bench.Runner, trials iter.Seq2[bench.Trial, error],
	done func(bench.Trial) error) error {
	running, stop := context.WithCancel(ctx)
	defer stop()
	d := &dispatch{Coordinator: c, runner: r, done: done, waiting: map[string]*item{}, batches: map[string]*batch{},
		keys: map[string][]string{}, early: map[string]result{}, seconds: map[kind]float64{},
		needed: map[kind]bool{}, heard: time.Now(), failed: make(chan string, 1<<10)}
	queue := make(chan numbered, 64)
	go func() {
		defer close(queue)
		for t, err := range trials {
			select {
			case queue <- numbered{t, err}:
			case <-running.Done():
				return
			}
		}
	}()
	err := d.loop(ctx, queue)
	if ctx.Err() != nil || err != nil || len(d.waiting) > 0 {
		c.conn.Publish(stopSubject, nil)
		if s, wrong := c.js.Stream(context.WithoutCancel(ctx), workStream); wrong == nil {
			s.Purge(context.WithoutCancel(ctx))
		}
	}
	c.count(0, 0)
	return err
}

// receive passes the messages of the stream of results to the channel of answers.
func (c *Coordinator) receive(ctx context.Context) {
	for ctx.Err() == nil {
		results, err := c.js.CreateOrUpdateConsumer(ctx, resultsStream, jetstream.ConsumerConfig{Durable: consumer,
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.wait, MaxAckPending: -1})
		var messages jetstream.MessageBatch
		for err == nil && ctx.Err() == nil {
			if messages, err = results.Fetch(256, jetstream.FetchMaxWait(time.Second)); err != nil {
				break
			}
			for m := range messages.Messages() {
				select {
				case c.answers <- m:
				case <-ctx.Done():
					return
				}
			}
			err = messages.Error()
		}
		select {
		case <-ctx.Done():
		case <-time.After(reconnectWait):
		}
	}
}

func (d *dispatch) loop(ctx context.Context, queue chan numbered) error {
	tick := time.NewTicker(time.Second / 4)
	defer tick.Stop()
	d.jobs, _ = d.capacity()
	hope := time.Now() // last time that no worker refused
	for more := true; more || len(d.waiting) > 0; {
		source, room := queue, max(2*d.jobs+2, 4)
		if !more || len(d.batches) >= room || len(d.waiting) >= maxOpen {
			source = nil
		}
		for len(d.again) > 0 && len(d.batches) < room {
			key := d.again[0]
			d.again = d.again[1:]
			if err := d.add(key); err != nil {
				return err
			}
		}
		// A batch that is not full is handed out as soon as no trial comes at once.
		if len(d.next.Trials) > 0 && (len(source) == 0) {
			d.publish()
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-d.ended:
			d.ended <- err
			return cmp.Or(err, errors.New("the worker of this process ended"))
		case id := <-d.failed:
			d.giveBack(id)
		case m := <-d.answers:
			if err := d.answered(m); err != nil {
				return err
			}
		case n, ok := <-source:
			if more = ok; !ok {
				break
			}
			if n.err != nil {
				return n.err
			}
			if err := d.take(n.trial); err != nil {
				return err
			}
		case <-d.joined:
			d.jobs, _ = d.capacity()
		case <-tick.C:
			var refused string
			d.jobs, refused = d.capacity()
			if refused == "" {
				hope = time.Now()
			} else if time.Since(hope) > d.wait {
				d.Notify(fmt.Sprintf("%s left out, because no worker takes them: %s",
					units.Plural(len(d.waiting), "trial or more is", "trials or more are"), refused))
				return nil
			}
			d.audit(ctx)
		}
		d.count(0, len(d.waiting))
	}
	return nil
}

// take hands out a trial, unless an earlier coordinator left its result.
func (d *dispatch) take(t bench.Trial) error {
	d.waiting[t.Key] = &item{trial: t}
	if r, ended := d.early[t.Key]; ended {
		delete(d.early, t.Key)
		return d.ends(r)
	}
	of := kind{t.Solver.Name, t.Puzzle.Group}
	if !d.needed[of] {
		var h heuristics.Heuristic
		if t.Solver.Settings.Informed() {
			h = t.Solver.Settings.Heuristic
		}
		if err := d.need(d.runner.Limits.Bytes, h, t.Puzzle.Goal); err != nil {
			return err
		}
		d.needed[of] = true
	}
	return d.add(t.Key)
}

// add adds a trial to the next batch. If a worker died with the trial, the batch is small, and if two died,
// the trial is a suspect and has a batch of its own.
func (d *dispatch) add(key string) error {
	i := d.waiting[key]
	if i == nil {
		return nil // its result came meanwhile
	}
	limits := d.runner.Limits
	limits.Generated = cmp.Or(i.trial.NodeLimit, limits.Generated)
	text, err := json.Marshal(request{key, lab.NewRequest(i.trial, limits, d.runner.TimeLimit)})
	if err != nil {
		return err
	}
	part := 1.0 // of a full batch
	switch i.crashes {
	case 0:
	case 1:
		part = 1. / 16
	default:
		part = 0
	}
	if i.crashes != d.level && len(d.next.Trials) > 0 {
		d.publish()
	}
	if len(d.next.Trials) == 0 {
		d.next = batch{ID: nuid.Next(), Isolate: d.runner.Isolated != nil, Suspect: part == 0}
		d.level, d.took, d.size = i.crashes, 0, 0
	}
	seconds, known := d.seconds[kind{i.trial.Solver.Name, i.trial.Puzzle.Group}]
	if !known {
		seconds = math.Inf(1)
	}
	d.next.Trials = append(d.next.Trials, text)
	d.keys[d.next.ID] = append(d.keys[d.next.ID], key)
	d.took, d.size = d.took+seconds, d.size+len(text)
	full := max(batchSeconds, float64(d.jobs)/mostBatches)
	if d.took >= part*full || d.size >= batchBytes || float64(len(d.next.Trials)) >= part*batchTrials {
		d.publish()
	}
	return nil
}

// publish hands out the next batch.
func (d *dispatch) publish() {
	b := d.next
	d.next = batch{}
	d.mu.Lock()
	b.Notice = d.notice.ID
	d.mu.Unlock()
	d.batches[b.ID] = &b
	text, _ := json.Marshal(b) // plain data
	b.Trials = nil             // not needed any more
	future, err := d.js.PublishMsgAsync(&nats.Msg{Subject: workSubject, Data: text}, jetstream.WithMsgID(b.ID))
	failed := func() {
		select {
		case d.failed <- b.ID:
		case <-time.After(publishTimeout): // the run has ended
		}
	}
	if err != nil {
		time.AfterFunc(reconnectWait, failed)
		return
	}
	go func() {
		select {
		case <-future.Ok():
		case <-future.Err():
			time.AfterFunc(reconnectWait, failed)
		}
	}()
}

// giveBack hands out the trials of a batch again that have no result.
func (d *dispatch) giveBack(id string) {
	for _, key := range d.keys[id] {
		if d.waiting[key] != nil {
			d.again = append(d.again, key)
		}
	}
	delete(d.batches, id)
	delete(d.keys, id)
}

// answered takes the results of an answer. Whatever it lacks is handed out again.
func (d *dispatch) answered(m jetstream.Msg) error {
	var a answer
	if err := json.Unmarshal(m.Data(), &a); err != nil || a.Batch == "" {
		d.dropped.Add(1)
		m.Term()
		return nil
	}
	d.heard = time.Now()
	for _, r := range a.Results {
		switch {
		case d.waiting[r.Key] != nil:
			if err := d.ends(r); err != nil {
				return err
			}
		case d.batches[a.Batch] == nil && len(d.early) < maxEarly:
			d.early[r.Key] = r
		}
	}
	if b := d.batches[a.Batch]; b != nil && !a.More {
		for _, key := range d.keys[a.Batch] {
			i := d.waiting[key]
			switch {
			case i == nil || a.Died == 0:
			case !b.Suspect:
				i.crashes++
			default:
				i.crashes = maxCrashes + a.Died - 1
				if err := d.ends(result{Key: key, Crash: "its worker"}); err != nil {
					return err
				}
			}
		}
		d.giveBack(a.Batch)
	}
	m.Ack() // if the server does not get it, it sends the message again
	return nil
}

// ends takes the result of a trial.
func (d *dispatch) ends(r result) error {
	i := d.waiting[r.Key]
	t := i.trial
	if r.Crash != "" {
		if i.crashes++; i.crashes < maxCrashes {
			return nil // the answer lacks it
		}
		t.Fault = fmt.Sprintf("it crashed %d workers; the last one ended with %s", i.crashes, r.Crash)
		d.Notify(fmt.Sprintf("trial %s (%s on %s) is set aside: %s", t.Key, t.Solver.Name, t.Puzzle.Start.Line(),
			t.Fault))
	} else {
		var program string
		var err error
		if t, program, err = lab.Answered(t, r.Trial); err != nil || program != d.Lab.Provenance.Program {
			d.dropped.Add(1)
			return nil
		}
		of := kind{t.Solver.Name, t.Puzzle.Group}
		mean, known := d.seconds[of]
		if !known {
			mean = t.Seconds
		}
		d.seconds[of] = 0.9*mean + 0.1*t.Seconds
	}
	delete(d.waiting, r.Key)
	d.count(1, len(d.waiting))
	if t.Fault != "" && !d.runner.KeepFaults {
		return &bench.MismatchError{Puzzle: t.Puzzle.Number, Err: errors.New(t.Fault)}
	}
	return d.done(t)
}

// audit hands out everything again if the server lost it, for example because it was started again.
func (d *dispatch) audit(ctx context.Context) {
	if len(d.batches) == 0 || time.Since(d.heard) < d.wait {
		return
	}
	d.heard = time.Now()
	info, err := d.work.Info(ctx)
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrConsumerNotFound):
		if d.makeStreams(ctx) != nil {
			return
		}
	case err != nil || info.NumPending+uint64(info.NumAckPending) > 0:
		return
	}
	for id := range d.batches {
		d.giveBack(id)
	}
}
