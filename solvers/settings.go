package solvers

import (
	"fmt"
	"slices"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// PresetSetting is the name of the setting with which Set replaces all settings of the
// genetic solver. Set it first, because it overwrites settings that were set before.
const PresetSetting = "preset"

// setting is a field of Settings with a name. Experiment files, grids, keys and records
// use the name. They also use the text form of the value, which Get returns and Set
// parses.
type setting struct {
	name string
	get  func(Settings) string
	set  func(*Settings, string) error
}

// settings lists all settings except those that only the genetic solver takes.
var settings = []setting{
	field("algorithm", func(s *Settings) *string { return &s.Algorithm }, ParseName),
	{
		"heuristic", Settings.HeuristicName,
		field("", func(s *Settings) *heuristics.Heuristic { return &s.Heuristic }, ParseHeuristic).set,
	},
	field("weight", func(s *Settings) *float64 { return &s.Weight }, units.Decimal(1, maxWeight)),
	field("order", func(s *Settings) *puzzle.Order { return &s.Order }, puzzle.ParseOrder),
	field("depth-limit", func(s *Settings) *float64 { return &s.DepthLimit }, units.Decimal(0, 1e9)),
	field("engine", func(s *Settings) *string { return &s.Engine }, ParseEngine),
	field("prune", func(s *Settings) *bool { return &s.Prune }, units.ParseBool),
	field("workers", func(s *Settings) *int { return &s.Workers }, units.Whole(0, 1024)),
	field("seed", func(s *Settings) *uint64 { return &s.Seed }, units.ParseCount),
}

// Engines of A* and IDA*.
const (
	Fast     = "fast"     // loops specialised for the board and the heuristic; the default
	Textbook = "textbook" // the algorithm as it is taught: for A*, a map of states and a priority queue
)

// Engines returns the names of the engines, the default first.
func Engines() []string { return []string{Fast, Textbook} }

// ParseEngine returns the engine with the given name.
func ParseEngine(text string) (string, error) { return units.OneOf(Engines()...)(text) }

// field makes a setting of the field to which of returns a pointer. The text of the
// value is that of fmt.Sprint, and parse reads it. If parse returns an error, the field
// does not change.
func field[T any](name string, of func(*Settings) *T, parse func(string) (T, error)) setting {
	get := func(s Settings) string { return fmt.Sprint(*of(&s)) }
	set := func(s *Settings, text string) error {
		value, err := parse(text)
		if err == nil {
			*of(s) = value
		}
		return err
	}
	return setting{name, get, set}
}

// SettingNames returns the names of all settings. The settings that only the genetic
// solver takes come last.
func SettingNames() []string {
	var names []string
	for _, s := range settings {
		names = append(names, s.name)
	}
	return append(names, ga.SettingNames()...)
}

// findSetting looks a name up in settings.
func findSetting(name string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

// Set parses the text of a value and sets the named setting to it. Flags and experiment
// files use it. The error says what was expected.
func (s *Settings) Set(name, text string) error {
	if setting, ok := findSetting(name); ok {
		if err := setting.set(s, text); err != nil {
			return fmt.Errorf("%s %.40q: %w", name, text, err)
		}
		return nil
	}
	if name == PresetSetting {
		preset, err := ga.Preset(text)
		if err == nil {
			s.GA = preset
		}
		return err
	}
	if slices.Contains(ga.SettingNames(), name) {
		return s.GA.Set(name, text)
	}
	return units.UnknownName("setting", name, SettingNames())
}

// Get returns the value of the named setting as a text that Set parses. It panics if
// there is no such setting.
func (s Settings) Get(name string) string {
	if setting, ok := findSetting(name); ok {
		return setting.get(s)
	}
	return s.GA.Get(name)
}
