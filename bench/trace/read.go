package trace

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

	"npuzzle/bench/plot"
)

// columns are those that a trace must have; others are passed over.
var columns = []string{"subgoal", "phase", "generation", "best", "median", "mean", "diversity", "evaluations", "length", "seconds"}

// Read reads a trace: CSV with a line of column names, and a row for each
// generation in the order in which they went, the length empty where there was no
// plan yet. An error says where in the file of that name, and what was expected.
func Read(r io.Reader, name string) ([]plot.Generation, error) {
	lines := csv.NewReader(r)
	lines.ReuseRecord = true
	header, err := lines.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: empty; expected a line of column names: %s", name, strings.Join(columns, ","))
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
	var run []plot.Generation
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
			err = fmt.Errorf("evaluations %d after %d; expected no fewer", g.Evaluations, run[len(run)-1].Evaluations)
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

// misread says where a file is no CSV.
func misread(name string, err error) error {
	if parse, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d: %w; expected comma-separated values, as many as column names", name, parse.Line, parse.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// generation reads a row, whose columns stand where at says.
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

// numbered is a name that says which run of one evolution a file is.
var numbered = regexp.MustCompile(`^(.*[^-_.0-9])[-_.]?[0-9]+$`)

// Evolutions puts runs together by the names of their files: ga-1.csv and
// ga-2.csv are two runs of one evolution, ga. They stay in their order.
func Evolutions(files []string, runs [][]plot.Generation) []plot.Evolution {
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
