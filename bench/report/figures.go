package report

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Limits that keep figures readable and files small.
const (
	mostPanels  = 6    // of a figure
	mostBands   = 3    // solvers whose bands can be distinguished
	mostLines   = 7    // solvers whose lines can be distinguished
	linePoints  = 400  // of a line of steps
	cloudPoints = 1000 // of a panel of points
	longGap     = 4    // a linear axis beyond this gap would press all smaller gaps together
)

// draw adds a figure with a name for its file, a title and a caption. Panels beyond the first few are
// left out. If there are too many lines for one figure, draw adds several, each with its number in
// the name, the title and the caption.
func (w *writer) draw(name, title, caption string, panels ...plot.Panel) {
	if len(panels) > mostPanels {
		caption += fmt.Sprintf(" Only %d of %d panels are drawn.", mostPanels, len(panels))
		panels = panels[:mostPanels]
	}
	parts := split(panels)
	for i, part := range parts {
		file, figure := name, plot.Figure{Panels: part, Columns: 2, Title: title, Description: caption}
		if n := i + 1; len(parts) > 1 {
			file = fmt.Sprintf("%s-%d", name, n)
			figure.Title += fmt.Sprintf(", part %d", n)
			figure.Description += fmt.Sprintf(" There are too many solvers for one figure. This is part %d of %d, and"+
				" the first solver is in each part.", n, len(parts))
		}
		w.add(Captioned(file, figure))
	}
}

// Captioned returns a figure with a name for its file, for a report or a study. Its caption is the
// description of the figure and the lines that hide one another. The default title is that of the
// first panel.
func Captioned(name string, figure plot.Figure) Figure {
	if figure.Title == "" {
		figure.Title = figure.Panels[0].Title
	}
	figure.Description = strings.TrimSpace(figure.Description + " " + coinciding(figure))
	return Figure{Name: name, Plot: figure}
}

// coinciding says which lines hide one another because they have the same points. It is empty if
// none do.
func coinciding(f plot.Figure) string {
	var sets []string
	panels := map[string][]string{} // titles of the panels in which a set of lines coincides
	for _, p := range f.Panels {
		lines := slices.DeleteFunc(slices.Clone(p.Series), func(s plot.Series) bool { return !isLine(s) })
		names := map[string][]string{} // by points, as text because NaN equals NaN there
		points := func(s plot.Series) string { return fmt.Sprint(s.X, s.Y) }
		for _, s := range lines {
			names[points(s)] = append(names[points(s)], s.Name)
		}
		for _, s := range lines {
			all := names[points(s)]
			delete(names, points(s)) // named once
			set := analysis.Some(all)
			if len(all) == len(lines) && len(lines) > 2 {
				set = "all"
			}
			if len(all) > 1 {
				if panels[set] == nil {
					sets = append(sets, set)
				}
				panels[set] = append(panels[set], p.Title)
			}
		}
	}
	for i, set := range sets {
		if len(f.Panels) > 1 {
			sets[i] = fmt.Sprintf("%s (%s)", set, strings.Join(panels[set], ", "))
		}
	}
	if sets == nil {
		return ""
	}
	return "Lines that coincide: " + strings.Join(sets, "; ") + "."
}

// isLine reports whether a series is drawn as a line that the legend names.
func isLine(s plot.Series) bool {
	return (s.Kind == plot.Line || s.Kind == plot.Marked || s.Kind == plot.Steps) && len(s.X) > 0
}

// split returns the panels of one figure if its lines can be distinguished. Otherwise it returns
// those of several figures with a few solvers each, and the first solver in each of them for
// comparison. The solvers are divided evenly, in their order. Series with the look 0, such as guides,
// are in all figures. A panel that has no series in a part is left out of that part.
func split(panels []plot.Panel) [][]plot.Panel {
	var looks []int
	for _, p := range panels {
		for _, s := range p.Series {
			if isLine(s) && !slices.Contains(looks, s.Look) {
				looks = append(looks, s.Look)
			}
		}
	}
	if len(looks) <= mostLines {
		return [][]plot.Panel{panels}
	}
	slices.Sort(looks)
	first, rest := looks[0], looks[1:]
	parts := make([][]plot.Panel, (len(rest)+mostLines-2)/(mostLines-1))
	for i := range parts {
		some := rest[len(rest)*i/len(parts) : len(rest)*(i+1)/len(parts)]
		for _, p := range panels {
			p.Series = slices.DeleteFunc(slices.Clone(p.Series), func(s plot.Series) bool {
				return s.Look > 0 && s.Look != first && !slices.Contains(some, s.Look)
			})
			if len(p.Series) > 0 {
				parts[i] = append(parts[i], p)
			}
		}
	}
	return parts
}

// leave notes a figure that cannot be drawn, and the reason. A reader learns what would be needed for
// the figure, and sees that none is missing by mistake.
func (w *writer) leave(title, why string) { w.left = append(w.left, title+": "+why+".") }

// curves makes lines to draw from series of results. Bands show the intervals of the series.
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

// shares is an axis from 0 to 100 %, so that figures of different experiments can be compared.
func shares(label string) plot.Axis {
	return plot.Axis{Label: label, Unit: units.Share, Low: 0, High: 1}
}

// ofSize returns the name and the title of a figure about the puzzles of one size.
func (w *writer) ofSize(name, title string, size puzzle.Size) (string, string) {
	if len(w.analysis.Sizes()) == 1 {
		return name, title
	}
	return name + "-" + size.String(), title + ", " + size.String()
}

// bySize makes a panel with the same axes for each size of puzzles that has lines.
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

// pooled says which groups a figure by size combines. It is empty if each size has one group.
func (w *writer) pooled(sizes ...puzzle.Size) string {
	var parts []string
	for _, size := range sizes {
		if names := w.analysis.GroupsOf(size); len(names) > 1 {
			parts = append(parts, analysis.Some(names))
		}
	}
	if parts == nil {
		return ""
	}
	return " Groups drawn together: " + strings.Join(parts, "; ") + "."
}

// solvedWithin draws how many trials each solver solved within an amount of a measure, with a panel
// for each size. The literature on solvers calls it a cactus plot, with its axes exchanged. The label
// names the measure on the axis; the note is added to the caption.
func (w *writer) solvedWithin(name, title string, m analysis.Measure, label, note string) {
	if len(w.analysis.Reporting(m)) == 0 {
		w.leave(title, "no solver reports "+m.Name)
		return
	}
	panels := w.bySize(plot.Axis{Label: label, Unit: m.Unit, Log: true}, shares("trials solved"),
		func(size puzzle.Size) []plot.Series {
			lines := w.analysis.SolvedWithin(size, m)
			for i := range lines {
				lines[i].Thin(linePoints)
			}
			return curves(lines, plot.Steps, false)
		})
	if panels == nil {
		w.leave(title, "no trial was solved")
		return
	}
	w.draw(name, title, "Share of all trials that a solver solved within the "+label+" on the logarithmic axis. Higher"+
		" and further left is better. Lines end at the longest trial. Solvers that solved nothing have no line."+note+
		w.pooled(w.analysis.Sizes()...), panels...)
}

// gaps draws the gaps of all plans as box plots, with a figure for each size. Sizes of which all
// plans are optimal have no figure. The axis is logarithmic if a plan is several times as long as
// optimal, because a linear axis would press all other boxes together.
func (w *writer) gaps() {
	const title = "Gap to the optimal cost"
	drawn := false
	for _, size := range w.analysis.Sizes() {
		samples := w.analysis.Gaps(size)
		panel, left := boxes(samples, plot.Axis{Label: "cost / optimal cost"})
		longest := 1.0
		for _, s := range panel.Series {
			longest = max(longest, slices.Max(s.X))
		}
		if longest == 1 {
			continue
		}
		drawn = true
		panel.X.Log = longest > longGap
		caption := "Each box holds the middle half of the plans, and its thick line is the median. Whiskers reach to" +
			" the last plan within one and a half box lengths; rings are the plans beyond. A gap of 1 is optimal." +
			" The number of plans is in parentheses." + w.pooled(size)
		if panel.X.Log {
			caption += " The axis is logarithmic, and boxes and whiskers are those of the logarithms."
		}
		if left > 0 {
			caption += fmt.Sprintf(" Left out: %s for puzzles whose optimal cost is not known.",
				units.Plural(left, "plan", "plans"))
		}
		name, title := w.ofSize("gap", title, size)
		w.draw(name, title, caption, panel)
	}
	if !drawn {
		w.leave(title, "needs a plan that is longer than optimal, on a puzzle whose optimal cost is known; an optimal"+
			" solver in the experiment would prove optimal costs")
	}
}

// boxes makes a panel of box plots, with a box for each solver and the first solver at the top, as in
// the tables. The heights of boxes count from below. The numbers of values are in parentheses. The
// function also returns the number of trials without a value.
func boxes(samples []analysis.Sample, x plot.Axis) (panel plot.Panel, left int) {
	panel.X = x
	for _, s := range slices.Backward(samples) {
		left += s.Left
		if len(s.Values) == 0 {
			continue
		}
		height := float64(len(panel.Y.Names))
		panel.Y.Names = append(panel.Y.Names, fmt.Sprintf("%s (%d)", s.Solver.Name, len(s.Values)))
		panel.Series = append(panel.Series, plot.Series{
			Kind: plot.Boxes, Look: s.Solver.Number, X: s.Values, Y: []float64{height},
		})
	}
	return panel, left
}

// gapByEvaluations draws how the plans of genetic solvers approach the optimal ones, with a panel
// for each size. Bands show the intervals if there are few solvers.
func (w *writer) gapByEvaluations() {
	const title = "Gap of the best plan so far"
	banded := len(w.analysis.Reporting(analysis.Evaluated)) <= mostBands
	panels := w.bySize(plot.Axis{Label: "evaluations", Unit: units.Count, Log: true},
		plot.Axis{Label: "length / optimal length, mean"}, func(size puzzle.Size) []plot.Series {
			return curves(w.analysis.GapByEvaluations(size, banded), plot.Line, banded)
		})
	if panels == nil {
		w.leave(title, "no plan for a puzzle of known optimal length was found by evaluations")
		return
	}
	caption := "Mean of length / optimal length of the best plan found within the number of evaluations on the" +
		" logarithmic axis, over the trials that solve their puzzle in the end. A line begins where half of these" +
		" trials have a plan, and may rise as more trials join. A trial that has ended keeps its last plan. Lower" +
		" and further left is better. Puzzles whose optimal length is not known are left out." +
		w.pooled(w.analysis.Sizes()...)
	if banded {
		caption += " Pale areas are 95 % bootstrap intervals."
	}
	w.draw("gap-by-evaluations", title, caption, panels...)
}

// versus draws the solvers of each pair against each other by a measure, with a panel for each pair
// and a point for each puzzle that both solved. The axes are logarithmic, so puzzles on which a
// solver counts 0 are left out. what names the measure on the axes.
func (w *writer) versus(pairs []analysis.Pair, m analysis.Measure, what string) {
	title := "Puzzle by puzzle: " + m.Name
	var panels []plot.Panel
	zeros := 0
	for _, p := range pairs {
		cloud := analysis.Series{Number: p.Second.Number}
		first, second := p.Values(m)
		for i := range first {
			if first[i] > 0 && second[i] > 0 {
				cloud.X, cloud.Y = append(cloud.X, first[i]), append(cloud.Y, second[i])
			}
		}
		if len(cloud.X) < 2 {
			continue
		}
		zeros = max(zeros, len(first)-len(cloud.X))
		cloud.Thin(cloudPoints)
		low := min(slices.Min(cloud.X), slices.Min(cloud.Y))
		high := max(slices.Max(cloud.X), slices.Max(cloud.Y))
		equal := plot.Series{Name: "equal", Kind: plot.Guide, X: []float64{low, high}, Y: []float64{low, high}}
		panels = append(panels, plot.Panel{
			X:      plot.Axis{Label: p.First.Name + ": " + what, Unit: m.Unit, Log: true},
			Y:      plot.Axis{Label: p.Second.Name + ": " + what, Unit: m.Unit, Log: true},
			Series: append([]plot.Series{equal}, curves([]analysis.Series{cloud}, plot.Points, false)...),
		})
	}
	if panels == nil {
		w.leave(title, "no two solvers that report it solved two puzzles in common")
		return
	}
	caption := fmt.Sprintf("%s on logarithmic axes. Each point is a puzzle that both solvers solved; at most %d are"+
		" drawn. Below the dashed line, the solver of the vertical axis takes less.", upper(m.Name), cloudPoints)
	if zeros > 0 {
		caption += fmt.Sprintf(" Up to %s per panel are not drawn, because a solver counts 0 on them.",
			units.Plural(zeros, "puzzle", "puzzles"))
	}
	w.draw("versus-"+m.Name, title, caption, panels...)
}

// byDifficulty draws how many trials each solver solved, and what that took, by the difficulty of
// the puzzles. There is a figure for each size, with a panel for the share solved and one for each
// measure that any solver reports.
func (w *writer) byDifficulty(d analysis.Difficulty) {
	drawn := false
	for _, size := range w.analysis.Sizes() {
		classes, enough := w.analysis.Classes(d, size)
		if !enough {
			continue
		}
		drawn = true
		x := plot.Axis{Label: d.Label, Unit: d.Unit}
		banded := len(w.analysis.Solvers) <= mostBands
		panels := []plot.Panel{{
			Title: "Solved", X: x, Y: shares("trials solved"), Series: curves(classes.Solved(), plot.Marked, false),
		}}
		for _, m := range []analysis.Measure{analysis.Expanded, analysis.Evaluated, analysis.Length, analysis.Seconds} {
			y := plot.Axis{Label: m.Name + ", median", Unit: m.Unit, Log: m.Unit != units.Moves}
			if lines := curves(classes.Quartiles(m), plot.Marked, banded); lines != nil {
				panels = append(panels, plot.Panel{Title: upper(m.Name), X: x, Y: y, Series: lines})
			}
		}
		caption := fmt.Sprintf("Share of trials solved, and medians of what they took. An unsolved trial counts as"+
			" more than any solved one. A line has a gap where a solver solves half of the trials or fewer, because"+
			" there is no median. Each point has at least %d puzzles. Puzzles of adjacent values are combined for"+
			" that, and drawn at their mean.", analysis.FewestPuzzles)
		if banded {
			caption += " Pale areas hold the middle half of the trials."
		}
		if classes.Left > 0 {
			caption += fmt.Sprintf(" The hardest are left out: %s.", units.Plural(classes.Left, "puzzle", "puzzles"))
		}
		name, title := w.ofSize(d.Name, d.Title, size)
		w.draw(name, title, caption, panels...)
	}
	if !drawn {
		w.leave(d.Title, fmt.Sprintf("needs %s, each of %d puzzles", d.Needs, analysis.FewestPuzzles))
	}
}

// accuracyBySettings draws the accuracy of an algorithm as a heat map for each two settings that were
// varied together.
func (w *writer) accuracyBySettings() {
	const title = "Accuracy by settings"
	var panels []plot.Panel
	for _, c := range w.analysis.Crossings() {
		panels = append(panels, plot.Panel{
			Title: c.Algorithm + ": trials solved",
			X:     plot.Axis{Label: c.X.Name, Names: c.X.Values},
			Y:     plot.Axis{Label: c.Y.Name, Names: c.Y.Values},
			Heat:  c.Solved,
		})
	}
	if panels == nil {
		w.leave(title, "needs an algorithm with two values of a setting, each with two values of another setting")
		return
	}
	w.draw("accuracy-by-settings", title, "Share of trials solved, over all puzzles and all values of other settings."+
		" Darker cells are higher. Grey cells were not tried.", panels...)
}

// memoryUse draws a measure of memory of all trials as box plots. why is the reason if no trial has
// the measure.
func (w *writer) memoryUse(name, title string, m analysis.Measure, why string) {
	panel, left := boxes(w.analysis.Memory(m), plot.Axis{Label: "memory of a trial", Unit: m.Unit, Log: true})
	if panel.Series == nil {
		w.leave(title, why)
		return
	}
	caption := "The axis is logarithmic, and boxes, whiskers and rings are those of" +
		" the logarithms. The figure shows all sizes and all trials; the number of trials is in parentheses."
	if left > 0 {
		caption += fmt.Sprintf(" Left out: %s that held no memory, such as those of boards that are the goal.",
			units.Plural(left, "trial", "trials"))
	}
	w.draw(name, title, caption, panel)
}

// convergence draws the histories of the genetic solvers: those of trials, a figure for each size,
// and those of traces.
func (w *writer) convergence() {
	const title = "Convergence of the genetic solver"
	before := len(w.blocks)
	draw := func(name, title string, evolutions []analysis.Evolution) {
		if figure := Convergence(title, evolutions...); len(figure.Panels) > 0 {
			w.add(Captioned(name, figure))
		}
	}
	for _, size := range w.analysis.Sizes() {
		name, title := w.ofSize("convergence", title, size)
		draw(name, title, w.analysis.Histories(size))
	}
	draw("convergence-traces", title+", from traces", w.traces)
	if len(w.blocks) == before {
		w.leave(title,
			"the trials were kept without their generations; history: true in an experiment file keeps them,"+
				" and a report can be given the traces of single runs")
	}
}

// upper capitalises the first letter of a text, which may not be empty.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
