package solvers

import (
	_ "embed" // the table of settings
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/setting"
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

// Table returns the rows of all settings that are fields of solvers, with the type and the default
// value of each: for the genetic solver by preset, otherwise under the name of each solver.
func Table() []setting.Row { return slices.Clone(shown()) }

// shown returns the rows that Table returns.
var shown = sync.OnceValue(shownTable)

func shownTable() []setting.Row {
	var rows []setting.Row
	for _, row := range known.settings {
		first, err := find(row.Solvers[0])
		if err != nil {
			panic(err) // a row lists solvers that are in the registry
		}
		row = row.Of(first.prototype)
		if row.Needs != "" {
			row.Meaning += " It has an effect only with " +
				strings.ReplaceAll(row.Needs, "!=", " other than ") + "."
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
		rows = append(rows, row)
	}
	return rows
}

// Settings are a solver with its settings, and its name in the registry. The solver is a struct,
// whose fields with the tag "setting" are the settings. Get and Set read and write these fields as
// text, under the names of the table; Of takes a struct as it is. Copies of Settings are
// independent of each other.
//
// Settings with only a name have the default values of this solver.
type Settings struct {
	Algorithm string               // name of the solver; "" if it is not in the registry
	Heuristic heuristics.Heuristic // used if the solver takes one

	// solver has the values of the settings of the named solver, and no heuristic if it takes one.
	// It is nil if all values are the defaults. It is never changed, but replaced.
	solver search.Solver
	owner  string // name of the named solver
}

// Of returns the settings of a solver. A solver of the registry is recognised by its type. Its
// fields must have the values of the prototype, but for the settings, the heuristic and the hooks:
// &astar.Solver{Greedy: true} is greedy, for example. If several solvers fit, Of takes the first
// one of Names. A word that is "" is the default.
//
// The settings of any other solver have no name. Trials can run it, but not store its results.
// Register adds solvers to the registry.
func Of(solver search.Solver) Settings {
	if isStructure(solver) {
		for _, a := range known.solvers {
			if s, fits := a.settingsOf(solver); fits {
				return s
			}
		}
	}
	return Settings{solver: solver}
}

// settingsOf returns the settings of a solver, a pointer to a struct, and whether it is the named
// solver.
func (a algorithm) settingsOf(solver search.Solver) (Settings, bool) {
	if reflect.TypeOf(solver) != reflect.TypeOf(a.prototype) {
		return Settings{}, false
	}
	s := Default(a.name)
	values := copyOf(solver)
	fields := reflect.ValueOf(values).Elem()
	if a.informed() {
		field := fields.FieldByName("Heuristic")
		s.Heuristic, _ = field.Interface().(heuristics.Heuristic)
		field.SetZero()
	}
	for _, hook := range reflect.VisibleFields(reflect.TypeFor[Hooks]()) {
		if field := fields.FieldByName(hook.Name); field.IsValid() {
			field.SetZero()
		}
	}
	others := copyOf(values) // will have the settings of the prototype
	for _, row := range known.settings {
		if !s.Takes(row.Name) {
			continue
		}
		if row.Words != nil && row.Get(values) == "" {
			row.Copy(values, a.prototype)
		}
		row.Copy(others, a.prototype)
	}
	if !reflect.DeepEqual(others, a.prototype) {
		return Settings{}, false
	}
	s.keep(values)
	return s, true
}

// keep makes a solver the one with the values of the settings.
func (s *Settings) keep(values search.Solver) {
	s.solver = nil
	s.owner = ""
	byDefault := s.values()
	for _, row := range known.settings {
		if s.Takes(row.Name) && row.Get(values) != row.Get(byDefault) {
			s.solver = values
			s.owner = s.Algorithm
			return
		}
	}
}

// values returns a solver with the values of the settings, which must not be changed. The settings
// must have a valid algorithm.
func (s Settings) values() search.Solver {
	if s.solver != nil && s.owner == s.Algorithm {
		return s.solver
	}
	return registered(s.Algorithm).prototype
}

// make makes the solver without checking it. The settings must have a valid algorithm. A solver
// that is not in the registry is returned itself.
func (s Settings) make() search.Solver {
	if s.unregistered() {
		return s.solver
	}
	solver := copyOf(s.values())
	if s.Heuristic != nil && s.Informed() {
		setField(solver, "Heuristic", reflect.ValueOf(s.Heuristic))
	}
	return solver
}

// unregistered reports whether the solver is not in the registry.
func (s Settings) unregistered() bool { return s.Algorithm == "" && s.solver != nil }

// Registered reports whether the registry makes the same solver and heuristic of their names. Then
// another process of this program can run it.
func (s Settings) Registered() bool {
	if _, err := find(s.Algorithm); err != nil {
		return false
	}
	if !s.Informed() {
		return true
	}
	h, err := ParseHeuristic(s.HeuristicName())
	return err == nil && reflect.TypeOf(h) == reflect.TypeOf(s.Heuristic)
}

// Builtin reports whether the solver and its heuristic are of this module.
func (s Settings) Builtin() bool {
	if !Builtin(s.Algorithm) {
		return false
	}
	if !s.Informed() {
		return true
	}
	for _, part := range heuristics.Parts(s.Heuristic) {
		if !isBuiltin(part) {
			return false
		}
	}
	return true
}

// Version returns the versions of a solver and its heuristic, for the keys of stored trials; "" if
// both change only with the program. It returns an error if they state none, so that trials must
// not be stored.
func (s Settings) Version() (string, error) {
	if s.unregistered() {
		return "", errUnregistered
	}
	a, err := find(s.Algorithm)
	if err != nil {
		return "", err
	}
	version := ""
	if a.informed() {
		version, err = HeuristicVersion(s.Heuristic)
		if err != nil {
			return "", err
		}
	}
	if a.foreign {
		version = fmt.Sprintf("%T %q %q", a.prototype, a.Version, version)
	}
	return version, nil
}

// SettingNames returns the names of all settings. The settings that only the genetic
// solver takes come last, but for those of registered solvers.
func SettingNames() []string {
	names := []string{algorithmSetting, heuristicSetting}
	for _, row := range known.settings {
		names = append(names, row.Name)
	}
	return names
}

// findRow looks a setting up by name. The error proposes similar names.
func findRow(name string) (setting.Row, error) {
	row, found := rowOf(name)
	if !found {
		return setting.Row{}, units.UnknownName("setting", name, SettingNames())
	}
	return row, nil
}

// rowOf is findRow for callers that need no error, which takes much longer than the search.
func rowOf(name string) (row setting.Row, found bool) {
	for _, row := range known.settings {
		if row.Name == name {
			return row, true
		}
	}
	return setting.Row{}, false
}

// Set parses the text of a value and sets the named setting to it. Flags and experiment
// files use it. The error says what was expected. A value of a setting that the solver does not
// take is checked, but has no effect.
func (s *Settings) Set(name, text string) error {
	switch name {
	case algorithmSetting:
		algorithm, err := ParseName(text)
		if err != nil {
			return invalid(name, text, err)
		}
		*s = s.as(algorithm)
	case heuristicSetting:
		h, err := ParseHeuristic(text)
		if err != nil {
			return invalid(name, text, err)
		}
		s.Heuristic = h
	case PresetSetting:
		preset, err := ga.Preset(text)
		if err != nil {
			return err
		}
		if s.Takes(PresetSetting) {
			values := copyOf(s.values()).(*ga.Solver)
			values.Settings = preset
			s.keep(values)
		}
	default:
		row, err := findRow(name)
		if err != nil {
			return err
		}
		values := copyOf(s.holder(row))
		if err := row.Set(values, text); err != nil {
			return invalid(name, text, err)
		}
		if s.Takes(name) {
			s.keep(values)
		}
	}
	return nil
}

// invalid returns the error for a value that a setting does not accept.
func invalid(name, text string, err error) error {
	return fmt.Errorf("%s %.40q: %w", name, text, err)
}

// holder returns a solver that has a field for a setting: that of the settings, or the prototype of
// another one if this does not take the setting. It must not be changed.
func (s Settings) holder(row setting.Row) search.Solver {
	if s.Takes(row.Name) {
		return s.values()
	}
	return registered(row.Solvers[0]).prototype
}

// as returns the settings of another solver, with the values that differ from their defaults.
func (s Settings) as(algorithm string) Settings {
	if s.Algorithm == algorithm {
		return s
	}
	other := Settings{Algorithm: algorithm, Heuristic: s.Heuristic}
	if s.solver == nil {
		return other
	}
	for name, text := range s.Differing(Default(s.Algorithm)) {
		if name != algorithmSetting && name != heuristicSetting && other.Takes(name) {
			other = other.With(name, text)
		}
	}
	return other
}

// Normal returns the text that Get would return after Set, for the first solver that takes the
// setting.
func Normal(name, text string) (string, error) {
	s := Settings{Algorithm: Names()[0]}
	if row, found := rowOf(name); found {
		s.Algorithm = row.Solvers[0]
	}
	err := s.Set(name, text)
	return s.Get(name), err
}

// Guided returns settings of the same search that take a heuristic, if there are any: uniform-cost
// search is A* with the heuristic zero, and iterative deepening is IDA* with it.
func (s Settings) Guided() Settings {
	if s.Informed() || s.unregistered() {
		return s
	}
	same := func(a algorithm) bool {
		return a.informed() && reflect.TypeOf(a.prototype) == reflect.TypeOf(s.values())
	}
	i := slices.IndexFunc(known.solvers, same)
	if i < 0 {
		return s
	}
	guided := s.as(known.solvers[i].name)
	guided.Heuristic = heuristics.Zero
	return guided
}

// With returns the settings with a value of the named setting. It panics if Set returns an error,
// so it is for values that the program itself chooses.
func (s Settings) With(name, text string) Settings {
	if err := s.Set(name, text); err != nil {
		panic(err)
	}
	return s
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
	row, err := findRow(name)
	if err != nil {
		return ""
	}
	return row.Get(s.holder(row))
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

// KeyTexts returns the Texts that keys of trials depend on: without the seed, which trials have
// themselves, and without the values that runs had before there was the setting.
func (s Settings) KeyTexts() map[string]string {
	texts := s.Texts()
	delete(texts, "seed")
	for name, text := range texts {
		row, err := findRow(name)
		others := row.BeforeIn != nil && !slices.Contains(row.BeforeIn, s.Algorithm)
		if err == nil && row.Before != "" && row.Before == text && !others {
			delete(texts, name)
		}
	}
	return texts
}

// MarshalJSON writes the values of all settings that the algorithm takes as texts, by name.
func (s Settings) MarshalJSON() ([]byte, error) {
	if s.unregistered() {
		return nil, errUnregistered
	}
	return json.Marshal(s.Texts())
}

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
	row, found := rowOf(name)
	return found && slices.Contains(row.Solvers, a.name)
}

// Active reports whether the solver takes the named setting and the other settings give it an
// effect, by the column Needs of the table. A value counts only if its own setting has an effect.
func (s Settings) Active(name string) bool { return s.ActiveWith(name, s.Get) }

// ActiveWith is Active for values of the settings that the function get returns by name.
func (s Settings) ActiveWith(name string, get func(string) string) bool {
	row, found := rowOf(name)
	if !found || !s.Takes(name) || row.Needs == "" {
		return s.Takes(name)
	}
	for need := range strings.SplitSeq(row.Needs, " or ") {
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
	others := slices.DeleteFunc(Names(), func(other string) bool {
		return !Settings{Algorithm: other}.Takes(name)
	})
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
	if _, err := find(s.Algorithm); err != nil && !s.unregistered() {
		return search.Capabilities{}
	}
	return search.CapabilitiesOf(s.values())
}

// Evolution returns the settings of the genetic solver, and whether these are settings of it.
func (s Settings) Evolution() (ga.Settings, bool) {
	if s.Algorithm != genetic {
		return ga.Settings{}, false
	}
	return s.values().(*ga.Solver).Settings, true
}

// HeuristicOn returns the name of the heuristic in effect on boards of a size. It differs from
// HeuristicName if the solver has a method HeuristicUsed. The genetic solver replaces linear
// conflict for long lines, or does without subgoals: see ga.Settings.HeuristicUsed.
func (s Settings) HeuristicOn(size puzzle.Size) string {
	if s.Informed() && s.Heuristic != nil {
		replacing, ok := s.values().(interface {
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
