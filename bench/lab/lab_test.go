package lab_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
	"npuzzle/solvers"
)

func contender(t testing.TB, algorithm, heuristic string) bench.Solver {
	settings := solvers.Default(algorithm)
	require.NoError(t, settings.Set("heuristic", heuristic))
	settings = settings.With("improve", "false") // a first plan does
	return bench.Solver{Name: algorithm, Settings: settings}
}

// random is an experiment on random boards.
func random(t testing.TB, size string, count int, contenders ...bench.Solver) bench.Experiment {
	s, err := puzzle.ParseSize(size)
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, s)
	require.NoError(t, err)
	return bench.Experiment{
		Name: "mine", Kind: "run", Seed: 1, Solvers: contenders,
		Groups: []bench.Group{{Name: size, Goal: goal, Count: count, Seed: 1}},
	}
}

func run(t testing.TB, l *lab.Lab, e bench.Experiment) lab.Outcome {
	o, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	return o
}

// found is what a trial came to, times and circumstances aside.
func found(r bench.Record) string {
	moves := ""
	if r.Moves != nil {
		moves = *r.Moves
	}
	return fmt.Sprint(
		r.Position,
		r.Key,
		r.Group,
		r.Puzzle,
		r.Board,
		r.Solver,
		r.Repeat,
		r.Settings["seed"],
		r.Status,
		r.Error,
		moves,
		r.Expanded,
		r.Generated,
		r.Evaluated,
	)
}

func allFound(records []bench.Record) []string {
	var all []string
	for _, r := range records {
		all = append(all, found(r))
	}
	return all
}

// What an experiment finds does not depend on jobs, and what is kept runs no more.
func TestRun(t *testing.T) {
	e := random(t, "3x3", 10, contender(t, "astar", "manhattan"), contender(t, "ga", "manhattan"))
	e.Repeats = 2
	var outcomes []lab.Outcome
	for jobs := 1; jobs <= 3; jobs++ {
		l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
		l.Jobs = jobs
		outcomes = append(outcomes, run(t, l, e))
		o := outcomes[jobs-1]
		assert.Equal(t, []any{"mine", 30, 0, false}, []any{o.Name, o.Total, o.Before, o.Partial()})
		assert.Equal(t, allFound(outcomes[0].Records), allFound(o.Records))

		l.Kept = func(bench.Record) { t.Error("a trial ran again") }
		again := run(t, l, e)
		assert.Equal(t, 30, again.Before)
		assert.Equal(t, o.Records, again.Records)
	}
	seeds := map[string]bool{}
	for i, r := range outcomes[0].Records {
		assert.Equal(t, i+1, r.Position)
		assert.Equal(t, search.Solved, r.Status)
		require.NotNil(t, r.OptimalLength, "A* proves them all")
		assert.LessOrEqual(t, *r.OptimalLength, *r.Length)
		if seed, drawn := r.Settings["seed"]; drawn {
			seeds[seed] = true
		}
	}
	assert.Len(t, seeds, 20, "of each puzzle and repeat")
}

// Each trial has one worker unless its solver asks for more, on any number of jobs.
func TestWorkers(t *testing.T) {
	asking := contender(t, "ga", "manhattan")
	asking.Name = "asking"
	asking.Settings = asking.Settings.With("workers", "3")
	for jobs := 1; jobs <= 2; jobs++ {
		l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
		l.Jobs = jobs
		o := run(
			t,
			l,
			random(t, "3x3", 1, contender(t, "ga", "manhattan"), asking,
				contender(t, "idastar", "manhattan")),
		)
		require.Len(t, o.Records, 3)
		for i, workers := range []string{"1", "3", "1"} {
			assert.Equal(t, workers, o.Records[i].Settings["workers"], "%s, %d jobs",
				o.Records[i].Solver, jobs)
		}
	}
}

// An experiment that grows, shrinks or changes runs what it lacks. What no longer
// belongs to it stays in the store, and need not run again if it is asked for.
func TestChangedExperiment(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	ran := 0
	l.Kept = func(bench.Record) { ran++ }
	astar := contender(t, "astar", "manhattan")
	idastar := contender(t, "idastar", "manhattan")
	for _, c := range []struct {
		about        string
		count        int
		contenders   []bench.Solver
		ran, dropped int
		nodeLimit    uint64
		description  string
	}{
		{about: "new", count: 5, contenders: []bench.Solver{astar}, ran: 5},
		{about: "more puzzles", count: 8, contenders: []bench.Solver{astar}, ran: 3},
		{about: "a solver before", count: 8, contenders: []bench.Solver{idastar, astar}, ran: 8},
		{
			about:       "another text",
			count:       8,
			contenders:  []bench.Solver{idastar, astar},
			description: "for people",
		},
		{about: "less", count: 2, contenders: []bench.Solver{astar}, dropped: 14},
		{about: "as before", count: 8, contenders: []bench.Solver{idastar, astar}},
		{
			about:      "limits",
			count:      8,
			contenders: []bench.Solver{idastar, astar},
			nodeLimit:  1e6,
			ran:        16,
			dropped:    16,
		},
		{about: "no limits", count: 8, contenders: []bench.Solver{idastar, astar}, dropped: 16},
	} {
		ran = 0
		e := random(t, "3x3", c.count, c.contenders...)
		e.Limits.Generated = c.nodeLimit
		e.Description = c.description
		o := run(t, l, e)
		assert.Equal(t, []int{c.ran, c.dropped}, []int{ran, o.Dropped}, c.about)
		assert.Len(t, o.Records, c.count*len(c.contenders), c.about)
		for i, r := range o.Records {
			assert.Equal(t, []any{i + 1, c.contenders[i%len(c.contenders)].Name},
				[]any{r.Position, r.Solver}, c.about)
		}
		kept, err := l.Store.Experiment(t.Context(), "mine")
		require.NoError(t, err)
		assert.Equal(t, []any{o.Total, o.Total}, []any{kept.Total, kept.Done}, c.about)
		assert.NotEmpty(t, kept.Ended)
	}
}

// Experiments of one store share trials, whatever their names and the order of their solvers.
// Programs share none.
func TestExperimentsShareTrials(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x3", 5, contender(t, "astar", "manhattan"), contender(t, "ga", "manhattan"))
	first := run(t, l, e)
	ran := 0
	l.Kept = func(bench.Record) { ran++ }
	other := random(t, "3x3", 5, contender(t, "ga", "manhattan"),
		contender(t, "astar", "manhattan"))
	other.Name = "other"
	other.Groups[0].Name = "theirs"
	other.Solvers[0].Name = "evolving"
	for p, err := range e.Groups[0].Draw() { // the same boards, written in a file
		require.NoError(t, err)
		other.Groups[0].Boards = append(other.Groups[0].Boards, p.Start)
	}
	o := run(t, l, other)
	assert.Equal(t, []int{0, 10}, []int{ran, o.Before})
	for i, r := range o.Records {
		of := first.Records[i^1]
		assert.Equal(t, []any{"other", i + 1, "theirs", of.Key, of.Moves, of.Seconds},
			[]any{r.Experiment, r.Position, r.Group, r.Key, r.Moves, r.Seconds})
	}
	l.Provenance.Program = "another"
	other.Name = "third"
	assert.Zero(t, run(t, l, other).Before)
	assert.Equal(t, 10, ran)
	removed, err := l.Store.Remove(t.Context(), "mine")
	require.NoError(t, err)
	assert.Zero(t, removed, "the other experiment lists the same trials")
}

// beginner is a solver that is not in the registry.
type beginner struct{ search.Solver }

// The trials of a solver that is not in the registry are not stored. Those of a heuristic that is
// not in the registry are, if it states its version. The version is part of the key.
func TestUnregisteredSolvers(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	bfs, err := solvers.New(solvers.Default("bfs"), nil)
	require.NoError(t, err)
	mine := bench.Solver{Name: "mine", Settings: solvers.Of(beginner{bfs})}
	e := random(t, "2x3", 3, mine, contender(t, "astar", "manhattan"))
	_, err = l.Run(t.Context(), e)
	fault := new(bench.ExperimentError)
	require.ErrorAs(t, err, &fault)
	assert.EqualError(t, err, `solver "mine" cannot be stored: the solver is not in the registry; `+
		`expected one that solvers.Register has added`)
	e.Isolate = true
	_, err = l.Run(t.Context(), e)
	assert.ErrorContains(t, err, "is not in the registry, so another process cannot run its trials")

	e = random(t, "2x3", 3, contender(t, "astar", "manhattan"))
	e.Name = "foreign"
	foreign := heuristics.FromFunc("manhattan", true,
		func(puzzle.Board, puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
			return func([]uint8) puzzle.Cost { return 0 }, nil
		})
	e.Solvers[0].Settings.Heuristic = foreign
	_, err = l.Run(t.Context(), e)
	assert.ErrorContains(t, err, "states no version, so trials with it cannot be stored")
	e.Solvers[0].Settings.Heuristic = foreign.WithVersion("1")
	assert.Zero(t, run(t, l, e).Before,
		"a heuristic of another program does not get the trials of ours")
	e.Solvers[0].Settings.Heuristic = foreign.WithVersion("2")
	assert.Zero(t, run(t, l, e).Before)
	assert.Equal(t, 3, run(t, l, e).Before)
}

// A lab without Prepare builds the tables that it needs, and searches for optimal costs.
func TestNoPrepare(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	l.Prepare = nil
	l.PDBDir = t.TempDir()
	o := run(t, l, random(t, "3x3", 2, contender(t, "astar", "pdb"),
		contender(t, "greedy", "manhattan")))
	for _, r := range o.Records {
		assert.Equal(t, search.Solved, r.Status, r.Error)
	}
	e := random(t, "4x4", 1, contender(t, "greedy", "linear-conflict"))
	e.Name = "other"
	assert.NotNil(t, run(t, l, e).Records[0].OptimalLength)
}

// A damaged trial runs again; the others are kept.
func TestDamagedTrial(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lab.sqlite")
	l := open(t, name)
	e := random(t, "3x3", 4, contender(t, "astar", "manhattan"))
	before := run(t, l, e)
	db, err := sql.Open("sqlite", name)
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Exec("UPDATE trial SET record = replace(record, 'solved', 'sol') WHERE key = ?",
		before.Records[1].Key)
	require.NoError(t, err)
	warnings := 0
	ran := 0
	l.Store.Warn = func(string) { warnings++ }
	l.Kept = func(r bench.Record) { ran += r.Position }
	after := run(t, l, e)
	assert.Equal(t, []int{1, 2, 3}, []int{warnings, ran, after.Before})
	assert.Equal(t, allFound(before.Records), allFound(after.Records))
	assert.Equal(t, 4, run(t, l, e).Before)
	assert.Equal(t, 1, warnings)
}

// A store that is deleted while an experiment runs ends the experiment.
func TestDeletedStore(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lab.sqlite")
	l := open(t, name)
	l.Kept = func(bench.Record) { os.Remove(name) }
	_, err := l.Run(t.Context(), random(t, "3x3", 100, contender(t, "astar", "manhattan")))
	assert.ErrorContains(t, err, name+" was deleted")
}

// An interrupt before the first trial, as while tables are built, changes nothing.
func TestInterruptedBeforeTheFirstTrial(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x3", 4, contender(t, "astar", "manhattan"))
	before := run(t, l, e)
	was, err := l.Store.Experiment(t.Context(), "mine")
	require.NoError(t, err)
	e.Groups[0].Count = 6
	ctx, cancel := context.WithCancel(t.Context())
	l.Prepare = func(ctx context.Context, h heuristics.Heuristic,
		_ puzzle.Board) (heuristics.Heuristic, error) {
		cancel()
		return nil, ctx.Err()
	}
	o, err := l.Run(ctx, e)
	require.NoError(t, err)
	assert.True(t, o.Partial())
	assert.Equal(t, before.Records, o.Records)
	is, err := l.Store.Experiment(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, was, is)
}

// An interrupt of the search for optimal costs loses no trial and is no error.
func TestInterruptedSearchForOptima(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	ctx, cancel := context.WithCancel(t.Context())
	l.Proving = func(int, int) { cancel() }
	o, err := l.Run(ctx, random(t, "4x4", 3, contender(t, "greedy", "linear-conflict")))
	require.NoError(t, err)
	assert.Len(t, o.Records, 3)
}

// A board that is drawn twice is tried once by a solver without a seed.
func TestSameBoardTwice(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "2x2", 50, contender(t, "bfs", "zero"))
	kept := 0
	ran := map[string]bool{}
	l.Kept = func(r bench.Record) {
		kept++
		ran[fmt.Sprint(r.Key, r.Seconds)] = true
	}
	o := run(t, l, e)
	assert.LessOrEqual(t, len(ran), 12, "there are 12 boards")
	assert.Equal(t, 50, kept)
	require.Len(t, o.Records, 50)
	for i, r := range o.Records {
		assert.Equal(t, []int{i + 1, i + 1}, []int{r.Position, r.Puzzle})
	}
	again := run(t, l, e)
	assert.Equal(t, 50, again.Before)
	assert.Equal(t, o.Records, again.Records)
}

// Experiments without a name: one that was cut short goes on, and one that has ended finds
// its trials. Another definition or version begins anew.
func TestNames(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "2x3", 10, contender(t, "astar", "manhattan"))
	e.Groups = append(e.Groups, random(t, "2x4", 10).Groups...)
	e.Name = ""
	e.Kind = "compare"
	e.Text = "one"
	ctx, cancel := context.WithCancel(t.Context())
	l.Kept = func(bench.Record) { cancel() }
	prepare := l.Prepare
	l.Prepare = func(
		ctx context.Context, h heuristics.Heuristic, goal puzzle.Board,
	) (heuristics.Heuristic, error) {
		if goal.Size().Cells() == 8 { // no trial of the second group begins before the first is kept
			select {
			case <-ctx.Done():
			case <-time.After(time.Minute):
				assert.Fail(t, "no trial of the first group was kept within a minute")
			}
		}
		return prepare(ctx, h, goal)
	}
	cut, err := l.Run(ctx, e)
	require.NoError(t, err)
	assert.True(t, cut.Partial())
	l.Kept = nil
	l.Prepare = prepare
	assert.Equal(t, "compare-1", cut.Name)
	other := e
	other.Text = "another"
	assert.Equal(t, "compare-2", run(t, l, other).Name)
	o := run(t, l, e)
	assert.Equal(t, []any{"compare-1", e.Trials(), false}, []any{o.Name, o.Before, o.Partial()},
		"it shares trials")
	o = run(t, l, e)
	assert.Equal(t, []any{"compare-1", o.Total, e.Trials()}, []any{o.Name, o.Before, o.Total})
	l.Provenance.Program = "2"
	assert.Equal(t, "compare-3", run(t, l, e).Name)
}

// Optimal costs are proven by a trial, published, or found once for the store.
func TestOptima(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x3", 5, contender(t, "ga", "manhattan"))
	o := run(t, l, e)
	searched := map[puzzle.Board]bool{}
	for _, r := range o.Records {
		require.NotNil(t, r.OptimalLength)
		optima, err := l.Store.FillOptima(t.Context(), []bench.Record{{
			Board: r.Board, Goal: r.Goal, MoveCosts: r.MoveCosts}})
		require.NoError(t, err)
		optimum := optima[r.Problem()]
		there := optimum.Searched > 0
		assert.Equal(t, !r.Optimal, there, "what a trial proves needs no search")
		searched[r.Board] = there
		if there {
			assert.EqualValues(t, *r.OptimalLength, optimum.Cost)
		}
	}
	kept, err := l.Store.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, o.Records, kept)

	// The proven ones are the same.
	e.Name = "proven"
	e.Solvers = []bench.Solver{contender(t, "idastar", "manhattan")}
	for i, r := range run(t, l, e).Records {
		assert.Equal(t, *o.Records[i].OptimalLength, *r.Length)
	}

	published := korf.TwentyFour()[:1]
	e = random(t, "5x5", 1, contender(t, "greedy", "linear-conflict"))
	e.Name = "korf"
	e.Groups[0].Boards = []puzzle.Board{published[0].Board}
	e.Groups[0].Goal, err = puzzle.Goal(puzzle.BlankFirst, puzzle.Size{Rows: 5, Cols: 5})
	require.NoError(t, err)
	e.Groups[0].Known = []puzzle.Cost{published[0].Optimal}
	o = run(t, l, e)
	assert.EqualValues(t, published[0].Optimal, *o.Records[0].OptimalLength)

	// With the small pattern databases random boards of 4x4 are not, whatever the
	// jobs.
	const puzzles = 2
	fewest := 1
	if testing.Short() {
		fewest = 2 // one job shares nothing that the race detector could watch
	}
	for jobs := fewest; jobs <= 2; jobs++ {
		l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
		l.Jobs = jobs
		told := []int{}
		l.Proving = func(done, all int) { told = append(told, done); assert.Equal(t, puzzles, all) }
		for _, r := range run(t, l,
			random(t, "4x4", puzzles, contender(t, "greedy", "linear-conflict"))).Records {
			require.NotNil(t, r.OptimalLength)
			assert.Less(t, *r.OptimalLength, *r.Length)
			assert.Zero(t, (*r.Length-*r.OptimalLength)%2)
		}
		assert.Equal(t, puzzles, told[len(told)-1])
		assert.IsIncreasing(t, slices.Compact(told))
	}

	// A random board of 5x5 is too much to ask.
	e = random(t, "5x5", 1, contender(t, "greedy", "linear-conflict"))
	e.Name = "unknown"
	r := run(t, l, e).Records[0]
	assert.Nil(t, r.OptimalLength)
	assert.Equal(t, "boards of more than 16 cells and 60 random moves are not searched for it",
		lab.WhyUnknown(r))
}

// A trial that goes wrong is kept as such, and the experiment goes on; or ends it,
// if that is asked for.
func TestTrialsThatGoWrong(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "5x5", 2, contender(t, "astar", "walking-distance"),
		contender(t, "greedy", "manhattan"))
	o := run(t, l, e)
	require.Len(t, o.Records, 4)
	for i, r := range o.Records {
		if i%2 == 0 {
			assert.Contains(t, r.Error, "walking-distance")
			assert.Empty(t, r.Status)
			assert.False(t, r.Cost.Known())
		} else {
			assert.Equal(t, search.Solved, r.Status)
		}
	}
	summaries := analysis.New(e, o.Records).Summaries()
	assert.Equal(t, []int{2, 2, 0},
		[]int{summaries[0].Trials, summaries[0].Errors, summaries[0].Solved})

	l.Strict = true
	e.Name = "strict"
	_, err := l.Run(t.Context(), e)
	mismatch := new(bench.MismatchError)
	assert.True(t, errors.As(err, &mismatch), "%v", err)
}

func TestExperimentsThatMakeNone(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	astar := contender(t, "astar", "manhattan")
	for want, e := range map[string]bench.Experiment{
		"0 solvers and 5 puzzles; expected at least one of each": random(t, "3x3", 5),
		`solver "astar" appears twice`:                           random(t, "3x3", 5, astar, astar),
	} {
		_, err := l.Run(t.Context(), e)
		assert.ErrorContains(t, err, want)
	}
	e := random(t, "3x3", 1, astar)
	e.Limits.Bytes = 1 << 20
	l.Bytes = 1 << 20
	l.Jobs = 2
	_, err := l.Run(t.Context(), e)
	assert.EqualError(
		t,
		err,
		"2 jobs of 1.05 MB each, but only 1.05 MB may be used; expected fewer jobs or more memory",
	)

	share := 1.0
	e = random(t, "1x3", 1, astar) // tiles 1 and 2 leave their cells one at a time
	e.Groups[0].Scramble.Misplaced = &share
	e.Groups[0].Goal, err = puzzle.Goal("1 0 2", puzzle.Size{Rows: 1, Cols: 3})
	require.NoError(t, err)
	l.Bytes = 0
	_, err = l.Run(t.Context(), e)
	drawing := new(bench.ExperimentError)
	assert.True(t, errors.As(err, &drawing), "%v", err)
	all, err := l.Store.Experiments(t.Context())
	require.NoError(t, err)
	assert.Len(t, all, 1, "the last one was begun")
}

// What one experiment proves is known to the others of the store.
func TestProvenOptima(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	run(t, l, random(t, "3x3", 3, contender(t, "astar", "manhattan")))
	e := random(t, "3x3", 3, contender(t, "greedy", "manhattan"))
	e.Name = "another"
	l.Proving = func(done, all int) { assert.Zero(t, all, "nothing is left to search") }
	for _, r := range run(t, l, e).Records {
		require.NotNil(t, r.OptimalLength)
		assert.LessOrEqual(t, *r.OptimalLength, *r.Length)
	}
}

// childVariable makes the test binary another program: see TestMain.
const childVariable = "LAB_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childVariable) {
	case "serve":
		if err := lab.Serve(context.Background(), os.Stdin, os.Stdout, func() {
			os.Exit(1)
		}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "die":
		panic("out of luck\nand more")
	case "babble":
		fmt.Println("hello")
	case "run":
		runForever()
	default:
		os.Exit(m.Run())
	}
}

func TestIsolatedTrials(t *testing.T) {
	t.Setenv(childVariable, "serve")
	here := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	apart := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	apart.Command = []string{os.Args[0]}
	apart.Jobs = 2
	apart.Bytes = 200 << 20
	weighted := contender(t, "wastar", "linear-conflict")
	weighted.Settings = weighted.Settings.With("weight", "2")
	evolving := contender(t, "ga", "manhattan")
	evolving.Settings = evolving.Settings.With("population", "50")
	e := random(t, "3x3", 3, weighted, evolving, contender(t, "bfs", "zero"),
		contender(t, "astar", "pdb"))
	e.Repeats = 2
	e.TimeLimit = time.Minute
	e.Limits.Generated = 20_000
	e.History = true
	t.Setenv("NPUZZLE_PDB_DIR", t.TempDir())
	want := run(t, here, e)
	e.Isolate = true
	got := run(t, apart, e)
	require.Len(t, got.Records, 3*(3+2))
	// Where the first population solves there is nothing to tell.
	assert.True(t, slices.ContainsFunc(got.Records, func(r bench.Record) bool {
		return len(r.History) > 1
	}))
	for i, r := range got.Records {
		r.Key = want.Records[i].Key // it tells them apart
		assert.Equal(t, found(want.Records[i]), found(r))
		assert.NotEqual(t, want.Records[i].Key, got.Records[i].Key)
		assert.True(t, r.Isolated)
		assert.Equal(t, want.Records[i].History, r.History)
		assert.Equal(t, fmt.Sprint(want.Records[i].MaxCost, want.Records[i].MaxDepth),
			fmt.Sprint(r.MaxCost, r.MaxDepth))
		if r.Algorithm != "ga" {
			assert.Empty(t, r.History)
		}
		assert.Positive(t, r.Seconds)
		if resident := r.Resident; assert.NotNil(t, resident) {
			assert.Greater(t, *resident, uint64(1<<20))
		}
		assert.Nil(t, want.Records[i].Resident)
	}
	// Under move costs the number of moves comes back from the other process, too.
	e = random(t, "3x3", 1, contender(t, "idastar", "manhattan"))
	costs, err := puzzle.ParseCosts("1,2,1,2")
	require.NoError(t, err)
	e.Groups[0].Costs = costs
	e.Name = "costs"
	depth := run(t, here, e).Records[0].MaxDepth
	e.Isolate = true
	assert.Equal(t, depth, run(t, apart, e).Records[0].MaxDepth)
	limits := 0
	for _, r := range got.Records {
		if r.Status == search.NodeLimit {
			limits++
		}
	}
	assert.Positive(t, limits, "limits reach the other process")
}

func TestIsolatedTrialsThatGoWrong(t *testing.T) {
	for child, want := range map[string]string{
		"die":    "the process of the trial ended with exit status 2: panic: out of luck",
		"babble": `the process of the trial answered "hello\n"; expected its result`,
		"serve":  "walking-distance",
	} {
		t.Setenv(childVariable, child)
		l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
		l.Command = []string{os.Args[0]}
		e := random(t, "5x5", 2, contender(t, "astar", "walking-distance"))
		e.Isolate = true
		o := run(t, l, e)
		require.Len(t, o.Records, 2, child)
		for _, r := range o.Records {
			assert.Contains(t, r.Error, want)
			assert.True(t, r.Isolated)
		}
	}
}

// Where no process can be started, no trial is to blame: the run ends, and the same
// experiment goes on once that is mended.
func TestNoProcessForTrials(t *testing.T) {
	t.Setenv(childVariable, "serve")
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	l.Command = []string{filepath.Join(t.TempDir(), "none")}
	l.Jobs = 2
	e := random(t, "3x3", 5, contender(t, "astar", "manhattan"))
	e.Isolate = true
	_, err := l.Run(t.Context(), e)
	assert.ErrorContains(t, err, "no process for a trial: ")
	assert.ErrorIs(t, err, os.ErrNotExist)
	l.Command = []string{os.Args[0]}
	o := run(t, l, e)
	assert.Zero(t, o.Before, "none was kept")
	for _, r := range o.Records {
		assert.Equal(t, search.Solved, r.Status)
	}
}

// The limits of a search reach the other process, a depth limit in the units of
// the move costs.
func TestLimitsOfIsolatedTrials(t *testing.T) {
	t.Setenv(childVariable, "serve")
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	l.Command = []string{os.Args[0]}
	deep := contender(t, "idastar", "manhattan")
	nodes := contender(t, "astar", "manhattan")
	deep.Settings = deep.Settings.With("depth-limit", "5")
	e := random(t, "3x3", 2, deep, nodes)
	var err error
	e.Groups[0].Costs, err = puzzle.ParseCosts("0.5,1,1,1")
	require.NoError(t, err)
	e.Limits.Generated = 10
	e.Isolate = true
	limited := run(t, l, e)
	e.Isolate = false
	e.Name = "here"
	here := run(t, l, e)
	statuses := map[search.Status]bool{}
	for i, r := range limited.Records {
		r.Key = here.Records[i].Key // it tells them apart
		assert.Equal(t, found(here.Records[i]), found(r))
		assert.Equal(t, here.Records[i].LowerBound, r.LowerBound)
		statuses[r.Status] = true
	}
	assert.Equal(t, map[search.Status]bool{search.Exhausted: true, search.NodeLimit: true},
		statuses)
}

// The limit of processor time reaches the other process.
func TestCPULimitOfIsolatedTrials(t *testing.T) {
	t.Setenv(childVariable, "serve")
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	l.Command = []string{os.Args[0]}
	e := random(t, "4x4", 1, contender(t, "idastar", "misplaced"))
	e.CPULimit = time.Millisecond
	e.Isolate = true
	records := run(t, l, e).Records
	require.Len(t, records, 1)
	assert.Equal(t, search.TimeLimit, records[0].Status)
	assert.Equal(t, 0.001, records[0].CPULimit)
}

// An interrupt ends isolated trials, too, and none of them is kept.
func TestInterruptedIsolatedTrials(t *testing.T) {
	t.Setenv(childVariable, "serve")
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	l.Command = []string{os.Args[0]}
	e := random(t, "5x5", 2, contender(t, "bfs", "zero"))
	e.Isolate = true
	ctx, cancel := context.WithTimeout(t.Context(), time.Second/4)
	defer cancel()
	o, err := l.Run(ctx, e)
	require.NoError(t, err)
	assert.Empty(t, o.Records)
	assert.True(t, o.Partial())
}

func TestServeSaysWhatItExpects(t *testing.T) {
	var out strings.Builder
	err := lab.Serve(t.Context(), strings.NewReader("hello"), &out, func() {})
	assert.ErrorContains(t, err, "expected one on standard input")
	text := `{"Solver":{"Settings":{"algorithm":"dfs"}}}`
	err = lab.Serve(t.Context(), strings.NewReader(text), &out, func() {})
	assert.ErrorContains(t, err, `"dfs" is not an algorithm`)
}

// A list has all trials, and says which of them are kept.
func TestList(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x3", 6, contender(t, "astar", "manhattan"), contender(t, "ga", "manhattan"))
	e.Limits.Generated = 1000
	assert.Equal(t, []int{12, 0}, listed(t, l, e))
	run(t, l, e)
	e.Groups[0].Count = 8
	e.Solvers[1].Settings = e.Solvers[1].Settings.With("population", "30")
	assert.Equal(t, []int{16, 6}, listed(t, l, e), "another population is another solver")
}

// A probe takes the mean time of the trials that its time allows, and keeps nothing.
func TestProbe(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x3", 3, contender(t, "astar", "manhattan"))
	var trials []bench.Trial
	require.NoError(t, l.List(t.Context(), e, func(trial bench.Trial, kept bool) error {
		trials = append(trials, trial)
		return nil
	}))
	estimate, err := l.Probe(t.Context(), trials, time.Minute)
	require.NoError(t, err)
	assert.Positive(t, float64(estimate.Seconds))
	assert.False(t, estimate.AtLeast)
	improving := random(t, "4x4", 1, contender(t, "ga", "manhattan"))
	improving.Solvers[0].Settings = improving.Solvers[0].Settings.With("improve", "true")
	improving.TimeLimit = time.Hour
	require.NoError(t, l.List(t.Context(), improving, func(trial bench.Trial, _ bool) error {
		estimate, err = l.Probe(t.Context(), []bench.Trial{trial}, 50*time.Millisecond)
		return err
	}))
	assert.True(t, estimate.AtLeast, "a trial that improves its plan until the limit is cut short")
	estimate, err = l.Probe(t.Context(), trials, 0)
	require.NoError(t, err)
	assert.False(t, estimate.Seconds.Known())
	assert.Equal(t, []int{3, 0}, listed(t, l, e))
}

// A run that is cancelled while it looks for missing trials returns what is stored, and is partial.
func TestInterruptOfPlanning(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x3", 4, contender(t, "astar", "manhattan"))
	_, err := l.Run(t.Context(), e)
	require.NoError(t, err)
	e.Groups[0].Count = 2
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o, err := l.Run(ctx, e)
	require.NoError(t, err)
	assert.Len(t, o.Records, 4)
	assert.Equal(t, 2, o.Total)
	assert.True(t, o.Partial())
}

// listed returns how many trials an experiment has, and how many of them are kept.
func listed(t *testing.T, l *lab.Lab, e bench.Experiment) []int {
	seen := 0
	there := 0
	require.NoError(t, l.List(t.Context(), e, func(task bench.Trial, kept bool) error {
		seen++
		assert.Equal(t, seen, task.Position)
		if kept {
			there++
		}
		return nil
	}))
	return []int{seen, there}
}

// What came to the process's memory limit runs again where there is more, and is
// kept until then; the limit of the experiment itself is never outgrown.
func TestMoreMemory(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e := random(t, "3x4", 3, contender(t, "bfs", "zero"))
	states := func() (all []search.Status) {
		for _, r := range run(t, l, e).Records {
			all = append(all, r.Status)
			assert.Equal(t, l.Bytes/uint64(max(l.Jobs, 1)), r.MemoryLimit)
		}
		return all
	}
	short := []search.Status{search.MemoryLimit, search.MemoryLimit, search.MemoryLimit}
	l.Bytes = 1 << 20
	assert.Equal(t, short, states())

	ran := 0
	l.Kept = func(bench.Record) { ran++ }
	l.Bytes += 1 << 10
	for _, r := range run(t, l, e).Records {
		assert.EqualValues(t, 1<<20, r.MemoryLimit)
	}
	assert.Zero(t, ran, "a little more changes nothing")

	l.Bytes = 2 << 20
	interrupted, stop := context.WithCancel(t.Context())
	l.Began = func(lab.Outcome) { stop() }
	o, err := l.Run(interrupted, e)
	require.NoError(t, err)
	assert.Empty(t, o.Records)
	l.Began = nil
	assert.Equal(t, []int{3, 0}, listed(t, l, e))
	l.Bytes = 1 << 20
	assert.Len(t, run(t, l, e).Records, 3, "nothing of less is lost for it")
	assert.Zero(t, ran)

	l.Bytes = 4 << 20
	l.Jobs = 2
	l.Began = func(o lab.Outcome) {
		assert.Equal(t, []int{0, 0, 3}, []int{o.Before, o.Dropped, o.Again})
	}
	assert.Equal(t, short, states())
	assert.Equal(t, 3, ran)
	l.Began = nil
	l.Bytes = 2 << 20
	l.Jobs = 1
	assert.Equal(t, short, states())
	assert.Equal(t, 3, ran, "as much for each as before")

	e.Name = "limited"
	e.Limits.Bytes = 1 << 20
	run(t, l, e)
	l.Bytes = 1 << 30
	ran = 0
	run(t, l, e)
	assert.Zero(t, ran)
}
