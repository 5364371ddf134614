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

// traceColumns are the names of the columns in a trace file.
var traceColumns = []string{
	"subgoal", "phase", "generation", "best", "median", "mean", "diversity", "evaluations", "length", "seconds",
}

// lengthColumn is the index of the column "length". Its fields are empty until the first
// plan is found.
const lengthColumn = 8

// Trace is the complete history of one run of the genetic solver, in order of time. It has a moment
// for each generation, and a moment for each plan that is shorter than all earlier plans.
//
// A trace file is CSV with the following columns. Its first line has their names.
//
//   - subgoal, phase, generation: the numbers of search.Generation
//   - best, median, mean: fitness of the population
//   - diversity: see Moment
//   - evaluations: number of evaluations so far
//   - length: length of the best plan so far; empty if there is no plan yet
//   - seconds: time since the start of the run
type Trace []Moment

// Observer returns an observer that appends the moments of a run to the trace. The solver of this
// run must be the genetic solver.
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

// fields returns pointers to the fields of a moment, in the order of traceColumns.
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

// ReadTrace reads a trace file. The name of the file is used in errors only. An error in the content
// names the line and the expected content.
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

// read parses a row of a trace file. An error names the first column that is not a number.
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
