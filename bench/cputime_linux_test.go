package bench_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// timed is a solver whose trials take a known amount of work, and the size of its boards.
type timed struct {
	settings  solvers.Settings
	size      puzzle.Size
	trials    int
	generated uint64 // limit of states
}

// String names the solver and its settings.
func (c timed) String() string {
	name := c.settings.Algorithm
	for _, setting := range []string{"model", "phase-mode", "improve", "workers"} {
		if c.settings.Takes(setting) {
			name += fmt.Sprintf(" %s=%s", setting, c.settings.Get(setting))
		}
	}
	return name
}

// run runs the trials. It returns the sum of their processor times and that of this process.
func (c timed) run(t *testing.T, jobs int) (sum, process time.Duration) {
	goal, err := puzzle.Goal(puzzle.BlankLast, c.size)
	require.NoError(t, err)
	trials := func(yield func(bench.Trial, error) bool) {
		for i := range c.trials {
			start := puzzle.Uniform(puzzle.NewRand(1, uint64(i)), goal)
			trial := bench.Trial{
				Puzzle: bench.Puzzle{Problem: search.Problem{Start: start, Goal: goal}},
				Solver: bench.Solver{Settings: c.settings},
				Limits: search.Limits{Generated: c.generated, Bytes: 1 << 30},
			}
			if !yield(trial, nil) {
				return
			}
		}
	}
	runtime.GC() // collects the garbage of the previous solver, which is not counted here
	before := machine.CPUTime()
	err = bench.Runner{Jobs: jobs}.Run(t.Context(), trials, func(trial bench.Trial) error {
		require.NotEqual(t, bench.UnknownTime, trial.CPU, c)
		sum += trial.CPU
		return nil
	})
	require.NoError(t, err)
	return sum, machine.CPUTime() - before
}

// check requires that the trials' processor times add up to that of this process.
func (c timed) check(t *testing.T) {
	for jobs := 1; jobs <= 2; jobs++ {
		sum, process := c.run(t, jobs)
		t.Logf("%v, %d jobs: trials %v, process %v", c, jobs, sum, process)
		assert.InEpsilon(t, process, sum, 0.1, "%v, %d jobs: trials %v, process %v", c, jobs, sum, process)
	}
}

// The genetic solver is measured with each of its presets.
func TestProcessorTimeOfGeneticTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("generates 60 million states; the race detector watches the genetic solver in its own package")
	}
	workers := []string{"1"}
	if slow.Asked() {
		workers = append(workers, "2")
	}
	for _, preset := range []string{"study", "pure", "memetic"} {
		settings := solvers.Default("ga").With("preset", preset).With("phases", "200")
		for _, number := range workers {
			c := timed{settings.With("workers", number), puzzle.Size{Rows: 4, Cols: 4}, 2, 5_000_000}
			c.settings.Heuristic = heuristics.Manhattan
			c.check(t)
		}
	}
}

// Every solver is measured whatever its threads, and whatever runs beside it.
func TestProcessorTimeOfEverySolver(t *testing.T) {
	slow.Only(t, "it runs every solver for seconds, with one job and with two")
	limits := map[string]uint64{"bfs": 0, "ucs": 0, "iddfs": 100_000_000, "idastar": 200_000_000,
		"arastar": 1_000_000, "beam": 10_000_000, "ga": 10_000_000}
	for _, algorithm := range solvers.Names() {
		c := timed{solvers.Default(algorithm), puzzle.Size{Rows: 4, Cols: 4}, 4, 5_000_000}
		if limit, ok := limits[algorithm]; ok {
			c.generated = limit
		}
		if c.generated == 0 { // searches of all boards
			c.size = puzzle.Size{Rows: 3, Cols: 3}
			c.trials = 200
		}
		if algorithm == "greedy" || algorithm == "wastar" {
			c.size = puzzle.Size{Rows: 6, Cols: 6}
			c.trials = 2
		}
		if algorithm == "ees" { // with its own weight, a trial takes 15 ms
			c.settings = c.settings.With("weight", "1.1")
			c.trials = 2
		}
		if c.settings.Informed() {
			c.settings.Heuristic = heuristics.Manhattan
		}
		if !c.settings.Takes("workers") {
			c.check(t)
			continue
		}
		for _, workers := range strings.Fields("1 2") {
			c.settings = c.settings.With("workers", workers)
			c.check(t)
		}
	}
}

// No goroutine of a solver escapes a limit on processor time.
func TestCPULimitOfGenerations(t *testing.T) {
	set, err := bench.Set("korf-15")
	require.NoError(t, err)
	settings := solvers.Default("ga").With("preset", "study").With("phases", "200")
	settings.Heuristic = heuristics.LinearConflict
	const limit = 100 * time.Millisecond
	for _, workers := range []string{"1", "2"} {
		before := machine.CPUTime()
		trial, err := bench.Trial{
			Puzzle:   bench.Puzzle{Problem: search.Problem{Start: set.Boards[0], Goal: set.Goal}},
			Solver:   bench.Solver{Settings: settings.With("workers", workers)},
			CPULimit: limit,
		}.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, search.TimeLimit, trial.Result.Status)
		assert.GreaterOrEqual(t, trial.CPU, limit)
		assert.Less(t, machine.CPUTime()-before, 2*limit)
	}
}
