package report

import (
	"cmp"
	_ "embed" // the description of the methods
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/stats"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// Of returns the report of a stored experiment, given the analysis of its trials.
func Of(e store.Experiment, a *analysis.Analysis) Document {
	w := &writer{experiment: e, analysis: a, pairs: a.Pairs(), rankings: a.Rankings()}
	if e.Kind == "tune" {
		o, err := Tuned(e, a.Trials)
		if err == nil {
			return OfTuning(e, o)
		}
		w.say(OtherTuner)
	}
	w.rows = slices.Concat(w.rankings...)
	w.answer()
	w.plans()
	w.unlessEmpty("Budgets and targets", w.anytime)
	w.time()
	w.effort()
	w.tradeoff()
	w.compared()
	w.unlessEmpty("Difficulty", func() {
		for _, d := range analysis.Difficulties {
			w.byDifficulty(d)
		}
	})
	w.unlessEmpty("Settings", w.sweeps)
	w.unlessEmpty("Convergence", w.convergence)
	w.ending()
	return Document{Title: "Experiment " + e.Name, Blocks: w.blocks}
}

// writer collects the blocks of a report.
type writer struct {
	experiment store.Experiment
	analysis   *analysis.Analysis
	pairs      []analysis.Pair
	rankings   []analysis.Ranking
	rows       []ranked // of the tables by solver
	blocks     []Block
}

// ranked is a short name for the type of most tables' rows.
type ranked = analysis.Ranked

// add appends blocks to the report.
func (w *writer) add(blocks ...Block) { w.blocks = append(w.blocks, blocks...) }

// section begins a folded section.
func (w *writer) section(title string) { w.add(Heading{Level: 2, Text: title, Folded: true}) }

// unlessEmpty adds a section, unless the function content adds no blocks.
func (w *writer) unlessEmpty(title string, content func()) {
	before := len(w.blocks)
	w.section(title)
	content()
	onlyTitle := len(w.blocks) == before+1
	if onlyTitle {
		w.blocks = w.blocks[:before]
	}
}

// say adds a paragraph.
func (w *writer) say(format string, args ...any) { w.add(Paragraph(fmt.Sprintf(format, args...))) }

// answer adds the beginning of the report, which is not folded: the description of the experiment,
// the conclusion, the first warning, a table of the solvers, the best first, and the main figure.
// The report of an unfinished experiment begins with a note that it is partial.
func (w *writer) answer() {
	a := w.analysis
	e := w.experiment
	if len(a.Trials) < e.Total {
		w.say("Partial: %s of %s have ended.",
			units.Grouped(uint64(len(a.Trials))), units.Plural(e.Total, "trial", "trials"))
	}
	if text := strings.TrimSpace(e.Description); text != "" {
		w.say("%s", text)
	}
	conclusions := a.Conclusions()
	if warnings := a.Warnings(); warnings != nil && conclusions != nil {
		conclusions = append(conclusions, warnings[0])
	}
	if conclusions != nil {
		w.add(Answer(conclusions))
	}
	w.ranking()
	w.answerFigure()
	w.rest()
}

// tick replaces a mark that would be an emphasis in Markdown.
var tick = strings.NewReplacer("*", "✓")

// mostRows is the maximum number of rows of the table at the beginning of a report.
const mostRows = 40

// ranking adds a table of the main numbers of the solvers, the best first. If it would be long, it
// has only the first solvers of each group. The best solvers have a mark.
func (w *writer) ranking() {
	if len(w.rows) == 0 {
		return
	}
	if len(w.rows) <= mostRows {
		w.summary("summary",
			"Results of each solver, the best first, with 95 % confidence intervals", w.rows)
		return
	}
	const fewest = 2 // rows of a group
	each := max(fewest, mostRows/len(w.rankings))
	var shown []ranked
	for _, ranking := range w.rankings {
		shown = append(shown, ranking[:min(len(ranking), each)]...)
	}
	caption := fmt.Sprintf(
		"Results of the first %s of each group (all solvers are below), with 95 %% confidence "+
			"intervals", units.Plural(each, "solver", "solvers"))
	w.summary("best", caption, shown)
}

// rest adds a section with the table of all solvers, if the first table has only some.
func (w *writer) rest() {
	if len(w.rows) > mostRows {
		w.section("All solvers")
		w.summary("summary", "Results of all solvers", w.rows)
	}
}

// summary adds a table of the main numbers of the solvers.
func (w *writer) summary(name, caption string, rows []ranked) {
	trials := w.rows[0].Trials
	sameTrials := !slices.ContainsFunc(w.rows, func(r ranked) bool { return r.Trials != trials })
	if sameTrials {
		caption += ". Each solver has " + units.Plural(trials, "trial", "trials")
		if len(w.rankings) > 1 {
			caption += " on each group"
		}
	}
	apart := slices.ContainsFunc(w.rows, func(r ranked) bool { return !r.Good })
	if apart {
		caption += ". " + tick.Replace(analysis.Marks)
	}
	columns := []ColumnOf[ranked]{solvedShare(!sameTrials), w.costs()}
	for _, m := range append([]analysis.Measure{w.analysis.Time()}, analysis.Compared...) {
		head := strings.Replace(m.Name, analysis.CPUSeconds.Name, "CPU", 1)
		columns = append(columns, Number(head+", mean", "mean_"+m.Key, m.Format,
			func(r ranked) float64 { return r.Of(m).Mean }))
	}
	table := w.table(name, caption, rows, columns...)
	table.keepTogether()
	named := slices.IndexFunc(table.Columns, func(c Column) bool { return c.Head == "solver" })
	table.Columns[named].Fields = []string{"solver", "verdict"}
	for i, row := range table.Rows {
		cell := &row[named]
		cell.Full = append(cell.Full, string(rows[i].Verdict))
		if mark := rows[i].Mark(); apart && mark != "" {
			cell.Text += "\u00a0" + tick.Replace(mark)
		}
	}
	w.add(table)
}

// keepTogether replaces the spaces in cells with numbers, so that an estimate and its interval stay
// on one line.
func (t Table) keepTogether() {
	for _, row := range t.Rows {
		for i, column := range t.Columns {
			if column.Number {
				row[i].Text = strings.ReplaceAll(row[i].Text, " ", "\u00a0")
			}
		}
	}
}

// shortShare writes a share without a decimal of 0.
func shortShare(share float64) string {
	return strings.Replace(units.Share.Format(share), ".0 %", " %", 1)
}

// solvedShare returns a column of the shares of trials solved, with the numbers of trials if they
// differ.
func solvedShare(numbers bool) ColumnOf[ranked] {
	fields := []string{"solved", "trials", "accuracy", "accuracy_low", "accuracy_high"}
	return Cells("solved", fields, func(r ranked) Cell {
		share := Estimate(r.AccuracyInterval(), shortShare)
		if numbers {
			share.Text += fmt.Sprintf(" of %d", r.Trials)
		}
		share.Full = append(solvedOf(r.Solved, r.Trials).Full, share.Full...)
		return share
	})
}

// costs returns a column of the costs of plans, divided by those of the baseline of each group. If
// no baseline was asked for and the plans of the best of a group are not proven to be optimal, they
// are divided by the optimal costs. A ratio that is not over all boards of its group shows its
// number of boards.
func (w *writer) costs() ColumnOf[ranked] {
	ratios := map[analysis.Group]analysis.CostRatios{}
	var baselines []string // different names
	for _, ranking := range w.rankings {
		r, known := ranking.CostRatios()
		unproven := !r.Optimal && w.analysis.Baseline == ""
		if !known || unproven {
			continue
		}
		ratios[ranking[0].Group] = r
		if !slices.Contains(baselines, r.Baseline) {
			baselines = append(baselines, r.Baseline)
		}
	}
	if len(ratios) < len(w.rankings) {
		return Cells("cost / optimal", []string{"gap", "gap_low", "gap_high"}, gapCell)
	}
	head := "cost / baseline"
	if len(baselines) == 1 {
		head = "cost / " + baselines[0]
	}
	fields := []string{
		"cost_ratio", "cost_ratio_low", "cost_ratio_high", "cost_ratio_boards", "baseline",
	}
	return Cells(head, fields, func(r ranked) Cell { return ratioCell(r, ratios[r.Group]) })
}

// gapCell returns a cell with the ratio of the costs of a solver to the optimal costs.
func gapCell(r ranked) Cell {
	cell := Estimate(r.GapInterval, units.Gap.Format)
	cell.Text += onPart(r.GapInterval, r.Group.Puzzles)
	return cell
}

// ratioCell returns a cell with the ratio of the costs of a solver to those of the baseline.
func ratioCell(r ranked, group analysis.CostRatios) Cell {
	ratio := group.Ratios[r.Name]
	cell := Estimate(ratio, analysis.Times(ratio.Value))
	cell.Text += onPart(ratio, r.Group.Puzzles)
	cell.Full = append(cell.Full, fmt.Sprint(ratio.N), group.Baseline)
	if r.Name == group.Baseline && r.Solved > 0 {
		cell.Text = "1 (baseline)"
	}
	return cell
}

// onPart returns a text with the number of boards of a ratio, if it is not over all boards.
func onPart(ratio stats.Interval, boards int) string {
	if 0 < ratio.N && ratio.N < boards {
		return fmt.Sprintf(" on %d", ratio.N)
	}
	return ""
}

// table makes a table with a row for each of the given solvers. The rows are named by their solvers
// and, if there are several groups, by their groups. Columns of unknown numbers are left out.
func (w *writer) table(name, caption string, rows []ranked, columns ...ColumnOf[ranked]) Table {
	var heads []ColumnOf[ranked]
	if len(w.analysis.Groups) > 1 {
		heads = append(heads, Head("group", func(r ranked) string { return r.Group.Title() }))
	}
	solverName := func(r ranked) string { return r.Solver.Name }
	heads = append(heads, solverHeads(w.analysis, solverName)...)
	return TableOf(name, caption, rows, append(heads, columns...)...).known()
}

// solverHeads returns the columns that name the solver of a row. Settings in the names of solvers
// have columns of their own. In the CSV file, the column of the solver has its whole name.
func solverHeads[T any](a *analysis.Analysis, name func(T) string) []ColumnOf[T] {
	var names []string
	for _, solver := range a.Solvers {
		names = append(names, solver.Name)
	}
	heads := []ColumnOf[T]{{
		Column: Column{Head: "solver", Fields: []string{"solver"}, Row: true},
		Cell: func(row T) Cell {
			short, _ := analysis.SplitName(name(row))
			return Cell{Text: short, Full: []string{name(row)}}
		},
	}}
	for _, setting := range analysis.NamedSettings(names) {
		heads = append(heads, ColumnOf[T]{
			Column: Column{
				Head:   setting,
				Fields: []string{strings.ReplaceAll(setting, "-", "_")},
				Number: true,
			},
			Cell: func(row T) Cell { return settingCell(name(row), setting) },
		})
	}
	return heads
}

// settingCell returns a cell with the value of a setting in the name of a solver.
func settingCell(solver, setting string) Cell {
	_, values := analysis.SplitName(solver)
	if values[setting] == "" { // a solver that does not take the setting
		return Cell{Text: units.Unknown, Full: []string{""}}
	}
	return Text(values[setting])
}

// averages returns a column for each of the given measures, and for each measure in
// analysis.Compared: the means over puzzles, with the medians beside them.
func averages(measures ...analysis.Measure) []ColumnOf[ranked] {
	var columns []ColumnOf[ranked]
	for _, m := range append(measures, analysis.Compared...) {
		columns = append(columns, spread(m, func(r ranked) analysis.Spread { return r.Of(m) }))
	}
	return columns
}

// spread returns a column of means and medians.
func spread(m analysis.Measure, spreadOf func(ranked) analysis.Spread) ColumnOf[ranked] {
	fields := []string{"mean_" + m.Key, "median_" + m.Key}
	return Cells(m.Name+", mean (median)", fields, func(r ranked) Cell {
		s := spreadOf(r)
		cell := Cell{Text: m.Format(s.Mean), Full: []string{full(s.Mean), full(s.Median)}}
		if !math.IsNaN(s.Mean) {
			cell.Text += " (" + m.Format(s.Median) + ")"
		}
		return cell
	})
}

// plans adds a table of the lengths of plans and of their gaps to optimal plans. The gap and the
// share of optimal plans include only puzzles whose optimal cost is known. A column counts these
// plans. The last column says how the other trials ended. A figure shows the distribution of the
// gaps.
func (w *writer) plans() {
	w.section("Plans")
	length := func(r ranked) bench.Figure { return r.MeanLength }
	multiTile := func(r ranked) bench.Figure { return r.MeanMTM }
	optimal := func(r ranked) bench.Figure { return r.MeanOptimal }
	gap := func(r ranked) bench.Figure { return r.Gap }
	share := func(r ranked) bench.Figure { return r.OptimalShare }
	w.add(w.table("plans",
		"Length of the plans of solved trials, in single-tile and in multi-tile moves, and of "+
			"optimal plans", w.rows,
		Number("mean length", "mean_length", units.Moves.Format, length),
		Number("mean multi-tile moves", "mean_length_mtm", units.Moves.Format, multiTile),
		Number("mean optimal length", "mean_optimal", units.Moves.Format, optimal),
		Number("mean gap", "gap", units.Gap.Format, gap),
		Number("optimal", "optimal_share", units.Share.Format, share),
		whole("of plans", "gap_plans", func(r ranked) int { return r.OptimalKnown }),
		Words("not solved", "not_solved", func(r ranked) string { return r.Ends })))
	w.gaps()
}

// time adds a table of the time, the memory and the work of all trials. A trial that reached a
// limit counts up to the limit, so the numbers of a solver that often fails are too small.
func (w *writer) time() {
	w.section("Time, memory and work")
	w.add(Paragraph(prose("memory")))
	if text := analysis.OtherCPU(w.analysis.Trials); text != "" {
		w.say("%s", text)
	}
	w.add(w.table("time", "Time, memory and work of all trials, solved or not", w.rows,
		averages(analysis.Seconds, analysis.CPUSeconds, analysis.Bytes, analysis.Resident)...))
}

// effort compares the work of solvers on the puzzles that all of them solved. Solvers that solved
// too few puzzles are left out.
func (w *writer) effort() {
	var able []ranked
	for _, r := range w.rows {
		if r.Common > 0 {
			able = append(able, r)
		}
	}
	if len(able) == 0 {
		return // no group has two solvers that can be compared
	}
	w.add(Heading{Level: 3, Text: "On the boards that all solved"})
	w.add(Paragraph(prose("effort")))
	measures := []analysis.Measure{analysis.BeforeLastF, analysis.Generated}
	measures = append(measures, analysis.Compared...)
	measures = append(measures, analysis.Seconds)
	columns := []ColumnOf[ranked]{
		whole("boards", "common_puzzles", func(r ranked) int { return r.Common }),
	}
	for _, m := range measures {
		columns = append(columns, spread(m, func(r ranked) analysis.Spread { return r.Effort(m) }))
	}
	w.add(w.table("effort", "Effort on the boards that all solved", able, columns...))
}

// compared compares each solver with the baseline. The first table has their accuracies and a test
// of the difference. Further tables show, for each measure, the ratio of the two solvers on the
// puzzles that both solved, with a test. Figures draw these puzzles as points.
func (w *writer) compared() {
	if len(w.pairs) == 0 {
		return
	}
	w.section("Solvers in pairs")
	w.add(Paragraph(prose("pairs")))
	w.comparedAccuracy()
	measures := []analysis.Measure{analysis.Length, analysis.Seconds, analysis.BeforeLastF}
	for _, m := range append(measures, analysis.Compared...) {
		w.comparedRatio(m)
	}
	for _, m := range append([]analysis.Measure{analysis.Seconds}, analysis.Compared...) {
		w.versus(m)
	}
}

// comparedAccuracy adds the table that compares accuracies.
func (w *writer) comparedAccuracy() {
	points := func(x float64) string { return units.Decimals(100*x, 1) }
	difference := func(c comparison) stats.Interval { return c.Difference }
	w.compare("pairs-solved",
		"Accuracy, and its difference in percentage points, solver minus baseline",
		analysis.Accuracy,
		whole("both", "both", func(c comparison) int { return c.Both }),
		whole("only solver", "only_solver", func(c comparison) int { return c.OnlyFirst }),
		whole("only baseline", "only_baseline", func(c comparison) int { return c.OnlySecond }),
		whole("neither", "neither", func(c comparison) int { return c.Neither }),
		estimate("difference, points", "difference", points, difference))
}

// comparedRatio adds the table of the ratios of a measure.
func (w *writer) comparedRatio(m analysis.Measure) {
	twoDecimals := func(x float64) string { return units.Decimals(x, 2) }
	ratio := func(c comparison) stats.Interval { return c.Ratio }
	effect := func(c comparison) float64 { return c.Test.Effect }
	w.compare("pairs-"+strings.ReplaceAll(m.Name, " ", "-"),
		"Ratio of "+m.Name+", solver to baseline, on the boards that both solved "+
			"(geometric mean)", m,
		whole("boards", "puzzles", func(c comparison) int { return c.Boards }),
		whole("boards (runs) that differ", "differ", func(c comparison) int { return c.Test.N }),
		estimate("ratio", "ratio", units.Ratio.Format, ratio),
		Number("effect", "effect", twoDecimals, effect))
}

// comparison is a short name for the type of the rows of tables of pairs.
type comparison = analysis.Comparison

// compare adds a table of the comparisons of the pairs by one measure, with the given columns and
// with the probabilities of the tests.
func (w *writer) compare(
	name, caption string, m analysis.Measure, columns ...ColumnOf[comparison],
) {
	comparisons := analysis.Compare(w.pairs, m)
	if len(comparisons) == 0 {
		return
	}
	var heads []ColumnOf[comparison]
	if len(w.analysis.Groups) > 1 {
		heads = append(heads, Head("group", func(c comparison) string { return c.Group.Title() }))
	}
	solverName := func(c comparison) string { return c.First.Name }
	heads = append(heads, solverHeads(w.analysis, solverName)...)
	heads = append(heads, Head("baseline", func(c comparison) string { return c.Second.Name }))
	severalQuestions := slices.ContainsFunc(w.analysis.Groups, func(g analysis.Group) bool {
		return len(g.Questions()) > 1
	})
	if severalQuestions {
		question := func(c comparison) string { return c.Question.String() }
		heads = append(heads, Head("about", question))
	}
	p := func(c comparison) float64 { return c.Test.P }
	corrected := func(c comparison) float64 { return c.Corrected }
	tests := []ColumnOf[comparison]{
		Number("p", "p", units.Probability.Format, p),
		Number("p corrected", "p_corrected", units.Probability.Format, corrected),
	}
	w.add(TableOf(name, caption, comparisons, slices.Concat(heads, columns, tests)...))
}

// proseFile has the captions of figures and tables, and the paragraphs of sections. Each begins
// with its name.
//
//go:embed prose.txt
var proseFile string

// proseTexts has the texts of proseFile by their names.
var proseTexts = readProse()

func readProse() map[string]string {
	texts := map[string]string{}
	for section := range strings.SplitSeq(strings.TrimSpace(proseFile), "\n\n") {
		if name, text, named := strings.Cut(section, ":\n"); named {
			texts[name] = strings.ReplaceAll(text, "\n", " ")
		}
	}
	return texts
}

// prose returns the text with the given name, with values in place of its verbs; see fmt.
func prose(name string, values ...any) string { return fmt.Sprintf(proseTexts[name], values...) }

// methods describes the statistical methods, one per line.
//
//go:embed methods.txt
var methods string

// ending adds the last sections: the statistical methods, warnings about unreliable numbers, the
// machine and the program, and the experiment file.
func (w *writer) ending() {
	a := w.analysis
	w.section("Methods")
	var sizes []string
	for _, size := range a.Sizes() {
		sizes = append(sizes, size.String())
	}
	w.say("%s of %s on %s of %s.", units.Plural(len(a.Trials), "trial", "trials"),
		units.Plural(len(a.Solvers), "solver", "solvers"),
		units.Plural(a.Puzzles(), "board", "boards"),
		strings.Join(sizes, ", "))
	w.add(List(strings.Split(strings.TrimSpace(methods), "\n")))
	if warnings := a.Warnings(); warnings != nil {
		w.section("Warnings")
		w.add(List(warnings))
	}
	w.section("Machine and program")
	w.add(TableOf("provenance", "Machine, program and time of the trials", provenance(a),
		Head("what", func(f [2]string) string { return f[0] }),
		Words("as kept", "value", func(f [2]string) string { return f[1] })))
	if w.experiment.Definition != "" {
		w.section("Experiment file")
		w.say("This experiment file repeats the experiment:")
		w.add(Code(w.experiment.Definition))
	}
}

// provenance returns facts about where, when and how the trials ran, as names and values. Facts
// that the records do not hold are left out. Readers need the facts to judge times, because times
// of trials that ran in parallel or on several machines are hard to compare. If a fact has several
// values, they are joined with semicolons.
func provenance(a *analysis.Analysis) [][2]string {
	var facts [][2]string
	for _, f := range []struct {
		name  string
		value func(*bench.Record) string
	}{
		{"Machine", func(r *bench.Record) string { return r.Machine }},
		{"Version", func(r *bench.Record) string { return r.Version }},
		{"Signature", func(r *bench.Record) string { return r.Signature }},
		{"Revision", func(r *bench.Record) string { return r.Revision }},
		{"Started", func(r *bench.Record) string { return r.Started }},
		{"Trials in parallel", func(r *bench.Record) string { return fmt.Sprint(r.Jobs) }},
		{"Workers in a trial", workersOf},
		{"Trials in their own processes", isolatedOf},
	} {
		values := a.Distinct(f.value)
		if f.name == "Started" && len(values) > 1 {
			values = []string{"first trial " + slices.Min(values) + ", last " + slices.Max(values)}
		}
		if len(values) > 0 {
			facts = append(facts, [2]string{f.name, strings.Join(values, "; ")})
		}
	}
	return facts
}

// workersOf returns the number of workers of a trial. A solver without the setting "workers" has
// one worker.
func workersOf(r *bench.Record) string { return cmp.Or(r.Settings["workers"], "1") }

// isolatedOf returns whether a trial had a process of its own.
func isolatedOf(r *bench.Record) string { return fmt.Sprint(r.Isolated) }
