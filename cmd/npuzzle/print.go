package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// unknown stands in tables where a value is not known.
const unknown = units.Unknown

// amount writes a number of bytes.
func amount(n uint64) string { return units.Bytes.Format(float64(n)) }

// figure writes a number with a fixed number of decimals.
func figure(f bench.Figure, decimals int) string { return units.Decimals(float64(f), decimals) }

// percent writes a fraction in percent.
func percent(f bench.Figure) string { return units.Share.Format(float64(f)) }

// when writes a time in RFC 3339 without its seconds.
func when(text string) string {
	if len(text) < len("2006-01-02T15:04") {
		return unknown
	}
	return text[:10] + " " + text[11:16]
}

// work writes a mean count of states or plans as a whole number. A mean of 0 means that the
// solver does not count them, and is shown as unknown.
func work(mean float64) string {
	if math.IsNaN(mean) || mean == 0 {
		return unknown
	}
	return units.Grouped(uint64(mean + 0.5))
}

// costText writes a cost in the units in which the move costs were given, with as many decimals
// as it needs.
func costText(f bench.Figure) string { return strconv.FormatFloat(float64(f), 'f', -1, 64) }

// plainStyle draws a table without a frame.
var plainStyle = table.Style{
	Name: "npuzzle",
	Box: table.BoxStyle{
		MiddleHorizontal: "-",
		PaddingRight:     "  ",
		UnfinishedRow:    "~",
	},
	Options: table.Options{SeparateHeader: true},
}

// printTable prints rows under a header, which may be nil. The columns with the given
// numbers, counted from 1, hold words and are aligned to the left. All others hold numbers and
// are aligned to the right. Columns are separated by spaces alone, so that other programs can
// read the table, and lines have no trailing spaces.
func printTable(w io.Writer, header table.Row, rows []table.Row, words ...int) {
	t := table.NewWriter()
	t.SetStyle(plainStyle)
	t.SuppressTrailingSpaces()
	columns := len(header)
	if header == nil {
		columns = len(rows[0])
	}
	configs := make([]table.ColumnConfig, columns)
	for i := range configs {
		configs[i] = table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight}
	}
	for _, column := range words {
		configs[column-1].Align, configs[column-1].AlignHeader = text.AlignLeft, text.AlignLeft
	}
	t.SetColumnConfigs(configs)
	if header != nil {
		t.AppendHeader(header)
	}
	t.AppendRows(rows)
	fmt.Fprintln(w, t.Render())
}

// printTrial prints a trial, for solve and show: the board, how the run ended, the moves, and
// a table of the statistics that are not zero. A statistic that a solver does not report is
// zero, so each solver shows only its own.
func printTrial(w io.Writer, r bench.Record) {
	fmt.Fprintf(w, "board %d: %v\n%s\n%s", r.Puzzle, r.Board, endText(r), improvementText(r))
	if r.Moves != nil && *r.Moves != "" {
		fmt.Fprintln(w, *r.Moves)
	}
	fmt.Fprintln(w)
	rows := []table.Row{{"algorithm", r.Algorithm}}
	if r.Heuristic != heuristics.Zero.Name() {
		rows = append(rows, table.Row{"heuristic", r.Heuristic})
	}
	for _, c := range []struct {
		name  string
		count uint64
	}{
		{"expanded", r.Expanded},
		{"expanded before last f", r.ExpandedBeforeLastF},
		{"generated", r.Generated},
		{"evaluated", r.Evaluated},
		{"reopened", r.Reopened},
		{"duplicates", r.Duplicates},
		{"open", r.Open},
		{"peak open", r.PeakOpen},
		{"peak stored", r.PeakStored},
		{"discarded", r.Discarded},
	} {
		if c.count > 0 {
			rows = append(rows, table.Row{c.name, units.Grouped(c.count)})
		}
	}
	if r.MaxDepth > 0 {
		rows = append(rows, table.Row{"max depth", costText(r.MaxDepth)})
	}
	if r.Bytes > 0 {
		rows = append(rows, table.Row{"memory", amount(r.Bytes)})
	}
	if r.Resident != nil {
		rows = append(rows, table.Row{"memory of the process", amount(*r.Resident)})
	}
	rows = append(rows, table.Row{"time", units.Seconds.Format(r.Seconds)}, table.Row{"processor time",
		units.Seconds.Format(r.CPUSeconds)})
	printTable(w, nil, rows, 1)
}

// endText says in one line how a run ended: with a plan, whose optimality is proven or not; at
// a limit, with the best lower bound; or with an error.
func endText(r bench.Record) string {
	switch {
	case r.Error != "":
		return "failed: " + r.Error
	case r.Status == search.Unsolvable:
		return string(r.Status) + ": no legal moves lead to the goal " + r.Goal.String()
	case r.Status != search.Solved && r.LowerBound > 0 && r.MoveCosts.Unit():
		return string(r.Status) + ": any plan takes at least " + units.Plural(int(r.LowerBound), "move", "moves")
	case r.Status != search.Solved && r.LowerBound > 0:
		return string(r.Status) + ": any plan costs at least " + costText(r.LowerBound)
	case r.Status != search.Solved:
		return string(r.Status)
	}
	text := "solved in " + lengthText(*r.Length, *r.LengthMTM)
	if !r.MoveCosts.Unit() {
		text += " at a cost of " + costText(r.Cost)
	}
	switch {
	case r.Optimal:
		text += ", proven optimal"
	case r.LowerBound > 0:
		text += ", at least " + costText(r.LowerBound) + " needed"
	}
	return text
}

// improvementText says how the genetic solver shortened its first plan, and whether it went on until a
// limit. It is empty if it ended with its first plan.
func improvementText(r bench.Record) string {
	if len(r.Found) == 0 || r.GA["improve"] != "true" {
		return ""
	}
	text := func(f search.Found) string {
		after := units.Seconds.Format(f.Seconds)
		if f.Seconds == 0 { // not measured by earlier versions
			after = units.Plural(int(f.Evaluated), "plan evaluated", "plans evaluated")
		}
		return fmt.Sprintf("%s after %s", units.Plural(f.Length, "move", "moves"), after)
	}
	first, last := r.Found[0], r.Found[len(r.Found)-1]
	line := ""
	if len(r.Found) > 1 {
		line = fmt.Sprintf("first plan: %s; shortest: %s\n", text(first), text(last))
	}
	until := ""
	switch endless := r.GA["patience"] == "auto" || r.GA["patience"] == "0"; {
	case r.Optimal || !endless:
	case r.TimeLimit > 0 && r.Seconds >= r.TimeLimit:
		until = "time"
	case r.NodeLimit > 0:
		until = "node"
	}
	if until != "" {
		line += fmt.Sprintf("looked for shorter plans until the %s limit; --first stops at the first plan\n", until)
	}
	return line
}

// lengthText writes the length of a plan in single-tile moves and in multi-tile moves, in
// which tiles that slide together count once.
func lengthText(length, mtm int) string {
	return fmt.Sprintf("%s (%s multi-tile)", units.Plural(length, "move", "moves"), units.Grouped(uint64(mtm)))
}

// printResults prints a table of results, or everything about a single trial; then what is
// missing, what failed, and where the trials are kept.
func printResults(w io.Writer, results *analysis.Analysis, o lab.Outcome, store string) {
	if o.Total == 1 && len(o.Records) == 1 {
		printTrial(w, o.Records[0])
		fmt.Fprintln(w)
	} else if summaries := results.Summaries(); len(summaries) > 0 {
		printSummaries(w, summaries, len(results.Groups) > 1)
		fmt.Fprintln(w)
	}
	io.WriteString(w, unknownText(o.Records)+keptText(o, store))
}

// printSummaries prints a row for each solver on each group of puzzles. If there are several
// groups, the first column names the group. The gap and the share of optimal plans cover the
// puzzles whose optimal cost is known; their number stands beside the gap where it differs
// from the number of solved puzzles.
func printSummaries(w io.Writer, summaries []analysis.Summary, groups bool) {
	header := table.Row{
		"puzzles", "solver", "heuristic", "solved", "accuracy", "95 % interval", "length", "gap", "optimal",
		"median time", "mean time", "mean expanded", "mean evaluated",
	}
	var rows []table.Row
	for _, s := range summaries {
		name := strings.TrimSuffix(s.Solver.Name, " "+s.Solver.Heuristic) // the heuristic has a column of its own
		gap := units.Decimals(float64(s.Gap), 3)
		if s.OptimalKnown != s.Solved && s.OptimalKnown > 0 {
			gap += fmt.Sprintf(" of %d", s.OptimalKnown)
		}
		rows = append(rows, table.Row{
			s.Group.Name, name, s.Solver.Heuristic, fmt.Sprintf("%d/%d", s.Solved, s.Trials),
			percent(s.Accuracy), intervalText(s.AccuracyLow, s.AccuracyHigh),
			figure(s.MeanLength, 2), gap, percent(s.OptimalShare),
			units.Seconds.Format(float64(s.MedianSeconds)), units.Seconds.Format(float64(s.MeanSeconds)),
			work(s.Of(analysis.Expanded).Mean), work(s.Of(analysis.Evaluated).Mean),
		})
	}
	if groups {
		printTable(w, header, rows, 1, 2, 3)
		return
	}
	for i := range rows {
		rows[i] = rows[i][1:]
	}
	printTable(w, header[1:], rows, 1, 2)
}

// intervalText writes the confidence interval of an accuracy, in percent.
func intervalText(low, high float64) string { return units.Range(low, high, units.Share.Format) }

// unknownText says of how many solved puzzles no optimal length is known, and why. It is
// empty if there are none.
func unknownText(records []bench.Record) string {
	type puzzleOf struct {
		group  string
		number int
	}
	missing, reasons := map[puzzleOf]bool{}, map[string]bool{}
	for _, r := range records {
		if r.Status == search.Solved && r.OptimalCost == nil {
			missing[puzzleOf{r.Group, r.Puzzle}] = true
			reasons[lab.WhyUnknown(r)] = true
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf("gap and optimal exclude %s whose optimal length is unknown: %s\n",
		units.Plural(len(missing), "puzzle", "puzzles"), strings.Join(slices.Sorted(maps.Keys(reasons)), "; "))
}

// keptText says how many trials are missing, which one failed first, and where the trials
// are kept. Of a failure it names the commands that show the trial and run it again.
func keptText(o lab.Outcome, store string) string {
	var b strings.Builder
	if o.Partial() {
		fmt.Fprintf(&b, "partial: %d of %d trials ended; run the same command again to "+
			"continue\n", len(o.Records), o.Total)
	}
	failed := slices.DeleteFunc(slices.Clone(o.Records), func(r bench.Record) bool { return r.Error == "" })
	if len(failed) > 0 {
		r := failed[0]
		key := o.Name + "/" + r.Key
		fmt.Fprintf(&b, "%s failed, the first %s on board %d of %s: %s; npuzzle show %s prints it; "+
			"npuzzle remove %s lets the same command run it again\n",
			units.Plural(len(failed), "trial", "trials"), r.Solver, r.Puzzle, r.Group, r.Error, key, key)
	}
	switch {
	case o.Before > 0 && o.Before == o.Total:
		fmt.Fprintf(&b, "stored results: no trial ran again; npuzzle remove %s lets the same command run all anew\n",
			o.Name)
	case o.Before > 0:
		fmt.Fprintf(&b, "%s from an earlier run\n", units.Plural(o.Before, "trial is", "trials are"))
	}
	fmt.Fprintf(&b, "trials kept in %s as %s\n", store, o.Name)
	return b.String()
}
