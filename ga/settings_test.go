package ga

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

func TestStudyIsTheStudys(t *testing.T) {
	s := presets()["study"]
	require.NoError(t, s.Check())
	assert.Equal(t, []int{200, 500, 5, 2}, []int{s.Population, s.Generations, s.Phases, s.Tournament})
	assert.Equal(t, []float64{0.9, 0.1, 0.9, 0.1}, []float64{s.HeuristicWeight, s.LengthWeight, s.Crossover, s.Mutation})
	assert.Equal(t, Continue, s.PhaseMode)
	assert.Equal(t, EndBoard, s.Target)
	assert.False(t, s.Improve || s.Record)
}

func TestPresets(t *testing.T) {
	assert.Equal(t, []string{"study", "pure", "memetic"}, PresetNames())
	for _, name := range PresetNames() {
		s, err := Preset(name)
		require.NoError(t, err)
		assert.NoError(t, s.Check(), name)
	}
	_, err := Preset("best")
	assert.EqualError(t, err, `preset "best": expected one of study, pure, memetic`)
	assert.False(t, presets()["pure"].Windows, "an outside search")
	assert.Equal(t, Default(), Default())
}

func TestCheck(t *testing.T) {
	for want, set := range map[string]func(*Settings){
		"ga: population 1 is out of range; expected a whole number from 2 to 1048576":                   func(s *Settings) { s.Population = 1 },
		"ga: population 1048577 is out of range; expected a whole number from 2 to 1048576":             func(s *Settings) { s.Population = 1<<20 + 1 },
		"ga: generations 0 is out of range; expected a whole number from 1 to 1073741824":               func(s *Settings) { s.Generations = 0 },
		"ga: phases -1 is out of range; expected a whole number from 1 to 1073741824":                   func(s *Settings) { s.Phases = -1 },
		"ga: stagnation -1 is out of range; expected a whole number from 0 to 1073741824":               func(s *Settings) { s.Stagnation = -1 },
		"ga: tournament 0 is out of range; expected a whole number from 1 to 1048576":                   func(s *Settings) { s.Tournament = 0 },
		"ga: tournament 201 is out of range; expected 1 to 200, the population":                         func(s *Settings) { s.Tournament = 201 },
		"ga: elites 200 is out of range; expected 0 to 199, less than the population":                   func(s *Settings) { s.Elites = 200 },
		"ga: crossover 1.5 is out of range; expected a number from 0 to 1":                              func(s *Settings) { s.Crossover = 1.5 },
		"ga: mutation NaN is out of range; expected a number from 0 to 1":                               func(s *Settings) { s.Mutation = math.NaN() },
		"ga: heuristic-weight -0.1 is out of range; expected a number from 0 to 1000":                   func(s *Settings) { s.HeuristicWeight = -0.1 },
		"ga: heuristic-weight 0.0004 leaves no way to the goal; expected at least 0.001":                func(s *Settings) { s.HeuristicWeight = 0.0004 },
		"ga: length-weight +Inf is out of range; expected a number from 0 to 1000":                      func(s *Settings) { s.LengthWeight = math.Inf(1) },
		"ga: genes 0 is out of range; expected a whole number from 1 to 1048576, or auto":               func(s *Settings) { s.Genes = 0 },
		"ga: genes 1048577 is out of range; expected a whole number from 1 to 1048576, or auto":         func(s *Settings) { s.Genes = 1<<20 + 1 },
		"ga: max-genes 0 is out of range; expected a whole number from 1 to 1048576, or auto":           func(s *Settings) { s.MaxGenes = 0 },
		"ga: max-genes 9 is out of range; expected at least the 10 genes of a first chromosome":         func(s *Settings) { s.Genes, s.MaxGenes = 10, 9 },
		`ga: phase-mode again is out of range; expected one of continue, restart`:                       func(s *Settings) { s.PhaseMode = "again" },
		"ga: islands 101 is out of range; expected 1 to 100, two chromosomes of the population on each": func(s *Settings) { s.Islands = 101 },
		"ga: elites 50 is out of range; expected 0 to 49, less than the population of an island":        func(s *Settings) { s.Islands, s.Elites = 4, 50 },
		"ga: migration 0 is out of range; expected a whole number from 1 to 1073741824":                 func(s *Settings) { s.Migration = 0 },
		`ga: target  is out of range; expected one of best-board, end-board`:                            func(s *Settings) { s.Target = "" },
	} {
		s := Default()
		set(&s)
		assert.EqualError(t, s.Check(), want)
	}
	assert.Error(t, Settings{}.Check())
}

func TestLengths(t *testing.T) {
	for _, c := range []struct {
		size                 puzzle.Size
		genes, max           int
		wantFirst, wantLimit int
	}{
		{puzzle.Size{Rows: 1, Cols: 2}, Auto, Auto, 1, 2},
		{puzzle.Size{Rows: 2, Cols: 3}, Auto, Auto, 15, 30},
		{puzzle.Size{Rows: 3, Cols: 3}, Auto, Auto, 36, 72},
		{puzzle.Size{Rows: 4, Cols: 4}, Auto, Auto, 50, 100},
		{puzzle.Size{Rows: 16, Cols: 16}, Auto, Auto, 50, 100},
		{puzzle.Size{Rows: 4, Cols: 4}, 120, Auto, 120, 240},
		{puzzle.Size{Rows: 4, Cols: 4}, Auto, 20, 20, 20},
		{puzzle.Size{Rows: 3, Cols: 3}, 7, 9, 7, 9},
		{puzzle.Size{Rows: 3, Cols: 3}, maxGenes, Auto, maxGenes, maxGenes},
	} {
		s := Default()
		s.Genes, s.MaxGenes = c.genes, c.max
		require.NoError(t, s.Check())
		first, most := s.Lengths(c.size)
		assert.Equal(t, []int{c.wantFirst, c.wantLimit}, []int{first, most}, "%v", c)
	}
}

func TestUnits(t *testing.T) {
	assert.EqualValues(t, []int64{0, 1, 100, 900, 1000000}, []int64{units(0.0004), units(0.001), units(0.1), units(0.9), units(1000)})
}
