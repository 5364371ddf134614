package ga

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"npuzzle/internal/units"
)

// Setting is a row of the table of settings. Flags, keys of files and of records, and
// completion follow from it. Package web/api explains each setting to users.
type Setting struct {
	Name   string   // as in flags and files: "phase-mode"
	Values []string // the accepted words, of a setting that takes words

	low, high float64 // bounds of a number
	auto      bool    // "auto" is accepted instead of a number
}

// table lists the settings that users may choose, in the order in which they are
// shown, and Control last.
var table = []Setting{
	{Name: "population", low: 2, high: maxPopulation},
	{Name: "generations", low: 1, high: maxGenerations},
	{Name: "phases", low: 1, high: maxGenerations},
	{Name: "phase-mode", Values: []string{Continue, Restart}},
	{Name: "stagnation", high: maxGenerations},
	{Name: "record", Values: truths},
	{Name: "target", Values: []string{BestBoard, EndBoard}},
	{Name: "genes", low: 1, high: maxGenes, auto: true},
	{Name: "decoding", Values: []string{Ordered, Ranked}},
	{Name: "greed", low: 0.1, high: 100}, // outside, a rank may get none of a gene's 2^32 values
	{Name: "crossover", high: 1},
	{Name: "mutation", high: 1},
	{Name: "subgoals", Values: []string{NoSubgoals, ByLine}},
	{Name: "improve", Values: truths},
	{Name: "windows", Values: truths},
	{Name: "patience", high: maxGenerations, auto: true},
	{Name: "control",
		Values: []string{NoControl, RandomPlans, HillClimbing, HeadlessChicken, WindowsAlone, WeightedAStar}},
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
