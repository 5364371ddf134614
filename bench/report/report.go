package report

import (
	_ "embed" // the description of the methods
	"fmt"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// Of returns the report of a stored experiment, from the analysis of its trials. Traces are further
// runs of genetic solvers to draw.
func Of(e store.Experiment, a *analysis.Analysis, traces []analysis.Evolution) Document {
	w := &writer{experiment: e, analysis: a, traces: traces}
	w.opening()
	w.accuracy()
	w.plans()
	w.time()
	w.effort()
	w.pairs()
	w.unlessEmpty("How hard the puzzles are", func() {
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
	traces     []analysis.Evolution
	blocks     []Block
}

// add appends blocks to the report.
func (w *writer) add(blocks ...Block) { w.blocks = append(w.blocks, blocks...) }

// section begins a section.
func (w *writer) section(title string) { w.add(Heading{Level: 2, Text: title}) }

// unlessEmpty adds a section if its content adds anything.
func (w *writer) unlessEmpty(title string, content func()) {
	before := len(w.blocks)
	w.section(title)
	if content(); len(w.blocks) == before+1 {
		w.blocks = w.blocks[:before]
	}
}

// say adds a paragraph.
func (w *writer) say(format string, args ...any) { w.add(Paragraph(fmt.Sprintf(format, args...))) }

// opening says what was tried, where it ran, and what to be careful about. An unfinished experiment
// has a report, too, which begins by saying that it is partial.
func (w *writer) opening() {
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
	var sizes []string
	for _, size := range a.Sizes() {
		sizes = append(sizes, size.String())
	}
	w.say("%d trials of %d solvers on %d puzzles of %s.", len(a.Trials), len(a.Solvers), a.Puzzles(),
		strings.Join(sizes, ", "))
	if warnings := a.Warnings(); len(warnings) > 0 {
		w.section("To be read with care")
		var items List
		for _, warning := range warnings {
			items = append(items, warning.Error())
		}
		w.add(items)
	}
	w.section("What it ran on")
	w.add(TableOf("provenance", "Circumstances of the trials", provenance(a),
		Head("what", func(f [2]string) string { return f[0] }),
		Words("as kept", "value", func(f [2]string) string { return f[1] })))
	if len(a.Groups) > 1 {
		w.add(TableOf("groups", "Groups of puzzles. Figures draw all groups of a size together", a.Groups,
			Head("group", analysis.Group.Title),
			Words("size", "size", func(g analysis.Group) string { return g.Size.String() }),
			whole("puzzles", "puzzles", func(g analysis.Group) int { return g.Puzzles })))
	}
}

// bySolver makes a table with a row for each solver, on each group if there are several. The function
// of returns the group and the solver of a row.
func bySolver[T any](w *writer, name, caption string, rows []T, of func(T) (analysis.Group, analysis.Solver),
	columns ...ColumnOf[T]) Table {
	var heads []ColumnOf[T]
	if len(w.analysis.Groups) > 1 {
		heads = append(heads, Head("group", func(row T) string { group, _ := of(row); return group.Title() }))
	}
	heads = append(heads, Head("solver", func(row T) string { _, solver := of(row); return solver.Name }))
	return TableOf(name, caption, rows, append(heads, columns...)...)
}

// summary is a short name for the columns of tables, most of which show a number of a summary.
type summary = analysis.Summary

// summaries makes a table of the summaries.
func (w *writer) summaries(name, caption string, columns ...ColumnOf[summary]) Table {
	return bySolver(w, name, caption, w.analysis.Summaries(),
		func(s summary) (analysis.Group, analysis.Solver) { return s.Group, s.Solver }, columns...)
}

// median is a column of the medians of a measure over puzzles. Solvers that do not report the measure
// have no value there.
func median(name, field string, m analysis.Measure) ColumnOf[summary] {
	return Number(name, field, m.Unit.Format, func(s summary) float64 { return s.Of(m).Median.Value })
}

// most is a column of the largest values of a measure in any trial.
func most(name, field string, m analysis.Measure) ColumnOf[summary] {
	return Number(name, field, m.Unit.Format, func(s summary) float64 { return s.Of(m).Most })
}

// accuracy shows how many puzzles each solver solved, with the interval of the share and how the other
// trials ended. Two figures show how the share grows with the time and with the evaluations that a
// trial may take.
func (w *writer) accuracy() {
	w.section("Accuracy")
	w.add(w.summaries("accuracy", "Trials solved within the limits, with 95 % confidence intervals over the puzzles",
		whole("solved", "solved", func(s summary) int { return s.Solved }),
		whole("trials", "trials", func(s summary) int { return s.Trials }),
		Number("accuracy", "accuracy", units.Share.Format, func(s summary) bench.Figure { return s.Accuracy }),
		ends("accuracy", units.Share.Format, func(s summary) analysis.Interval {
			return analysis.Interval{Low: s.AccuracyLow, High: s.AccuracyHigh}
		}),
		Words("not solved", "not_solved", func(s summary) string { return s.Ends })))
	w.solvedWithin("solved-by-time", "Trials solved within a time", analysis.Seconds, "time")
	w.solvedWithin("solved-by-evaluations", "Trials solved within a number of evaluations", analysis.Evaluated,
		"evaluations")
}

// plans shows how long the plans are and how close to optimal. The gap and the optimal share are over
// the plans for puzzles whose optimal cost is known, and the last column counts these plans. Figures
// show the distribution of the gaps, and how the gap shrinks while a genetic solver runs.
func (w *writer) plans() {
	w.section("Plans")
	w.add(w.summaries("plans", "Length of the plans of solved trials, and of optimal plans",
		whole("solved", "solved", func(s summary) int { return s.Solved }),
		Number("mean length", "mean_length", units.Moves.Format, func(s summary) bench.Figure { return s.MeanLength }),
		Number("mean optimal", "mean_optimal", units.Moves.Format,
			func(s summary) bench.Figure { return s.MeanOptimal }),
		Number("mean gap", "gap", decimals(3), func(s summary) bench.Figure { return s.Gap }),
		ends("gap", decimals(3), func(s summary) analysis.Interval { return s.GapInterval }),
		Number("optimal", "optimal_share", units.Share.Format, func(s summary) bench.Figure { return s.OptimalShare }),
		whole("of plans", "gap_plans", func(s summary) int { return s.OptimalKnown })))
	w.gaps()
	w.gapByEvaluations()
}

// time shows the time and the work of all trials. A trial that met a limit counts up to the limit, so
// the numbers of a solver that fails often are too small. Counts that no solver reports have no column.
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

// effort compares the work of solvers on the puzzles on which it can be compared: those that all able
// solvers of a group solved.
func (w *writer) effort() {
	type effort = analysis.Effort
	efforts := w.analysis.Efforts()
	if efforts == nil {
		w.say("Effort is not compared: no group has two solvers that solved at least half of what they tried.")
		return
	}
	w.add(Heading{Level: 3, Text: "On the puzzles that all solved"})
	w.say("Effort can only be compared on puzzles that all solvers solved. Solvers that solved less than half of what" +
		" they tried are left out. Expansions before the last f-layer do not depend on the order of successors or on" +
		" how ties are broken; total expansions do.")
	columns := []ColumnOf[effort]{
		Number("share solved", "share_solved", units.Share.Format, func(e effort) float64 { return e.Share }),
		whole("puzzles", "common_puzzles", func(e effort) int { return e.Common }),
	}
	for _, m := range analysis.EffortMeasures {
		field := strings.ReplaceAll(m.Name, " ", "_")
		columns = append(columns, Cells(m.Name, []string{"median_" + field, "mean_" + field}, func(e effort) Cell {
			s := e.Of(m)
			return Cell{Text: m.Unit.Format(s.Median.Value), Full: []string{full(s.Median.Value), full(s.Mean)}}
		}))
	}
	w.add(bySolver(w, "effort", "Median effort on the puzzles that all solved (the CSV file also has means)", efforts,
		func(e effort) (analysis.Group, analysis.Solver) { return e.Group, e.Solver }, columns...).known())
}

// pairs compares the solvers two by two. The first table counts the puzzles that only one of them
// solved, with McNemar's test. A table for each measure has the ratio of the two on the puzzles that
// both solved, with Wilcoxon's test. Figures draw these puzzles as points.
func (w *writer) pairs() {
	type pair = analysis.Pair
	pairs := w.analysis.Pairs()
	if len(pairs) > 0 {
		w.section("Solvers in pairs")
		which := "each with each"
		if !w.analysis.AllPairs() {
			which = "the first with each of the others"
		}
		w.say("Solvers are compared puzzle by puzzle, %s, on the puzzles of all groups that both tried. p is the"+
			" probability that chance alone sets two solvers at least so far apart. It is corrected for the number of"+
			" comparisons in each table (Holm). Effect and p describe only the puzzles"+
			" that differ, and need at least six.", which)
		w.add(TableOf("pairs-solved", "Puzzles that one solver solved and the other did not", pairs,
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
	w.versus(pairs, analysis.Seconds, "time")
	w.versus(pairs, analysis.Expanded, "expanded states")
}

// compare adds the table of the comparisons by a measure.
func (w *writer) compare(m analysis.Measure, comparisons []analysis.Comparison) {
	type comparison = analysis.Comparison
	if len(comparisons) == 0 {
		return
	}
	share, p := units.Share.Format, units.Probability.Format
	w.add(TableOf("pairs-"+strings.ReplaceAll(m.Name, " ", "-"),
		"Ratio of "+m.Name+", first to second, on the puzzles that both solved", comparisons,
		Head("first", func(c comparison) string { return c.First.Name }),
		Head("second", func(c comparison) string { return c.Second.Name }),
		Cells("share solved", []string{"first_share_solved", "second_share_solved"}, func(c comparison) Cell {
			first, second := c.Shares()
			return Cell{Text: share(first) + ", " + share(second), Full: []string{full(first), full(second)}}
		}),
		whole("puzzles", "puzzles", func(c comparison) int { return c.Both }),
		whole("differ", "differ", func(c comparison) int { return c.Test.N }),
		Number("median ratio", "median_ratio", units.Ratio.Format, func(c comparison) float64 { return c.Ratio.Value }),
		ends("median_ratio", units.Ratio.Format, func(c comparison) analysis.Interval { return c.Ratio }),
		Number("effect", "effect", decimals(2), func(c comparison) float64 { return c.Test.Effect }),
		Number("p", "p", p, func(c comparison) float64 { return c.Test.P }),
		Number("p corrected", "p_corrected", p, func(c comparison) float64 { return c.Corrected })))
}

// memory shows the memory that the solvers count themselves. If trials ran in processes of their own,
// it also shows the resident memory of the processes, which includes the program and the Go runtime.
func (w *writer) memory() {
	w.section("Memory")
	w.say("Accounted memory is the most that a solver's own structures held, as the solver counts it. Resident memory" +
		" is the peak of the trial's own process, as the system counts it. It is known only if each trial runs in its" +
		" own process, and includes the program.")
	w.add(w.summaries("memory", "Memory of all trials",
		median("accounted, median", "median_bytes", analysis.Bytes),
		most("accounted, most", "most_bytes", analysis.Bytes),
		median("resident, median", "median_resident", analysis.Resident),
		most("resident, most", "most_resident", analysis.Resident)).known())
	w.memoryUse("memory", "Memory of the solvers' structures", analysis.Bytes)
	w.memoryUse("resident", "Peak resident memory", analysis.Resident)
}

// methods describes the statistical methods, one per line.
//
//go:embed methods.txt
var methods string

// ending says how the numbers are computed, and repeats the experiment as a file.
func (w *writer) ending() {
	w.section("How the figures come about")
	w.add(List(strings.Split(strings.TrimSpace(methods), "\n")))
	if w.experiment.Definition != "" {
		w.section("Definition")
		w.say("This experiment file repeats the experiment:")
		w.add(Code(w.experiment.Definition))
	}
}
