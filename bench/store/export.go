package store

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// Formats are the formats of Export.
var Formats = []string{"csv", "jsonl", "parquet"}

// Export writes records in a format: csv with a header line, jsonl with one object on each
// line, or parquet. All formats have the same columns; see Columns. In jsonl, an object also
// has the history of the genetic solver if the record has one.
func Export(w io.Writer, format string, records []bench.Record) error {
	return export(w, format, Columns(records), records)
}

// ExportPlans writes a row for each plan that each trial found, in the formats of Export; see PlanColumns.
func ExportPlans(w io.Writer, format string, records []bench.Record) error {
	return export(w, format, PlanColumns(), plans(records))
}

func export(w io.Writer, format string, columns []Column, records []bench.Record) error {
	empty, rows := rowsOf(columns, records)
	var write func(row any) error
	end := func() error { return nil }
	switch format {
	case "csv":
		return writeCSV(w, columns, records)
	case "jsonl":
		write = json.NewEncoder(w).Encode
	case "parquet":
		out := parquet.NewWriter(w, parquet.SchemaOf(empty))
		write, end = out.Write, out.Close
	default:
		return fmt.Errorf("%.20q is not a format; expected one of %s", format, strings.Join(Formats, ", "))
	}
	for row := range rows {
		if err := write(row); err != nil {
			return err
		}
	}
	return end()
}

// plans returns a record for each plan of the given records, with the plan as the only one of Found.
func plans(records []bench.Record) (all []bench.Record) {
	for _, r := range records {
		found := r.Plans()
		r.History = nil
		for i := range found {
			r.Found = found[i : i+1]
			all = append(all, r)
		}
	}
	return all
}

// writeCSV writes a header line with the names of the columns, then a line for each
// record. An empty field is null.
func writeCSV(w io.Writer, columns []Column, records []bench.Record) error {
	out := csv.NewWriter(w)
	row := make([]string, len(columns))
	for i, c := range columns {
		row[i] = c.Name
	}
	if err := out.Write(row); err != nil {
		return err
	}
	for _, r := range records {
		for i, c := range columns {
			row[i] = csvText(c.Value(r))
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// csvText writes a value for CSV; null is empty.
func csvText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	case string:
		return units.CSVCell(v)
	}
	return fmt.Sprint(v)
}

// rowTypes maps the kind of a column to the type of its field in a row. The types are
// pointers, because every column may be null.
var rowTypes = map[string]reflect.Type{
	"string":    reflect.TypeFor[*string](),
	"int64":     reflect.TypeFor[*int64](),
	"double":    reflect.TypeFor[*float64](),
	"bool":      reflect.TypeFor[*bool](),
	"timestamp": reflect.TypeFor[*time.Time](),
}

// rowsOf yields a row for each record, and returns an empty row. A row is a pointer to a struct whose
// type is made at run time, because the columns depend on the records. The tags of its fields hold the
// names of the columns. The names of its fields have no meaning.
func rowsOf(columns []Column, records []bench.Record) (empty any, rows iter.Seq[any]) {
	var fields []reflect.StructField
	for i, c := range columns {
		options := "optional,zstd"
		if c.Kind == "timestamp" {
			options += ",timestamp(millisecond)"
		}
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("C%d", i),
			Type: rowTypes[c.Kind],
			Tag:  reflect.StructTag(fmt.Sprintf(`json:%q parquet:"%s,%s"`, c.Name, c.Name, options)),
		})
	}
	fields = append(fields, reflect.StructField{
		Name: "History", Type: reflect.TypeFor[[]bench.Moment](), Tag: `json:"history,omitempty" parquet:"-"`,
	})
	shape := reflect.StructOf(fields)
	return reflect.New(shape).Interface(), func(yield func(any) bool) {
		for _, r := range records {
			row := reflect.New(shape)
			for i, c := range columns {
				if v := c.Value(r); v != nil {
					field := row.Elem().Field(i)
					field.Set(reflect.New(field.Type().Elem()))
					field.Elem().Set(reflect.ValueOf(v))
				}
			}
			row.Elem().FieldByName("History").Set(reflect.ValueOf(r.History))
			if !yield(row.Interface()) {
				return
			}
		}
	}
}
