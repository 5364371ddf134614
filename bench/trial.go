package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"npuzzle/ga"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/solvers"
)

// Puzzle is one puzzle of an experiment: a problem, its group, and how its board was drawn.
type Puzzle struct {
	search.Problem
	Number    int      // within its group, from 1
	Group     string   // name of the group
	Walk      *int     // value of Scramble.Walk; nil if the board was not drawn in this way
	Misplaced *float64 // value of Scramble.Misplaced; nil if the board was not drawn in this way
}

// Solver is one configuration of a solver in an experiment.
type Solver struct {
	Name     string // unique within the experiment
	Settings solvers.Settings
	Groups   []string // names of the groups on which the solver runs; nil for all

	// Custom is a solver that is not in package solvers. If it is not nil, it runs
	// instead of the solver that Settings describe. Settings.Algorithm then names it in
	// records.
	Custom search.Solver

	// Version must be set if Custom is set and the trials are stored. It is a text that changes
	// with everything that results of Custom depend on, such as its settings.
	Version string

	key string // what the keys of its trials on a group have in common
}

// Tries reports whether the solver runs on the puzzles of a group.
func (s Solver) Tries(group string) bool { return s.Groups == nil || slices.Contains(s.Groups, group) }

// Trial is one run of one solver on one puzzle. Before the run, it describes what to
// run. After the run, it also holds the outcome. Its JSON contains only the outcome.
type Trial struct {
	Puzzle   Puzzle          `json:"-"`
	Solver   Solver          `json:"-"`
	Observer search.Observer `json:"-"` // receives the progress of the run; may be nil

	// Experiment.Plan sets the following fields.
	Position  int    `json:"-"` // in the order of the experiment, from 1
	Repeat    int    `json:"-"` // number of the trial of its solver on its puzzle, from 1
	NodeLimit uint64 `json:"-"` // of the group; 0 for the limit of the Runner
	Key       string `json:"-"` // digest of everything the result depends on, in hexadecimal

	CPULimit time.Duration `json:"-"` // limit of the processor time of the run; 0 for none

	// The run sets the following fields.
	Result     search.Result
	History    *History      // of the genetic solver; not recorded if nil before the run
	Seconds    float64       // wall time
	CPUSeconds float64       // processor time, see cpuMeter
	Started    time.Time     // when the run began
	Limits     search.Limits // of the run
	TimeLimit  time.Duration // of the run; 0 for that of the Runner
	Isolated   bool          // whether the trial ran in its own process
	Resident   uint64        // peak resident memory of that process in bytes; 0 if not known
	Fault      string        // the error of a trial that has no result

	// The following fields describe the process that ran the trial. They are empty for this process.
	Machine      string  `json:",omitempty"`
	Jobs         int     `json:",omitempty"` // number of trials that could run there at the same time
	ProcessLimit uint64  `json:",omitempty"` // memory limit of the process in bytes
	Calibration  float64 `json:",omitempty"` // result of Calibrate there; 0 if not measured
}

// Run runs the trial within limits. If timeLimit is 0, there is no time limit. A trial that reaches
// CPULimit ends as if it had reached timeLimit. An error means that the solver cannot handle the puzzle,
// or that its settings are invalid.
func (t Trial) Run(ctx context.Context, limits search.Limits, timeLimit time.Duration) (Trial, error) {
	solver := t.Solver.Custom
	if solver == nil {
		var err error
		if solver, err = solvers.New(t.Solver.Settings, t.History.Observer(t.Observer)); err != nil {
			return t, err
		}
	}
	if timeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeLimit)
		defer cancel()
	}
	used, end := processMeter.begin(t.onThread())
	defer end()
	clock := func() float64 { return time.Since(t.Started).Seconds() }
	inner := solver
	if g, guarded := solver.(interface{ Unwrap() search.Solver }); guarded {
		inner = g.Unwrap()
	}
	switch s := inner.(type) {
	case *ga.Solver:
		s.Clock = clock
	case *beam.Solver:
		s.Clock = clock
		if timeLimit > 0 || t.CPULimit > 0 {
			s.Left = func() float64 { return 1 - max(part(clock(), timeLimit), part(used().Seconds(), t.CPULimit)) }
		}
	}
	if t.CPULimit > 0 {
		var stop func()
		ctx, stop = limitCPU(ctx, used, t.CPULimit)
		defer stop()
	}
	t.Started = time.Now()
	var err error
	t.Result, err = solver.Solve(ctx, t.Puzzle.Problem, limits)
	t.Seconds, t.CPUSeconds = time.Since(t.Started).Seconds(), used().Seconds()
	return t, err
}

// part returns the fraction of a limit that is used up; 0 without a limit.
func part(seconds float64, limit time.Duration) float64 {
	if limit == 0 {
		return 0
	}
	return seconds / limit.Seconds()
}

// onThread reports whether the clock of one thread measures the trial: the search runs on one
// goroutine. A trial with its own process has all processor time of this process.
func (t Trial) onThread() bool {
	s := t.Solver.Settings
	return t.Solver.Custom == nil && !t.Isolated && (!s.Takes("workers") || s.Get("workers") == "1")
}

// MismatchError reports that a solver cannot handle a puzzle, or that its settings are
// invalid.
type MismatchError struct {
	Puzzle int // number of the puzzle
	Err    error
}

func (e *MismatchError) Error() string { return fmt.Sprintf("board %d: %v", e.Puzzle, e.Err) }

func (e *MismatchError) Unwrap() error { return e.Err }
