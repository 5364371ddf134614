package bench

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"npuzzle/search"
)

// traceColumns are the columns of a trace.
var traceColumns = []string{
	"subgoal", "phase", "generation", "best", "median", "mean", "diversity", "evaluations", "length", "seconds",
}

// lengthColumn is the column that is empty while there is no plan.
const lengthColumn = 8

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

// fields points to the fields of a moment, in the order of traceColumns.
func (m *Moment) fields() []any {
	return []any{
		&m.Subgoal, &m.Phase, &m.Generation, &m.Best, &m.Median, &m.Mean, &m.Diversity, &m.Evaluated, &m.Length,
		&m.Seconds,
	}
}

// Write writes the trace as CSV.
func (t Trace) Write(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write(traceColumns)
	for _, m := range t {
		var row []string
		for _, field := range m.fields() {
			number, err := json.Marshal(field)
			if err != nil {
				return err
			}
			row = append(row, string(number))
		}
		if m.Length == 0 {
			row[lengthColumn] = ""
		}
		w.Write(row)
	}
	w.Flush()
	return w.Error()
}

// ReadTrace reads a trace. An error names the line in the file and what was expected.
func ReadTrace(r io.Reader, name string) (Trace, error) {
	lines := csv.NewReader(r)
	header, err := lines.Read()
	if err == nil && !slices.Equal(header, traceColumns) || errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:1: no trace; expected a line of column names: %s",
			name, strings.Join(traceColumns, ","))
	}
	var run Trace
	for err == nil {
		var row []string
		if row, err = lines.Read(); err != nil {
			break
		}
		line, _ := lines.FieldPos(0)
		var m Moment
		if err := m.read(row); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if len(run) > 0 && m.Evaluated < run[len(run)-1].Evaluated {
			return nil, fmt.Errorf("%s:%d: evaluations %d after %d; expected no fewer",
				name, line, m.Evaluated, run[len(run)-1].Evaluated)
		}
		run = append(run, m)
	}
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, fmt.Errorf("%s:%d: %w; expected comma-separated values, as many as column names",
			name, parse.Line, parse.Err)
	}
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(run) == 0 {
		return nil, fmt.Errorf("%s:2: no rows; expected one for each generation", name)
	}
	return run, nil
}

// read reads a row of a trace. The error names the first column that is not as expected.
func (m *Moment) read(row []string) error {
	for i, field := range m.fields() {
		if row[i] == "" && i == lengthColumn {
			continue
		}
		if err := json.Unmarshal([]byte(row[i]), field); err != nil {
			return fmt.Errorf("%s is %.40q; expected a number", traceColumns[i], row[i])
		}
	}
	return nil
}
