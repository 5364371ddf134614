package ga

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"npuzzle/internal/units"
)

// Setting is a row of the table of settings. Flags, keys of files and records, and shell
// completion are made from the table. Package web/api explains each setting to users.
type Setting struct {
	Name   string   // name in flags and files, such as "phase-mode"
	Values []string // the accepted words; nil if the setting is a number

	low, high float64 // bounds of a number
	auto      bool    // whether "auto" is accepted instead of a number
}

// table lists the settings that users may choose, in the order in which they are
// shown. The last row is Control.
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

// SettingNames returns the names of all settings, in the table's order. The last name is
// "control", a setting that only experiment files set.
func SettingNames() (names []string) {
	for _, row := range table {
		names = append(names, row.Name)
	}
	return names
}

// Kind returns the kind of the setting's values: reflect.Int, reflect.Float64, reflect.Bool, or
// reflect.String for words. Some settings of kind reflect.Int also accept "auto".
func (row Setting) Kind() reflect.Kind { return row.field(&Settings{}).Kind() }

// field returns the field of s whose name is the setting's name without hyphens.
func (row Setting) field(s *Settings) reflect.Value {
	name := strings.ReplaceAll(row.Name, "-", "")
	return reflect.ValueOf(s).Elem().FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
}

// auto is the text of Auto.
const auto = "auto"

// Range describes the values that the setting accepts: the bounds of a number, or the words.
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

// parse converts a text to a value of the setting. The error says what was expected.
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

// Set parses a value of the setting and stores it in s. The error says what was expected, but
// does not name the setting.
func (row Setting) Set(s *Settings, text string) error {
	value, err := row.parse(text)
	if err == nil {
		row.field(s).Set(reflect.ValueOf(value))
	}
	return err
}

// Set parses a value of the setting with the given name and stores it in s. The error names the
// setting and says what was expected. Set does not detect contradictions between settings; Check
// does.
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

// Get returns the value of the setting with the given name, as a text that Set accepts. It panics
// if there is no such setting.
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

// find returns the row of the setting with the given name.
func find(name string) (Setting, error) {
	i := slices.Index(SettingNames(), name)
	if i < 0 {
		return Setting{}, units.UnknownName("setting of the genetic solver", name, SettingNames())
	}
	return table[i], nil
}
