package bench_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// solverFunc is a solver made of a function.
type solverFunc func(context.Context, search.Problem, search.Limits) (search.Result, error)

func (f solverFunc) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	return f(ctx, p, lim)
}

// tasksOf makes numbered tasks of solvers; an error ends the tasks there.
func tasksOf(of ...any) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		for i, x := range of {
			task := bench.Trial{Puzzle: bench.Puzzle{Number: i + 1}}
			var err error
			switch x := x.(type) {
			case solverFunc:
				task.Solver.Settings = solvers.Of(x)
			case error:
				err = x
			}
			if !yield(task, err) {
				return
			}
		}
	}
}

var solved solverFunc = func(context.Context, search.Problem, search.Limits) (search.Result, error) {
	return search.Result{Status: search.Solved}, nil
}

// untilCancelled runs until its context ends.
var untilCancelled solverFunc = func(ctx context.Context, _ search.Problem, _ search.Limits) (search.Result, error) {
	<-ctx.Done()
	return search.Result{Status: search.Interrupted(ctx)}, nil
}

func goalOf(t testing.TB, rows, cols int) puzzle.Board {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

func TestResultsDoNotDependOnJobs(t *testing.T) {
	results := func(jobs int, inOrder bool) []string {
		tasks := func(yield func(bench.Trial, error) bool) {
			for instance, err := range (bench.Group{Goal: goalOf(t, 3, 3), Count: 8, Seed: 3}).Draw() {
				require.NoError(t, err)
				for _, algorithm := range []string{"astar", "ga"} {
					settings := solvers.Default(algorithm)
					settings = settings.With("workers", "1").
						With("seed", fmt.Sprint(bench.TrialSeed(3, instance.Number, 1))).
						With("improve", "false") // a first plan does
					solver := bench.Solver{Name: algorithm, Settings: settings}
					if !yield(bench.Trial{Puzzle: instance, Solver: solver}, nil) {
						return
					}
				}
			}
		}
		var list []string
		err := bench.Runner{Jobs: jobs, InOrder: inOrder}.Run(t.Context(), tasks, func(trial bench.Trial) error {
			for i, f := range trial.Result.Found {
				require.Greater(t, f.Seconds, 0.0)
				require.LessOrEqual(t, f.Seconds, trial.Wall.Seconds())
				trial.Result.Found[i].Seconds = 0
				trial.Result.Found[i].CPUSeconds = 0
			}
			list = append(
				list,
				fmt.Sprintf(
					"%02d %s %v %+v",
					trial.Puzzle.Number,
					trial.Solver.Name,
					trial.Solver.Settings.Get("seed"),
					trial.Result,
				),
			)
			return nil
		})
		require.NoError(t, err)
		return list
	}
	one := results(1, false)
	require.Len(t, one, 16)
	inOrder, inAnyOrder := results(4, true), slices.Sorted(slices.Values(results(4, false)))
	for i := range one {
		require.Equal(t, one[i], inOrder[i])
		require.Equal(t, one[i], inAnyOrder[i])
	}
}

// The first trial ends only when the last begins.
func TestInOrder(t *testing.T) {
	lastBegins := make(chan struct{})
	first := solverFunc(func(context.Context, search.Problem, search.Limits) (search.Result, error) {
		<-lastBegins
		return search.Result{Status: search.Solved}, nil
	})
	last := solverFunc(func(context.Context, search.Problem, search.Limits) (search.Result, error) {
		close(lastBegins)
		return search.Result{Status: search.Solved}, nil
	})
	var order []int
	err := bench.Runner{
		Jobs:    2,
		InOrder: true,
	}.Run(
		t.Context(),
		tasksOf(first, solved, solved, last),
		func(trial bench.Trial) error {
			order = append(order, trial.Puzzle.Number)
			return nil
		},
	)
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 3, 4}, order)
}

// The first trial ends only when all others have been handed over.
func TestAsTheyEnd(t *testing.T) {
	othersDone := make(chan struct{})
	first := solverFunc(func(context.Context, search.Problem, search.Limits) (search.Result, error) {
		<-othersDone
		return search.Result{Status: search.Solved}, nil
	})
	var order []int
	err := bench.Runner{
		Jobs: 2,
	}.Run(
		t.Context(),
		tasksOf(first, solved, solved, solved),
		func(trial bench.Trial) error {
			if order = append(order, trial.Puzzle.Number); len(order) == 3 {
				close(othersDone)
			}
			return nil
		},
	)
	require.NoError(t, err)
	assert.Equal(t, []int{2, 3, 4, 1}, order)
}

// A solver that waits for the others of its round ends only if three run at a
// time.
func TestJobsRunAtATimeAndShareMemory(t *testing.T) {
	var round sync.WaitGroup
	round.Add(3)
	together := solverFunc(func(_ context.Context, _ search.Problem, lim search.Limits) (search.Result, error) {
		round.Done()
		round.Wait()
		return search.Result{Status: search.Exhausted, Stats: search.Stats{Bytes: lim.Bytes}}, nil
	})
	var handing atomic.Int64
	err := bench.Runner{Jobs: 3, Bytes: 100}.Run(
		t.Context(),
		tasksOf(together, together, together),
		func(trial bench.Trial) error {
			assert.EqualValues(t, 1, handing.Add(1), "handed over one at a time")
			assert.Equal(t, search.Stats{Bytes: 33}, trial.Result.Stats)
			handing.Add(-1)
			return nil
		},
	)
	require.NoError(t, err)
}

// Without a number of jobs, a trial runs on each core. A negative number is an error.
func TestJobsOfARunner(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	var round sync.WaitGroup
	round.Add(cores)
	together := solverFunc(func(context.Context, search.Problem, search.Limits) (search.Result, error) {
		round.Done()
		round.Wait()
		return search.Result{Status: search.Exhausted}, nil
	})
	all := make([]any, cores)
	for i := range all {
		all[i] = together
	}
	done := func(bench.Trial) error { return nil }
	require.NoError(t, bench.Runner{}.Run(t.Context(), tasksOf(all...), done))
	assert.Equal(t, uint64(1000), bench.Runner{Bytes: uint64(1000 * cores)}.Share())

	err := bench.Runner{Jobs: -1}.Run(t.Context(), tasksOf(together), done)
	require.EqualError(t, err, "bench: -1 jobs; expected 1 or more, or 0 for one a core")
}

func TestNoMoreThanJobsRunAtATime(t *testing.T) {
	var running, most atomic.Int64
	solver := solverFunc(func(context.Context, search.Problem, search.Limits) (search.Result, error) {
		n := running.Add(1)
		for seen := most.Load(); n > seen && !most.CompareAndSwap(seen, n); seen = most.Load() {
		}
		runtime.Gosched()
		running.Add(-1)
		return search.Result{Status: search.Solved}, nil
	})
	all := make([]any, 200)
	for i := range all {
		all[i] = solver
	}
	require.NoError(t, bench.Runner{Jobs: 2}.Run(t.Context(), tasksOf(all...), func(bench.Trial) error { return nil }))
	assert.LessOrEqual(t, most.Load(), int64(2))
}

// A trial that has used its processor time ends as at a limit on wall time. The genetic solver
// keeps its plan.
func TestCPULimit(t *testing.T) {
	const limit = 100 * time.Millisecond
	start, err := puzzle.Parse("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", puzzle.Size{})
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankFirst, start.Size())
	require.NoError(t, err)
	for _, c := range []struct {
		algorithm, setting, value string
		isolated                  bool
		want                      search.Status
	}{
		{"ucs", "engine", "fast", false, search.TimeLimit},
		{"idastar", "workers", "1", false, search.TimeLimit},
		{"idastar", "workers", "2", false, search.TimeLimit},
		{"idastar", "workers", "1", true, search.TimeLimit}, // as in the process of an isolated trial
		{"ga", "workers", "1", false, search.Solved},
	} {
		settings := solvers.Default(c.algorithm)
		settings = settings.With(c.setting, c.value)
		if c.algorithm == "idastar" {
			settings = settings.With("heuristic", "misplaced")
		}
		trial := bench.Trial{
			Puzzle: bench.Puzzle{Problem: search.Problem{Start: start, Goal: goal}},
			Solver: bench.Solver{Settings: settings}, CPULimit: limit, Isolated: c.isolated,
		}
		trial.Limits.Bytes = 1 << 30
		trial, err := trial.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, c.want, trial.Result.Status, c)
		assert.GreaterOrEqual(t, trial.CPU, limit, c)
	}
}

// A cancelled trial with a limit on processor time is cancelled, and a limit on wall time also
// holds.
func TestCPULimitBesideOtherEnds(t *testing.T) {
	trial := bench.Trial{Solver: bench.Solver{Settings: solvers.Of(untilCancelled)}, CPULimit: time.Hour}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ended, err := trial.Run(ctx)
	require.NoError(t, err)
	assert.Equal(t, search.Cancelled, ended.Result.Status)
	trial.TimeLimit = time.Nanosecond
	ended, err = trial.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, search.TimeLimit, ended.Result.Status)
}

func TestCancelEndsTheRunThoughTasksAreStuck(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	never := make(chan struct{})
	defer close(never)
	tasks := func(yield func(bench.Trial, error) bool) {
		for task, err := range tasksOf(solved, untilCancelled) {
			if !yield(task, err) {
				return
			}
		}
		cancel()
		<-never // as a read of standard input
	}
	for _, inOrder := range []bool{true, false} {
		var statuses []search.Status
		err := bench.Runner{Jobs: 2, InOrder: inOrder}.Run(ctx, tasks, func(trial bench.Trial) error {
			statuses = append(statuses, trial.Result.Status)
			return nil
		})
		require.NoError(t, err)
		assert.Subset(t, []search.Status{search.Solved, search.Cancelled}, statuses)
	}
}

func TestErrors(t *testing.T) {
	fault := errors.New("fault")
	failing := solverFunc(func(context.Context, search.Problem, search.Limits) (search.Result, error) {
		return search.Result{}, fault
	})
	for name, c := range map[string]struct {
		tasks iter.Seq2[bench.Trial, error]
		want  string
		done  []int
	}{
		"of the tasks": {tasksOf(solved, solved, fault, solved), "fault", []int{1, 2}},
		"of a solver":  {tasksOf(solved, failing, solved), "board 2: fault", []int{1}},
		"of the first": {tasksOf(fault), "fault", nil},
	} {
		for _, jobs := range []int{1, 3} {
			var done []int
			err := bench.Runner{Jobs: jobs, InOrder: true}.Run(t.Context(), c.tasks, func(trial bench.Trial) error {
				done = append(done, trial.Puzzle.Number)
				return nil
			})
			assert.EqualError(t, err, c.want, name)
			assert.ErrorIs(t, err, fault, name)
			assert.Equal(t, c.done, done, name)
		}
	}
}

// A solver that panics ends the other trials, and the caller can recover.
func TestPanicReachesTheCaller(t *testing.T) {
	var broken solverFunc = func(context.Context, search.Problem, search.Limits) (search.Result, error) {
		panic("broken")
	}
	assert.PanicsWithValue(t, "broken", func() {
		bench.Runner{Jobs: 2}.Run(t.Context(), tasksOf(untilCancelled, broken), func(bench.Trial) error { return nil })
	})
}

// hooked is a solver with a field for each hook.
type hooked struct {
	Observer search.Observer
	Clock    search.Clock
	Left     func() float64
	answer   search.Result
}

func (h *hooked) Solve(context.Context, search.Problem, search.Limits) (search.Result, error) {
	h.Observer(search.Progress{})
	wall, _ := h.Clock()
	if wall < 0 || h.Left() > 1 {
		return search.Result{}, errors.New("wrong time")
	}
	return h.answer, nil
}

// Trials that run at the same time with a solver of the caller do not write to it.
func TestTrialsShareASolver(t *testing.T) {
	shared := &hooked{answer: search.Result{Status: search.Solved, Optimal: true}}
	var reports atomic.Int64
	trial := bench.Trial{
		Solver:    bench.Solver{Settings: solvers.Of(shared)},
		Observer:  func(search.Progress) { reports.Add(1) },
		TimeLimit: time.Hour,
	}
	start, err := puzzle.Parse("1 2/3 0", puzzle.Size{})
	require.NoError(t, err)
	trial.Puzzle.Start = start
	trial.Puzzle.Goal = start
	const trials = 20
	tasks := func(yield func(bench.Trial, error) bool) {
		for range trials {
			if !yield(trial, nil) {
				return
			}
		}
	}
	ended := 0
	err = bench.Runner{Jobs: 4}.Run(t.Context(), tasks, func(bench.Trial) error {
		ended++
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, []int{trials, trials}, []int{ended, int(reports.Load())})
	assert.Nil(t, shared.Observer)
	assert.Nil(t, shared.Clock)
	assert.Nil(t, shared.Left)
}

func TestNothingToDo(t *testing.T) {
	require.NoError(
		t,
		bench.Runner{}.Run(t.Context(), tasksOf(), func(bench.Trial) error { return errors.New("no trial") }),
	)
}

func TestErrorOfDoneStopsTheRun(t *testing.T) {
	full := errors.New("disk full")
	count := 0
	endless := func(yield func(bench.Trial, error) bool) {
		for yield(bench.Trial{Solver: bench.Solver{Settings: solvers.Of(solved)}}, nil) {
		}
	}
	err := bench.Runner{Jobs: 2}.Run(t.Context(), endless, func(bench.Trial) error {
		if count++; count == 3 {
			return full
		}
		return nil
	})
	assert.Equal(t, full, err)
	assert.Equal(t, 3, count)
}

func BenchmarkTrialOverhead(b *testing.B) {
	tasks := func(yield func(bench.Trial, error) bool) {
		for range b.N {
			if !yield(bench.Trial{Solver: bench.Solver{Settings: solvers.Of(solved)}}, nil) {
				return
			}
		}
	}
	if err := (bench.Runner{Jobs: 2}).Run(b.Context(), tasks, func(bench.Trial) error { return nil }); err != nil {
		b.Fatal(err)
	}
}
