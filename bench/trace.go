package bench

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"npuzzle/search"
)

// traceColumns are the columns of a trace.
var traceColumns = []string{
	"subgoal", "phase", "generation", "best", "median", "mean", "diversity", "evaluations", "length", "seconds",
}

// Trace is the complete history of one evolution, in the order of its generations: a moment for each
// generation, and for each plan that is shorter than the plans before.
//
// In a file a trace is CSV with a line of column names: subgoal, phase and generation, which count as
// in search.Generation; best, median and mean fitness of the population; its diversity; the number
// of evaluations so far; the length of the best plan so far, empty while there is none; and the
// seconds since the start.
type Trace []Moment

// Observer returns an observer that adds the moments of a run. The run must be that of a genetic
// solver.
func (t *Trace) Observer() search.Observer {
	start, length := time.Now(), 0
	return func(p search.Progress) {
		if p.Plan != nil {
			length = len(p.Plan)
		}
		m := momentOf(p)
		m.Subgoal, m.Phase, m.Generation = p.Generation.Subgoal, p.Generation.Phase, p.Generation.Number
		m.Length, m.Seconds = length, time.Since(start).Seconds()
		*t = append(*t, m)
	}
}

// Write writes the trace as CSV.
func (t Trace) Write(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write(traceColumns)
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, m := range t {
		length := ""
		if m.Length > 0 {
			length = strconv.Itoa(m.Length)
		}
		w.Write([]string{
			strconv.Itoa(m.Subgoal), strconv.Itoa(m.Phase), strconv.Itoa(m.Generation),
			strconv.FormatInt(m.Best, 10), strconv.FormatInt(m.Median, 10), number(m.Mean), number(m.Diversity),
			strconv.FormatUint(m.Evaluated, 10), length, number(m.Seconds),
		})
	}
	w.Flush()
	return w.Error()
}

// ReadTrace reads a trace. It ignores columns that are not its own. An error names the
// line in the file and what was expected.
func ReadTrace(r io.Reader, name string) (Trace, error) {
	lines := csv.NewReader(r)
	lines.ReuseRecord = true
	header, err := lines.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: empty; expected a line of column names: %s",
			name, strings.Join(traceColumns, ","))
	}
	if err != nil {
		return nil, misread(name, err)
	}
	at := make([]int, len(traceColumns))
	for i, column := range traceColumns {
		if at[i] = slices.Index(header, column); at[i] < 0 {
			return nil, fmt.Errorf("%s:1: no column %q; expected %s", name, column, strings.Join(traceColumns, ","))
		}
	}
	var run Trace
	for {
		row, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, misread(name, err)
		}
		line, _ := lines.FieldPos(0)
		m, err := momentIn(row, at)
		if err == nil && len(run) > 0 && m.Evaluated < run[len(run)-1].Evaluated {
			err = fmt.Errorf("evaluations %d after %d; expected no fewer",
				m.Evaluated, run[len(run)-1].Evaluated)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		run = append(run, m)
	}
	if len(run) == 0 {
		return nil, fmt.Errorf("%s:2: no rows; expected one for each generation", name)
	}
	return run, nil
}

// misread names the line at which a file is not CSV.
func misread(name string, err error) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d: %w; expected comma-separated values, as many as column names",
			name, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// momentIn reads a row. Column i of a trace is column at[i] of the row. The error names the first
// column that is not as expected.
func momentIn(row []string, at []int) (Moment, error) {
	var failure error
	fail := func(i int, expected string) {
		if failure == nil {
			failure = fmt.Errorf("%s is %.40q; expected %s", traceColumns[i], row[at[i]], expected)
		}
	}
	whole := func(i int) uint64 {
		n, err := strconv.ParseUint(row[at[i]], 10, 63)
		if err != nil {
			fail(i, "a whole number of at least 0")
		}
		return n
	}
	number := func(i int) float64 {
		x, err := strconv.ParseFloat(row[at[i]], 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			fail(i, "a number")
		}
		return x
	}
	m := Moment{
		Subgoal: int(whole(0)), Phase: int(whole(1)), Generation: int(whole(2)),
		Best: int64(number(3)), Median: int64(number(4)), Mean: number(5), Diversity: number(6),
		Evaluated: whole(7), Seconds: number(9),
	}
	if row[at[8]] != "" {
		m.Length = int(whole(8))
	}
	return m, failure
}
