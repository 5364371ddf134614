package main

import (
	"image/png"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
)

// someHeuristics need no files.
const someHeuristics = "zero,max-sort,manhattan,linear-conflict,linear-conflict-pairs,walking-distance"

func TestHeuristicsGolden(t *testing.T) {
	parallel(t)
	if testing.Short() {
		t.Skip("looks at every board of 3x3")
	}
	for name, args := range map[string][]string{
		"heuristics":     {"--puzzles", "5", "--heuristic", someHeuristics},
		"heuristics-row": {"--size", "1x4", "--puzzles", "2", "--heuristic", "misplaced,manhattan"},
		"heuristics-some": {"--size", "3x4", "--puzzles", "3", "--node-limit", "20000",
			"--heuristic", "zero,manhattan,linear-conflict-pairs"},
		"heuristics-5x5": {"--size", "5x5", "--puzzles", "3", "--walk", "20", "--heuristic",
			"walking-distance,manhattan"},
		"heuristics-json": {"--size", "2x3", "--puzzles", "4", "--heuristic",
			"linear-conflict-pairs,euclidean", "--json"},
	} {
		got := npuzzle("", append([]string{"heuristics"}, args...)...)
		assert.Zero(t, got.status, name)
		assert.Empty(t, got.errors, name)
		golden(t, name+".txt", nanosecondsAside(got.out))
	}
}

func TestEstimatesOfBoards(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.set(pdb.DirVariable, t.TempDir()) // no tables are built
	hard := "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0"
	got := here.npuzzle("", "heuristics", "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/8 7 0")
	assert.Zero(t, got.status)
	assert.Empty(t, got.errors)
	golden(t, "heuristics-boards.txt", got.out)

	got = here.npuzzle("", "heuristics", "--goal", "blank-first", "--node-limit", "5000", "--json",
		"--heuristic", "manhattan,pdb:7-8,walking-distance", hard)
	assert.Zero(t, got.status)
	answer := objectsOf(t, got.out)[0]
	assert.Nil(t, answer["distance"])
	assert.Greater(t, answer["at_least"], 40.0)
	assert.Equal(t, true, answer["solvable"])
	list := answer["heuristics"].([]any)
	assert.Equal(t, map[string]any{"heuristic": "manhattan", "estimate": 58.0}, list[0])
	assert.Nil(t, list[1].(map[string]any)["estimate"])
	assert.Contains(t, list[1].(map[string]any)["problem"], "pdb build")
	assert.Len(t, list, 3)

	for _, args := range [][]string{{"--size", "2x2", "1 2/3 0"}, {"--puzzles", "3", "1 2/3 0"},
		{"1 2/2 0"},
		{"1 2/3 0", "x"}} {
		got := here.npuzzle("", append([]string{"heuristics"}, args...)...)
		assert.Equal(t, cli.ExitUsage, got.status, args)
		assert.NotEmpty(t, got.errors)
	}
}

// nanosecondsAside takes the times of estimates from an output.
func nanosecondsAside(text string) string {
	text = regexp.MustCompile(`[0-9.]+ ns\b`).ReplaceAllString(text, "TIME")
	return regexp.MustCompile(`"((?:full|step)_seconds)":[0-9.e-]+`).ReplaceAllString(text,
		`"$1":0`)
}

func TestKeysOfHeuristics(t *testing.T) {
	parallel(t)
	got := npuzzle("", "heuristics", "--size", "2x3", "--puzzles", "2", "--heuristic",
		someHeuristics, "--json")
	require.Zero(t, got.status, got.errors)
	object := objectsOf(t, got.out)[0]
	for _, key := range strings.Fields(
		"size rows cols goal whole boards distance puzzles seed node_limit common" +
			" partial heuristics") {
		assert.Contains(t, object, key)
	}
	rows := object["heuristics"].([]any)
	assert.Len(t, rows, 6)
	for _, row := range rows {
		for _, key := range strings.Fields(
			`heuristic claims_admissible claims_consistent overestimate drop estimate
			error deviation errors depths full_seconds step_seconds idastar`) {
			assert.Contains(t, row, key)
		}
		for _, key := range strings.Fields("solved optimal generated generated_common branching") {
			assert.Contains(t, row.(map[string]any)["idastar"], key)
		}
	}
}

// Pattern databases are built where they are missing and soon made; where not,
// their row says so.
func TestHeuristicsWithTables(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.set(pdb.DirVariable, t.TempDir())
	got := here.npuzzle("", "heuristics", "--size", "2x3", "--puzzles", "2", "--heuristic",
		"pdb,pdb:1-1-1-1", "--json")
	require.Zero(t, got.status, got.errors)
	assert.Contains(t, got.errors, "is not built: building pdb:")
	rows := objectsOf(t, got.out)[0]["heuristics"].([]any)
	built := rows[0].(map[string]any)
	refused := rows[1].(map[string]any)
	assert.Regexp(t, "^pdb:", built["heuristic"])
	assert.Nil(t, built["overestimate"])
	assert.NotContains(t, built, "problem")
	assert.Equal(t, "pdb:1-1-1-1", refused["heuristic"])
	assert.Contains(t, refused["problem"], "expected 5, the tiles of 2x3")
	assert.Nil(t, refused["idastar"])
}

func TestPlotsOfHeuristics(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	args := []string{"heuristics", "--size", "2x3", "--puzzles", "1", "--heuristic", someHeuristics,
		"--plot-dir", "plots"}
	require.Zero(t, here.npuzzle("", args...).status)
	for _, name := range []string{"error-by-depth", "estimate-by-distance"} {
		text := here.read("plots/" + name + ".svg")
		assert.Contains(t, text, "linear-conflict-pairs")
		picture := here.read("plots/" + name + ".png")
		_, err := png.Decode(strings.NewReader(picture))
		require.NoError(t, err)
	}
	got := here.npuzzle("", args...)
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: --plot-dir plots already exists; expected a new name, or --force\n"}, got)
}

func TestHeuristicsRefuses(t *testing.T) {
	parallel(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"3x3"}, `board 1: 0 rows of a 3x3 board; expected 3`},
		{[]string{"--heuristic", "best"},
			`invalid value "best" for flag --heuristic: "best" is not a heuristic; ` +
				`expected` +
				` one of `},
		{[]string{"--puzzles", "0"},
			`invalid value "0" for flag --puzzles: expected a whole number from 1 to ` +
				`1000000000`},
		{[]string{"--goal", "1 2/3 0"}, `goal "1 2/3 0": size 2x2; expected 3x3`},
		{[]string{"--walk", "3", "--misplaced", "0.5"},
			`both walk and misplaced are set; expected only one of them`},
		{[]string{"--node-limit", "-1"},
			`invalid value "-1" for flag --node-limit: expected a whole number from 0 to` +
				` 18446744073709551615`},
	} {
		got := npuzzle("", append([]string{"heuristics"}, c.args...)...)
		assert.Equal(t, cli.ExitUsage, got.status, "%q", c.args)
		assert.Empty(t, got.out)
		assert.True(t, strings.HasPrefix(got.errors, "npuzzle: "+c.want), got.errors)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"))
	}
}

func TestInterruptedHeuristics(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzleInterrupted("heuristics", "--size", "3x4", "--plot-dir", "plots")
	assert.Equal(t, cli.ExitUnsolved, got.status)
	golden(t, "heuristics-interrupted.txt", got.out)
	assert.NoDirExists(t, here.path("plots"), "nothing to draw")
}

// A damaged table costs its own row only, and the exit status says so.
func TestSurveyOfADamagedTable(t *testing.T) {
	parallel(t)
	if testing.Short() {
		t.Skip("looks at every board of 3x3")
	}
	folder := t.TempDir()
	built := npuzzle("", "pdb", "build", "--pdb-dir", folder, "--size", "3x3", "4-4")
	require.Zero(t, built.status, built.errors)
	files, err := filepath.Glob(filepath.Join(folder, "*.pdb"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	flipByte(t, files[0], 8200)
	got := npuzzle("", "heuristics", "--pdb-dir", folder, "--heuristic", "manhattan,pdb:4-4",
		"--puzzles", "3", "--json")
	assert.Equal(t, cli.ExitFailed, got.status)
	assert.Contains(t, got.errors, "damaged")
	rows := objectsOf(t, got.out)[0]["heuristics"].([]any)
	assert.NotContains(t, rows[0], "problem")
	assert.Contains(t, rows[1].(map[string]any)["problem"], "damaged")
}
