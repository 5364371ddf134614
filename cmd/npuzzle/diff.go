package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/store"
	"npuzzle/bench/tune"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// diffCommand compares two stored experiments, as benchstat does. It pairs solvers of the
// same name, and compares them on the same puzzles. If no two solvers have the same name and
// a common puzzle, it returns a usage error.
func diffCommand(con cli.Console) *urfave.Command {
	var file, otherFile, group string
	var explain bool
	flags := []urfave.Flag{
		cli.StoreFlag("output", &file),
		&urfave.StringFlag{
			Name: "other-store", Category: "output",
			Usage:       "take the second experiment from the store `FILE`",
			DefaultText: "that of the first",
			Destination: &otherFile,
		},
		&urfave.StringFlag{
			Name: "group", Category: "output",
			Usage:       "compare only boards of the group `NAME`",
			Destination: &group,
		},
		cli.ExplainFlag(&explain),
		cli.JSONFlag("print one JSON object instead of the table", &con.JSON),
	}
	action := func(c *urfave.Context) error {
		first := c.Args().Get(0)
		second := c.Args().Get(1)
		one, _, err := trialsOf(c.Context, file, first, group, con)
		if err != nil {
			return err
		}
		other, experiment, err := trialsOf(c.Context, cmp.Or(otherFile, file), second, group, con)
		if err != nil {
			return err
		}
		var pairs [][]analysis.Comparison
		err = con.Compute(c.Context, func() error {
			pairs = analysis.Diffs(one, other)
			return nil
		})
		if err != nil {
			return err
		}
		if len(pairs) == 0 && !shareSize(one, other) {
			return cli.Misuse("no board in common: %.60q has %s, %.60q has %s", first, sizesOf(one),
				second, sizesOf(other))
		}
		if len(pairs) == 0 {
			return cli.Misuse("no solver of %.60q tried a puzzle that a solver of the same name "+
				"in %.60q tried; expected EXPERIMENT/SOLVER to choose solvers of other names: "+
				"%s; %s", first, second,
				strings.Join(cli.SolverNames(one.Trials), ", "),
				strings.Join(cli.SolverNames(other.Trials), ", "))
		}
		differing := cli.Differing{
			Second:  experiment,
			Store:   cli.StoreName(cmp.Or(otherFile, file)),
			Pairs:   pairs,
			Explain: explain,
		}
		result := map[string]any{
			"first": first, "second": second, "solvers": cli.Map(pairs, differenceOf),
			"next": differing.Next(),
		}
		return con.Result(result, func() {
			fmt.Fprintf(con.Out, "first:  %s\nsecond: %s\n", first, second)
			cli.PrintDiff(con, differing)
			cli.PrintOtherCPU(con, slices.Concat(one.Trials, other.Trials))
		})
	}
	return &urfave.Command{
		Name: "diff",
		Usage: "compare the solvers of two stored experiments, or two solvers, on the same " +
			"boards",
		ArgsUsage: "EXPERIMENT[/SOLVER] EXPERIMENT[/SOLVER]",
		Description: `
Given two experiments, diff compares solvers of the same name. SOLVER chooses a single solver, by
its name in the table that npuzzle show EXPERIMENT prints. Only boards that are in both experiments
count. Sizes are compared one by one.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle diff compare-1/astar 'compare-1/ga pure'",
			"npuzzle diff compare-1/astar 'compare-2/wastar weight=2' --json",
		),
	}
}

// shareSize reports whether both experiments have boards of a size.
func shareSize(one, other *analysis.Analysis) bool {
	sizes := other.Sizes()
	for _, size := range one.Sizes() {
		if slices.Contains(sizes, size) {
			return true
		}
	}
	return false
}

// sizesOf lists the sizes of the boards of an experiment.
func sizesOf(a *analysis.Analysis) string {
	var texts []string
	for _, size := range a.Sizes() {
		texts = append(texts, size.String())
	}
	return strings.Join(texts, ", ")
}

// trialsOf returns the trials of an experiment, and its name. Given EXPERIMENT/SOLVER, it returns
// only the trials of this solver, whose name may include the heuristic, as in tables. Given a
// group, it returns only the trials on its boards.
func trialsOf(
	ctx context.Context, file, name, group string, con cli.Console,
) (trials *analysis.Analysis, experiment string, err error) {
	e, records, err := cli.Find(ctx, file, name, con)
	before, solver, chosen := strings.Cut(name, "/")
	if chosen = chosen && cli.Is[*store.MissingError](err); chosen {
		e, records, err = cli.Find(ctx, file, before, con)
	}
	if err != nil {
		return nil, "", err
	}
	if e == nil {
		return nil, "", cli.Misuse("%.60q is a trial; expected EXPERIMENT or EXPERIMENT/SOLVER", name)
	}
	analysed := analysis.Stored(e.Definition, records)
	groups, err := chosenGroups(analysed, *e, group, con)
	if err != nil {
		return nil, "", err
	}
	known := !chosen
	records = cli.Where(records, func(r bench.Record) bool {
		_, named := units.FindName(solver,
			[]string{r.Solver, cli.WithHeuristic(r.Solver, r.Heuristic)})
		known = known || named
		return (named || !chosen) && slices.Contains(groups, r.Group)
	})
	if !known {
		return nil, "", cli.AsUsage(units.UnknownName("solver of "+e.Name, solver,
			cli.SolverNames(analysed.Trials)))
	}
	return analysis.Stored(e.Definition, records), e.Name, nil
}

// chosenGroups returns the names of the groups whose boards are compared: the given group, or else
// all. Of a tuning, only the test boards are compared unless a group is given, because the other
// boards were used to choose the winner.
func chosenGroups(
	all *analysis.Analysis, e store.Experiment, group string, con cli.Console,
) ([]string, error) {
	groups := cli.Map(all.Groups, func(g analysis.Group) string { return g.Name })
	if group != "" {
		chosen, found := units.FindName(group, groups)
		if !found {
			return nil, cli.AsUsage(units.UnknownName("group of "+e.Name, group, groups))
		}
		return []string{chosen}, nil
	}
	tests := cli.Where(groups, tune.IsTest)
	if e.Kind != "tune" || len(tests) == 0 {
		return groups, nil
	}
	con.Notice(fmt.Sprintf("%s is a tuning: only its test boards are compared, because the others "+
		"were used to choose the winner; --group compares others", e.Name))
	return tests, nil
}

// differenceOf describes the comparisons of a pair as a JSON object. In analysis.Diffs, the first
// solver of a pair is that of the second experiment. Unknown values are null. Each ratio divides a
// value of the second experiment by that of the first. An effect below 0 means that the second has
// the smaller values.
func differenceOf(comparisons []analysis.Comparison) map[string]any {
	var measures []map[string]any
	for _, c := range comparisons {
		f := func(x float64) bench.Figure { return bench.Figure(x) }
		measures = append(measures, map[string]any{
			"measure": c.Measure.Name, "first": f(c.Means[1]), "second": f(c.Means[0]),
			"ratio":           f(c.Ratio.Value),
			"ratio_low":       f(c.Ratio.Low),
			"ratio_high":      f(c.Ratio.High),
			"difference":      f(c.Difference.Value), // of the accuracies; null for other measures
			"difference_low":  f(c.Difference.Low),
			"difference_high": f(c.Difference.High),
			"differ":          c.Test.N,
			"effect":          f(c.Test.Effect),
			"p":               f(c.Test.P),
			"p_corrected":     f(c.Corrected),
			"different":       c.Different(),
			"n":               cli.SampleSize(c),
		})
	}
	p := comparisons[0]
	verdict, _ := cli.PairVerdict(comparisons)
	return map[string]any{
		"verdict":     verdict,
		"group":       p.Group.Name,
		"about":       p.Question.String(),
		"first":       p.Second.Name,
		"second":      p.First.Name,
		"both":        p.Both,
		"only_first":  p.OnlySecond,
		"only_second": p.OnlyFirst,
		"neither":     p.Neither,
		"identical":   p.Identical(),
		"measures":    measures,
	}
}
