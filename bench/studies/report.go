package studies

import (
	"encoding/json"
	"math"

	"npuzzle/bench/plot"
)

// Report is what the re-run of a study came to.
type Report struct {
	Study   string   `json:"study"`
	Title   string   `json:"title"`  // of the write-up
	Source  string   `json:"source"` // what it was
	Quick   bool     `json:"quick"`
	Partial bool     `json:"partial"` // cut short: figures are missing
	Setup   []string `json:"setup"`   // what was run, a sentence each

	Tables  []Table  `json:"tables"` // the study's own, published beside measured
	Claims  []Claim  `json:"claims"`
	Apart   []string `json:"not_comparable"` // a line for each figure that cannot be compared, and why
	Beyond  []Table  `json:"left_undone"`    // what the study left undone
	Figures []Figure `json:"-"`
}

// Figure is a plot with the name of the file that it is kept in, without ending.
type Figure struct {
	Name string
	plot.Figure
}

// Table is one of a report.
type Table struct {
	Name    string // unique within the report, such as accuracy-3x3
	Caption string
	Columns []Column
	Rows    [][]any // a string, or a number as float64, NaN where not known
}

// Column is one of a table.
type Column struct {
	Name string
	Unit Unit
}

// Unit is what the numbers of a column count.
type Unit int

// The units. Numbers are in SI base units, shares from 0 to 1.
const (
	Text    Unit = iota
	Number       // of anything, whole as a rule
	Average      // two decimals
	Seconds
	Share
	Bytes
	Ratio
)

// TooLong stands for an effort or a time that is beyond the limit: the studies'
// "takes too long".
var TooLong = math.Inf(1)

// unknown stands for a number that there is not.
var unknown = math.NaN()

// row adds a row; whole numbers may be given as such.
func (t *Table) row(cells ...any) {
	for i, cell := range cells {
		switch x := cell.(type) {
		case int:
			cells[i] = float64(x)
		case uint64:
			cells[i] = float64(x)
		}
	}
	t.Rows = append(t.Rows, cells)
}

// MarshalJSON writes the rows as objects, their keys the names of the columns.
// What takes too long is the text "TL".
func (t Table) MarshalJSON() ([]byte, error) {
	rows := make([]map[string]any, len(t.Rows))
	for i, cells := range t.Rows {
		rows[i] = map[string]any{}
		for j, cell := range cells {
			if x, number := cell.(float64); number && math.IsInf(x, 1) {
				cell = "TL"
			} else if number && math.IsNaN(x) {
				cell = nil
			}
			rows[i][t.Columns[j].Name] = cell
		}
	}
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return json.Marshal(struct {
		Name    string           `json:"name"`
		Caption string           `json:"caption"`
		Columns []string         `json:"columns"`
		Rows    []map[string]any `json:"rows"`
	}{t.Name, t.Caption, names, rows})
}

// Verdict says what the measured figures say of a claim.
type Verdict string

// The verdicts.
const (
	Holds        Verdict = "holds"
	Fails        Verdict = "fails"
	CannotBeTold Verdict = "cannot be told"
)

// Claim is something that a study said, with what is measured of it.
type Claim struct {
	Text    string  `json:"claim"`
	Verdict Verdict `json:"verdict"`
	Shown   string  `json:"shown_by"` // the figure that shows it
}

// claim adds a claim. Without the figures that it needs it cannot be told.
func (r *Report) claim(text string, known, holds bool, shown string) {
	c := Claim{text, Fails, shown}
	switch {
	case !known:
		c.Verdict = CannotBeTold
	case holds:
		c.Verdict = Holds
	}
	r.Claims = append(r.Claims, c)
}
