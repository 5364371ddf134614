package report

import (
	_ "embed" // the description of the methods
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// Of returns the report of a stored experiment, given the analysis of its trials. The traces are
// further runs of genetic solvers, which only the figures of convergence show.
func Of(e store.Experiment, a *analysis.Analysis, traces []analysis.Evolution) Document {
	w := &writer{experiment: e, analysis: a, pairs: a.Pairs(), traces: traces}
	w.answer()
	w.accuracy()
	w.plans()
	w.time()
	w.effort()
	w.compared()
	w.unlessEmpty("Difficulty", func() {
		for _, d := range analysis.Difficulties {
			w.byDifficulty(d)
		}
	})
	w.unlessEmpty("Settings", w.accuracyBySettings)
	w.unlessEmpty("Convergence", w.convergence)
	w.memory()
	w.ending()
	return Document{Title: "Experiment " + e.Name, Blocks: w.blocks}
}

// writer collects the blocks of a report.
type writer struct {
	experiment store.Experiment
	analysis   *analysis.Analysis
	pairs      []analysis.Pair
	traces     []analysis.Evolution
	blocks     []Block
}

// add appends blocks to the report.
func (w *writer) add(blocks ...Block) { w.blocks = append(w.blocks, blocks...) }

// section begins a section.
func (w *writer) section(title string) { w.add(Heading{Level: 2, Text: title}) }

// unlessEmpty adds a section, unless the function content adds no blocks.
func (w *writer) unlessEmpty(title string, content func()) {
	before := len(w.blocks)
	w.section(title)
	if content(); len(w.blocks) == before+1 {
		w.blocks = w.blocks[:before]
	}
}

// say adds a paragraph.
func (w *writer) say(format string, args ...any) { w.add(Paragraph(fmt.Sprintf(format, args...))) }

// answer adds the beginning of the report: the description of the experiment, the conclusion, a table
// of the solvers, the best first, and the main figure. The report of an unfinished experiment begins
// with a note that it is partial.
func (w *writer) answer() {
	a, e := w.analysis, w.experiment
	if len(a.Trials) < e.Total {
		w.say("Partial: %s of %s have ended.",
			units.Grouped(uint64(len(a.Trials))), units.Plural(e.Total, "trial", "trials"))
	}
	if e.Stale > 0 {
		w.say("Left out: %s with other settings or of another version, no longer part of the experiment.",
			units.Plural(e.Stale, "stored trial", "stored trials"))
	}
	if text := strings.TrimSpace(e.Description); text != "" {
		w.say("%s", text)
	}
	if conclusions := a.Conclusions(); conclusions != nil {
		w.add(Answer(conclusions))
	}
	w.ranking()
	w.solvedWithin("solved-by-time", "Trials solved within a time", analysis.Seconds, "time")
}

// ranking adds a table of the main numbers of each solver, the best first. The names of the best
// solvers are in bold.
func (w *writer) ranking() {
	type ranked = analysis.Ranked
	rows := slices.Concat(w.analysis.Rankings()...)
	if len(rows) == 0 {
		return
	}
	caption := "Results of each solver, the best first, with 95 % confidence intervals"
	apart := slices.ContainsFunc(rows, func(r ranked) bool { return !r.Best })
	if apart {
		caption += ". ✓ marks the best, and all that are not significantly worse in accuracy and cost of plans"
	}
	var columns []ColumnOf[ranked]
	if len(w.analysis.Groups) > 1 {
		columns = append(columns, Head("group", func(r ranked) string { return r.Group.Title() }))
	}
	solver := Head("solver", func(r ranked) string { return r.Solver.Name })
	solver.Fields = []string{"solver", "best"}
	solver.Cell = func(r ranked) Cell {
		cell := Cell{Text: r.Solver.Name, Full: []string{r.Solver.Name, strconv.FormatBool(r.Best)}}
		if r.Best && apart {
			cell.Text, cell.Strong = cell.Text+"\u00a0✓", true
		}
		return cell
	}
	interval := func(i analysis.Interval, format func(float64) string) Cell {
		text := format(i.Value)
		if !math.IsNaN(i.Low) {
			text += " (" + units.Range(i.Low, i.High, format) + ")"
		}
		return Cell{Text: text, Full: []string{full(i.Value), full(i.Low), full(i.High)}}
	}
	w.add(TableOf("summary", caption, rows, append(columns, solver,
		Cells("solved", []string{"solved", "trials"}, func(r ranked) Cell {
			return Cell{Text: fmt.Sprintf("%d/%d", r.Solved, r.Trials),
				Full: []string{strconv.Itoa(r.Solved), strconv.Itoa(r.Trials)}}
		}),
		Cells("accuracy", []string{"accuracy", "accuracy_low", "accuracy_high"}, func(r ranked) Cell {
			return interval(analysis.Interval{Value: float64(r.Accuracy), Low: r.AccuracyLow, High: r.AccuracyHigh},
				units.Share.Format)
		}),
		Cells("mean gap", []string{"gap", "gap_low", "gap_high"}, func(r ranked) Cell {
			return interval(r.GapInterval, decimals(3))
		}),
		Number("median time", "median_seconds", units.Seconds.Format,
			func(r ranked) bench.Figure { return r.MedianSeconds }),
		Number("median expanded", "median_expanded", units.Count.Format,
			func(r ranked) float64 { return r.Of(analysis.Expanded).Median.Value }),
		Number("median evaluated", "median_evaluated", units.Count.Format,
			func(r ranked) float64 { return r.Of(analysis.Evaluated).Median.Value }))...).known())
}

// bySolver makes a table whose rows are named by their solvers and, if there are several groups, by
// their groups. The function of returns the group and the solver of a row.
func bySolver[T any](w *writer, name, caption string, rows []T, of func(T) (analysis.Group, analysis.Solver),
	columns ...ColumnOf[T]) Table {
	var heads []ColumnOf[T]
	if len(w.analysis.Groups) > 1 {
		heads = append(heads, Head("group", func(row T) string { group, _ := of(row); return group.Title() }))
	}
	heads = append(heads, Head("solver", func(row T) string { _, solver := of(row); return solver.Name }))
	return TableOf(name, caption, rows, append(heads, columns...)...)
}

// summary is a short name for the type of most tables' rows.
type summary = analysis.Summary

// summaries makes a table with a row for each summary.
func (w *writer) summaries(name, caption string, columns ...ColumnOf[summary]) Table {
	return bySolver(w, name, caption, w.analysis.Summaries(),
		func(s summary) (analysis.Group, analysis.Solver) { return s.Group, s.Solver }, columns...)
}

// median returns a column of the medians of a measure over puzzles. Solvers that do not report the
// measure have no value in this column.
func median(name, field string, m analysis.Measure) ColumnOf[summary] {
	return Number(name, field, m.Unit.Format, func(s summary) float64 { return s.Of(m).Median.Value })
}

// most returns a column of the largest value of a measure in any trial.
func most(name, field string, m analysis.Measure) ColumnOf[summary] {
	return Number(name, field, m.Unit.Format, func(s summary) float64 { return s.Of(m).Most })
}

// accuracy adds a table of the share of trials that each solver solved, its confidence interval, and the
// statuses of the other trials. A figure shows this share as a function of the number of evaluations.
func (w *writer) accuracy() {
	w.section("Accuracy")
	w.add(w.summaries("accuracy", "Trials solved within the limits, with 95 % confidence intervals over the boards",
		whole("solved", "solved", func(s summary) int { return s.Solved }),
		whole("trials", "trials", func(s summary) int { return s.Trials }),
		Number("accuracy", "accuracy", units.Share.Format, func(s summary) bench.Figure { return s.Accuracy }),
		ends("accuracy", units.Share.Format, func(s summary) analysis.Interval {
			return analysis.Interval{Low: s.AccuracyLow, High: s.AccuracyHigh}
		}),
		Words("not solved", "not_solved", func(s summary) string { return s.Ends })))
	w.solvedWithin("solved-by-evaluations", "Trials solved within a number of evaluations", analysis.Evaluated,
		"evaluations")
}

// plans adds a table of the lengths of plans and of their gaps to optimal plans. The gap and the share
// of optimal plans include only puzzles whose optimal cost is known. The last column counts these
// plans. Figures show the distribution of the gaps, and how the gap shrinks while a genetic solver runs.
func (w *writer) plans() {
	w.section("Plans")
	w.add(w.summaries("plans",
		"Length of the plans of solved trials, in single-tile and in multi-tile moves, and of optimal plans",
		whole("solved", "solved", func(s summary) int { return s.Solved }),
		Number("mean length", "mean_length", units.Moves.Format, func(s summary) bench.Figure { return s.MeanLength }),
		Number("multi-tile", "mean_length_mtm", units.Moves.Format,
			func(s summary) bench.Figure { return s.MeanMTM }),
		Number("mean optimal", "mean_optimal", units.Moves.Format,
			func(s summary) bench.Figure { return s.MeanOptimal }),
		Number("mean gap", "gap", decimals(3), func(s summary) bench.Figure { return s.Gap }),
		ends("gap", decimals(3), func(s summary) analysis.Interval { return s.GapInterval }),
		Number("optimal", "optimal_share", units.Share.Format, func(s summary) bench.Figure { return s.OptimalShare }),
		whole("of plans", "gap_plans", func(s summary) int { return s.OptimalKnown })))
	w.gaps()
	w.gapByEvaluations()
}

// time adds a table of the time and the work of all trials. A trial that reached a limit counts up to
// the limit, so the numbers of a solver that often fails are too small. If no solver reports a count,
// the count has no column.
func (w *writer) time() {
	w.section("Time and work")
	w.add(w.summaries("time", "Time and work of all trials, solved or not",
		median("median time", "median_seconds", analysis.Seconds),
		ends("median_seconds", units.Seconds.Format,
			func(s summary) analysis.Interval { return s.Of(analysis.Seconds).Median }),
		Number("mean time", "mean_seconds", units.Seconds.Format,
			func(s summary) float64 { return s.Of(analysis.Seconds).Mean }),
		median("processor time, median", "median_cpu_seconds", analysis.CPUSeconds),
		median("expanded, median", "median_expanded", analysis.Expanded),
		median("evaluated, median", "median_evaluated", analysis.Evaluated)).known())
}

// effort compares the work of solvers on the puzzles that all of them solved. Solvers that solved too
// few puzzles are left out.
func (w *writer) effort() {
	type effort = analysis.Effort
	efforts := w.analysis.Efforts()
	if efforts == nil {
		return // no group has two solvers that can be compared
	}
	w.add(Heading{Level: 3, Text: "On the boards that all solved"})
	w.say("Effort can only be compared on boards that all solvers solved. Solvers that solved less than half of what" +
		" they tried are left out. Expansions before the last f-layer do not depend on the order of successors or on" +
		" how ties are broken; total expansions do.")
	columns := []ColumnOf[effort]{
		Number("share solved", "share_solved", units.Share.Format, func(e effort) float64 { return e.Share }),
		whole("boards", "common_puzzles", func(e effort) int { return e.Common }),
	}
	for _, m := range analysis.EffortMeasures {
		field := strings.ReplaceAll(m.Name, " ", "_")
		columns = append(columns, Cells(m.Name, []string{"median_" + field, "mean_" + field}, func(e effort) Cell {
			s := e.Of(m)
			return Cell{Text: m.Unit.Format(s.Median.Value), Full: []string{full(s.Median.Value), full(s.Mean)}}
		}))
	}
	w.add(bySolver(w, "effort", "Median effort on the boards that all solved (the CSV file also has means)", efforts,
		func(e effort) (analysis.Group, analysis.Solver) { return e.Group, e.Solver }, columns...).known())
}

// compared compares solvers in pairs. The first table counts the puzzles that only one solver of a pair
// solved, with McNemar's test. Further tables show, for each measure, the ratio of the two solvers on
// the puzzles that both solved, with Wilcoxon's test. Figures draw these puzzles as points.
func (w *writer) compared() {
	type pair = analysis.Pair
	pairs := w.pairs
	if len(pairs) > 0 {
		w.section("Solvers in pairs")
		which := "each with each"
		if !w.analysis.AllPairs() {
			which = "the first with each of the others"
		}
		w.say("Solvers are compared board by board, %s, on the boards of all groups that both tried. p is the"+
			" probability of a difference at least this large if the two solvers do not differ. It is corrected for"+
			" the number of comparisons in each table (Holm). Effect and p describe only the boards that differ, and"+
			" need at least six.", which)
		w.add(TableOf("pairs-solved", "Boards that one solver solved and the other did not", pairs,
			Head("first", func(p pair) string { return p.First.Name }),
			Head("second", func(p pair) string { return p.Second.Name }),
			whole("both", "both", func(p pair) int { return p.Both }),
			whole("only first", "only_first", func(p pair) int { return p.OnlyFirst }),
			whole("only second", "only_second", func(p pair) int { return p.OnlySecond }),
			whole("neither", "neither", func(p pair) int { return p.Neither }),
			Number("p", "p", units.Probability.Format, func(p pair) float64 { return p.P }),
			Number("p corrected", "p_corrected", units.Probability.Format,
				func(p pair) float64 { return p.Corrected })))
		for _, m := range []analysis.Measure{
			analysis.Length, analysis.Seconds, analysis.BeforeLastF, analysis.Expanded, analysis.Evaluated,
		} {
			w.compare(m, analysis.Compare(pairs, m))
		}
	}
	w.versus(analysis.Seconds, "time")
	w.versus(analysis.Expanded, "expanded states")
}

// compare adds the table of the comparisons by one measure.
func (w *writer) compare(m analysis.Measure, comparisons []analysis.Comparison) {
	type comparison = analysis.Comparison
	if len(comparisons) == 0 {
		return
	}
	share, p := units.Share.Format, units.Probability.Format
	w.add(TableOf("pairs-"+strings.ReplaceAll(m.Name, " ", "-"),
		"Ratio of "+m.Name+", first to second, on the boards that both solved", comparisons,
		Head("first", func(c comparison) string { return c.First.Name }),
		Head("second", func(c comparison) string { return c.Second.Name }),
		Cells("share solved", []string{"first_share_solved", "second_share_solved"}, func(c comparison) Cell {
			first, second := c.Shares()
			return Cell{Text: share(first) + ", " + share(second), Full: []string{full(first), full(second)}}
		}),
		whole("boards", "puzzles", func(c comparison) int { return c.Both }),
		whole("differ", "differ", func(c comparison) int { return c.Test.N }),
		Number("median ratio", "median_ratio", units.Ratio.Format, func(c comparison) float64 { return c.Ratio.Value }),
		ends("median_ratio", units.Ratio.Format, func(c comparison) analysis.Interval { return c.Ratio }),
		Number("effect", "effect", decimals(2), func(c comparison) float64 { return c.Test.Effect }),
		Number("p", "p", p, func(c comparison) float64 { return c.Test.P }),
		Number("p corrected", "p_corrected", p, func(c comparison) float64 { return c.Corrected })))
}

// memory adds a table and figures of the memory that the solvers count themselves. If trials ran in
// their own processes, they also show the resident memory of these processes, which includes the
// program and the Go runtime.
func (w *writer) memory() {
	w.unlessEmpty("Memory", func() {
		table := w.summaries("memory", "Memory of all trials",
			median("accounted, median", "median_bytes", analysis.Bytes),
			most("accounted, most", "most_bytes", analysis.Bytes),
			median("resident, median", "median_resident", analysis.Resident),
			most("resident, most", "most_resident", analysis.Resident)).known()
		if !slices.ContainsFunc(table.Columns, func(c Column) bool { return c.Number }) {
			return
		}
		w.say("Accounted memory is the most that a solver's own structures held, as the solver counts it. Resident" +
			" memory is the peak of the trial's own process, as the system counts it. It is known only if each trial" +
			" runs in its own process, and includes the program.")
		w.add(table)
		w.memoryUse("memory", "Memory of the solvers' structures", analysis.Bytes)
		w.memoryUse("resident", "Peak resident memory", analysis.Resident)
	})
}

// methods describes the statistical methods, one per line.
//
//go:embed methods.txt
var methods string

// ending adds the last sections: the statistical methods, warnings about unreliable numbers, the
// machine and the program, and the experiment file.
func (w *writer) ending() {
	a := w.analysis
	var sizes []string
	for _, size := range a.Sizes() {
		sizes = append(sizes, size.String())
	}
	w.section("Methods")
	w.say("%s of %s on %s of %s.", units.Plural(len(a.Trials), "trial", "trials"),
		units.Plural(len(a.Solvers), "solver", "solvers"), units.Plural(a.Puzzles(), "board", "boards"),
		strings.Join(sizes, ", "))
	w.add(List(strings.Split(strings.TrimSpace(methods), "\n")))
	if len(a.Groups) > 1 {
		w.add(TableOf("groups", "Groups of boards. Figures draw all groups of a size together", a.Groups,
			Head("group", analysis.Group.Title),
			Words("size", "size", func(g analysis.Group) string { return g.Size.String() }),
			whole("boards", "puzzles", func(g analysis.Group) int { return g.Puzzles })))
	}
	if warnings := a.Warnings(); len(warnings) > 0 {
		w.section("Warnings")
		var items List
		for _, warning := range warnings {
			items = append(items, warning.Error())
		}
		w.add(items)
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
