package ga

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

func TestStudyIsTheStudys(t *testing.T) {
	s := presetOf("study")
	require.NoError(t, s.Check())
	assert.Equal(t, []int{200, 500, 5}, []int{s.Population, s.Generations, s.Phases})
	assert.Equal(t, []float64{0.9, 0.1}, []float64{s.Crossover, s.Mutation})
	assert.Equal(t, []string{Restart, EndBoard, Ordered}, []string{s.PhaseMode, s.Target, s.Decoding})
	assert.False(t, s.Improve || s.Record)
}

func TestPresets(t *testing.T) {
	assert.Equal(t, []string{"study", "evolve", "pure", "memetic"}, PresetNames())
	for _, name := range PresetNames() {
		s, err := Preset(name)
		require.NoError(t, err)
		assert.NoError(t, s.Check(), name)
	}
	_, err := Preset("best")
	assert.EqualError(t, err, `"best" is not a preset; expected one of study, evolve, pure, memetic`)
	assert.False(t, presetOf("pure").Windows, "an outside search")
	assert.Equal(t, Default(), Default())
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		want string
		set  func(*Settings)
	}{
		{
			`population "1": expected a whole number from 2 to 1048576`,
			func(s *Settings) { s.Population = 1 },
		},
		{
			`population "1048577": expected a whole number from 2 to 1048576`,
			func(s *Settings) { s.Population = 1<<20 + 1 },
		},
		{
			`generations "0": expected a whole number from 1 to 1073741824`,
			func(s *Settings) { s.Generations = 0 },
		},
		{
			`phases "-1": expected a whole number from 1 to 1073741824`,
			func(s *Settings) { s.Phases = -1 },
		},
		{
			`stagnation "-1": expected a whole number from 0 to 1073741824`,
			func(s *Settings) { s.Stagnation = -1 },
		},
		{`crossover "1.5": expected a number from 0 to 1`, func(s *Settings) { s.Crossover = 1.5 }},
		{
			`mutation "NaN": expected a number from 0 to 1`,
			func(s *Settings) { s.Mutation = math.NaN() },
		},
		{
			`genes "0": expected a whole number from 1 to 1048576, or auto`,
			func(s *Settings) { s.Genes = 0 },
		},
		{
			`genes "1048577": expected a whole number from 1 to 1048576, or auto`,
			func(s *Settings) { s.Genes = 1<<20 + 1 },
		},
		{
			`phase-mode "again": expected one of continue, restart`,
			func(s *Settings) { s.PhaseMode = "again" },
		},
		{
			"crossover and mutation are 0; expected one above 0, or there are no children",
			func(s *Settings) { s.Crossover, s.Mutation = 0, 0 },
		},
		{`target "": expected one of best-board, end-board`, func(s *Settings) { s.Target = "" }},
	} {
		s := Default()
		c.set(&s)
		assert.EqualError(t, s.Check(), "ga: "+c.want)
	}
	assert.Error(t, Settings{}.Check())
}

// A run that does not improve its plan generates at most MostStates states, and its first
// population FirstStates.
func TestMostStates(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	start := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
	for _, change := range []func(*Settings){
		func(*Settings) {},
		func(s *Settings) { s.Model, s.Decoding = Generational, Ranked },
		func(s *Settings) { s.Stagnation = 3 },
		func(s *Settings) { s.Islands, s.Genes = 3, 7 },
	} {
		settings := presetOf("study")
		settings.Population, settings.Generations, settings.Phases = 20, 8, 3
		change(&settings)
		s := &Solver{Settings: settings, Heuristic: heuristics.Zero, Workers: 1}
		size := goal.Size()
		r, err := s.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{})
		require.NoError(t, err)
		require.Equal(t, search.Exhausted, r.Status)
		assert.LessOrEqual(t, float64(r.Generated), settings.MostStates(size))

		settings.Generations, settings.Phases, settings.Stagnation = 1, 1, 1
		first := uint64(settings.FirstStates(size))
		r, err = s.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{Generated: first})
		require.NoError(t, err)
		assert.Equal(t, search.NodeLimit, r.Status)
		assert.Equal(t, first, r.Generated)
		assert.EqualValues(t, settings.Islands*settings.Population, r.Evaluated)
	}
}

func TestLengths(t *testing.T) {
	for _, c := range []struct {
		size                        puzzle.Size
		genes, wantFirst, wantLimit int
	}{
		{puzzle.Size{Rows: 1, Cols: 2}, Auto, 1, 100},
		{puzzle.Size{Rows: 2, Cols: 2}, Auto, 6, 100},
		{puzzle.Size{Rows: 2, Cols: 3}, Auto, 15, 100},
		{puzzle.Size{Rows: 3, Cols: 2}, Auto, 15, 100},
		{puzzle.Size{Rows: 1, Cols: 6}, Auto, 15, 100},
		{puzzle.Size{Rows: 2, Cols: 8}, Auto, 120, 600},
		{puzzle.Size{Rows: 8, Cols: 2}, Auto, 120, 600},
		{puzzle.Size{Rows: 3, Cols: 3}, Auto, 36, 180},
		{puzzle.Size{Rows: 4, Cols: 4}, Auto, 120, 600},
		{puzzle.Size{Rows: 16, Cols: 16}, Auto, 32640, 163200},
		{puzzle.Size{Rows: 4, Cols: 4}, 120, 120, 240},
		{puzzle.Size{Rows: 3, Cols: 3}, 1, 1, 2},
		{puzzle.Size{Rows: 3, Cols: 3}, maxGenes, maxGenes, maxGenes},
	} {
		s := Default()
		s.Genes = c.genes
		require.NoError(t, s.Check())
		first, most := s.Lengths(c.size)
		assert.Equal(t, []int{c.wantFirst, c.wantLimit}, []int{first, most}, "%v", c)
	}
}
