package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"npuzzle/ga"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Puzzle is one puzzle of an experiment: a problem and where it comes from.
type Puzzle struct {
	search.Problem
	Number    int      // within its group, from 1
	Group     string   // name of the group
	Walk      *int     // random moves that the board was drawn by, see Scramble
	Misplaced *float64 // fraction of misplaced tiles that was asked for, see Scramble
}

// Solver names one configuration of a solver that an experiment tries.
type Solver struct {
	Name     string // unique within the experiment
	Settings solvers.Settings
	Groups   []string // groups of puzzles that it is tried on, by name; nil for all

	// Custom runs instead of the solver that Settings describe, if not nil.
	// Custom is for solvers of the caller's own under a Runner. The key of a
	// trial does not tell one from another, so a store cannot hold its trials.
	Custom search.Solver
}

// Tries tells whether the solver is tried on the puzzles of a group.
func (s Solver) Tries(group string) bool { return s.Groups == nil || slices.Contains(s.Groups, group) }

// Trial is one solver on one puzzle: what is to be run and, after the run, what
// came of it. In JSON a trial is only what came of it.
type Trial struct {
	Puzzle   Puzzle          `json:"-"`
	Solver   Solver          `json:"-"`
	Observer search.Observer `json:"-"` // receives the progress of the run; may be nil

	// Of a trial of an experiment:
	Position  int    `json:"-"` // in the order of the experiment, from 1
	Repeat    int    `json:"-"` // from 1
	NodeLimit uint64 `json:"-"` // of the group; 0 stands for that of the runner
	Key       string `json:"-"` // digest of everything the result depends on, in hexadecimal

	// After the run:
	Result     search.Result
	History    *History      // receives the generations of the genetic solver; may be nil
	Seconds    float64       // wall time
	CPUSeconds float64       // processor time, divided evenly among trials that ran together
	Started    time.Time     // when the run began
	Limits     search.Limits // of the solver
	TimeLimit  time.Duration // of the solver; 0 for none
	Isolated   bool          // ran in a process of its own
	Resident   uint64        // peak resident bytes of that process; 0 where not known
	Fault      string        // the error of a trial that has no result
}

// Run runs the trial within limits, alone in this process. A time limit of 0 is
// none. The error says that the puzzle and the solver do not go together.
func (t Trial) Run(ctx context.Context, limits search.Limits, timeLimit time.Duration) (Trial, error) {
	return t.run(ctx, limits, timeLimit, newCPUMeter())
}

func (t Trial) run(ctx context.Context, limits search.Limits, timeLimit time.Duration, meter *cpuMeter) (Trial, error) {
	solver := t.Solver.Custom
	if solver == nil {
		settings := t.Solver.Settings
		settings.DepthLimit = float64(t.Puzzle.Costs.Units(settings.DepthLimit)) // as the solver counts
		var err error
		if solver, err = solvers.New(settings, t.observer()); err != nil {
			return t, err
		}
	}
	if timeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeLimit)
		defer cancel()
	}
	if s, ok := solver.(*ga.Solver); ok {
		s.Clock = func() float64 { return time.Since(t.Started).Seconds() }
	}
	cpu := meter.begin()
	t.Started = time.Now()
	var err error
	t.Result, err = solver.Solve(ctx, t.Puzzle.Problem, limits)
	t.Seconds = time.Since(t.Started).Seconds()
	t.CPUSeconds = meter.end(cpu).Seconds()
	return t, err
}

// observer returns what is told of the run's progress: Observer, History, or both.
func (t Trial) observer() search.Observer {
	switch {
	case t.History == nil:
		return t.Observer
	case t.Observer == nil:
		return t.History.observe
	}
	return func(p search.Progress) {
		t.History.observe(p)
		t.Observer(p)
	}
}

// MismatchError says that a puzzle and a solver's settings do not go together.
type MismatchError struct {
	Puzzle int // number of the puzzle
	Err    error
}

func (e *MismatchError) Error() string { return fmt.Sprintf("board %d: %v", e.Puzzle, e.Err) }

func (e *MismatchError) Unwrap() error { return e.Err }
