package bench_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// small is an experiment of A* and the genetic solver on two boards.
func small() bench.Experiment {
	return bench.Experiment{
		Seed: 1,
		Solvers: []bench.Solver{
			{Name: "astar", Settings: solvers.Default("astar")},
			{Name: "ga", Settings: solvers.Default("ga")},
		},
		Groups: []bench.Group{{Name: "3x3", Goal: goal3x3, Count: 2, Seed: 1}},
	}
}

func asItIs(
	_ context.Context, h heuristics.Heuristic, _ puzzle.Board,
) (heuristics.Heuristic, error) {
	return h, nil
}

func tasksIn(t *testing.T, e bench.Experiment, p bench.Provenance) []bench.Trial {
	var all []bench.Trial
	for task, err := range e.Plan(t.Context(), asItIs, p) {
		require.NoError(t, err)
		all = append(all, task)
	}
	return all
}

func TestTasks(t *testing.T) {
	e := small()
	e.Repeats = 2
	var got []string
	seeds := map[string]bool{}
	for i, task := range tasksIn(t, e, bench.Provenance{}) {
		assert.Equal(t, i+1, task.Position)
		assert.Equal(t, "3x3", task.Puzzle.Group)
		got = append(got, task.Solver.Name+string(rune('0'+task.Puzzle.Number))+
			string(rune('0'+task.Repeat)))
		if task.Solver.Settings.Takes("seed") {
			seeds[task.Solver.Settings.Get("seed")] = true
		}
	}
	assert.Equal(t, []string{"astar11", "ga11", "ga12", "astar21", "ga21", "ga22"}, got,
		"astar takes no seed")
	assert.Len(t, seeds, 4)
	assert.Equal(t, []int{6, 2}, []int{e.Trials(), e.Puzzles()})
}

// The limit of a group holds for its trials instead of that of the experiment.
func TestLimitsOfGroups(t *testing.T) {
	e := small()
	e.Groups = append(e.Groups, bench.Group{
		Name:      "few",
		Goal:      goal3x3,
		Count:     2,
		Seed:      2,
		NodeLimit: 7,
	})
	e.Limits.Generated = 9
	runner := bench.Runner{Jobs: 1, Bytes: 1 << 30}
	limits := map[string]uint64{}
	trials := e.Plan(t.Context(), asItIs, bench.Provenance{})
	require.NoError(t, runner.Run(t.Context(), trials, func(d bench.Trial) error {
		assert.EqualValues(t, 1<<30, d.Limits.Bytes)
		limits[d.Puzzle.Group] = d.Record(puzzle.BlankNotation).NodeLimit
		if d.Solver.Name == "astar" {
			assert.GreaterOrEqual(t, d.Result.Generated, limits[d.Puzzle.Group])
			assert.Less(t, d.Result.Generated, limits[d.Puzzle.Group]+4)
		}
		return nil
	}))
	assert.Equal(t, map[string]uint64{"3x3": 9, "few": 7}, limits)
}

// A limit of evaluations holds for solvers that evaluate plans.
func TestLimitOfEvaluations(t *testing.T) {
	e := small()
	e.Limits.Evaluated = 7
	require.NoError(t, e.Check())
	limits := map[string]uint64{}
	for _, trial := range tasksIn(t, e, bench.Provenance{}) {
		limits[trial.Solver.Name] = trial.Record(puzzle.BlankNotation).EvaluationLimit
	}
	assert.Equal(t, map[string]uint64{"astar": 0, "ga": 7}, limits)
	e.Solvers = e.Solvers[:1]
	assert.EqualError(t, e.Check(), "evaluations limit hillclimb, annealing, ga, not astar; "+
		"expected node-limit, which limits all solvers")
}

// A key changes with all that a trial follows from, and with nothing else.
func TestKeys(t *testing.T) {
	keys := func(change func(*bench.Experiment, *bench.Provenance)) []string {
		e := small()
		p := bench.Provenance{Version: "1", Signature: "2", Program: "3"}
		change(&e, &p)
		var all []string
		for _, task := range tasksIn(t, e, p) {
			if p.Program != "" {
				assert.Regexp(t, "^[0-9a-f]{32}$", task.Key)
			}
			all = append(all, task.Key)
		}
		return all
	}
	was := keys(func(*bench.Experiment, *bench.Provenance) {})
	assert.Equal(t, "de34a2bc2c7cc6a5c78300958917a3d8", was[0],
		"keys of stored trials stay the same")
	assert.Equal(t, "1d700a7c707193058931aea223bb7880", was[1],
		"keys of stored trials stay the same")
	first := func(e *bench.Experiment) *solvers.Settings { return &e.Solvers[0].Settings }
	second := func(e *bench.Experiment) *solvers.Settings { return &e.Solvers[1].Settings }
	for _, c := range []struct {
		about  string
		astar  bool // whether its key changes
		ga     bool
		change func(*bench.Experiment, *bench.Provenance)
	}{
		{"names and texts", false, false, func(e *bench.Experiment, p *bench.Provenance) {
			e.Name = "a"
			e.Description = "b"
			e.Groups[0].Name = "c"
			e.Solvers[0].Name = "d"
			p.Machine = "e"
			p.Revision = "f"
			p.Version = "g"
			p.Signature = "h"
		}},
		{"more puzzles and repeats", false, false, func(e *bench.Experiment, _ *bench.Provenance) {
			e.Groups[0].Count = 5
		}},
		{"what the solver takes not", false, false, func(e *bench.Experiment, _ *bench.Provenance) {
			*first(e) = first(e).With("weight", "7").With("prune", "true").With("population", "7")
			*second(e) = second(e).With("weight", "7").With("depth-limit", "7")
		}},
		{"the number of workers that trials get", false, false,
			func(e *bench.Experiment, _ *bench.Provenance) {
				*second(e) = second(e).With("workers", "1")
			}},
		{"how the boards are drawn", false, false, func(e *bench.Experiment, _ *bench.Provenance) {
			for p, err := range e.Groups[0].Draw() {
				require.NoError(t, err)
				e.Groups[0].Boards = append(e.Groups[0].Boards, p.Start)
			}
		}},
		{"program", true, true, func(_ *bench.Experiment, p *bench.Provenance) { p.Program = "4" }},
		{"histories", false, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.History = true
		}},
		{"limit of states", true, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.Limits.Generated = 7
		}},
		{"limit of evaluations", false, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.Limits.Evaluated = 7
		}},
		{"limit of states on these boards", true, true,
			func(e *bench.Experiment, _ *bench.Provenance) {
				e.Groups[0].NodeLimit = 7
			}},
		{"limit of memory", true, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.Limits.Bytes = 7
		}},
		{"limit of time", true, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.TimeLimit = time.Second
		}},
		{"limit of processor time", true, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.CPULimit = time.Second
		}},
		{"isolation", true, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.Isolate = true
		}},
		{"boards", true, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.Groups[0].Seed = 2
		}},
		{"seed of the trials", false, true, func(e *bench.Experiment, _ *bench.Provenance) {
			e.Seed = 2
		}},
		{"heuristic", true, false, func(e *bench.Experiment,
			_ *bench.Provenance) {
			first(e).Heuristic = heuristics.Manhattan
		}},
		{"order", true, false, func(e *bench.Experiment, _ *bench.Provenance) {
			*first(e) = first(e).With("order", "LRUD")
		}},
		{"population", false, true, func(e *bench.Experiment, _ *bench.Provenance) {
			*second(e) = second(e).With("population", "7")
		}},
		{"workers", false, true, func(e *bench.Experiment, _ *bench.Provenance) {
			*second(e) = second(e).With("workers", "7")
		}},
		{"move costs", true, true, func(e *bench.Experiment, _ *bench.Provenance) {
			var err error
			e.Groups[0].Costs, err = puzzle.ParseCosts("1,2,3,4")
			require.NoError(t, err)
		}},
	} {
		is := keys(c.change)
		assert.Equal(t, c.astar, was[0] != is[0], "astar: %s", c.about)
		assert.Equal(t, c.ga, was[1] != is[1], "ga: %s", c.about)
	}
	assert.Equal(t, keys(func(e *bench.Experiment, _ *bench.Provenance) { e.Limits.Generated = 7 }),
		keys(func(e *bench.Experiment, _ *bench.Provenance) {
			e.Limits.Generated = 9
			e.Groups[0].NodeLimit = 7
		}),
		"the limit of the boards instead of that of the experiment")
	all := map[string]bool{}
	for _, key := range keys(func(e *bench.Experiment, _ *bench.Provenance) {
		e.Repeats = 3
		// of twelve boards
		e.Groups = []bench.Group{{Name: "2x2", Goal: goalOf(t, 2, 2), Count: 100, Seed: 1}}
	}) {
		all[key] = true
	}
	assert.Len(t, all, 12+300,
		"those of A* on the same board are the same; those of ga have other seeds")
	assert.Equal(t, []string{"", ""}, keys(func(e *bench.Experiment, p *bench.Provenance) {
		e.Groups[0].Count = 1
		p.Program = ""
	}), "none without a program")
}

func TestTasksEndAtAnError(t *testing.T) {
	missing := errors.New("not built")
	e := small()
	tasks := 0
	errs := 0
	for _, err := range e.Plan(t.Context(), func(context.Context, heuristics.Heuristic,
		puzzle.Board) (heuristics.Heuristic, error) {
		return nil, missing
	}, bench.Provenance{}) {
		tasks++
		if err != nil {
			errs++
			assert.ErrorIs(t, err, missing)
		}
	}
	assert.Equal(t, []int{1, 1}, []int{tasks, errs})
}
