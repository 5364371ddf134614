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

// Column is a column of an exported file, or a key of its objects. Every column
// may be null.
type Column struct {
	Name  string
	Kind  string // type of the values: string, int64, double, bool or timestamp
	About string // what the values are, with their unit

	of func(*bench.Record) any // a pointer, since a record is large
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

// results are the columns of what a trial measures, which is nothing if it fails.
var results = []string{
	"lower_bound", "expanded", "expanded_before_last_f", "generated", "generated_by_windows", "evaluated", "reopened",
	"duplicates", "open", "peak_open", "peak_stored", "discarded", "max_depth", "max_cost", "bytes", "seconds",
	"cpu_seconds",
}

// columns are the columns that every file has: those of the fields of a record.
var columns = columnsOf(reflect.TypeFor[bench.Record]())

// columnsOf returns the columns of a struct, in the order of its fields: each field
// with a tag "about", and those of embedded structs.
//
// The tags of a field decide about its column:
//   - about is its description.
//   - json is its name, unless column gives another one.
//   - kind is its kind. Without it, the kind follows from the type of the field.
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
		if name == "found" { // times stand apart, because the rest is the same in each run of a seed
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

// kindOf returns the kind of the columns whose values have a kind in Go.
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

// plain converts a field of a record to one of the types of Column.Value. A nil
// pointer, an empty text and an unknown figure become nil. A pointer to an empty text does not:
// it is the plan of a board that is solved at the start.
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
		marshalled, _ := value.MarshalText() // of a board or of costs, which cannot fail
		text = string(marshalled)
	default:
		text = v.String()
	}
	if text == "" {
		return nil
	}
	return text
}

// ofEach lists a number of each plan, nil if there are no plans or the version that found them did
// not measure it.
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

// timestamp reads a time; what is none is nil.
func timestamp(text string) any {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil
	}
	return at
}

// Columns returns the columns of some records: the common ones, then each setting
// of the genetic solver that a record has, as "ga_" and its name.
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

// settingColumn makes the column of a setting of the genetic solver. Its kind is that of
// the setting in package ga. A setting of an older version, which the package no longer
// has, is exported as text.
func settingColumn(name string) Column {
	kind := "string" // of a setting that this version does not have
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

// parsed reads a value of a kind. A text that is no such value is null.
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
