package report

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"npuzzle/bench/stats"
	"npuzzle/internal/units"
)

// ColumnOf is a column of a table whose rows are made from values of type T.
type ColumnOf[T any] struct {
	Column
	Cell func(T) Cell
}

// TableOf makes a table with a row for each value. Each column has a function that makes its cell
// from the row's value.
func TableOf[T any](name, caption string, values []T, columns ...ColumnOf[T]) Table {
	table := Table{Name: name, Caption: caption}
	for _, c := range columns {
		table.Columns = append(table.Columns, c.Column)
	}
	for _, v := range values {
		row := make([]Cell, len(columns))
		for i, c := range columns {
			row[i] = c.Cell(v)
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// Head returns a column that names the rows, such as the solver. In HTML, its cells are row
// headers. A table by group and solver has two such columns.
func Head[T any](name string, text func(T) string) ColumnOf[T] {
	return ColumnOf[T]{
		Column: Column{Head: name, Fields: []string{name}, Row: true},
		Cell:   func(v T) Cell { return Text(text(v)) },
	}
}

// Words returns a column of texts. An empty text is shown as [units.Unknown].
func Words[T any](name, field string, text func(T) string) ColumnOf[T] {
	return ColumnOf[T]{
		Column: Column{Head: name, Fields: []string{field}},
		Cell: func(v T) Cell {
			words := text(v)
			if words == "" {
				return Cell{Text: units.Unknown, Full: []string{""}}
			}
			return Text(words)
		},
	}
}

// Cells returns a column of numbers, given the function that makes its cells. It is for numbers
// that need several CSV fields, or a special text.
func Cells[T any](name string, fields []string, cell func(T) Cell) ColumnOf[T] {
	return ColumnOf[T]{Column: Column{Head: name, Fields: fields, Number: true}, Cell: cell}
}

// Number returns a column of numbers, in one CSV field. An unknown number is NaN. It is shown as
// [units.Unknown], and its field is empty.
func Number[T any, F ~float64](
	name, field string, format func(float64) string, number func(T) F,
) ColumnOf[T] {
	return Cells(name, []string{field}, func(v T) Cell {
		return Value(float64(number(v)), format)
	})
}

// whole returns a column of counts, which are always known.
func whole[T any](name, field string, count func(T) int) ColumnOf[T] {
	return Number(name, field, units.Count.Format, func(v T) float64 { return float64(count(v)) })
}

// estimate returns a column of estimates with their intervals, in three CSV fields.
func estimate[T any](
	name, field string, format func(float64) string, interval func(T) stats.Interval,
) ColumnOf[T] {
	fields := []string{field, field + "_low", field + "_high"}
	return Cells(name, fields, func(v T) Cell { return Estimate(interval(v), format) })
}

// Estimate returns a cell with an estimate and its interval, if that is known.
func Estimate(i stats.Interval, format func(float64) string) Cell {
	c := Cell{Text: format(i.Value), Full: []string{full(i.Value), full(i.Low), full(i.High)}}
	if !math.IsNaN(i.Low) {
		c.Text += " (" + units.Range(i.Low, i.High, format) + ")"
	}
	return c
}

// Text returns a cell with a text.
func Text(s string) Cell { return Cell{Text: s, Full: []string{s}} }

// Value returns a cell with a number.
func Value(x float64, format func(float64) string) Cell {
	return Cell{Text: format(x), Full: []string{full(x)}}
}

// full formats a number with all its digits. For an unknown number, it returns "".
func full(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// known returns the table without the number columns that have no value in any row. For example, a
// column of expanded states has no value if all solvers are genetic ones that do not report it.
func (t Table) known() Table {
	for i, c := range slices.Backward(t.Columns) {
		if !c.Number || t.hasValue(i) {
			continue
		}
		t.Columns = slices.Delete(t.Columns, i, i+1)
		for j, row := range t.Rows {
			t.Rows[j] = slices.Delete(row, i, i+1)
		}
	}
	return t
}

// hasValue reports whether a column has a known number in some row.
func (t Table) hasValue(column int) bool {
	for _, row := range t.Rows {
		if row[column].Text != units.Unknown {
			return true
		}
	}
	return false
}

// fields returns the names of the CSV fields.
func (t Table) fields() []string {
	var fields []string
	for _, c := range t.Columns {
		fields = append(fields, c.Fields...)
	}
	return fields
}

// MarshalJSON returns the table as an object, in which a row is an object with a key for each
// field. Numbers are in SI base units, and shares are from 0 to 1. A missing number or text is
// null.
func (t Table) MarshalJSON() ([]byte, error) {
	rows := []map[string]any{}
	for _, cells := range t.Rows {
		values := map[string]any{}
		for i, c := range t.Columns {
			for j, field := range c.Fields {
				values[field] = valueOf(cells[i].Full[j], c.Number)
			}
		}
		rows = append(rows, values)
	}
	return json.Marshal(map[string]any{
		"name":    t.Name,
		"caption": t.Caption,
		"columns": t.fields(),
		"rows":    rows,
	})
}

// valueOf returns the value of a field in JSON, given its text in CSV.
func valueOf(text string, number bool) any {
	_, err := strconv.ParseFloat(text, 64)
	switch {
	case number && err == nil:
		return json.Number(text)
	case text == "":
		return nil
	}
	return text
}

// CSV returns the table as comma-separated values. The first line has the names of the fields.
// Numbers have all digits and no units, so that programs can compute with them: times are in
// seconds, memory is in bytes, and shares are from 0 to 1.
func (t Table) CSV() string {
	lines := [][]string{t.fields()}
	for _, row := range t.Rows {
		var line []string
		for _, cell := range row {
			for _, text := range cell.Full {
				line = append(line, units.CSVCell(text))
			}
		}
		lines = append(lines, line)
	}
	var text strings.Builder
	_ = csv.NewWriter(&text).WriteAll(lines) // writing to a strings.Builder never fails
	return text.String()
}
