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
	switch format {
	case "csv":
		return writeCSV(w, records)
	case "jsonl":
		return writeJSONLines(w, records)
	case "parquet":
		return writeParquet(w, records)
	}
	return fmt.Errorf("%.20q is not a format; expected one of %s", format, strings.Join(Formats, ", "))
}

// writeCSV writes a header line with the names of the columns, then a line for each
// record. An empty field is null.
func writeCSV(w io.Writer, records []bench.Record) error {
	columns := Columns(records)
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

// writeJSONLines writes an object for each record. Its keys are the names of the columns, in
// the same order, and "history" if the record has a history.
func writeJSONLines(w io.Writer, records []bench.Record) error {
	columns := Columns(records)
	for _, r := range records {
		line := []byte{'{'}
		for i, c := range columns {
			value, err := json.Marshal(c.Value(r))
			if err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
			if i > 0 {
				line = append(line, ',')
			}
			line = fmt.Appendf(line, "%q:%s", c.Name, value)
		}
		if r.History != nil {
			history, err := json.Marshal(r.History)
			if err != nil {
				return fmt.Errorf("history: %w", err)
			}
			line = fmt.Appendf(line, `,"history":%s`, history)
		}
		if _, err := w.Write(append(line, "}\n"...)); err != nil {
			return err
		}
	}
	return nil
}

// parquetTypes maps the kind of a column to the type of its field in a row. The types are
// pointers, because every column may be null. A timestamp is in milliseconds.
var parquetTypes = map[string]reflect.Type{
	"string":    reflect.TypeFor[*string](),
	"int64":     reflect.TypeFor[*int64](),
	"double":    reflect.TypeFor[*float64](),
	"bool":      reflect.TypeFor[*bool](),
	"timestamp": reflect.TypeFor[*int64](),
}

// writeParquet writes a row for each record. A row is a struct whose type is made at run time,
// because the columns depend on the records. The tags of its fields hold the names of the
// columns. The names of its fields have no meaning.
func writeParquet(w io.Writer, records []bench.Record) error {
	columns := Columns(records)
	fields := make([]reflect.StructField, len(columns))
	for i, c := range columns {
		tag := c.Name + ",optional,zstd"
		if c.Kind == "timestamp" {
			tag += ",timestamp(millisecond)"
		}
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("C%d", i),
			Type: parquetTypes[c.Kind],
			Tag:  reflect.StructTag(fmt.Sprintf(`parquet:%q`, tag)),
		}
	}
	shape := reflect.StructOf(fields)
	schema := parquet.SchemaOf(reflect.New(shape).Interface())
	out := parquet.NewWriter(w, schema)
	for _, r := range records {
		row := reflect.New(shape)
		for i, c := range columns {
			if v := c.Value(r); v != nil {
				row.Elem().Field(i).Set(pointerTo(v))
			}
		}
		if err := out.Write(row.Interface()); err != nil {
			return err
		}
	}
	return out.Close()
}

// pointerTo returns a pointer to a value, for a field of a row. A time becomes a number of
// milliseconds.
func pointerTo(v any) reflect.Value {
	if at, ok := v.(time.Time); ok {
		v = at.UnixMilli()
	}
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p
}
