package main

import (
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// example returns the path of a file in examples/.
func example(name string) string {
	return filepath.Join(sourceFolder, "..", "..", "examples", name)
}

func TestInit(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "init")
	assert.Equal(t, outcome{cli.ExitDone,
		"wrote experiment.yaml; run it with npuzzle run experiment.yaml\n", ""}, got)
	got = here.npuzzle("", "init")
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: experiment.yaml already exists; expected a new name, or --force\n"}, got)
	got = here.npuzzle("", "init", "none/other.yaml")
	assert.Equal(t, outcome{cli.ExitFailed, "",
		"npuzzle: none/other.yaml: no such file or directory\n"}, got)
	got = here.npuzzle("", "init", "a", "b")
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: init takes [FILE], but was given 2 arguments; see" +
			" npuzzle init --help\n"}, got)

	if testing.Short() {
		return
	}
	golden(t, "run-template.txt", here.npuzzle("", "run", "experiment.yaml").out)
	golden(t, "run-template-again.txt", here.npuzzle("", "run", "experiment.yaml", "--jobs",
		"1").out)
	golden(t, "run-template-show.txt", withoutTime(here.npuzzle("", "show").out))
}

// withoutTime takes dates out of an output.
func withoutTime(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if at := strings.Index(line, ", begun "); at >= 0 {
			line = line[:at] + ", begun TIME\n"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "")
}

// The worked examples work.
func TestExampleFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("runs hundreds of searches")
	}
	t.Parallel()
	here := newFolder(t)
	for _, name := range []string{"experiment", "one-game", "generator"} {
		got := here.npuzzle("", "run", example(name+".yaml"))
		assert.Empty(t, got.errors, name)
		if name != "experiment" { // of its 4x4 not all are solved
			assert.Zero(t, got.status, name)
		}
		golden(t, "example-"+name+".txt", got.out)
	}
	files, err := filepath.Glob(example("*.yaml"))
	require.NoError(t, err)
	for _, file := range files {
		_, err := cli.ReadExperiments(file, cli.Console{Err: io.Discard})
		assert.NoError(t, err, file)
	}
	boards := here.npuzzle("", "run", example("generator.yaml")).out
	solved := objectsOf(t, here.npuzzle(boards, "solve", "--json").out)
	assert.Len(t, solved, 15, "in a form that solve reads")
	drawn := objectsOf(t, here.npuzzle("", "run", example("generator.yaml"), "--json").out)
	require.Len(t, drawn, 15)
	for i, key := range []string{"board", "goal"} {
		assert.Equal(t, solved[14][key], drawn[14][key], i)
	}
}

func TestDryRun(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "run", example("one-game.yaml"), "--dry-run", "--jobs", "2")
	assert.Equal(t, cli.ExitDone, got.status)
	golden(t, "dry-run.txt", got.out)
	files, err := os.ReadDir(here.name)
	require.NoError(t, err)
	assert.Empty(t, files, "it changes nothing")

	require.Zero(t, here.npuzzle("", "run", example("one-game.yaml")).status)
	golden(t, "dry-run-kept.txt", here.npuzzle("", "run",
		example("one-game.yaml"), "--dry-run").out)
}

// An experiment on standard input is one like another, and goes on by its name.
func TestRunStandardInput(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	const text = "puzzles: [{size: 2x3, count: 2}]\nsolvers: [{algorithm: astar}]\n"
	for before := range 2 {
		got := here.npuzzle("name: piped\n"+text, "run", "-", "--json")
		require.Equal(t, cli.ExitDone, got.status, got.errors)
		report := objectsOf(t, got.out)[0]
		assert.Equal(t, []any{"piped", 2., 2. * float64(before)},
			[]any{report["experiment"], report["trials"],
				report["before"]})
	}
	assert.Equal(t, "standard input",
		objectsOf(t, here.npuzzle(text, "run", "-", "--json").out)[0]["experiment"])
	got := here.npuzzle("seed: many\n"+text, "run", "-")
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Contains(t, got.errors,
		`npuzzle: standard input:1: seed "many": expected a whole number`)
}

func TestRunAsJSON(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("small.yaml", `
puzzles:
  - {size: 2x3, count: 2}
  - {name: by hand, boards: [1 2/3 0]}
solvers:
  - {algorithm: astar, heuristic: [manhattan, linear-conflict]}
  - {algorithm: ga}
node-limit: 5000
`)
	got := objectsOf(t, here.npuzzle("", "run", "small.yaml", "--json", "--isolate").out)[0]
	assert.Equal(t, []any{"small", "results/lab.sqlite", 9., 0., false},
		[]any{got["experiment"], got["results"],
			got["trials"], got["before"], got["partial"]})
	groups := got["groups"].([]any)
	require.Len(t, groups, 2)
	for i, name := range []string{"2x3", "by hand"} {
		group := groups[i].(map[string]any)
		assert.Equal(t, name, group["group"])
		assert.Len(t, group["solvers"], 3)
	}
	for _, trial := range objectsOf(t, here.npuzzle("", "show", "--json").out) {
		assert.Equal(t, true, trial["isolated"])
	}
}

func TestMistakesOfRun(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("bad.yaml", "puzzles:\n  - size: 3x3\n    count: many\n")
	here.write("large.yaml", "memory-limit: 10GB\npuzzles: [{size: 3x3, count:"+
		" 1}]\nsolvers: [{algorithm: astar}]\n")
	here.write("impossible.yaml", "puzzles: [{size: 1x3, count: 1, misplaced: 1, goal: 1"+
		" 0 2}]\nsolvers: [{algorithm: astar}]\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"run"}, "run takes EXPERIMENT.yaml, but was given 0 arguments; see npuzzle run " +
			"--help"},
		{[]string{"run", "a", "b"},
			"run takes EXPERIMENT.yaml, but was given 2 arguments; see npuzzle run --help"},
		{[]string{"run", "none.yaml"}, "none.yaml: no such file or directory"},
		{[]string{"run", "bad.yaml"},
			"bad.yaml:3: count \"many\": expected a whole number from 1 to 1000000000"},
		{[]string{"run", "large.yaml", "--jobs", "2", "--memory-limit", "1GB"},
			"2 jobs of 10 GB each, but only 975 MB may be used; expected fewer jobs or more " +
				"memory"},
		{[]string{"run", "impossible.yaml"},
			"found no solvable board of 1x3 with exactly 2 of its 2 tiles misplaced;" +
				" try another share"},
		{[]string{"list"}, "no store results/other.sqlite; expected a file made by npuzzle " +
			"compare or npuzzle run," +
			" or --store FILE"},
	} {
		if c.args[0] == "list" {
			here.set(cli.StoreVariable, "results/other.sqlite")
		}
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"},
			here.npuzzle("", c.args...), "%q", c.args)
	}
}

// What is kept can be listed, shown, written for others and removed.
func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.set(cli.StoreVariable, "mine.sqlite")
	require.Zero(t, here.npuzzle("", "run", example("one-game.yaml")).status)
	require.Zero(t, here.npuzzle("", "compare", "--size", "2x3", "--puzzles", "2", "--set",
		soon).status)

	listed := here.npuzzle("", "list")
	assert.Equal(t, here.npuzzle("", "ls"), listed)
	for _, line := range []string{"one-game  run  1/1  complete", "compare-1  compare  "} {
		assert.Contains(t, measuresAside(listed.out), line)
	}
	experiments := objectsOf(t, here.npuzzle("", "list", "--json").out)
	require.Len(t, experiments, 2)
	assert.Equal(t, []any{"one-game", 1., 1.},
		[]any{experiments[0]["experiment"], experiments[0]["trials"],
			experiments[0]["done"]})

	trial := objectsOf(t, here.npuzzle("", "show", "one-game", "--json").out)[0]
	key := trial["key"].(string)
	for _, name := range []string{key, key[:8], "one-game/" + key[:8]} {
		got := here.npuzzle("", "show", name)
		require.Zero(t, got.status, got.errors)
		assert.Contains(t, got.out, "trial "+key+
			" of one-game: astar on boards, repeat 1\nboard 1: 8 6 7/2 5 4/3 0"+
			" 1\nsolved in 31 moves (24 multi-tile), proven optimal\n")
	}
	text, err := os.ReadFile(example("one-game.yaml"))
	require.NoError(t, err)
	assert.Equal(t, string(text), here.npuzzle("", "show", "one-game", "--definition").out)

	// A comparison's definition is a file that run takes.
	here.write("compare.yaml", here.npuzzle("", "show", "compare-1", "--definition").out)
	require.Zero(t, here.npuzzle("", "run", "compare.yaml").status)
	was := objectsOf(t, here.npuzzle("", "show", "compare-1", "--json").out)
	is := objectsOf(t,
		here.npuzzle("", "show", "compare", "--json").out)
	require.Len(t, is, len(was))
	assert.Equal(t, was[0]["seconds"], is[0]["seconds"], "no trial ran again")
	for i := range was {
		for _, same := range []string{"key", "moves", "solver", "expanded", "evaluated"} {
			assert.Equal(t, was[i][same], is[i][same], same)
		}
	}

	rows, err := csv.NewReader(strings.NewReader(here.npuzzle("", "export",
		"compare-1").out)).ReadAll()
	require.NoError(t, err)
	assert.Len(t, rows, 1+len(was))
	lines := objectsOf(t, here.npuzzle("", "export", "compare-1", "--format", "jsonl").out)
	require.Len(t, lines, len(was))
	for i, line := range lines {
		assert.Equal(t, []any{was[i]["key"], was[i]["moves"]}, []any{line["key"], line["moves"]})
		assert.Contains(t, line, "time_limit")
		assert.Nil(t, line["time_limit"])
	}
	require.Zero(t, here.npuzzle("", "export", "compare-1", "--format", "parquet", "--out",
		"trials.parquet").status)
	file := here.read("trials.parquet")
	assert.Equal(t, "PAR1", file[:4])

	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"export", "--out", "trials.parquet"},
			"--out trials.parquet already exists; expected a new name, or --force"},
		{[]string{"show", "none"},
			`"none" is not an experiment in mine.sqlite; expected one of one-game, compare-1,` +
				` compare, or the first characters of a trial's key`},
		{[]string{"remove", "one-game", "none"},
			`"none" is not an experiment in mine.sqlite; expected one of ` +
				`one-game, compare-1, compare, or the first characters of a trial's key`},
		{[]string{"remove"}, "remove takes EXPERIMENT|[EXPERIMENT/]KEY..., but was given " +
			"0 arguments; see npuzzle remove --help"},
		{[]string{"show", key, "--definition"}, `"` + key +
			`" is a trial; expected an experiment with --definition`},
	} {
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"},
			here.npuzzle("", c.args...), "%q", c.args)
	}
	assert.Equal(t, outcome{cli.ExitDone, "removed trial " + key + " of one-game\n", ""},
		here.npuzzle("", "rm", key[:8]))
	assert.Contains(t, measuresAside(here.npuzzle("", "list").out),
		"one-game  run  0/1  unfinished")
	assert.Equal(t, outcome{cli.ExitDone,
		"removed one-game with 0 trials\nremoved compare with 0 trials\n", ""},
		here.npuzzle("", "remove", "one-game",
			"compare"), "the other experiment has the same trials")
	assert.Equal(t, outcome{cli.ExitDone, "removed compare-1 with " +
		units.Plural(len(is), "trial", "trials") + "\n",
		""},
		here.npuzzle("", "remove", "compare-1"))
	assert.Empty(t, here.npuzzle("", "list", "--json").out)
}

// Two files of one name: the experiment lists the trials of the last file that ran. The trials of
// the other file stay in the store.
func TestFilesOfOneName(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	file := func(solvers string) {
		text := "name: mine\npuzzles: [{size: 2x3, count: 2}]\nsolvers: " + solvers + "\n"
		here.write("mine.yaml", text)
	}
	file("[{algorithm: astar}, {algorithm: bfs}]")
	require.Zero(t, here.npuzzle("", "run", "mine.yaml").status)
	file("[{algorithm: bfs}]")
	got := here.npuzzle("", "run", "mine.yaml")
	assert.Zero(t, got.status)
	assert.Equal(t, "npuzzle: 2 stored trials are no longer part of mine: the experiment, the "+
		"limits or the program"+
		" has changed\n", got.errors)
	listed := measuresAside(here.npuzzle("", "list").out)
	assert.Contains(t, listed, "mine  run  2/2  complete  ")

	file("[{algorithm: greedy}]")
	got = here.npuzzle("", "run", "mine.yaml")
	assert.Zero(t, got.status)
	assert.Equal(t, "npuzzle: 2 stored trials are no longer part of mine: the experiment, the "+
		"limits or the program"+
		" has changed\n", got.errors)
	file("[{algorithm: bfs}]")
	assert.Zero(t, here.npuzzle("", "run", "mine.yaml").status)
	assert.Equal(t, listed, measuresAside(here.npuzzle("", "list").out), "the trials were kept")
}

// A file may hold several experiments. The log gets a line for each trial that runs.
func TestRunSeveralExperiments(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	const text = "name: first\npuzzles: [{size: 2x3, count: 2}]\nsolvers: [{algorithm: " +
		"bfs}]\n---\n" +
		"name: second\npuzzles: [{size: 2x2, count: 3}]\nsolvers: [{algorithm: astar}]\n"
	here.write("two.yaml", text)
	got := here.npuzzle("", "run", "two.yaml", "--json", "--log", "log.jsonl")
	assert.Zero(t, got.status, got.errors)
	results := objectsOf(t, got.out)
	require.Len(t, results, 2)
	assert.Equal(t, []any{"first", "second"},
		[]any{results[0]["experiment"], results[1]["experiment"]})
	assert.Equal(t, []any{2.0, 3.0}, []any{results[0]["trials"], results[1]["trials"]})
	log := here.read("log.jsonl")
	lines := objectsOf(t, log)
	require.Len(t, lines, 5)
	assert.Equal(t, []any{"first", "bfs", "solved"},
		[]any{lines[1]["experiment"], lines[1]["solver"],
			lines[1]["status"]})

	got = here.npuzzle("", "run", "two.yaml", "--log", "log.jsonl") // all trials are stored
	assert.Zero(t, got.status, got.errors)
	assert.Regexp(t, `(?s)^experiment first\n\n.*\nexperiment second\n\n`, got.out)
	again := here.read("log.jsonl")
	assert.Equal(t, log, again)

	for _, args := range [][]string{
		{"--log", "log.jsonl", "--dry-run"}, {"--json", "--dry-run"},
		{"--log", "missing/log.jsonl"},
	} {
		got := here.npuzzle("", append([]string{"run", "two.yaml"}, args...)...)
		assert.Equal(t, cli.ExitUsage, got.status, args)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
	}
	got = here.npuzzle("", "run", "two.yaml", "--dry-run")
	assert.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, "experiment second")
}
