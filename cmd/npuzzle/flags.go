package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/config"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/files"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// value is the value of a flag. It implements cli.Generic. It parses the text of the flag
// at once. So actions get checked values, and a mistake is found before the command does
// anything.
type value struct {
	set     func(text string) error // parses a text and stores the result
	text    string                  // text of the flag; initially the default
	choices []string                // values offered by completion, if there are few
	alone   bool                    // the flag may stand without a value, which means true
	empty   bool                    // the empty text is a value
}

// errEmpty is the error of a flag with an empty text. A shell passes an empty text for a
// variable that is not set. Taken for a missing flag, it would select the default.
var errEmpty = errors.New("expected a text that is not empty, or no flag")

// Set parses a text and stores the result. It refuses an empty text, unless the empty
// text is a value of the flag. It implements cli.Generic.
func (v *value) Set(text string) error {
	if text == "" && !v.empty {
		return errEmpty
	}
	err := v.set(text)
	if err == nil {
		v.text = text
	}
	return err
}

// String returns the text of the last Set, initially the default. It implements
// cli.Generic. The help shows the default by calling String.
func (v *value) String() string { return v.text }

// IsBoolFlag tells the flag package that the flag may stand without a value.
func (v *value) IsBoolFlag() bool { return v.alone }

// valueOf returns the value of a flag.
func valueOf(f cli.Flag) *value { return f.(*cli.GenericFlag).Value.(*value) }

// funcFlag makes a flag that calls a function with its text. Completion offers the choices. The
// texts of the flag are in help.txt.
func funcFlag(name string, set func(text string) error, choices ...string) *cli.GenericFlag {
	return &cli.GenericFlag{Name: name, Value: &value{set: set, choices: choices}}
}

// flagOf makes a flag that sets a variable. If byDefault is not "", flagOf parses it at once and
// panics if it is invalid. A flag that sets a bool may stand without a value. See also funcFlag.
func flagOf[T any](name, byDefault string, to *T, parse func(string) (T, error), choices ...string) *cli.GenericFlag {
	f := funcFlag(name, func(text string) error {
		parsed, err := parse(text)
		if err == nil {
			*to = parsed
		}
		return err
	}, choices...)
	_, valueOf(f).alone = any(to).(*bool)
	if byDefault != "" {
		if err := f.Value.Set(byDefault); err != nil {
			panic(fmt.Sprintf("default of --%s: %v", name, err))
		}
	}
	return f
}

// boolFlag makes a flag without a value, which sets a variable to true.
func boolFlag(name string, to *bool) *cli.GenericFlag { return flagOf(name, "", to, units.ParseBool) }

// textFlag makes a flag with any text as its value, such as the name of a file. The command checks
// the text later.
func textFlag(name string, to *string) *cli.GenericFlag { return flagOf(name, "", to, asGiven) }

// asGiven is a parser that accepts every text. The command checks the text later.
func asGiven(text string) (string, error) { return text, nil }

// listOf returns a parser of values separated by commas or vertical bars, see config.Values. Each
// value may appear only once, because equal solvers or settings would count each trial twice. Two
// values are equal if the function name returns the same text for both. The parameter kind names
// the values in errors.
func listOf[T any](kind string, parse func(string) (T, error), name func(T) string) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		var all []T
		for _, part := range config.Values(text) {
			v, err := parse(part)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(all, func(other T) bool { return name(other) == name(v) }) {
				return nil, fmt.Errorf("%s appears twice; expected each %s once", name(v), kind)
			}
			all = append(all, v)
		}
		return all, nil
	}
}

// pointerTo returns a parser that returns a pointer. The pointer stays nil if the flag is
// not given, which distinguishes --walk 0 from no --walk.
func pointerTo[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		v, err := parse(text)
		return &v, err
	}
}

// goalFlag makes the flag --goal. The variable stays empty if the flag is not given: then
// boards have the goals that their texts give, or puzzle.BlankLast. The command checks later
// whether the goal fits the size of the boards.
func goalFlag(to *string) *cli.GenericFlag {
	return flagOf("goal", "", to, asGiven, puzzle.GoalNames...)
}

// seedFlag makes the flag --seed. The seed determines all random choices: the same seed
// gives the same boards, plans and counts on any machine, unless a time limit ends a
// search.
func seedFlag(to *uint64) *cli.GenericFlag { return flagOf("seed", "1", to, units.ParseCount) }

// baselineOf returns the solver that a text names, or "" if the text is empty.
func baselineOf(text string, names []string) (string, error) {
	name, found := units.FindName(text, names)
	if text != "" && !found {
		return "", asUsage(units.UnknownName("solver", text, names))
	}
	return name, nil
}

// workersFlag makes the flag --workers, the number of threads of a search or another
// task.
func workersFlag(to *int) *cli.GenericFlag { return flagOf("workers", "", to, units.Whole(1, 1024)) }

// memoryFlag makes the flag --memory-limit, the memory limit of the process. See
// limitMemory.
func memoryFlag(to *uint64) *cli.GenericFlag { return flagOf("memory-limit", "", to, units.ParseBytes) }

// jobsFlag makes the flag --jobs.
func jobsFlag(least, byDefault int, to *int) *cli.GenericFlag {
	return flagOf("jobs", fmt.Sprint(byDefault), to, units.Whole(least, 1024))
}

// givenSettings holds the settings given on the command line, by name. If the command compares
// values, a setting may have several.
type givenSettings map[string][]string

// How many values a setting takes in a command.
type multiplicity int

const (
	oneValue     multiplicity = iota // solve
	listOfValues                     // compare: a list such as 10,20, see config.Values
	listOrRange                      // tune: also a range such as 10..20, which the tuner searches
)

// flags returns a flag for each setting whose row has a help text, and --set for all settings.
// --first is short for --set improve=false.
func (g givenSettings) flags(several multiplicity) []cli.Flag {
	var flags []cli.Flag
	var names, choices []string
	for _, row := range settable() {
		names, choices = append(names, row.Name), append(choices, row.Name+"=")
		if row.Usage != "" {
			f := funcFlag(row.Name, func(text string) error { return g.set(row.Name, text, several) }, row.Words...)
			valueOf(f).alone = row.Kind == "bool"
			flags = append(flags, f)
		}
	}
	set := funcFlag("set", func(text string) error {
		name, values, ok := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		values = strings.TrimSpace(values)
		if !ok || name == "" {
			return errors.New("expected NAME=VALUE, such as greed=2")
		}
		if !slices.Contains(names, name) {
			return fmt.Errorf("%.40q is not a setting%s; npuzzle settings lists them", name,
				units.DidYouMean(name, names))
		}
		if err := g.set(name, values, several); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}, choices...)
	first := flagOf("first", "", new(bool), func(text string) (bool, error) {
		first, err := units.ParseBool(text)
		if err != nil {
			return false, err
		}
		return first, g.set("improve", fmt.Sprint(!first), oneValue)
	})
	return append(flags, set, first)
}

// ofValue finds the placeholder of a value in a usage.
var ofValue = regexp.MustCompile("(.*)`(.)`")

// settingsHelp returns the lines of the help for the settings of the genetic solver, if group is
// "ga", or for all others. If values is "lists", a setting takes several values. The text workers
// is the default number of threads.
func settingsHelp(group, values, workers string) string {
	ofGA := group == "ga"
	var lines []string
	for _, row := range settable() {
		if row.Usage == "" || ofGA != (row.Solvers[0] == "ga") {
			continue
		}
		usage, byDefault := row.Usage, row.Defaults[row.Solvers[0]]
		takes := func(name string) bool { return slices.Contains(row.Solvers, name) }
		others := slices.DeleteFunc(solvers.Names(), takes)
		switch {
		case ofGA:
			byDefault = "the preset's"
		case len(others) >= len(row.Solvers):
			usage += ", in " + strings.Join(row.Solvers, ", ")
		case len(others) > 0:
			usage += "; not in " + strings.Join(others, ", ")
		}
		if row.Name == "workers" {
			usage += " (default: " + workers + ")"
		}
		if values == "lists" {
			usage = ofValue.ReplaceAllString(usage, "for each ${2} in `${2}1,${2}2`: ${1}${2}")
		}
		if byDefault != "0" && row.Words == nil && row.Kind != "bool" && !strings.Contains(usage, "(default") {
			usage += " (default: " + byDefault + ")" // otherwise the usage says what the default is
		}
		lines = append(lines, dashed(row.Name)+": "+usage)
	}
	return strings.Join(lines, "\n")
}

// settable returns the rows of the settings that the command line can set. The seed has a flag of
// its own in every command.
func settable() []search.Setting {
	return lists.Where(solvers.Table(), func(row search.Setting) bool { return !row.Hidden && row.Name != "seed" })
}

// set sets a setting to its values. Values are stored as Settings.Get writes them, and a range as
// it is. Setting a value twice is an error.
func (g givenSettings) set(name, text string, several multiplicity) (err error) {
	if g[name] != nil {
		return fmt.Errorf("%s is set twice; expected it once", name)
	}
	one := func(text string) (string, error) {
		var s solvers.Settings
		if err := s.Set(name, text); err != nil {
			return "", errors.Unwrap(err) // the flag names the setting
		}
		return s.Get(name), nil
	}
	switch {
	case several == oneValue:
		value, err := one(text)
		if err != nil && len(config.Values(text)) > 1 {
			return fmt.Errorf("%w; npuzzle compare takes a list", err)
		}
		if err != nil {
			return err
		}
		g[name] = []string{value}
		return nil
	case config.IsRange(text) && several == listOrRange:
		g[name] = []string{text}
		return nil
	case config.IsRange(text):
		return config.ErrRange
	}
	g[name], err = listOf("value", one, func(text string) string { return text })(text)
	return err
}

// searched removes the settings with several values or a range, and returns them as parts of the
// space of a tuning, in the order of the table of settings.
func (g givenSettings) searched() (parts []string) {
	for _, row := range settable() {
		name := row.Name
		values := g[name]
		if values == nil {
			continue
		}
		if len(values) > 1 || config.IsRange(values[0]) {
			parts = append(parts, name+"="+strings.Join(values, "|"))
			delete(g, name)
		}
	}
	return parts
}

// names lists the names of the solver settings that the flags of a command set.
func (g givenSettings) names(c *cli.Context) []string {
	return slices.DeleteFunc(append(solvers.SettingNames(), solvers.PresetSetting), func(name string) bool {
		return !c.IsSet(name) && g[name] == nil
	})
}

// checkTaken returns a usage error if none of the algorithms takes a given setting. For
// improve, the error names the flags that set it, because the user may have typed
// --first.
func checkTaken(given []string, algorithms ...string) error {
	for _, name := range given {
		takes := func(algorithm string) bool { return solvers.Settings{Algorithm: algorithm}.Takes(name) }
		if slices.ContainsFunc(algorithms, takes) {
			continue
		}
		err := solvers.Settings{Algorithm: algorithms[0]}.CheckTaken(name)
		if name == "improve" {
			err = fmt.Errorf("--first or --set improve: %w", err)
		}
		return asUsage(err)
	}
	return nil
}

// applied returns the settings of a solver with the settings that the command line gives. For the
// genetic solver, the settings of the preset come first.
func (g givenSettings) applied(
	algorithm string, h heuristics.Heuristic, seed uint64, p solvers.Settings,
) solvers.Settings {
	s := solvers.Default(algorithm)
	if s.Evolving() {
		s = p
	}
	if h != nil {
		s.Heuristic = h
	}
	values := maps.Clone(g)
	values["seed"] = []string{fmt.Sprint(seed)}
	for name, values := range values {
		if s.Takes(name) {
			s = s.With(name, values[0])
		}
	}
	return s
}

// patienceBeside replaces the patience auto in compare. With patience auto, a
// trial with a limit improves its plan until it reaches the limit. Then every trial would
// take as long as the limit allows, and times could not be compared.
const patienceBeside = ga.DefaultPatience

// preset is a preset of the genetic solver with its name in results.
type preset struct {
	name     string
	settings solvers.Settings
}

// beside returns the settings of the preset for compare, with patience auto
// replaced by patienceBeside.
func (p preset) beside() solvers.Settings {
	if p.settings.Get("patience") == "auto" {
		return p.settings.With("patience", fmt.Sprint(patienceBeside))
	}
	return p.settings
}

// parsePreset returns the built-in preset with the given name, or reads a YAML file of
// settings. The preset of a file has the name of the file without its extension.
func parsePreset(text string) (preset, error) {
	if name, ok := units.FindName(text, ga.PresetNames()); ok {
		s := solvers.Default("ga")
		return preset{name, s}, s.Set(solvers.PresetSetting, name)
	}
	file, err := files.Open(text)
	if err != nil {
		return preset{}, fmt.Errorf("expected one preset: %s or a file%s: %w", strings.Join(ga.PresetNames(), ", "),
			units.DidYouMean(text, ga.PresetNames()), err)
	}
	name := strings.TrimSuffix(filepath.Base(strings.ToLower(text)), ".yaml") // as tables show it
	if !units.Printable(name) {
		return preset{}, errors.New("expected a file name of printable characters")
	}
	defer file.Close()
	s, err := config.ReadPreset(file, text)
	if err != nil && !is[*config.Error](err) {
		err = inFile(text, err)
	}
	return preset{name, s}, err
}
