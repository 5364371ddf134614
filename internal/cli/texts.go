package cli

import (
	_ "embed"
	"fmt"
	"math"
	"reflect"
	"strings"
	"text/template"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/survey"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// change writes by how much a measure changed, with its interval: "+13.8 % (+10.2 to +17.5)", or "~
// (-1.9 to +25.2 points)" if no difference is shown. Then it leaves out an interval that excludes
// equality, because p was corrected.
func change(c analysis.Comparison) string {
	estimate := c.Ratio
	format := relative(estimate.Value)
	unit := " %"
	if c.Measure.Key == analysis.Accuracy.Key {
		estimate = c.Difference
		format = func(x float64) string { return signed(100*x, 1) }
		unit = " points"
	} else if estimate.Value >= manyTimes {
		format = units.Ratio.Format
		unit = " times"
	}
	text := "~"
	inside := unit // of the brackets
	if c.Different() {
		text = format(estimate.Value) + unit
		inside = ""
	}
	// otherwise, the interval would contradict the corrected p
	shown := c.Different() || c.Test.P >= 0.05
	if shown && estimate.Low < estimate.High {
		text += fmt.Sprintf(" (%s to %s%s)", format(estimate.Low), format(estimate.High), inside)
	}
	return text
}

// fromTo writes the means of the second and of the first solver of a pair with their unit: "21.97
// -> 24.86 moves".
func fromTo(c analysis.Comparison) string {
	text := c.Measure.Format(c.Means[1]) + " -> " + c.Measure.Format(c.Means[0])
	switch c.Measure.Unit {
	case "moves", "states", "plans":
		return text + " " + c.Measure.Unit
	case "gap":
		return text + " x optimal"
	}
	return text // values of other units have them beside each number
}

// manyTimes is the ratio from which on a change is written as a ratio.
const manyTimes = 10

// relative returns a function that writes ratios as changes in percent: an estimate, and the ends
// of its interval with as many decimals.
func relative(estimate float64) func(ratio float64) string {
	percent := func(ratio float64) float64 { return 100 * (ratio - 1) }
	decimals := 1
	switch {
	case percent(estimate) >= 99.95:
		decimals = 0
	case estimate < 0.1:
		decimals = 2
	}
	return func(ratio float64) string { return signed(percent(ratio), decimals) }
}

// signed writes a number with its sign.
func signed(x float64, decimals int) string {
	text := units.Decimals(x, decimals)
	if x > 0 && text != units.Decimals(0, decimals) {
		text = "+" + text
	}
	return text
}

// SampleSize returns the number of boards, or of runs if they are the sample.
func SampleSize(c analysis.Comparison) int {
	if c.Question == analysis.OfKind {
		return c.Boards
	}
	if c.Measure.Key == analysis.Accuracy.Key {
		return c.Difference.N
	}
	return c.Ratio.N
}

// equation writes a probability as "p<0.001" or "p=0.031", and "-" if it is not known.
func equation(p float64) string {
	text := units.Probability.Format(p)
	switch {
	case math.IsNaN(p):
		return unknown
	case strings.HasPrefix(text, "<"):
		return "p" + text
	}
	return "p=" + text
}

// quantile returns the error that the given share of the boards does not exceed.
func quantile(row survey.Row, share float64) string {
	return units.Decimals(row.Quantile(share), -1)
}

// nanoseconds writes a time given in seconds as nanoseconds.
func nanoseconds(s bench.Figure) string { return units.Number.Format(float64(s)*1e9) + " ns" }

// outputFile has the texts that commands print around their tables.
//
//go:embed output.txt
var outputFile string

// texts has the templates of outputFile.
var texts = template.Must(template.New("output").Funcs(template.FuncMap{
	"bytes":       Amount,
	"cost":        costText,
	"count":       func(f bench.Figure) string { return units.Count.Format(float64(f)) },
	"decimals":    figure,
	"goal":        puzzle.GoalText,
	"hundredfold": func(share *float64) float64 { return 100 * *share },
	"grouped":     func(n any) string { return units.Grouped(whole(n)) },
	"change":      change,
	"equation":    equation,
	"fromTo":      fromTo,
	"sampleSize":  SampleSize,
	"join":        strings.Join,
	"length":      lengthText,
	"minus":       func(a, b puzzle.Cost) puzzle.Cost { return a - b },
	"nanoseconds": nanoseconds,
	"perSecond": func(n uint64, seconds float64) string {
		return fmt.Sprintf("%.1f", float64(n)/max(seconds, 1))
	},
	"plural": func(n any, one, many string) string {
		return units.Plural(int(whole(n)), one, many)
	},
	"probability": units.Probability.Format,
	"quantile":    quantile,
	"rate":        units.Rate.Format,
	"ratio":       units.Ratio.Format,
	"seconds":     func(n any) string { return units.Seconds.Format(number(n)) },
	"time":        func(t time.Time) string { return t.Format("2006-01-02 15:04") },
	"share": func(n, of uint64) string {
		return units.Decimals(100*float64(n)/float64(of), 3) + " %"
	},
	"trimPrefix": strings.TrimPrefix,
	"upTo": func(counts exact.Counts, depth int) uint64 {
		return counts[:depth+1].States()
	},
	"when":          When,
	"whyUnsolvable": puzzle.WhyUnsolvable,
	"words":         inOneLine,
}).Parse(outputFile))

// inOneLine returns a text with a space instead of each line break, tab or run of spaces.
func inOneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// number returns a number of any type, or the number that a pointer points to.
func number(n any) float64 {
	return reflect.Indirect(reflect.ValueOf(n)).Convert(reflect.TypeFor[float64]()).Float()
}

// whole returns a number of any type, or the number that a pointer points to, without decimals.
func whole(n any) uint64 {
	return reflect.Indirect(reflect.ValueOf(n)).Convert(reflect.TypeFor[uint64]()).Uint()
}

// TextOf returns the text with the given name, filled in with data.
func TextOf(name string, data any) string {
	var b strings.Builder
	if err := texts.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the template does not fit the type of the data
	}
	return b.String()
}

// Say prints the text with the given name, filled in with data.
func (con Console) Say(name string, data any) { con.Out.WriteString(TextOf(name, data)) }

// Tabulate prints the table with the given name, filled in with data; see tableOf.
func (con Console) Tabulate(name string, data any) {
	header, rows, words := tableOf(name, data)
	con.Table(header, rows, words...)
}

// tableOf returns the table with the given name, filled in with data, and the numbers, from 1, of
// the columns that are aligned to the left. The first line of the text has the heads of the columns,
// and every other line is a row. Tabs separate the cells. A head that begins with < aligns its column
// to the left.
func tableOf(name string, data any) (header table.Row, rows []table.Row, words []int) {
	lines := strings.Split(strings.TrimSuffix(TextOf(name, data), "\n"), "\n")
	for i, head := range strings.Split(lines[0], "\t") {
		head, left := strings.CutPrefix(head, "<")
		if left {
			words = append(words, i+1)
		}
		header = append(header, head)
	}
	for _, line := range lines[1:] {
		// A value with a tab or a line break makes a row of another length.
		row := make(table.Row, len(header))
		cells := strings.Split(line, "\t")
		for i := range row {
			row[i] = ""
			if i < len(cells) {
				row[i] = cells[i]
			}
		}
		rows = append(rows, row)
	}
	return header, rows, words
}

// Explain prints the paragraphs of the text with the given name, broken to the width of the
// console.
func (con Console) Explain(name string, data any) {
	con.Text(strings.Split(TextOf(name, data), "\n\n")...)
}

// unknown is the text of an unknown value in tables.
const unknown = units.Unknown

// Amount writes a number of bytes.
func Amount(n uint64) string { return units.Bytes.Format(float64(n)) }

// figure writes a number with a fixed number of decimals.
func figure(f bench.Figure, decimals int) string { return units.Decimals(float64(f), decimals) }

// percent writes a fraction in percent.
func percent(f bench.Figure) string { return units.Share.Format(float64(f)) }

// When shortens a time in RFC 3339 to the date and the time without seconds.
func When(text string) string {
	if len(text) < len("2006-01-02T15:04") {
		return unknown
	}
	return text[:10] + " " + text[11:16]
}

// costText writes a cost in the unit of the given move costs, with as many decimals as
// needed.
func costText(f bench.Figure) string { return figure(f, -1) }

// lengthText writes the length of a plan in single-tile moves and in multi-tile moves.
// Sliding several tiles together is one multi-tile move. Old records lack their number.
func lengthText(length int, mtm *int) string {
	text := units.Plural(length, "move", "moves")
	if mtm != nil {
		text += fmt.Sprintf(" (%s multi-tile)", units.Grouped(uint64(*mtm)))
	}
	return text
}
