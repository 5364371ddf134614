package solvers_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/bfs"
	"npuzzle/search/idastar"
	"npuzzle/search/searchtest"
	"npuzzle/solvers"
)

func TestEverySolverSolves(t *testing.T) {
	start, err := puzzle.Parse("1 2 3/0 4 5/7 8 6", puzzle.Size{})
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, start.Size())
	require.NoError(t, err)
	for _, name := range solvers.Names() {
		solver, err := solvers.New(solvers.Default(name), nil)
		require.NoError(t, err, name)
		result, err := solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal},
			search.Limits{})
		require.NoError(t, err, name)
		assert.Equal(t, search.Solved, result.Status, name)
		assert.GreaterOrEqual(t, len(result.Moves), 3, name)
	}
}

// What a solver does with its settings shows in what it finds.
func TestSettingsReachTheSolvers(t *testing.T) {
	start, err := puzzle.Parse("2 4 5/1 3 8/7 0 6", puzzle.Size{})
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, start.Size())
	require.NoError(t, err)
	run := func(name string, change func(*solvers.Settings)) search.Result {
		s := solvers.Default(name)
		s = s.With("workers", "1")
		if name == "beam" { // with a growing width, an exact search would solve this board first
			// Many boards have the same linear conflict, and the seed chooses among these.
			s = s.With("width", "20").With("heuristic", "linear-conflict")
		}
		change(&s)
		solver, err := solvers.New(s, nil)
		require.NoError(t, err, name)
		limits := search.Limits{Generated: 100_000}
		if name == "ga" {
			limits.Generated = 5000
		}
		result, err := solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, limits)
		require.NoError(t, err, name)
		return result
	}
	same := func(*solvers.Settings) {}
	changes := map[string]func(*solvers.Settings){
		"order": otherOrder, "heuristic": manhattan, "depth-limit": depthLimit,
		"weight":     set("weight", "1"),
		"seed":       set("seed", "2"),
		"population": set("population", "80"),
	}
	for _, name := range solvers.Names() {
		before := run(name, same)
		assert.Equal(t, before, run(name, same), name)
		for setting, change := range changes {
			if solvers.Default(name).Takes(setting) {
				assert.NotEqual(t, before, run(name, change), "%s of %s", setting, name)
			}
		}
	}
}

func TestObserverReachesTheSolvers(t *testing.T) {
	start, err := puzzle.Parse("15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", puzzle.Size{})
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankFirst, start.Size())
	require.NoError(t, err)
	for _, name := range solvers.Names() {
		reports := 0
		s := solvers.Default(name)
		s = s.With("workers", "1").With("heuristic", "misplaced")
		solver, err := solvers.New(s, func(search.Progress) { reports++ })
		require.NoError(t, err, name)
		_, err = solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal},
			search.Limits{Generated: 50_000})
		require.NoError(t, err, name)
		assert.Positive(t, reports, name)
	}
}

// set returns a function that sets a setting.
func set(name, text string) func(*solvers.Settings) {
	return func(s *solvers.Settings) { *s = s.With(name, text) }
}

var otherOrder = set("order", "RLDU")

var (
	manhattan  = set("heuristic", "manhattan")
	depthLimit = set("depth-limit", "5")
)

func TestNewErrors(t *testing.T) {
	for want, change := range map[string]func(*solvers.Settings){
		`"dfs" is not an algorithm (did you mean bfs?); expected one of ` +
			strings.Join(solvers.Names(), ", "): func(s *solvers.Settings) { s.Algorithm = "dfs" },
		"ga: crossover and mutation are 0; expected one above 0, or there are no " +
			"children": func(s *solvers.Settings) {
			*s = solvers.Default("ga").With("crossover", "0").With("mutation", "0")
		},
		"wastar needs a heuristic; expected one of " +
			strings.Join(solvers.HeuristicNames(), ", "): func(s *solvers.Settings) {
			s.Heuristic = nil
		},
	} {
		s := solvers.Default("wastar")
		change(&s)
		_, err := solvers.New(s, nil)
		assert.EqualError(t, err, want)
	}
}

// The table says which settings a solver takes, and the error which solvers take another one.
func TestCheckTaken(t *testing.T) {
	s := solvers.Default("astar")
	assert.NoError(t, s.CheckTaken("heuristic"))
	assert.EqualError(t, s.CheckTaken("weight"),
		"weight is a setting of wastar, arastar, ees, not of astar; expected it to be left out")
	assert.EqualError(t, s.CheckTaken("prune"),
		"prune is a setting of iddfs, idastar, not of astar; expected it to be left out")
	assert.EqualError(t, s.CheckTaken(solvers.PresetSetting),
		"preset is a setting of ga, not of astar; expected it to be left out")
}

// A setting has an effect if others have the values that its row names, and if these have an
// effect.
func TestActive(t *testing.T) {
	with := func(pairs ...string) solvers.Settings {
		s := solvers.Default("ga")
		for i := 0; i < len(pairs); i += 2 {
			s = s.With(pairs[i], pairs[i+1])
		}
		return s
	}
	for _, c := range []struct {
		name     string
		settings solvers.Settings
		want     bool
	}{
		{"population", with(), true},
		{"weight", with(), false},
		{"tournament-size", with(), false},
		{"tournament-size", with("model", "generational"), true},
		{"tournament-size", with("model", "generational", "selector", "roulette"), false},
		{"elites", with(), true},
		{"elites", with("model", "ring"), false},
		{"migration", with(), false},
		{"migration", with("islands", "2"), true},
		{"crossover-kind", with(), true},
		{"crossover-kind", with("crossover", "0"), false},
		{"crossover-kind", with("model", "mutation-only"), false},
		{"windows", with("improve", "false"), false},
		{"greed", with("decoding", "ordered", "improve", "false"), false},
	} {
		assert.Equal(t, c.want, c.settings.Active(c.name), "%s with %v", c.name, c.settings.Texts())
	}
}

func TestSuggest(t *testing.T) {
	for size, want := range map[puzzle.Size]string{
		{Rows: 1, Cols: 16}: "idastar",
		{Rows: 2, Cols: 2}:  "idastar",
		{Rows: 2, Cols: 6}:  "idastar",
		{Rows: 4, Cols: 4}:  "idastar",
		{Rows: 7, Cols: 2}:  "beam",
		{Rows: 8, Cols: 8}:  "beam",
		{Rows: 3, Cols: 5}:  "idastar",
		{Rows: 5, Cols: 5}:  "beam",
	} {
		assert.Equal(t, want, solvers.Suggest(size).Algorithm, size)
	}
}

func TestParseName(t *testing.T) {
	name, err := solvers.ParseName(" IDAstar ")
	require.NoError(t, err)
	assert.Equal(t, "idastar", name)
	_, err = solvers.ParseName("")
	assert.Error(t, err)
}

func TestHeuristicInEffect(t *testing.T) {
	for name, want := range map[string]string{
		"bfs": "zero", "ucs": "zero", "iddfs": "zero",
		"astar": "linear-conflict", "idastar": "linear-conflict", "wastar": "linear-conflict",
		"greedy": "linear-conflict", "ga": "linear-conflict",
	} {
		assert.Equal(t, want, solvers.Default(name).HeuristicName(), name)
	}
}

// On boards with long lines, ga uses Manhattan for some of them, and does without subgoals where
// the heuristic cannot be restricted to their tiles. The name says so.
func TestHeuristicOnLargeBoards(t *testing.T) {
	whole := solvers.Default("ga")
	require.NoError(t, whole.Set("subgoals", "none"))
	for _, c := range []struct {
		settings   solvers.Settings
		rows, cols int
		want       string
	}{
		{solvers.Default("ga"), 4, 4, "linear-conflict"},
		{solvers.Default("ga"), 7, 7, "linear-conflict"},
		{solvers.Default("ga"), 3, 8, "linear-conflict/manhattan"},
		{solvers.Default("ga"), 8, 3, "linear-conflict/manhattan"},
		{whole, 3, 8, "linear-conflict"},
		{solvers.Default("ga").With("heuristic", "manhattan"), 3, 8, "manhattan"},
		{solvers.Default("ga").With("heuristic", "max-sort"), 3, 8, "max-sort without subgoals"},
		{solvers.Default("ga").With("heuristic", "max-sort"), 5, 5, "max-sort"},
		{solvers.Default("astar"), 3, 8, "linear-conflict"},
		{solvers.Default("bfs"), 3, 8, "zero"},
	} {
		assert.Equal(t, c.want, c.settings.HeuristicOn(puzzle.Size{Rows: c.rows, Cols: c.cols}), c)
	}
}

// The zero value of every solver solves, or says what it needs.
func TestZeroValues(t *testing.T) {
	start, err := puzzle.Parse("1 2 3/4 0 6/7 5 8", puzzle.Size{})
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, start.Size())
	require.NoError(t, err)
	problem := search.Problem{Start: start, Goal: goal}
	for _, solver := range []search.Solver{
		&bfs.Solver{}, &astar.Solver{Heuristic: heuristics.Zero},
		&idastar.Solver{Heuristic: heuristics.Zero},
	} {
		result, err := solver.Solve(t.Context(), problem, search.Limits{})
		require.NoError(t, err, "%T", solver)
		assert.Len(t, result.Moves, 2, "%T", solver)
		_, err = solver.Solve(t.Context(), search.Problem{}, search.Limits{})
		assert.ErrorContains(t, err, "lacks a board", "%T", solver)
	}
	for name, solver := range map[string]search.Solver{
		"ga": &ga.Solver{}, "astar": &astar.Solver{}, "idastar": &idastar.Solver{},
		"beam": &beam.Solver{},
	} {
		_, err = solver.Solve(t.Context(), problem, search.Limits{})
		assert.ErrorContains(t, err, name+": ")
	}
}

// The conditions of a setting name other settings and values that these accept.
func TestNeeds(t *testing.T) {
	for _, row := range solvers.Table() {
		if row.Needs == "" {
			continue
		}
		for need := range strings.SplitSeq(row.Needs, " or ") {
			name, value, ok := strings.Cut(strings.Replace(need, "!=", "=", 1), "=")
			require.True(t, ok, "%s needs %s", row.Name, need)
			s := solvers.Default(row.Solvers[0])
			assert.NoError(t, s.Set(name, value), "%s needs %s", row.Name, need)
		}
		assert.Contains(t, row.Meaning, "It has an effect only with ")
	}
}

// Every solver follows the rules of the contract on boards near the goal, with its default
// settings.
func TestNearGoal(t *testing.T) {
	costs, err := puzzle.ParseCosts("1,1,1,2")
	require.NoError(t, err)
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	for _, name := range solvers.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := solvers.Default(name)
			capabilities := settings.Capabilities()
			assert.Equal(t, capabilities.UnitCosts, settings.CheckGoal(goal, costs) != nil)
			searchtest.NearGoal(t, searchtest.Config{
				New: func(s searchtest.Settings) search.Solver {
					solver, err := solvers.New(settings, s.Observer)
					require.NoError(t, err)
					return solver
				},
			})
		})
	}
}
