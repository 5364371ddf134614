package ga

import (
	"cmp"
	"fmt"

	"npuzzle/internal/units"
)

// PresetNames returns the names of the built-in presets, the simplest first.
func PresetNames() []string { return []string{"study", "evolve", "pure", "memetic"} }

// DefaultPreset is the name of the preset that Default returns.
const DefaultPreset = "pure"

// presets are the built-in presets, by name.
var presets = readPresets()

// readPresets reads the presets from the table of settings.
func readPresets() map[string]Settings {
	presets := map[string]Settings{}
	for _, name := range PresetNames() {
		var s Settings
		for _, row := range Table {
			text := cmp.Or(row.Defaults[name], row.Defaults[DefaultPreset])
			if text == "" {
				continue
			}
			if err := row.Set(&s, text); err != nil {
				panic(fmt.Sprintf("ga: preset %s: %s: %v", name, row.Name, err))
			}
		}
		presets[name] = s
	}
	return presets
}

// Default returns the preset "pure".
func Default() Settings { return presets[DefaultPreset] }

// Preset returns the built-in preset of the given name.
//
// The preset "study" is the genetic algorithm of the study "ga-vs-astar", as in its code. Each of 5
// phases starts from the problem's start with 200 random chromosomes, and has 500 generations. A
// generation divides the population into random pairs. The fitter chromosome of each pair survives
// unchanged. For 100 of these winners there are 90 children by crossover and 10 mutants, each with
// one gene drawn anew. The fitness of a chromosome is that of the last board on its path. After the
// last generation, the fittest path is the result if it ends at the goal.
//
// The preset "evolve" is evolution alone: it evolves plans from the start, one after another, and the
// shortest plan counts. A gene selects the rank of a move, with higher probabilities for better
// ranks. A chromosome has few genes, since a phase only has to reach a better board, not the goal.
// With stagnation, the record and subgoals, the solver leaves local minima, and so solves larger
// boards.
//
// The preset "pure" evolves one plan as "evolve" does, and improves it without IDA*. Improvement
// inherits no genes. It is a randomised archive search, in the family of beam search and type-based
// exploration (Xie and others 2014): parents are boards, and children get fresh random genes.
//
// The preset "memetic" is "pure" with windows. It spends 32 to 80 % of its states in IDA*. With 12
// million states, its plans are shorter than those of "pure" on 4x4, and longer on 5x5 and 6x6.
func Preset(name string) (Settings, error) {
	known, ok := units.FindName(name, PresetNames())
	if !ok {
		return Settings{}, units.UnknownName("preset", name, PresetNames())
	}
	return presets[known], nil
}
