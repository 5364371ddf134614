package store

import (
	"cmp"
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
	"npuzzle/search"
	"npuzzle/solvers"
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
	switch {
	case c.Name == "optimal" && r.Moves == nil, r.Error != "" && isStatistic(c.Name):
		return nil
	}
	return c.of(&r)
}

func isStatistic(name string) bool {
	return slices.ContainsFunc(bench.Statistics, func(s bench.Statistic) bool { return s.Name == name })
}

// columns are the columns that every exported file has. They come from the fields of
// bench.Record, and from the counters of search.Statistics.
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
// "error" and "found". The counters are at the place of the field Stats.
func columnsOf(t reflect.Type) []Column {
	var all []Column
	for _, f := range reflect.VisibleFields(t) {
		if f.Type == reflect.TypeFor[search.Stats]() {
			for _, row := range bench.Statistics[:len(search.Statistics)] {
				all = append(all, Column{row.Name, "int64", row.About, func(r *bench.Record) any {
					if n := row.Of(r); n.Known() {
						return int64(min(n, 1<<62))
					}
					return nil
				}})
			}
		}
		about, exported := f.Tag.Lookup("about")
		if !exported {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		name = cmp.Or(f.Tag.Get("column"), name)
		of := f.Type
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		kind := cmp.Or(f.Tag.Get("kind"), kinds[of.Kind().String()], "string")
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

// kinds has the kind of a column by the type of its values in Go. Values of other types are strings.
var kinds = map[string]string{"int": "int64", "uint64": "int64", "float64": "double", "bool": "bool"}

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
// export come first. Then there is a column for each setting that occurs in a record.
func Columns(records []bench.Record) []Column {
	names := map[string]bool{}
	for _, r := range records {
		for name := range r.Settings {
			names[name] = true
		}
	}
	all := slices.Clone(columns)
	for _, row := range solvers.Table() {
		if names[row.Name] {
			all = append(all, settingColumn(row))
			delete(names, row.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) { // settings of earlier versions
		all = append(all, settingColumn(search.Setting{Name: name, Solvers: []string{"an earlier version"}}))
	}
	return all
}

// PlanColumns returns the columns of the table of plans. The first are columns of the trial.
func PlanColumns() []Column {
	ofTrial := []string{"key", "experiment", "solver", "group", "puzzle", "repeat"}
	all := slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return !slices.Contains(ofTrial, c.Name) })
	slices.SortFunc(all, func(a, b Column) int {
		return slices.Index(ofTrial, a.Name) - slices.Index(ofTrial, b.Name)
	})
	of := func(value func(search.Found) any) func(*bench.Record) any {
		return func(r *bench.Record) any {
			if v := value(r.Found[0]); r.Found[0].Length == 0 || !reflect.ValueOf(v).IsZero() {
				return v
			}
			return nil // older versions of the program did not measure it
		}
	}
	return append(all,
		Column{"states", "int64", "states generated until the plan was found",
			of(func(f search.Found) any { return int64(min(f.Generated, 1<<62)) })},
		Column{"seconds", "double", "wall time until the plan was found",
			of(func(f search.Found) any { return f.Seconds })},
		Column{"length", "int64", "moves of the plan", of(func(f search.Found) any { return int64(f.Length) })})
}

// settingColumn returns the column of a setting. Its kind follows from the type of the setting. A
// setting of an earlier version is exported as text.
func settingColumn(row search.Setting) Column {
	kind := cmp.Or(kinds[row.Kind], "string")
	of := func(r *bench.Record) any {
		if value, taken := r.Settings[row.Name]; taken {
			return parsed(kind, value)
		}
		return nil
	}
	about := "setting of " + strings.Join(row.Solvers, ", ")
	return Column{strings.ReplaceAll(row.Name, "-", "_"), kind, about, of}
}

// parsed parses a value of the given kind. It returns nil if the text is not a value of this kind.
func parsed(kind, value string) any {
	var v any = value
	var err error
	switch kind {
	case "int64":
		var n uint64
		n, err = strconv.ParseUint(value, 10, 64)
		v = int64(min(n, math.MaxInt64))
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
