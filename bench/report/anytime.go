package report

import (
	"fmt"
	"math"
	"slices"

	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// lines returns a panel with a line of each solver over an amount of work.
func lines(
	all []analysis.Anytime, m analysis.Measure, y plot.Axis, kind plot.Kind,
	lineOf func(analysis.Anytime) analysis.Series,
) plot.Panel {
	var lines []analysis.Series
	for _, solver := range all {
		line := lineOf(solver)
		if line.X == nil {
			continue
		}
		line.Thin(linePoints)
		lines = append(lines, line)
	}
	return plot.Panel{X: axisOf(m, ""), Y: y, Series: curves(lines, kind)}
}

// coverage returns a panel of the share of trials that have a plan within an amount of work.
func coverage(all []analysis.Anytime, m analysis.Measure) plot.Panel {
	return lines(all, m, solvedAxis, plot.Steps, func(t analysis.Anytime) analysis.Series {
		return t.Reached(math.Inf(1))
	})
}

// anytime shows what solvers reach within an amount of work: in generated states and in seconds
// and, if genetic solvers take part, in evaluations. Each size has a figure for states and seconds,
// and one for evaluations. For each kind of work, it has a table at fixed budgets and a table of
// the work to fixed targets.
func (w *writer) anytime() {
	for _, size := range w.analysis.Sizes() {
		name, title := w.ofSize("anytime", "Plans found within a budget", size)
		w.budgetsOf(size, name, title, prose("anytime"), analysis.Generated, analysis.Seconds)
		name, title = w.ofSize("anytime-evaluations", "Plans found within a number of evaluations",
			size)
		w.budgetsOf(size, name, title, prose("anytime-evaluations"), analysis.Evaluated)
	}
}

// budgetsOf adds a figure of what solvers reach within an amount of each of the given measures of
// work, with a column of panels for each, and tables.
func (w *writer) budgetsOf(
	size puzzle.Size, name, title, caption string, measures ...analysis.Measure,
) {
	var found, ratios, reached []plot.Panel
	var tables []Block
	for _, m := range measures {
		series := w.analysis.Anytime(size, m)
		if len(series) == 0 {
			continue
		}
		found = append(found, coverage(series, m))
		tables = append(tables, w.budgets(size.String(), m, series), w.targets(size.String(), m, series))
		if analysis.Improved(series) {
			ratios = append(ratios, ratio(series, m))
			targets := plot.Axis{Label: "targets reached", Unit: units.Share}
			reached = append(reached, lines(series, m, targets, plot.Steps, targetsReached))
		}
	}
	if ratios != nil {
		caption += " " + prose("anytime-ratios")
	}
	if w.draw(name, title, "", caption, slices.Concat(found, ratios, reached)...) {
		w.add(tables...)
	}
}

// targetsReached returns the share of targets that a solver reaches within an amount of work.
func targetsReached(t analysis.Anytime) analysis.Series { return t.Reached(analysis.Targets...) }

// ratio returns a panel of the mean cost of the best plans over an amount of work. The name of a
// solver that did not solve all trials has the number of those behind its line.
func ratio(all []analysis.Anytime, m analysis.Measure) plot.Panel {
	cost := plot.Axis{Label: "cost / least cost, mean", Log: true}
	return lines(all, m, cost, plot.Line, func(t analysis.Anytime) analysis.Series {
		line := t.Ratio()
		if solved, trials := t.Solved(); solved < trials {
			line.Name += fmt.Sprintf(", %d of %d", solved, trials)
		}
		return line
	})
}

// budgets returns a table of the coverage and the mean ratio of plans at fixed budgets.
func (w *writer) budgets(size string, m analysis.Measure, all []analysis.Anytime) Table {
	columns := solverHeads(w.analysis, func(t analysis.Anytime) string { return t.Name })
	for _, budget := range all[0].Budgets() {
		text := "_" + full(budget)
		fields := []string{"coverage" + text, "ratio" + text}
		columns = append(columns, Cells(amountOf(m, budget), fields, func(t analysis.Anytime) Cell {
			coverage, ratio := t.Within(budget)
			cell := Cell{
				Text: units.Share.Format(coverage),
				Full: []string{full(coverage), full(ratio)},
			}
			if !math.IsNaN(ratio) {
				cell.Text += ": " + units.Gap.Format(ratio)
			}
			return cell
		}))
	}
	return TableOf("budgets-"+m.Key+"-"+size, prose("budgets", size, m.Title()), all, columns...)
}

// amountOf writes an amount of work with its unit, such as "10,000 states".
func amountOf(m analysis.Measure, amount float64) string {
	text := m.Format(amount)
	if units.Of(m.Unit) == units.Count {
		text += " " + m.Unit
	}
	return text
}

// targets returns a table of the expected running times to fixed targets.
func (w *writer) targets(size string, m analysis.Measure, all []analysis.Anytime) Table {
	columns := solverHeads(w.analysis, func(t analysis.Anytime) string { return t.Name })
	ratios := analysis.Targets
	if !analysis.Improved(all) {
		ratios = ratios[:1] // all plans are best
	}
	for _, target := range ratios {
		head := "any plan"
		text := "_any"
		if !math.IsInf(target, 1) {
			text = "_" + full(target)
			head = "≤ " + text[1:]
		}
		fields := []string{"ert" + text, "reached" + text}
		columns = append(columns, Cells(head, fields, func(t analysis.Anytime) Cell {
			work, share := t.ERT(target)
			return Cell{
				Text: m.Format(work) + " (" + units.Share.Format(share) + ")",
				Full: []string{full(work), full(share)},
			}
		}))
	}
	return TableOf("targets-"+m.Key+"-"+size, prose("targets", size, m.Title()), all, columns...)
}
