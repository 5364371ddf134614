package ga

import "slices"

// preset is a useful combination of settings.
type preset struct {
	name     string
	settings func() Settings
}

var presets = []preset{
	{"study", Study},
	{"pure", Pure},
	{"memetic", Memetic},
}

// PresetNames returns the name of every preset, the plainest first.
func PresetNames() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Preset returns the settings of a preset, and whether there is one of the name.
func Preset(name string) (Settings, bool) {
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == name })
	if i < 0 {
		return Settings{}, false
	}
	return presets[i].settings(), true
}

// Default returns the settings of the best genetic solver, Memetic.
func Default() Settings { return Memetic() }

// Study returns the settings of the study "ga-vs-astar", as it described them:
// plans are scored by the board that they end in, and every phase goes on for
// all its generations, from the best board of the last one.
func Study() Settings {
	return Settings{
		Population:      200,
		Generations:     500,
		Phases:          5,
		PhaseMode:       Continue,
		Target:          EndBoard,
		HeuristicWeight: 0.9,
		LengthWeight:    0.1,
		Genes:           Auto,
		MaxGenes:        Auto,
		Decoding:        Ordered,
		Greed:           1,
		Breeding:        Evolve,
		Tournament:      2,
		Survival:        Generational,
		Crossover:       0.9,
		Cut:             OneCut,
		Mutation:        0.1,
		Islands:         1,
		Migration:       5,
		Subgoals:        NoSubgoals,
		Core:            5,
		Tries:           10,
		Pool:            8,
		Patience:        Auto,
	}
}

// Pure returns the settings of the best genetic solver without outside search:
// the study's with genes that stand for ranks of moves, the better ones more
// often; with what carries it past local minima, and so to larger boards (plans
// scored by their best board, an elite, phases that end when they stagnate, a
// record of where they went, subgoals); and with a pool of plans that are bred
// on.
func Pure() Settings {
	s := Study()
	s.Stagnation, s.Record, s.Phases = 10, true, 50
	s.Target, s.Elites = BestBoard, 1
	s.Decoding, s.Greed, s.Genes = Ranked, 3, 25
	s.Subgoals = ByLine
	s.Improve = true
	return s
}

// Memetic returns the settings of the best genetic solver: Pure with the repair
// of plans by windows.
func Memetic() Settings {
	s := Pure()
	s.Windows, s.Drift = true, true
	s.Renew = 0.5
	return s
}
