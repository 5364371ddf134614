package report

import (
	"math"
	"slices"
	"strconv"

	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// table is a table that is being filled.
type table struct{ Table }

func newTable(name, caption string) *table {
	return &table{Table{Name: name, Caption: caption}}
}

// head adds a column that says what a row is of.
func (t *table) head(name string) *table {
	t.Columns = append(t.Columns, Column{Head: name, Fields: []string{name}, Row: true})
	return t
}

// numbers adds a column of figures, which may fill several fields.
func (t *table) numbers(name string, fields ...string) *table {
	t.Columns = append(t.Columns, Column{Head: name, Fields: fields, Number: true})
	return t
}

// words adds a column of text.
func (t *table) words(name, field string) *table {
	t.Columns = append(t.Columns, Column{Head: name, Fields: []string{field}})
	return t
}

// known returns the table without the columns of figures that no row has.
func (t *table) known() Table {
	known := t.Table
	known.Columns, known.Rows = nil, make([][]Cell, len(t.Rows))
	for i, c := range t.Columns {
		if c.Number && !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[i].Text != units.Unknown }) {
			continue
		}
		known.Columns = append(known.Columns, c)
		for j, row := range t.Rows {
			known.Rows[j] = append(known.Rows[j], row[i])
		}
	}
	return known
}

func (t *table) row(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// none is a cell of a figure that there is not.
var none = Cell{Text: units.Unknown, Full: []string{""}}

func text(s string) Cell { return Cell{Text: s, Full: []string{s}} }

func whole(n int) Cell {
	return Cell{Text: units.Grouped(uint64(n)), Full: []string{strconv.Itoa(n)}}
}

// full writes a figure with all its digits, and nothing of none.
func full(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func measured(x float64, write func(float64) string) Cell {
	return Cell{Text: write(x), Full: []string{full(x)}}
}

func decimals(x float64, n int) Cell {
	return measured(x, func(x float64) string { return units.Decimals(x, n) })
}

func share(x float64) Cell {
	return measured(x, func(x float64) string { return units.Share.Format(x) })
}

func interval(i analysis.Interval, write func(float64) string) Cell {
	return Cell{Text: units.Range(i.Low, i.High, write), Full: []string{full(i.Low), full(i.High)}}
}

// end says how trials that did not solve ended.
func end(ends string) Cell {
	if ends == "" {
		return none
	}
	return text(ends)
}

// median is the median of a measure, if the solver reports it.
func median(s analysis.Summary, m analysis.Measure) Cell {
	if !m.Reported(s.Solver) {
		return none
	}
	return measured(s.Of(m).Median.Value, m.Unit.Format)
}
