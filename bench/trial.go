package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Puzzle is one puzzle of an experiment: a problem, its group, and how its board was drawn. Its
// JSON is the problem.
type Puzzle struct {
	search.Problem
	Number    int      `json:"-"` // within its group, from 1
	Group     string   `json:"-"` // name of the group
	Walk      *int     `json:"-"` // value of Scramble.Walk; nil if the board was not drawn in this way
	Misplaced *float64 `json:"-"` // value of Scramble.Misplaced; nil if the board was not drawn in this way
}

// Solver is a solver of an experiment: a configured solver with a name. Settings hold the solver.
// They are made of text, such as a flag, or of a Go value by solvers.Of. Its JSON has the settings
// alone.
type Solver struct {
	Name     string `json:"-"` // unique within the experiment
	Settings solvers.Settings
	Groups   []string `json:"-"` // names of the groups on which the solver runs; nil for all

	key     string // what the keys of its trials on a group have in common
	foreign bool   // the solver or its heuristic is of another program; set by Experiment.Plan
}

// Prepare prepares the heuristic of the solver, if it takes one, for a goal.
func (s *Solver) Prepare(ctx context.Context, prepare Prepare, goal puzzle.Board) (err error) {
	if s.Settings.Informed() {
		s.Settings.Heuristic, err = prepare(ctx, s.Settings.Heuristic, goal)
	}
	return err
}

// Tries reports whether the solver runs on the puzzles of a group.
func (s Solver) Tries(group string) bool { return s.Groups == nil || slices.Contains(s.Groups, group) }

// Trial is one run of one solver on one puzzle. Before the run, it describes what to
// run. After the run, it also holds the outcome.
//
// Its JSON has what another process needs to run the trial. This process sends back an Answer,
// which Accept adds to the trial.
type Trial struct {
	Puzzle   Puzzle
	Solver   Solver
	Observer search.Observer `json:"-"` // receives the progress of the run; may be nil

	Limits    search.Limits // if Bytes is 0, the Runner may set it
	TimeLimit time.Duration // limit of the wall time; 0 for none
	CPULimit  time.Duration // limit of the processor time; 0 for none

	// Experiment.Plan sets the following fields.
	Position int    `json:"-"` // in the order of the experiment, from 1
	Repeat   int    `json:"-"` // number of the trial of its solver on its puzzle, from 1
	Key      string `json:"-"` // digest of everything the result depends on, in hexadecimal

	Isolated bool // whether the trial runs in its own process

	replaced bool // another solver runs than that of the settings

	// History receives what the genetic solver does; it is not recorded if History is nil before
	// the run.
	History *History `json:",omitzero"`

	// The run sets the following fields.
	Result   search.Result `json:"-"`
	Wall     time.Duration `json:"-"` // wall time
	CPU      time.Duration `json:"-"` // processor time, see cpuMeter; UnknownTime if it is not exact
	Started  time.Time     `json:"-"` // when the run began
	Resident uint64        `json:"-"` // peak resident memory of its own process in bytes; 0 if not known
	Fault    string        `json:"-"` // the error of a trial that has no result

	// The following fields describe another process that ran the trial.
	Provenance Provenance `json:"-"`
	Jobs       int        `json:"-"` // number of trials that could run there at the same time
	Source     Source     `json:"-"` // who vouches for the outcome
}

// Run runs the trial. A trial that reaches CPULimit ends as if it had reached TimeLimit. An error
// means that the solver cannot handle the puzzle, that its settings are invalid, or that its answer
// is wrong (WrongAnswerError).
func (t Trial) Run(ctx context.Context) (Trial, error) {
	settings := t.Solver.Settings
	solver, err := solvers.New(settings, nil)
	if err != nil {
		return t, err
	}
	if err := settings.CheckCosts(t.Puzzle.Costs); err != nil {
		return t, err
	}
	return t.run(ctx, solver, settings.Builtin())
}

// RunWith runs the trial with a solver that stands for that of the settings, such as one that wraps
// it. What the solver of the settings can do is not expected of it.
func (t Trial) RunWith(ctx context.Context, solver search.Solver) (Trial, error) {
	t.replaced = true
	return t.run(ctx, solver, false)
}

// run runs the trial with a solver. The parameter metered says whether the solver measures its
// goroutines: see search.Meter.
func (t Trial) run(ctx context.Context, solver search.Solver, metered bool) (Trial, error) {
	if t.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.TimeLimit)
		defer cancel()
	}
	meter := beginCPU(metered)
	defer meter.end()
	ctx = search.WithMeter(ctx, meter.threads)
	hooks := solvers.Hooks{Observer: t.History.Observer(t.Observer)}
	hooks.Clock = func() (wall, processor time.Duration) {
		return time.Since(t.Started), max(meter.exact(), 0)
	}
	if t.TimeLimit > 0 || t.CPULimit > 0 {
		hooks.Left = func() float64 {
			wall := part(time.Since(t.Started), t.TimeLimit)
			processor := part(meter.used(), t.CPULimit)
			return 1 - max(wall, processor)
		}
	}
	solver = solvers.WithHooks(solver, hooks)
	if t.CPULimit > 0 {
		var stop func()
		ctx, stop = limitCPU(ctx, meter.used, t.CPULimit)
		defer stop()
	}
	t.Started = time.Now()
	err := heuristics.Guard(func() (err error) {
		t.Result, err = solver.Solve(ctx, t.Puzzle.Problem, t.Limits)
		return err
	})
	t.Wall = time.Since(t.Started)
	t.CPU = meter.exact()
	if err != nil {
		return t, err
	}
	if wrong := t.check(t.Answer()); wrong != nil {
		return t, &WrongAnswerError{wrong}
	}
	return t, nil
}

// UnknownTime is a processor time that is not known.
const UnknownTime time.Duration = -1

// secondsOf returns a time in seconds, as records have it.
func secondsOf(d time.Duration) Figure {
	if d < 0 {
		return Unknown
	}
	return Figure(d.Seconds())
}

// durationOf returns the time of a number of seconds.
func durationOf(seconds Figure) time.Duration {
	if !seconds.Known() {
		return UnknownTime
	}
	return time.Duration(math.Round(float64(seconds) * float64(time.Second)))
}

// part returns the fraction of a limit that is used up; 0 without a limit.
func part(used, limit time.Duration) float64 {
	if limit == 0 {
		return 0
	}
	return used.Seconds() / limit.Seconds()
}

// MismatchError reports that a solver cannot handle a puzzle, or that its settings are
// invalid.
type MismatchError struct {
	Puzzle int // number of the puzzle
	Err    error
}

func (e *MismatchError) Error() string { return fmt.Sprintf("board %d: %v", e.Puzzle, e.Err) }

func (e *MismatchError) Unwrap() error { return e.Err }
