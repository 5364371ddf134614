package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench/analysis"
	"npuzzle/internal/plot"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Limits that keep figures readable and files small.
const (
	mostPanels    = 6    // maximum number of pairs, and of groups, with a panel of their own
	mostBands     = 3    // maximum number of solvers with bands, so that bands can be distinguished
	linePoints    = 400  // maximum number of points of a line of steps
	cloudPoints   = 1000 // maximum number of points of a panel of points
	fewestPoints  = 6    // minimum number of points of a panel of points
	fewestClasses = 4    // minimum number of classes of random boards that show a trend
	longGap       = 4    // largest gap on a linear axis, so that small gaps stay readable
)

// draw adds a figure with the name of its file, a title, a finding, and a caption. Without panels, it adds
// nothing and returns false.
func (w *writer) draw(name, title, finding, caption string, panels ...plot.Panel) bool {
	if len(panels) > 0 {
		w.add(Figure{Name: name, Finding: finding,
			Plot: plot.Figure{Panels: panels, Columns: 2, Title: title, Description: caption}})
	}
	return len(panels) > 0
}

// solvedAxis is the axis for shares of solved trials.
var solvedAxis = plot.Axis{Label: "trials solved", Unit: units.Share}

// curves converts series of results to series of a plot. With bands, it adds the intervals as bands.
func curves(all []analysis.Series, kind plot.Kind, bands bool) []plot.Series {
	var lines []plot.Series
	for _, s := range all {
		lines = append(lines, curve(s, kind, bands))
	}
	return lines
}

func curve(s analysis.Series, kind plot.Kind, bands bool) plot.Series {
	line := plot.Series{Name: s.Name, Kind: kind, Look: s.Number, X: s.X, Y: s.Y}
	if bands {
		line.Low, line.High = s.Low, s.High
	}
	return line
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

// answerFigure draws the figure that answers the question of the experiment: the share of trials solved over time
// if a test shows that a solver solves fewer boards, or else the gaps if a test shows that plans cost more, or
// else the work.
func (w *writer) answerFigure() {
	shows := func(worse func(ranked) bool) bool { return slices.ContainsFunc(w.rows, worse) }
	switch {
	case !shows(analysis.Ranked.Fewer) && shows(analysis.Ranked.Costlier) && w.gaps():
	case !shows(analysis.Ranked.Fewer) && w.work():
	default:
		w.solvedByTime()
	}
}

// solvedByTime draws the share of trials that each solver solved within a given time, with a panel for each
// size. With its axes exchanged, the figure is what the literature on solvers calls a cactus plot.
func (w *writer) solvedByTime() {
	finding := ""
	panels := w.bySize(plot.Axis{Label: "time", Unit: units.Seconds, Log: true}, solvedAxis,
		func(size puzzle.Size) []plot.Series {
			var lines []analysis.Series
			for _, t := range w.analysis.Anytime(size, analysis.Seconds) {
				if line := t.Reached(math.Inf(1)); line.X != nil {
					line.Thin(linePoints)
					lines = append(lines, line)
				}
			}
			finding = halfSolved(size, lines) // the last one, of the largest size, remains
			return curves(lines, plot.Steps, false)
		})
	w.draw("solved-by-time", "Trials solved within a time", finding, "Share of all trials that a solver solved within"+
		" the time. A trial counts as solved when its first plan is found. Higher and further left is better."+
		" Solvers that solved nothing have no line.", panels...)
}

// work draws the work of the solvers as box plots, with a panel for each group; see [analysis.Ranking.Work].
func (w *writer) work() bool {
	var panels []plot.Panel
	var measure analysis.Measure
	finding := ""
	for _, ranking := range w.rankings {
		m, work := ranking.Work()
		if len(panels) == mostPanels || work == nil {
			continue
		}
		measure = m
		var names []string
		var means []float64
		for i, s := range work {
			names, means = append(names, s.Name), append(means, analysis.Mean(s.X))
			work[i].X = slices.DeleteFunc(slices.Clone(s.X), func(x float64) bool { return x <= 0 })
		}
		panel := boxes(work, plot.Axis{Label: m.Name, Unit: m.Unit, Log: true})
		if len(w.rankings) > 1 {
			panel.Title = ranking[0].Group.Title()
		} else {
			finding = "Mean " + m.Name + ": " + analysis.Values(names, means, m.Unit.Format) + "."
		}
		panels = append(panels, panel)
	}
	what := map[bool]string{true: "states expanded", false: "time"}[measure.Key == analysis.Expanded.Key]
	caption := "Boards that all solvers shown solved (their number is in parentheses), without those that take none." +
		" The least mean is at the top. Each box holds the middle half of the boards, and its thick line is the median."
	if len(w.rankings) > mostPanels {
		caption += fmt.Sprintf(" Shown are the first %d groups.", mostPanels)
	}
	return w.draw("work", "Work: "+what, finding, caption, panels...)
}

// halfSolved returns a sentence that says at which time each line of solvedByTime reaches one half.
func halfSolved(size puzzle.Size, lines []analysis.Series) string {
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
	return fmt.Sprintf("Time in which half of the trials on %v had a first plan: %s.", size,
		analysis.Values(names, values, units.Seconds.Format))
}

// gaps draws the gaps of all plans as box plots, with a panel for each size. If all plans of a size are optimal,
// the size has no panel. The axis is logarithmic if a gap is larger than longGap.
func (w *writer) gaps() bool {
	finding := ""
	var panels []plot.Panel
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
		var names []string
		var means []float64
		for _, s := range gaps {
			names, means = append(names, s.Name), append(means, analysis.Mean(s.X))
		}
		finding = "Mean gap: " + analysis.Values(names, means, units.Gap.Format) + "."
		if len(w.analysis.Sizes()) > 1 {
			panel.Title, finding = size.String(), ""
		}
		panels = append(panels, panel)
	}
	return w.draw("gap", "Gap to the optimal cost", finding, "Each box holds the middle half of the plans, and its"+
		" thick line is the median. Whiskers reach to the last plan within one and a half box lengths; rings are the"+
		" plans beyond. A gap of 1 is optimal. The number of plans is in parentheses. Plans for boards whose optimal"+
		" cost is not known are left out.", panels...)
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

// versus draws a measure of each solver against that of its baseline, with a panel for each pair, the best
// solvers first, and a colour for each size. Each board that one of them solved is a point. The axes are
// logarithmic, so boards with a value of 0 are left out. The text what names the measure.
func (w *writer) versus(m analysis.Measure, what string) {
	rank := map[string]int{}
	for _, ranking := range w.rankings {
		for i, r := range ranking {
			rank[r.Group.Name+"\n"+r.Name] = i
		}
	}
	pairs := slices.DeleteFunc(slices.Clone(w.pairs), func(p analysis.Pair) bool {
		return p.Question != p.Group.Question() || !m.Reported(p.First) || !m.Reported(p.Second)
	})
	slices.SortStableFunc(pairs, func(p, q analysis.Pair) int {
		return rank[p.Group.Name+"\n"+p.First.Name] - rank[q.Group.Name+"\n"+q.First.Name]
	})
	sizes := w.analysis.Sizes()
	var panels []plot.Panel
	all := 0
	for len(pairs) > 0 {
		first, second := pairs[0].First, pairs[0].Second
		clouds := make([]analysis.Series, len(sizes))
		low, high := math.Inf(1), 0.0
		pairs = slices.DeleteFunc(pairs, func(p analysis.Pair) bool {
			if p.First != first || p.Second != second {
				return false
			}
			cloud := &clouds[slices.Index(sizes, p.Group.Size)]
			y, x := p.Points(m)
			for i := range x {
				least, most := min(x[i], y[i]), max(x[i], y[i])
				if !(least > 0) {
					continue
				}
				cloud.X, cloud.Y, low = append(cloud.X, x[i]), append(cloud.Y, y[i]), min(low, least)
				if high = max(high, least); !math.IsInf(most, 1) {
					high = max(high, most)
				}
			}
			return true
		})
		edge := 2 * high // where boards are drawn that were not solved
		panel := plot.Panel{
			Title: fmt.Sprintf("%s against %s", first.Name, second.Name),
			X:     plot.Axis{Label: second.Name + ": " + what, Unit: m.Unit, Log: true},
			Y:     plot.Axis{Label: first.Name + ": " + what, Unit: m.Unit, Log: true},
			Series: []plot.Series{
				{Kind: plot.Guide, X: []float64{low, edge}, Y: []float64{low, edge}},
				{Kind: plot.Guide, X: []float64{low, edge, edge}, Y: []float64{edge, edge, low}},
			},
		}
		points := 0
		for i, cloud := range clouds {
			points += len(cloud.X)
			for k := range cloud.X {
				cloud.X[k], cloud.Y[k] = min(cloud.X[k], edge), min(cloud.Y[k], edge)
			}
			cloud.Number = i + 1
			if len(sizes) > 1 {
				cloud.Name = sizes[i].String()
			}
			cloud.Thin(cloudPoints)
			panel.Series = append(panel.Series, curve(cloud, plot.Points, false))
		}
		if points < fewestPoints {
			continue
		}
		if all++; all <= mostPanels {
			panels = append(panels, panel)
		}
	}
	caption := fmt.Sprintf("Each point is a board that one of the two solvers solved; at most %d of a size are drawn,"+
		" and none that takes 0. Points on the dashed lines at the top and at the right are boards that the solver of"+
		" this axis did not solve. Below the diagonal, the solver of the vertical axis takes less.", cloudPoints)
	if all > mostPanels {
		caption += fmt.Sprintf(" Shown are the %d pairs with the best solvers of %d pairs.", mostPanels, all)
	}
	w.draw("versus-"+m.Name, "Board by board: "+what, "", caption, panels...)
}

// sweeps draws the results of solvers that differ in one numeric setting.
func (w *writer) sweeps() {
	for _, s := range w.analysis.Sweeps() {
		x := plot.Axis{Label: s.Setting}
		var panels []plot.Panel
		for _, p := range []struct {
			y     plot.Axis
			lines []analysis.Series
		}{
			{plot.Axis{Label: "accuracy", Unit: units.Share}, s.Accuracy},
			{plot.Axis{Label: "gap, mean"}, s.Gap},
			{plot.Axis{Label: s.Measure.Name + ", mean", Unit: s.Measure.Unit}, s.Expense},
		} {
			lines := slices.DeleteFunc(slices.Clone(p.lines), func(line analysis.Series) bool {
				return !slices.ContainsFunc(line.Y, func(y float64) bool { return !math.IsNaN(y) })
			})
			if lines != nil {
				panels = append(panels, plot.Panel{X: x, Y: p.y, Series: curves(lines, plot.Marked, true)})
			}
		}
		w.draw("by-"+s.Algorithm+"-"+s.Setting, upper(s.Setting)+" of "+s.Algorithm, "",
			"Solvers that differ only in "+s.Setting+", with 95 % intervals.", panels...)
	}
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
