package studies

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// sample is a configuration that the study tried.
var sample = Configuration{
	Size:        puzzle.Size{Rows: 3, Cols: 3},
	Heuristic:   "manhattan",
	Population:  100,
	Generations: 200,
	Phases:      5,
	Boards:      8,
	Seed:        7,
	Limit:       time.Minute,
}

// experimentOf reads the definition of a configuration.
func experimentOf(t *testing.T, c Configuration) bench.Experiment {
	t.Helper()
	e, warnings, err := config.ReadText(c.Definition())
	require.NoError(t, err)
	assert.Empty(t, warnings)
	require.NoError(t, e.Check())
	return e
}

// The definition of a configuration says what is tried, and leads back to the configuration.
func TestConfiguration(t *testing.T) {
	e := experimentOf(t, sample)
	assert.Equal(t, "ga-3x3-manhattan-100-200-5-boards8-seed7", e.Name)
	assert.Equal(t, 16, e.Trials())
	assert.Equal(t, time.Minute, e.TimeLimit)
	assert.Equal(t, uint64(7), e.Groups[0].Seed, "of the boards")
	require.Len(t, e.Solvers, 2)
	genetic := e.Solvers[1].Settings
	for setting, value := range map[string]string{
		"population": "100", "generations": "200", "phases": "5", "heuristic": "manhattan",
		"phase-mode": "restart", "improve": "false", "model": "pairs",
	} {
		assert.Equal(t, value, genetic.Get(setting), setting)
	}
	assert.Equal(t, "manhattan", e.Solvers[0].Settings.HeuristicName())
	assert.Equal(t, 100_000, sample.Plans())

	for _, c := range []Configuration{
		sample,
		{Size: puzzle.Size{Rows: 2, Cols: 2}, Heuristic: "linear-conflict-pairs", Population: 2,
			Generations: 1, Phases: 1, Boards: 1},
	} {
		got, tries := ConfigurationOf(experimentOf(t, c))
		assert.True(t, tries)
		assert.Equal(t, c, got)
	}
}

// An experiment that does something else than a configuration is none. Names, the order of the
// solvers and a patience without effect do not matter.
func TestConfigurationOf(t *testing.T) {
	definition := sample.Definition()
	for _, c := range []struct {
		old, changed string
		tries        bool
	}{
		{"name: ga study", "name: the genetic one", true},
		{"baseline: astar\n", "", true},
		{"    patience: 50\n", "    patience: auto\n", true},
		{"name: ga-", "name: mine-", true},
		{"preset: study", "preset: pure", false},
		{"algorithm: astar\n", "algorithm: idastar\n    name: astar\n", false},
		{"    heuristic: manhattan\n  - name", "    heuristic: misplaced\n  - name", false},
		{"phases: 5", "phases: 5\n    mutation: 0.5", false},
		{"count: 8}", "count: 8, walk: 20}", false},
		{"count: 8}", "count: 8, goal: snail}", false},
		{"count: 8}", "count: 8, seed: 9}", false},
		{"seed: 7", "seed: 7\nrepeats: 2", false},
		{"seed: 7", "seed: 7\nisolate: true", false},
		{"seed: 7", "seed: 7\nnode-limit: 1000", false},
		{"baseline: astar\n", "  - {algorithm: bfs}\n", false},
		{"  - {size: 3x3, count: 8}", "  - {boards: [1 2 3/4 5 6/7 0 8]}", false},
		{"  - {size: 3x3, count: 8}", "  - {size: [3x3, 2x3], count: 8}", false},
	} {
		require.Equal(t, 1, strings.Count(definition, c.old), c.old)
		e, _, err := config.ReadText(strings.Replace(definition, c.old, c.changed, 1))
		require.NoError(t, err, c.changed)
		got, tries := ConfigurationOf(e)
		assert.Equal(t, c.tries, tries, c.changed)
		if c.tries {
			assert.Equal(t, sample, got, c.changed)
		}
	}

	e, _, err := config.ReadText(strings.Replace(definition, "algorithm: astar", "algorithm: ida", 1))
	assert.Error(t, err)
	_, tries := ConfigurationOf(e)
	assert.False(t, tries)
}

// What the study printed is found by the settings.
func TestPrintedConfigurations(t *testing.T) {
	assert.Len(t, PrintedConfigurations(), 14)
	printed, found := sample.Printed()
	require.True(t, found)
	assert.Equal(t, 100, printed.Boards)
	assert.InDelta(t, 0.63, printed.Solved.Value, 1e-9)
	assert.InDelta(t, 0.5322, printed.Solved.Low, 1e-4)
	assert.InDelta(t, 0.7182, printed.Solved.High, 1e-4)
	assert.InDelta(t, 6.597147718, printed.Seconds, 1e-9)
	assert.InDelta(t, 6.597147718/0.4246368304, printed.Time, 1e-9)

	other := sample
	other.Heuristic = "misplaced"
	_, found = other.Printed()
	assert.False(t, found)
	other.Population, other.Generations = 200, 500
	printed, found = other.Printed()
	require.True(t, found)
	assert.InDelta(t, 46.388485042/9.048292864, printed.Time, 1e-9, "A* with the same heuristic")

	for _, p := range PrintedConfigurations() {
		assert.Positive(t, p.Time, p.Name())
		assert.Positive(t, p.Solved.Low, p.Name())
	}
}

// Known trials have known results: shares, lengths and times.
func TestMeasure(t *testing.T) {
	e := experimentOf(t, sample)
	goal := e.Groups[0].Goal
	var records []bench.Record
	add := func(board int, solver string, length int, seconds float64) {
		r := bench.Record{
			Position: len(records) + 1, Puzzle: board, Group: "another name", Solver: solver,
			Algorithm: "astar", Heuristic: "manhattan", Rows: 3, Cols: 3, Goal: goal,
			Status: search.Exhausted,
		}
		r.CPUSeconds = bench.Figure(seconds)
		if solver == "ga study" {
			r.Algorithm = "ga"
			r.Evaluated = 1000
		}
		if length > 0 {
			r.Status = search.Solved
			r.Length = &length
		}
		records = append(records, r)
	}
	m := Measure(e, nil)
	assert.True(t, math.IsNaN(m.Solved.Value))
	assert.True(t, math.IsNaN(m.Length.Value))
	assert.True(t, math.IsNaN(m.Time.Value))

	for board := 1; board <= 8; board++ {
		add(board, "astar", 20, 0.1)
		length := 22
		if board > 6 {
			length = 0 // not solved
		}
		seconds := 2.0
		if board <= 2 {
			seconds = 100 // the first runs, which are left out
		}
		add(board, "ga study", length, seconds)
	}
	m = Measure(e, records)
	assert.Equal(t, stats.ShareOf(6, 8), m.Solved)
	assert.InDelta(t, 1.1, m.Length.Value, 1e-9)
	assert.Equal(t, 6, m.Length.N)
	assert.InDelta(t, 20, m.Time.Value, 1e-9)
	assert.Equal(t, 6, m.Time.N, "without the first two boards")
	assert.Equal(t, 1000.0, m.Evaluated)
	assert.False(t, m.MostlyOverhead)

	half := Measure(e, records[:7]) // A* has tried one board more
	assert.Equal(t, stats.ShareOf(3, 3), half.Solved)

	for i := range records {
		records[i].CPUSeconds /= 2000
	}
	assert.True(t, Measure(e, records).MostlyOverhead, "50 µs")
	slowest := &records[len(records)-2]
	require.Equal(t, "astar", slowest.Solver)
	slowest.CPUSeconds = 0.1
	assert.True(t, Measure(e, records).MostlyOverhead, "one run was interrupted")
}

// Two shares differ, agree, or are of too few boards to tell.
func TestAgreement(t *testing.T) {
	for _, c := range []struct {
		a, b stats.Interval
		want Agreement
	}{
		{stats.ShareOf(90, 100), stats.ShareOf(60, 100), Differ},
		{stats.ShareOf(70, 100), stats.ShareOf(64, 100), TooFew},
		{stats.ShareOf(7000, 10_000), stats.ShareOf(6990, 10_000), Agree},
		{stats.ShareOf(0, 0), stats.ShareOf(64, 100), TooFew},
	} {
		assert.Equal(t, c.want, AgreementOf(c.a, c.b), c)
	}
}
