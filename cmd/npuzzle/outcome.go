package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/internal/units"
	"npuzzle/search"
)

func isolateFlag(to *bool) cli.Flag {
	return in(aboutLimits, &cli.BoolFlag{Name: "isolate", Usage: "run each trial in a process of its own, whose peak memory is measured", Destination: to})[0]
}

// summaryHeader names the columns of summaryRow but the first.
var summaryHeader = table.Row{"heuristic", "solved", "accuracy", "95 % interval", "length", "gap", "optimal", "median time", "mean time", "mean expanded", "mean evaluated"}

// summaryRow writes what the trials of one solver came to.
func summaryRow(name string, s analysis.Summary) table.Row {
	return table.Row{
		name,
		s.Solver.Heuristic,
		fmt.Sprintf("%d/%d", s.Solved, s.Trials),
		units.Share.Format(s.Accuracy.Value),
		fmt.Sprintf("%.1f-%.1f %%", 100*s.Accuracy.Low, 100*s.Accuracy.High),
		units.Moves.Format(s.MeanLength),
		gapText(s),
		units.Share.Format(s.OptimalShare),
		seconds(s.Of(analysis.Seconds).Median.Value),
		seconds(s.Of(analysis.Seconds).Mean),
		work(bench.Figure(s.Of(analysis.Expanded).Mean)),
		work(bench.Figure(s.Of(analysis.Evaluated).Mean)),
	}
}

// objectsOf returns the summaries as JSON objects.
func objectsOf(summaries []analysis.Summary) []analysis.Object {
	var objects []analysis.Object
	for _, s := range summaries {
		objects = append(objects, s.Object())
	}
	return objects
}

// gapText writes the mean gap, and of how many plans where that is not all.
func gapText(s analysis.Summary) string {
	if s.OptimalKnown == s.Solved || s.OptimalKnown == 0 {
		return units.Decimals(s.Gap.Value, 3)
	}
	return fmt.Sprintf("%s of %d", units.Decimals(s.Gap.Value, 3), s.OptimalKnown)
}

// unknownText says of how many solved puzzles no optimal length is known, and
// why. It is empty of none.
func unknownText(records []bench.Record) string {
	type puzzleOf struct {
		group  string
		number int
	}
	missing, reasons := map[puzzleOf]bool{}, map[string]bool{}
	for _, r := range records {
		p := puzzleOf{r.Group, r.Puzzle}
		if r.Status == search.Solved && r.OptimalCost == nil {
			missing[p] = true
			reasons[lab.WhyUnknown(r)] = true
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf("gap and optimal leave out %s of unknown optimal length: %s\n",
		plural(len(missing), "puzzle", "puzzles"), strings.Join(slices.Sorted(maps.Keys(reasons)), "; "))
}

// work writes a mean count of states or plans.
func work(f bench.Figure) string {
	if !f.Known() || f == 0 {
		return unknown
	}
	return grouped(uint64(f + 0.5))
}

// keptText says what is missing, what went wrong, and where the trials are kept.
func keptText(o lab.Outcome, store string) string {
	var b strings.Builder
	if o.Partial() {
		fmt.Fprintf(&b, "partial: %d of %d trials ended; the same command goes on from there\n", len(o.Records), o.Total)
	}
	wrong := 0
	var first struct{ what, key string }
	for _, r := range o.Records {
		if r.Error != "" {
			if wrong++; wrong == 1 {
				first.what = fmt.Sprintf("%s on board %d of %s: %s", r.Solver, r.Puzzle, r.Group, r.Error)
				first.key = o.Name + "/" + r.Key
			}
		}
	}
	if wrong > 0 {
		fmt.Fprintf(&b, "%s went wrong, the first %s; npuzzle show %s tells more, and after npuzzle remove %s the same command runs it again\n",
			plural(wrong, "trial", "trials"), first.what, first.key, first.key)
	}
	if o.Before > 0 {
		fmt.Fprintf(&b, "%s kept by an earlier run\n", plural(o.Before, "trial was", "trials were"))
	}
	fmt.Fprintf(&b, "trials kept in %s as %s\n", store, o.Name)
	return b.String()
}

// unsolved returns errUnsolved if a trial is missing or found no plan.
func unsolved(o lab.Outcome) error {
	if o.Partial() {
		return errUnsolved
	}
	for _, r := range o.Records {
		if r.Status != search.Solved {
			return errUnsolved
		}
	}
	return nil
}
