package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
)

// short is a tuning of a second.
var short = []string{"tune", "--size", "2x3,3x3", "--space",
	"population=4..60:log, stagnation=2..20, decoding=ranked|ordered", "--budget", "500kstates",
	"--node-limit", "4000", "--puzzles", "12", "--seed", "3", "--json"}

// outcomeOf returns what a tuning found, without what differs from run to run.
func outcomeOf(t *testing.T, got outcome) map[string]any {
	require.Equal(t, cli.ExitDone, got.status, got.errors)
	object := objectsOf(t, got.out)[0]
	delete(object, "results")
	delete(object, "before")
	delete(object, "jobs")
	return object
}

// A tuning comes to the same outcome on any number of jobs, after interrupts, and again from the
// store.
func TestTune(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	want := outcomeOf(t, here.npuzzle("", append(short, "--jobs", "1")...))
	assert.Equal(t, "tune-1", want["experiment"])
	assert.NotEmpty(t, want["winner"])
	assert.NotEmpty(t, want["conclusions"].([]any)[0])
	trials := want["trials"]
	began := time.Now()
	assert.Equal(t, want, outcomeOf(t, here.npuzzle("", short...)), "from the store")
	assert.Equal(t, trials, want["trials"])
	t.Logf("from the store in %v", time.Since(began))

	here = newFolder(t)
	again := here.npuzzle("", append(short, "--jobs", "2")...)
	assert.Equal(t, want, outcomeOf(t, again), "two jobs")

	here = newFolder(t)
	for _, trials := range []int{1, 20, 60} {
		got := here.npuzzleUntil(here.whenKept("tune-1", trials), short...)
		assert.Equal(t, cli.ExitUnsolved, got.status, got.errors)
	}
	assert.Equal(t, want, outcomeOf(t, here.npuzzle("", short...)), "after interrupts")
	kept := here.npuzzle("", "export", "tune-1", "--format", "jsonl")
	require.Zero(t, kept.status, kept.errors)
	assert.Equal(t, int(trials.(float64)), strings.Count(kept.out, "\n"),
		"no trial lost or repeated")

	shown := here.npuzzle("", "show", "tune-1").out
	assert.Contains(t, strings.Join(strings.Fields(shown), " "), want["conclusions"].([]any)[0])
	if !slow.Asked() {
		t.Logf("left out without %s=1: the report, which takes as long as all of this", slow.Variable)
		return
	}
	report := here.npuzzle("", "report", "tune-1", "--out", "report")
	require.Zero(t, report.status, report.errors)
	text := here.read("report/report.md")
	assert.Contains(t, strings.ReplaceAll(text, `\`, ""), want["conclusions"].([]any)[0],
		"the same outcome")
}

// With a budget in time, stored trials are found faster than they ran. The same command prints the
// same result all the same, with the same trials. After an interrupt, it goes on.
func TestTuneForATimeAgain(t *testing.T) {
	slow.Only(t, "tunes for four seconds")
	t.Parallel()
	here := newFolder(t)
	const budget = "4s" // enough for a race if a busy machine takes a tenth of a second for a trial
	args := []string{"tune", "--size", "2x3", "--space", "population=4..40:log, genes=8..40",
		"--node-limit", "4000", "--budget", budget, "--jobs", "1"}
	interrupted := here.npuzzleUntil(here.whenKept("tune-1", 1), args...)
	assert.Equal(t, cli.ExitUnsolved, interrupted.status, interrupted.errors)
	listed := here.npuzzle("", "list", "--json")
	require.Zero(t, listed.status, listed.errors)
	assert.NotContains(t, listed.out, `"ended"`)

	first := here.npuzzle("", args...)
	require.Zero(t, first.status, first.errors)
	second := here.npuzzle("", args...)
	require.Zero(t, second.status, second.errors)
	const stored = "stored result: no trial ran again; a larger --budget goes on from these trials\n"
	assert.NotContains(t, first.out, stored)
	before := regexp.MustCompile(`; [\d,]+ trials? (is|are) from earlier runs`)
	assert.Equal(t, before.ReplaceAllString(first.out, "")+stored, second.out)
	shown := here.npuzzle("", "show", "tune-1").out
	assert.Contains(t, shown, second.out[:strings.Index(second.out, "\n\n")])
	explained := here.npuzzle("", "show", "tune-1", "--explain").out
	assert.Contains(t, explained, "\ntimes default: the score compared with that of the default")
	assert.Equal(t, afterTables(t, explained),
		afterTables(t, here.npuzzle("", append(args, "--explain")...).out))
	assert.Equal(t, 1, strings.Count(here.npuzzle("", "list").out, "tune-1"))
	assert.Contains(t, here.npuzzle("", "list").out, "complete")
}

// afterTables returns what --explain adds to the output of a tuning.
func afterTables(t *testing.T, output string) string {
	terms := strings.Index(output, "\nconfiguration: ")
	require.Positive(t, terms, output)
	return output[terms:]
}

// The same command with a larger budget uses the trials of the smaller one again, and comes to the
// outcome that it has without them. The outcome of the smaller one stays. Both say how many winners
// their boards have tested.
func TestTuneExtended(t *testing.T) {
	slow.Only(t, "it tunes several times")
	t.Parallel()
	here := newFolder(t)
	larger := slices.Concat(short, []string{"--budget", "5Mstates", "--name", "larger"})
	want := outcomeOf(t, here.npuzzle("", larger...))

	here = newFolder(t)
	smaller := objectsOf(t, here.npuzzle("", short...).out)[0]
	assert.Equal(t, 0., smaller["before"])
	got := here.npuzzle("", larger...)
	assert.Equal(t, cli.ExitDone, got.status, got.errors)
	before := objectsOf(t, got.out)[0]["before"].(float64)
	assert.Greater(t, before, smaller["trials"].(float64)/2)
	object := outcomeOf(t, got)
	conclusions := object["conclusions"].([]any)
	alone := want["conclusions"].([]any)
	last := slices.Index(alone, any("No other winner had been tested on these boards."))
	require.Positive(t, last)
	delete(object, "conclusions")
	delete(want, "conclusions")
	assert.Equal(t, want, object)
	assert.Equal(t, alone[:last], conclusions[:last])

	winners := "With this one, 2 winners have been tested on these boards"
	require.NotEqual(t, smaller["winner"], object["winner"])
	assert.Contains(t, conclusions[last], winners)
	shown := strings.Join(strings.Fields(here.npuzzle("", "show", "tune-1").out), " ")
	assert.Contains(t, shown, smaller["conclusions"].([]any)[0],
		"the outcome of the smaller budget stays")
	assert.NotContains(t, shown, winners, "a later winner does not change the report")
	require.Zero(t, here.npuzzle("", "report", "tune-1", "--out", "report").status)
	text := here.read("report/report.md")
	assert.NotContains(t, text, winners)
}

// A tuning is described by flags or by a file. A larger budget goes on from the trials of a smaller
// one.
func TestTuneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("runs as TestTune does")
	}
	t.Parallel()
	here := newFolder(t)
	file := "name: of-weight\nseed: 2\nnode-limit: 20000\npuzzles: [{size: 3x3, count: 15}]\n" +
		"solvers: [{algorithm: wastar}]\n" +
		"tune:\n  space: {weight: 1..10, heuristic: manhattan|misplaced}\n  objective: states\n  " +
		"budget: 50kstates\n"
	here.write("weight.yaml", file)
	got := here.npuzzle("", "tune", "weight.yaml")
	require.Zero(t, got.status, got.errors)
	assert.Contains(t, got.out, "kept in results/lab.sqlite as of-weight\n")
	larger := here.npuzzle("", "tune", "weight.yaml", "--budget", "60kstates")
	require.Zero(t, larger.status, larger.errors)
	assert.Regexp(t, `kept in results/lab.sqlite as of-weight; \d+ trials are from earlier runs\n$`,
		larger.out)
	sentence := func(text string) string { text, _, _ = strings.Cut(text, "\n\n"); return text }
	_, shown, _ := strings.Cut(here.npuzzle("", "show", "of-weight").out, "\n\n")
	assert.Equal(t, sentence(larger.out), sentence(shown),
		"the larger budget replaces the outcome of the same name")
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: --seed with a file; expected it in the file\n"},
		here.npuzzle("", "tune", "weight.yaml", "--seed", "3"))
	refused := here.npuzzle("", "run", "weight.yaml")
	assert.Equal(t, cli.ExitUsage, refused.status)
	assert.Contains(t, refused.errors, "describes a tuning")
}

// The preset of a winner can be used by solve and compare.
func TestTunedPreset(t *testing.T) {
	slow.Only(t, "it tunes several times")
	t.Parallel()
	here := newFolder(t)
	got := outcomeOf(t, here.npuzzle("", "tune", "--size", "3x3", "--budget", "10Mstates", "--json",
		"--space", "population=5..200, stagnation=2..50, greed=1..20"))
	require.Equal(t, true, got["holds"], "the default preset is far from the best at this limit")
	preset := got["preset"].(string)
	for _, args := range [][]string{{"solve", easyBoard, "--algorithm", "ga"},
		{"compare", "--puzzles", "2"}} {
		used := here.npuzzle("", append(args, "--preset", preset)...)
		assert.Zero(t, used.status, used.errors)
	}
}

// A grid prints a table as the published studies do: settings are columns, and each size has the
// share of boards solved. All cells have the same boards, and settings without an effect have equal
// cells.
func TestTunedGrid(t *testing.T) {
	slow.Only(t, "it tunes several times")
	t.Parallel()
	here := newFolder(t)
	got := here.npuzzle("", "tune", "--size", "2x2,2x3", "--method", "grid", "--preset", "study",
		"--objective", "accuracy", "--budget", "10Mstates", "--population", "4,40", "--generations",
		"2|20",
		"--phases", "1,2")
	require.Zero(t, got.status, got.errors)
	assert.Regexp(t, `(?m)^population  generations  phases +solved on 2x2 +solved on 2x3$`, got.out)
	assert.Regexp(t, `each on the same \d+ boards of each size`,
		strings.Join(strings.Fields(got.out), " "))
	cells := regexp.MustCompile(`(?m)^(\d+) +(\d+) +(\d+) +(\S+) % \(\S+ %\) +(\S+) % \(\S+ %\)$`).
		FindAllStringSubmatch(got.out, -1)
	require.Len(t, cells, 8, got.out)
	assert.Equal(t, []string{"40", "20", "2"}, cells[0][1:4], "the best first")
	assert.Equal(t, []string{"4", "2", "1"}, cells[7][1:4])
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		require.NoError(t, err)
		return x
	}
	assert.Greater(t, number(cells[0][5]), number(cells[7][5]),
		"more population, generations and phases solve more")
	assert.Regexp(t, `(?m)^setting +value +combinations +solved$`, got.out)
	assert.Regexp(t, `(?m)^generations +20 +4 +\d+\.\d %$`, got.out)
	require.Zero(t, here.npuzzle("", "report", "--out", "report").status)
	table := here.read("report/tables/grid.csv")
	assert.Equal(t, 9, strings.Count(table, "\n"))
	assert.Contains(t, table, "population,generations,phases,solved on 2x2,")
	maps := here.read("report/figures/grid.svg")
	for _, title := range []string{"2x2, phases=1", "2x2, phases=2", "2x3, phases=1",
		"2x3, phases=2"} {
		assert.Contains(t, maps, ">"+title+"<")
	}
	assert.Equal(t, 4, strings.Count(maps, ">accuracy, darker is better<"),
		"one scale beside each map")

	got = here.npuzzle("", "tune", "--size", "2x3", "--method", "grid", "--budget", "2Mstates",
		"--space", "decoding=ordered,ranked, improve=false, greed=1|2|4")
	require.Zero(t, got.status, got.errors)
	ordered := regexp.MustCompile(`(?m)^ordered +\d (.+)$`).FindAllStringSubmatch(got.out, -1)
	require.Len(t, ordered, 3, got.out)
	assert.Equal(t, ordered[0][1], ordered[1][1], "greed has no effect")

	got = here.npuzzle("", "tune", "--size", "2x2", "--method", "grid", "--preset", "study",
		"--budget", "10Mstates", "--blocks", "1", "--store", "other.sqlite",
		"--space", "population=4..40, generations=2..20, phases=1..2")
	require.Zero(t, got.status, got.errors)
	text := strings.Join(strings.Fields(got.out), " ")
	assert.Contains(t, text, "Shown are the first 10 of 50; npuzzle report tune-1 --store "+
		"other.sqlite writes all of them to tables/grid.csv.")
}

// A tuning whose trials are all unsolved, or all solved under accuracy, ends early with a proposal,
// and so do its report and show. A budget that is too small is refused before it is spent.
func TestTuneTellsNothing(t *testing.T) {
	parallel(t)
	store := filepath.Join(t.TempDir(), "lab.sqlite")
	for _, c := range []struct {
		name, want string
		args       []string
	}{
		{"unsolved", "are unsolved, so no configuration is better than another; 2\\d\\d ended " +
			"with node-limit; " +
			"expected node-limit 5000 or more",
			[]string{"--space", "population=50..200", "--node-limit", "500",
				"--budget", "50Mstates"}},
		{"evaluations", ".* expected evaluations 500 or more",
			[]string{"--space", "population=50..200",
				"--evaluations", "50", "--budget", "50Mstates"}},
		{"solved", "are solved, so no configuration has a better accuracy than another; expected " +
			"another objective",
			[]string{"--space", "population=50..200", "--size", "2x2", "--objective", "accuracy",
				"--preset", "evolve", "--first", "--node-limit", "100000"}},
	} {
		if c.name == "evaluations" && !slow.Asked() {
			t.Logf(`left out without %s=1: %s, which ends as "unsolved" does, by another limit`,
				slow.Variable, c.name)
			continue
		}
		args := append([]string{"tune", "--preset", "study", "--store", store, "--name", c.name},
			c.args...)
		got := npuzzle("", args...)
		assert.Equal(t, cli.ExitUsage, got.status, c.name)
		assert.Regexp(t, "npuzzle: all 2\\d\\d trials "+c.want, got.errors)
		shown := strings.Join(strings.Fields(npuzzle("", "show", c.name, "--store", store).out),
			" ")
		assert.Contains(t, shown, "so no configuration", c.name)
		assert.NotContains(t, shown, "importance")
	}
}

// A mistake in a space or another flag is a line that says what was expected, and no trial runs.
func TestTuneRefuses(t *testing.T) {
	parallel(t)
	keepsFolderEmpty(t)
	for _, c := range []struct{ flag, value, want string }{
		{"space", "population",
			`space: "population" is not a setting with values; expected NAME=LOW..HIGH or ` +
				`NAME=V1|V2, such as population=20..2000`},
		{"space", "population=500..20",
			"space: population=500..20: expected a low end below the high end"},
		{"space", "population=1..20",
			"space: population=1..20: expected a whole number from 2 to 1048576"},
		{"space", "weight=1..3",
			"space: weight is a setting of " + taking("weight") +
				", not of ga; expected it to be left out"},
		{"space", "populatoin=2..20",
			`space: "populatoin" is not a setting (did you mean population?)`},
		{"space", "decoding=ranked..ordered",
			"space: decoding=ranked..ordered: expected two numbers, or a list of " +
				"values such as V1|V2"},
		{"space", "crossover=0..1:log",
			"space: crossover=0..1:log: expected a low end above 0 on a " +
				"logarithmic scale, or the scale :linear"},
		{"space", "population=20",
			"space: no setting has two values; expected one such as population=20..2000"},
		{"space", "preset=study|pure",
			"space: preset sets all settings together, so it is not varied with others"},
		{"population", "9..5", "space: population=9..5: expected a low end below the high end"},
		{"space", "tournament-size=2..5",
			"space: tournament-size has no effect, because it needs selector=tournament"},
		{"objective", "speed", "objective: expected one of accuracy, length-ratio, anytime, states, time"},
		{"budget", "many", "budget: expected a time such as 10m, or a number of states such as " +
			"500Mstates"},
		{"budget", "5MiBstates",
			"budget: expected a time such as 10m, or a number of states such as 500Mstates"},
		{"objective", "time", "objective time without a limit; expected cpu-limit"},
	} {
		got := npuzzle("", "tune", "--"+c.flag, c.value)
		assert.Equal(t, cli.ExitUsage, got.status, c.value)
		assert.True(t, strings.HasPrefix(got.errors, "npuzzle: "+c.want), "%s: %s",
			strconv.Quote(c.value), got.errors)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), got.errors)
	}

	ranges := "population=2..9, stagnation=2..9, genes=5..9, generations=3..9, phases=1..9, " +
		"greed=1..9, target=best-board|end-board, crossover=0..1, mutation=0..1, " +
		"decoding=ranked|ordered, model=pairs|ring, record=true|false, improve=true|false, " +
		"phase-mode=continue|restart"
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: space: more than 10,000 combinations of values; expected fewer " +
			"settings or values\n"}, npuzzle("", "tune", "--method", "grid", "--space", ranges))
	here := newFolder(t)
	here.write("repeats.yaml", "repeats: 3\npuzzles: [{size: 3x3, count: 15}]\n"+
		"solvers: [{algorithm: ga}]\ntune: {budget: 3Mstates}\n")
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: repeats 3; expected none, because each block has new boards\n"},
		here.npuzzle("", "tune", "repeats.yaml"))
	here.write("plain.yaml", "puzzles: [{size: 2x2, count: 1}]\nsolvers: [{algorithm: astar}]\n")
	assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: experiment plain has no key tune; expected " +
		"one, or npuzzle run plain.yaml --store other.sqlite\n"},
		here.npuzzle("", "tune", "plain.yaml", "--store", "other.sqlite"))

	small := outcome{cli.ExitUsage, "",
		"npuzzle: the budget of 100,000 states is too small: a race needs at least 50 trials " +
			"besides its test, and a trial takes about 10,000 states; expected a budget of " +
			"840kstates or more, fewer settings, or a smaller limit of each trial\n"}
	assert.Equal(t, small, here.npuzzle("", "tune", "--budget", "100kstates"))
	assert.Equal(t, cli.ExitUsage, here.npuzzle("", "show").status, "no trial ran")
}
