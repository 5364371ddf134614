package tune

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// experiment returns a tuning of the genetic solver on boards of 3x3, with the given values of its
// keys.
func experiment(t *testing.T, preset string, keys map[string]string) bench.Experiment {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	require.NoError(t, err)
	base := solvers.Default("ga").With(solvers.PresetSetting, preset)
	return bench.Experiment{
		Seed:    1,
		Solvers: []bench.Solver{{Name: "ga", Settings: base}},
		Groups:  []bench.Group{{Name: "3x3", Goal: goal, Count: 20, Seed: 1}},
		Tune:    keys,
	}
}

// solvedIf makes up trials of 1000 states, which are solved if the function says so.
func solvedIf(solved func(settings solvers.Settings, seed uint64) bool) Trials {
	board, _ := puzzle.Parse("8 6 7/2 5 4/3 0 1", puzzle.Size{})
	return func(_ context.Context, e bench.Experiment) (all []bench.Record, _ error) {
		for _, g := range e.Groups {
			for i := range g.Puzzles() {
				for _, s := range e.Solvers {
					r := bench.Record{
						Group:     g.Name,
						Puzzle:    i + 1,
						Solver:    s.Name,
						Board:     board,
						Goal:      g.Goal,
						Rows:      3,
						Cols:      3,
						Status:    search.NodeLimit,
						NodeLimit: 1000,
					}
					r.Generated = 900 + hash(s.Name)%200 // no two configurations do the same
					if solved(s.Settings, e.Seed+uint64(i)) {
						r.Status = search.Solved
						r.Length = new(31)
					}
					all = append(all, r)
				}
			}
		}
		return all, nil
	}
}

// Without a limit, the trials of solvers that give up have what the space needs, and others have
// the default.
func TestLimitOfTheSpace(t *testing.T) {
	t.Parallel()
	study := map[string]string{"space": "population=50..200, generations=50..500, phases=1..5"}
	tuner, err := New(experiment(t, "study", study))
	require.NoError(t, err)
	settings, _ := solvers.Default("ga").With(solvers.PresetSetting, "study").Evolution()
	needed := settings.MostStates(puzzle.Size{Rows: 3, Cols: 3}) // of the largest values
	limit := float64(tuner.Kinds[0].NodeLimit)
	assert.InDelta(t, needed, limit, 0.1*needed)
	assert.GreaterOrEqual(t, limit, needed)
	assert.Contains(t, tuner.Limit(), "no configuration of the space needs more")
	assert.Empty(t, tuner.notes())

	tuner, err = New(experiment(t, "pure", map[string]string{"space": "population=50..2000"}))
	require.NoError(t, err)
	assert.EqualValues(t, 10_000, tuner.Kinds[0].NodeLimit)
	assert.Equal(t, "A trial ends after at most 10,000 generated states, the default limit.",
		tuner.Limit())
	require.Len(t, tuner.notes(), 1, "the first population alone may need more")
	assert.Regexp(t, `^warning: on 3x3, [\d.]+ % of the space cannot evaluate its first population `+
		`within 10,000 states; use --node-limit \d+ or more$`, tuner.notes()[0])

	e := experiment(t, "study", study)
	e.Limits.Evaluated = 700
	tuner, err = New(e)
	require.NoError(t, err)
	assert.Zero(t, tuner.Kinds[0].NodeLimit)
	assert.Equal(t, "A trial ends after at most 700 evaluated plans.", tuner.Limit())
	tuner.Limits.Evaluated = 100
	require.Len(t, tuner.notes(), 1)
	assert.Regexp(t, `within 100 evaluations; use --evaluations 200 or more$`, tuner.notes()[0])
}

// Files of earlier programs call the length ratio a gap.
func TestEarlierObjective(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gap", "length-ratio", ""} {
		tuner, err := New(experiment(t, "pure", map[string]string{"objective": name}))
		require.NoError(t, err)
		assert.EqualValues(t, LengthRatio, tuner.Objective, "%q", name)
	}
	_, err := New(experiment(t, "pure", map[string]string{"objective": "ratio"}))
	assert.ErrorContains(t, err, "objective: expected one of accuracy, length-ratio, anytime,")
}

// Under accuracy, effects are shares, intervals have a width even if all boards are solved, and
// importances add up to at most 100 %. A winner at the end of a range gets a hint.
func TestAccuracy(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"space": "population=10..1000:log, generations=10..1000:log",
		"objective": "accuracy",
		"method":    "random", "budget": "2Mstates", "blocks": "24"}
	tuner, err := New(experiment(t, "study", keys))
	require.NoError(t, err)
	outcome, err := tuner.Run(t.Context(), solvedIf(func(s solvers.Settings, seed uint64) bool {
		evolution, _ := s.Evolution()
		return float64(evolution.Population) > float64(seed%900)
	}))
	require.NoError(t, err)
	sum := 0.0
	for _, e := range outcome.Effects {
		sum += e.Importance
		for _, cost := range e.Costs {
			value := Objective(Accuracy).Values(cost)
			assert.True(t, 0 <= value.Low && value.Low <= value.Value &&
				value.Value <= value.High && value.High <= 1,
				"%v", value)
		}
	}
	require.Len(t, outcome.Effects, 2)
	assert.InDelta(t, 0.5, sum, 0.5)
	assert.Greater(t, outcome.Effects[0].Importance, 0.5)
	assert.Equal(t, "population", outcome.Effects[0].Setting)
	for _, cost := range outcome.Heat {
		assert.True(t, 0 <= cost && cost <= 1)
	}
	certain := Objective(Accuracy).Values(Objective(Accuracy).meanOf(make([]float64, 24)))
	assert.Equal(t, 1., certain.High)
	assert.InDelta(t, 0.862, certain.Low, 0.001)

	outcome.Winner = outcome.Tuner.configurationAt(1)
	assert.Contains(t, strings.Join(outcome.edges(), " "),
		"population=1000 is at the high end of its range 10..1000, so a wider range may do better.")
	outcome.Winner.note(0, 0, bench.Record{Status: search.Solved})
	assert.Empty(t, outcome.edges(), "all boards are solved")
	outcome.Winner.note(1, 1, bench.Record{Status: search.NodeLimit})
	assert.NotEmpty(t, outcome.edges())
	outcome.Tuner.Space.base = outcome.Winner.Solver.Settings
	assert.Empty(t, outcome.edges(), "the search has not chosen the values of the default")
	outcome.Winner = outcome.Tuner.configurationAt(0.5)
	assert.Empty(t, outcome.edges())
}

// configurationAt returns the configuration with all settings at a place of their ranges.
func (t *Tuner) configurationAt(place float64) *Configuration {
	var point []float64
	for range t.Space.Dimensions {
		point = append(point, place)
	}
	return &Configuration{point: point, Solver: bench.Solver{Settings: t.Space.settingsAt(point)}}
}

// Most races under accuracy eliminate configurations, though each trial tells only whether a board
// is solved.
func TestRacesUnderAccuracy(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"space": three, "objective": "accuracy", "budget": "2Mstates"}
	accuracy := func(s solvers.Settings) float64 {
		evolution, _ := s.Evolution()
		x := math.Log(float64(evolution.Population)/200) / 2
		y := math.Log(float64(evolution.Generations)/100) / 2
		return 1 / (1 + math.Exp(x*x+y*y-2))
	}
	races := 0
	idle := 0
	seeds := uint64(3)
	if slow.Asked() {
		seeds = 8
	}
	for seed := range seeds {
		e := experiment(t, "study", keys)
		e.Seed = seed
		tuner, err := New(e)
		require.NoError(t, err)
		outcome, err := tuner.Run(t.Context(), solvedIf(func(s solvers.Settings, seed uint64) bool {
			return puzzle.NewRand(seed, hash(fmt.Sprint(s.Texts()))).Float64() < accuracy(s)
		}))
		require.NoError(t, err)
		assert.Greater(t, accuracy(outcome.Winner.Solver.Settings), 0.75, "the best is 0.88")
		for _, left := range outcome.Races {
			races++
			if left[len(left)-1] == left[0] {
				idle++
			}
		}
	}
	t.Logf("%d of %d races eliminate nothing", idle, races)
	assert.Less(t, 2*idle, races)
}

// Without differences, there is no importance and no heat map, and nothing is better than the
// default.
func TestNoVariance(t *testing.T) {
	t.Parallel()
	tuner, err := New(experiment(t, "study",
		map[string]string{"space": three, "budget": "300kstates"}))
	require.NoError(t, err)
	outcome, err := tuner.Run(t.Context(), solvedIf(func(solvers.Settings, uint64) bool {
		return true
	}))
	require.NoError(t, err)
	assert.Equal(t, outcome.All[0], outcome.Winner)
	assert.Nil(t, outcome.Effects)
	assert.Nil(t, outcome.Heat)
}

// All cells of a grid have the same boards, more than the first blocks if the budget allows it, and
// cells that behave in the same way on the first blocks are compared on all others.
func TestGridCells(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"space": "population=10|20|40, generations=10|20",
		"objective": "accuracy",
		"method":    "grid", "budget": "400kstates"}
	tuner, err := New(experiment(t, "study", keys))
	require.NoError(t, err)
	trials := 0
	outcome, err := tuner.Run(t.Context(),
		func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
			records, err := solvedIf(func(s solvers.Settings, seed uint64) bool {
				evolution, _ := s.Evolution()
				return seed%40 < uint64(evolution.Population)
			})(ctx, e)
			trials += len(records)
			return records, err
		})
	require.NoError(t, err)
	grid := outcome.Grid()
	require.Len(t, grid.Cells, 6)
	assert.Equal(t, 6, grid.All)
	assert.Greater(t, grid.Boards, 30, "the budget is spent")
	assert.Greater(t, trials, 300)
	for _, cell := range grid.Cells {
		assert.Equal(t, grid.Boards, cell.Costs[0].N)
	}
	assert.Equal(t, []string{"10", "10"}, grid.Cells[0].Values)
	assert.Less(t, grid.Cells[0].Solved[0], grid.Cells[2].Solved[0])
	assert.Equal(t, grid.Boards, grid.Cells[4].Solved[0])
	best := grid.BestFirst()
	for i, cell := range best[1:] {
		before := best[i]
		assert.LessOrEqual(t, before.Cost(), cell.Cost())
		assert.True(t, before.Cost() < cell.Cost() || before.States <= cell.States)
	}
	levels := outcome.Levels()
	require.Len(t, levels, 5)
	assert.Equal(t, Level{Setting: "population", Value: "40", Cells: 2, Cost: 0, Solved: 1},
		levels[2])
	ofTen := grid.Cells[0].Solved[0] + grid.Cells[1].Solved[0]
	assert.InDelta(t, float64(ofTen)/float64(2*grid.Boards), levels[0].Solved, 1e-9)
	assert.InDelta(t, 1-levels[0].Solved, levels[0].Cost, 1e-9)
}

// A grid has no value of a range twice, and all values of a short range of whole numbers.
func TestLevelsOfRanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		space string
		cells int
		want  string
	}{
		{"phases=1..5", 5, "phases=1,2,3,4,5."},
		{"phases=1..3", 3, "phases=1,2,3."},
		{"phases=1..6", 5, "phases=1,2,"},
		{"population=50..200, phases=2..3", 10, "population=50,71,100,141,200, phases=2,3."},
	} {
		s, err := ParseSpace(c.space, solvers.Default("ga"))
		require.NoError(t, err)
		values := map[string]bool{}
		for _, point := range s.grid() {
			values[fmt.Sprint(s.settingsAt(point).Texts())] = true
		}
		assert.Len(t, values, len(s.grid()), c.space)
		assert.GreaterOrEqual(t, c.cells, len(values), c.space)
		assert.Contains(t, s.levelsChosen(), c.want)
	}
	s, err := ParseSpace("population=50|200", solvers.Default("ga"))
	require.NoError(t, err)
	assert.Empty(t, s.levelsChosen())
}

// The interval of a gain excludes 1 if, and only if, its test finds a difference.
func TestGainAndItsTest(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		rng := puzzle.NewRand(seed, 9)
		var before, after []float64
		for range 12 {
			before = append(before, rng.NormFloat64())
			after = append(after, before[len(before)-1]-0.5+rng.NormFloat64())
		}
		interval, test := gain(before, after)
		assert.Equal(t, test.P < significance, interval.Low > 0 || interval.High < 0, "%v %v",
			interval, test)
	}
}

// For people, a gain is the score divided by that of the default. A gain in accuracy is a difference.
func TestAgainst(t *testing.T) {
	t.Parallel()
	gained := stats.Interval{Value: math.Log(2), Low: 0, High: math.Log(4), N: 7}
	against := Objective(LengthRatio).Against(gained)
	assert.Equal(t, 7, against.N)
	assert.InDeltaSlice(t, []float64{0.5, 0.25, 1},
		[]float64{against.Value, against.Low, against.High}, 1e-9)
	assert.Equal(t, "0.500", Objective(LengthRatio).FormatAgainst(against.Value))
	assert.Equal(t, gained, Objective(Accuracy).Against(gained))
	assert.Equal(t, "+12.5", Objective(Accuracy).FormatAgainst(0.125))
	for _, objective := range []Objective{LengthRatio, Accuracy} {
		assert.Equal(t, "-", objective.FormatAgainst(math.NaN()))
	}
}

// A space has lists in every form, and refuses the preset.
func TestSpaceOfLists(t *testing.T) {
	t.Parallel()
	base := solvers.Default("ga")
	want, err := ParseSpace(
		"population=10|20, heuristic=max(manhattan,misplaced)|manhattan, greed=1..3", base)
	require.NoError(t, err)
	got, err := ParseSpace(
		"population=10, 20, heuristic=max(manhattan,misplaced),manhattan, greed=1..3", base)
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprint(want.Dimensions), fmt.Sprint(got.Dimensions))
	assert.Len(t, got.Dimensions, 3)
	_, err = ParseSpace("preset=study|pure", base)
	assert.ErrorContains(t, err, "preset sets all settings together")
}

// The test says how many boards each configuration solved, how they compare on the boards that both
// solved, and how much work they did. A winner that solves more boards with longer plans is not
// said to have shorter plans.
func TestTestSaysWhatIsBetter(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"space": "population=100|200", "budget": "250kstates"}
	tuner, err := New(experiment(t, "study", keys))
	require.NoError(t, err)
	isWinner := func(s solvers.Settings) bool { return s.Get("population") == "100" }
	solved := solvedIf(func(s solvers.Settings, seed uint64) bool {
		return isWinner(s) || hash(fmt.Sprint(seed))%2 == 0
	})
	outcome, err := tuner.Run(t.Context(),
		func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
			records, err := solved(ctx, e)
			for i := range records {
				r := &records[i]
				r.Evaluated = 50
				if isWinner(e.Solvers[i%len(e.Solvers)].Settings) {
					r.Evaluated = 70
					r.Length = new(35)
				}
			}
			return records, err
		})
	require.NoError(t, err)
	require.NotNil(t, outcome.Test)
	assert.True(t, outcome.Test.Holds())
	test := outcome.Test
	assert.Equal(t, 20, test.Winner.Solved)
	assert.Less(t, test.Default.Solved, 15)
	assert.Equal(t, test.Default.Solved, test.Both.N)
	assert.InDelta(t, math.Log(31./35), test.Both.Value, 1e-9)
	assert.InDelta(t, float64(20-test.Default.Solved)/20, test.More.Value, 1e-9)
	text := strings.Join(outcome.Conclusions(), " ")
	assert.Contains(t, text, fmt.Sprintf("it solved 20, and the default %d (+%.1f points, ",
		test.Default.Solved, 100*test.More.Value))
	assert.Regexp(t, `On the \d+ boards that both solved, its .* is 1\.13 times that of the `+
		`default \(.*p .*\): it is worse there\.`, text)
	assert.Contains(t, text, "An unsolved board counts as a ratio of 10.")
	explanation := "length ratio (the length of the plan divided by the Manhattan distance of the " +
		"board)"
	assert.Equal(t, 1, strings.Count(text, explanation), "explained once, at its first place")
	assert.Less(t, strings.Index(text, explanation), strings.Index(text, "the length ratio,"))
	assert.Contains(t, text, "Per board, it evaluated 70 plans on average, and the default 50.")
}

// If the default configuration has not been beaten, the outcome says how it compares with the most
// promising other one, on how many boards, and what to do next. If all boards are solved, it says
// so, and names the cheapest configuration.
func TestNoGain(t *testing.T) {
	t.Parallel()
	isDefault := func(s solvers.Settings) bool {
		return s.Get("population") == "200" && s.Get("generations") == "500"
	}
	space := "population=50|100|200, generations=400|500"
	for _, c := range []struct {
		name   string
		keys   map[string]string
		solved func(s solvers.Settings, seed uint64) bool
		want   []string
	}{
		{
			name: "ceiling",
			keys: map[string]string{"space": space, "objective": "accuracy", "method": "grid",
				"budget": "400kstates"},
			solved: func(s solvers.Settings, seed uint64) bool {
				return s.Get("population") != "50"
			},
			want: []string{`The default solved all of its \d+ boards, and 3 of the 5 others all of ` +
				`theirs, so the accuracy has reached its ceiling\.`,
				`The cheapest of these is configuration \d \(.*\): it generated [\d.]+ % fewer ` +
					`states than the default on the same \d+ boards\.`,
				`Next: harder boards, such as --size 3x4, or --objective states\.`},
		},
		{
			name: "worse",
			keys: map[string]string{"space": space, "method": "grid", "budget": "900kstates"},
			solved: func(s solvers.Settings, seed uint64) bool {
				return isDefault(s) || hash(fmt.Sprint(seed))%2 == 0
			},
			want: []string{`\(5 others were tried\)`,
				`The most promising of them is configuration \d \(.*\): on the same \d+ boards, ` +
					`its .* is [\d.]+ times that of the default \(95 % interval .*, p .*\)\.`,
				`It is worse, so the default is the best of these\.`},
		},
		{
			name: "few",
			keys: map[string]string{"space": "population=50|200", "method": "grid", "blocks": "2",
				"budget": "11kstates"},
			solved: func(s solvers.Settings, seed uint64) bool { return isDefault(s) },
			want: []string{`\(1 other was tried\)`, `on the same \d boards, `,
				`That is too few boards to tell\. Next: --budget \d+kstates or more\.`},
		},
	} {
		tuner, err := New(experiment(t, "study", c.keys))
		require.NoError(t, err, c.name)
		outcome, err := tuner.Run(t.Context(), solvedIf(c.solved))
		require.NoError(t, err, c.name)
		require.Equal(t, outcome.All[0], outcome.Winner, c.name)
		conclusions := outcome.Conclusions()
		assert.Contains(t, conclusions[0],
			"No configuration was shown to be better than the default", c.name)
		text := strings.Join(conclusions, " ")
		for _, want := range c.want {
			assert.Regexp(t, want, text, c.name)
		}
		assert.NotContains(t, text, "a wider range may do better", c.name)
	}
}

// More boards are proposed only if a larger budget has more.
func TestNextStep(t *testing.T) {
	t.Parallel()
	tuner, err := New(experiment(t, "study", map[string]string{"budget": "1m"}))
	require.NoError(t, err)
	outcome := Outcome{Tuner: tuner}
	none := stats.Test{P: 0.5}
	assert.Contains(t, outcome.nextStep(stats.Interval{N: 3}, none), "--budget 4m or more")
	assert.Contains(t, outcome.nextStep(stats.Interval{N: 30}, none), "--budget 4m compares")
	assert.NotContains(t, outcome.nextStep(stats.Interval{N: finalBlocks}, none), "--budget")
	worse := stats.Test{P: 0.01}
	assert.Contains(t, outcome.nextStep(stats.Interval{N: 30, Value: -1}, worse), "It is worse")
}

// A proposed budget is written as the flag takes it.
func TestBudgetTimes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		budget string
		factor int
		want   string
	}{
		{"1s", 10, "10s"},
		{"5m", 4, "20m"},
		{"90s", 2, "3m"},
		{"50Mstates", 2, "100Mstates"},
		{"1500states", 2, "3kstates"},
	} {
		b, err := ParseBudget(c.budget)
		require.NoError(t, err)
		assert.Equal(t, c.want, b.times(c.factor))
		_, err = ParseBudget(c.want)
		assert.NoError(t, err)
	}
}

// The configurations left at the end are listed by their difference from the default on the boards
// that all have run on. The winner is marked, wherever it stands.
func TestConfigurationsLeft(t *testing.T) {
	t.Parallel()
	tuner, err := New(experiment(t, "study", map[string]string{"space": three}))
	require.NoError(t, err)
	configurationOf := func(name string, costs ...float64) *Configuration {
		c := &Configuration{Name: name}
		for i, cost := range costs {
			c.note(i, cost, bench.Record{Status: search.Solved})
		}
		return c
	}
	base := configurationOf("default", 3, 1, 1, 1, 1, 1)
	worse := configurationOf("worse", 2, 2, 2, 2, 2, 2)
	better := configurationOf("better", 0, 0, 1, 0, 1, 1, 9, 9)
	winner := configurationOf("winner", 0, 1, 1, 1, 1, 1)
	outcome := Outcome{
		Tuner:  tuner,
		Winner: winner,
		All:    []*Configuration{base, worse, better, winner},
		Left:   []*Configuration{winner, worse, base, better},
	}
	left := outcome.Compared()
	assert.Equal(t, 6, left.Boards)
	var names []string
	for _, row := range left.Rows {
		names = append(names, row.Name)
		assert.Equal(t, row.Name == "winner", row.Wins)
		assert.Equal(t, 6, row.Boards)
		assert.Equal(t, 6, row.Solved)
		if row.Configuration != base {
			want := base.mean(common(base)) - row.Cost.Value
			assert.InDelta(t, want, row.Gain.Value, 1e-9, row.Name)
		}
	}
	assert.Equal(t, []string{"better", "winner", "default", "worse"}, names)
	assert.True(t, math.IsNaN(left.Rows[2].Gain.Value))
	assert.Contains(t, strings.Join(outcome.remarks(), " "), "A model of all trials chose the winner")
	outcome.Winner = better
	assert.NotContains(t, strings.Join(outcome.remarks(), " "), "A model of all trials")
}

// The path says which of its steps are shown to help.
func TestStepsShownToHelp(t *testing.T) {
	t.Parallel()
	tuner, err := New(experiment(t, "study", map[string]string{"space": three}))
	require.NoError(t, err)
	step := func(setting string, gained, p float64) Change {
		return Change{
			Settings: bench.Values{setting: "7"},
			Boards:   10,
			Gain:     stats.Interval{Value: gained},
			P:        p,
		}
	}
	for _, c := range []struct {
		steps []Change
		want  string
	}{
		{[]Change{step("genes", 0.5, 0.01), step("phases", -0.1, 0.01), step("greed", 0.1, 0.2)},
			"on 10 boards of the tuning, only these steps are shown to help: genes=7."},
		{[]Change{step("genes", 0.5, 0.06), step("phases", 0.1, 0.9)},
			"no step is shown to help by itself."},
		{[]Change{step("genes", 0.5, 0.01), step("phases", 0.1, 0.02)},
			"each step is shown to help."},
	} {
		outcome := Outcome{Tuner: tuner, Path: append([]Change{{}}, c.steps...)}
		require.Len(t, outcome.steps(), 1)
		assert.Contains(t, outcome.steps()[0], c.want)
	}
}

// The budget is a time with its unit or a number of states. A number alone says neither.
func TestParseBudget(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"50", "0.5", " 3 ", "50Mstate", "", "0s"} {
		_, err := ParseBudget(text)
		assert.Error(t, err, "%q", text)
	}
	for _, text := range []string{"50s", "1m30s", "50Mstates", "3 Mstates"} {
		_, err := ParseBudget(text)
		assert.NoError(t, err, "%q", text)
	}
}

// A winner and a default configuration that need more work than the others get as many boards in
// the test as fit the budget. If the test shows no gain, the outcome says what to do next.
func TestTheTestFitsTheBudget(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"space": "population=10|20|30|40|50|60|100", "method": "grid",
		"budget": "1Mstates"}
	tuner, err := New(experiment(t, "study", keys))
	require.NoError(t, err)
	tuner.Kinds[0].Count = 50
	large := func(s solvers.Settings) bool {
		return s.Get("population") == "100" || s.Get("population") == "200"
	}
	solved := solvedIf(func(s solvers.Settings, _ uint64) bool { return large(s) })
	outcome, err := tuner.Run(t.Context(),
		func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
			records, err := solved(ctx, e)
			for i := range records {
				r := &records[i]
				settings := e.Solvers[i%len(e.Solvers)].Settings
				if large(settings) {
					r.Generated = 15_000
				}
				if r.Status == search.Solved && settings.Get("population") == "100" {
					length := 29
					if IsTest(r.Group) {
						length = 31
					}
					r.Length = &length
				}
			}
			return records, err
		})
	require.NoError(t, err)
	require.NotNil(t, outcome.Test)
	assert.Equal(t, "100", outcome.Winner.Settings["population"])
	assert.LessOrEqual(t, outcome.States, tuner.Budget.States)
	assert.GreaterOrEqual(t, outcome.Test.Gain.N, FewestTests)
	text := strings.Join(outcome.Conclusions(), " ")
	assert.Contains(t, text, "Next: keep the default, or search longer, with --budget 4Mstates.")

	outcome.States = 1_100_000
	text = strings.Join(outcome.Conclusions(), " ")
	assert.Contains(t, text, "The tuning used 1,100,000 of the 1,000,000 states of its budget: the "+
		"test needs 10 boards of each size.")
}

// If the default configuration wins, no test takes the rest of the budget, and the configurations
// left are compared on more boards.
func TestTheRestOfTheBudgetIsSpent(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"space": "population=50|100|150", "method": "grid",
		"objective": "accuracy", "budget": "200kstates"}
	tuner, err := New(experiment(t, "study", keys))
	require.NoError(t, err)
	tuner.Kinds[0].Count = 50
	outcome, err := tuner.Run(t.Context(), solvedIf(func(s solvers.Settings, seed uint64) bool {
		return s.Get("population") == "200" || hash(fmt.Sprint(seed))%2 == 0
	}))
	require.NoError(t, err)
	assert.Equal(t, outcome.All[0], outcome.Winner)
	assert.Greater(t, outcome.States, tuner.Budget.States*4/5)
	assert.LessOrEqual(t, outcome.States, tuner.Budget.States)
}
