package cli

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/config"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/files"
	"npuzzle/internal/units"
	"npuzzle/search/setting"
	"npuzzle/solvers"
)

// GivenSettings holds the settings given on the command line, by name. If the command compares
// values, a setting may have several.
type GivenSettings map[string][]string

// How many values a setting takes in a command.
type multiplicity int

const (
	OneValue     multiplicity = iota // solve
	ListOfValues                     // compare: a list such as 10,20, see config.Values
	ListOrRange                      // tune: also a range such as 10..20, which the tuner searches
)

// Genetic is the category of the flags of the genetic solver.
const Genetic = "genetic solver (algorithm ga)"

// Flags returns a flag for each setting whose row has a usage: those of the genetic solver, or
// those of all others. The text workers is the default number of threads.
func (g GivenSettings) Flags(genetic bool, several multiplicity, workers string) []urfave.Flag {
	var flags []urfave.Flag
	for _, row := range Settable() {
		if row.Usage == "" || genetic != (row.Solvers[0] == "ga") {
			continue
		}
		category := "search"
		if genetic {
			category = Genetic
		}
		usage := settingUsage(row)
		if several == ListOfValues {
			usage = ofValue.ReplaceAllString(usage, "for each ${2} in `${2}1,${2}2`: ${1}${2}")
		}
		if row.Kind == "bool" {
			flags = append(flags, &urfave.BoolFlag{
				Name: row.Name, Category: category, Usage: usage,
				Action: func(_ *urfave.Context, on bool) error {
					return g.setFlag(row.Name, fmt.Sprint(on), several)
				},
			})
			continue
		}
		byDefault := settingDefault(row)
		if row.Name == "workers" {
			byDefault = workers
		}
		flags = append(flags, WithChoices(&urfave.StringFlag{
			Name: row.Name, Category: category, Usage: usage, DefaultText: byDefault,
			Action: func(_ *urfave.Context, text string) error {
				return g.setFlag(row.Name, text, several)
			},
		}, row.Words...))
	}
	return flags
}

// settingUsage returns the usage of the flag of a setting, with the solvers that take it.
func settingUsage(row setting.Row) string {
	var others []string // solvers that do not take it
	for _, name := range solvers.Names() {
		if !slices.Contains(row.Solvers, name) {
			others = append(others, name)
		}
	}
	switch {
	case row.Solvers[0] == "ga":
		return row.Usage
	case len(others) >= len(row.Solvers):
		return row.Usage + ", in " + strings.Join(row.Solvers, ", ")
	case len(others) > 0:
		return row.Usage + "; not in " + strings.Join(others, ", ")
	}
	return row.Usage
}

// settingDefault returns the default of the flag of a setting, or "" if its usage says what the
// default is.
func settingDefault(row setting.Row) string {
	byDefault := row.Defaults[row.Solvers[0]]
	if row.Solvers[0] == "ga" {
		byDefault = "the preset's"
	}
	if byDefault == "0" || row.Words != nil {
		return ""
	}
	return byDefault
}

// DefaultHeuristics says which heuristics solvers use by default.
func DefaultHeuristics() string {
	text := solvers.DefaultHeuristic
	for _, name := range solvers.Names() {
		s := solvers.Default(name)
		if s.Informed() && s.HeuristicName() != solvers.DefaultHeuristic {
			text += "; " + s.HeuristicName() + " in " + name
		}
	}
	return text
}

// setFlag sets a setting to the value of its flag.
func (g GivenSettings) setFlag(name, text string, several multiplicity) error {
	if err := g.set(name, text, several); err != nil {
		return invalid(name, text, err)
	}
	return nil
}

// settingChoices returns the beginnings of the values of --set.
func settingChoices() []string {
	var choices []string
	for _, row := range Settable() {
		choices = append(choices, row.Name+"=")
	}
	return choices
}

// SetFlags returns the flag --set, which sets any setting, and --first, which is short for
// --set improve=false.
func (g GivenSettings) SetFlags(usage string, several multiplicity) []urfave.Flag {
	set := func(_ *urfave.Context, texts []string) error {
		for _, text := range texts {
			if err := g.setText(text, several); err != nil {
				return invalid("set", text, err)
			}
		}
		return nil
	}
	first := func(_ *urfave.Context, first bool) error {
		if err := g.set("improve", fmt.Sprint(!first), OneValue); err != nil {
			return invalid("first", first, err)
		}
		return nil
	}
	return []urfave.Flag{
		&urfave.StringSliceFlag{
			Name: "set", Category: Genetic, Usage: usage, Action: set,
		},
		&urfave.BoolFlag{
			Name: "first", Category: Genetic, Action: first,
			Usage: "stop ga at its first plan, without looking for shorter plans",
		},
	}
}

// SetUsage is the usage of --set in commands in which a setting has one value.
const SetUsage = "set a setting, as `NAME=VALUE` (repeatable); npuzzle settings lists the names"

// setText sets a setting as a text NAME=VALUE says.
func (g GivenSettings) setText(text string, several multiplicity) error {
	name, values, found := strings.Cut(text, "=")
	name = strings.TrimSpace(name)
	values = strings.TrimSpace(values)
	if !found || name == "" {
		return errors.New("expected NAME=VALUE, such as greed=2")
	}
	var names []string
	for _, row := range Settable() {
		names = append(names, row.Name)
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("%.40q is not a setting%s; npuzzle settings lists them", name,
			units.DidYouMean(name, names))
	}
	if err := g.set(name, values, several); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// ofValue finds the placeholder of a value in a usage.
var ofValue = regexp.MustCompile("(.*)`(.)`")

// Settable returns the rows of the settings that the command line can set. The seed has a flag of
// its own in every command.
func Settable() []setting.Row {
	shown := func(row setting.Row) bool { return !row.Hidden && row.Name != "seed" }
	return Where(solvers.Table(), shown)
}

// set sets a setting to its values. Values are stored as Settings.Get writes them, and a range as
// it is. Setting a value twice is an error.
func (g GivenSettings) set(name, text string, several multiplicity) (err error) {
	if g[name] != nil {
		return fmt.Errorf("%s is set twice; expected it once", name)
	}
	one := func(text string) (string, error) {
		value, err := solvers.Normal(name, text)
		if err != nil {
			return "", errors.Unwrap(err) // the flag names the setting
		}
		return value, nil
	}
	switch {
	case several == OneValue:
		value, err := one(text)
		if err != nil && len(config.Values(text)) > 1 {
			return fmt.Errorf("%w; npuzzle compare takes a list", err)
		}
		if err != nil {
			return err
		}
		g[name] = []string{value}
		return nil
	case config.IsRange(text) && several == ListOrRange:
		g[name] = []string{text}
		return nil
	case config.IsRange(text):
		return config.ErrRange
	}
	g[name], err = ListOf("value", one, func(text string) string { return text })(text)
	return err
}

// Searched removes the settings with several values or a range, and returns them as parts of the
// space of a tuning, in the order of the table of settings.
func (g GivenSettings) Searched() (parts []string) {
	for _, row := range Settable() {
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

// Names lists the names of the solver settings that the flags of a command set.
func (g GivenSettings) Names(c *urfave.Context) []string {
	var names []string
	for _, name := range append(solvers.SettingNames(), solvers.PresetSetting) {
		if c.IsSet(name) || g[name] != nil {
			names = append(names, name)
		}
	}
	return names
}

// CheckTaken returns a usage error if none of the algorithms takes a given setting. For
// improve, the error names the flags that set it, because the user may have typed
// --first.
func CheckTaken(given []string, algorithms ...string) error {
	for _, name := range given {
		takes := func(algorithm string) bool {
			return solvers.Settings{Algorithm: algorithm}.Takes(name)
		}
		if slices.ContainsFunc(algorithms, takes) {
			continue
		}
		err := solvers.Settings{Algorithm: algorithms[0]}.CheckTaken(name)
		if name == "improve" {
			err = fmt.Errorf("--first or --set improve: %w", err)
		}
		return AsUsage(err)
	}
	return nil
}

// Applied returns the settings of a solver with the settings that the command line gives. For the
// genetic solver, the settings of the preset come first.
func (g GivenSettings) Applied(
	algorithm string, h heuristics.Heuristic, seed uint64, p solvers.Settings,
) solvers.Settings {
	s := solvers.Default(algorithm)
	if s.Takes(solvers.PresetSetting) {
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

// PatienceBeside replaces the patience auto in compare. With patience auto, a
// trial with a limit improves its plan until it reaches the limit. Then every trial would
// take as long as the limit allows, and times could not be compared.
const PatienceBeside = ga.DefaultPatience

// Preset is a preset of the genetic solver with its name in results.
type Preset struct {
	Name     string
	Settings solvers.Settings
}

// Beside returns the settings of the preset for compare, with patience auto
// replaced by PatienceBeside.
func (p Preset) Beside() solvers.Settings {
	if p.Settings.Get("patience") == "auto" {
		return p.Settings.With("patience", fmt.Sprint(PatienceBeside))
	}
	return p.Settings
}

// ParsePreset returns the built-in preset with the given name, or reads a YAML file of
// settings. The preset of a file has the name of the file without its extension.
func ParsePreset(text string) (Preset, error) {
	if name, ok := units.FindName(text, ga.PresetNames()); ok {
		s := solvers.Default("ga")
		return Preset{Name: name, Settings: s}, s.Set(solvers.PresetSetting, name)
	}
	file, err := files.Open(text)
	if err != nil {
		return Preset{}, fmt.Errorf("expected one preset: %s or a file%s: %w",
			strings.Join(ga.PresetNames(), ", "),
			units.DidYouMean(text, ga.PresetNames()), err)
	}
	name := strings.TrimSuffix(filepath.Base(strings.ToLower(text)), ".yaml") // as tables show it
	if !units.Printable(name) {
		return Preset{}, errors.New("expected a file name of printable characters")
	}
	defer file.Close()
	s, err := config.ReadPreset(file, text)
	if err != nil && !Is[*config.Error](err) {
		err = InFile(text, err)
	}
	return Preset{Name: name, Settings: s}, err
}
