package bench

import (
	"context"
	"fmt"
	"time"

	"npuzzle/search"
	"npuzzle/solvers"
)

// Contender is a solver that takes part in an experiment.
type Contender struct {
	Name     string // unique within the experiment
	Settings solvers.Settings
}

// Task is a trial to be run: a contender on a puzzle.
type Task struct {
	Instance
	Contender
	Solver search.Solver // made of the contender's settings

	// History is kept of the run, if not nil, by a Solver made with its observer.
	History *History

	// Of a task of an experiment:
	Position int    // in the order of the experiment, from 1
	Repeat   int    // from 1
	Key      string // digest of all that the trial follows from
}

// NewTask prepares a trial, or says why the settings make no solver.
func NewTask(c Contender, instance Instance, observer search.Observer) (Task, error) {
	solver, err := solvers.New(c.Settings, observer)
	return Task{Instance: instance, Contender: c, Solver: solver}, err
}

// Trial is a task that was run.
type Trial struct {
	Task
	search.Result
	Seconds    float64 // wall time
	CPUSeconds float64 // processor time, as cpuMeter shares it out
	Started    time.Time
	Limits     search.Limits // that its solver had
	TimeLimit  time.Duration // likewise; 0 for none
	Isolated   bool          // ran in a process of its own
	Resident   uint64        // peak resident bytes of that process; 0 where not known
	Fault      string        // what went wrong, of a trial that has no status
}

// run runs a task within limits; no limit of time is 0.
func run(ctx context.Context, task Task, lim search.Limits, limit time.Duration, meter *cpuMeter) (Trial, error) {
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	cpu := meter.begin()
	start := time.Now()
	result, err := task.Solver.Solve(ctx, task.Problem, lim)
	seconds := time.Since(start).Seconds()
	return Trial{Task: task, Result: result, Seconds: seconds, CPUSeconds: meter.end(cpu).Seconds(), Started: start}, err
}

// RunAlone runs a task within limits when nothing else runs in this process; no
// limit of time is 0.
func RunAlone(ctx context.Context, task Task, lim search.Limits, limit time.Duration) (Trial, error) {
	return run(ctx, task, lim, limit, newCPUMeter())
}

// MismatchError says that a puzzle and a solver's settings do not go together.
type MismatchError struct {
	Puzzle int // number of the instance
	Err    error
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("board %d: %v", e.Puzzle, e.Err)
}

func (e *MismatchError) Unwrap() error { return e.Err }
