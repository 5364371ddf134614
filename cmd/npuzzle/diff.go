package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// difference is the JSON output of diff. Each ratio divides a value of the second
// experiment by that of the first.
type difference struct {
	First   string             `json:"first"`
	Second  string             `json:"second"`
	Solvers []solverDifference `json:"solvers"`
}

// solverDifference compares a solver of the first experiment with a solver of the second, on boards of
// one size.
type solverDifference struct {
	Group      string              `json:"group"` // size of the boards
	About      string              `json:"about"` // what is the sample: all boards of this kind, or these boards
	First      string              `json:"first"`
	Second     string              `json:"second"`
	Both       int                 `json:"both"` // number of puzzles that both solved
	OnlyFirst  int                 `json:"only_first"`
	OnlySecond int                 `json:"only_second"`
	Neither    int                 `json:"neither"`
	Measures   []measureDifference `json:"measures"`
}

// measureDifference compares the two solvers by one measure. Unknown values are null.
type measureDifference struct {
	Measure    string       `json:"measure"`
	First      bench.Figure `json:"first"`
	Second     bench.Figure `json:"second"`
	Ratio      bench.Figure `json:"ratio"` // geometric mean of the ratios over boards; for accuracy the ratio
	RatioLow   bench.Figure `json:"ratio_low"`
	RatioHigh  bench.Figure `json:"ratio_high"`
	Difference bench.Figure `json:"difference"` // of the accuracies, second minus first; null for other measures
	Lower      bench.Figure `json:"difference_low"`
	Upper      bench.Figure `json:"difference_high"`
	Differ     int          `json:"differ"` // number of boards on which the values differ
	Effect     bench.Figure `json:"effect"` // below 0 if the second has the smaller values
	P          bench.Figure `json:"p"`
	PCorrected bench.Figure `json:"p_corrected"`
	Different  bool         `json:"different"`

	format func(float64) string
}

// diffCommand compares two stored experiments, as benchstat does. It pairs solvers of the
// same name, and compares them on the same puzzles.
func diffCommand(con console) *cli.Command {
	var file, otherFile, group string
	flags := in(aboutOutput, storeFlag(&file),
		withDefault("that of the first", fileFlag("other-store", "take the second experiment from the store `FILE`",
			&otherFile)),
		flagOf("group", "compare only boards of the group `NAME`", "", &group, asGiven),
		jsonFlag("print one JSON object instead of the table", &con.json))
	return command("diff", flags, func(c *cli.Context) error {
		first, second := c.Args().Get(0), c.Args().Get(1)
		one, err := trialsOf(c.Context, file, first, group, con)
		if err != nil {
			return err
		}
		other, err := trialsOf(c.Context, cmp.Or(otherFile, file), second, group, con)
		if err != nil {
			return err
		}
		return diff(first, second, one, other, con)
	})
}

// diff prints how the second experiment differs from the first. If no two solvers have
// the same name and a common puzzle, diff returns a usage error.
func diff(first, second string, one, other *analysis.Analysis, con console) error {
	d := difference{First: first, Second: second}
	for _, of := range analysis.Diffs(one, other) {
		d.Solvers = append(d.Solvers, differenceOf(of))
	}
	if d.Solvers == nil {
		return misuse("no solver of %.60q tried a puzzle that a solver of the same name in %.60q tried; "+
			"expected EXPERIMENT/SOLVER to choose solvers of other names: %s; %s", first, second,
			strings.Join(solverNames(one.Trials), ", "), strings.Join(solverNames(other.Trials), ", "))
	}
	return con.result(d, func() { printDifference(con, d) })
}

// trialsOf returns the trials of an experiment. Given EXPERIMENT/SOLVER, it returns only
// the trials of this solver, whose name may include the heuristic, as in tables. Given a
// group, it returns only the trials on its boards.
func trialsOf(ctx context.Context, file, name, group string, con console) (*analysis.Analysis, error) {
	e, records, err := find(ctx, file, name, con)
	experiment, solver, chosen := strings.Cut(name, "/")
	if chosen = chosen && is[*store.MissingError](err); chosen {
		e, records, err = find(ctx, file, experiment, con)
	}
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, misuse("%.60q is a trial; expected EXPERIMENT or EXPERIMENT/SOLVER", name)
	}
	all := analysis.Stored(e.Definition, records)
	var groups []string
	for _, g := range all.Groups {
		groups = append(groups, g.Name)
	}
	inGroup, found := units.FindName(group, groups)
	if group != "" && !found {
		return nil, &usageError{units.UnknownName("group of "+name, group, groups)}
	}
	known := !chosen
	records = slices.DeleteFunc(slices.Clone(records), func(r bench.Record) bool {
		_, named := units.FindName(solver, []string{r.Solver, withHeuristic(r.Solver, r.Heuristic)})
		known = known || named
		return chosen && !named || group != "" && r.Group != inGroup
	})
	if !known {
		return nil, &usageError{units.UnknownName("solver of "+e.Name, solver, solverNames(all.Trials))}
	}
	return analysis.Stored(e.Definition, records), nil
}

// solverNames lists the solvers of the given trials.
func solverNames(records []bench.Record) []string {
	var names []string
	for _, s := range analysis.New(bench.Experiment{}, records).Solvers {
		names = append(names, s.Name)
	}
	return names
}

// differenceOf converts the comparisons of a pair to their JSON form. In analysis.Diffs, First is the later solver.
func differenceOf(comparisons []analysis.Comparison) solverDifference {
	p := comparisons[0]
	all := solverDifference{
		Group: p.Group.Name, About: p.Question.String(), First: p.Second.Name, Second: p.First.Name,
		Both: p.Both, OnlyFirst: p.OnlySecond, OnlySecond: p.OnlyFirst, Neither: p.Neither,
	}
	for _, c := range comparisons {
		all.Measures = append(all.Measures, measureDifference{
			c.Measure.Name, bench.Figure(c.Means[1]), bench.Figure(c.Means[0]), bench.Figure(c.Ratio.Value),
			bench.Figure(c.Ratio.Low), bench.Figure(c.Ratio.High), bench.Figure(c.Difference.Value),
			bench.Figure(c.Difference.Low), bench.Figure(c.Difference.High), c.Test.N, bench.Figure(c.Test.Effect),
			bench.Figure(c.Test.P), bench.Figure(c.Corrected), c.Different(), c.Measure.Format,
		})
	}
	return all
}

// printDifference prints a table for each pair of solvers, with a row for each measure.
// The two solvers have different names only if there is a single pair, see
// analysis.Diffs.
func printDifference(con console, d difference) {
	fmt.Fprintf(con.out, "first:  %s\nsecond: %s\n", d.First, d.Second)
	for _, s := range d.Solvers {
		var rows []table.Row
		for _, m := range s.Measures {
			ratio := units.Ratio.Format(float64(m.Ratio))
			if !m.Different {
				ratio = "~"
			}
			interval := units.Range(float64(m.RatioLow), float64(m.RatioHigh), units.Ratio.Format)
			if m.Measure == analysis.Accuracy.Name {
				interval = units.Range(100*float64(m.Lower), 100*float64(m.Upper), func(x float64) string {
					return units.Decimals(x, 1)
				})
			}
			rows = append(rows, table.Row{
				m.Measure, m.format(float64(m.First)), m.format(float64(m.Second)), ratio, interval,
				fmt.Sprint(m.Differ), units.Probability.Format(float64(m.PCorrected)),
			})
		}
		title := fmt.Sprintf("%s solved by both, %d by the first only, %d by the second only, %d by neither",
			units.Plural(s.Both, "board", "boards"), s.OnlyFirst, s.OnlySecond, s.Neither)
		if s.First == s.Second {
			title = s.First + ": " + title
		}
		if slices.ContainsFunc(d.Solvers, func(o solverDifference) bool { return o.Group != s.Group }) {
			title = s.Group + ", " + title
		}
		if s.About == analysis.OfThese.String() {
			title += "; about these boards: the runs are the sample"
		} else if slices.ContainsFunc(d.Solvers, func(o solverDifference) bool { return o.About != s.About }) {
			title += "; about all boards of this kind: the boards are the sample"
		}
		con.text("", title)
		con.table(table.Row{"measure", "first", "second", "ratio", "95 % interval", "differ", "p"}, rows, 1)
	}
	con.text("", "ratio: second to first; of accuracy the quotient of the fractions, of all else the geometric mean "+
		"over the boards that both solved, for which first and second are means. The interval is that of the ratio "+
		"or, of accuracy, that of the difference in points, second minus first. differ: boards on which the two "+
		"differ. p is corrected for the number of pairs of solvers (Holm). ~: no test tells the two apart (p of 0.05 "+
		"or more, or too few boards differ)")
}
