package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/solvers"
)

// document reads a document of the repository.
func document(t *testing.T, name string) string {
	text, err := os.ReadFile(filepath.Join(sourceFolder, "../..", name))
	require.NoError(t, err)
	return string(text)
}

// section returns the part of a document below a heading, up to the next heading of the same level.
func section(t *testing.T, name, heading string) string {
	_, rest, found := strings.Cut(document(t, name), "\n"+heading+"\n")
	require.True(t, found, "%s has no heading %q", name, heading)
	level, _, _ := strings.Cut(heading, " ")
	text, _, _ := strings.Cut(rest, "\n"+level+" ")
	return text
}

// firstCells returns the names in backquotes in the first cells of the rows of all tables of a
// text.
func firstCells(text string) (names []string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		cell := strings.Split(line, "|")[1]
		for i, part := range strings.Split(cell, "`") {
			if i%2 == 1 {
				names = append(names, part)
			}
		}
	}
	return names
}

// The reference lists every command.
func TestReferenceListsEveryCommand(t *testing.T) {
	parallel(t)
	var commands []string
	for _, c := range newApp(cli.Console{}).Commands {
		if !c.Hidden {
			commands = append(commands, c.Name)
		}
	}
	assert.ElementsMatch(t, commands, firstCells(section(t, "docs/reference.md", "## Commands")))
}

// The documents that list the solvers name all of them, and so does the help of solve.
func TestDocumentsListEverySolver(t *testing.T) {
	parallel(t)
	reference := firstCells(section(t, "docs/reference.md", "## Solving"))
	experiments := section(t, "docs/experiments.md", "## Solvers")
	sentence, _, _ := strings.Cut(experiments, "A list such as")
	for _, name := range solvers.Names() {
		assert.Contains(t, reference, name, "docs/reference.md")
		assert.Contains(t, sentence, "`"+name+"`", "docs/experiments.md")
		assert.Regexp(t, `--algorithm [^-]*\b`+name+`\b`, npuzzle("", "solve", "--help").out)
	}
}

// The reference lists every heuristic.
func TestReferenceListsEveryHeuristic(t *testing.T) {
	parallel(t)
	reference := firstCells(document(t, "docs/reference.md"))
	for _, name := range solvers.HeuristicNames() {
		assert.Contains(t, reference, name)
	}
}

// The help says how many threads a search has by default.
func TestHelpTellsTheNumberOfThreads(t *testing.T) {
	parallel(t)
	for command, want := range map[string]string{
		"solve":   "all cores; 1 with --jobs, and in ucs, astar, wastar, greedy",
		"compare": "1",
		"tune":    "1",
	} {
		help := strings.Join(strings.Fields(npuzzle("", command, "--help").out), " ")
		_, help, _ = strings.Cut(help, "--workers ")
		assert.Regexp(t, `^N[^-]*\(default: `+want+`\)`, help, command)
	}
	store := filepath.Join(t.TempDir(), "lab.sqlite")
	made := npuzzle("", "compare", "--puzzles", "1", "--size", "2x2", "--algorithm", "idastar",
		"--store", store)
	require.Zero(t, made.status, made.errors)
	for _, trial := range objectsOf(t, npuzzle("", "show", "--store", store, "--json").out) {
		assert.EqualValues(t, 1, trial["workers"])
	}
	solved := npuzzle("", "solve", "--algorithm", "idastar", "--jobs", "2", "--json",
		"1 2 3/4 5 6/7 0 8")
	assert.EqualValues(t, 1, objectsOf(t, solved.out)[0]["workers"])
	alone := npuzzle("", "solve", "--algorithm", "idastar", "--json", "1 2 3/4 5 6/7 0 8")
	assert.EqualValues(t, 0, objectsOf(t, alone.out)[0]["workers"], "all cores")
}

// The README shows the two commands that a newcomer needs, each on a line of its own: one runs the
// main job, and one runs the tests, as .ci/run does.
func TestReadmeShowsTheTwoCommands(t *testing.T) {
	parallel(t)
	lines := strings.Split(document(t, "README.md"), "\n")
	assert.Contains(t, lines, "$ go run ./cmd/npuzzle compare")
	assert.Contains(t, lines, "    go test ./...")
	assert.Contains(t, strings.Split(document(t, ".ci/run"), "\n"), "go test ./...")
}

// What docs/genetic.md says of crossover is what the report of the study "evolution" has for the
// smallest budget.
func TestDocumentsOfCrossover(t *testing.T) {
	parallel(t)
	table := document(t, "docs/studies/evolution/tables/pure.csv")
	lines, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	require.NoError(t, err)
	percent := map[string]float64{} // by which plans are longer without crossover
	for _, line := range lines[1:] {
		cell := func(name string) string { return line[slices.Index(lines[0], name)] }
		if cell("solver") == "no crossover" && cell("budget") == "0.1 s" {
			ratio, err := strconv.ParseFloat(cell("relative length"), 64)
			require.NoError(t, err)
			percent[cell("size")] = math.Round(100 * (ratio - 1))
		}
	}
	want := fmt.Sprintf("were %g %% shorter without crossover on 5x5, and %g %% longer on 6x6",
		-percent["5x5"], percent["6x6"])
	text := strings.Join(strings.Fields(document(t, "docs/genetic.md")), " ")
	assert.Contains(t, text, want)
}

// The reference names the keys of solve --json that have the values of the study "four-searches".
// Every search has a number for each of them.
func TestNamesOfFourSearches(t *testing.T) {
	parallel(t)
	keys := map[string]string{}
	for line := range strings.Lines(section(t, "docs/reference.md",
		"### The names of four-searches")) {
		if names := firstCells(line); names != nil {
			keys[names[0]] = strings.Trim(strings.Split(line, "|")[2], " `")
		}
	}
	assert.Len(t, keys, 9)
	// of depth-first searches
	instead := map[string]string{"open": "length", "peak_open": "max_depth"}
	for _, algorithm := range []string{"bfs", "ucs", "iddfs", "astar", "idastar"} {
		got := npuzzle("", "solve", "--json", "--isolate", "--goal", "blank-first", "--algorithm",
			algorithm, "1 2 5/0 3 4/6 7 8")
		require.Zero(t, got.status, got.errors)
		run := objectsOf(t, got.out)[0]
		for name, key := range keys {
			if strings.HasPrefix(algorithm, "id") && instead[key] != "" {
				assert.Nil(t, run[key], "%s of %s", key, algorithm)
				key = instead[key]
			}
			assert.NotNil(t, run[key], "%s of %s", name, algorithm)
		}
		assert.Equal(t, "R R U L L", run[keys["path_to_goal"]])
		assert.EqualValues(t, 5, run[keys["search_depth"]])
	}
}

// The modes of the study "four-heuristics" are in one file. The log has every trial with its moves.
func TestModesOfFourHeuristics(t *testing.T) {
	parallel(t)
	folder := t.TempDir()
	log := filepath.Join(folder, "log.jsonl")
	got := npuzzle("", "run", filepath.Join(sourceFolder, "../../examples/modes.yaml"), "--log",
		log, "--store", filepath.Join(folder, "lab.sqlite"))
	require.Zero(t, got.status, got.errors)
	for _, want := range []string{"astar max-sort", "solved in 9 moves", "R U R D D L U R D",
		"# group 3x3\n"} {
		assert.Contains(t, got.out, want)
	}
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	trials := objectsOf(t, string(text))
	assert.Len(t, trials, 2*10*4+1)
	assert.Equal(t, "R U R D D L U R D", trials[len(trials)-1]["moves"])
}
