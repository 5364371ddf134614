package cli

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/bench/stats"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/solvers"
)

// SolverNames lists the solvers of the given trials.
func SolverNames(records []bench.Record) []string {
	solvers := analysis.New(bench.Experiment{}, records).Solvers
	return Map(solvers, func(s analysis.Solver) string { return s.Name })
}

// PrintTrial prints a trial, for solve and show: the board, how the run ended, the moves,
// and a table of statistics. It leaves out counts of 0, which are counts that the solver
// does not report, and the table if no search took place.
func PrintTrial(con Console, r bench.Record) {
	fmt.Fprintf(con.Out, "board %d: %v\n%s%s", r.Puzzle, r.Board, TextOf("end", r),
		improvementText(r))
	if r.Moves != nil && *r.Moves != "" {
		fmt.Fprintln(con.Out, *r.Moves)
	}
	if r.Status == search.Unsolvable {
		return
	}
	fmt.Fprintln(con.Out)
	rows := []table.Row{{"algorithm", r.Algorithm}}
	if r.Heuristic != heuristics.Zero.Name() {
		rows = append(rows, table.Row{"heuristic", r.Heuristic})
	}
	for _, statistic := range bench.Statistics {
		n := statistic.Of(&r)
		isKnown := n > 0                                              // and not NaN
		isDepth := statistic.Name == "max_cost" && r.MoveCosts.Unit() // which has a row of its own
		if !isKnown || isDepth || slices.Contains(inHeading, statistic.Name) {
			continue
		}
		rows = append(rows, table.Row{statistic.Label, statisticText(statistic, float64(n))})
	}
	con.Table(nil, rows, 1)
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

// improvementText says how an anytime solver shortened its first plan, and whether the genetic
// solver stopped at a limit. It returns "" if the solver stopped at its first plan.
func improvementText(r bench.Record) string {
	if len(r.Found) == 0 || r.Settings["improve"] == "false" {
		return ""
	}
	return TextOf("improvement", map[string]any{
		"Several": len(r.Found) > 1,
		"First":   r.Found[0],
		"Last":    r.Found[len(r.Found)-1],
		"Limit":   limitOf(r),
	})
}

// limitOf names the limit at which an anytime solver stopped, or returns "" if there is none.
func limitOf(r bench.Record) string {
	endless := r.Settings["patience"] == "auto" || r.Settings["patience"] == "0"
	switch {
	case r.Optimal || !endless:
		return ""
	case r.TimeLimit > 0 && r.Seconds >= r.TimeLimit:
		return "time"
	case r.CPULimit > 0 && float64(r.CPUSeconds) >= r.CPULimit:
		return "processor time"
	case r.NodeLimit > 0 && r.EvaluationLimit > 0:
		return "node or evaluation"
	case r.EvaluationLimit > 0:
		return "evaluation"
	case r.NodeLimit > 0:
		return "node"
	}
	return ""
}

// keptTrials is the data of the text "kept".
type keptTrials struct {
	lab.Outcome
	Store  string
	Shared []string // other experiments that have some of the trials
}

// Command returns a command about what the store keeps, as a line of a shell.
func (k keptTrials) Command(words ...string) string { return CommandIn(k.Store, words...) }

// PrintResults prints a table of results, or all data of the trial if there is only one.
// It then prints notes: why gaps are missing, that trials come from several machines, that the
// machine was busy, that one run on one board says little, which trials are missing or failed,
// where the trials are stored, and the command that shows more of the experiment than its table. If
// no trial ran, it names the other experiments that share stored trials with this one.
func PrintResults(
	con Console, a *analysis.Analysis, o lab.Outcome, store string, shared []string,
) {
	if o.Total == 1 && len(o.Records) == 1 {
		PrintTrial(con, o.Records[0])
		fmt.Fprintln(con.Out)
	} else {
		printSummaries(con, a)
	}
	if a.Baseline != "" {
		printBaseline(con, a)
	}
	if text := unknownText(o.Records); text != "" {
		con.Text(text)
	}
	warnings := []string{a.Machines.Warning()}
	if hasTimeLimit(o.Records) {
		warnings = append(warnings, a.Busy())
	}
	for _, text := range append(warnings, oneRunText(a)) {
		if text != "" {
			con.Text(text, "")
		}
	}
	con.Say("kept", keptTrials{Outcome: o, Store: store, Shared: shared})
}

// hasTimeLimit reports whether trials were limited in wall time or processor time.
func hasTimeLimit(records []bench.Record) bool {
	return slices.ContainsFunc(records, func(r bench.Record) bool {
		return r.TimeLimit > 0 || r.CPULimit > 0
	})
}

// oneRunText says how to run a randomised solver more often, if there is only one board, and it
// ran once. It returns "" otherwise.
func oneRunText(a *analysis.Analysis) string {
	isRandom := func(s analysis.Solver) bool { return !solvers.Deterministic(s.Algorithm) }
	isOneRun := len(a.Groups) == 1 && a.Groups[0].Puzzles == 1 && !a.Groups[0].Repeated
	if !isOneRun || len(a.Solvers) < 2 || !slices.ContainsFunc(a.Solvers, isRandom) {
		return ""
	}
	return "One run on one board says little about a solver that uses random numbers: compare " +
		"--repeats 30 (in an experiment file, repeats: 30) runs it 30 times on this board, and " +
		"--puzzles 100 takes more boards."
}

// printBaseline prints the comparison of each solver with the baseline, to answer the usual
// question about each group.
func printBaseline(con Console, a *analysis.Analysis) {
	usual := func(p analysis.Pair) bool { return p.Question == p.Group.Question() }
	pairs := analysis.ByPair(Where(a.Pairs(), usual))
	if len(pairs) > 0 {
		con.Text("first: " + a.Baseline + "; second: each other solver")
		// the conclusion has said what is better
		printDifferences(con, pairs, func([]analysis.Comparison) string { return "" })
		fmt.Fprintln(con.Out)
	}
}

// mostUnsolved is the largest number of solvers of a group whose unsolved boards are told one by
// one.
const mostUnsolved = 3

// printSummaries prints a table of summaries for each group of puzzles, the best solver first.
// Notes below the tables say, for each group, what is shown about the solvers and by how much, and
// why puzzles were not solved.
func printSummaries(con Console, a *analysis.Analysis) {
	groups := a.Rankings()
	marks := map[string]bool{} // that the tables contain
	var reasons []string       // why tables have other columns than usual
	var notes []string
	for _, ranking := range groups {
		unsolved := 0 // number of solvers that left boards unsolved
		prefix := ""
		if len(groups) > 1 {
			title := ranking[0].Group.Title()
			prefix = title + ": "
			con.Text(title)
		}
		if text := ranking.Brief(); text != "" {
			notes = append(notes, prefix+text)
		}
		for _, r := range ranking {
			if r.SameAs != "" {
				marks["="] = true
			}
			if r.Ends == "" {
				continue
			}
			unsolved++
			if unsolved <= mostUnsolved {
				notes = append(notes, prefix+unsolvedText(r))
			}
		}
		if more := unsolved - mostUnsolved; more > 0 {
			others := units.Plural(more, "other solver", "other solvers")
			notes = append(notes, prefix+others+" left boards unsolved")
		}
		for _, reason := range printSummary(con, a, ranking, marks) {
			if !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
	}
	if reasons != nil {
		notes = append([]string{"columns: " + strings.Join(reasons, "; ")}, notes...)
	}
	notes = append(legend(marks), notes...)
	if notes != nil {
		con.Text(append(notes, "")...)
	}
}

// legend explains the marks of tables.
func legend(marks map[string]bool) []string {
	var parts []string
	stars := marks["*"] || marks["**"] || marks["***"]
	if stars {
		parts = append(parts, "* p < 0.05, ** p < 0.01, *** p < 0.001")
	}
	if marks["~"] {
		parts = append(parts, "~ no difference shown")
	}
	if marks["="] {
		parts = append(parts, "= the same results on every board as another row")
	}
	if parts == nil {
		return nil
	}
	return []string{strings.Join(parts, "; ")}
}

// endings says in words how trials ended that found no plan.
var endings = map[string]string{
	string(search.Exhausted):       "the search ended without a plan",
	string(search.TimeLimit):       "the time limit",
	string(search.NodeLimit):       "the node limit",
	string(search.EvaluationLimit): "the limit on evaluations",
	string(search.MemoryLimit):     "the memory limit",
	string(search.Unsolvable):      "not solvable",
	"error":                        "an error",
}

// unsolvedText says how many trials a solver left unsolved, and why: "ga study left 2 boards
// unsolved: it used up its generations".
func unsolvedText(r analysis.Ranked) string {
	what := units.Plural(r.Trials-r.Solved, "board", "boards")
	if r.Group.Repeated {
		what = units.Plural(r.Trials-r.Solved, "run", "runs")
	}
	ends := strings.Split(r.Ends, ", ")
	for i, end := range ends {
		count, status, _ := strings.Cut(end, " ")
		ends[i] = reasonOf(r.Algorithm, status)
		if len(ends) > 1 {
			ends[i] += " (" + count + ")"
		}
	}
	return fmt.Sprintf("%s left %s unsolved: %s", r.Name, what, strings.Join(ends, ", "))
}

// reasonOf says in words how a trial of an algorithm ended, given its status.
func reasonOf(algorithm, status string) string {
	generations := solvers.Default(algorithm).Capabilities().Generations
	if status == string(search.Exhausted) && generations {
		return "it used up its generations"
	}
	if reason, known := endings[status]; known {
		return reason
	}
	return status
}

// longestBaseline is the largest number of characters of a name in the heading of a column.
const longestBaseline = 24

// costColumn has the heading and the cells of the column of costs: the ratio to those of the
// baseline or, without a baseline, the gap. It adds the marks of the cells to marks.
func costColumn(
	a *analysis.Analysis, ranking analysis.Ranking, marks map[string]bool,
) (head string, cells []string) {
	ratios, known := ranking.CostRatios()
	if !known {
		return gapHead, gapCells(ranking, true)
	}
	head = "cost / " + ratios.Baseline
	if len(ratios.Baseline) > longestBaseline {
		head = "cost / baseline"
	}
	most := 0 // number of boards of the baseline
	for _, ratio := range ratios.Ratios {
		most = max(most, ratio.N)
	}
	if 0 < most && most < ranking[0].Group.Puzzles {
		head += fmt.Sprintf(", on %s", units.Plural(most, "board", "boards"))
	}
	for _, r := range ranking {
		ratio := ratios.Ratios[r.Name]
		if r.Name == ratios.Baseline {
			cells = append(cells, "1 (baseline)")
			continue
		}
		mark := ratios.Costs[r.Name]
		cell := ratioText(ratio, mark != "~")
		if ratio.N > 0 {
			marks[mark] = true
			cell = marked(cell, mark)
		}
		if ratio.N > 0 && ratio.N < most {
			cell += fmt.Sprintf(" on %d", ratio.N)
		}
		cells = append(cells, cell)
	}
	return head, cells
}

// marked returns the text of a cell with a mark, which no line break separates from it.
func marked(cell, mark string) string { return units.Unbroken(cell + " " + mark) }

// gapCells returns the cells of the column of gaps, with their intervals or without.
func gapCells(ranking analysis.Ranking, interval bool) []string {
	var cells []string
	for _, r := range ranking {
		cell := ratioText(r.GapInterval, interval)
		if 0 < r.OptimalKnown && r.OptimalKnown < mostKnown(ranking) {
			cell += fmt.Sprintf(" on %d", r.OptimalKnown)
		}
		cells = append(cells, cell)
	}
	return cells
}

// mostKnown returns the largest number of plans of a solver whose optimal cost is known.
func mostKnown(ranking analysis.Ranking) int {
	most := 0
	for _, r := range ranking {
		most = max(most, r.OptimalKnown)
	}
	return most
}

// ratioText writes a ratio of costs, with its interval if it has one.
func ratioText(ratio stats.Interval, interval bool) string {
	if math.IsNaN(ratio.Value) {
		return unknown
	}
	times := analysis.Times(ratio.Value)
	text := times(ratio.Value)
	if interval && ratio.Low < ratio.High {
		text += " (" + units.Range(ratio.Low, ratio.High, times) + ")"
	}
	return text
}

// solvedText writes the share of solved boards with its interval.
func solvedText(r analysis.Ranked) string {
	whole := func(share float64) string { return units.Decimals(100*share, 0) }
	share := whole(float64(r.Accuracy))
	looksLikeAll := share == "100" && r.Accuracy < 1
	looksLikeNone := share == "0" && r.Accuracy > 0
	if looksLikeAll || looksLikeNone {
		share = units.Decimals(100*float64(r.Accuracy), 1)
	}
	return fmt.Sprintf("%s %% (%s)", share, units.Range(r.AccuracyLow, r.AccuracyHigh, whole))
}

// printSummary prints a table of the summaries of a group below a line of what all solvers have in
// common. The share of optimal plans covers only the puzzles whose optimal cost is known. If these
// are not all solved puzzles, their number follows. It adds the marks of the table to marks, and
// returns why the table has other columns than usual.
func printSummary(
	con Console, a *analysis.Analysis, ranking analysis.Ranking, marks map[string]bool,
) (reasons []string) {
	t := newSummaryTable(a, ranking, marks)
	var rows []table.Row
	for rank := range ranking {
		rows = append(rows, t.row(rank))
	}
	header, shared, empty := withoutShared(t.header(), rows)
	if solver, one := oneSolver(ranking); one && len(t.settings) > 0 {
		shared = append([]string{"solver " + solver}, shared...)
		header[0] = "" // only the marks are left in its column
		for _, row := range rows {
			row[0] = strings.TrimSpace(strings.TrimPrefix(fmt.Sprint(row[0]), solver))
		}
	}
	if text := t.heuristicText(); text != "" {
		shared = append([]string{text}, shared...)
	}
	if strings.HasPrefix(t.costHead, "cost / baseline") {
		shared = append(shared, "baseline "+t.ratios.Baseline)
	}
	if shared != nil {
		line := strings.Join(shared, ", ")
		if len(ranking) > 1 {
			line = "all solvers: " + line
		}
		con.Text(line, "")
	}
	con.Table(header, rows, 1)
	fmt.Fprintln(con.Out)
	return t.reasons(empty)
}

// reasons says why the table has other columns than usual, given the headings of the columns that
// are left out because they have no value.
func (t summaryTable) reasons(empty []string) (reasons []string) {
	best := t.ranking[0]
	switch {
	case t.gaps != nil:
		reasons = append(reasons, fmt.Sprintf("gap (cost / optimal cost) is shown because the "+
			"plans of %s are not all proven to be optimal", t.ratios.Baseline))
	case t.costHead == gapHead && len(t.ranking) > 1 && best.Solved > 0:
		reasons = append(reasons, "gap (cost / optimal cost) takes the place of a ratio because "+
			"the baseline solved no board")
	}
	if t.time.Key != analysis.CPUSeconds.Key {
		reasons = append(reasons, wallHead+" (wall time) takes the place of "+cpuHead+
			" because some processor times are not known or cannot be compared")
	}
	for _, m := range analysis.Compared {
		if slices.Contains(empty, m.Name) {
			reason := fmt.Sprintf("%s is left out because no solver counts %s", m.Name, m.Title())
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

// summaryTable makes a table of the summaries of a group.
type summaryTable struct {
	ranking  analysis.Ranking
	marks    map[string]bool // of the table; see legend
	settings []string        // in the names of solvers; each has a column
	costHead string
	costs    []string // cells of the column of costs
	gaps     []string // cells of a column of gaps beside that of costs; nil for none
	ratios   analysis.CostRatios
	time     analysis.Measure

	heuristics []string // that are used, without zero
	without    []string // solvers that use none
}

func newSummaryTable(
	a *analysis.Analysis, ranking analysis.Ranking, marks map[string]bool,
) summaryTable {
	names := Map(ranking, func(r analysis.Ranked) string { return r.Name })
	t := summaryTable{
		ranking:  ranking,
		marks:    marks,
		settings: analysis.NamedSettings(names),
		time:     ranking.Time(),
	}
	t.costHead, t.costs = costColumn(a, ranking, marks)
	ratios, known := ranking.CostRatios()
	t.ratios = ratios
	if known && !ratios.Optimal {
		t.gaps = gapCells(ranking, false)
	}
	for _, r := range ranking {
		switch {
		case r.Heuristic == heuristics.Zero.Name():
			t.without = append(t.without, r.Name)
		case !slices.Contains(t.heuristics, r.Heuristic):
			t.heuristics = append(t.heuristics, r.Heuristic)
		}
	}
	return t
}

// Headings of the columns of gaps and of times. withoutShared recognises those of times.
const (
	gapHead  = "gap"
	cpuHead  = "CPU mean"
	wallHead = "time mean"
)

// header returns the heading of the table.
func (t summaryTable) header() table.Row {
	timeHead := cpuHead
	if t.time.Key != analysis.CPUSeconds.Key {
		timeHead = wallHead
	}
	header := table.Row{"solver"}
	for _, name := range t.settings {
		header = append(header, name)
	}
	header = append(header, "trials", "solved", t.costHead)
	if t.gaps != nil {
		header = append(header, gapHead)
	}
	header = append(header, "optimal", timeHead)
	for _, m := range analysis.Compared {
		header = append(header, m.Name)
	}
	return header
}

// row returns the row of the solver with the given rank, and adds its marks.
func (t summaryTable) row(rank int) table.Row {
	r := t.ranking[rank]
	_, values := analysis.SplitName(r.Name)
	row := table.Row{t.solverText(r)}
	for _, name := range t.settings {
		value := values[name]
		if value == "" { // a solver that does not take the setting
			value = unknown
		}
		row = append(row, value)
	}
	solved := solvedText(r)
	if mark := t.ratios.Solved[r.Name]; mark != "" {
		t.marks[mark] = true
		solved = marked(solved, mark)
	}
	optimal := percent(r.OptimalShare)
	if 0 < r.OptimalKnown && r.OptimalKnown < max(r.Solved, mostKnown(t.ranking)) {
		optimal += fmt.Sprintf(" of %d", r.OptimalKnown)
	}
	time := t.time.Format(r.Of(t.time).Mean)
	row = append(row, fmt.Sprint(r.Trials), solved, t.costs[rank])
	if t.gaps != nil {
		row = append(row, t.gaps[rank])
	}
	row = append(row, optimal, time)
	for _, m := range analysis.Compared {
		row = append(row, m.Format(r.Of(m).Mean))
	}
	return row
}

// solverText returns the name of a solver without its settings, with its heuristic if solvers use
// several, and with a mark if another solver had the same results.
func (t summaryTable) solverText(r analysis.Ranked) string {
	text, _ := analysis.SplitName(r.Name)
	several := len(t.heuristics) > 1 && slices.Contains(t.heuristics, r.Heuristic)
	if several && !slices.Contains(strings.Fields(r.Name), r.Heuristic) {
		text = WithHeuristic(text, r.Heuristic)
	}
	if r.SameAs != "" {
		text += units.Unbroken(" =")
	}
	return text
}

// heuristicText names the heuristic if all solvers that use one use the same.
func (t summaryTable) heuristicText() string {
	if len(t.heuristics) != 1 {
		return ""
	}
	text := "heuristic " + t.heuristics[0]
	if t.without != nil {
		text += " (not " + strings.Join(t.without, ", ") + ")"
	}
	return text
}

// oneSolver returns the part of the names of solvers without settings, and whether it is the same
// for all.
func oneSolver(ranking []analysis.Ranked) (solver string, one bool) {
	for _, r := range ranking {
		name, _ := analysis.SplitName(r.Name)
		if solver != "" && name != solver {
			return "", false
		}
		solver = name
	}
	return solver, true
}

// WithHeuristic returns the name of a solver with its heuristic, for tables with several
// heuristics.
func WithHeuristic(solver, heuristic string) string { return solver + " (" + heuristic + ")" }

// unknownText says for how many solved puzzles the optimal length is unknown, and why. It
// returns "" if there are none.
func unknownText(records []bench.Record) string {
	missing := map[string]bool{}
	reasons := map[string]bool{}
	for _, r := range records {
		if r.Status == search.Solved && r.OptimalCost == nil {
			missing[fmt.Sprint(r.Puzzle, " of ", r.Group)] = true
			reasons[lab.WhyUnknown(r)] = true
		}
	}
	if len(missing) == 0 {
		return ""
	}
	boards := units.Plural(len(missing), "board", "boards")
	why := strings.Join(slices.Sorted(maps.Keys(reasons)), "; ")
	return fmt.Sprintf("optimal excludes %s whose optimal length is unknown: %s\n", boards, why)
}

// PrintOtherCPU says that processor times of trials cannot be compared, if so.
func PrintOtherCPU(con Console, records []bench.Record) {
	if text := analysis.OtherCPU(records); text != "" {
		con.Text(text, "")
	}
}
