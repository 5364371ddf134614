package ga

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"npuzzle/internal/units"
)

// Setting is a row of the table of settings. Flags, keys of files and of records,
// completion and help follow from it.
type Setting struct {
	Name   string   // as in flags and files: "phase-mode"
	Usage  string   // what the setting does, with the placeholder of a number in backquotes
	Values []string // the accepted words, of a setting that takes words

	low, high float64 // bounds of a number
	auto      bool    // "auto" is accepted instead of a number
}

// table lists the settings that users may choose, in the order in which they are
// shown, and Control last.
var table = []Setting{
	{Name: "population", low: 2, high: maxPopulation, Usage: "begin each phase with `N` random chromosomes"},
	{Name: "generations", low: 1, high: maxGenerations, Usage: "end each phase after at most `N` generations"},
	{Name: "phases", low: 1, high: maxGenerations, Usage: "give up after `N` times --generations (for each subgoal)"},
	{Name: "phase-mode", Values: []string{Continue, Restart},
		Usage: "start a phase at the best board of the phase before (continue) or at the start board (restart)"},
	{Name: "stagnation", high: maxGenerations,
		Usage: "end a phase after `N` generations in a row that do not lower the best fitness; 0: never"},
	{Name: "record", Values: truths,
		Usage: "record the boards on the best path of each phase; score no later chromosome at a recorded board"},
	{Name: "target", Values: []string{BestBoard, EndBoard},
		Usage: "compute the fitness at the best board on a chromosome's path (best-board) or at the last (end-board)"},
	{Name: "genes", low: 1, high: maxGenes, auto: true,
		Usage: "give a new chromosome `N` genes, which may become twice as many; auto: as many as the study had"},
	{Name: "decoding", Values: []string{Ordered, Ranked},
		Usage: "let a gene choose from the moves in a fixed order (ordered), or by the boards' estimates (ranked)"},
	{Name: "greed", low: 0.1, high: 100, // outside, a rank may get none of a gene's 2^32 values
		Usage: "let gene x (0 <= x < 1) choose move number n*x^`G`, rounded down, of the n legal moves, counted from " +
			"0 in the order that decoding sets; G above 1 favours the first moves"},
	{Name: "crossover", high: 1, Usage: "make `F` / (F + mutation) of the children by crossover"},
	{Name: "mutation", high: 1, Usage: "make `F` / (F + crossover) of the children by mutation"},
	{Name: "subgoals", Values: []string{NoSubgoals, ByLine},
		Usage: "solve large boards as a whole (none), or one outer row or column at a time (lines)"},
	{Name: "improve", Values: truths, Usage: "search for shorter plans after the first plan (false: as with --first)"},
	{Name: "windows", Values: truths,
		Usage: "use IDA* to replace parts of a plan (windows) by paths that are not longer"},
	{Name: "patience", high: maxGenerations, auto: true,
		Usage: "end improvement after `N` generations without gain; 0: never; auto: 50, or 0 with node or time limit"},
	{Name: "control",
		Values: []string{NoControl, RandomPlans, HillClimbing, HeadlessChicken, WindowsAlone, WeightedAStar},
		Usage:  "replace evolution, or a part of it, by something simpler, in experiment files"},
}

var truths = []string{"true", "false"}

// Table returns every setting that users may choose, in the order in which they
// are shown.
func Table() []Setting { return table[:len(table)-1] }

// SettingNames returns the name of every setting, in the table's order. The last
// one is "control", which only experiment files set.
func SettingNames() (names []string) {
	for _, row := range table {
		names = append(names, row.Name)
	}
	return names
}

// Kind returns the type of the setting's values: reflect.Int, of which some settings
// also take "auto", reflect.Float64, reflect.Bool or, for words, reflect.String.
func (row Setting) Kind() reflect.Kind { return row.field(&Settings{}).Kind() }

// field returns the field of s that holds the setting. It has the setting's name
// without hyphens.
func (row Setting) field(s *Settings) reflect.Value {
	name := strings.ReplaceAll(row.Name, "-", "")
	return reflect.ValueOf(s).Elem().FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
}

// auto is the text of Auto.
const auto = "auto"

// Range returns the values that the setting accepts: the bounds of a number, or the words.
func (row Setting) Range() string {
	if row.Values != nil {
		return strings.Join(row.Values, ", ")
	}
	text := strconv.FormatFloat(row.low, 'f', -1, 64) + " to " + strconv.FormatFloat(row.high, 'f', -1, 64)
	if row.auto {
		text += ", or " + auto
	}
	return text
}

// parse reads a value of the setting. The error says what was expected.
func (row Setting) parse(text string) (any, error) {
	switch row.Kind() {
	case reflect.Bool:
		return units.ParseBool(text)
	case reflect.String:
		return units.OneOf(row.Values...)(text)
	case reflect.Float64:
		return units.Decimal(row.low, row.high)(text)
	}
	if row.auto && strings.EqualFold(text, auto) {
		return Auto, nil
	}
	value, err := units.Whole(int(row.low), int(row.high))(text)
	if err != nil && row.auto {
		err = fmt.Errorf("%w, or %s", err, auto)
	}
	return value, err
}

// Set sets the setting of s to the value that a text stands for. The error only says what was
// expected.
func (row Setting) Set(s *Settings, text string) error {
	value, err := row.parse(text)
	if err == nil {
		row.field(s).Set(reflect.ValueOf(value))
	}
	return err
}

// Set sets the setting of a name to the value that a text stands for. The error names the setting
// and says what was expected. Set does not compare settings with each other; see Check.
func (s *Settings) Set(name, text string) error {
	row, err := find(name)
	if err != nil {
		return err
	}
	if err := row.Set(s, text); err != nil {
		return fmt.Errorf("%s %.40q: %w", name, text, err)
	}
	return nil
}

// Get returns the text of a setting, which Set reads. It panics if there is no
// setting of the name.
func (s Settings) Get(name string) string {
	row, err := find(name)
	if err != nil {
		panic(err)
	}
	value := row.field(&s)
	if row.auto && value.Int() == Auto {
		return auto
	}
	return fmt.Sprint(value)
}

// find returns the row of a setting.
func find(name string) (Setting, error) {
	i := slices.Index(SettingNames(), name)
	if i < 0 {
		return Setting{}, units.UnknownName("setting of the genetic solver", name, SettingNames())
	}
	return table[i], nil
}
