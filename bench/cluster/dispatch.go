package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"npuzzle/bench"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
)

const (
	// batchSeconds is the expected time of the trials of a batch. It is long compared with the time
	// to hand out a batch, and short compared with a run.
	batchSeconds = 0.2

	// mostBatches is the number of batches a second from which on batches take longer, so that many
	// workers do not ask for more than a coordinator can hand out.
	mostBatches = 1000

	batchBytes = 1 << 18 // approximate maximum size of a message
	maxOpen    = 1 << 18 // maximum number of trials that are handed out
	maxEarly   = 1 << 13 // maximum number of results that wait for their trial
	earlyBytes = 1 << 25 // maximum sum of the sizes of these results

	tickEvery = time.Second / 10
	rateOver  = 50 // the rate of trials is an average over about so many ticks
)

// dispatch is a run of a coordinator. One goroutine uses it.
type dispatch struct {
	*Coordinator
	id     string
	runner bench.Runner
	done   func(bench.Trial) error

	jobs    int                 // that workers run at the same time
	kinds   map[[2]string]*kind // by the names of solver and group
	waiting map[string]item     // trials that were handed out and have no result, by key
	shares  float64             // sum of their shares: the number of batches that are handed out
	next    batch               // the batch that is being filled
	full    float64             // sum of the shares of the trials in next
	early   map[string]early    // results of another run for trials that are not handed out, by key
	room    int                 // number of bytes of further early results that may wait
	heard   time.Time           // when the last results came
}

// kind is what is known about the trials of a solver on the puzzles of a group.
type kind struct {
	seconds float64           // moving average of the time of a trial; 0 if unknown
	bytes   int               // of a request
	tables  map[string]string // digests of the pattern databases by the names of their files
}

// item is a trial that is handed out.
type item struct {
	*kind
	trial   bench.Trial
	attempt int       // how often it was handed out
	handed  time.Time // when it was handed out first
	deaths  int       // number of workers that died with the trial
	share   float64   // expected part of a batch
}

// early is a result of another run.
type early struct {
	result
	worker string // ID
	bytes  int
}

// Run hands the trials to workers, and passes those that have ended to done, as bench.Runner.Run
// does. Trials that no worker can take are reported to Notify. If no others are left, Run returns
// without them.
func (c *Coordinator) Run(
	ctx context.Context, r bench.Runner, trials iter.Seq2[bench.Trial, error],
	done func(bench.Trial) error,
) error {
	d := &dispatch{
		Coordinator: c,
		id:          nuid.Next(),
		runner:      r,
		done:        done,
		kinds:       map[[2]string]*kind{},
		waiting:     map[string]item{},
		early:       map[string]early{},
		room:        earlyBytes,
		heard:       time.Now(),
	}
	next, stop := iter.Pull2(trials)
	defer stop()
	err := d.loop(ctx, next)
	if len(d.waiting) > 0 {
		c.js.Conn().Publish(stopSubject, nil)
		c.work.Purge(context.WithoutCancel(ctx)) // if it fails, results of this run will come
	}
	c.change(func(s *Status) {
		s.Open = 0
		s.Rate = 0
	})
	return err
}

// loop hands out trials and takes results, until no trial is left.
func (d *dispatch) loop(ctx context.Context, next func() (bench.Trial, error, bool)) error {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	d.jobs, _ = d.capacity()
	clock := clock{hope: time.Now(), ended: d.Status().Trials}
	more := true
	for {
		var err error
		more, err = d.fill(next, more)
		if err != nil {
			return err
		}
		d.publish()
		if !more && len(d.waiting) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-d.ended:
			d.ended <- err
			if err == nil {
				err = errors.New("the worker of this process ended")
			}
			return err
		case m := <-d.answers:
			if err := d.answered(m); err != nil {
				return err
			}
		case <-tick.C:
			if !d.tick(&clock) {
				return nil
			}
			if err := d.audit(ctx); err != nil {
				return err
			}
		}
	}
}

// fill hands out trials until workers have enough of them. It returns whether more may follow.
func (d *dispatch) fill(next func() (bench.Trial, error, bool), more bool) (bool, error) {
	enough := float64(max(2*d.jobs+2, 4))
	for more && d.shares < enough && len(d.waiting) < maxOpen {
		t, err, ok := next()
		if !ok {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if err := d.hand(item{trial: t}); err != nil {
			return false, err
		}
	}
	return more, nil
}

// clock is what the ticks of a run need to know.
type clock struct {
	hope  time.Time // last time that not all workers refused
	ticks float64   // number of ticks
	ended uint64    // trials that had ended at the last tick
}

// tick updates the status. It returns false if all workers have refused the trials for too long.
func (d *dispatch) tick(c *clock) bool {
	c.ticks++
	d.change(func(s *Status) {
		rate := float64(s.Trials-c.ended) / tickEvery.Seconds()
		s.Rate += (rate - s.Rate) / min(c.ticks, rateOver)
		c.ended = s.Trials
		s.Open = len(d.waiting)
	})
	jobs, refused := d.capacity()
	d.jobs = jobs
	if jobs > 0 || refused == "" {
		c.hope = time.Now()
		return true
	}
	if time.Since(c.hope) <= d.wait {
		return true
	}
	d.Notify(fmt.Sprintf("%s left out, because no worker takes them: %s",
		units.Plural(len(d.waiting), "trial or more is", "trials or more are"), refused))
	return false
}

// kind returns what is known about trials like t.
func (d *dispatch) kind(t bench.Trial) (*kind, error) {
	names := [2]string{t.Solver.Name, t.Puzzle.Group}
	if k := d.kinds[names]; k != nil {
		return k, nil
	}
	k := &kind{bytes: len(d.request(item{trial: t}).Trial)}
	d.kinds[names] = k
	if !t.Solver.Settings.Informed() {
		return k, nil
	}
	var err error
	k.tables, err = pdb.Digests(t.Solver.Settings.Heuristic, t.Puzzle.Goal)
	return k, err
}

func (d *dispatch) request(i item) request {
	text, _ := json.Marshal(i.trial) // plain data
	return request{
		Key:     i.trial.Key,
		Attempt: i.attempt,
		Nonce:   d.nonce(i.trial.Key, i.attempt),
		Suspect: i.deaths >= maxCrashes-1,
		Trial:   text,
	}
}

// hand adds a trial to the next batch, and hands out the batch if it is full. If another run left
// the result of the trial, hand takes this instead.
func (d *dispatch) hand(i item) error {
	kind, err := d.kind(i.trial)
	if err != nil {
		return err
	}
	i.kind = kind
	i.attempt++
	if i.handed.IsZero() {
		i.handed = time.Now()
	}
	key := i.trial.Key
	d.shares -= d.waiting[key].share
	i.share = d.shareOf(i)
	d.waiting[key] = i
	d.shares += i.share
	if r, ended := d.early[key]; ended {
		delete(d.early, key)
		d.room += r.bytes
		accepted, err := d.accept(i, r.result, r.worker, 0)
		if accepted || err != nil {
			return err
		}
	}
	if len(d.next.Trials) == 0 {
		d.next = batch{
			Run:     d.id,
			Program: d.Lab.Provenance.Program,
			Bytes:   i.trial.Limits.Bytes,
			Tables:  map[string]string{},
			Isolate: d.runner.Isolated != nil,
		}
		d.full = 0
	}
	maps.Copy(d.next.Tables, i.tables)
	d.next.Trials = append(d.next.Trials, d.request(i))
	d.full += i.share
	if d.full >= 1 {
		d.publish()
	}
	return nil
}

// shareOf returns the part of a batch that a trial is expected to be. If a worker died with a
// trial, or its time is not known, the trial travels alone.
func (d *dispatch) shareOf(i item) float64 {
	if i.seconds == 0 || i.deaths > 0 {
		return 1
	}
	full := max(batchSeconds, float64(d.jobs)/mostBatches)
	return min(max(i.seconds/full, float64(i.bytes)/batchBytes), 1)
}

// publish hands out the next batch. If the server does not take it, audit finds that.
func (d *dispatch) publish() {
	if len(d.next.Trials) > 0 {
		text, _ := json.Marshal(d.next) // plain data
		d.js.PublishAsync(workSubject, text)
		d.next = batch{}
	}
}

// answered takes the results of a message, and then acknowledges it.
func (d *dispatch) answered(m jetstream.Msg) error {
	d.heard = time.Now()
	var a answer
	if err := json.Unmarshal(m.Data(), &a); err != nil {
		d.change(func(s *Status) { s.Dropped++ })
		m.Term()
		return nil
	}
	w, known := d.member(a.Worker)
	if !known && d.later(m) {
		return nil
	}
	for _, r := range a.Results {
		if err := d.take(a, w, known, r); err != nil {
			return err
		}
	}
	m.Ack() // if the server does not get it, it sends the message again
	return nil
}

// later asks the server to send a message again, whose worker is not known. A worker says hello
// every few seconds, also to a coordinator that was started again. It returns false if the message
// has come too often.
func (d *dispatch) later(m jetstream.Msg) bool {
	about, err := m.Metadata()
	if err != nil || about.NumDelivered > mostDeliveries {
		return false
	}
	m.NakWithDelay(d.wait / 4)
	return true
}

// mostDeliveries is the number of times that results of an unknown worker are looked at.
const mostDeliveries = 10

// take takes a result, or drops it with a note if it cannot be right.
func (d *dispatch) take(a answer, w member, known bool, r result) error {
	i, waits := d.waiting[r.Key]
	ofThisRun := a.Run == d.id
	isCurrent := waits && ofThisRun && r.Attempt == i.attempt
	wasHandedOut := same(r.Nonce, d.nonce(r.Key, r.Attempt))
	switch {
	case !known:
		d.wrong("", r.Key, errors.New("the worker has not joined"))
		return nil
	case !wasHandedOut && !ofThisRun:
		d.wrong("", r.Key, errors.New("it is of a run that has ended"))
		return nil
	case !wasHandedOut:
		d.wrong(a.Worker, r.Key, errors.New("the trial was not handed to the worker"))
		return nil
	case w.barred != "":
		d.wrong(a.Worker, r.Key, errors.New("the worker is barred"))
		if isCurrent {
			return d.hand(i)
		}
		return nil
	}
	if waits && r.Answer != nil {
		passed := time.Since(i.handed)
		if !ofThisRun {
			passed = 0 // an earlier coordinator handed it out
		}
		accepted, err := d.accept(i, r, a.Worker, passed)
		if err != nil {
			return err
		}
		if !accepted && isCurrent {
			return d.hand(i)
		}
		return nil
	}
	if isCurrent { // a result without an answer hands the trial back
		return d.back(i, r)
	}
	if !ofThisRun && r.Answer != nil {
		d.keepEarly(a, r)
	}
	return nil
}

// keepEarly keeps a result of another run until its trial is handed out, if there is room.
func (d *dispatch) keepEarly(a answer, r result) {
	text, _ := json.Marshal(r) // plain data
	old := d.early[r.Key].bytes
	if len(d.early) >= maxEarly || len(text) > d.room+old {
		return
	}
	d.early[r.Key] = early{result: r, worker: a.Worker, bytes: len(text)}
	d.room += old - len(text)
}

// back hands out a trial again that a worker handed back. The coordinator alone counts with how
// many workers it died: at most one for each time that it was handed out.
func (d *dispatch) back(i item, r result) error {
	if r.Died {
		i.deaths++
	}
	if i.deaths < maxDeaths {
		return d.hand(i)
	}
	t := i.trial
	t.Started = i.handed
	t.Fault = fmt.Sprintf("%d workers died while they ran it", i.deaths)
	return d.ends(i, t)
}

// accept takes the outcome of a trial. It returns false if the outcome cannot be right.
func (d *dispatch) accept(i item, r result, worker string, passed time.Duration) (bool, error) {
	w, _ := d.member(worker)
	t := i.trial
	t.Limits.Bytes = cmp.Or(t.Limits.Bytes, w.share())
	t.Isolated = d.runner.Isolated != nil
	t, err := t.Accept(*r.Answer, passed)
	if err == nil && r.Crashed && (i.deaths < maxCrashes-1 || t.Fault == "") {
		err = errors.New("it did not crash so many workers")
	}
	if err != nil {
		d.wrong(worker, r.Key, err)
		return false, nil
	}
	if r.Crashed {
		t.Fault = fmt.Sprintf("it crashed %d workers; the last one ended with %s", i.deaths+1,
			t.Fault)
		d.Notify(fmt.Sprintf("trial %s (%s on %s) is set aside: %s", t.Key, t.Solver.Name,
			t.Puzzle.Start.Line(), t.Fault))
	}
	t.Provenance = w.provenance
	t.Jobs = w.Jobs
	// The worker of this process has the connection of the coordinator.
	if worker != d.js.Conn().Opts.Name {
		t.Source = bench.FromWorker
	}
	d.counts(worker)
	return true, d.ends(i, t)
}

// ends takes a trial that has ended.
func (d *dispatch) ends(i item, t bench.Trial) error {
	seconds := t.Wall.Seconds()
	i.seconds = 0.9*cmp.Or(i.seconds, seconds) + 0.1*seconds
	delete(d.waiting, t.Key)
	d.shares -= i.share
	d.change(func(s *Status) {
		s.Trials++
		s.Open = len(d.waiting)
	})
	if t.Fault != "" && !d.runner.KeepFaults {
		return &bench.MismatchError{Puzzle: t.Puzzle.Number, Err: errors.New(t.Fault)}
	}
	return d.done(t)
}

// audit hands out everything again if the server lost it, for example because it was started again.
// Results that the coordinator has received but not yet taken are not lost.
func (d *dispatch) audit(ctx context.Context) error {
	if len(d.waiting) == 0 || len(d.answers) > 0 || time.Since(d.heard) < d.wait {
		return nil
	}
	d.heard = time.Now()
	if d.makeStreams(ctx) != nil { // the server cannot be reached at present
		return nil
	}
	info, err := d.work.Info(ctx)
	if err != nil || info.State.Msgs > 0 {
		return nil
	}
	d.Notify("the server lost the trials that were handed out; they are handed out again")
	for _, i := range d.waiting {
		if err := d.hand(i); err != nil {
			return err
		}
	}
	return nil
}
