package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/web/api"
)

// StartRequest starts an experiment.
type StartRequest struct {
	// Definition is the text of an experiment file. YAML includes JSON, so an object in JSON is
	// a definition, too. Without a name, the experiment gets one.
	Definition string `json:"definition"`
}

// Run is the state of an experiment that a page has started.
type Run struct {
	Experiment string      `json:"experiment"`
	Running    bool        `json:"running"`
	Trials     int         `json:"trials"` // of the experiment
	Done       int         `json:"done"`   // of them, those that have ended, in earlier runs too
	Solvers    []RunSolver `json:"solvers"`
	Proving    int         `json:"proving"` // puzzles whose optimal cost is searched for after the trials
	Proven     int         `json:"proven"`  // of them, those that have been searched
	Stopped    bool        `json:"stopped"`
	Error      string      `json:"error,omitempty"` // why the experiment ended early
	Warnings   []string    `json:"warnings,omitempty"`
}

// RunSolver counts the trials of a solver.
type RunSolver struct {
	Solver string `json:"solver"`
	Done   int    `json:"done"`
	Solved int    `json:"solved"`
}

// maxTrials is the largest number of trials of an experiment that a page starts.
const maxTrials = 100_000

// runs has the experiment that a page started last. Only one at a time runs, since it has
// the store for itself.
type runs struct {
	mu      sync.Mutex
	last    *running // nil before the first
	closing bool     // the server ends
}

// running is an experiment that runs or has run.
type running struct {
	cancel context.CancelFunc
	named  chan struct{} // closed when the experiment has its name, or has ended
	ended  chan struct{} // closed when the experiment has ended

	mu    sync.Mutex
	state Run
	err   error // why the experiment ended early
}

// get returns the state.
func (r *running) get() Run {
	r.mu.Lock()
	defer r.mu.Unlock()
	state := r.state
	state.Solvers = slices.Clone(state.Solvers)
	return state
}

// change changes the state.
func (r *running) change(by func(*Run)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	by(&r.state)
}

// name returns the name of the experiment that runs, or "".
func (rs *runs) name() string {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.last != nil {
		if state := rs.last.get(); state.Running {
			return state.Experiment
		}
	}
	return ""
}

// of returns the experiment of a name that runs or ran last.
func (rs *runs) of(name string) (*running, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.last == nil || rs.last.get().Experiment != name {
		return nil, fault(http.StatusNotFound, "experiment %.60q is not running here", name)
	}
	return rs.last, nil
}

// end cancels the running experiment, waits until it has ended, and lets no other begin.
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

// begin enters an experiment, unless another one runs.
func (rs *runs) begin(r *running) error {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	switch {
	case rs.closing:
		return context.Canceled
	case rs.last != nil && rs.last.get().Running:
		return fault(http.StatusServiceUnavailable, "busy: experiment %q is running; wait for it to end, or stop it",
			rs.last.get().Experiment)
	}
	rs.last = r
	return nil
}

// start starts an experiment. It answers when the trials that are kept are known. The
// experiment goes on when the page is closed; the trials that have ended are kept in any case.
func (s *Server) start(ctx context.Context, request StartRequest) (Run, error) {
	e, warnings, err := config.ReadText(request.Definition)
	if err == nil {
		err = s.check(e)
	}
	if err != nil {
		return Run{}, err
	}
	e.Kind = "serve"
	runCtx, cancel := context.WithCancel(context.Background())
	r := &running{cancel: cancel, named: make(chan struct{}), ended: make(chan struct{})}
	r.state = Run{Experiment: e.Name, Running: true, Trials: e.Trials()}
	for _, w := range warnings {
		r.state.Warnings = append(r.state.Warnings, w.Error())
	}
	for _, solver := range e.Solvers {
		r.state.Solvers = append(r.state.Solvers, RunSolver{Solver: solver.Name})
	}
	if err := s.running.begin(r); err != nil {
		cancel()
		return Run{}, err
	}
	go s.run(runCtx, e, r)
	select {
	case <-r.named:
	case <-ctx.Done():
		return Run{}, ctx.Err()
	}
	state := r.get() // a copy, since the experiment goes on while the answer is written
	r.mu.Lock()
	defer r.mu.Unlock()
	return state, r.err
}

// check refuses an experiment that is too large for a server.
func (s *Server) check(e bench.Experiment) error {
	if err := e.Check(); err != nil {
		return err
	}
	if n := e.Trials(); n > maxTrials {
		return bench.Fault("%s; expected at most %d", units.Plural(n, "trial", "trials"), maxTrials)
	}
	for _, g := range e.Groups {
		if size := g.Goal.Size(); size.Cells() > maxCells {
			return bench.Fault("size %v has %d cells; expected at most %d", size, size.Cells(), maxCells)
		}
	}
	if s.TimeLimit > 0 && (e.TimeLimit == 0 || e.TimeLimit > s.TimeLimit) {
		return bench.Fault("time-limit %s; expected a limit of at most %s",
			units.Seconds.Format(e.TimeLimit.Seconds()), units.Seconds.Format(s.TimeLimit.Seconds()))
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

// run runs an experiment to its end.
func (s *Server) run(ctx context.Context, e bench.Experiment, r *running) {
	var err error
	named := sync.OnceFunc(func() { close(r.named) })
	defer func() {
		if value := recover(); value != nil {
			err = s.panicked("experiment "+e.Name, value)
		}
		r.change(func(state *Run) {
			state.Running, state.Stopped, r.err = false, ctx.Err() != nil, err
			if err != nil {
				state.Error = oneLine(err)
			}
		})
		r.cancel()
		named()
		close(r.ended)
	}()
	jobs, release, err := s.slots.takeForExperiment()
	if err != nil {
		return
	}
	defer release()
	// The context does not end the opening: an interrupt must not lose a trial.
	st, err := store.Open(context.WithoutCancel(ctx), s.Store)
	if err != nil {
		return
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	st.Warn = func(text string) { s.Log.Warn(text) }
	count := func(record bench.Record) {
		r.change(func(state *Run) {
			state.Done++
			for i := range state.Solvers {
				if of := &state.Solvers[i]; of.Solver == record.Solver {
					of.Done++
					if record.Status == search.Solved {
						of.Solved++
					}
				}
			}
		})
	}
	l := s.Lab
	l.Store, l.Jobs, l.Bytes = st, jobs, s.api.MaxMemory*uint64(jobs)
	l.Began = func(o lab.Outcome) {
		r.change(func(state *Run) { state.Experiment = o.Name })
		for _, record := range o.Records {
			count(record)
		}
		named()
	}
	l.Kept = count
	l.Proving = func(done, all int) { r.change(func(state *Run) { state.Proven, state.Proving = done, all }) }
	_, err = l.Run(ctx, e)
}

// followEvery is the time between two events of follow.
const followEvery = 100 * time.Millisecond

// follow sends the state of a running experiment until it ends, and answers with the last one.
func (s *Server) follow(ctx context.Context, request ExperimentRequest, emit api.Emit) (Run, error) {
	r, err := s.running.of(request.Experiment)
	if err != nil {
		return Run{}, err
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		emit("progress", r.get())
		select {
		case <-r.ended:
			return r.get(), nil
		case <-ctx.Done():
			return r.get(), ctx.Err()
		case <-tick.C:
		}
	}
}

// stop stops a running experiment and answers with its last state. The trials that have ended
// are kept, and the experiment goes on where it was if it is started again.
func (s *Server) stop(ctx context.Context, request ExperimentRequest) (Run, error) {
	r, err := s.running.of(request.Experiment)
	if err != nil {
		return Run{}, err
	}
	r.cancel()
	select {
	case <-r.ended:
		return r.get(), nil
	case <-ctx.Done():
		return Run{}, ctx.Err()
	}
}
