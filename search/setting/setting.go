// Package setting reads and writes the settings of solvers as texts. A setting is a field of a
// solver's struct with the tag "setting". A [Row] describes it.
package setting

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"npuzzle/internal/rows"
	"npuzzle/internal/units"
)

// Row is a row of the table of settings. The value of the setting is a field of the solver's struct: the
// field with the tag "setting", whose value is the name of the setting. The field is of type
// bool, int, uint64, float64 or string, or implements [encoding.TextUnmarshaler] and
// [fmt.Stringer]. Flags, keys of files, records and trials, columns of exports, the form of the
// web page and the documents follow from the row.
//
// A value also has a text form, which Set reads and Get writes.
type Row struct {
	Name   string   `json:"name" about:"name in files, and after --set"`
	Words  []string `json:"choices,omitempty" about:"the accepted words; absent for a number"`
	Low    float64  `json:"low,omitempty" about:"smallest number"`
	High   float64  `json:"high,omitempty" about:"largest number"`
	Auto   bool     `json:"auto,omitempty" about:"whether the word auto is accepted, too"`
	Log    bool     `json:"logarithmic,omitempty" about:"whether factors matter, rather than differences"`
	Needs  string   `json:"needs,omitempty" about:"what gives it an effect: NAME=VALUE or NAME!=VALUE, joined by or"`
	Search string   `json:"search,omitempty" about:"values that npuzzle tune tries by default"`
	Hidden bool     `json:"-"` // only experiment files set it

	// Zero says in a word or two what 0 means, if 0 is not a number like the others.
	Zero string `json:"-"`

	// Usage is the help of the flag, with the placeholder in backquotes; "" if the setting has no
	// flag.
	Usage string `json:"-"`

	Meaning string `json:"meaning" about:"explanation in sentences"`

	// Before is the value that runs had before there was the setting; "" if it has always been
	// there. Keys of trials leave this value out, so that stored trials are found.
	Before string `json:"-"`

	// BeforeIn names the solvers that Before is about; nil for all.
	BeforeIn []string `json:"-"`

	// The registry of solvers fills in what the row does not say.
	Solvers  []string          `json:"solvers" about:"names of the solvers that take the setting"`
	Kind     string            `json:"kind" about:"int, float64, bool or string"`
	Values   string            `json:"values" about:"the accepted values in words"`
	Defaults map[string]string `json:"defaults" about:"default value, by preset for the genetic solver"`
}

// rowTags are the fields of a Row that tags may give, for a setting without a row in a table.
var rowTags = []string{"words", "low", "high", "log", "zero", "needs", "search", "usage", "meaning"}

// defaultHigh is the largest number that a setting without a tag "high" accepts.
const defaultHigh = 1e9

// RowsOf returns a row for each field of a solver, a pointer to a struct, that has the tag
// "setting". Other tags of the field have the names of fields of Row, such as
//
//	Steps int `setting:"steps" low:"1" high:"1e6" meaning:"The search ends after this number."`
//
// It returns an error if such a tag cannot be read, or if the name is none; see CheckName.
func RowsOf(solver any) ([]Row, error) {
	structure := reflect.TypeOf(solver).Elem()
	var found []Row
	for _, f := range reflect.VisibleFields(structure) {
		row := Row{Name: f.Tag.Get("setting"), High: defaultHigh}
		if row.Name == "" {
			continue
		}
		if err := CheckName(row.Name); err != nil {
			return nil, fmt.Errorf("field %s of %v: %w", f.Name, structure, err)
		}
		for _, tag := range rowTags {
			value, given := f.Tag.Lookup(tag)
			if !given {
				continue
			}
			if err := rows.Set(&row, tag, value); err != nil {
				return nil, fmt.Errorf("field %s of %v: tag %s: %w", f.Name, structure, tag, err)
			}
		}
		found = append(found, row)
	}
	return found, nil
}

// CheckName returns an error if a text cannot be the name of a setting. Names become flags, keys of
// files and columns of exports, so they have only letters, digits and hyphens of ASCII.
func CheckName(name string) error {
	legal := name != ""
	for i, c := range []byte(name) { // faster than a regular expression, as each record is checked
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && '0' <= c && c <= '9', i > 0 && c == '-':
		default:
			legal = false
		}
	}
	if !legal {
		return fmt.Errorf("setting %.40q; expected letters, digits and hyphens, the first a letter", name)
	}
	return nil
}

// Special returns the name of a value that stands for something else than its number, such as
// "growing (0)" for a width of 0. It returns "" for any other value.
func (row Row) Special(text string) string {
	switch {
	case row.Auto && text == auto:
		return text
	case row.Zero != "" && text == "0":
		return row.Zero + " (0)"
	}
	return ""
}

// Auto is the value of a field whose setting is "auto".
const Auto = -1

const auto = "auto"

// tagged caches the indices of the fields of structs that have the tag "setting", by type. The
// values are of type map[string][]int.
var tagged sync.Map

// taggedFields returns the indices of the fields with the tag "setting", by its value.
func taggedFields(structure reflect.Type) map[string][]int {
	if known, ok := tagged.Load(structure); ok {
		return known.(map[string][]int)
	}
	indices := map[string][]int{}
	for _, f := range reflect.VisibleFields(structure) {
		if name := f.Tag.Get("setting"); name != "" {
			indices[name] = f.Index
		}
	}
	known, _ := tagged.LoadOrStore(structure, indices)
	return known.(map[string][]int)
}

// field returns the field of the setting in the struct that solver points to. It panics if there is
// no such field.
func (row Row) field(solver any) reflect.Value {
	v := reflect.ValueOf(solver).Elem()
	index := taggedFields(v.Type())[row.Name]
	if index == nil {
		panic(fmt.Sprintf("setting: %v has no field for the setting %s", v.Type(), row.Name))
	}
	return v.FieldByIndex(index)
}

// Set parses a text and stores the value in the solver, a pointer to a struct. The error says
// what was expected, and does not name the setting.
func (row Row) Set(solver any, text string) error {
	f := row.field(solver)
	if unmarshaler, own := f.Addr().Interface().(encoding.TextUnmarshaler); own {
		return unmarshaler.UnmarshalText([]byte(text))
	}
	value, err := row.parse(f.Kind(), text)
	if err == nil {
		f.Set(reflect.ValueOf(value))
	}
	return err
}

// parse converts a text to a value of a kind.
func (row Row) parse(kind reflect.Kind, text string) (any, error) {
	switch kind {
	case reflect.Bool:
		return units.ParseBool(text)
	case reflect.String:
		return units.OneOf(row.Words...)(text)
	case reflect.Float64:
		return units.Decimal(row.Low, row.High)(text)
	case reflect.Uint64:
		return units.ParseCount(text)
	}
	if row.Auto && strings.EqualFold(text, auto) {
		return Auto, nil
	}
	value, err := units.Whole(int(row.Low), int(row.High))(text)
	if err != nil && row.Auto {
		err = fmt.Errorf("%w, or %s", err, auto)
	}
	return value, err
}

// Get returns the value in the solver, a pointer to a struct, as a text that Set reads.
func (row Row) Get(solver any) string {
	f := row.field(solver)
	if row.Auto && f.Int() == Auto {
		return auto
	}
	return fmt.Sprint(f.Interface())
}

// Copy sets the value in a solver to that in another one. Both are pointers to structs that have a
// field of one type for the setting.
func (row Row) Copy(to, from any) { row.field(to).Set(row.field(from)) }

// Check returns an error if the value in the solver, a pointer to a struct, is out of range.
func (row Row) Check(solver any) error {
	text := row.Get(solver)
	if err := row.Set(reflect.New(reflect.TypeOf(solver).Elem()).Interface(), text); err != nil {
		return fmt.Errorf("%s %.40q: %w", row.Name, text, err)
	}
	return nil
}

// Of returns the row with the type of the values in the solver, a pointer to a struct, and with the
// accepted values in words.
func (row Row) Of(solver any) Row {
	f := row.field(solver)
	row.Kind = f.Kind().String()
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	switch f.Kind() {
	case reflect.Bool:
		row.Words = []string{"true", "false"}
	case reflect.Uint64:
		row.Values = "0 to 18446744073709551615"
	case reflect.Int, reflect.Float64:
		row.Values = number(row.Low) + " to " + number(row.High)
		if row.Auto {
			row.Values += ", or " + auto
		}
	case reflect.String:
	default:
		row.Kind = reflect.String.String()
		row.Values = "a permutation of " + row.Get(solver)
	}
	if row.Words != nil {
		row.Values = strings.Join(row.Words, ", ")
	}
	return row
}
