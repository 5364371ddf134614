package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
	"npuzzle/internal/machine"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

var update = flag.Bool("update", false, "write the golden files anew")

// asProgram is a variable of the environment that makes the test binary the program itself, for
// tests that need a process of its own. Its values are below.
const asProgram = "NPUZZLE_TEST_AS_PROGRAM"

const (
	asItself      = "1"
	tellPeak      = "peak"        // at its end, it says how much memory it had resident at most
	asInterrupted = "interrupted" // as after an interrupt that came before the command began
)

func TestMain(m *testing.M) {
	switch os.Getenv(asProgram) {
	case "":
		os.Exit(runTests(m))
	case tellPeak:
		status := run(context.Background(), os.Args, os.Stdin, os.Stdout, os.Stderr)
		peak, _ := machine.HighWater()
		fmt.Fprintf(os.Stderr, "peak %d\n", peak)
		os.Exit(status)
	case asInterrupted:
		os.Exit(run(cancelled(context.Background()), os.Args, os.Stdin, os.Stdout, os.Stderr))
	default:
		main()
	}
}

// runTests keeps the tests away from the sources and from the user's store and pattern databases:
// the working folder of the tests is empty. Whatever process they start from the test binary is the
// program, not tests again.
func runTests(m *testing.M) int {
	folder, err := os.MkdirTemp("", "npuzzle-tests-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	working := filepath.Join(folder, "working")
	if err := os.Mkdir(working, 0o777); err != nil {
		panic(err)
	}
	if err := os.Chdir(working); err != nil {
		panic(err)
	}
	os.Setenv(pdb.DirVariable, filepath.Join(folder, "tables"))
	os.Setenv(cli.StoreVariable, "")
	os.Setenv(asProgram, asItself)
	return m.Run()
}

// outcome is what a command line came to.
type outcome struct {
	status      int
	out, errors string
}

// memoryLimit is the memory limit of the process before any command.
var memoryLimit = debug.SetMemoryLimit(-1)

// npuzzle runs a command line in this process.
func npuzzle(stdin string, args ...string) outcome {
	return npuzzleIn(context.Background(), strings.NewReader(stdin), args...)
}

func npuzzleIn(ctx context.Context, stdin io.Reader, args ...string) outcome {
	defer debug.SetMemoryLimit(memoryLimit) // a command may lower the limit
	var out, errors bytes.Buffer
	status := run(ctx, append([]string{"npuzzle"}, args...), stdin, &out, &errors)
	return outcome{status, out.String(), errors.String()}
}

// measuresAside takes from an output what differs from run to run and machine to
// machine: times and their order, rates, memory, the columns that they widen, and the names of
// files that tell the time.
func measuresAside(text string) string {
	for _, change := range []struct{ pattern, with string }{
		{`"((?:cpu_|mean_|median_)?seconds|nodes_per_second)":[0-9.e+-]+`, `"$1":0`},
		{`"(bytes|process_memory_limit)":[0-9]+`, `"$1":0`},
		{`,?"The machine was busy: [^"]*"`, ""},
		{`(?s)\nThe machine was busy: .*?\(cpu-limit\)\s+do\s+not\.\n`, ""},
		{`(?s);\s+(no\s+test\s+tells\s[^;]*?\sapart\s+in\s+time` +
			`|[^;]*?\stook\s[^;]*?(;\s+95\s%\s[^;]*?)?\))\.`, "; TIMES."},
		{`(?s)(mean\s+processor\s+time\s+on[^)]*\)):.*?[a-z]\.(\s|")`, "$1: TIMES.$2"},
		{`([0-9.]+( (ns|µs|ms|s|min))?–)?[0-9.]+ (ns|µs|ms|s|min)\b`, "TIME"},
		{`[0-9.]+ [kMGT]?B\b`, "MEMORY"},
		{`[0-9.]+ ?[kMG]?/s\b`, "RATE"},
		{`(\S) {2,}`, "$1  "},
		{`(?m) +$`, ""},
		{`(?m)^ *-{5,}$`, "-----"},
		{`(?m)^ +`, "  "},
	} {
		text = regexp.MustCompile(change.pattern).ReplaceAllString(text, change.with)
	}
	return text
}

// golden compares an output, measures aside, with the file of that name.
func golden(t *testing.T, name, text string) {
	t.Helper()
	text = measuresAside(text)
	name = filepath.Join(sourceFolder, "testdata", "golden", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err, "made by go test -update")
	assert.Equal(t, string(want), text)
}

// sourceFolder is the folder of this package.
var sourceFolder = func() string {
	folder, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return folder
}()

// self is the file of the test binary.
var self = func() string {
	file, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return file
}()

func TestUsageErrors(t *testing.T) {
	parallel(t)
	keepsFolderEmpty(t)
	all := strings.Join(cli.NamesOf(newApp(cli.Console{}).Commands), ", ")
	algorithms := strings.Join(solvers.Names(), ", ")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"slove"},
			`"slove" is not a command (did you mean solve?); expected one of ` + all +
				`; see npuzzle --help`},
		{[]string{"xyzzy"}, `"xyzzy" is not a command; expected one of ` + all +
			`; see npuzzle --help`},
		{[]string{"--jobs", "2"},
			`npuzzle has no flag --jobs before the command; expected npuzzle COMMAND [FLAGS] ` +
				`[ARGUMENTS]; see npuzzle --help`},
		{[]string{"--nosuch", "solve"},
			`npuzzle has no flag --nosuch before the command; expected npuzzle COMMAND ` +
				`[FLAGS] [ARGUMENTS]; see npuzzle --help`},
		{[]string{"help", "--nosuch"},
			`npuzzle has no flag --nosuch before the command; expected npuzzle COMMAND ` +
				`[FLAGS] [ARGUMENTS]; see npuzzle --help`},
		{[]string{"--version=3"},
			`npuzzle has no flag --version=3 before the command; expected npuzzle COMMAND ` +
				`[FLAGS] [ARGUMENTS]; see npuzzle --help`},
		{[]string{"solve", "--help=no"}, `--help takes no value; see npuzzle solve --help`},
		{[]string{"solve", "--goal", ""},
			`invalid value "" for flag --goal: expected a text that is ` +
				`not empty, or no flag`},
		{[]string{"solve", "--jsno"},
			`solve has no flag --jsno (did you mean --json?); see npuzzle solve --help`},
		{[]string{"solve", "-x"}, `solve has no flag -x; see npuzzle solve --help`},
		{[]string{"solve", "1 2/3 0", "--goal"}, `--goal needs a value; see npuzzle solve --help`},
		{[]string{"solve", "--size", "3by3"},
			`invalid value "3by3" for flag --size: "3by3" is not a size; expected` +
				` ROWSxCOLS such as 3x4`},
		{[]string{"solve", "--size", "17x2"},
			`invalid value "17x2" for flag --size: size 17x2 is out of range;` +
				` expected ROWSxCOLS from 1x2 to 16x16`},
		{[]string{"solve", "--order", "UDL"},
			`invalid value "UDL" for flag --order: "UDL" is not an order of ` +
				`successors; expected each of U, D, L, R once, such as ULRD`},
		{[]string{"solve", "--algorithm", "dfs"},
			`invalid value "dfs" for flag --algorithm: "dfs" is not an ` +
				`algorithm (did you mean bfs?);` +
				` expected one of ` + algorithms},
		{[]string{"solve", "--heuristic", "best"},
			`invalid value "best" for flag --heuristic: "best" is not ` +
				`a heuristic;` +
				` expected one of ` + strings.Join(solvers.HeuristicNames(), ", ") +
				`, pdb:PARTITION such as pdb:5-5-5, or max(a,b,...) of several`},
		{[]string{"solve", "--depth-limit", "0.05", "--move-costs", "1,1,1,0.3", "1 2/0 3"},
			`board 1: idastar: depth limit 0.05 is below the cost of every move; expected at ` +
				`least 0.3`},
		{[]string{"solve", "--weight", "0.5"},
			`invalid value "0.5" for flag --weight: expected a number from 1 to 1000`},
		{[]string{"solve", "--seed", "-1"},
			`invalid value "-1" for flag --seed: expected a whole number from 0 to` +
				` 18446744073709551615`},
		{[]string{"solve", "--time-limit", "-1"},
			`invalid value "-1" for flag --time-limit: expected a time such as` +
				` 10s, 1m30s or 0.5, a number of seconds`},
		{[]string{"solve", "--memory-limit", "much"},
			`invalid value "much" for flag --memory-limit: expected an amount` +
				` of memory such as 200MB, 2GiB or 1500000000`},
		{[]string{"solve", "--jobs", "0"},
			`invalid value "0" for flag --jobs: expected a whole number from 1 to 1024`},
		{[]string{"solve", "--move-costs", "1,2,3"},
			`invalid value "1,2,3" for flag --move-costs: "1,2,3": 3 move` +
				` costs; expected four, U,D,L,R, such as 0.1,0.2,0.3,0.4`},
		{[]string{"solve", "--notation", "korf"},
			`invalid value "korf" for flag --notation: "korf" is not ` +
				`a notation; expected one of blank, tile, slidysim, numbers`},
		{[]string{"solve", "--algorithm", "IDB*"},
			`invalid value "IDB*" for flag --algorithm: "IDB*" is not an ` +
				`algorithm (did you mean idastar?); expected one of ` + algorithms},
		{[]string{"compare", "--algorithm", "astar,idatsar"},
			`invalid value "astar,idatsar" for flag --algorithm:` +
				` "idatsar" is not an algorithm (did you mean idastar?); expected one of ` +
				algorithms},
		{[]string{"solve", "--preset", "memtic"},
			`invalid value "memtic" for flag --preset: expected one preset:` +
				` study, evolve, pure, memetic or a file (did you mean memetic?): open memtic: ` +
				`no such ` +
				`file or directory`},
		{[]string{"compare", "--goal", "snial"},
			`goal "snial" is not known (did you mean snail?); expected` +
				` blank-last, blank-first, snail or a board of 3x3`},
		{[]string{"export", "--format", "cvs"},
			`invalid value "cvs" for flag --format: expected one of csv, jsonl,` +
				` parquet (did you mean csv?)`},
		{[]string{"solve", "--json", "--animate", "1 0"},
			`--animate and --json; expected only one of them`},
		{[]string{"solve", "-f", "boards.txt", "1 0"},
			`boards as arguments and in boards.txt; expected only one ` +
				`of them`},
		{[]string{"compare", "1 2/3 0"},
			`compare takes no arguments, but was given "1 2/3 0"; see npuzzle compare --help`},
		{[]string{"compare", "--algorithm", "astar,astar"},
			`invalid value "astar,astar" for flag --algorithm: astar` +
				` appears twice; expected each solver once`},
		{[]string{"compare", "--puzzles", "none"}, `invalid value "none" for flag --puzzles: ` +
			`expected a whole number`},
		{[]string{"compare", "--puzzles", "0"}, `invalid value "0" for flag --puzzles: ` +
			`expected a whole number from 1 to 1000000000`},
		{[]string{"compare", "--goal", "upside-down"},
			`goal "upside-down" is not known; expected blank-last,` +
				` blank-first, snail or a board of 3x3`},
		{[]string{"generate", "--walk", "3", "--misplaced", "0.5"},
			`both walk and misplaced are set; expected only one of them`},
		{[]string{"generate", "--misplaced", "1.5"},
			`invalid value "1.5" for flag --misplaced: expected a number from` +
				` 0 to 1`},
		{[]string{"speed", "fast"},
			`speed takes no arguments, but was given "fast"; see npuzzle speed --help`},
		{[]string{"completion"},
			`completion takes bash|fish|zsh, but was given 0 arguments; see npuzzle ` +
				`completion` +
				` --help`},
		{[]string{"completion", "tcsh"},
			`"tcsh" is not a shell with completion; expected one of bash, fish, zsh` +
				` (did you mean bash?)`},
	} {
		got := npuzzle("", c.args...)
		assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"}, got, "%q", c.args)
	}
}

// Names are matched as people write them.
func TestNamesOfValues(t *testing.T) {
	parallel(t)
	for _, args := range [][]string{
		{"--algorithm", "A*", "--heuristic", "Linear-Conflict", "--goal", "Blank-Last"},
		{"--algorithm", "a-star", "--heuristic", "linear conflict", "--goal", "BLANKLAST"},
		{"--algorithm", "AStar", "--heuristic", "MAX(Linear_Conflict,ZERO)"},
	} {
		got := npuzzle("", append([]string{"solve", "--json", "123456078", "--notation", "Blank"},
			args...)...)
		require.Zero(t, got.status, got.errors)
		assert.Equal(t, "astar", objectsOf(t, got.out)[0]["algorithm"])
	}
	got := npuzzle("", "compare", "--store", t.TempDir()+"/s", "--puzzles", "1", "--json",
		"--algorithm", "IDA*,GA", "--preset", "PURE")
	assert.Contains(t, got.out, `"name":"ga pure"`)
}

// No error line is longer than a few lines of a terminal, whatever the input, and none holds
// characters that act on the terminal.
func TestErrorsShortenWhatTheyQuote(t *testing.T) {
	parallel(t)
	keepsFolderEmpty(t)
	long := strings.Repeat("x", 8000)
	numbers := strings.Repeat("1 ", 4000)
	for _, args := range [][]string{
		{long}, {"solve", long}, {"solve", numbers}, {"solve", "--" + long}, {"solve", "-f", long},
		{"solve", "-f", numbers}, {"solve", "--goal", numbers, "1 0/"},
		{"solve", "--goal", long, "1 0/"},
		{"solve", "--size", long}, {"solve", "--algorithm", long},
		{"solve", "--heuristic", "max(" + long},
		{"solve", "--move-costs", long}, {"solve", "--set", long + "=1"},
		{"solve", "--preset", long},
		{"solve", "--jobs", long}, {"compare", "--algorithm", "astar," + long},
		{"generate", "--misplaced", long},
		{"show", "--store", long}, {"run", long}, {"run", numbers}, {"report", "--out", long},
		{"init", long},
		{"pdb", "build", long}, {"reproduce", long}, {"completion", long},
		{"solve", "\x1b[31m\u202e"},
		{"run", "\x1b[31m\u202e\n"},
	} {
		got := npuzzle("", args...)
		assert.NotZero(t, got.status, "%.40q", args)
		assert.Less(t, len(got.errors), 1100, "%.40q", args)
		assert.True(t, units.Printable(strings.TrimSuffix(got.errors, "\n")), "%q", got.errors)
	}
}

func TestSettingsOfTheGeneticSolverThatMakeNoSense(t *testing.T) {
	parallel(t)
	for _, c := range []struct{ flag, want string }{
		{"--population=1", `invalid value "1" for flag --population: expected a whole number ` +
			`from 2 to 1048576`},
		{"--generations=0", `invalid value "0" for flag --generations: expected a whole number ` +
			`from 1 to 1073741824`},
		{"--phases=-3", `invalid value "-3" for flag --phases: expected a whole number from 1 to ` +
			`1073741824`},
		{"--crossover=1.5", `invalid value "1.5" for flag --crossover: expected a number from 0 ` +
			`to 1`},
		{"--mutation=NaN", `invalid value "NaN" for flag --mutation: expected a number from 0 ` +
			`to 1`},
		{"--set=phase-mode=stop",
			`invalid value "phase-mode=stop" for flag --set: phase-mode: expected one of` +
				` continue, restart`},
		{"--set=decoding=rnaked",
			`invalid value "decoding=rnaked" for flag --set: decoding: expected one of ordered,` +
				` ranked (did you mean ranked?)`},
		{"--set=genes=0", `invalid value "genes=0" for flag --set: genes: expected a whole ` +
			`number from 1 to 1048576,` +
			` or auto`},
		{"--set=population=",
			`invalid value "population=" for flag --set: population: expected a whole number ` +
				`from 2` +
				` to 1048576`},
		{"--set=greed", `invalid value "greed" for flag --set: expected NAME=VALUE, such as ` +
			`greed=2`},
		{"--set==3", `invalid value "=3" for flag --set: expected NAME=VALUE, such as greed=2`},
		{"--set=greed=2 --set=greed=3",
			`invalid value "greed=3" for flag --set: greed: greed is set twice; ` +
				`expected it once`},
		{"--population=9 --set=population=8",
			`invalid value "population=8" for flag --set: population: population ` +
				`is set twice; expected it once`},
		{"--set=gred=2", `invalid value "gred=2" for flag --set: "gred" is not a setting (did ` +
			`you mean greed?); npuzzle settings lists them`},
		{"--set=control=none",
			`invalid value "control=none" for flag --set: "control" is not a setting; npuzzle ` +
				`settings lists them`},
	} {
		for _, command := range [][]string{{"solve", "1 2/0 3", "--algorithm", "ga"},
			{"compare", "--puzzles", "1"}} {
			got := npuzzle("", append(command, strings.Fields(c.flag)...)...)
			assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + c.want + "\n"}, got, c.flag)
		}
	}
}

// Every setting has a row and an object with its values, its defaults and its meaning.
func TestSettings(t *testing.T) {
	parallel(t)
	got := npuzzle("", "settings")
	assert.Zero(t, got.status)
	listed := objectsOf(t, npuzzle("", "settings", "--json").out)
	rows := cli.Settable()
	require.Len(t, listed, len(rows))
	for i, row := range rows {
		assert.Equal(t, row.Name, listed[i]["name"])
		meaning := strings.Join(strings.Fields(regexp.QuoteMeta(listed[i]["meaning"].(string))),
			`\s+`)
		values := strings.Join(strings.Fields(regexp.QuoteMeta(row.Values)), `\s+`)
		assert.Regexp(t, `(?ms)^`+row.Name+`:\s+`+values+`;.*\.\s+`+meaning+`$`, got.out)
		for name, value := range row.Defaults {
			assert.Equal(t, value, listed[i]["defaults"].(map[string]any)[name])
		}
	}
}

func TestVersion(t *testing.T) {
	parallel(t)
	for _, args := range [][]string{{"version"}, {"--version"}, {"-v"}} {
		got := npuzzle("", args...)
		assert.Zero(t, got.status)
		assert.Regexp(t, `npuzzle.* \(go1\.\S+, \w+/\w+\)\n$`, got.out)
	}
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestOutputThatFails(t *testing.T) {
	parallel(t)
	store := filepath.Join(t.TempDir(), "lab.sqlite")
	for _, args := range [][]string{
		{"solve", "1 2/0 3"},
		{"solve", "1 2/0 3", "--json"},
		{"solve", "1 2/0 3", "--animate"},
		{"generate"},
		{"compare", "--size", "2x3", "--puzzles", "1", "--algorithm", "astar", "--store", store},
		{"completion", "bash"},
		{"version"},
	} {
		var errors bytes.Buffer
		status := run(t.Context(), append([]string{"npuzzle"}, args...), strings.NewReader(""),
			full{}, &errors)
		assert.Equal(t, cli.ExitFailed, status, "%q", args)
		assert.Equal(t, "npuzzle: short write\n", errors.String(), "%q", args)
	}
}

// parallel lets a test that runs command lines in this process run beside others. Tests that change
// the environment of the process cannot. Nor can any such test under the race detector, because
// every command line writes the same values to variables of the library: urfave.HelpFlag and
// urfave.VersionFlag.
func parallel(t *testing.T) {
	t.Helper()
	if !raceDetector {
		t.Parallel()
	}
}

// notUnderRace skips a test under the race detector, because what it tests runs in one goroutine.
func notUnderRace(t *testing.T) {
	if raceDetector {
		t.Skip("runs in one goroutine")
	}
}
