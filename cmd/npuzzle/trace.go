package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/search"
)

// traceFiles are the new files that the history of one evolution goes to, and
// that history.
type traceFiles struct {
	csv, plot string
	rows      *[]plot.Generation // a row for each generation, and for each plan that is shorter than those before
	begun     *bool              // the first board's run, which is the only one to be kept
}

func (f *traceFiles) flags() []cli.Flag {
	f.rows, f.begun = new([]plot.Generation), new(bool)
	trace := flagOf("trace", "new `FILE` for the history of the one board's evolution, as CSV: a row a generation, of phase 0 where plans are improved", "", &f.csv, func(text string) (string, error) { return text, nil })
	trace.TakesFile = true
	return in(aboutOutput, trace, plotFlag("plot", "new `FILE` for a plot of that history, .svg or .png", &f.plot))
}

func (f *traceFiles) wanted() bool { return f.csv != "" || f.plot != "" }

// check refuses files that cannot be, before there is anything to keep in them.
func (f *traceFiles) check(algorithm string) error {
	if !f.wanted() {
		return nil
	}
	if algorithm != "ga" {
		return misuse("--trace and --plot show an evolution; expected --algorithm ga")
	}
	if f.csv == f.plot {
		return misuse("--trace and --plot name one file, %s; expected two", f.csv)
	}
	if err := newFile("trace", f.csv); err != nil {
		return err
	}
	return newFile("plot", f.plot)
}

// observer returns an observer that keeps the history of a run and passes it on.
func (f *traceFiles) observer(next search.Observer) search.Observer {
	if !f.wanted() || *f.begun {
		return next
	}
	*f.begun = true
	start, length := time.Now(), 0
	return func(p search.Progress) {
		if p.Plan != nil {
			length = len(p.Plan)
		}
		g := p.Generation
		*f.rows = append(*f.rows, plot.Generation{
			Subgoal: g.Subgoal, Phase: g.Phase, Generation: g.Number, Best: float64(g.Best), Median: float64(g.Median), Mean: g.Mean, Diversity: g.Diversity,
			Evaluations: p.Evaluated, Length: length, Seconds: time.Since(start).Seconds(),
		})
		if next != nil {
			next(p)
		}
	}
}

// write writes the history of a trial, which must be the only one.
func (f *traceFiles) write(t bench.Trial) error {
	if !f.wanted() {
		return nil
	}
	if t.Puzzle.Number > 1 {
		return misuse("--trace and --plot take the history of one board; expected no other")
	}
	if f.csv != "" {
		if err := f.writeCSV(); err != nil {
			return err
		}
	}
	if f.plot == "" {
		return nil
	}
	title := fmt.Sprintf("Evolution of a plan for %s", t.Puzzle.Start)
	return writePlot(f.plot, plot.Convergence(title, plot.Evolution{Name: t.Solver.Settings.Algorithm, Runs: [][]plot.Generation{*f.rows}}))
}

// writeCSV writes a row for each generation and each better plan; the length is
// empty as long as there is no plan.
func (f *traceFiles) writeCSV() error {
	file, err := os.OpenFile(f.csv, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	w := csv.NewWriter(file)
	w.Write([]string{"subgoal", "phase", "generation", "best", "median", "mean", "diversity", "evaluations", "length", "seconds"})
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, row := range *f.rows {
		length := ""
		if row.Length > 0 {
			length = strconv.Itoa(row.Length)
		}
		w.Write([]string{
			strconv.Itoa(row.Subgoal), strconv.Itoa(row.Phase), strconv.Itoa(row.Generation), number(row.Best), number(row.Median), number(row.Mean),
			number(row.Diversity), strconv.FormatUint(row.Evaluations, 10), length, number(row.Seconds),
		})
	}
	w.Flush()
	return errors.Join(w.Error(), file.Close())
}
