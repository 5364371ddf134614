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

// Study returns the settings of the study "ga-vs-astar", as it described them.
func Study() Settings {
	s := Default()
	return s
}

// Pure returns the best genetic solver without outside search.
func Pure() Settings {
	s := Default()
	s.Subgoals = ByTile
	s.Improve, s.Shortcuts, s.Drift = true, true, true
	s.Renew = 0
	return s
}

// Memetic returns the settings with all that shortens plans.
func Memetic() Settings {
	s := Pure()
	s.Windows = true
	return s
}
