package solvers

import (
	_ "embed" // the table of settings
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Names of the settings that are not a field of a solver alone.
const (
	algorithmSetting = "algorithm"
	heuristicSetting = "heuristic"

	// PresetSetting is the name of the setting with which Set replaces all settings of the
	// genetic solver. Set it first, because it overwrites settings that were set before.
	PresetSetting = "preset"
)

//go:embed settings.txt
var settings string

// rows lists every setting but algorithm, heuristic and preset, in the order in which they are
// shown.
var rows = append(search.ReadTable[search.Setting](settings), ga.Table...)

// Table returns the rows of all settings that are fields of solvers, with the type and the default
// value of each: for the genetic solver by preset, otherwise under the name of each solver.
func Table() []search.Setting { return slices.Clone(settingRows()) }

var settingRows = sync.OnceValue(func() (all []search.Setting) {
	for _, row := range rows {
		row, _ = findRow(row.Name)
		row = row.Of(prototype(row.Solvers[0]))
		if row.Needs != "" {
			row.Meaning += " It has an effect only with " + strings.ReplaceAll(row.Needs, "!=", " other than ") + "."
		}
		row.Defaults = map[string]string{}
		for _, name := range row.Solvers {
			if name != genetic {
				row.Defaults[name] = Default(name).Get(row.Name)
				continue
			}
			for _, preset := range ga.PresetNames() {
				row.Defaults[preset] = Default(genetic).With(PresetSetting, preset).Get(row.Name)
			}
		}
		all = append(all, row)
	}
	return all
})

// Settings hold the name of a solver's algorithm and the values of its settings. Get and Set
// use the names of the table. The zero value of each setting but Algorithm and Heuristic is the
// default of the algorithm. Copies of Settings are independent of each other.
type Settings struct {
	Algorithm string
	Heuristic heuristics.Heuristic
	values    map[string]string // texts of the values that differ from the default; never changed, but replaced
}

// SettingNames returns the names of all settings. The settings that only the genetic
// solver takes come last.
func SettingNames() []string {
	names := lists.Map(rows, func(row search.Setting) string { return row.Name })
	return append([]string{algorithmSetting, heuristicSetting}, names...)
}

// findRow looks a setting up by name. The row lists all solvers that take the setting.
func findRow(name string) (search.Setting, error) {
	for _, row := range rows {
		if row.Name == name {
			for _, a := range table {
				if a.takes(row) {
					row.Solvers = append(row.Solvers, a.name)
				}
			}
			return row, nil
		}
	}
	return search.Setting{}, units.UnknownName("setting", name, SettingNames())
}

// model returns a solver with default settings that has the setting: of the algorithm of s, or of
// another algorithm if that does not take it.
func (s Settings) model(row search.Setting) search.Solver {
	if slices.Contains(row.Solvers, s.Algorithm) {
		return prototype(s.Algorithm)
	}
	return prototype(row.Solvers[0])
}

// Set parses the text of a value and sets the named setting to it. Flags and experiment
// files use it. The error says what was expected.
func (s *Settings) Set(name, text string) error {
	var err error
	switch name {
	case algorithmSetting:
		var algorithm string
		if algorithm, err = ParseName(text); err == nil {
			s.Algorithm = algorithm
		}
	case heuristicSetting:
		var h heuristics.Heuristic
		if h, err = ParseHeuristic(text); err == nil {
			s.Heuristic = h
		}
	case PresetSetting:
		preset, err := ga.Preset(text)
		if err != nil {
			return err
		}
		solver := &ga.Solver{Settings: preset}
		for _, row := range ga.Table {
			s.put(row.Name, row.Get(solver), row.Get(prototype(genetic)))
		}
	default:
		row, unknown := findRow(name)
		if unknown != nil {
			return unknown
		}
		model := s.model(row)
		byDefault := row.Get(model)
		if err = row.Set(model, text); err == nil {
			s.put(name, row.Get(model), byDefault)
		}
	}
	if err != nil {
		return fmt.Errorf("%s %.40q: %w", name, text, err)
	}
	return nil
}

// With returns the settings with a value of the named setting. It panics if Set returns an error,
// so it is for values that the program itself chooses.
func (s Settings) With(name, text string) Settings {
	if err := s.Set(name, text); err != nil {
		panic(err)
	}
	return s
}

// put stores the text of a value, or removes it if it is the default.
func (s *Settings) put(name, text, byDefault string) {
	if s.Get(name) == text {
		return
	}
	s.values = maps.Clone(s.values) // copies of the settings keep their values
	if text == byDefault {
		delete(s.values, name)
		return
	}
	if s.values == nil {
		s.values = map[string]string{}
	}
	s.values[name] = text
}

// Get returns the value of the named setting as a text that Set parses, or "" if there is no such
// setting.
func (s Settings) Get(name string) string {
	switch name {
	case algorithmSetting:
		return s.Algorithm
	case heuristicSetting:
		return s.HeuristicName()
	}
	if text, set := s.values[name]; set {
		return text
	}
	row, err := findRow(name)
	if err != nil {
		return ""
	}
	return row.Get(s.model(row))
}

// Texts returns the values of the settings that the solver takes, by name.
func (s Settings) Texts() map[string]string {
	texts := map[string]string{}
	for _, name := range SettingNames() {
		if s.Takes(name) {
			texts[name] = s.Get(name)
		}
	}
	return texts
}

// MarshalJSON writes the values of all settings that the algorithm takes as texts, by name.
func (s Settings) MarshalJSON() ([]byte, error) { return json.Marshal(s.Texts()) }

// UnmarshalJSON reads what MarshalJSON writes. The heuristic has no tables yet.
func (s *Settings) UnmarshalJSON(text []byte) error {
	var values map[string]string
	if err := json.Unmarshal(text, &values); err != nil {
		return err
	}
	*s = Default(values[algorithmSetting])
	for name, value := range values {
		if err := s.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// Differing returns the values of the settings that the solver takes and that have another value in
// other settings.
func (s Settings) Differing(other Settings) map[string]string {
	texts := s.Texts()
	maps.DeleteFunc(texts, func(name, text string) bool { return text == other.Get(name) })
	return texts
}

// Takes reports whether the solver takes the named setting, that is, whether its result
// or its speed may depend on the setting.
func (s Settings) Takes(name string) bool {
	a, err := find(s.Algorithm)
	switch {
	case err != nil:
		return false
	case name == algorithmSetting:
		return true
	case name == heuristicSetting:
		return a.informed()
	case name == PresetSetting:
		return a.name == genetic
	}
	row, err := findRow(name)
	return err == nil && slices.Contains(row.Solvers, a.name)
}

// Active reports whether the solver takes the named setting and the other settings give it an
// effect, by the column Needs of the table. A value counts only if its own setting has an effect.
func (s Settings) Active(name string) bool { return s.ActiveWith(name, s.Get) }

// ActiveWith is Active for values of the settings that the function get returns by name.
func (s Settings) ActiveWith(name string, get func(string) string) bool {
	i := slices.IndexFunc(rows, func(row search.Setting) bool { return row.Name == name })
	if i < 0 || !s.Takes(name) || rows[i].Needs == "" {
		return s.Takes(name)
	}
	for need := range strings.SplitSeq(rows[i].Needs, " or ") {
		other, value, differs := strings.Cut(need, "!=")
		if !differs {
			other, value, _ = strings.Cut(need, "=")
		}
		if (get(other) == value) != differs && s.ActiveWith(other, get) {
			return true
		}
	}
	return false
}

// CheckTaken returns an error if there is no setting with this name, or if the solver does not take
// it. Flags and experiment files must not set such a setting, because it would have no effect.
func (s Settings) CheckTaken(name string) error {
	switch {
	case s.Takes(name):
		return nil
	case !slices.Contains(append(SettingNames(), PresetSetting), name):
		return units.UnknownName("setting", name, SettingNames())
	}
	others := slices.DeleteFunc(Names(), func(other string) bool { return !Settings{Algorithm: other}.Takes(name) })
	return fmt.Errorf("%s is a setting of %s, not of %s; expected it to be left out",
		name, strings.Join(others, ", "), s.Algorithm)
}

// Informed reports whether the solver takes a heuristic.
func (s Settings) Informed() bool { return s.Takes(heuristicSetting) }

// Deterministic reports whether the named solver takes no seed, so that all of its runs on a board
// are the same but for their times. It returns false if there is no solver with this name.
func Deterministic(algorithm string) bool {
	return slices.Contains(Names(), algorithm) && !Settings{Algorithm: algorithm}.Takes("seed")
}

// EnoughTime is a time limit for endless searches if nobody asks for another.
const EnoughTime = 10 * time.Second

// Capabilities returns what the solver does with the settings: the zero Capabilities if there is no
// such solver.
func (s Settings) Capabilities() search.Capabilities {
	if _, err := find(s.Algorithm); err != nil {
		return search.Capabilities{}
	}
	return search.CapabilitiesOf(s.solver(nil))
}

// Evolution returns the settings of the genetic solver, and whether these are settings of it.
func (s Settings) Evolution() (ga.Settings, bool) {
	if s.Algorithm != genetic {
		return ga.Settings{}, false
	}
	return s.solver(nil).(*ga.Solver).Settings, true
}

// HeuristicOn returns the name of the heuristic in effect on boards of a size. It differs from
// HeuristicName if the solver has a method HeuristicUsed. The genetic solver replaces linear
// conflict for long lines, or does without subgoals: see ga.Settings.HeuristicUsed.
func (s Settings) HeuristicOn(size puzzle.Size) string {
	if s.Informed() && s.Heuristic != nil {
		replacing, ok := s.solver(nil).(interface {
			HeuristicUsed(heuristics.Heuristic, puzzle.Size) string
		})
		if ok {
			return replacing.HeuristicUsed(s.Heuristic, size)
		}
	}
	return s.HeuristicName()
}

// HeuristicName returns the name of the heuristic that the solver uses. For a solver
// that takes no heuristic, it returns "zero".
func (s Settings) HeuristicName() string {
	if !s.Informed() || s.Heuristic == nil {
		return heuristics.Zero.Name()
	}
	return s.Heuristic.Name()
}
