package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/heuristics"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/solvers"
)

// unknown is the text of an unknown value in tables.
const unknown = units.Unknown

// amount writes a number of bytes.
func amount(n uint64) string { return units.Bytes.Format(float64(n)) }

// figure writes a number with a fixed number of decimals.
func figure(f bench.Figure, decimals int) string { return units.Decimals(float64(f), decimals) }

// percent writes a fraction in percent.
func percent(f bench.Figure) string { return units.Share.Format(float64(f)) }

// when shortens a time in RFC 3339 to the date and the time without seconds.
func when(text string) string {
	if len(text) < len("2006-01-02T15:04") {
		return unknown
	}
	return text[:10] + " " + text[11:16]
}

// costText writes a cost in the unit of the given move costs, with as many decimals as
// needed.
func costText(f bench.Figure) string { return figure(f, -1) }

// printTrial prints a trial, for solve and show: the board, how the run ended, the moves,
// and a table of statistics. It leaves out counts of 0, which are counts that the solver
// does not report, and the table if no search took place.
func printTrial(con console, r bench.Record) {
	fmt.Fprintf(con.out, "board %d: %v\n%s%s", r.Puzzle, r.Board, textOf("end", r), improvementText(r))
	if r.Moves != nil && *r.Moves != "" {
		fmt.Fprintln(con.out, *r.Moves)
	}
	if r.Status == search.Unsolvable {
		return
	}
	fmt.Fprintln(con.out)
	rows := []table.Row{{"algorithm", r.Algorithm}}
	if r.Heuristic != heuristics.Zero.Name() {
		rows = append(rows, table.Row{"heuristic", r.Heuristic})
	}
	for _, statistic := range bench.Statistics {
		switch n := statistic.Of(&r); {
		case !(n > 0) || slices.Contains(inHeading, statistic.Name):
		case statistic.Name == "max_cost" && r.MoveCosts.Unit(): // it is the maximum depth
		default:
			rows = append(rows, table.Row{statistic.Label, statisticText(statistic, float64(n))})
		}
	}
	con.table(nil, rows, 1)
}

// inHeading names the statistics that the lines above the table of statistics show.
var inHeading = []string{"length", "length_mtm", "cost", "lower_bound"}

// statisticText writes a value of a statistic for people.
func statisticText(s bench.Statistic, x float64) string {
	switch s.Unit {
	case "bytes", "seconds":
		return units.Of(s.Unit).Format(x)
	case "cost":
		return costText(bench.Figure(x))
	}
	return units.Grouped(uint64(x))
}

// improvementText says how an anytime solver shortened its first plan, and whether the genetic solver
// stopped at a limit. It returns "" if the solver stopped at its first plan.
func improvementText(r bench.Record) string {
	if len(r.Found) == 0 || r.Settings["improve"] == "false" {
		return ""
	}
	limit := ""
	switch endless := r.Settings["patience"] == "auto" || r.Settings["patience"] == "0"; {
	case r.Optimal || !endless:
	case r.TimeLimit > 0 && r.Seconds >= r.TimeLimit:
		limit = "time"
	case r.CPULimit > 0 && float64(r.CPUSeconds) >= r.CPULimit:
		limit = "processor time"
	case r.NodeLimit > 0 && r.EvaluationLimit > 0:
		limit = "node or evaluation"
	case r.EvaluationLimit > 0:
		limit = "evaluation"
	case r.NodeLimit > 0:
		limit = "node"
	}
	return textOf("improvement", map[string]any{
		"Several": len(r.Found) > 1, "First": r.Found[0], "Last": r.Found[len(r.Found)-1], "Limit": limit})
}

// lengthText writes the length of a plan in single-tile moves and in multi-tile moves.
// Sliding several tiles together is one multi-tile move. Old records lack their number.
func lengthText(length int, mtm *int) string {
	text := units.Plural(length, "move", "moves")
	if mtm != nil {
		text += fmt.Sprintf(" (%s multi-tile)", units.Grouped(uint64(*mtm)))
	}
	return text
}

// keptTrials is the data of the text "kept".
type keptTrials struct {
	lab.Outcome
	Store, Next string
}

// printResults prints a table of results, or all data of the trial if there is only one.
// It then prints notes: why gaps are missing, that trials come from several machines, which
// trials are missing or failed, where the trials are stored, and the command that shows more
// of the experiment than its table.
func printResults(con console, a *analysis.Analysis, o lab.Outcome, store string) {
	if o.Total == 1 && len(o.Records) == 1 {
		printTrial(con, o.Records[0])
		fmt.Fprintln(con.out)
	} else {
		printSummaries(con, a)
	}
	if a.Baseline != "" {
		printBaseline(con, a)
	}
	if text := unknownText(o.Records); text != "" {
		con.text(text)
	}
	if text := a.Machines.Warning(); text != "" {
		con.text(text, "")
	}
	next := []string{"npuzzle", "report", o.Name}
	if store != storeName("") {
		next = append(next, "--store", store)
	}
	con.say("kept", keptTrials{o, store, shellLine(next)})
}

// printBaseline prints the comparison of each solver with the baseline, to answer the usual question about each
// group.
func printBaseline(con console, a *analysis.Analysis) {
	usual := func(p analysis.Pair) bool { return p.Question == p.Group.Question() }
	if pairs := analysis.ByPair(lists.Where(a.Pairs(), usual)); len(pairs) > 0 {
		con.text("first: " + a.Baseline + "; second: each other solver")
		printDifferences(con, pairs)
		fmt.Fprintln(con.out)
	}
}

// printSummaries prints a table of summaries for each group of puzzles, the best solver first. Notes below the
// tables say, for each group, which solver did best and by how much, and why puzzles were not solved.
func printSummaries(con console, a *analysis.Analysis) {
	var notes []string
	groups := a.Rankings()
	all := slices.Concat(groups...)
	for _, ranking := range groups {
		of := ""
		if len(groups) > 1 {
			of = ranking[0].Group.Title() + ": "
			con.text(ranking[0].Group.Title())
		}
		if text := analysis.Conclusion(ranking); text != "" {
			notes = append(notes, of+text)
		}
		unsolved := lists.Where(ranking, func(r analysis.Ranked) bool { return r.Ends != "" })
		if len(unsolved) > 0 {
			ends := lists.Map(unsolved, func(r analysis.Ranked) string { return r.Name + " " + r.Ends })
			notes = append(notes, of+"not solved: "+strings.Join(ends, "; "))
		}
		printSummary(con, ranking)
	}
	if slices.ContainsFunc(all, func(r analysis.Ranked) bool { return r.SameAs != "" }) {
		notes = slices.Insert(notes, 0, "= the same results on every board as another row")
	}
	if slices.ContainsFunc(all, func(r analysis.Ranked) bool { return !r.Good }) {
		notes = slices.Insert(notes, 0, analysis.Marks)
	}
	if notes != nil {
		con.text(append(notes, "")...)
	}
}

// printSummary prints a table of the summaries of a group below a line of what all solvers have
// in common. The gap and the share of optimal plans cover only the puzzles whose optimal cost is
// known. If these are not all solved puzzles, their number follows the gap.
func printSummary(con console, ranking []analysis.Ranked) {
	varied := variedSettings(ranking)
	header := table.Row{"solver"}
	for _, name := range varied {
		header = append(header, name)
	}
	header = append(header, "trials", "accuracy", "length", "gap", "optimal", "median time", "mean time")
	header = append(header, lists.Map(analysis.Compared, func(m analysis.Measure) any { return m.Name })...)
	var rows []table.Row
	var used, without []string // heuristics in use, and solvers that use none
	for _, s := range ranking {
		switch none := s.Heuristic == heuristics.Zero.Name(); {
		case none:
			without = append(without, s.Name)
		case !slices.Contains(used, s.Heuristic):
			used = append(used, s.Heuristic)
		}
	}
	worse := slices.ContainsFunc(ranking, func(r analysis.Ranked) bool { return !r.Good })
	for _, s := range ranking {
		solver, values := splitName(s.Name)
		row := table.Row{solver}
		several := len(used) > 1 && slices.Contains(used, s.Heuristic)
		if several && !slices.Contains(strings.Fields(s.Name), s.Heuristic) {
			row[0] = withHeuristic(solver, s.Heuristic)
		}
		if mark := s.Mark(); worse && mark != "" {
			row[0] = fmt.Sprint(row[0], " ", mark)
		}
		if s.SameAs != "" {
			row[0] = fmt.Sprint(row[0], " =")
		}
		for _, name := range varied {
			value := values[name]
			if value == "" { // a solver that does not take the setting
				value = unknown
			}
			row = append(row, value)
		}
		interval := units.Range(s.AccuracyLow, s.AccuracyHigh, units.Share.Format)
		accuracy := fmt.Sprintf("%s (%s)", percent(s.Accuracy), strings.TrimSuffix(interval, " %"))
		gap := units.Gap.Format(float64(s.Gap))
		if s.OptimalKnown != s.Solved && s.OptimalKnown > 0 {
			gap += fmt.Sprintf(" of %d", s.OptimalKnown)
		}
		row = append(row, fmt.Sprint(s.Trials), accuracy, figure(s.MeanLength, 2), gap, percent(s.OptimalShare),
			units.Seconds.Format(float64(s.MedianSeconds)), units.Seconds.Format(float64(s.MeanSeconds)))
		figures := lists.Map(analysis.Compared, func(m analysis.Measure) any { return m.Format(s.Of(m).Mean) })
		rows = append(rows, append(row, figures...))
	}
	header, shared := withoutShared(header, rows)
	if len(varied) > 0 {
		header, rows = withoutMedian(header, rows)
		if solver, one := oneSolver(ranking); one { // only the marks are left in its column
			shared = append([]string{"solver " + solver}, shared...)
			header[0] = ""
			for _, row := range rows {
				row[0] = strings.TrimSpace(strings.TrimPrefix(fmt.Sprint(row[0]), solver))
			}
		}
	}
	if len(used) == 1 {
		heuristic := "heuristic " + used[0]
		if without != nil {
			heuristic += " (not " + strings.Join(without, ", ") + ")"
		}
		shared = append([]string{heuristic}, shared...)
	}
	if shared != nil {
		con.text(strings.Repeat("all solvers: ", min(len(ranking)-1, 1))+strings.Join(shared, ", "), "")
	}
	con.table(header, rows, 1)
	fmt.Fprintln(con.out)
}

// variedSettings returns the settings in the names of solvers, in the order of the table of settings. A comparison of
// several values of a setting names its solvers so. The settings become columns.
func variedSettings(ranking []analysis.Ranked) (varied []string) {
	for _, name := range solvers.SettingNames() {
		has := func(r analysis.Ranked) bool {
			_, values := splitName(r.Name)
			return values[name] != ""
		}
		if slices.ContainsFunc(ranking, has) {
			varied = append(varied, name)
		}
	}
	return varied
}

// oneSolver returns the part of the names of solvers without settings, and whether it is the same for all.
func oneSolver(ranking []analysis.Ranked) (solver string, one bool) {
	for _, r := range ranking {
		name, _ := splitName(r.Name)
		if solver != "" && name != solver {
			return "", false
		}
		solver = name
	}
	return solver, true
}

// withoutMedian returns a table without the median time, which leaves room for settings.
func withoutMedian(header table.Row, rows []table.Row) (table.Row, []table.Row) {
	column := slices.Index(header, any("median time"))
	if column < 0 {
		return header, rows
	}
	header = slices.Delete(header, column, column+1)
	for i, row := range rows {
		rows[i] = slices.Delete(row, column, column+1)
	}
	return header, rows
}

// splitName splits the name of a solver into the part without settings and the values of settings, as in
// "ga study population=10".
func splitName(name string) (solver string, values map[string]string) {
	values = map[string]string{}
	var words []string
	for _, word := range strings.Fields(name) {
		setting, value, assigned := strings.Cut(word, "=")
		if assigned && value != "" && slices.Contains(solvers.SettingNames(), setting) {
			values[setting] = value
			continue
		}
		words = append(words, word)
	}
	if words == nil { // the settings are the whole name
		return name, map[string]string{}
	}
	return strings.Join(words, " "), values
}

// withHeuristic returns the name of a solver with its heuristic, for tables with several
// heuristics.
func withHeuristic(solver, heuristic string) string { return solver + " (" + heuristic + ")" }

// unknownText says for how many solved puzzles the optimal length is unknown, and why. It
// returns "" if there are none.
func unknownText(records []bench.Record) string {
	missing, reasons := map[string]bool{}, map[string]bool{}
	for _, r := range records {
		if r.Status == search.Solved && r.OptimalCost == nil {
			missing[fmt.Sprint(r.Puzzle, " of ", r.Group)] = true
			reasons[lab.WhyUnknown(r)] = true
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf("gap and optimal exclude %s whose optimal length is unknown: %s\n",
		units.Plural(len(missing), "board", "boards"), strings.Join(slices.Sorted(maps.Keys(reasons)), "; "))
}
