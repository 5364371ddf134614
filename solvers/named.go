package solvers

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// PresetSetting is the name by which Set knows all settings of the genetic
// solver together. Set it before single ones, which it would undo.
const PresetSetting = "preset"

// named is a setting with its name and its text, by which files, grids and
// records call it.
type named struct {
	name string
	get  func(Settings) string
	set  func(*Settings, string) error
}

// nameTable lists the settings that are not the genetic solver's alone.
var nameTable = []named{
	{
		"algorithm",
		func(s Settings) string { return s.Algorithm },
		func(s *Settings, text string) error { return assign(&s.Algorithm, text, ParseName) },
	},
	{
		"heuristic",
		Settings.HeuristicName,
		func(s *Settings, text string) error { return assign(&s.Heuristic, text, ParseHeuristic) },
	},
	{
		"weight",
		func(s Settings) string { return fmt.Sprint(s.Weight) },
		func(s *Settings, text string) error { return assign(&s.Weight, text, units.Decimal(1, maxWeight)) },
	},
	{
		"order",
		func(s Settings) string { return s.Order.String() },
		func(s *Settings, text string) error { return assign(&s.Order, text, puzzle.ParseOrder) },
	},
	{
		"depth-limit",
		func(s Settings) string { return fmt.Sprint(int(s.DepthLimit)) },
		func(s *Settings, text string) error {
			return assign(&s.DepthLimit, text, units.Whole[puzzle.Cost](0, 1e9))
		},
	},
	{
		"prune",
		func(s Settings) string { return fmt.Sprint(s.Prune) },
		func(s *Settings, text string) error { return assign(&s.Prune, text, units.ParseBool) },
	},
	{
		"workers",
		func(s Settings) string { return fmt.Sprint(s.Workers) },
		func(s *Settings, text string) error { return assign(&s.Workers, text, units.Whole(0, 1024)) },
	},
	{
		"seed",
		func(s Settings) string { return fmt.Sprint(s.Seed) },
		func(s *Settings, text string) error { return assign(&s.Seed, text, units.ParseCount) },
	},
}

// assign sets a variable to what a text says.
func assign[T any](to *T, text string, parse func(string) (T, error)) error {
	parsed, err := parse(text)
	if err != nil {
		return err
	}
	*to = parsed
	return nil
}

// SettingNames returns the names by which Set and Get know the settings, those of
// the genetic solver last.
func SettingNames() []string {
	var names []string
	for _, n := range nameTable {
		names = append(names, n.name)
	}
	return append(names, ga.SettingNames()...)
}

func findNamed(name string) (named, bool) {
	at := slices.IndexFunc(nameTable, func(n named) bool { return n.name == name })
	if at < 0 {
		return named{}, false
	}
	return nameTable[at], true
}

// Set reads a setting from its text, as a flag or an experiment file has it. The
// error says what was expected.
func (s *Settings) Set(name, text string) error {
	if n, ok := findNamed(name); ok {
		if err := n.set(s, text); err != nil {
			return fmt.Errorf("%s %.40q: %w", name, text, err)
		}
		return nil
	}
	if name == PresetSetting {
		return assign(&s.GA, text, ga.Preset)
	}
	if slices.Contains(ga.SettingNames(), name) {
		return s.GA.Set(name, text)
	}
	if err := ga.Removed(name); err != nil {
		return err
	}
	return fmt.Errorf("%.40q is no setting; expected one of %s", name, strings.Join(SettingNames(), ", "))
}

// Get returns the text of a setting, which Set reads. It panics if there is none
// of the name.
func (s Settings) Get(name string) string {
	if n, ok := findNamed(name); ok {
		return n.get(s)
	}
	return s.GA.Get(name)
}
