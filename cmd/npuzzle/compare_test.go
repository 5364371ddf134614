package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
	"npuzzle/solvers"
)

// cancelled returns a context that has been cancelled.
func cancelled(parent context.Context) context.Context {
	ctx, cancel := context.WithCancel(parent)
	cancel()
	return ctx
}

// soon is the setting that ends the improvement of a plan soon. Without it the genetic solver takes
// most of the time of a comparison of small boards.
const soon = "patience=2"

func TestCompareGolden(t *testing.T) {
	slow.NotShort(t)
	t.Parallel()
	for name, args := range map[string][]string{
		"compare": {"--puzzles", "4"},
		"compare-walk": {"--puzzles", "5", "--walk", "40", "--size", "2x4", "--algorithm",
			"astar,greedy", "--heuristic", "misplaced,max(manhattan,euclidean)"},
		"compare-different": {"--puzzles", "20", "--size", "2x4", "--algorithm",
			"astar,idastar,greedy"},
		"compare-json": {"--puzzles", "3", "--json", "--jobs", "2"},
		"compare-limit": {"--puzzles", "4", "--misplaced", "1", "--algorithm", "iddfs,ucs",
			"--node-limit", "1000"},
	} {
		here := newFolder(t)
		got := here.npuzzle("", append([]string{"compare"}, args...)...)
		assert.Empty(t, got.errors, name)
		golden(t, name+".txt", got.out)
	}
}

func TestCompareKeepsEveryTrial(t *testing.T) {
	parallel(t)
	here := newFolder(t)
	got := here.npuzzle("", "compare", "--size", "2x3", "--puzzles", "4", "--seed", "7", "--json",
		"--jobs", "2", "--preset", "pure,memetic", "--set", soon)
	require.Zero(t, got.status, got.errors)
	summary := objectsOf(t, got.out)[0]
	assert.Equal(t, []any{"results/lab.sqlite", "compare-1"},
		[]any{summary["results"], summary["experiment"]})
	trials := objectsOf(t, here.npuzzle("", "show", "compare-1", "--json").out)
	assert.Len(t, trials, 12)
	solvers := map[any]int{}
	boards := strings.Fields(strings.ReplaceAll(npuzzle("", "generate", "--size", "2x3",
		"--puzzles", "4", "--seed", "7").out, " ", ","))
	for _, trial := range trials {
		solvers[trial["solver"]]++
		number := int(trial["puzzle"].(float64))
		assert.Equal(t, boards[number-1], strings.ReplaceAll(trial["board"].(string), " ", ","),
			"generate draws the same boards")

		// A trial can be run again from what is kept of it.
		args := []string{"solve", "--json", "--algorithm", trial["algorithm"].(string), "--goal",
			trial["goal"].(string)}
		if preset, evolving := strings.CutPrefix(trial["solver"].(string), "ga "); evolving {
			args = append(args, "--preset", preset, "--set", soon, "--seed",
				jsonText(t, trial["seed"]))
		}
		again := npuzzle(trial["board"].(string), args...)
		repeated := objectsOf(t, again.out)[0]
		for _, key := range []string{"moves", "status", "expanded", "generated", "evaluated",
			"lower_bound"} {
			assert.Equal(t, trial[key], repeated[key], key)
		}
	}
	assert.Equal(t, map[any]int{"astar": 4, "ga pure": 4, "ga memetic": 4}, solvers)
}

func jsonText(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return strings.TrimSuffix(string(text), ".0")
}

func TestKeysOfCompare(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "compare", "--size", "2x3", "--puzzles", "3", "--json", "--preset",
		"pure", "--set", soon)
	require.Zero(t, got.status, got.errors)
	object := objectsOf(t, got.out)[0]
	for _, key := range []string{"puzzles", "size", "seed", "solvers"} {
		assert.Contains(t, object, key)
	}
	for _, solver := range object["solvers"].([]any) {
		for _, key := range strings.Fields(
			`name heuristic solved accuracy accuracy_low accuracy_high mean_length
			mean_optimal gap optimal_share mean_seconds median_seconds`) {
			assert.Contains(t, solver, key)
		}
	}
}

// The same comparison finds its trials and prints the same results, whether it has ended or
// was cut short. Another comparison gets a name of its own.
func TestRepeatedCompare(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	args := []string{"compare", "--size", "2x3", "--puzzles", "1", "--preset", "pure", "--set",
		soon}
	first := here.npuzzle("", args...)
	require.Zero(t, first.status, first.errors)
	const kept = "trials kept in results/lab.sqlite as compare-1\n" +
		"next: npuzzle report compare-1 (plots and paired comparisons)\n"
	table, found := strings.CutSuffix(first.out, kept)
	require.True(t, found, first.out)
	again := here.npuzzle("", args...)
	assert.Equal(t, table+
		"stored results: no trial ran again; npuzzle remove compare-1 lets the same command run "+
		"all"+
		" anew\n"+kept, again.out, "with the times of the first run")
	another := append(args, "--puzzles", "2")
	assert.Contains(t, here.npuzzle("", another...).out, " as compare-2\n")

	trial := objectsOf(t, here.npuzzle("", "show", "compare-1", "--json").out)[0]
	require.Zero(t, here.npuzzle("", "remove", "compare-1/"+trial["key"].(string)[:12]).status)
	assert.Contains(t, here.npuzzle("", args...).out,
		"\n1 trial is from an earlier run\ntrials kept in results/lab.sqlite as compare-1\n")

	// A name makes another experiment, which shares the trials. The other flags may change under
	// it.
	named := append(args, "--name", "mine")
	assert.Contains(t, here.npuzzle("", named...).out,
		"\ntrials kept in results/lab.sqlite as mine\n")
	assert.Contains(t, here.npuzzle("", append(named, "--puzzles", "3")...).out,
		"\n4 trials are from an earlier run\n")
	assert.Contains(t, here.npuzzle("", args...).out,
		"stored results: no trial ran again; compare-2, mine have some of the trials, too\n"+
			"to run all anew, add --store NEW.sqlite to the same command\n")
	trial = objectsOf(t, here.npuzzle("", "show", "mine", "--json").out)[0]
	got := here.npuzzle("", "remove", trial["key"].(string)[:12])
	assert.Equal(t, cli.ExitDone, got.status, got.errors)
	for _, e := range objectsOf(t, here.npuzzle("", "list", "--json").out) {
		assert.Equal(t, e["trials"].(float64)-1, e["done"],
			"the trial is removed from all experiments")
	}
	assert.Equal(t, cli.ExitUsage, here.npuzzle("", append(args, "--name", "a/b")...).status)
	got = here.npuzzle("", append(args, "--name", "mine", "--seed", "2")...)
	assert.Equal(t, cli.ExitDone, got.status)
	assert.Contains(t, got.errors, "npuzzle: 5 stored trials are no longer part of mine: ")
}

// A flag that none of the algorithms takes is refused, and one that some of them take is not.
func TestCompareRefusesFlagsWithoutEffect(t *testing.T) {
	parallel(t)
	keepsFolderEmpty(t)
	for _, c := range []struct{ args, want string }{
		{"--algorithm=astar,bfs --weight=2",
			"weight is a setting of " + taking("weight") +
				", not of astar; expected it to be left out"},
		{"--algorithm=astar,bfs --first", "--first or --set improve: improve is a setting " +
			"of ga, not of astar; expected it to be left out"},
		{"--algorithm=bfs --heuristic=manhattan",
			"heuristic is a setting of " + taking("heuristic") +
				", not of bfs; expected it to be left out"},
		{"--algorithm=astar --preset=pure",
			"preset is a setting of ga, not of astar; expected it to be left out"},
	} {
		got := npuzzle("", append([]string{"compare", "--puzzles=2"}, strings.Fields(c.args)...)...)
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"}, got)
	}
	got := npuzzle("", "compare", "--puzzles=2", "--algorithm=astar,wastar", "--weight=2",
		"--order=ULRD", "--seed=3", "--store="+filepath.Join(t.TempDir(), "lab.sqlite"))
	assert.Zero(t, got.status, got.errors)
}

func TestCompareWithoutAPlaceForItsTrials(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("results", "")
	got := here.npuzzle("", "compare", "--puzzles", "1")
	assert.Equal(t, outcome{cli.ExitFailed, "", "npuzzle: results: not a directory\n"}, got)
	got = here.npuzzle("", "compare", "--size", "2x3", "--puzzles", "1", "--algorithm", "astar",
		"--store", "results")
	assert.Zero(t, got.status, "an empty file becomes a store")
	here.write("notes", "not a store, but long enough to be taken for something else"+
		" than an empty file")
	got = here.npuzzle("", "compare", "--puzzles", "1", "--store", "notes")
	assert.Equal(t, cli.ExitFailed, got.status)
	assert.Contains(t, got.errors, "npuzzle: notes is not a store or is damaged: ")
}

// Settings with several values are columns of the table, as in the published tables.
func TestSettingsAreColumns(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "compare", "--size", "2x3", "--puzzles", "4", "--algorithm", "astar,ga",
		"--preset", "study", "--population", "10,20", "--generations", "5|9", "--phases", "1")
	require.Equal(t, cli.ExitDone, got.status, got.errors)
	assert.Regexp(t, `(?m)^solver +population +generations `, got.out)
	assert.Regexp(t, `(?m)^ga study\S* +\S* *20 +9 `, got.out)
	assert.Regexp(t, `(?m)^astar \*? +- +- `, got.out)
	assert.NotRegexp(t, `(?m)^ga study population=`, got.out)

	got = here.npuzzle("", "compare", "--size", "2x3", "--puzzles", "4", "--algorithm", "ga",
		"--preset", "study", "--population", "10,20", "--phases", "1,2", "--generations", "9")
	require.Equal(t, cli.ExitDone, got.status, got.errors)
	assert.Contains(t, got.out, "all solvers: heuristic linear-conflict, solver ga study, ")
	assert.Regexp(t, `(?m)^ +population +phases +solved `, got.out)
	assert.Regexp(t, `(?m)^\S? +20 +2 +\S+ %`, got.out)
}

// An unsolved board is a result of compare and run.
func TestUnsolvedIsAResult(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "compare", "--puzzles", "2", "--algorithm", "astar", "--node-limit",
		"3", "--name", "short")
	assert.Equal(t, cli.ExitDone, got.status, got.errors)
	assert.Contains(t, got.out, "astar left 2 boards unsolved: the node limit")
	file := here.npuzzle("", "show", "short", "--definition").out
	here.write("short.yaml", file)
	assert.Equal(t, cli.ExitDone, here.npuzzle("", "run", "short.yaml").status)
}

// A* solves the first board; iddfs never does, until it is interrupted.
func TestInterruptedCompare(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	args := []string{"compare", "--size", "4x4", "--walk", "200", "--puzzles", "3", "--algorithm",
		"astar,iddfs", "--jobs", "1"}
	got := here.npuzzleUntil(here.whenKept("compare-1", 1), args...)
	assert.Equal(t, cli.ExitUnsolved, got.status)
	assert.Empty(t, got.errors)
	golden(t, "compare-interrupted.txt", got.out)
	assert.Len(t, here.kept("compare-1"), 1, "what was cancelled came to nothing")

	got = here.npuzzleInterrupted(append(args, "--json", "--store", "other.sqlite")...)
	assert.Equal(t, cli.ExitUnsolved, got.status)
	golden(t, "compare-interrupted-at-once.txt", got.out)
}

// compare takes boards from a file, and a solver for each value of a setting.
func TestCompareOnGivenBoards(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("boards.txt", "1 2 3/4 5 6/0 7 8\n1 2 3/0 5 6/4 7 8\n")
	o := here.npuzzle("", "compare", "--algorithm", "wastar", "--weight", "1,2.5", "--file",
		"boards.txt", "--json")
	require.Equal(t, 0, o.status, o.errors)
	var answer struct {
		Puzzles int
		Size    string
		Solvers []struct{ Name string }
	}
	require.NoError(t, json.Unmarshal([]byte(o.out), &answer))
	assert.Equal(t, []any{2, "3x3"}, []any{answer.Puzzles, answer.Size})
	assert.Equal(t, []struct{ Name string }{{"wastar weight=1"}, {"wastar weight=2.5"}},
		answer.Solvers)
	const snail = "# goal: snail\n1 2 3/8 4 0/7 6 5\n1 2 3/8 4 5/7 6 0"
	here.write("snail.txt", snail)
	o = here.npuzzle("", "compare", "--algorithm", "astar", "--file", "snail.txt", "--json")
	require.Equal(t, 0, o.status, o.errors)
	assert.Contains(t, o.out, `"goal":"1 2 3/8 0 4/7 6 5"`)
	assert.Contains(t, o.out, `"mean_length":1.5`)
	for input, want := range map[string]string{
		"1 2 3/4 5 6/7 8 0\n1 2/3 0": "board 2 is 2x2; expected 3x3, as the first board",
		"1 2 3/4 5 6/7 8 9\n":        "tile 9 is out of range",
		"1 2/3 0 # goal: snail\n1 2/3 0": "board 2 has the goal blank-last; expected snail, as " +
			"the first board",
		"": "no board; expected one such as",
	} {
		here.write("boards.txt", input)
		o := here.npuzzle("", "compare", "--file", "boards.txt")
		assert.Equal(t, cli.ExitUsage, o.status)
		assert.Contains(t, o.errors, want)
	}
	assert.Contains(t, here.npuzzle("", "compare", "--file", "boards.txt", "--size", "3x3").errors,
		"--size with --file")
	assert.Contains(t, here.npuzzle("", "compare", "--baseline", "ga purr").errors,
		`did you mean ga pure?`)
}

// The table divides the costs by those of the best solver, or of the baseline that was asked for.
// Settings that vary are columns. Long names stay out of the headings.
func TestTableOfCompare(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	compare := func(args ...string) string {
		got := here.npuzzle("", append([]string{"compare", "--puzzles", "12", "--heuristic",
			"manhattan"}, args...)...)
		require.Zero(t, got.status, got.errors)
		assert.True(t, fits(got.out, cli.FileColumns), got.out)
		return measuresAside(got.out)
	}
	table := compare("--algorithm", "greedy,astar", "--explain")
	assert.Contains(t, table, "solver  cost / astar  optimal  CPU mean  expanded\n")
	assert.Regexp(t, `\nastar +1 \(baseline\)  100.0 %`, table)
	assert.Regexp(t, `\ngreedy +[\d.]+ \([\d.]+–[\d.]+\) \*\*\* `, table)
	assert.Contains(t, table, "astar did best; the plans of greedy cost ")
	assert.Contains(t, table, "\ncost / NAME: ")
	table = compare("--algorithm", "greedy,astar", "--baseline", "greedy")
	assert.Contains(t, table, "cost / greedy")

	table = compare("--algorithm", "wastar", "--weight", "1.5,3", "--memory-limit", "1GB")
	assert.Regexp(t, `\n +weight `, table)
	for _, line := range strings.Split(table, "\n") {
		if strings.HasPrefix(line, "cost") {
			assert.NotContains(t, line, "weight=")
		}
	}
	assert.Contains(t, compare("--algorithm", "iddfs,astar", "--node-limit", "100"),
		"left 12 boards unsolved: the node limit")
}

// The head of the column of costs has the number of boards if it is less than all boards.
func TestBoardsOfTheCostColumn(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "compare", "--puzzles", "10", "--algorithm", "astar,greedy",
		"--node-limit", "500", "--heuristic", "manhattan")
	require.Zero(t, got.status, got.errors)
	assert.Regexp(t, `cost / (astar|greedy), on [1-9] boards?`, got.out)
}

// One board and one run say little about a solver that uses random numbers, so compare says how to
// take more. With repeats, it says so no more.
func TestCompareOnOneBoard(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	const hint = "\nOne run on one board says little about a solver that uses random numbers: "
	for _, c := range []struct {
		flags  string
		hinted bool
	}{
		{"--algorithm astar,ga --preset evolve --puzzles 1", true},
		{"--algorithm astar,ga --preset evolve --puzzles 1 --repeats 3", false},
		{"--algorithm astar,ga --preset evolve --puzzles 2", false},
		{"--algorithm astar,idastar --puzzles 1", false},
	} {
		got := here.npuzzle("", append([]string{"compare"}, strings.Fields(c.flags)...)...)
		require.Zero(t, got.status, got.errors)
		assert.Equal(t, c.hinted, strings.Contains(got.out, hint), c.flags)
	}
	got := here.npuzzle("", "compare", "--algorithm", "astar,ga", "--preset", "evolve", "--puzzles",
		"1", "--repeats", "3", "--json")
	require.Zero(t, got.status, got.errors)
	assert.Equal(t, 4.0, objectsOf(t, got.out)[0]["trials"], "astar runs once")
	got = here.npuzzle("", "compare", "--repeats", "0")
	assert.Contains(t, got.errors, "flag --repeats: expected a whole number from 1 to")
}

// A line below the tables says why they have other columns than usual.
func TestCompareSaysWhyColumnsDiffer(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	const of = "because no solver counts "
	for _, c := range []struct{ flags, want string }{
		{"--algorithm astar,ga --preset memetic", ""},
		{"--algorithm astar,greedy", "\ncolumns: evaluated is left out " + of + "evaluated plans\n"},
		{"--algorithm ga --preset evolve,study", "\ncolumns: gap (cost / optimal cost) is shown " +
			"because the plans of ga evolve are not all proven to be optimal; expanded is left out " +
			of + "expanded states\n"},
		{"--algorithm bfs,greedy --node-limit 300 --baseline bfs", "\ncolumns: gap " +
			"(cost / optimal cost) takes the place of a ratio because the baseline solved no board"},
	} {
		args := append([]string{"compare", "--puzzles", "3"}, strings.Fields(c.flags)...)
		got := here.npuzzle("", args...)
		require.Zero(t, got.status, got.errors)
		if c.want == "" {
			assert.NotContains(t, got.out, "columns: ")
			continue
		}
		oneLine := strings.ReplaceAll(got.out, "\n", " ")
		assert.Contains(t, oneLine, strings.TrimSpace(c.want), got.out)
	}
}

// The algorithm all stands for all algorithms that can finish, and a line tells about each of the
// others.
func TestCompareAllAlgorithms(t *testing.T) {
	t.Parallel()
	const limit = "; expected --time-limit, --cpu-limit or --node-limit"
	aimless := []string{
		"left out: bfs: without an estimate, it does not finish on 3x4" + limit,
		"left out: ucs: without an estimate, it does not finish on 3x4" + limit,
		"left out: iddfs: without an estimate, it does not finish on 3x4" + limit,
	}
	for _, c := range []struct {
		args    string
		notices []string
		without []string
	}{
		{args: "--size 2x3"},
		{args: "--size 3x3 --walk 10"},
		{args: "--size 3x4 --walk 10 --node-limit 1000"},
		{
			args: "--size 3x4 --walk 10",
			notices: append(aimless,
				"left out: beam: it goes on until a limit on 3x4"+limit),
			without: []string{"bfs", "ucs", "iddfs", "beam"},
		},
	} {
		here := newFolder(t)
		args := strings.Fields("compare --json --algorithm ALL --preset evolve --puzzles 1 " + c.args)
		got := here.npuzzle("", args...)
		require.Zero(t, got.status, got.errors)
		notices := ""
		for _, notice := range c.notices {
			notices += "npuzzle: " + notice + "\n"
		}
		assert.Equal(t, notices, got.errors)
		ran := map[string]bool{}
		for _, solver := range objectsOf(t, got.out)[0]["solvers"].([]any) {
			name, _, _ := strings.Cut(solver.(map[string]any)["name"].(string), " ")
			ran[name] = true
		}
		for _, name := range solvers.Names() {
			assert.Equal(t, !slices.Contains(c.without, name), ran[name], "%s: %s", c.args, name)
		}
	}
	here := newFolder(t)
	got := here.npuzzle("", strings.Fields(
		"compare --algorithm all --size 5x5 --heuristic zero --preset evolve")...)
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Equal(t, "npuzzle: bfs: without an estimate, it does not finish on 5x5"+limit+"\n",
		got.errors)
	got = here.npuzzle("", "compare", "--algorithm", "all,bfs")
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Contains(t, got.errors, `"all" is not an algorithm`)
}

// Several sizes are compared one after another, each as an experiment of its own. The tables of the
// study "ga-vs-astar" come from one command.
func TestCompareSeveralSizes(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	study := strings.Fields("compare --size 2x2,3x3 --puzzles 5 --algorithm ga --preset study " +
		"--heuristic manhattan --population 10,20 --generations 10 --phases 1,2")
	got := here.npuzzle("", study...)
	require.Zero(t, got.status, got.errors)
	assert.Equal(t, 2, strings.Count(got.out, " population  phases "), got.out)
	for _, size := range []string{"2x2", "3x3"} {
		assert.Contains(t, got.out, "5 random boards of "+size)
	}
	assert.Contains(t, got.out, " as compare-1\n")
	assert.Contains(t, got.out, " as compare-2\n")

	got = here.npuzzle("", append(study, "--json")...)
	require.Zero(t, got.status, got.errors)
	objects := objectsOf(t, got.out)
	require.Len(t, objects, 2)
	for i, size := range []string{"2x2", "3x3"} {
		assert.Equal(t, size, objects[i]["size"])
		assert.Equal(t, objects[i]["trials"], objects[i]["before"], "no trial ran again")
	}

	// The tables of a heuristic are those of each size.
	got = here.npuzzle("", "compare", "--size", "2x3,3x3", "--puzzles", "2", "--algorithm",
		"astar,idastar", "--heuristic", "walking-distance", "--json")
	require.Zero(t, got.status, got.errors)
	assert.Len(t, objectsOf(t, got.out), 2)

	got = here.npuzzle("", append(study, "--name", "both")...)
	assert.Equal(t, 2, got.status)
	assert.Equal(t, "npuzzle: --name with 2 sizes; expected one size\n", got.errors)
}
