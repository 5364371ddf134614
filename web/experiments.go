package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/cluster"
	"npuzzle/bench/config"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/web/api"
)

// startRequest starts an experiment. A JSON object is allowed, too, because YAML includes JSON.
type startRequest struct {
	Definition string `json:"definition" about:"an experiment file, in YAML or JSON; without a name, it gets one"`
}

// runState is the state of an experiment that a page started.
type runState struct {
	Experiment string          `json:"experiment" about:"name"`
	Running    bool            `json:"running"`
	Trials     int             `json:"trials" about:"number of trials of the experiment"`
	Done       int             `json:"done" about:"number of trials that have ended, including earlier runs"`
	Solvers    []solverState   `json:"solvers"`
	Proving    int             `json:"proving" about:"puzzles whose optimal cost is computed after the trials"`
	Proven     int             `json:"proven" about:"number of these puzzles that are done"`
	Shared     *cluster.Status `json:"shared,omitempty" about:"the workers, if other machines run trials"`
	Yours      bool            `json:"yours" about:"whether the client that asks started it and may stop it"`
	Stopped    bool            `json:"stopped" about:"by stop or the end of the server"`
	Error      string          `json:"error,omitempty" about:"why the experiment ended early"`
	Warnings   []string        `json:"warnings,omitempty" about:"about the definition"`
}

// solverState counts the trials of a solver.
type solverState struct {
	Solver string `json:"solver" about:"name of the solver within the experiment"`
	Done   int    `json:"done" about:"number of trials that have ended"`
	Solved int    `json:"solved" about:"number of these trials that found a plan"`
}

// maxTrials is the maximum number of trials of an experiment that a page starts.
const maxTrials = 100_000

// runs holds the experiment that a page started last. Only one experiment runs at a time, because
// a running experiment locks the store.
type runs struct {
	queue *queue // with one slot

	mu      sync.Mutex
	last    *running // nil before the first experiment
	begun   int      // number of experiments that have begun
	closing bool     // whether the server is ending
}

// running is an experiment that runs or has ended.
type running struct {
	client string // that started it
	cancel context.CancelFunc
	status func() cluster.Status // nil without workers
	named  chan struct{}         // closed when the experiment has its name or has ended
	ended  chan struct{}         // closed when the experiment has ended

	mu    sync.Mutex
	state runState
	err   error // reason why the experiment ended early
}

// get returns a copy of the state.
func (r *running) get() runState {
	r.mu.Lock()
	defer r.mu.Unlock()
	state := r.state
	if r.status != nil && state.Running {
		status := r.status()
		state.Shared = &status
	}
	state.Solvers = slices.Clone(state.Solvers)
	return state
}

// mayStop reports whether a caller may stop the experiment.
func (r *running) mayStop(c caller) bool { return c.here || c.hosts || c.client == r.client }

// seenBy returns a copy of the state for a caller.
func (r *running) seenBy(c caller) runState {
	state := r.get()
	state.Yours = r.mayStop(c)
	return state
}

// change calls the function set with the state, which set may change.
func (r *running) change(set func(*runState)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	set(&r.state)
}

// now returns the running experiment, or nil if none runs.
func (rs *runs) now() *running {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.last == nil || !rs.last.get().Running {
		return nil
	}
	return rs.last
}

// count returns the number of experiments that have begun, and the name of the last one.
func (rs *runs) count() (begun int, last string) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.last != nil {
		last = rs.last.get().Experiment
	}
	return rs.begun, last
}

// name returns the name of the running experiment, or "" if none runs.
func (rs *runs) name() string {
	running := rs.now()
	if running == nil {
		return ""
	}
	return running.get().Experiment
}

// named returns the last experiment if it has the given name. Otherwise, it returns an error.
func (rs *runs) named(name string) (*running, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.last == nil || rs.last.get().Experiment != name {
		return nil, fault(http.StatusNotFound, "experiment %.60q is not running here", name)
	}
	return rs.last, nil
}

// end cancels the running experiment and waits until it has ended. Afterwards, no experiment can
// begin.
func (rs *runs) end() {
	rs.mu.Lock()
	last := rs.last
	rs.closing = true
	rs.mu.Unlock()
	if last != nil {
		last.cancel()
		<-last.ended
	}
}

// begin makes r the last experiment. It returns an error if the server is ending.
func (rs *runs) begin(r *running) error {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closing {
		return context.Canceled
	}
	rs.last = r
	rs.begun++
	return nil
}

// start starts an experiment. While another experiment runs, it waits in a queue. It answers when
// the number of trials that are already stored is known. The experiment continues if the page is
// closed. Trials that have ended are always stored.
func (s *Server) start(ctx context.Context, request startRequest) (runState, error) {
	e, warnings, err := config.ReadText(request.Definition)
	if err != nil {
		return runState{}, err
	}
	if err := s.check(e); err != nil {
		return runState{}, err
	}
	asking := callerOf(ctx)
	slot := &place{client: asking.client, slots: 1, lasts: true}
	_, leave, err := s.running.queue.takeSlots(ctx, slot, asking.waits)
	if err != nil {
		return runState{}, err
	}
	e.Kind = "serve"
	runCtx, cancel := context.WithCancel(context.Background())
	r := &running{
		client: asking.client,
		cancel: cancel,
		status: s.Workers,
		named:  make(chan struct{}),
		ended:  make(chan struct{}),
		state:  runState{Experiment: e.Name, Running: true, Trials: e.Trials()},
	}
	for _, w := range warnings {
		r.state.Warnings = append(r.state.Warnings, w.Error())
	}
	for _, solver := range e.Solvers {
		r.state.Solvers = append(r.state.Solvers, solverState{Solver: solver.Name})
	}
	if err := s.running.begin(r); err != nil {
		cancel()
		leave()
		return runState{}, err
	}
	go func() {
		defer leave()
		s.run(runCtx, e, r)
	}()
	select {
	case <-r.named:
	case <-ctx.Done():
		return runState{}, ctx.Err()
	}
	state := r.seenBy(asking) // a copy, because the experiment continues while the answer is written
	r.mu.Lock()
	defer r.mu.Unlock()
	return state, r.err
}

// check returns an error if an experiment is wrong or beyond the limits of the server.
func (s *Server) check(e bench.Experiment) error {
	if err := e.Check(); err != nil {
		return err
	}
	if n := e.Trials(); n > maxTrials {
		return bench.Fault("%s; expected at most %d", units.Plural(n, "trial", "trials"), maxTrials)
	}
	for _, g := range e.Groups {
		if size := g.Goal.Size(); size.Cells() > maxCells {
			return bench.Fault("size %v has %d cells; expected at most %d", size, size.Cells(),
				maxCells)
		}
	}
	if s.TimeLimit > 0 && (e.TimeLimit == 0 || e.TimeLimit > s.TimeLimit) {
		return bench.Fault("time-limit %s; expected a limit of at most %s",
			units.Seconds.Format(e.TimeLimit.Seconds()),
			units.Seconds.Format(s.TimeLimit.Seconds()))
	}
	if most := s.api.MaxMemory; most > 0 && e.Limits.Bytes > most {
		return bench.Fault("memory-limit %s; expected at most %s",
			units.Bytes.Format(float64(e.Limits.Bytes)), units.Bytes.Format(float64(most)))
	}
	if e.Isolate && s.Lab.Command == nil {
		return bench.Fault("isolate is not possible here")
	}
	return nil
}

// run runs an experiment until it ends or its context is cancelled.
func (s *Server) run(ctx context.Context, e bench.Experiment, r *running) {
	named := sync.OnceFunc(func() { close(r.named) })
	err := s.runSafely(ctx, e, r, named)
	r.change(func(state *runState) {
		state.Running = false
		state.Stopped = ctx.Err() != nil
		r.err = err
		if err != nil {
			state.Error = oneLine(err)
		}
	})
	r.cancel()
	named()
	close(r.ended)
}

// runSafely runs an experiment, and returns a panic as an error. It calls named when the experiment
// has its name.
func (s *Server) runSafely(
	ctx context.Context, e bench.Experiment, r *running, named func(),
) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = s.panicked("experiment "+e.Name, value)
		}
	}()
	jobs, release, err := s.largeQueue.takeForExperiment(ctx)
	if err != nil {
		return err
	}
	defer release()
	// The store is opened without cancellation, because an interrupt must not lose a trial.
	st, err := store.Open(context.WithoutCancel(ctx), s.Store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	st.Warn = func(text string) { s.Log.Warn(text) }
	l := s.Lab
	l.Store = st
	l.Jobs = jobs
	l.Bytes = s.api.MaxMemory * uint64(jobs)
	l.Began = func(o lab.Outcome) {
		r.change(func(state *runState) { state.Experiment = o.Name })
		for _, record := range o.Records {
			r.count(record)
		}
		named()
	}
	l.Kept = r.count
	l.Proving = func(done, all int) {
		r.change(func(state *runState) {
			state.Proven = done
			state.Proving = all
		})
	}
	_, err = l.Run(ctx, e)
	return err
}

// count counts a trial that has ended.
func (r *running) count(record bench.Record) {
	r.change(func(state *runState) {
		state.Done++
		for i := range state.Solvers {
			solver := &state.Solvers[i]
			if solver.Solver != record.Solver {
				continue
			}
			solver.Done++
			if record.Status == search.Solved {
				solver.Solved++
			}
		}
	})
}

// followEvery is the interval between the events of follow.
const followEvery = 100 * time.Millisecond

// follow sends the state of a running experiment until it ends, and answers with the last state.
func (s *Server) follow(
	ctx context.Context, request experimentRequest, emit api.Emit,
) (runState, error) {
	r, err := s.running.named(request.Experiment)
	if err != nil {
		return runState{}, err
	}
	asking := callerOf(ctx)
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		emit("progress", r.seenBy(asking))
		select {
		case <-r.ended:
			return r.seenBy(asking), nil
		case <-ctx.Done():
			return r.seenBy(asking), ctx.Err()
		case <-tick.C:
		}
	}
}

// stop stops a running experiment and answers with its last state. Trials that have ended are
// stored. If the experiment is started again, only the missing trials run.
func (s *Server) stop(ctx context.Context, request experimentRequest) (runState, error) {
	r, err := s.running.named(request.Experiment)
	if err != nil {
		return runState{}, err
	}
	asking := callerOf(ctx)
	if !r.mayStop(asking) {
		return runState{}, fault(http.StatusForbidden,
			"another browser started experiment %q; only that browser can stop it",
			request.Experiment)
	}
	r.cancel()
	select {
	case <-r.ended:
		return r.seenBy(asking), nil
	case <-ctx.Done():
		return runState{}, ctx.Err()
	}
}
