package report

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// Of returns the report of an experiment.
func Of(e store.Experiment, a *analysis.Analysis, traces []analysis.Evolution) Document {
	w := &writer{experiment: e, analysis: a, traces: traces, summaries: a.Summaries(), several: len(a.Groups) > 1}
	w.opening()
	w.accuracy()
	w.plans()
	w.effort()
	w.pairs()
	w.difficulty()
	w.accuracyBySettings()
	w.convergence()
	w.memory()
	w.omissions()
	w.methods()
	w.definition(e.Definition)
	return Document{Title: "Experiment " + e.Name, Blocks: w.blocks}
}

// writer puts the blocks of a report together.
type writer struct {
	experiment store.Experiment
	analysis   *analysis.Analysis
	traces     []analysis.Evolution
	summaries  []analysis.Summary
	several    bool // groups, so that tables say which
	blocks     []Block
	left       []string // figures left out, with reasons
}

func (w *writer) add(blocks ...Block) { w.blocks = append(w.blocks, blocks...) }

func (w *writer) section(title string) { w.add(Heading{Level: 2, Text: title}) }

func (w *writer) part(title string) { w.add(Heading{Level: 3, Text: title}) }

func (w *writer) say(format string, args ...any) {
	w.add(Paragraph(fmt.Sprintf(format, args...)))
}

// opening says what was tried, on what, and what to beware of.
func (w *writer) opening() {
	a, e := w.analysis, w.experiment
	if len(a.Trials) < e.Total {
		w.say("Partial: %s of %s have ended.", units.Grouped(uint64(len(a.Trials))), units.Plural(e.Total, "trial", "trials"))
	}
	if e.Stale > 0 {
		w.say("%s kept that no longer belong to the experiment, of other settings or another version, and left out.", units.Plural(e.Stale, "trial is", "trials are"))
	}
	if text := strings.TrimSpace(e.Description); text != "" {
		w.say("%s", text)
	}
	w.say("%d trials of %d solvers on %d puzzles of %s.", len(a.Trials), len(a.Solvers), a.Puzzles(), sizes(a))
	if warnings := a.Warnings(); len(warnings) > 0 {
		w.section("To be read with care")
		var items List
		for _, warning := range warnings {
			items = append(items, warning.Error())
		}
		w.add(items)
	}
	w.section("What it ran on")
	facts := newTable("provenance", "Circumstances of the trials").head("what").words("as kept", "value")
	for _, f := range provenance(a) {
		facts.row(text(f[0]), text(f[1]))
	}
	w.add(facts.Table)
	if w.several {
		groups := newTable("groups", "Groups of puzzles").head("group").words("size", "size").numbers("puzzles", "puzzles")
		for _, g := range a.Groups {
			groups.row(text(g.Title()), text(g.Size.String()), whole(g.Puzzles))
		}
		w.add(groups.Table)
	}
}

// bySolver begins a table with a row for each solver, of each group where there
// are several.
func (w *writer) bySolver(name, caption string) *table {
	t := newTable(name, caption)
	if w.several {
		t.head("group")
	}
	return t.head("solver")
}

// of begins a row of such a table.
func (w *writer) of(g analysis.Group, s analysis.Solver) []Cell {
	if w.several {
		return []Cell{text(g.Title()), text(s.Name)}
	}
	return []Cell{text(s.Name)}
}

func (w *writer) accuracy() {
	w.section("Accuracy")
	t := w.bySolver("accuracy", "Trials solved within the limits, with 95 % confidence intervals over the puzzles")
	t.numbers("solved", "solved").numbers("trials", "trials").numbers("accuracy", "accuracy").
		numbers("95 % interval", "accuracy_low", "accuracy_high").words("not solved", "not_solved")
	for _, s := range w.summaries {
		t.row(append(w.of(s.Group, s.Solver),
			whole(s.Solved), whole(s.Trials), share(s.Accuracy.Value), interval(s.Accuracy, func(x float64) string { return units.Decimals(100*x, 1) + " %" }),
			end(s.Ends))...)
	}
	w.add(t.Table)
	w.solvedWithin("solved-by-time", "Trials solved within a time", analysis.Seconds, "time of a trial", "")
	w.solvedWithin("solved-by-evaluations", "Trials solved within a number of evaluations", analysis.Evaluated,
		"evaluations", " Evaluations count until the first plan, without those that shorten it.")
}

func (w *writer) plans() {
	w.section("Plans")
	t := w.bySolver("plans", "Length of the plans of solved trials beside the optimal ones")
	t.numbers("solved", "solved").numbers("mean length", "mean_length").numbers("mean optimal", "mean_optimal").
		numbers("mean gap", "gap").numbers("95 % interval", "gap_low", "gap_high").numbers("optimal", "optimal_share").numbers("of plans", "gap_plans")
	var remarks remarks
	for _, s := range w.summaries {
		if s.Gap.N > 0 {
			for _, warning := range s.Gap.Warnings {
				remarks.add(warning, "gap of "+w.name(s.Group, s.Solver))
			}
		}
		t.row(append(w.of(s.Group, s.Solver),
			whole(s.Solved), decimals(s.MeanLength, 2), decimals(s.MeanOptimal, 2),
			decimals(s.Gap.Value, 3), interval(s.Gap, func(x float64) string { return units.Decimals(x, 3) }), share(s.OptimalShare), whole(s.OptimalKnown))...)
	}
	w.add(t.Table)
	w.remark(remarks)
	w.gaps()
	w.gapByEvaluations()
}

func (w *writer) effort() {
	w.section("Time and work")
	t := w.bySolver("time", "Time and work of all trials, solved or not")
	t.numbers("median time", "median_seconds").numbers("95 % interval", "median_seconds_low", "median_seconds_high").
		numbers("mean time", "mean_seconds").numbers("processor time, median", "median_cpu_seconds").
		numbers("expanded, median", "median_expanded").numbers("evaluated, median", "median_evaluated")
	var remarks remarks
	for _, s := range w.summaries {
		for _, warning := range s.Of(analysis.Seconds).Median.Warnings {
			remarks.add(warning, "time of "+w.name(s.Group, s.Solver))
		}
		t.row(append(w.of(s.Group, s.Solver),
			median(s, analysis.Seconds), interval(s.Of(analysis.Seconds).Median, units.Seconds.Format),
			measured(s.Of(analysis.Seconds).Mean, units.Seconds.Format), median(s, analysis.CPUSeconds),
			median(s, analysis.Expanded), median(s, analysis.Evaluated))...)
	}
	w.add(t.known())
	w.remark(remarks)
	w.commonEffort()
}

// commonEffort compares effort where it can be.
func (w *writer) commonEffort() {
	var efforts, weak []analysis.Effort
	for _, e := range w.analysis.Efforts() {
		if e.Able {
			efforts = append(efforts, e)
		} else {
			weak = append(weak, e)
		}
	}
	if len(efforts) == 0 {
		w.say("Effort is compared on puzzles that several solvers solved which solve at least half of what they try; there are none.")
		return
	}
	w.part("On the puzzles that all solved")
	w.say("Effort is only comparable where everybody arrived: on the puzzles that every solver solved which solves at least half of what it tries, with the share that each solved beside it. Expansions before the last f-layer do not depend on how ties are broken or successors ordered; the totals do.")
	t := w.bySolver("effort", "Median effort on the puzzles that all solved (the CSV file has means as well)")
	t.numbers("share solved", "share_solved").numbers("puzzles", "common_puzzles")
	for _, m := range analysis.EffortMeasures {
		field := strings.ReplaceAll(m.Name, " ", "_")
		t.numbers(m.Name, "median_"+field, "mean_"+field)
	}
	var remarks remarks
	for i, e := range efforts {
		if i == 0 || e.Group != efforts[i-1].Group {
			for _, warning := range e.Of(analysis.Seconds).Median.Warnings {
				remarks.add(warning, "all medians on "+e.Group.Title())
			}
		}
		row := append(w.of(e.Group, e.Solver), share(e.Share), whole(e.Common))
		for _, m := range analysis.EffortMeasures {
			median, mean := e.Of(m).Median.Value, e.Of(m).Mean
			row = append(row, Cell{Text: m.Unit.Format(median), Full: []string{full(median), full(mean)}})
		}
		t.row(row...)
	}
	w.add(t.known())
	w.remark(remarks)
	var names []string
	for _, e := range weak {
		names = append(names, fmt.Sprintf("%s (%s)", w.name(e.Group, e.Solver), units.Share.Format(e.Share)))
	}
	if len(names) > 0 {
		w.say("Left out, since they solved less than half of what they tried: %s.", strings.Join(names, ", "))
	}
}

// compared are the measures by which pairs are.
var compared = []analysis.Measure{analysis.Length, analysis.Seconds, analysis.BeforeLastF, analysis.Expanded, analysis.Evaluated}

func (w *writer) pairs() {
	pairs := w.analysis.Pairs()
	defer func() {
		w.versus(pairs, analysis.Seconds, "time")
		w.versus(pairs, analysis.Expanded, "expanded states")
	}()
	if len(pairs) == 0 {
		return
	}
	w.section("Solvers in pairs")
	which := "each with each"
	if !w.analysis.AllPairs() {
		which = "the first with each of the others, since there are many"
	}
	w.say("Solvers are compared puzzle by puzzle, %s, on the puzzles that both tried; all groups together. The probabilities are corrected for the number of comparisons of each table (Holm); p is how often chance alone would set two solvers at least so far apart.", which)
	t := newTable("pairs-solved", "Who solves what the other does not").head("first").head("second").
		numbers("both", "both").numbers("only first", "only_first").numbers("only second", "only_second").numbers("neither", "neither").
		numbers("p", "p").numbers("p corrected", "p_corrected")
	for _, p := range pairs {
		t.row(text(p.First.Name), text(p.Second.Name), whole(p.Both), whole(p.OnlyFirst), whole(p.OnlySecond), whole(p.Neither),
			measured(p.P, units.Probability.Format), measured(p.Corrected, units.Probability.Format))
	}
	w.add(t.Table)
	for _, m := range compared {
		w.compare(m, analysis.Compare(pairs, m))
	}
}

// The marks of rows of which the test says little.
const (
	tooFew = " *"
	tied   = " †"
)

// compare writes the table of a measure, and below it what its marks mean.
func (w *writer) compare(m analysis.Measure, comparisons []analysis.Comparison) {
	if len(comparisons) == 0 {
		return
	}
	t := newTable("pairs-"+strings.ReplaceAll(m.Name, " ", "-"), "Ratio of "+m.Name+", first to second, on the puzzles that both solved").head("first").head("second").
		numbers("share solved", "first_share_solved", "second_share_solved").numbers("puzzles", "puzzles").numbers("differ", "differ").
		numbers("median ratio", "median_ratio").numbers("95 % interval", "median_ratio_low", "median_ratio_high").
		numbers("effect", "effect").numbers("p", "p").numbers("p corrected", "p_corrected")
	few, ties := false, false
	for _, c := range comparisons {
		differ := whole(c.Test.N)
		switch {
		case c.Test.Few():
			differ.Text += tooFew
			few = true
		case c.Test.MostlyTies():
			differ.Text += tied
			ties = true
		}
		first, second := c.Shares()
		shares := share(first)
		other := share(second)
		t.row(text(c.First.Name), text(c.Second.Name),
			Cell{Text: shares.Text + ", " + other.Text, Full: append(shares.Full, other.Full...)}, whole(c.Both), differ,
			measured(c.Ratio.Value, units.Ratio.Format), interval(c.Ratio, units.Ratio.Format), decimals(c.Test.Effect, 2),
			measured(c.Test.P, units.Probability.Format), measured(c.Corrected, units.Probability.Format))
	}
	w.add(t.Table)
	var legend []string
	if few {
		legend = append(legend, "Rows marked"+tooFew+": fewer than six puzzles differ, too few for a test.")
	}
	if ties {
		legend = append(legend, "Rows marked"+tied+": most puzzles are equal, and effect and p are of those that differ.")
	}
	if legend != nil {
		w.say("%s", strings.Join(legend, " "))
	}
}

func (w *writer) difficulty() {
	w.section("How hard the puzzles are")
	before := len(w.blocks)
	for _, d := range analysis.Difficulties {
		w.byDifficulty(d)
	}
	if len(w.blocks) == before {
		w.blocks = w.blocks[:before-1]
	}
}

func (w *writer) memory() {
	w.section("Memory")
	isolated := slices.ContainsFunc(w.analysis.Trials, func(r bench.Record) bool { return r.Resident != nil })
	w.say("Accounted memory is what a solver's own structures held at most, as it counts them itself. %s", map[bool]string{
		true:  "Resident memory is the peak of the trial's own process, as the system counts it.",
		false: "The peak resident memory of a trial is known only where each runs in a process of its own (--isolate); none of these did.",
	}[isolated])
	t := w.bySolver("memory", "Memory of all trials")
	t.numbers("accounted, median", "median_bytes").numbers("accounted, most", "most_bytes")
	if isolated {
		t.numbers("resident, median", "median_resident").numbers("resident, most", "most_resident")
	}
	for _, s := range w.summaries {
		row := append(w.of(s.Group, s.Solver), median(s, analysis.Bytes), measured(s.Of(analysis.Bytes).Most, units.Bytes.Format))
		if isolated {
			row = append(row, median(s, analysis.Resident), measured(s.Of(analysis.Resident).Most, units.Bytes.Format))
		}
		t.row(row...)
	}
	w.add(t.Table)
	w.memoryUse("memory", "Memory of the solvers' structures", analysis.Bytes,
		"the most that the solver's own structures held, as the solver counts it", "no trial counts its memory")
	w.memoryUse("resident", "Peak resident memory", analysis.Resident,
		"the most resident memory of the trial's own process, as the system counts it, including the program",
		"it is known only for trials in their own processes (--isolate)")
}

// omissions says which figures there are not, and why.
func (w *writer) omissions() {
	w.section("Left out")
	w.add(List(w.left))
}

// methods says how the figures come about.
func (w *writer) methods() {
	w.section("How the figures come about")
	w.add(List{
		"Shares, means and medians are of puzzles: one with several repeats counts once, with the mean or the median of its trials. Intervals are over puzzles as well, since repeats on one say nothing of others.",
		"Accuracy is the share solved within the limits, cancelled trials left out. Its interval is Wilson's (1927) for as many puzzles as there are, or more where repeats on a puzzle differ as if they were puzzles of their own (design effect, Korn and Graubard 1998).",
		"Intervals of medians lie between order statistics and assume nothing of how values are distributed; fewer than six values bound nothing.",
		"The gap of a plan is its cost divided by the optimal cost, which a solver of the experiment has proven or which was found afterwards. The interval of its mean is a bootstrap one, corrected for bias and acceleration (Efron 1987), from a fixed seed.",
		"Who solves more is tested by McNemar's test, in its exact form, on the puzzles that only one of two solvers solved.",
		"Lengths, times and work are compared by the ratio of each puzzle that both solved, tested by Wilcoxon's signed ranks of the logarithms where at least six differ. The effect is the matched-pairs rank-biserial correlation (Kerby 2014): -1 if the first takes less everywhere, 0 if neither does, 1 if it takes more everywhere.",
		"In pairs a puzzle with several repeats counts as solved where most repeats are, with the median of those.",
		"Times, seconds and bytes in the CSV files stand in full, in seconds and bytes.",
	})
}

// definition ends with what npuzzle run takes to do it all again.
func (w *writer) definition(text string) {
	if text == "" {
		return
	}
	w.section("Definition")
	w.say("As an experiment file, which npuzzle run takes:")
	w.add(Code(text))
}
