package report

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"npuzzle/bench/plot"
	"npuzzle/search"
)

// columns are the columns of a trace.
var columns = []string{
	"subgoal", "phase", "generation", "best", "median", "mean", "diversity", "evaluations", "length", "seconds",
}

// Trace is the history of one evolution: a row for each generation and for each plan
// that is shorter than those before. In a file it is CSV with a line of column names.
// The length is empty while there is no plan.
type Trace []plot.Generation

// Observer returns an observer that adds the rows of a run.
func (t *Trace) Observer() search.Observer {
	start, length := time.Now(), 0
	return func(p search.Progress) {
		if p.Plan != nil {
			length = len(p.Plan)
		}
		g := p.Generation
		*t = append(*t, plot.Generation{
			Subgoal: g.Subgoal, Phase: g.Phase, Generation: g.Number,
			Best: float64(g.Best), Median: float64(g.Median), Mean: g.Mean, Diversity: g.Diversity,
			Evaluations: p.Evaluated, Length: length, Seconds: time.Since(start).Seconds(),
		})
	}
}

// Write writes the trace as CSV.
func (t Trace) Write(out io.Writer) error {
	w := csv.NewWriter(out)
	w.Write(columns)
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, g := range t {
		length := ""
		if g.Length > 0 {
			length = strconv.Itoa(g.Length)
		}
		w.Write([]string{
			strconv.Itoa(g.Subgoal), strconv.Itoa(g.Phase), strconv.Itoa(g.Generation),
			number(g.Best), number(g.Median), number(g.Mean), number(g.Diversity),
			strconv.FormatUint(g.Evaluations, 10), length, number(g.Seconds),
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
			name, strings.Join(columns, ","))
	}
	if err != nil {
		return nil, misread(name, err)
	}
	at := make([]int, len(columns))
	for i, column := range columns {
		if at[i] = slices.Index(header, column); at[i] < 0 {
			return nil, fmt.Errorf("%s:1: no column %q; expected %s", name, column, strings.Join(columns, ","))
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
		g, err := generation(row, at)
		if err == nil && len(run) > 0 && g.Evaluations < run[len(run)-1].Evaluations {
			err = fmt.Errorf("evaluations %d after %d; expected no fewer",
				g.Evaluations, run[len(run)-1].Evaluations)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		run = append(run, g)
	}
	if len(run) == 0 {
		return nil, fmt.Errorf("%s:2: no rows; expected one for each generation", name)
	}
	return run, nil
}

// misread names the line at which a file is not CSV.
func misread(name string, err error) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d: %w; expected comma-separated values, as many as column names", name, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// generation reads a row. The i-th column of a trace is the at[i]-th of the row.
func generation(row []string, at []int) (plot.Generation, error) {
	var failure error
	fail := func(i int, expected string) {
		if failure == nil {
			failure = fmt.Errorf("%s is %.40q; expected %s", columns[i], row[at[i]], expected)
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
	g := plot.Generation{
		Subgoal: int(whole(0)), Phase: int(whole(1)), Generation: int(whole(2)),
		Best: number(3), Median: number(4), Mean: number(5), Diversity: number(6),
		Evaluations: whole(7), Seconds: number(9),
	}
	if row[at[8]] != "" {
		g.Length = int(whole(8))
	}
	return g, failure
}

// numbered matches the name of one of several runs, such as ga-1.
var numbered = regexp.MustCompile(`^(.*[^-_.0-9])[-_.]?[0-9]+$`)

// Evolutions groups traces by the names of their files: ga-1.csv and ga-2.csv are two
// runs of one evolution, ga. The order is kept.
func Evolutions(files []string, runs []Trace) []plot.Evolution {
	var all []plot.Evolution
	for i, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if part := numbered.FindStringSubmatch(name); part != nil {
			name = part[1]
		}
		known := slices.IndexFunc(all, func(e plot.Evolution) bool { return e.Name == name })
		if known < 0 {
			known = len(all)
			all = append(all, plot.Evolution{Name: name})
		}
		all[known].Runs = append(all[known].Runs, runs[i])
	}
	return all
}
