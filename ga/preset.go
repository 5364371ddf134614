package ga

import (
	"npuzzle/internal/units"

	"npuzzle/search"
)

// PresetNames returns the names of the built-in presets, the simplest first.
func PresetNames() []string { return []string{"study", "pure", "memetic"} }

// study is the genetic algorithm of the study "ga-vs-astar", as in its code. Each of 5 phases
// starts from the problem's start with 200 random chromosomes, and has 500 generations. A
// generation divides the population into random pairs. The fitter chromosome of each pair survives
// unchanged. For 100 of these winners there are 90 children by crossover and 10 mutants, each with
// one gene drawn anew. The fitness of a chromosome is that of the last board on its path. After
// the last generation, the fittest path is the result if it ends at the goal.
var study = Settings{
	Population:     200,
	Generations:    500,
	Phases:         5,
	PhaseMode:      Restart,
	Model:          Pairs,
	Selector:       Tournament,
	TournamentSize: 2,
	Islands:        1,
	Migration:      10,
	Target:         EndBoard,
	Genes:          Auto,
	Decoding:       Ordered,
	Greed:          1,
	Crossover:      0.9,
	Mutation:       0.1,
	CrossoverKind:  Splice,
	Subgoals:       search.NoSubgoals,
	Patience:       Auto,
	Control:        NoControl,
}

// pure evolves a first plan and improves it without IDA*. Improvement inherits no genes. It is a
// randomised archive search, in the family of beam search and type-based exploration (Xie and others
// 2014): parents are boards, and children get fresh random genes. A gene selects the rank
// of a move, with higher probabilities for better ranks. A chromosome has few genes, since a phase
// only has to reach a better board, not the goal. With stagnation, the record and subgoals, the
// solver leaves local minima, and so solves larger boards.
var pure = Settings{
	Population:     50,
	Generations:    500,
	Phases:         50,
	PhaseMode:      Continue,
	Stagnation:     5,
	Model:          Pairs,
	Selector:       Tournament,
	TournamentSize: 2,
	Islands:        1,
	Migration:      10,
	Record:         true,
	Target:         BestBoard,
	Genes:          25,
	Decoding:       Ranked,
	Greed:          3,
	Crossover:      0.9,
	Mutation:       0.1,
	CrossoverKind:  Splice,
	Subgoals:       search.ByLine,
	Improve:        true,
	Patience:       Auto,
	Control:        NoControl,
}

// DefaultPreset is the name of the preset that Default returns.
const DefaultPreset = "pure"

// Default returns the preset "pure".
func Default() Settings { return pure }

// memetic returns the preset "memetic", which finds the shortest plans: "pure" plus Windows. It spends
// 31 to 80 % of its states in IDA*.
func memetic() Settings {
	s := pure
	s.Windows = true
	return s
}

// Preset returns the built-in preset of the given name.
func Preset(name string) (Settings, error) {
	known, ok := units.FindName(name, PresetNames())
	if !ok {
		return Settings{}, units.UnknownName("preset", name, PresetNames())
	}
	return map[string]Settings{"study": study, "pure": pure, "memetic": memetic()}[known], nil
}
