package main

import (
	"context"
	"errors"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search/setting"
	"npuzzle/solvers"
)

func TestHelp(t *testing.T) {
	parallel(t)
	app := newApp(cli.Console{})
	for _, args := range [][]string{{}, {"--help"}, {"-h"}} {
		got := npuzzle("", args...)
		assert.Zero(t, got.status)
		assert.Empty(t, got.errors)
		for _, c := range app.Commands {
			assert.Contains(t, got.out, "\n   "+strings.Join(c.Names(), ", ")+" ",
				"names every command")
		}
	}
	for name, c := range everyCommand() {
		got := npuzzle("", append(strings.Fields(name), "--help")...)
		assert.Zero(t, got.status, name)
		assert.Empty(t, got.errors, name)
		for _, f := range c.Flags {
			assert.Contains(t, got.out, cli.Dashed(f.Names()[0])+" ", name)
		}
		for _, sub := range c.Subcommands {
			assert.Contains(t, got.out, "\n   "+sub.Name+" ", name)
		}
		assert.Contains(t, got.out, "\nEXAMPLES:\n   npuzzle ", name)
	}
}

// Help is there wherever it is asked for, among arguments and other flags.
func TestHelpAmongArguments(t *testing.T) {
	parallel(t)
	notUnderRace(t)
	for name, c := range everyCommand() {
		words := strings.Fields(name)
		want := npuzzle("", append(words, "--help")...)
		require.Contains(t, want.out, "\nUSAGE:", name)
		asks := [][]string{{"x", "--help"}, {"x", "-h"}, {"x", "y", "--help", "z"}}
		if len(c.Subcommands) > 0 {
			asks = [][]string{{"--help", "x"}, {"-h", "x"}} // x in front is no command
		}
		for _, f := range c.Flags {
			if f.(urfave.DocGenerationFlag).TakesValue() {
				flag := cli.Dashed(f.Names()[0])
				asks = append(asks, []string{flag, "1", "x", "--help"},
					[]string{"--help", flag, "1"})
				break
			}
		}
		for _, ask := range asks {
			assert.Equal(t, want, npuzzle("", slices.Concat(words, ask)...), "%s %s", name, ask)
		}
	}
}

// No line of help is too long for a wide terminal, and the usage of a flag begins with a
// lower-case word that is not the placeholder.
func TestHelpIsReadable(t *testing.T) {
	parallel(t)
	for name, c := range everyCommand() {
		help := npuzzle("", append(strings.Fields(name), "--help")...).out
		assert.Regexp(t, `^[A-Z].*\.\n`, help, "begins with a sentence")
		for line := range strings.Lines(help) {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), 100,
				"%s: %s", name, line)
		}
		for _, f := range c.Flags {
			_, text := cli.Describe(f)
			assert.Regexp(t, `^[a-z]+ `, text, "%s %s", name, f.Names()[0])
		}
	}
}

// The settings of the genetic solver that have flags get their default from the preset, which
// --preset chooses. Every flag of the table is a setting.
func TestHelpTellsDefaultsOfSettings(t *testing.T) {
	parallel(t)
	for _, command := range []string{"solve", "compare", "tune"} {
		help := npuzzle("", command, "--help").out
		for _, row := range ga.Table {
			if row.Usage == "" || row.Name == "subgoals" { // other solvers take subgoals, too
				continue
			}
			name := row.Name
			flag := regexp.MustCompile(`(?m)^   --` + name + ` .*(\n      .*)*$`)
			assert.Regexp(t, `\(default:\s+the\s+preset's\)$`, flag.FindString(help))
		}
	}
}

// Help says what the code does if a flag is not given. The library prints the defaults of its
// flags; here are those that are texts.
func TestHelpTellsDefaults(t *testing.T) {
	parallel(t)
	inUsage := regexp.MustCompile(`(\S+) \(default\)`)
	inText := regexp.MustCompile(`\(default: (.*)\)$`)
	checked := 0
	for command, c := range everyCommand() {
		for _, f := range c.Flags {
			name := f.Names()[0]
			_, text := cli.Describe(f)
			if shown := inUsage.FindStringSubmatch(text); shown != nil {
				want := f.(urfave.DocGenerationFlag).GetValue()
				if row, found := settingOf(name); found {
					want = solvers.Default(row.Solvers[0]).Get(name)
				}
				assert.Equal(t, want, shown[1], "%s --%s", command, name)
				checked++
			}
			row, found := settingOf(name)
			shown := inText.FindStringSubmatch(text)
			if !found || shown == nil || row.Solvers[0] == "ga" || name == "workers" {
				continue // TestHelpTellsDefaultsOfSettings and TestHelpTellsTheNumberOfThreads
			}
			for _, algorithm := range row.Solvers {
				want := solvers.Default(algorithm).Get(name)
				assert.Equal(t, want, shown[1], "%s --%s", algorithm, name)
				checked++
			}
		}
	}
	assert.Greater(t, checked, 10)
}

// settingOf returns the row of the setting with the given name.
func settingOf(name string) (setting.Row, bool) {
	for _, row := range solvers.Table() {
		if row.Name == name && name != "seed" { // its flag is not made from its row
			return row, true
		}
	}
	return setting.Row{}, false
}

// The help of solve names the sizes whose boards are solved with pattern databases by default.
func TestHelpTellsTheSizesWithTables(t *testing.T) {
	parallel(t)
	var sizes []string
	for rows := 1; rows <= 5; rows++ {
		for cols := rows; rows*cols <= 16; cols++ {
			size := puzzle.Size{Rows: rows, Cols: cols}
			if size.Cells() > 2 && asksForTables(t, size) {
				sizes = append(sizes, size.String())
			}
		}
	}
	last := len(sizes) - 1
	want := "pdb on " + strings.Join(sizes[:last], ", ") + " and " + sizes[last]
	help := strings.Join(strings.Fields(npuzzle("", "solve", "--help").out), " ")
	assert.Contains(t, help, want+")")
}

// asksForTables reports whether the default solver of random boards of a size looks for tables.
func asksForTables(t *testing.T, size puzzle.Size) bool {
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	asked := false
	prepare := func(
		context.Context, heuristics.Heuristic, puzzle.Board,
	) (heuristics.Heuristic, error) {
		asked = true
		return nil, errors.New("no tables")
	}
	for p, err := range (bench.Group{Count: 5, Seed: 1, Goal: goal}).Draw() {
		require.NoError(t, err)
		// the error is that of prepare
		_, _ = solvers.SuggestPrepared(t.Context(), prepare, p.Problem)
	}
	return asked
}

// everyCommand yields the commands and those below them by their names.
func everyCommand() iter.Seq2[string, *urfave.Command] {
	return func(yield func(string, *urfave.Command) bool) {
		for _, c := range newApp(cli.Console{}).Commands {
			if !yield(c.Name, c) {
				return
			}
			for _, sub := range c.Subcommands {
				if !yield(c.Name+" "+sub.Name, sub) {
					return
				}
			}
		}
	}
}

// Every command shows two examples or more, and they work.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command twice")
	}
	parallel(t)
	here := newFolder(t)
	here.set(pdb.DirVariable, t.TempDir())
	// An ordinary run leaves out the examples of these commands, which take long. Their own tests
	// run the commands in shorter ways.
	long := []string{
		"heuristics", "learn", "learn lines", "learn pairs", "report", "reproduce", "speed", "tune",
	}
	for name := range everyCommand() {
		help := npuzzle("", append(strings.Fields(name), "--help")...).out
		_, examples, found := strings.Cut(help, "EXAMPLES:\n")
		require.True(t, found, name)
		lines := strings.Split(strings.TrimSpace(examples), "\n")
		assert.GreaterOrEqual(t, len(lines), 2, name)
		if !slow.Asked() {
			lines = lines[:1] // the others take a minute
		}
		if slices.Contains(long, name) && !slow.Asked() {
			t.Logf("left out without %s=1: the examples of %s", slow.Variable, name)
			continue
		}
		for _, line := range lines {
			assert.Contains(t, line, "npuzzle ", name)
			line = strings.TrimSpace(line)
			if name == "serve" || name == "worker" || name == "workers" {
				// until an interrupt, or with a server; TestServe and TestMachines run such lines
				continue
			}
			isTraining := name == "learn lines" || name == "learn convex"
			if name == "learn compare" || isTraining && !strings.Contains(line, "--output quick") {
				// takes an hour, or the file of a training; tests of learn run such lines
				continue
			}
			if line == "npuzzle compare" {
				line += " --puzzles 3" // for the 100 of every day take some seconds
			}
			got := here.pipeline(line)
			assert.Zero(t, got.status, line)
			if name != "tune" { // tune says on standard error if its limit is small for the space
				assert.Empty(t, got.errors, line)
			}
			assert.NotEmpty(t, got.out, line)
		}
	}
}

// An interrupt before a command has results ends it without a message.
func TestInterruptBeforeACommand(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command")
	}
	parallel(t)
	here := newFolder(t)
	made := here.npuzzle("", "compare", "--puzzles", "1", "--algorithm", "astar")
	require.Zero(t, made.status, made.errors)
	here.write("experiment.yaml", here.npuzzle("", "show", "--definition").out)
	for name := range everyCommand() {
		help := npuzzle("", append(strings.Fields(name), "--help")...).out
		_, example, found := strings.Cut(help, "EXAMPLES:\n")
		require.True(t, found, name)
		line, _, _ := strings.Cut(strings.TrimSpace(example), "\n")
		words := shellWords(line)
		got := here.npuzzleInterrupted(words[1:]...)
		assert.NotContains(t, got.errors, "context canceled", line)
		assert.NotEqual(t, cli.ExitFailed, got.status, line)
	}
}

// pipeline runs a line of npuzzle commands with "|" between, as a shell would.
func (f *folder) pipeline(line string) outcome {
	var last outcome
	for part := range strings.SplitSeq(line, " | ") {
		words := shellWords(part)
		require.Equal(f.t, "npuzzle", words[0], line)
		last = f.npuzzle(last.out, words[1:]...)
	}
	return last
}

// shellWords splits a command into words at spaces outside of single quotes.
func shellWords(text string) []string {
	var words []string
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// People who ask for help in words get it.
func TestHelpInWords(t *testing.T) {
	parallel(t)
	for asked, flag := range map[string][]string{
		"help":          {"--help"},
		"h":             {"--help"},
		"help solve":    {"solve", "--help"},
		"help pdb list": {"pdb", "list", "--help"},
		"--help solve":  {"solve", "--help"},
		"-h pdb list":   {"pdb", "list", "--help"},
	} {
		got := npuzzle("", strings.Fields(asked)...)
		assert.Zero(t, got.status, asked)
		assert.Equal(t, npuzzle("", flag...), got, asked)
	}
}
