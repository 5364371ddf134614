package ga_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func TestConformance(t *testing.T) {
	size := puzzle.Size{Rows: 7, Cols: 7}
	if testing.Short() {
		size = puzzle.Size{Rows: 6, Cols: 6}
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	presets := ga.PresetNames()
	if testing.Short() {
		presets = presets[len(presets)-1:] // takes a minute each under the race detector
	}
	for i, name := range presets {
		settings, err := ga.Preset(name)
		require.NoError(t, err)
		// Boards are solved by the hundred.
		settings.Patience, settings.Generations = 1, 100
		settings.Population = min(settings.Population, 60)
		// Of the study's genes on this board, none would be scored before the last look at the
		// context, and the suite knows how many states a plan may need.
		settings.Genes = 25
		t.Run(name, func(t *testing.T) {
			searchtest.Run(t, searchtest.Config{
				New: func(s searchtest.Settings) search.Solver {
					return &ga.Solver{
						Settings: settings, Heuristic: heuristics.LinearConflict, Seed: 1,
						Order: s.Order, Workers: s.Workers, Observer: s.Observer,
					}
				},
				Parallel: true,
				Variant:  i+1 < len(presets),
				Hard:     search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal},
			})
		})
	}
}
