package store

import (
	"encoding"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/search"
)

// Column is a column of an exported file, or a key of the objects in JSON Lines. The
// values of every column may be null.
type Column struct {
	Name  string
	Kind  string // type of the values: string, int64, double, bool or timestamp
	About string // description of the values, with their unit

	of func(*bench.Record) any // takes a pointer, because a record is large
}

// Value returns the column's value for a trial: a string, int64, float64, bool or
// time.Time of the column's kind, or nil for null. A statistic is null for solvers
// that do not report it, and for trials that failed.
func (c Column) Value(r bench.Record) any {
	setting := c.Name == "prune" || c.Name == "seed"
	switch {
	case !r.Reports(c.Name), setting && !r.Takes(c.Name), c.Name == "optimal" && r.Moves == nil,
		r.Error != "" && slices.Contains(results, c.Name):
		return nil
	}
	return c.of(&r)
}

// results are the columns of measured values. They are null if the trial failed.
var results = []string{
	"lower_bound", "expanded", "expanded_before_last_f", "generated", "generated_by_windows", "evaluated", "reopened",
	"duplicates", "open", "peak_open", "peak_stored", "discarded", "max_depth", "max_cost", "bytes", "seconds",
	"cpu_seconds",
}

// columns are the columns that every exported file has. They come from the fields of
// bench.Record.
var columns = columnsOf(reflect.TypeFor[bench.Record]())

// columnsOf returns the columns of a struct type in the order of its fields. Each field
// with a tag "about" is a column. The fields of embedded structs are included.
//
// The tags of a field describe its column:
//   - about is the description.
//   - column is the name. Without it, json is the name.
//   - kind is the kind. Without it, the kind follows from the type of the field.
//   - null:"zero" makes the zero value null.
//
// The columns "solved", "found_seconds" and "found_generated" have no field. They follow the columns
// "error" and "found".
func columnsOf(t reflect.Type) []Column {
	var all []Column
	for _, f := range reflect.VisibleFields(t) {
		about, exported := f.Tag.Lookup("about")
		if !exported {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if column := f.Tag.Get("column"); column != "" {
			name = column
		}
		kind := kindOf(f.Type.Kind())
		if f.Type.Kind() == reflect.Pointer {
			kind = kindOf(f.Type.Elem().Kind())
		}
		if f.Tag.Get("kind") != "" {
			kind = f.Tag.Get("kind")
		}
		zeroIsNull := f.Tag.Get("null") == "zero"
		all = append(all, Column{name, kind, about, func(r *bench.Record) any {
			v := reflect.ValueOf(r).Elem().FieldByIndex(f.Index)
			if zeroIsNull && v.IsZero() {
				return nil
			}
			if kind == "timestamp" {
				return timestamp(r.Started)
			}
			return plain(v)
		}})
		if name == "found" { // times have their own column, because only they differ between runs with equal seeds
			all = append(all,
				Column{"found_seconds", "string", "wall time until each plan of `found`", func(r *bench.Record) any {
					return ofEach(r.Found, func(f search.Found) float64 { return f.Seconds })
				}},
				Column{"found_generated", "string", "states generated until each plan of `found`",
					func(r *bench.Record) any {
						return ofEach(r.Found, func(f search.Found) float64 { return float64(f.Generated) })
					}})
		}
		if name == "error" {
			all = append(all, Column{"solved", "bool", "whether status is solved",
				func(r *bench.Record) any { return r.Status == search.Solved }})
		}
	}
	return all
}

// kindOf returns the kind of a column, given the kind of its values in Go.
func kindOf(k reflect.Kind) string {
	switch k {
	case reflect.Int, reflect.Uint64:
		return "int64"
	case reflect.Float64:
		return "double"
	case reflect.Bool:
		return "bool"
	}
	return "string"
}

// plain converts a field of a record to one of the types of Column.Value. The result is nil
// for a nil pointer, an empty text and an unknown figure. A pointer to an empty text becomes
// an empty text, because it is the plan of a start board that equals the goal.
func plain(v reflect.Value) any {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		if v = v.Elem(); v.Kind() == reflect.String {
			return v.String()
		}
	}
	switch v.Kind() {
	case reflect.Int:
		return v.Int()
	case reflect.Uint64:
		return int64(min(v.Uint(), math.MaxInt64))
	case reflect.Bool:
		return v.Bool()
	case reflect.Float64:
		if math.IsNaN(v.Float()) {
			return nil
		}
		return v.Float()
	}
	text := ""
	switch value := v.Interface().(type) {
	case []search.Found:
		var parts []string
		for _, f := range value {
			parts = append(parts, fmt.Sprintf("%d@%d", f.Length, f.Evaluated))
		}
		text = strings.Join(parts, " ")
	case encoding.TextMarshaler:
		marshalled, _ := value.MarshalText() // cannot fail for boards and move costs
		text = string(marshalled)
	default:
		text = v.String()
	}
	if text == "" {
		return nil
	}
	return text
}

// ofEach returns a text with one number for each plan, separated by spaces. It returns nil if there
// are no plans, or if a number is 0, because older versions of the program did not measure it.
func ofEach(plans []search.Found, number func(search.Found) float64) any {
	var parts []string
	for _, f := range plans {
		if number(f) == 0 {
			return nil
		}
		parts = append(parts, strconv.FormatFloat(number(f), 'f', -1, 64))
	}
	if parts == nil {
		return nil
	}
	return strings.Join(parts, " ")
}

// timestamp parses a time. It returns nil if the text is not a time.
func timestamp(text string) any {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil
	}
	return at
}

// Columns returns the columns for exporting the given records. The columns of every
// export come first. Then there is a column for each setting of the genetic solver that
// occurs in a record. Its name is "ga_" and the name of the setting.
func Columns(records []bench.Record) []Column {
	names := map[string]bool{}
	for _, r := range records {
		for name := range r.GA {
			names[name] = true
		}
	}
	all := slices.Clone(columns)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, settingColumn(name))
	}
	return all
}

// settingColumn returns the column of a setting of the genetic solver. The kind of the column
// follows from the type of the setting in package ga. A setting that package ga no longer has
// is exported as text.
func settingColumn(name string) Column {
	kind := "string" // if package ga no longer has the setting
	table := ga.Table()
	if at := slices.IndexFunc(table, func(s ga.Setting) bool { return s.Name == name }); at >= 0 {
		kind = kindOf(table[at].Kind())
	}
	of := func(r *bench.Record) any {
		if value, taken := r.GA[name]; taken {
			return parsed(kind, value)
		}
		return nil
	}
	return Column{"ga_" + strings.ReplaceAll(name, "-", "_"), kind, "setting of the genetic solver", of}
}

// parsed parses a value of the given kind. It returns nil if the text is not a value of this kind.
func parsed(kind, value string) any {
	var v any = value
	var err error
	switch kind {
	case "int64":
		v, err = strconv.ParseInt(value, 10, 64)
	case "double":
		v, err = strconv.ParseFloat(value, 64)
	case "bool":
		v, err = strconv.ParseBool(value)
	}
	if err != nil {
		return nil
	}
	return v
}
