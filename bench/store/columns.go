package store

import (
	"cmp"
	"encoding/json"
	"maps"
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
}

// types has the type of a column's values by its kind. The types are pointers, because every value may
// be null.
var types = map[string]reflect.Type{
	"string":    reflect.TypeFor[*string](),
	"int64":     reflect.TypeFor[*int64](),
	"double":    reflect.TypeFor[*float64](),
	"bool":      reflect.TypeFor[*bool](),
	"timestamp": reflect.TypeFor[*time.Time](),
}

// kinds has the kind of a column by the type of its values in Go. Values of other types are strings.
var kinds = map[string]string{"int": "int64", "uint64": "int64", "float64": "double", "bool": "bool"}

// columns are the columns that every exported file has, in the order of the fields of bench.Record:
// each counter, and each field with a tag "about", which is the description. A tag "column" or "kind"
// replaces the name or the kind.
var columns = func() (all []Column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[bench.Record]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		c := Column{cmp.Or(f.Tag.Get("column"), name), "", f.Tag.Get("about")}
		for _, row := range search.Statistics {
			if row.Name == name {
				c.About = row.About
			}
		}
		if c.About == "" {
			continue
		}
		of := f.Type
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		c.Kind = cmp.Or(f.Tag.Get("kind"), kinds[of.Kind().String()], "string")
		all = append(append(all, c), following[name]...)
	}
	return all
}()

// following has the columns that follow the column of a field and have no field of their own. Times of
// plans have a column of their own, because only they differ between runs with equal seeds.
var following = map[string][]Column{
	"error": {{"solved", "bool", "whether status is solved"}},
	"found": {
		{"found_seconds", "string", "wall time until each plan of `found`"},
		{"found_generated", "string", "states generated until each plan of `found`"},
	},
}

// derived returns the values of a record's settings, and the other values of its columns that differ
// from those of its JSON object, by the names of the columns.
func derived(r bench.Record, columns []Column) map[string]any {
	values := map[string]any{
		"trial": r.Position, "isolated": r.Isolated, "solved": r.Status == search.Solved,
		"found": ofEach(r.Found, func(f search.Found) string {
			return strconv.Itoa(f.Length) + "@" + strconv.FormatUint(f.Evaluated, 10)
		}),
		"found_seconds": ofEach(r.Found, func(f search.Found) string {
			return strconv.FormatFloat(f.Seconds, 'f', -1, 64)
		}),
		"found_generated": ofEach(r.Found, func(f search.Found) string { return strconv.FormatUint(f.Generated, 10) }),
	}
	for _, c := range columns {
		text, taken := r.Settings[strings.ReplaceAll(c.Name, "_", "-")]
		switch {
		case !taken:
		case c.Kind == "string":
			values[c.Name] = text
		case json.Valid([]byte(text)): // other texts, such as auto, become null
			values[c.Name] = json.RawMessage(text)
		}
	}
	if r.Moves == nil {
		values["optimal"] = nil
	}
	if r.Error != "" {
		values["status"] = nil
		for _, row := range bench.Statistics {
			values[row.Name] = nil
		}
	}
	return values
}

// ofEach returns a text with one number for each plan, separated by spaces. It returns nil if there
// are no plans, or if a number is 0, because older versions of the program did not measure it.
func ofEach(plans []search.Found, number func(search.Found) string) any {
	var parts []string
	for _, f := range plans {
		parts = append(parts, number(f))
	}
	if parts == nil || slices.Contains(parts, "0") {
		return nil
	}
	return strings.Join(parts, " ")
}

// Columns returns the columns for exporting the given records. The columns of every
// export come first. Then there is a column for each setting that occurs in a record. A setting of an
// earlier version is exported as text.
func Columns(records []bench.Record) []Column {
	names := map[string]bool{}
	for _, r := range records {
		for name := range r.Settings {
			names[name] = true
		}
	}
	all := slices.Clone(columns)
	add := func(name, kind string, takers []string) {
		kind = cmp.Or(kinds[kind], "string")
		all = append(all, Column{strings.ReplaceAll(name, "-", "_"), kind, "setting of " + strings.Join(takers, ", ")})
		delete(names, name)
	}
	for _, row := range solvers.Table() {
		if names[row.Name] {
			add(row.Name, row.Kind, row.Solvers)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		add(name, "string", []string{"an earlier version"})
	}
	return all
}

// PlanColumns returns the columns of the table of plans. The first are columns of the trial.
func PlanColumns() (all []Column) {
	for _, name := range []string{"key", "experiment", "solver", "group", "puzzle", "repeat"} {
		all = append(all, columns[slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })])
	}
	return append(all,
		Column{"states", "int64", "states generated until the plan was found"},
		Column{"seconds", "double", "wall time until the plan was found"},
		Column{"length", "int64", "moves of the plan"})
}

// ofPlan returns the values of a plan's columns that differ from those of its trial. Older versions of
// the program did not measure all of them.
func ofPlan(f search.Found) map[string]any {
	values := map[string]any{"states": f.Generated, "seconds": f.Seconds, "length": f.Length}
	for name, value := range values {
		if f.Length > 0 && reflect.ValueOf(value).IsZero() {
			values[name] = nil
		}
	}
	values["history"] = nil
	return values
}

// fill sets the fields of a row from the values of an object in JSON.
func fill(row any, object any) error {
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, row)
}
