package local

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func TestConformance(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 8, Cols: 8})
	hard := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	for name, temperature := range map[string]float64{"hill climbing": 0, "annealing": 1} {
		t.Run(name, func(t *testing.T) {
			searchtest.Run(t, searchtest.Config{
				New: func(s searchtest.Settings) search.Solver {
					return &Solver{
						Heuristic:   heuristics.LinearConflict,
						Temperature: temperature,
						Order:       s.Order,
						Observer:    s.Observer,
						Patience:    1, // boards are solved by the hundred
					}
				},
				Hard: hard,
			})
		})
	}
}

// Annealing accepts worse chromosomes, the fewer the lower the temperature is. Hill climbing
// accepts none.
func TestAccepts(t *testing.T) {
	r := &run{rng: newRand(1)}
	rate := func(temperature float64) float64 {
		accepted := 0
		for range 10_000 {
			if r.accepts(900, temperature) {
				accepted++
			}
		}
		return float64(accepted) / 10_000
	}
	assert.InDelta(t, 0.368, rate(900), 0.02)
	assert.InDelta(t, 0.135, rate(450), 0.02)
	assert.Zero(t, rate(0))
	assert.True(t, r.accepts(0, 0))
	assert.True(t, r.accepts(-1, 0))
}

// Both solve boards of 3x3, more evaluations give shorter plans, and the same seed gives the same
// result.
func TestShorterPlans(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	for _, temperature := range []float64{0, 1} {
		rng := puzzle.NewRand(7, 0)
		first, last := 0, 0
		for seed := range uint64(20) {
			p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
			s := &Solver{Heuristic: heuristics.Manhattan, Temperature: temperature, Seed: seed}
			r := searchtest.Solve(t, s, p, search.Limits{Evaluated: 20_000})
			require.Equal(t, search.Solved, r.Status)
			require.LessOrEqual(t, r.Evaluated, uint64(20_000))
			require.Equal(t, r, searchtest.Solve(t, s, p, search.Limits{Evaluated: 20_000}))
			first += r.Found[0].Length
			last += len(r.Moves)
		}
		t.Logf("temperature %v: first plans of %d moves in all, last ones of %d", temperature,
			first, last)
		assert.Less(t, last, first)
	}
}

func TestErrors(t *testing.T) {
	p := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	for want, s := range map[string]*Solver{
		"local: temperature -1; expected at least 0": {
			Heuristic: heuristics.Manhattan, Temperature: -1,
		},
		"local: patience -7; expected 0 or more, or setting.Auto": {
			Heuristic: heuristics.Manhattan, Patience: -7,
		},
		"local: no heuristic; expected one, such as manhattan": {},
	} {
		_, err := s.Solve(t.Context(), p, search.Limits{})
		assert.EqualError(t, err, want)
	}
}
