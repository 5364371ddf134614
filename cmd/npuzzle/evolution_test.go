package main

import (
	"encoding/csv"
	"maps"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/solvers"
)

const (
	someBoard = "8 6 7/2 5 4/3 0 1"
	easyBoard = "1 2 3/4 5 6/7 0 8" // where any evolution does
)

// Single settings change those of the preset, whichever stands first.
func TestPresets(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	settings := func(args ...string) map[string]any {
		got := here.npuzzle("", append([]string{"solve", easyBoard, "--algorithm", "ga", "--json",
			"--node-limit", "1000"}, args...)...)
		require.Contains(t, []int{cli.ExitDone, cli.ExitUnsolved}, got.status, got.errors)
		all := objectsOf(t, got.out)[0]
		maps.DeleteFunc(all, func(key string, _ any) bool {
			return !(solvers.Settings{Algorithm: "ga"}).Takes(strings.ReplaceAll(key, "_", "-"))
		})
		return all
	}
	assert.Equal(t, settings("--preset", "pure"), settings(), "pure, where nothing is said")
	study := settings("--preset", "study")
	assert.Equal(t, "end-board", study["target"])
	study["population"] = 300.0
	assert.Equal(t, study, settings("--preset", "study", "--population", "300"))
	assert.Equal(t, study, settings("--population", "300", "--preset", "study"))

	// The solver says what it does without.
	assert.Contains(t, here.npuzzle("", "solve", "1 2 3 4 5 6 7/8 9 10 11 12 0 13", "--heuristic",
		"max-sort", "--algorithm", "ga").out, "max-sort without subgoals")

	here.write("mine.yaml", "population: '300' # more\r\npreset: study\r\n")
	assert.Equal(t, study, settings("--preset", "mine.yaml"))
	study["record"] = true
	assert.Equal(t, study, settings("--set", "record = true", "--preset", "mine.yaml"))

	here.write("other.yaml", "greed: 4")
	pure := settings()
	pure["greed"] = 4.0
	assert.Equal(t, pure, settings("--preset", "other.yaml"), "the default, but for greed")
	got := here.npuzzle("", "compare", "--puzzles", "1", "--algorithm", "ga", "--preset",
		"study,mine.yaml", "--json", "--store", "s.db")
	require.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, `"ga mine"`)
}

func TestPresetFilesThatMakeNoSense(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	for text, want := range map[string]string{
		"":                     "f:1: empty; expected settings such as population: 500",
		"# all\npopulation: 1": `f:2: population "1": expected a whole number from 2 to 1048576`,
		"preset: best": `f:1: "best" is not a preset; expected one of study, evolve, ` +
			`pure, memetic`,
		"genes: [1, 2]":      "f:1: genes is a list; expected one value",
		"genes:":             "f:1: genes is empty; expected one value",
		"genes: 1\ngenes: 2": "f:2: genes appears twice in a preset; expected it once",
		"subgoals: tiles": `f:1: subgoals "tiles": expected one of none, lines (did you ` +
			`mean lines?)`,
	} {
		here.write("f", text)
		got := here.npuzzle("", "solve", someBoard, "--algorithm", "ga", "--preset", "f")
		want = "npuzzle: invalid value \"f\" for flag --preset: " + want + "\n"
		assert.Equal(t, outcome{cli.ExitUsage, "", want}, got, text)
	}
	here.write("f", "crossover: 0\nmutation: 0")
	got := here.npuzzle("", "solve", someBoard, "--algorithm", "ga", "--preset", "f")
	const most = "npuzzle: ga: crossover and mutation are 0; expected one above 0, or there " +
		"are no children\n"
	assert.Equal(t, outcome{cli.ExitUsage, "", most}, got)
	for text, want := range map[string]string{
		"- 1":           "f:1: a preset is a list; expected values under keys of crossover, ",
		"population":    `f:1: a preset is "population"; expected values under keys of crossover, `,
		"weight: 2":     `f:1: "weight" is not a key of a preset; expected one of crossover, `,
		"control: none": `f:1: "control" is not a key of a preset; expected one of crossover, `,
	} {
		here.write("f", text)
		got := here.npuzzle("", "compare", "--puzzles", "1", "--preset", "f")
		assert.Equal(t, cli.ExitUsage, got.status)
		assert.Contains(t, got.errors, want)
	}
	got = here.npuzzle("", "solve", someBoard, "--algorithm", "ga", "--preset", "none")
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Contains(t, got.errors,
		"for flag --preset: expected one preset: study, evolve, pure, memetic or a file: "+
			"open none: ")
}

// The history has a row for each generation and each better plan, and ends with
// the plan that is printed.
func TestTrace(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "solve", someBoard, "--algorithm", "ga", "--preset", "pure",
		"--trace", "t.csv", "--plot", "t.svg", "--json")
	require.Zero(t, got.status, got.errors)
	drawn := here.read("t.svg")
	assert.Contains(t, drawn, "Evolution of a plan for "+someBoard)
	result := objectsOf(t, got.out)[0]
	text := here.read("t.csv")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	const header = "subgoal,phase,generation,best,median,mean,diversity,evaluations,length,seconds"
	assert.Equal(t, header, strings.Join(rows[0], ","))
	assert.Greater(t, len(rows), 10)
	evaluations := uint64(0)
	length := 1 << 30
	for _, row := range rows[1:] {
		n, err := strconv.ParseUint(row[7], 10, 64)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, n, evaluations)
		evaluations = n
		if row[8] != "" {
			now, err := strconv.Atoi(row[8])
			require.NoError(t, err)
			assert.LessOrEqual(t, now, length)
			length = now
		}
	}
	assert.EqualValues(t, result["length"], length)
	assert.EqualValues(t, result["evaluated"], evaluations)
}

func TestTracesThatMakeNoSense(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("there.csv", "")
	require.NoError(t, os.Mkdir(here.path("folder.svg"), 0o700))
	for _, c := range []struct {
		args []string
		want string
	}{
		{
			[]string{"--trace", "t.svg", "--plot", "t.svg", "--algorithm", "ga"},
			"--trace and --plot both name t.svg; expected two files",
		},
		{[]string{"--trace", "t.csv"},
			"--trace and --plot record the genetic solver; expected --algorithm ga"},
		{
			[]string{"--trace", "there.csv", "--algorithm", "ga"},
			"--trace there.csv already exists; expected a new name, or --force",
		},
		{
			[]string{"--plot", "folder.svg", "--force", "--algorithm", "ga"},
			"--plot folder.svg: not a regular file; expected a new name",
		},
		{
			[]string{"--plot", "t.bmp", "--algorithm", "ga"},
			`invalid value "t.bmp" for flag --plot: "t.bmp" has no format of a plot;` +
				` expected a name that ends in .svg, .pdf or .png`,
		},
		{
			[]string{"--trace", "two.csv", "--algorithm", "ga", easyBoard},
			"--trace and --plot record the history of one board; expected only one",
		},
	} {
		got := here.npuzzle("", append([]string{"solve", easyBoard}, c.args...)...)
		assert.Equal(t, cli.ExitUsage, got.status)
		assert.Equal(t, "npuzzle: "+c.want+"\n", got.errors)
	}
}

// Under a limit the solver shortens its plan until the limit, and says so. With --first it stops at
// its first plan.
func TestFirstPlan(t *testing.T) {
	if testing.Short() {
		t.Skip("evolves until patience ends, as other tests do")
	}
	t.Parallel()
	here := newFolder(t)
	const board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
	solve := func(args ...string) string {
		got := here.npuzzle("", append([]string{"solve", board, "--goal", "blank-first",
			"--algorithm", "ga"}, args...)...)
		require.Zero(t, got.status, got.errors)
		return measuresAside(got.out)
	}
	shortened := regexp.MustCompile(`first plan: (\d+) moves after TIME; shortest: (\d+) moves`)
	const until = "looked for shorter plans until the node limit; --first stops at the first plan\n"
	for _, limit := range []string{"0", "1000000"} {
		improved := solve("--node-limit", limit)
		lengths := shortened.FindStringSubmatch(improved)
		require.NotNil(t, lengths, improved)
		assert.Contains(t, improved, "solved in "+lengths[2]+" moves")
		assert.Equal(t, limit != "0", strings.Contains(improved, until))
		first := solve("--node-limit", limit, "--first")
		assert.Contains(t, first, "solved in "+lengths[1]+" moves")
		assert.NotContains(t, first, "plan")
	}
	got := here.npuzzle("", "compare", "--puzzles", "1", "--algorithm", "ga", "--preset", "memetic",
		"--first")
	require.Zero(t, got.status, got.errors)
	for _, trial := range objectsOf(t, here.npuzzle("", "show", "--json").out) {
		assert.Len(t, trial["found"], 1)
		assert.Positive(t, trial["found"].([]any)[0].(map[string]any)["seconds"])
	}
}
