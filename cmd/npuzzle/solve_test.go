package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// objectsOf reads the JSON objects of an output, one a line.
func objectsOf(t *testing.T, out string) []map[string]any {
	t.Helper()
	var list []map[string]any
	for line := range strings.Lines(out) {
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &object), line)
		list = append(list, object)
	}
	return list
}

func TestSolveGolden(t *testing.T) {
	parallel(t)
	for name, args := range map[string][]string{
		"solve": {"--workers", "1", "1 2 3/4 5 6/0 7 8"},
		"solve-several": {"--workers", "1", "1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0",
			"8 6 7/2 5 4/3 0 1"},
		"solve-json": {"--json", "--algorithm", "astar", "8 6 7/2 5 4/3 0 1"},
		"solve-costs": {"--algorithm", "ucs", "--move-costs", "0.1,0.2,0.3,0.4",
			"1 2 3/0 4 5/7 8 6"},
		"solve-costs-json": {"--algorithm", "wastar", "--json", "--move-costs", "0.1,0.2,0.3,0.4",
			"1 2 3/0 4 5/7 8 6"},
		"solve-tile": {"--workers", "1", "--notation", "tile", "--goal", "blank-first", "--order",
			"ULRD", "3 1 2/6 4 5/7 0 8"},
		"solve-limit": {"--algorithm", "astar", "--node-limit", "100", "8 6 7/2 5 4/3 0 1"},
		"solve-depth": {"--workers", "1", "--algorithm", "iddfs", "--depth-limit", "5",
			"8 6 7/2 5 4/3 0 1"},
		"solve-ga": {"--workers", "1", "--algorithm", "ga", "--seed", "3", "--population", "50",
			"1 2 3/0 4 5/7 8 6"},
		"solve-ga-json": {"--workers", "1", "--algorithm", "ga", "--seed", "3", "--population",
			"50", "--json",
			"1 2 3/0 4 5/7 8 6"},
		"solve-animate":            {"--workers", "1", "--animate", "1 2 3/4 0 6/7 5 8"},
		"solve-unsolvable-animate": {"--workers", "1", "--animate", "1 2/0 3", "2 1/3 0"},
	} {
		got := npuzzle("", append([]string{"solve"}, args...)...)
		assert.Empty(t, got.errors, name)
		golden(t, name+".txt", got.out)
	}
}

func TestExitStatuses(t *testing.T) {
	parallel(t)
	const far = "8 6 7/2 5 4/3 0 1"
	for _, c := range []struct {
		args   []string
		status int
		ended  search.Status
	}{
		{[]string{"1 2 3/4 5 6/0 7 8"}, cli.ExitDone, search.Solved},
		{[]string{"1 2 3/4 5 6/7 8 0"}, cli.ExitDone, search.Solved},
		{[]string{"1 2 3/4 5 6/8 7 0"}, cli.ExitUnsolved, search.Unsolvable},
		{[]string{far, "--algorithm", "bfs", "--node-limit", "5"}, cli.ExitUnsolved,
			search.NodeLimit},
		{[]string{far, "--algorithm", "ga", "--preset", "study", "--evaluations", "150"},
			cli.ExitUnsolved, search.EvaluationLimit},
		{[]string{far, "--algorithm", "astar", "--memory-limit", "20kB"}, cli.ExitUnsolved,
			search.MemoryLimit},
		{[]string{far, "--algorithm", "iddfs", "--time-limit", "1ns"}, cli.ExitUnsolved,
			search.TimeLimit},
		{[]string{far, "--algorithm", "iddfs", "--depth-limit", "6"}, cli.ExitUnsolved,
			search.Exhausted},
		{[]string{"1 2 3/4 5 6/7 0 8", "--move-costs", "1,1,1,0.29", "--depth-limit", "0.29"},
			cli.ExitDone, search.Solved},
		{[]string{far, "--algorithm", "ga", "--population", "2", "--generations", "1", "--phases",
			"1"},
			cli.ExitUnsolved,
			search.Exhausted},
	} {
		got := npuzzle("", append([]string{"solve", "--json"}, c.args...)...)
		assert.Equal(t, c.status, got.status, "%q", c.args)
		assert.Empty(t, got.errors, "%q", c.args)
		list := objectsOf(t, got.out)
		require.Len(t, list, 1, "%q", c.args)
		assert.EqualValues(t, c.ended, list[0]["status"], "%q", c.args)
	}
}

// A limit of evaluations is kept, recorded, and refused for a solver that evaluates no plans.
func TestEvaluations(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "solve", "--json", "--algorithm", "ga", "--evaluations", "500",
		"8 6 7/2 5 4/3 0 1")
	require.Empty(t, got.errors)
	record := objectsOf(t, got.out)[0]
	assert.EqualValues(t, 500, record["evaluation_limit"])
	assert.LessOrEqual(t, record["evaluated"], 500.)
	refused := here.npuzzle("", "solve", "--evaluations", "500", "8 6 7/2 5 4/3 0 1")
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: board 1: evaluations limit hillclimb, annealing, ga, not idastar; expected " +
			"node-limit, which limits all solvers\n"}, refused)

	refused = here.npuzzle("", "compare", "--algorithm", "astar,idastar", "--evaluations", "500")
	assert.Equal(t, cli.ExitUsage, refused.status)
	got = here.npuzzle("", "compare", "--puzzles", "2", "--algorithm", "astar,ga", "--preset",
		"study", "--evaluations", "300", "--name", "few")
	require.Equal(t, cli.ExitDone, got.status, got.errors)
	csv := here.npuzzle("", "export", "few").out
	assert.Contains(t, csv, "evaluation_limit")
	assert.Equal(t, 2, strings.Count(csv, ",evaluation-limit,"), csv)
	assert.Contains(t, here.npuzzle("", "show", "few", "--definition").out, "evaluations: 300\n")
}

func TestOneUnsolvedOfSeveral(t *testing.T) {
	parallel(t)
	got := npuzzle("1 2/0 3\n2 1/3 0\n1 2/3 0\n", "solve", "--json")
	assert.Equal(t, cli.ExitUnsolved, got.status)
	list := objectsOf(t, got.out)
	require.Len(t, list, 3)
	for i, status := range []string{"solved", "unsolvable", "solved"} {
		assert.Equal(t, status, list[i]["status"])
		assert.EqualValues(t, i+1, list[i]["puzzle"])
	}
}

// Boards whose rows are lines are read, with and without their size.
func TestRowsOnLines(t *testing.T) {
	parallel(t)
	for _, args := range [][]string{{}, {"--size", "3x3"}} {
		got := npuzzle("1 2 3\n4 5 6\n7 0 8\n", append([]string{"solve", "--json"}, args...)...)
		require.Zero(t, got.status, got.errors)
		assert.Equal(t, "R", objectsOf(t, got.out)[0]["moves"])
	}
}

func TestKeysOfSolve(t *testing.T) {
	parallel(t)
	for _, algorithm := range solvers.Names() {
		got := npuzzle("1 2 3/4 5 6/0 7 8", "solve", "--json", "--algorithm", algorithm)
		require.Zero(t, got.status, got.errors)
		object := objectsOf(t, got.out)[0]
		for _, key := range strings.Fields(
			`board goal rows cols algorithm heuristic order seed status moves notation
			length cost optimal lower_bound expanded expanded_before_last_f generated evaluated reopened duplicates
			open peak_open peak_stored max_depth bytes seconds cpu_seconds`) {
			assert.Contains(t, object, key, algorithm)
		}
		assert.Equal(t, "R R", object["moves"], algorithm)
	}
}

// forms are texts of the board 1 2 3/4 5 6/0 7 8.
var forms = map[string]string{
	"rows":      "1 2 3/4 5 6/0 7 8",
	"spaced":    " 1  2 3 / 4 5 6 / _ 7 8 ",
	"flat":      "1 2 3 4 5 6 x 7 8",
	"commas":    "1,2,3,4,5,6,0,7,8",
	"digits":    "123456078",
	"commented": "# a puzzle\n3\n1 2 3 # first row\n4 5 6\n\n0 7 8\n",
	"sized":     "3 3\n1 2 3\n4 5 6\n_ 7 8\n",
	"brackets":  "[[1, 2, 3], [4, 5, 6], [., 7, 8]]",
	"CSV":       "1;2;3\n4;5;6\n;7;8\n",
	"JSON":      `{"board":"1 2 3/4 5 6/0 7 8","goal":"1 2 3/4 5 6/7 8 0","rows":3,"cols":3}`,
}

func TestBoardForms(t *testing.T) {
	parallel(t)
	notUnderRace(t)
	file := filepath.Join(t.TempDir(), "boards.txt")
	for name, text := range forms {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		for place, got := range map[string]outcome{
			"argument":         npuzzle("", "solve", "--json", text),
			"file":             npuzzle("", "solve", "--json", "-f", file),
			"standard input":   npuzzle(text, "solve", "--json"),
			"standard input -": npuzzle(text, "solve", "--json", "--file=-"),
		} {
			require.Zero(t, got.status, "%s as %s: %s", name, place, got.errors)
			list := objectsOf(t, got.out)
			require.Len(t, list, 1)
			assert.Equal(t, "1 2 3/4 5 6/0 7 8", list[0]["board"], "%s as %s", name, place)
		}
	}
}

func TestNumbersAsArguments(t *testing.T) {
	parallel(t)
	got := npuzzle("", "solve", "--json", "1", "2", "3", "4", "--size", "2x4", "5", "6", "0", "7")
	require.Zero(t, got.status, got.errors)
	assert.Equal(t, "1 2 3 4/5 6 0 7", objectsOf(t, got.out)[0]["board"])

	got = npuzzle("", "solve", "--json", "1", "2", "3/4", "5", "6/7", "0", "8")
	require.Zero(t, got.status, got.errors)
	assert.Equal(t, "1 2 3/4 5 6/7 0 8", objectsOf(t, got.out)[0]["board"])

	got = npuzzle("", "solve", "--json", "123456780", "1230")
	require.Zero(t, got.status, got.errors)
	assert.Len(t, objectsOf(t, got.out), 2, "each is a board")

	got = npuzzle("", "solve", "--json", "1/0", "0/1")
	require.Zero(t, got.status, got.errors)
	assert.Len(t, objectsOf(t, got.out), 2, "each is a board")
}

func TestSeveralSizesAndGoals(t *testing.T) {
	parallel(t)
	got := npuzzle("1 0/2 3\n3 1 2/0 4 5\n", "solve", "--json", "--goal", "blank-first")
	require.Zero(t, got.status, got.errors)
	list := objectsOf(t, got.out)
	assert.Equal(t, "0 1/2 3", list[0]["goal"])
	assert.Equal(t, "0 1 2/3 4 5", list[1]["goal"])

	got = npuzzle("1 0/2 3 # goal: blank-first\n1 0/2 3 # goal: 1 3/2 0\n1 0/2 3\n", "solve",
		"--json")
	assert.Equal(t, []any{"0 1/2 3", "1 3/2 0", "1 2/3 0"}, goalsOf(t, got.out))
	got = npuzzle("", "solve", "--json", "--goal", "snail", "1 0/2 3 # goal: blank-first")
	assert.Equal(t, []any{"1 2/0 3"}, goalsOf(t, got.out), "the flag is stronger")

	got = npuzzle("3 1 2/0 4 5\n", "solve", "--json", "--goal", "0 1 2/3 4 5")
	require.Zero(t, got.status, got.errors)
	assert.Equal(t, "U", objectsOf(t, got.out)[0]["moves"])
}

// goalsOf returns the goals in an output of JSON lines.
func goalsOf(t *testing.T, out string) (goals []any) {
	t.Helper()
	for _, object := range objectsOf(t, out) {
		goals = append(goals, object["goal"])
	}
	return goals
}

// far5x5 is a random board (generate --size 5x5 --seed 1).
const far5x5 = "4 23 7 11 12/17 8 24 18 9/1 15 5 14 22/13 10 2 16 19/6 21 20 3 0"

func TestBadBoards(t *testing.T) {
	notUnderRace(t)
	parallel(t)
	here := newFolder(t)
	here.write("boards.txt", "1 2/3 0\n\n1 2/3 3\n")
	for _, c := range []struct {
		stdin  string
		args   []string
		status int
		solved int
		want   string
	}{
		{"1 2 3/4 5 6/7 8 0\n# the second\n3\n1 2 3\n4 5 5\n7 8 0\n", nil, cli.ExitUsage, 1,
			"board 2 (line 5, field 3): tile 5 appears twice; expected each of 0 to 8 once"},
		{"1 2/3 0\n1 2/3 3\n1 2/0 3\n\n1 2 3\n4 5 6\n7 0 8\n", nil, cli.ExitUsage, 3,
			"board 2 (line 2, field 4): tile 3 appears twice; expected each of 0 to 3 once"},
		{"", []string{"1 2/3 3", "1 2/3 0"}, cli.ExitUsage, 1,
			"board 1 (field 4): tile 3 appears twice; expected each of 0 to 3 once"},
		{"", nil, cli.ExitUsage, 0, "no board; expected one such as 1 2 3/4 5 6/7 8 0"},
		{"# nothing here\n", nil, cli.ExitUsage, 0,
			"no board; expected one such as 1 2 3/4 5 6/7 8 0"},
		{"1 2/3 0\n1 2/3 0\n1 2 3\n", nil, cli.ExitUsage, 2,
			"board 3 (line 3): 3 numbers make no square board; expected" +
				" rows separated by / or a size, and 0 for the blank"},
		{"", []string{"1 2/3 0", "1 two/3 0"}, cli.ExitUsage, 1,
			`board 2 (field 2): "two" is not a tile; expected a ` +
				`whole number, or 0, _, x, . or - for the blank`},
		{"", []string{"1 2/3 0", "3\n1 2 3\n4 5 6\n7 8 8"}, cli.ExitUsage, 1,
			`board 2 (line 4, field 3): tile 8 appears twice; expected each of 0 to 8 once`},
		{"", []string{"-1 2/3 0"}, cli.ExitUsage, 0,
			`board 1 (field 1): "-1" is not a tile; expected a whole number, or 0, _` +
				`, x, . or - for the blank`},
		{"", []string{"1 2/3 0", "--size", "3x3"}, cli.ExitUsage, 0,
			`board 1: size 2x2; expected 3x3`},
		{"", []string{"1 2/3 0", "1 2 3/4 5 0", "--goal", "0 1/2 3"}, cli.ExitUsage, 1,
			`board 2: goal "0 1/2 3": size 2x2; expected 2x3`},
		{"", []string{"boards.txt"}, cli.ExitUsage, 0,
			`board 1: "boards.txt" is not a board; expected -f boards.txt to read boards from it`},
		{"", []string{"absent.txt", "1 2/3 0"}, cli.ExitUsage, 0,
			`board 1: "absent.txt" is not a board; expected -f absent.txt to read boards from it`},
		{"", []string{"-"}, cli.ExitUsage, 0,
			`board 1: "-" is not a board; expected -f - to read boards from it`},
		{"", []string{"0"}, cli.ExitUsage, 0,
			"board 1: size 1x1 is out of range; expected ROWSxCOLS from 1x2 to 16x16"},
		{"", []string{"-f", "boards.txt"}, cli.ExitUsage, 1,
			`boards.txt: board 2 (line 3, field 4): tile 3 appears twice;` +
				` expected each of 0 to 3 once`},
		{"", []string{"-f", "absent.txt"}, cli.ExitUsage, 0,
			`absent.txt: no such file or directory`},
		{"", []string{"-f", "."}, cli.ExitUsage, 0, `.: a folder; expected a file`},
		{"", []string{"1 2/0 3", "--first"}, cli.ExitUsage, 0,
			"board 1: --first or --set improve: improve is a setting of ga, not of idastar; " +
				"expected it to be left out"},
		{"", []string{"1 2/0 3", "--move-costs", "1,2,3,4", "--algorithm", "bfs"}, cli.ExitUsage, 0,
			"board 1: bfs: needs unit move costs; use " + takingCosts() + " for others"},
		{"", []string{far5x5, "--heuristic", "walking-distance", "--algorithm", "idastar"},
			cli.ExitUsage, 0,
			"board 1: idastar: walking-distance: size 5x5 is too large, expected at most 2x6, " +
				"3x5 or 4x4; use linear-conflict or a pattern database"},
		{"", []string{"1 2/0 3", "--move-costs", "1,2,3,4", "--algorithm", "ga"}, cli.ExitUsage, 0,
			"board 1: ga: needs unit move costs; use " + takingCosts() + " for others"},
	} {
		for _, jobs := range []string{"1", "3"} {
			args := append([]string{"solve", "--json", "--jobs", jobs}, c.args...)
			var got outcome
			if slices.Contains(c.args, "-f") {
				got = here.npuzzle(c.stdin, args...)
			} else {
				got = npuzzle(c.stdin, args...)
			}
			assert.Equal(t, "npuzzle: "+c.want+"\n", got.errors)
			assert.Equal(t, c.status, got.status, c.want)
			assert.Len(t, objectsOf(t, got.out), c.solved, c.want)
		}
	}
}

// taking returns the names of the solvers that take a setting.
func taking(setting string) string {
	var names []string
	for _, name := range solvers.Names() {
		if solvers.Default(name).Takes(setting) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// takingCosts returns the names of the solvers that take move costs.
func takingCosts() string {
	unit := solvers.UnitCostNames()
	var names []string
	for _, name := range solvers.Names() {
		if !slices.Contains(unit, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// A flag of a setting that the algorithm does not take is refused, and so is one that the
// algorithm chosen for the board does not take. Settings without a flag are not looked at.
func TestSettingsThatAnAlgorithmDoesNotTake(t *testing.T) {
	parallel(t)
	notUnderRace(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--algorithm", "bfs", "--weight", "2"},
			"weight is a setting of " + taking("weight") + ", not of bfs; expected it to be left out"},
		{[]string{"--weight=3"},
			"board 1: weight is a setting of " + taking("weight") +
				", not of idastar; expected it to be left out"},
		{[]string{"--algorithm", "astar", "--prune"},
			"prune is a setting of iddfs, idastar, not of astar; expected it to be left out"},
		{[]string{"--algorithm", "bfs", "--workers", "1"},
			"workers is a setting of " + taking("workers") +
				", not of bfs; expected it to be left out"},
		{[]string{"--algorithm", "astar", "--seed", "1"},
			"seed is a setting of " + taking("seed") +
				", not of astar; expected it to be left out"},
		{[]string{"--algorithm", "ucs", "--heuristic", "zero"},
			"heuristic is a setting of " + taking("heuristic") +
				", not of ucs; expected it to be left out"},
		{[]string{"--algorithm", "astar", "--preset", "pure"},
			"preset is a setting of ga, not of astar; expected it to be left out"},
		{[]string{"--algorithm", "astar", "--set", "population=50"},
			"population is a setting of ga, not of astar; expected it to be left out"},
	} {
		got := npuzzle("", append([]string{"solve", "1 2 3/4 5 6/0 7 8"}, c.args...)...)
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"}, got, "%q", c.args)
	}
	for _, algorithm := range solvers.Names() {
		assert.Zero(t, npuzzle("", "solve", "1 2 3/4 5 6/0 7 8", "--order", "ULRD", "--algorithm",
			algorithm).status)
	}
	assert.Zero(t, npuzzle("", "solve", far5x5, "--width", "50").status,
		"beam is chosen, and takes it")
}

// Each result comes as soon as it is there, before the next board is given.
func TestResultsStream(t *testing.T) {
	parallel(t)
	in, boards := io.Pipe()
	results, out := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- run(t.Context(), []string{"npuzzle", "solve", "--json"}, in, out, io.Discard)
		out.Close()
	}()
	lines := bufio.NewScanner(results)
	for range 3 {
		_, err := io.WriteString(boards, "1 2/0 3\n")
		require.NoError(t, err)
		require.True(t, lines.Scan())
		assert.Contains(t, lines.Text(), `"status":"solved"`)
	}
	require.NoError(t, boards.Close())
	assert.Equal(t, cli.ExitDone, <-status)
}

func TestJobsKeepTheOrder(t *testing.T) {
	parallel(t)
	boards := npuzzle("", "generate", "--puzzles", "20").out
	one := npuzzle(boards, "solve", "--json", "--workers", "1")
	three := npuzzle(boards, "solve", "--json", "--workers", "1", "--jobs", "3")
	require.Zero(t, one.status, one.errors)
	assert.Equal(t, measuresAside(one.out), measuresAside(three.out))
}

// An interrupt ends a search with what was found so far, and one that waits for
// boards too.
func TestInterrupt(t *testing.T) {
	parallel(t)
	ctx, cancel := context.WithCancel(t.Context())
	in, boards := io.Pipe()
	results, out := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"npuzzle", "solve", "--json", "--algorithm", "iddfs", "--goal",
			"blank-first"}, in, out, io.Discard)
		out.Close()
	}()
	go io.WriteString(boards, "1 0/2 3\n15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0\n")
	lines := bufio.NewScanner(results)
	require.True(t, lines.Scan())
	assert.Contains(t, lines.Text(), `"status":"solved"`)
	cancel() // the second board is beyond iddfs
	for lines.Scan() {
		assert.Contains(t, lines.Text(), `"status":"cancelled"`)
	}
	assert.Equal(t, cli.ExitUnsolved, <-status)
}

// A plan of the user's is checked and compared, in any notation.
func TestPlans(t *testing.T) {
	parallel(t)
	const board = "1 2 3/4 0 6/7 5 8" // D R
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"--plan", "D R"}, cli.ExitDone,
			"plan: solves the board in 2 moves (2 multi-tile), the same as an optimal plan"},
		{[]string{"--plan", "u d DR"}, cli.ExitDone,
			"plan: solves the board in 4 moves (3 multi-tile), 2 more than an optimal plan"},
		{[]string{"--plan", "D2UL", "--notation", "slidysim"}, cli.ExitUnsolved,
			"plan: move 2, D, is not legal on 1 0 3/4 2 6/7 5 8"},
		{[]string{"--plan", "DU2L", "--notation", "slidysim"}, cli.ExitDone,
			"plan: solves the board in 4 moves (3 multi-tile), 2 more than an optimal plan"},
		{[]string{"--plan", "U L", "--notation", "tile"}, cli.ExitDone,
			"plan: solves the board in 2 moves"},
		{[]string{"--plan", "D"}, cli.ExitUnsolved,
			"plan: 1 move (1 multi-tile) leads to 1 2 3/4 5 6/7 0 8, not to the goal 1 2 3/4 5 " +
				"6/7 8 0"},
		{[]string{"--plan", ""}, cli.ExitUnsolved, "plan: 0 moves (0 multi-tile) lead to"},
		{[]string{"--plan", "down,right"}, cli.ExitDone, "plan: solves the board in 2 moves"},
		{[]string{"--plan", "up,left", "--notation", "tile"}, cli.ExitDone,
			"plan: solves the board in 2 moves"},
		{[]string{"--plan", "↓ →"}, cli.ExitDone, "plan: solves the board in 2 moves"},
		{[]string{"--plan", "5 8"}, cli.ExitDone, "plan: solves the board in 2 moves"},
		{[]string{"--plan", "[5, 8]", "--notation", "tile"}, cli.ExitDone,
			"plan: solves the board in 2 moves"},
		{[]string{"--plan", "5 6"}, cli.ExitUnsolved,
			"plan: move 2, tile 6, is not legal on 1 2 3/4 5 6/7 0 8"},
		{[]string{"--plan", "DR", "--algorithm", "astar", "--node-limit", "1"}, cli.ExitUnsolved,
			"plan: solves the board in 2 moves (2 multi-tile)\n"},
		{[]string{"--plan", "UDDR", "--algorithm", "astar", "--move-costs", "0.1,0.2,0.3,0.4"},
			cli.ExitDone,
			"plan: solves the board in 4 moves (3 multi-tile) at a cost of 0.9, 0.3 more than an " +
				"optimal plan"},
	} {
		got := npuzzle("", append([]string{"solve", board}, c.args...)...)
		assert.Equal(t, c.status, got.status, "%q: %s", c.args, got.errors)
		assert.Contains(t, got.out, c.want, "%q", c.args)
	}
	shortest := "U2LD2R2U2LDLDR2U2LDLDR2U2L2D2R2"
	got := npuzzle("", "solve", "8 6 7/2 5 4/3 0 1", "--algorithm", "greedy", "--plan", shortest)
	assert.Contains(t, got.out, "31 moves (20 multi-tile), 6 less than that of greedy\n")
	got = npuzzle("", "solve", board, "--plan", "DX")
	assert.Equal(t, "npuzzle: --plan: move 2: \"X\" is not a move; expected U, D, L or R\n",
		got.errors)
	assert.Equal(t, cli.ExitUsage, got.status)
	got = npuzzle("", "solve", board, "--plan", "D ⇒")
	assert.Equal(t, "npuzzle: --plan: move 2: \"⇒\" is not a move; expected U, D, L or R\n",
		got.errors)
	got = npuzzle("", "solve", board, board, "--plan", "DR")
	assert.Contains(t, got.errors, "--plan is the plan of one board")

	object := objectsOf(t, npuzzle("", "solve", board, "--plan", "U D2R", "--json").out)[0]
	assert.Equal(t, map[string]any{
		"moves": "U D D R", "solves": true, "length": 4., "length_mtm": 3., "cost": 4.,
		"board": "1 2 3/4 5 6/7 8 0",
	}, object["plan"])
	assert.NotContains(t, npuzzle("", "solve", board, "--json").out, `"plan"`)
}

// A terminal shows the start and the goal; a pipe does not.
// Without a generation there is nothing to draw, and no picture is written.
func TestPlotWithoutGenerations(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	for board, status := range map[string]int{"1 2 3/4 5 6/7 8 0": cli.ExitDone,
		"1 2 3/4 5 6/8 7 0": cli.ExitUnsolved} {
		got := here.npuzzle("", "solve", "--algorithm", "ga", "--plot", "evolution.svg", board)
		assert.Equal(t, status, got.status)
		assert.Equal(t, "npuzzle: no generation ran, so there is nothing to draw; evolution.svg "+
			"is not written\n",
			got.errors)
		assert.NoFileExists(t, here.path("evolution.svg"))
	}
	got := here.npuzzle("", "solve", "--algorithm", "ga", "--plot", "evolution.svg",
		"1 2 3/4 5 6/0 7 8")
	assert.Empty(t, got.errors)
	assert.FileExists(t, here.path("evolution.svg"))
}

func TestGrids(t *testing.T) {
	parallel(t)
	start, err := puzzle.Parse("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", puzzle.Size{})
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, start.Size())
	require.NoError(t, err)
	const right = " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  _\n"
	assert.Equal(t, "goal\n"+right, strings.SplitAfterN(grids(start, goal, 20), "\n\n", 2)[1])
	assert.Equal(t, "start          goal\n"+
		" 1  2  3  4     1  2  3  4\n"+
		" 5  6  7  8     5  6  7  8\n"+
		" 9 10 11 12     9 10 11 12\n"+
		"13  _ 14 15    13 14 15  _\n", grids(start, goal, 80))
	assert.NotContains(t, npuzzle("", "solve", "1 2/0 3").out, "start")
}

// An unsolvable board is explained, and no search is reported.
func TestUnsolvableIsExplained(t *testing.T) {
	parallel(t)
	got := npuzzle("", "solve", "1 2 3/4 5 6/8 7 0")
	assert.Equal(t, "board 1: 1 2 3/4 5 6/8 7 0\n"+
		"unsolvable: no legal moves lead to the goal 1 2 3/4 5 6/7 8 0\n"+
		"the goal is an odd number of swaps away (1) and the blank an even number of steps (0), "+
		"but each move is one "+
		"swap and one step\n", got.out)
}

func TestAnimate(t *testing.T) {
	parallel(t)
	start, err := puzzle.Parse("1 2/0 3", puzzle.Size{})
	require.NoError(t, err)
	moves := []puzzle.Move{puzzle.Right}
	const first = "\x1b[K\r\n┌─────┐\x1b[K\r\n│ 1 2 │\x1b[K\r\n│   3 " +
		"│\x1b[K\r\n└─────┘\x1b[K\r\nmove 0 of 1\x1b[K\r\n"
	var out bytes.Buffer
	con := cli.Console{Out: cli.NewTextWriter(&out), Terminal: true}
	p := cli.Animation{Speed: 100}
	p.ReadKeys(con)
	require.NoError(t, p.Play(t.Context(), con, start, moves, puzzle.TileNotation))
	con.Out.Flush()
	assert.Equal(t, first+
		"\x1b[6A\x1b[K\r\n┌─────┐\x1b[K\r\n│ 1 2 │\x1b[K\r\n│[3]  │\x1b[K\r\n└─────┘"+
		"\x1b[K\r\nmove 1 of 1: L\x1b[K\r\n", out.String())

	out.Reset()
	assert.Equal(t, cli.ErrUnsolved,
		p.Play(cancelled(t.Context()), con, start, moves, puzzle.BlankNotation))
	assert.Equal(t, first, out.String(), "an interrupt ends the film")
}

// Random boards of many sizes are solved by every solver that can be expected
// to; each plan, in either notation, leads to the goal.
func TestRandomBoardsOfManySizes(t *testing.T) {
	parallel(t)
	if testing.Short() {
		t.Skip("every solver is held to the same in its own package")
	}
	all := solvers.Names()
	inexact := []string{"wastar", "greedy", "ga"}
	for _, c := range []struct {
		size       string
		algorithms []string
	}{
		{"1x6", all}, {"2x2", all}, {"3x2", all}, {"2x5", all}, {"3x3", all},
		{"3x4", append(inexact, "astar", "idastar")},
		{"4x3", append(inexact, "astar", "idastar")},
		{"2x7", inexact},
		{"4x4", append(inexact, "idastar")},
	} {
		for _, algorithm := range c.algorithms {
			draw := []string{"generate", "--size", c.size, "--puzzles", "1", "--seed", "5",
				"--goal", "snail"}
			if algorithm == "iddfs" {
				draw = append(draw, "--walk", "20")
			}
			notation := "blank"
			if algorithm == "greedy" {
				notation = "tile"
			}
			got := npuzzle(npuzzle("", draw...).out, "solve", "--json", "--goal", "snail", "--size",
				c.size, "--algorithm", algorithm, "--notation", notation)
			require.Zero(t, got.status, "%s by %s: %s", c.size, algorithm, got.errors)
			for _, object := range objectsOf(t, got.out) {
				checkPlan(t, object)
			}
		}
	}
}

// checkPlan replays the moves of a JSON object.
func checkPlan(t *testing.T, object map[string]any) {
	size := puzzle.Size{Rows: int(object["rows"].(float64)), Cols: int(object["cols"].(float64))}
	board, err := puzzle.Parse(object["board"].(string), size)
	require.NoError(t, err)
	letters := strings.Fields(object["moves"].(string))
	assert.EqualValues(t, object["length"], len(letters))
	for _, letter := range letters {
		m := puzzle.Move(strings.Index("UDLR", letter))
		if object["notation"] == "tile" {
			m = m.Opposite()
		}
		var legal bool
		board, legal = board.Move(m)
		require.True(t, legal)
	}
	assert.Equal(t, object["goal"], board.String())
}

// A board that is solved in a process of its own has the peak resident memory of that process, and
// the textbook engine is recorded.
func TestSolveIsolated(t *testing.T) {
	parallel(t)
	const board = "8 6 7/2 5 4/3 0 1"
	here := objectsOf(t, npuzzle("", "solve", "--json", "--algorithm", "astar", board).out)[0]
	assert.NotContains(t, here, "resident")
	assert.Equal(t, "fast", here["engine"])
	own := objectsOf(t, npuzzle("", "solve", "--json", "--algorithm", "astar", "--engine",
		"textbook", "--isolate", board).out)[0]
	assert.Equal(t, []any{"solved", true, "textbook", here["length"]},
		[]any{own["status"], own["isolated"], own["engine"], own["length"]})
	if _, known := machine.HighWater(); known {
		assert.Greater(t, own["resident"], 1e6)
		assert.Contains(t, npuzzle("", "solve", "--isolate", board).out, "memory of the process")
	}
	got := npuzzle("", "solve", "--algorithm", "ga", "--isolate", "--trace", "trace.csv", board)
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Contains(t, got.errors, "--isolate runs in another process")
}
