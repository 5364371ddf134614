package store

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/search/setting"
	"npuzzle/solvers"
)

// Formats are the formats of Export.
var Formats = []string{"csv", "jsonl", "parquet"}

// Export writes records in a format: csv with a header line, jsonl with one object on each
// line, or parquet. All formats have the same columns; see Columns. In jsonl, an object also
// has the history of the genetic solver if the record has one.
func Export(w io.Writer, format string, records []bench.Record) error {
	columns := Columns(records)
	settings := map[string]string{} // by the names of their columns
	for name := range settingsIn(records) {
		settings[columnOf(name)] = name
	}
	return export(w, format, columns, records, func(r bench.Record) []map[string]any {
		return []map[string]any{derived(r, columns, settings)}
	})
}

// ExportPlans writes a row for each plan that each trial found, in the formats of Export; see
// PlanColumns.
func ExportPlans(w io.Writer, format string, records []bench.Record) error {
	return export(w, format, PlanColumns(), records, func(r bench.Record) []map[string]any {
		var rows []map[string]any
		for _, plan := range r.Plans() {
			rows = append(rows, ofPlan(plan))
		}
		return rows
	})
}

// export writes rows. The function rows returns the rows of a record: for each one, the values that
// differ from those of the record.
func export(
	w io.Writer, format string, columns []Column, records []bench.Record,
	rows func(bench.Record) []map[string]any,
) error {
	shape := rowType(columns)
	out, err := newRowWriter(w, format, columns, shape)
	if err != nil {
		return err
	}
	for _, r := range records {
		differing := rows(r)
		// The rows have these two fields in the form of their columns.
		r.Found = nil
		r.Settings = nil
		for _, values := range differing {
			row := reflect.New(shape).Interface()
			if err := fill(row, r); err != nil {
				return err
			}
			if err := fill(row, values); err != nil {
				return err
			}
			if err := out.write(row); err != nil {
				return err
			}
		}
	}
	return out.end()
}

// rowWriter writes rows in a format.
type rowWriter struct {
	write func(row any) error
	end   func() error
}

// newRowWriter returns a writer for rows of a type, which rowType made of the columns.
func newRowWriter(
	w io.Writer, format string, columns []Column, shape reflect.Type,
) (rowWriter, error) {
	switch format {
	case "csv":
		return newCSVWriter(w, columns), nil
	case "jsonl":
		return rowWriter{write: json.NewEncoder(w).Encode, end: func() error { return nil }}, nil
	case "parquet":
		out := parquet.NewWriter(w, parquet.SchemaOf(reflect.New(shape).Interface()))
		return rowWriter{write: out.Write, end: out.Close}, nil
	}
	return rowWriter{}, fmt.Errorf("%.20q is not a format; expected one of %s",
		format, strings.Join(Formats, ", "))
}

// newCSVWriter returns a writer that has written the names of the columns.
func newCSVWriter(w io.Writer, columns []Column) rowWriter {
	out := csv.NewWriter(w)
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	out.Write(names) // Flush keeps the error
	return rowWriter{
		write: func(row any) error { return out.Write(csvLine(row, len(columns))) },
		end: func() error {
			out.Flush()
			return out.Error()
		},
	}
}

// rowType returns the type of a row, a struct with a field for each column. The type is made at run
// time, because the columns depend on the records. The tags of its fields hold the names of the
// columns. The names of its fields have no meaning.
func rowType(columns []Column) reflect.Type {
	var fields []reflect.StructField
	for i, c := range columns {
		options := "optional,zstd"
		if c.Kind == "timestamp" {
			options += ",timestamp(millisecond)"
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("C%d", i),
			Type: types[c.Kind],
			Tag: reflect.StructTag(fmt.Sprintf(`json:%q parquet:"%s,%s"`, c.Name, c.Name,
				options)),
		})
	}
	return reflect.StructOf(append(fields, reflect.StructField{
		Name: "History",
		Type: reflect.TypeFor[[]bench.Moment](),
		Tag:  `json:"history,omitempty" parquet:"-"`,
	}))
}

// csvLine returns the first n values of a row as texts. The text of null is empty.
func csvLine(row any, n int) []string {
	line := make([]string, n)
	for i := range line {
		field := reflect.ValueOf(row).Elem().Field(i)
		if field.IsNil() {
			continue
		}
		switch v := field.Elem().Interface().(type) {
		case float64:
			line[i] = strconv.FormatFloat(v, 'g', -1, 64)
		case time.Time:
			line[i] = v.UTC().Format(time.RFC3339)
		case string:
			line[i] = units.CSVCell(v)
		default:
			line[i] = fmt.Sprint(v)
		}
	}
	return line
}

// Column is a column of an exported file, or a key of the objects in JSON Lines. The
// values of every column may be null.
type Column struct {
	Name  string
	Kind  string // type of the values: string, int64, double, bool or timestamp
	About string // description of the values, with their unit
}

// types has the type of a column's values by its kind. The types are pointers, because every value
// may be null.
var types = map[string]reflect.Type{
	"string":    reflect.TypeFor[*string](),
	"int64":     reflect.TypeFor[*int64](),
	"double":    reflect.TypeFor[*float64](),
	"bool":      reflect.TypeFor[*bool](),
	"timestamp": reflect.TypeFor[*time.Time](),
}

// kinds has the kind of a column by the type of its values in Go. Values of other types are
// strings.
var kinds = map[string]string{
	"int":     "int64",
	"uint64":  "int64",
	"float64": "double",
	"bool":    "bool",
}

// columns are the columns that every exported file has, in the order of the fields of bench.Record:
// each counter, and each field with a tag "about", which is the description. A tag "column" or
// "kind" replaces the name or the kind.
var columns = columnsOfRecords()

func columnsOfRecords() []Column {
	var columns []Column
	for _, f := range reflect.VisibleFields(reflect.TypeFor[bench.Record]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		about := f.Tag.Get("about")
		for _, row := range search.Statistics {
			if row.Name == name {
				about = row.About
			}
		}
		if about == "" {
			continue
		}
		fieldType := f.Type
		if fieldType.Kind() == reflect.Pointer {
			fieldType = fieldType.Elem()
		}
		columns = append(columns, Column{
			Name:  cmp.Or(f.Tag.Get("column"), name),
			Kind:  cmp.Or(f.Tag.Get("kind"), kinds[fieldType.Kind().String()], "string"),
			About: about,
		})
		columns = append(columns, following[name]...)
	}
	return columns
}

// following has the columns that follow the column of a field and have no field of their own. Times
// of plans have a column of their own, because only they differ between runs with equal seeds.
var following = map[string][]Column{
	"error": {{"solved", "bool", "whether status is solved"}},
	"found": {
		{"found_seconds", "string", "wall time until each plan of `found`"},
		{"found_cpu_seconds", "string", "processor time until each plan of `found`"},
		{"found_generated", "string", "states generated until each plan of `found`"},
	},
}

// derived returns the values of a record's settings, and the other values of its columns that
// differ from those of its JSON object, by the names of the columns. The map settings has the names
// of the settings by those of their columns.
func derived(r bench.Record, columns []Column, settings map[string]string) map[string]any {
	values := map[string]any{
		"trial": r.Position, "isolated": r.Isolated, "solved": r.Status == search.Solved,
	}
	values["found"] = joined(r.Found, lengthOfPlan)
	values["found_seconds"] = joined(r.Found, secondsOfPlan)
	values["found_cpu_seconds"] = joined(r.Found, cpuSecondsOfPlan)
	values["found_generated"] = joined(r.Found, generatedOfPlan)
	for _, c := range columns {
		text, taken := r.Settings[settings[c.Name]]
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

// settingsIn returns the settings that occur in records, each with one of its values.
func settingsIn(records []bench.Record) map[string]string {
	settings := map[string]string{}
	for _, r := range records {
		maps.Copy(settings, r.Settings)
	}
	return settings
}

// columnOf returns the name of the column of a setting. A setting of another module may have the name
// of a column that every export has.
func columnOf(setting string) string {
	name := strings.ReplaceAll(setting, "-", "_")
	for _, c := range columns {
		if c.Name == name {
			return "setting_" + name
		}
	}
	return name
}

// joined returns the numbers of the plans, one for each, with spaces between them. It returns nil
// if there are no plans, or if an older version of the program did not measure all of the numbers.
func joined(plans []search.Found, number func(search.Found) string) any {
	var numbers []string
	for _, p := range plans {
		numbers = append(numbers, number(p))
	}
	if numbers == nil || slices.Contains(numbers, "0") {
		return nil
	}
	return strings.Join(numbers, " ")
}

// lengthOfPlan returns the length of a plan and the evaluations until it was found. Without
// evaluations, the length stands alone.
func lengthOfPlan(p search.Found) string {
	return strings.TrimSuffix(fmt.Sprintf("%d@%d", p.Length, p.Evaluated), "@0")
}

func secondsOfPlan(p search.Found) string { return strconv.FormatFloat(p.Seconds, 'f', -1, 64) }

func cpuSecondsOfPlan(p search.Found) string {
	return strconv.FormatFloat(p.CPUSeconds, 'f', -1, 64)
}

func generatedOfPlan(p search.Found) string { return fmt.Sprint(p.Generated) }

// Columns returns the columns for exporting the given records. The columns of every export come
// first. Then there is a column for each setting that occurs in a record. A setting of an earlier
// version is exported as text.
func Columns(records []bench.Record) []Column {
	settings := settingsIn(records)
	rows := solvers.Table()
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if !slices.ContainsFunc(rows, func(row setting.Row) bool { return row.Name == name }) {
			rows = append(rows, setting.Row{Name: name, Solvers: []string{"an earlier version"}})
		}
	}
	exported := slices.Clone(columns)
	for _, row := range rows {
		if _, occurs := settings[row.Name]; occurs {
			exported = append(exported, Column{
				Name:  columnOf(row.Name),
				Kind:  cmp.Or(kinds[row.Kind], "string"),
				About: "setting of " + strings.Join(row.Solvers, ", "),
			})
		}
	}
	return exported
}

// PlanColumns returns the columns of the table of plans. The first are columns of the trial.
func PlanColumns() []Column {
	ofTrial := []string{"key", "experiment", "solver", "group", "puzzle", "repeat"}
	var exported []Column
	for _, name := range ofTrial {
		i := slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
		exported = append(exported, columns[i])
	}
	const until = " until the plan was found"
	return append(exported,
		Column{Name: "states", Kind: "int64", About: "states generated" + until},
		Column{Name: "seconds", Kind: "double", About: "wall time" + until},
		Column{Name: "cpu_seconds", Kind: "double", About: "processor time" + until},
		Column{Name: "length", Kind: "int64", About: "moves of the plan"})
}

// ofPlan returns the values of a plan's columns that differ from those of its trial. Older versions
// of the program did not measure all of them.
func ofPlan(f search.Found) map[string]any {
	values := map[string]any{
		"states":      f.Generated,
		"seconds":     f.Seconds,
		"cpu_seconds": f.CPUSeconds,
		"length":      f.Length,
	}
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
