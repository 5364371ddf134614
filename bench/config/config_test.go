package config_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/setting"
	"npuzzle/solvers"
)

var algorithms = strings.Join(solvers.Names(), ", ")

func read(t *testing.T, text string) bench.Experiment {
	e, _, err := config.Read(text, "folder/mine.yaml")
	require.NoError(t, err)
	return e
}

// unprepared leaves heuristics as they are.
func unprepared(
	_ context.Context, h heuristics.Heuristic, _ puzzle.Board,
) (heuristics.Heuristic, error) {
	return h, nil
}

// keys returns the trials of an experiment.
func keys(t *testing.T, e bench.Experiment) []string {
	var all []string
	for task, err := range e.Plan(t.Context(), unprepared, bench.Provenance{}) {
		require.NoError(t, err)
		all = append(all, task.Puzzle.Group+" "+task.Solver.Name+" "+task.Key)
	}
	return all
}

func TestRead(t *testing.T) {
	e := read(t, `
description: a test
seed: 7
repeats: 3
time-limit: 1m30s
node-limit: 1000
memory-limit: 2GiB
isolate: true
history: true
puzzles:
  - {size: [3x3, 2x4], count: 5, walk: [10, 20]}
  - {size: 3x3, count: 4, misplaced: 0.5, seed: 9, goal: snail, name: half, node-limit: 50}
  - boards:
      - 1 2 3/4 5 6/7 0 8
      - |
        1 2/0 3   # a comment
        1 2 3 4 5 6 0 7 8
  - {set: korf-15, numbers: [1, 100]}
  - set: korf-24
  - {set: uniform-16x16, numbers: [50]}
solvers:
  - algorithm: bfs
  - {algorithm: astar, heuristic: [manhattan, "max(misplaced,euclidean)"], name: best-first}
  - algorithm: ga
    population: [100, 200]
    phase-mode: restart
    control: hill-climbing
    phases: [5, 10]
`)
	assert.Equal(
		t,
		[]any{
			"mine",
			"run",
			"a test",
			7,
			3,
			90 * time.Second,
			search.Limits{Generated: 1000, Bytes: 2 << 30},
			true,
			true,
		},
		[]any{e.Name, e.Kind, e.Description, int(e.Seed), e.Repeats, e.TimeLimit, e.Limits,
			e.Isolate, e.History},
	)
	var groups []string
	for _, g := range e.Groups {
		groups = append(groups, g.Name)
	}
	assert.Equal(
		t,
		[]string{
			"3x3 walk 10",
			"3x3 walk 20",
			"2x4 walk 10",
			"2x4 walk 20",
			"half",
			"boards 3x3",
			"boards 2x2",
			"korf-15",
			"korf-24",
			"uniform-16x16",
		},
		groups,
	)
	half := e.Groups[4]
	assert.Equal(
		t,
		[]any{4, 9, 0.5, "1,1,1,1", "1 2 3/8 0 4/7 6 5", 50},
		[]any{half.Count, int(half.Seed), *half.Scramble.Misplaced, half.Costs.String(),
			half.Goal.String(),
			int(half.NodeLimit)},
	)
	assert.Equal(t, []any{5, 7, 20},
		[]any{e.Groups[1].Count, int(e.Groups[1].Seed), *e.Groups[1].Scramble.Walk})
	assert.Len(t, e.Groups[5].Boards, 2)
	assert.Equal(t, []puzzle.Cost{57, 49}[0], e.Groups[7].Known[0])
	uniform, err := bench.Set("uniform-16x16")
	require.NoError(t, err)
	assert.Equal(t, uniform.Boards[49:], e.Groups[9].Boards)
	assert.Len(t, e.Groups[7].Boards, 2)
	assert.Len(t, e.Groups[8].Known, 50)
	var names []string
	for _, c := range e.Solvers {
		names = append(names, c.Name)
	}
	assert.Equal(t, []string{
		"bfs", "best-first manhattan", "best-first max(misplaced,euclidean)",
		"ga population=100 phases=5", "ga population=100 phases=10", "ga population=200 phases=5",
		"ga population=200 phases=10",
	}, names)
	assert.Equal(t, "restart", e.Solvers[3].Settings.Get("phase-mode"))
	assert.Equal(t, "hill-climbing", e.Solvers[3].Settings.Get("control"))
	assert.Equal(
		t,
		[]string{"200", "5"},
		[]string{e.Solvers[5].Settings.Get("population"), e.Solvers[5].Settings.Get("phases")},
	)
	assert.Equal(t, (20+4+3+2+50+1)*(3+4*3), e.Trials(), "solvers without a seed run once")
}

// Lists of values make solvers whose names tell the values; other names stay.
func TestNamesOfSolvers(t *testing.T) {
	for _, c := range []struct {
		solvers string
		names   []string
	}{
		{"[{algorithm: bfs}, {algorithm: astar, order: [ULRD, uldr], heuristic: zero}]",
			[]string{"bfs", "astar ULRD", "astar ULDR"}},
		{"[{algorithm: ga, phases: 5, population: [100, 200], preset: [study, pure]}]", []string{
			"ga study population=100", "ga study population=200", "ga pure population=100",
			"ga pure population=200"}},
		{"[{algorithm: astar}, {algorithm: astar, heuristic: zero, name: mine}]",
			[]string{"astar", "mine"}},
		{"[{algorithm: astar}, {algorithm: astar, heuristic: [zero, misplaced]}]",
			[]string{"astar", "astar zero", "astar misplaced"}},
	} {
		e := read(t, "puzzles: [{size: 3x3, count: 1}]\nsolvers: "+c.solvers+"\n")
		var names []string
		for _, s := range e.Solvers {
			names = append(names, s.Name)
		}
		assert.Equal(t, c.names, names)
	}
}

// A list of algorithms makes a solver of each, with the settings that it takes.
func TestListsOfAlgorithms(t *testing.T) {
	e := read(t, `{puzzles: [{size: 3x3, count: 1}], solvers: [
		{algorithm: [bfs, A*, wastar], heuristic: [zero, manhattan], weight: [2, 3]},
		{algorithm: [astar, idastar], name: mine, order: ULRD}]}`)
	var names []string
	for _, s := range e.Solvers {
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{"bfs", "astar zero", "astar manhattan", "wastar zero weight=2",
		"wastar zero weight=3",
		"wastar manhattan weight=2", "wastar manhattan weight=3", "mine astar", "mine idastar"},
		names)
	assert.Equal(t, "ULRD", e.Solvers[8].Settings.Get("order"))
}

// Move costs are one text or a list of four numbers.
func TestMoveCosts(t *testing.T) {
	for _, costs := range []string{
		"[0.1, 0.2, 0.3, 0.4]", "0.1,0.2,0.3,0.4", `"0.1, 0.2, 0.3, 0.4"`, `["0.1",0.2,3e-1,.4]`,
	} {
		e := read(t, "puzzles:\n  - size: 3x3\n    count: 1\n    move-costs: "+costs+"\n")
		assert.Equal(t, "0.1,0.2,0.3,0.4", e.Groups[0].Costs.String())
	}
}

// A solver can be limited to groups. Its trials have the same keys as without the limit.
func TestSolversOfSomeGroups(t *testing.T) {
	const puzzles = `puzzles: [{size: [2x3, 3x3], count: 2}, {name: far, size: 3x3, count: 3, ` +
		`walk: [5, 9]}]`
	e := read(t, puzzles+`
solvers:
  - algorithm: astar
  - {algorithm: bfs, groups: [2X3]}
  - {algorithm: ga, groups: [far, 3x3]}
`)
	assert.Nil(t, e.Solvers[0].Groups)
	assert.Equal(t, []string{"2x3"}, e.Solvers[1].Groups)
	assert.Equal(t, []string{"3x3", "far 3x3 walk 5", "far 3x3 walk 9"}, e.Solvers[2].Groups)
	for text, want := range map[string][]string{
		"fa":      {"far 3x3 walk 5", "far 3x3 walk 9"},
		"far 3x3": {"far 3x3 walk 5", "far 3x3 walk 9"},
	} {
		again := read(t, puzzles+"\nsolvers: [{algorithm: bfs, groups: "+text+"}]")
		assert.Equal(t, want, again.Solvers[0].Groups, text)
	}
	both := read(t, "puzzles: [{name: far, size: 2x3, count: 1, walk: [5, 9]}, {name: farther, "+
		"size: 3x3, count: 1}]\nsolvers: [{algorithm: bfs, groups: far}]")
	assert.Equal(t, []string{"far 2x3 walk 5", "far 2x3 walk 9"}, both.Solvers[0].Groups)
	assert.Equal(t, 10+2+8, e.Trials())
	some := keys(t, e)
	assert.Len(t, some, 20)
	assert.Subset(t, keys(t, read(t, puzzles+"\nsolvers: [{algorithm: [astar, bfs, ga]}]")), some)
	assert.Equal(t, some, keys(t, read(t, config.Write(e))))
}

// A pair of a solver and a group that do not go together is left out with a warning. If
// nothing is left, the file is at fault.
func TestPairsThatDoNotGoTogether(t *testing.T) {
	var takingCosts []string
	for _, name := range solvers.Names() {
		if !slices.Contains(solvers.UnitCostNames(), name) {
			takingCosts = append(takingCosts, name)
		}
	}
	for _, c := range []struct {
		text   string
		trials int
		want   []string
	}{
		{"puzzles:\n  - {size: 3x3, count: 1}\n  - {size: 3x3, count: 1, move-costs: " +
			"\"1,2,3,4\", name: dear}\n" +
			"solvers:\n  - algorithm: astar\n  - algorithm: [bfs, ga]\n    population: [50, 60]\n",
			5, []string{
				"mine.yaml:6: left out: solver bfs does not go with puzzles dear: bfs: needs " +
					"unit move costs; use " + strings.Join(takingCosts, ", ") +
					" for others; nor do 2 other solvers of this entry"}},
		{"puzzles: [{size: [3x3, 5x5], count: 1}]\nsolvers:\n  - {algorithm: astar, heuristic: " +
			"walking-distance}\n",
			1, []string{"mine.yaml:3: left out: solver astar does not go with puzzles 5x5: "}},
		{"puzzles: [{size: [3x3, 5x5], count: 1}]\nsolvers:\n  - {algorithm: astar, heuristic: " +
			"\"max(manhattan,max(pdb,walking-distance))\"}\n", 1, []string{
			"mine.yaml:3: left out: solver astar does not go with puzzles 5x5: "}},
		{"puzzles: [{size: [3x3, 4x4], count: 1}]\nsolvers:\n  - {algorithm: astar, heuristic: " +
			"\"pdb:5-5-5\"}\n", 1,
			[]string{"mine.yaml:3: left out: solver astar does not go with puzzles 3x3: "}},
		{"puzzles: [{size: [3x3, 4x4], count: 1}]\nsolvers:\n  - {algorithm: astar, heuristic: " +
			"\"pdb:5-5-5\", groups: 4x4}\n", 1, nil},
	} {
		e, warnings, err := config.Read(c.text, "mine.yaml")
		require.NoError(t, err, c.text)
		assert.Equal(t, c.trials, e.Trials(), c.text)
		require.Len(t, warnings, len(c.want), c.text)
		for i, want := range c.want {
			assert.Contains(t, warnings[i].Error(), want)
		}
		again, warnings, err := config.Read(config.Write(e), "mine.yaml")
		require.NoError(t, err)
		assert.Empty(t, warnings)
		assert.Equal(t, e.Trials(), again.Trials())
	}
}

// What is written reads as the same trials.
func TestWrite(t *testing.T) {
	for _, text := range []string{
		"seed: 3\npuzzles: [{size: 3x3, count: 3}]\nsolvers: [{algorithm: astar}]\n",
		`{seed: 3, repeats: 2, time-limit: 2s, cpu-limit: 1s, node-limit: 500, evaluations: 70, memory-limit: 1000000,
		  isolate: true, history: true, name: "true", description: "a: b\nc",
		  puzzles: [{size: [2x3, 3x2], count: 2, walk: [4, 5], goal: blank-first},
		    {size: 2x3, count: 2, misplaced: 1, seed: 0, node-limit: 7}, {boards: ["1 0/", "0 1/"], name: "12"}],
		  solvers: [{algorithm: wastar, weight: [1, 2.5], heuristic: zero},
		    {algorithm: iddfs, depth-limit: 5, prune: true, order: ULRD},
		    {algorithm: ga, genes: 7, crossover: 0.5, workers: 2, name: "0.5"}]}`,
		`{puzzles: [{size: 2x3, count: 2, move-costs: "0.1,0.2,0.3,0.4"}], solvers: [{algorithm: ` +
			`idastar, depth-limit: 5}]}`,
		config.Template,
	} {
		e := read(t, text)
		written := config.Write(e)
		again := read(t, written)
		assert.Equal(t, keys(t, e), keys(t, again), written)
		assert.Equal(t, []any{e.Name, e.Description, e.Repeats, e.TimeLimit, e.CPULimit, e.Limits,
			e.Isolate},
			[]any{again.Name, again.Description, again.Repeats, again.TimeLimit, again.CPULimit,
				again.Limits,
				again.Isolate})
		assert.Equal(t, written, config.Write(again))
	}
}

func TestBoardsOfAFile(t *testing.T) {
	folder := t.TempDir()
	require.NoError(
		t,
		os.WriteFile(filepath.Join(folder, "boards.txt"),
			[]byte("# two\n1 2 3/4 5 6/7 0 8\n\n1 2/3 0\n"), 0o600),
	)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "bad.txt"),
		[]byte("1 2 3/4 5 6/7 0 8\n1 2/3 3\n"), 0o600))
	name := filepath.Join(folder, "mine.yaml")
	write := func(file string) {
		require.NoError(t, os.WriteFile(name, []byte("name: mine\npuzzles:\n  - file: "+file+"\n"),
			0o600))
	}
	write("boards.txt")
	open := func() (bench.Experiment, error) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		e, _, err := config.Read(string(text), name)
		return e, err
	}
	e, err := open()
	require.NoError(t, err)
	assert.Equal(t, []string{"boards 3x3", "boards 2x2"},
		[]string{e.Groups[0].Name, e.Groups[1].Name})
	write("bad.txt")
	_, err = open()
	assert.EqualError(t, err, filepath.Join(folder, "bad.txt")+
		":2: field 4: tile 3 appears twice; expected each of 0 to 3 once")
	write("none.txt")
	_, err = open()
	assert.EqualError(t, err, name+":3: "+filepath.Join(folder, "none.txt")+
		": no such file or directory; expected a file of boards")
}

// Boards that cannot be solved are results, but seldom meant: each entry with some
// has a warning.
func TestUnsolvableBoards(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "mine.yaml")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "boards.txt"),
		[]byte("1 2 3/4 5 6/7 0 8\n\n# the 14-15 puzzle\n1 2 3/4 5 6/8 7 0\n2 1 3/4 5 6/7 8 0\n"),
		0o600))
	e, warnings, err := config.Read(`
puzzles:
  - {size: 3x3, count: 2}
  - file: boards.txt
  - name: small
    boards:
      - 1 2/0 3
      - |
        0 1/2 3
        1 2/3 0
`, mine)
	require.NoError(t, err)
	assert.Equal(t, 8, e.Puzzles())
	var told []string
	for _, w := range warnings {
		told = append(told, w.Error())
	}
	assert.Equal(t, []string{
		mine + ":4: no moves lead from 1 2 3/4 5 6/8 7 0 to the goal: 2 of 3 boards count as " +
			"unsolvable",
		mine + ":6: no moves lead from 0 1/2 3 to the goal: 1 of 3 boards count as unsolvable",
	}, told)
}

func TestSeveralExperiments(t *testing.T) {
	const puzzles = "puzzles: [{size: 3x3, count: 1}]\n"
	all, _, err := config.ReadAll(strings.NewReader("# two\n---\nname: a\n"+puzzles+
		"--- # next\nname: b\n"+puzzles),
		"mine.yaml")
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"a", "b"}, []string{all[0].Name, all[1].Name})
	assert.Equal(t, "name: a\n"+puzzles, all[0].Text)
	assert.Equal(t, "name: b\n"+puzzles, all[1].Text)

	text := "---\n" + puzzles
	all, _, err = config.ReadAll(strings.NewReader(text), "mine.yaml")
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.Equal(t, "mine", all[0].Name)
	assert.Equal(t, text, all[0].Text)

	for _, c := range []struct{ text, want string }{
		{"", "mine.yaml:1: empty; expected an experiment, with puzzles and solvers"},
		{puzzles + "---\n" + puzzles,
			`mine.yaml:3: a second experiment with the name "mine"; expected a line name: ` +
				"with another name"},
		{puzzles + "---\nname: b\nsed: 1\n" + puzzles,
			`mine.yaml:4: "sed" is not a key of an experiment (did you ` +
				"mean seed?"},
	} {
		_, _, err := config.ReadAll(strings.NewReader(c.text), "mine.yaml")
		assert.ErrorContains(t, err, c.want)
	}
}

// Every kind of mistake is told with its line and what was expected.
func TestMistakes(t *testing.T) {
	const puzzles, solvers = "puzzles: [{size: 3x3, count: 1}]\n", "solvers: [{algorithm: astar}]\n"
	for _, c := range []struct{ text, want string }{
		{"", "mine.yaml:1: empty; expected an experiment, with puzzles and solvers"},
		{"name: a\n\tseed: 1\n",
			"mine.yaml:2: a tab where the line begins or between words; expected spaces"},
		{"name: a\npuzzles:\n\t- size: 3x3\n",
			"mine.yaml:3: a tab where the line begins or between words; expected spaces"},
		{"name: a\n" + puzzles + "---\nname: b\n",
			"mine.yaml:3: a second document; expected one in a file"},
		{"name: a/b\n" + puzzles,
			"mine.yaml:1: name \"a/b\": expected a name of 1 to 100 printable characters, " +
				"without / and \\, and not beginning with a point"},
		{`name: a\b` + "\n" + puzzles, `mine.yaml:1: name "a\\b": expected a name of`},
		{"name: ..\n" + puzzles, `mine.yaml:1: name "..": expected a name of`},
		{"\nname: \"a\\eb\"\n" + puzzles, `mine.yaml:2: name "a\x1bb": expected a name of`},
		{"name: \"a\\u202eb\"\n" + puzzles, `mine.yaml:1: name "a\u202eb": expected a name of`},
		{"description: \"a\\eb\"\n" + puzzles,
			`mine.yaml:1: description "a\x1bb": expected a text of printable characters`},
		{"description: \"a\\u202eb\"\n" + puzzles,
			`mine.yaml:1: description "a\u202eb": expected a text`},
		{"name: \"a\\u200bb\"\n" + puzzles, `mine.yaml:1: name "a\u200bb": expected a name of`},
		{"repeats: 1000000\npuzzles:\n  - {size: 3x3, count: 1000000000}\n" + solvers,
			"mine.yaml:3: puzzles 1000000000 x solvers 1 x repeats 1000000 are too many " +
				"trials; expected at most 100000000"},
		{"repeats: 1000000\npuzzles:\n  - {size: 3x3, count: 1000000000}\nsolvers:\n  - " +
			"algorithm: ga\n" +
			long("population", 100, 1) + long("generations", 100, 1),
			"mine.yaml:3: puzzles 1000000000 x solvers 10000 x repeats 1000000 are too many " +
				"trials; expected at most 100000000"},
		{"puzzles: [{size: 3x3, count: 1, move-costs: \"1,2,3,4\"}]\nsolvers:\n  - algorithm: " +
			"bfs\n",
			"mine.yaml:3: solver bfs does not go with puzzles 3x3: bfs: needs unit move costs"},
		{"puzzles: [{size: 3x3, count: 1, move-costs: \"1,2,3,4\"}]\nsolvers:\n  - {algorithm: " +
			"idastar, prune: " +
			"true}\n", "mine.yaml:3: solver idastar does not go with puzzles 3x3: idastar: " +
			"pruning"},
		{puzzles + "solvers:\n  - algorithm: astar\n    groups: [3x3, 4x4]\n",
			`mine.yaml:4: "4x4" is not a group of ` +
				`puzzles (did you mean 3x3?); expected one of 3x3`},
		{puzzles + "solvers:\n  - algorithm: astar\n    groups: [\"\"]\n",
			`mine.yaml:4: "" is not a group of puzzles`},
		{puzzles + "solvers:\n  - algorithm: [astar, idatsar]\n",
			`mine.yaml:3: algorithm: "idatsar" is not an algorithm (did you mean idastar?)`},
		{puzzles + "solvers:\n  - {algorithm: [astar, bfs], weight: 2}\n",
			"mine.yaml:3: weight is a setting of wastar, "},
		{puzzles + "solvers:\n  - {algorithm: astar, heuristic: manhatan}\n",
			`(did you mean manhattan?)`},
		{puzzles + "solvers:\n  - {algorithm: ga, preset: memtic}\n", `(did you mean memetic?)`},
		{puzzles + "solvers:\n  - {algorithm: ga, decoding: rankd}\n", `(did you mean ranked?)`},
		{"puzzles: [{size: 3x3, count: 1, goal: snial}]\n", `(did you mean snail?)`},
		{"puzzles: [{set: korf15x}]\n", `(did you mean korf-15?)`},
		{"puzzles: [{size: 3x3, count: 1, move-costs: [1, 2, 3]}]\n",
			`mine.yaml:1: move-costs: "1,2,3": 3 move costs; expected four`},
		{"puzzles:\n  - size: 3x3\n    count: 1\n" + long("walk", 10_001, 1),
			"mine.yaml:2: more than 10000 sizes, " +
				"walks and shares together; expected shorter lists"},
		{"name: [a\n",
			"mine.yaml:1: not YAML here or below: did not find expected ',' or ']'; expected " +
				"lines such as name: value"},
		{"name: a\nsolvers:\n  - algorithm: astar\n  heuristic: zero\n" + puzzles,
			"mine.yaml:2: not YAML here or below: did not find expected '-' indicator"},
		{"name: a\nsolvers: [{algorithm:\n  bfs}]\nseed: 1: 2\n" + puzzles,
			"mine.yaml:4: not YAML here or below: mapping values"},
		{"- a\n", "mine.yaml:1: an experiment is a list; expected values under keys of baseline, " +
			"cpu-limit, "},
		{"name: a\nsead: 1\n" + puzzles,
			`mine.yaml:2: "sead" is not a key of an experiment (did you mean seed?); expected ` +
				`one of baseline, cpu-limit, description, evaluations, history, isolate, ` +
				`memory-limit, name, node-limit, puzzles, repeats, seed, solvers, time-limit`},
		{"name: a\nseed: 1\nname: b\n" + puzzles,
			"mine.yaml:3: name appears twice in an experiment; expected it once"},
		{"name: [a, b]\n", "mine.yaml:1: name is a list; expected one value"},
		{"name:\n" + puzzles, "mine.yaml:1: name is empty; expected one value"},
		{"\nseed: -1\n", `mine.yaml:2: seed "-1": expected a whole number from 0 to ` +
			`18446744073709551615`},
		{"repeats: 0\n", "mine.yaml:1: repeats \"0\": expected a whole number from 1 to 1000000"},
		{"time-limit: -3s\n", `mine.yaml:1: time-limit "-3s": expected a time such as`},
		{"time-limit: soon\n",
			"mine.yaml:1: time-limit \"soon\": expected a time such as 10s, 1m30s or 0.5, a " +
				"number of seconds"},
		{"node-limit: many\n",
			"mine.yaml:1: node-limit \"many\": expected a whole number from 0 to " +
				"18446744073709551615"},
		{"memory-limit: much\n",
			"mine.yaml:1: memory-limit \"much\": expected an amount of memory such as 200MB, " +
				"2GiB or 1500000000"},
		{"isolate: perhaps\n", "mine.yaml:1: isolate \"perhaps\": expected true or false"},
		{"name: a\n" + solvers,
			"mine.yaml:1: no puzzles; expected puzzles: with a list of what to draw or read"},
		{"puzzles: []\n", "mine.yaml:1: puzzles is an empty list; expected at least one value"},
		{"puzzles:\n  - 3x3\n",
			`mine.yaml:2: an entry of puzzles is "3x3"; expected values under keys of boards, `},
		{"puzzles:\n  - size: 3by3\n    count: 1\n",
			`mine.yaml:2: size: "3by3" is not a size; expected ROWSxCOLS such as 3x4`},
		{"puzzles:\n  - size: 3x3\n",
			"mine.yaml:2: nothing to draw or read; expected count with size, boards, file or set"},
		{"puzzles:\n  - count: 3\n",
			"mine.yaml:2: count without a size; expected size: ROWSxCOLS such as 3x3"},
		{"puzzles:\n  - size: 3x3\n    count: 3\n    walk: 3\n    misplaced: 1\n",
			"mine.yaml:5: walk and misplaced in one entry; expected one of them"},
		{"puzzles:\n  - size: 3x3\n    count: 3\n    set: " +
			"korf-15\n", "mine.yaml:4: count and set in one entry; expected one of them"},
		{"puzzles:\n  - size: 3x3\n    count: 3\n    misplaced: [0.1,\n      1.5]\n",
			"mine.yaml:5: misplaced \"1.5\": expected a number from 0 to 1"},
		{"puzzles:\n  - set: korf-16\n",
			"mine.yaml:2: set \"korf-16\": expected one of korf-15, korf-24"},
		{"puzzles:\n  - set: korf-24\n    numbers: [51]\n",
			"mine.yaml:3: number 51 of korf-24; expected at most 50"},
		{"puzzles:\n  - set: korf-24\n    walk: 3\n",
			`mine.yaml:3: "walk" is not a key of an entry with set; ` +
				`expected one of move-costs, name, node-limit, numbers, set`},
		{"puzzles:\n  - size: 3x3\n    count: 1\n    goal: " +
			"upside-down\n", `mine.yaml:4: goal "upside-down" is not known; expected blank-last`},
		{"puzzles:\n  - size: 3x3\n    count: 1\n    move-costs: 1,2\n",
			`mine.yaml:4: move-costs: "1,2": 2 move ` +
				`costs; expected four, U,D,L,R, such as 0.1,0.2,0.3,0.4`},
		{"puzzles:\n  - boards:\n      - 1 2 3/4 5 6/7 0 8\n      - 1 2 3/4 5 5/7 0 8\n",
			"mine.yaml:4: field 6: tile 5 appears twice; expected each of 0 to 8 once"},
		{"puzzles:\n  - boards:\n    - |\n      1 2/0 3\n      1 2/0 x\n",
			"mine.yaml:5: field 4: tile 0 appears twice; expected each of 0 to 3 once"},
		{"puzzles:\n  - boards: ''\n",
			"mine.yaml:2: no board; expected one such as 1 2 3/4 5 6/7 0 8"},
		{"puzzles:\n  - {size: 3x3, count: 1}\n  - {size: 3x3, count: 2}\n",
			`mine.yaml:3: "3x3" appears twice ` +
				"in puzzles; expected a name of its own, such as name: 3x3 again"},
		{puzzles + "solvers: astar\n",
			`mine.yaml:2: a solver is "astar"; expected values under keys of algorithm, `},
		{puzzles + "solvers:\n  - heuristic: zero\n",
			"mine.yaml:3: a solver without algorithm; expected " +
				"algorithm: with one of " + algorithms},
		{puzzles + "solvers:\n  - algorithm: dfs\n",
			`mine.yaml:3: algorithm: "dfs" is not an algorithm (did you mean bfs?); expected one ` +
				`of bfs`},
		{puzzles + "solvers:\n  - algorithm: astar\n    heuristic: [zero, " +
			"best]\n", `mine.yaml:4: heuristic "best": "best" is not a heuristic; expected one ` +
			`of zero`},
		{puzzles + "solvers:\n  - algorithm: astar\n    population: 100\n",
			"mine.yaml:4: population is a setting of ga, not of astar; expected it to be left out"},
		{puzzles + "solvers:\n  - algorithm: ga\n    populaton: 100\n",
			`mine.yaml:4: "populaton" is not a key of a ` +
				`solver (did you mean population?); expected one of algorithm, `},
		{puzzles + "solvers:\n  - algorithm: ga\n    population: 1\n",
			`mine.yaml:4: population "1": expected a whole number from 2 to 1048576`},
		{puzzles + "solvers:\n  - algorithm: ga\n    seed: 1\n",
			`mine.yaml:4: "seed" is not a key of a solver (did you mean greed?); expected one of`},
		{puzzles + "solvers:\n  - algorithm: ga\n    crossover: 0\n    mutation: 0\n",
			"mine.yaml:3: ga: crossover " +
				"and mutation are 0; expected one above 0, or there are no children"},
		{puzzles + "solvers:\n  - algorithm: ga\n    population: {from: 1}\n",
			"mine.yaml:4: population is a mapping; expected one value"},
		{"evaluations: 100\n" + puzzles + "solvers: [{algorithm: astar}, " +
			"{algorithm: bfs}]\n", "mine.yaml:1: evaluations limit hillclimb, annealing, ga, not " +
			"astar, bfs; expected node-limit, which limits all solvers"},
		{puzzles + "solvers:\n  - algorithm: astar\n  - algorithm: astar\n",
			`mine.yaml:4: "astar" appears twice in solvers; expected a name of its own, such as ` +
				`name: astar again`},
		{puzzles + "solvers:\n  - algorithm: ga\n" + long("population", 101, 0) +
			long("generations", 101, 0),
			"mine.yaml:3: more than 10000 solvers; expected shorter lists"},
	} {
		_, _, err := config.Read(c.text, "mine.yaml")
		if assert.Error(t, err, "%.300s", c.text) {
			assert.Contains(t, err.Error(), c.want, "%.300s", c.text)
			assert.NotContains(t, err.Error(), "\n")
			var fault *config.Error
			assert.ErrorAs(t, err, &fault)
		}
	}
}

// docs/experiments.md lists every key.
func TestKeysAreDescribed(t *testing.T) {
	text, err := os.ReadFile("../../docs/experiments.md")
	require.NoError(t, err)
	for _, wrong := range []string{"colour: red", "puzzles: [{colour: red}]",
		"puzzles: [{size: 3x3, count: 1}]\nsolvers: [{colour: red}]"} {
		_, _, err := config.Read(wrong, "mine.yaml")
		require.Error(t, err)
		_, keys, found := strings.Cut(err.Error(), "expected one of ")
		require.True(t, found)
		for key := range strings.SplitSeq(keys, ", ") {
			if !slices.ContainsFunc(ga.Table, func(row setting.Row) bool {
				return row.Name == key
			}) {
				assert.Contains(t, string(text), "`"+key+"`", key)
			}
		}
	}
}

// The example of docs/experiments.md is an experiment: 3 groups and 3 solvers.
func TestExampleOfTheDocuments(t *testing.T) {
	text, err := os.ReadFile("../../docs/experiments.md")
	require.NoError(t, err)
	_, example, found := strings.Cut(string(text), "```yaml\n")
	require.True(t, found)
	example, _, _ = strings.Cut(example, "```")
	e := read(t, example)
	assert.Len(t, e.Groups, 3)
	assert.Len(t, e.Solvers, 3)
}

// long is a setting with a long list of values from 100, each so much more.
func long(name string, values, step int) string {
	var all []string
	for i := range values {
		all = append(all, strconv.Itoa(100+i*step))
	}
	return "    " + name + ": [" + strings.Join(all, ", ") + "]\n"
}

// What a file without a name is called must do for a name, too.
func TestNameOfTheFile(t *testing.T) {
	const text = "\npuzzles: [{size: 3x3, count: 1}]\n"
	for _, file := range []string{".yaml", "folder/.hidden.yaml"} {
		_, _, err := config.Read(text, file)
		assert.ErrorContains(t, err, file+
			":2: no name, and that of the file does not do: expected a name of")
	}
	e, _, err := config.Read("name: a b"+text, ".yaml")
	require.NoError(t, err)
	assert.Equal(t, "a b", e.Name)
}

// A text in no file describes the same experiment as in a file, but has no name of its own and
// reads no files.
func TestReadText(t *testing.T) {
	const text = "puzzles: [{size: 3x3, count: 2}]\nsolvers: [{algorithm: bfs}]\n"
	e, warnings, err := config.ReadText(text)
	require.NoError(t, err)
	assert.Empty(t, warnings)
	want, _, err := config.Read(text, "named.yaml")
	require.NoError(t, err)
	assert.Empty(t, e.Name)
	want.Name = ""
	assert.Equal(t, config.Write(want), config.Write(e))
	e, _, err = config.ReadText("name: mine\n" + text)
	require.NoError(t, err)
	assert.Equal(t, "mine", e.Name)

	file := filepath.Join(t.TempDir(), "boards.txt")
	require.NoError(t, os.WriteFile(file, []byte("1 2/3 0"), 0o666))
	for text, says := range map[string]string{
		"puzzles:\n  - file: " + file: "experiment:2: file \"" + file +
			"\" cannot be read from here; expected boards",
		"name: /a\n" + text: "experiment:1: name",
		"":                  "experiment:1: empty",
	} {
		_, _, err := config.ReadText(text)
		assert.ErrorContains(t, err, says)
	}
}

// A depth limit is a cost in the units in which the move costs are given.
func TestDepthLimit(t *testing.T) {
	e := read(t, `
puzzles:
  - {size: 3x3, count: 1, walk: 4}
  - {size: 3x3, count: 1, walk: 4, move-costs: "0.5,0.25,1,1", name: dear}
solvers: [{algorithm: idastar, depth-limit: 20}]
`)
	for task, err := range e.Plan(t.Context(), unprepared, bench.Provenance{}) {
		require.NoError(t, err)
		assert.Equal(t, "20", task.Record(puzzle.BlankNotation).Settings["depth-limit"],
			task.Puzzle.Group)
		assert.Equal(t, "20", task.Solver.Settings.Get("depth-limit"))
	}
}

// No text makes the reader fall over, and what it reads it can write.
func FuzzRead(f *testing.F) {
	f.Add(config.Template)
	f.Add("puzzles: [{size: [3x3, 2x4], count: 5, walk: [10, 20]}]\nsolvers: [{algorithm: ga, " +
		"phases: [1, 2]}]\n")
	f.Add("puzzles: [{boards: [1 2/0 3]}]\n")
	f.Add("a: &a [*a]\npuzzles: *a\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "file") {
			return // no fuzzing of the file system
		}
		e, _, err := config.Read(text, "fuzz.yaml")
		if err != nil {
			var fault *config.Error
			require.ErrorAs(t, err, &fault)
			require.NotContains(t, err.Error(), "\n")
			return
		}
		written := config.Write(e)
		again, _, err := config.Read(written, "fuzz.yaml")
		require.NoError(t, err, written)
		require.Equal(t, e.Trials(), again.Trials())
		require.Equal(t, written, config.Write(again))
	})
}

// Reading a tuning leaves the order of its keys as it is, so that the same flags are always written
// in the same way.
func TestTuningKeys(t *testing.T) {
	before := slices.Clone(bench.TuneKeys)
	e, _, err := config.ReadText("puzzles: [{size: 3x3, count: 2}]\nsolvers: [{algorithm: ga}]\n" +
		"tune:\n  budget: 5Mstates\n  space: {population: 5..50, genes: 5..20}\n")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"budget": "5Mstates",
		"space": "population=5..50, genes=5..20"}, e.Tune)
	assert.Equal(t, before, bench.TuneKeys)
}
