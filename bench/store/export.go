package store

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
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
	columns := Columns(records)
	return export(w, format, columns, records, func(r bench.Record) []map[string]any {
		return []map[string]any{derived(r, columns)}
	})
}

// ExportPlans writes a row for each plan that each trial found, in the formats of Export; see PlanColumns.
func ExportPlans(w io.Writer, format string, records []bench.Record) error {
	return export(w, format, PlanColumns(), records, func(r bench.Record) (rows []map[string]any) {
		for _, f := range r.Plans() {
			rows = append(rows, ofPlan(f))
		}
		return rows
	})
}

// export writes rows. The function rows returns the rows of a record: for each one, the values that
// differ from those of the record.
func export(w io.Writer, format string, columns []Column, records []bench.Record,
	rows func(bench.Record) []map[string]any) error {
	shape := rowType(columns)
	var write func(row any) error
	end := func() error { return nil }
	switch format {
	case "csv":
		out := csv.NewWriter(w)
		var names []string
		for _, c := range columns {
			names = append(names, c.Name)
		}
		out.Write(names) // Flush keeps the error
		write = func(row any) error { return out.Write(csvLine(row, len(columns))) }
		end = func() error {
			out.Flush()
			return out.Error()
		}
	case "jsonl":
		write = json.NewEncoder(w).Encode
	case "parquet":
		out := parquet.NewWriter(w, parquet.SchemaOf(reflect.New(shape).Interface()))
		write, end = out.Write, out.Close
	default:
		return fmt.Errorf("%.20q is not a format; expected one of %s", format, strings.Join(Formats, ", "))
	}
	for _, r := range records {
		all := rows(r)
		r.Found, r.Settings = nil, nil // rows has them in the form of their columns
		for _, values := range all {
			row := reflect.New(shape).Interface()
			if err := fill(row, r); err != nil {
				return err
			}
			if err := fill(row, values); err != nil {
				return err
			}
			if err := write(row); err != nil {
				return err
			}
		}
	}
	return end()
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
			Tag:  reflect.StructTag(fmt.Sprintf(`json:%q parquet:"%s,%s"`, c.Name, c.Name, options)),
		})
	}
	return reflect.StructOf(append(fields, reflect.StructField{
		Name: "History", Type: reflect.TypeFor[[]bench.Moment](), Tag: `json:"history,omitempty" parquet:"-"`,
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
