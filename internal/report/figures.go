package report

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench/analysis"
	"npuzzle/internal/plot"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Limits that keep figures readable and files small.
const (
	mostPanels    = 6    // maximum number of panels of a figure
	mostBands     = 3    // maximum number of solvers with bands, so that bands can be distinguished
	linePoints    = 400  // maximum number of points of a line of steps
	cloudPoints   = 1000 // maximum number of points of a panel of points
	fewestPoints  = 6    // minimum number of points of a panel of points
	fewestClasses = 4    // minimum number of classes of random boards that show a trend
	longGap       = 4    // largest gap on a linear axis, so that small gaps stay readable
)

// draw adds a figure with the name of its file, a title, a finding, and a caption. It draws at most
// mostPanels panels. Without panels, it adds nothing.
func (w *writer) draw(name, title, finding, caption string, panels ...plot.Panel) {
	if len(panels) == 0 {
		return
	}
	if len(panels) > mostPanels {
		caption += fmt.Sprintf(" Only %d of %d panels are drawn.", mostPanels, len(panels))
		panels = panels[:mostPanels]
	}
	columns := 2
	if len(panels) > 4 {
		columns = 3 // so that the figure is wider than high, like a slide
	}
	w.add(Figure{Name: name, Finding: finding,
		Plot: plot.Figure{Panels: panels, Columns: columns, Title: title, Description: caption}})
}

// solvedAxis is the axis for shares of solved trials.
var solvedAxis = plot.Axis{Label: "trials solved", Unit: units.Share}

// curves converts series of results to series of a plot. With bands, it adds the intervals as bands.
func curves(all []analysis.Series, kind plot.Kind, bands bool) []plot.Series {
	var lines []plot.Series
	for _, s := range all {
		line := plot.Series{Name: s.Name, Kind: kind, Look: s.Number, X: s.X, Y: s.Y}
		if bands {
			line.Low, line.High = s.Low, s.High
		}
		lines = append(lines, line)
	}
	return lines
}

// ofSize returns the name and the title of a figure about the puzzles of one size. It appends the size
// if the experiment has several sizes.
func (w *writer) ofSize(name, title string, size puzzle.Size) (string, string) {
	if len(w.analysis.Sizes()) == 1 {
		return name, title
	}
	return name + "-" + size.String(), title + ", " + size.String()
}

// bySize returns a panel for each size of puzzles for which lines returns series. All panels have the
// same axes.
func (w *writer) bySize(x, y plot.Axis, lines func(puzzle.Size) []plot.Series) []plot.Panel {
	var panels []plot.Panel
	for _, size := range w.analysis.Sizes() {
		panel := plot.Panel{X: x, Y: y, Series: lines(size)}
		if len(w.analysis.Sizes()) > 1 {
			panel.Title = size.String()
		}
		if panel.Series != nil {
			panels = append(panels, panel)
		}
	}
	return panels
}

// solvedWithin draws the share of trials that each solver solved within a given time or number of
// evaluations, with a panel for each size. A trial counts as solved from its first plan on. With its
// axes exchanged, the figure is what the literature on solvers calls a cactus plot. The label names the
// measure on the axis.
func (w *writer) solvedWithin(name, title string, m analysis.Measure, label string) {
	finding := ""
	panels := w.bySize(plot.Axis{Label: label, Unit: m.Unit, Log: true}, solvedAxis,
		func(size puzzle.Size) []plot.Series {
			lines := w.analysis.SolvedWithin(size, m)
			for i := range lines {
				lines[i].Thin(linePoints)
			}
			finding = halfSolved(size, lines, label, m.Unit) // the last one, of the largest size, remains
			return curves(lines, plot.Steps, false)
		})
	w.draw(name, title, finding, "Share of all trials that a solver solved within the "+label+" on the logarithmic"+
		" axis. A trial counts as solved when its first plan is found; shortening that plan does not count. Higher and"+
		" further left is better. Lines end at the longest trial. Solvers that solved nothing have no line.", panels...)
}

// halfSolved returns a sentence that says at which time or number of evaluations each line of
// solvedWithin reaches one half.
func halfSolved(size puzzle.Size, lines []analysis.Series, label string, unit units.Unit) string {
	var names []string
	var values []float64
	for _, line := range lines {
		if i := slices.IndexFunc(line.Y, func(share float64) bool { return share >= 0.5 }); i >= 0 {
			names, values = append(names, line.Name), append(values, line.X[i])
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("%s in which half of the trials on %v had a first plan: %s.", upper(label), size,
		analysis.Values(names, values, unit.Format))
}

// gaps draws the gaps of all plans as box plots, with a figure for each size. If all plans of a size
// are optimal, the size has no figure. The axis is logarithmic if a gap is larger than longGap.
func (w *writer) gaps() {
	for _, size := range w.analysis.Sizes() {
		gaps := w.analysis.Gaps(size)
		panel := boxes(gaps, plot.Axis{Label: "cost / optimal cost"})
		longest := 1.0
		for _, s := range panel.Series {
			longest = max(longest, slices.Max(s.X))
		}
		if longest == 1 {
			continue
		}
		panel.X.Log = longest > longGap
		caption := "Each box holds the middle half of the plans, and its thick line is the median. Whiskers" +
			" reach to the last plan within one and a half box lengths; rings are the plans beyond. A gap of 1 is" +
			" optimal. The number of plans is in parentheses. Plans for boards whose optimal cost is not known are" +
			" left out."
		if panel.X.Log {
			caption += " The axis is logarithmic."
		}
		name, title := w.ofSize("gap", "Gap to the optimal cost", size)
		var names []string
		var means []float64
		for _, s := range gaps {
			names, means = append(names, s.Name), append(means, analysis.Mean(s.X))
		}
		w.draw(name, title, "Mean gap: "+analysis.Values(names, means, units.Gap.Format)+".", caption, panel)
	}
}

// boxes makes a panel with a box plot for each solver. The first solver is at the top, as in tables, so
// it has the largest height. The numbers of values are in parentheses.
func boxes(samples []analysis.Series, x plot.Axis) plot.Panel {
	panel := plot.Panel{X: x}
	for i, s := range slices.Backward(samples) {
		panel.Y.Names = append(panel.Y.Names, fmt.Sprintf("%s (%d)", s.Name, len(s.X)))
		panel.Series = append(panel.Series, plot.Series{
			Kind: plot.Boxes, Look: s.Number, X: s.X, Y: []float64{float64(len(samples) - 1 - i)},
		})
	}
	return panel
}

// gapByEvaluations draws the mean ratio of the length of the best plan so far to the optimal length,
// for genetic solvers, with a panel for each size.
func (w *writer) gapByEvaluations() {
	panels := w.bySize(plot.Axis{Label: "evaluations", Unit: units.Count, Log: true},
		plot.Axis{Label: "length / optimal length, mean"}, func(size puzzle.Size) []plot.Series {
			return curves(w.analysis.GapByEvaluations(size), plot.Line, false)
		})
	w.draw("gap-by-evaluations", "Gap of the best plan so far", "", "Mean of length / optimal length of the best plan"+
		" found within the number of evaluations on the logarithmic axis, over the trials that solve their board in"+
		" the end. A line begins where half of these trials have a plan, and may rise as more trials join. A trial"+
		" that has ended keeps its last plan. Lower and further left is better. Boards whose optimal length is not"+
		" known are left out.", panels...)
}

// versus draws a measure of each solver against that of its baseline, with a panel for
// each pair and a point for each puzzle that both solved. The axes are logarithmic, so puzzles with a
// value of 0 are left out. The text what names the measure.
func (w *writer) versus(m analysis.Measure, what string) {
	var panels []plot.Panel
	for _, p := range analysis.Compare(w.pairs, m) {
		if p.Question != p.Group.Question() {
			continue
		}
		cloud := analysis.Series{Number: p.First.Number}
		second, first := p.Values()
		for i := range first {
			if first[i] > 0 && second[i] > 0 {
				cloud.X, cloud.Y = append(cloud.X, first[i]), append(cloud.Y, second[i])
			}
		}
		if len(cloud.X) < fewestPoints {
			continue
		}
		cloud.Thin(cloudPoints)
		low := min(slices.Min(cloud.X), slices.Min(cloud.Y))
		high := max(slices.Max(cloud.X), slices.Max(cloud.Y))
		equal := plot.Series{Name: "equal", Kind: plot.Guide, X: []float64{low, high}, Y: []float64{low, high}}
		panels = append(panels, plot.Panel{
			Title:  fmt.Sprintf("%s against %s: %s", p.First.Name, p.Second.Name, what),
			X:      plot.Axis{Label: p.Second.Name + ": " + what, Unit: m.Unit, Log: true},
			Y:      plot.Axis{Label: p.First.Name + ": " + what, Unit: m.Unit, Log: true},
			Series: append([]plot.Series{equal}, curves([]analysis.Series{cloud}, plot.Points, false)...),
		})
	}
	w.draw("versus-"+m.Name, "Board by board: "+what, "",
		fmt.Sprintf("%s on logarithmic axes. Each point is a board that both solvers solved; at most %d are drawn,"+
			" and none on which a solver counts 0. Below the dashed line, the solver of the vertical axis takes less.",
			upper(m.Name), cloudPoints), panels...)
}

// byDifficulty draws the share of trials that each solver solved, and their effort, over the difficulty
// of the puzzles. There is a figure for each size. It has a panel for each measure that a solver
// reports, and one for the share solved, unless all trials were solved.
func (w *writer) byDifficulty(d analysis.Difficulty) {
	for _, size := range w.analysis.Sizes() {
		classes, enough := w.analysis.Classes(d, size)
		if !enough {
			continue
		}
		x := plot.Axis{Label: d.Label, Unit: d.Unit}
		banded := len(w.analysis.Solvers) <= mostBands
		var panels []plot.Panel
		shown := "Medians of what trials took"
		solved := classes.Solved()
		if !d.Chosen && (len(solved) == 0 || len(solved[0].X) < fewestClasses) {
			continue // too few classes of random boards to show a trend
		}
		if slices.ContainsFunc(solved, func(s analysis.Series) bool { return slices.Min(s.Y) < 1 }) {
			shown = "Share of trials solved, and medians of what they took"
			panels = append(panels, plot.Panel{
				Title: "Solved", X: x, Y: solvedAxis, Series: curves(solved, plot.Marked, false),
			})
		}
		for _, m := range []analysis.Measure{analysis.Expanded, analysis.Evaluated, analysis.Length, analysis.Seconds} {
			y := plot.Axis{Label: m.Name + ", median", Unit: m.Unit, Log: m.Unit != units.Moves}
			if lines := curves(classes.Quartiles(m), plot.Marked, banded); lines != nil {
				panels = append(panels, plot.Panel{Title: upper(m.Name), X: x, Y: y, Series: lines})
			}
		}
		caption := fmt.Sprintf("%s. An unsolved trial counts as more than any solved one. A line has a gap where a"+
			" solver solves half of the trials or fewer, because there is no median. Each point has at least %d"+
			" boards. Boards of adjacent values are combined for that, and drawn at their mean. The hardest are"+
			" left out if they are too few.", shown, analysis.FewestPuzzles)
		if banded {
			caption += " Bars hold the middle half of the trials."
		}
		name, title := w.ofSize(d.Name, d.Title, size)
		w.draw(name, title, "", caption, panels...)
	}
}

// convergence draws the histories of the genetic solvers, with a figure for each size.
func (w *writer) convergence() {
	for _, size := range w.analysis.Sizes() {
		name, title := w.ofSize("convergence", "Convergence of the genetic solver", size)
		if figure := Convergence(title, w.analysis.Histories(size)...); len(figure.Panels) > 0 {
			w.add(Figure{Name: name, Plot: figure})
		}
	}
}

// upper capitalises the first letter of a text. The text must not be empty.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
