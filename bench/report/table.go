package report

import (
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"

	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// ColumnOf is a column of a table whose rows show values of one type.
type ColumnOf[T any] struct {
	Column
	Cell func(T) Cell
}

// TableOf makes a table with a row for each value. The columns are functions of a value, so what a
// column shows stands beside its head and its fields.
func TableOf[T any](name, caption string, values []T, columns ...ColumnOf[T]) Table {
	t := Table{Name: name, Caption: caption}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	for _, v := range values {
		var row []Cell
		for _, c := range columns {
			row = append(row, c.Cell(v))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Head is a column that names the rows, such as the solver. HTML marks its cells as headers of their
// rows, and remarks name rows by them. A table by group and solver has two such columns.
func Head[T any](name string, of func(T) string) ColumnOf[T] {
	return ColumnOf[T]{Column{Head: name, Fields: []string{name}, Row: true}, func(v T) Cell { return Text(of(v)) }}
}

// Words is a column of texts, which may be empty.
func Words[T any](name, field string, of func(T) string) ColumnOf[T] {
	return ColumnOf[T]{Column{Head: name, Fields: []string{field}}, func(v T) Cell {
		if s := of(v); s != "" {
			return Text(s)
		}
		return Cell{Text: units.Unknown, Full: []string{""}}
	}}
}

// Cells is a column whose cells are made by a function. It is for numbers in several fields of the
// CSV file, or with marks.
func Cells[T any](name string, fields []string, of func(T) Cell) ColumnOf[T] {
	return ColumnOf[T]{Column{Head: name, Fields: fields, Number: true}, of}
}

// Number is a column of numbers, in one field of the CSV file. A number that is not known is NaN: it
// is shown as [units.Unknown], and its field is empty.
func Number[T any, F ~float64](name, field string, format func(float64) string, of func(T) F) ColumnOf[T] {
	return Cells(name, []string{field}, func(v T) Cell { return Value(float64(of(v)), format) })
}

// whole is a column of counts, which are always known.
func whole[T any](name, field string, of func(T) int) ColumnOf[T] {
	return Cells(name, []string{field}, func(v T) Cell {
		return Cell{Text: units.Grouped(uint64(of(v))), Full: []string{strconv.Itoa(of(v))}}
	})
}

// ends is a column of the ends of intervals, in two fields of the CSV file.
func ends[T any](field string, format func(float64) string, of func(T) analysis.Interval) ColumnOf[T] {
	return Cells("95 % interval", []string{field + "_low", field + "_high"}, func(v T) Cell {
		i := of(v)
		return Cell{Text: units.Range(i.Low, i.High, format), Full: []string{full(i.Low), full(i.High)}}
	})
}

// Text is a cell of a text.
func Text(s string) Cell { return Cell{Text: s, Full: []string{s}} }

// Value is a cell of a number.
func Value(x float64, format func(float64) string) Cell {
	return Cell{Text: format(x), Full: []string{full(x)}}
}

// full writes a number with all its digits. It is empty if the number is not known.
func full(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// decimals formats numbers with n decimals.
func decimals(n int) func(float64) string {
	return func(x float64) string { return units.Decimals(x, n) }
}

// known returns the table without the number columns that have no value in any row, such as the
// expanded states of an experiment with genetic solvers only.
func (t Table) known() Table {
	for i, c := range slices.Backward(t.Columns) {
		known := func(row []Cell) bool { return row[i].Text != units.Unknown }
		if c.Number && !slices.ContainsFunc(t.Rows, known) {
			t.Columns = slices.Delete(t.Columns, i, i+1)
			for j, row := range t.Rows {
				t.Rows[j] = slices.Delete(row, i, i+1)
			}
		}
	}
	return t
}

// CSV returns the table as comma-separated values, with a line of the columns' fields above them. The
// numbers have all digits and no units, so that programs can compute with them: times are in seconds,
// memory in bytes, and shares go from 0 to 1.
func (t Table) CSV() string {
	lines := make([][]string, 1+len(t.Rows))
	for _, c := range t.Columns {
		lines[0] = append(lines[0], c.Fields...)
	}
	for i, row := range t.Rows {
		for _, cell := range row {
			for _, text := range cell.Full {
				lines[i+1] = append(lines[i+1], units.CSVCell(text))
			}
		}
	}
	var text strings.Builder
	_ = csv.NewWriter(&text).WriteAll(lines) // a strings.Builder takes all
	return text.String()
}
