package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Limits that keep figures readable and files small.
const (
	mostPanels    = 6    // maximum number of pairs, and of groups, with a panel of their own
	linePoints    = 400  // maximum number of points of a line of steps
	cloudPoints   = 1000 // maximum number of points of a panel of points
	fewestPoints  = 6    // minimum number of points of a panel of points
	fewestClasses = 4    // minimum number of classes of random boards that show a trend
	mostLines     = 20   // maximum number of lines of a panel, which can be told apart
	fewGroups     = 3    // maximum number of groups with a panel each at the beginning of a report
	mostMaps      = 12   // maximum number of heat maps of a figure
	mostGapPanels = 12   // maximum number of groups with box plots of gaps
	longGap       = 4    // largest gap on a linear axis, so that small gaps stay readable
)

// draw adds a figure with the name of its file, a title, a finding, and a caption, as drawFigure does.
func (w *writer) draw(name, title, finding, caption string, panels ...plot.Panel) bool {
	return w.drawFigure(name, finding, plot.Figure{
		Title:       title,
		Description: caption,
		Panels:      panels,
	})
}

// drawFigure adds a figure with the name of its file and a finding. It leaves out panels without
// series, and lines that are too many for a panel. Without panels, it adds nothing and returns
// false. It draws a figure only once.
func (w *writer) drawFigure(name, finding string, figure plot.Figure) bool {
	for _, block := range w.blocks {
		drawn, isFigure := block.(Figure)
		if isFigure && drawn.Name == name {
			return true
		}
	}
	lines := 0 // largest number of lines of a panel
	var panels []plot.Panel
	for _, panel := range figure.Panels {
		if panel.Series == nil {
			continue
		}
		lines = max(lines, len(panel.Series))
		panel.Series = panel.Series[:min(len(panel.Series), mostLines)]
		panels = append(panels, panel)
	}
	if panels == nil {
		return false
	}
	if lines > mostLines {
		figure.Description += fmt.Sprintf(" Of %d lines, only the first %d are drawn, because "+
			"more could not be told apart.", lines, mostLines)
	}
	figure.Panels = panels
	w.add(Figure{Name: name, Finding: finding, Plot: figure})
	return true
}

// axisOf returns an axis of a measure. It is logarithmic, except for lengths of plans.
func axisOf(m analysis.Measure, statistic string) plot.Axis {
	return plot.Axis{Label: m.Title() + statistic, Unit: units.Of(m.Unit), Log: m.Unit != "moves"}
}

// solvedAxis is the axis for shares of solved trials.
var solvedAxis = plot.Axis{Label: "trials solved", Unit: units.Share}

// curves converts series of results to series of a plot.
func curves(results []analysis.Series, kind plot.Kind) []plot.Series {
	var converted []plot.Series
	for _, s := range results {
		converted = append(converted, plot.Series{
			Name: s.Name,
			Kind: kind,
			Look: s.Number,
			X:    s.X,
			Y:    s.Y,
			Low:  s.Low,
			High: s.High,
		})
	}
	return converted
}

// ofSize returns the name and the title of a figure about the puzzles of one size. It appends the
// size if the experiment has several sizes.
func (w *writer) ofSize(name, title string, size puzzle.Size) (string, string) {
	if len(w.analysis.Sizes()) == 1 {
		return name, title
	}
	return name + "-" + size.String(), title + ", " + size.String()
}

// onGroup returns the title of a panel about a group of puzzles: the name of the group, if the
// experiment has several. Groups of one size have different names.
func (w *writer) onGroup(group analysis.Group) string {
	if len(w.analysis.Groups) == 1 {
		return ""
	}
	return group.Title()
}

// titleOf returns the title of a panel about the puzzles of one size: the size, if the experiment
// has several.
func (w *writer) titleOf(size puzzle.Size) string {
	if len(w.analysis.Sizes()) == 1 {
		return ""
	}
	return size.String()
}

// answerFigure draws the figure that answers the question of the experiment. If the solvers differ
// only in a few settings, the figure shows the results over these settings. Otherwise it shows the
// gaps, unless all plans are optimal. If they are, it shows the work or, if a test shows that a
// solver solves fewer boards, the share of trials solved over time.
func (w *writer) answerFigure() {
	if w.gridsHaveAll() {
		drawn := w.maps()
		if len(drawn) > 0 {
			return
		}
	}
	if w.sweepsHaveAll() {
		w.sweeps()
		return
	}
	if w.meanGaps() || w.gaps() {
		return
	}
	someSolveFewer := slices.ContainsFunc(w.rows, analysis.Ranked.Fewer)
	if !someSolveFewer && w.work() {
		return
	}
	w.solvedByTime()
}

// gridsHaveAll reports whether the grids of the experiment have as many cells as it has results.
func (w *writer) gridsHaveAll() bool {
	cells := 0
	for _, grid := range w.analysis.Grids() {
		cells += len(grid.Accuracy)
	}
	return cells >= len(w.rows)
}

// sweepsHaveAll reports whether the experiment has at most one sweep for each group, and all of its
// results are points of sweeps.
func (w *writer) sweepsHaveAll() bool {
	sweeps := w.analysis.Sweeps()
	points := 0
	for _, s := range sweeps {
		for _, line := range s.Accuracy {
			points += len(line.X)
		}
	}
	return len(sweeps) > 0 && len(sweeps) <= len(w.rankings) && points == len(w.rows)
}

// solvedByTime draws the share of trials that each solver solved within a given time, with a panel
// for each group. With its axes exchanged, the figure is what the literature on solvers calls a
// cactus plot.
func (w *writer) solvedByTime() {
	var panels []plot.Panel
	for _, group := range w.analysis.Groups {
		panel := coverage(w.analysis.AnytimeOn(group, analysis.Seconds), analysis.Seconds)
		panel.Title = w.onGroup(group)
		panels = append(panels, panel)
	}
	w.draw("solved-by-time", "Trials solved within a time", "", prose("solved-by-time"), panels...)
}

// work draws the work of the solvers as box plots, with a panel for each group; see
// [analysis.Ranking.Work].
func (w *writer) work() bool {
	var panels []plot.Panel
	var measures []string // different titles
	finding := ""
	for _, ranking := range w.rankings[:min(len(w.rankings), mostPanels)] {
		work := ranking.Work()
		if work.Values == nil {
			continue
		}
		m := work.Measure
		if !slices.Contains(measures, m.Title()) {
			measures = append(measures, m.Title())
		}
		panel := boxes(work.Values, axisOf(m, ""), nil)
		if len(w.rankings) > 1 {
			panel.Title = ranking[0].Group.Title()
		} else {
			finding = "Mean " + m.Name + ": " + analysis.Means(work.Values, m.Format) + "."
		}
		panels = append(panels, panel)
	}
	caption := prose("work")
	if len(w.rankings) > mostPanels {
		caption += fmt.Sprintf(" Shown are the first %d groups.", mostPanels)
	}
	title := "Work: " + strings.Join(measures, ", ")
	return w.draw("work", title, finding, caption, panels...)
}

// gaps draws the gaps of all plans as box plots, with a panel for each group. All panels have one
// axis. If all plans of a group are optimal, the group has no panel. The axis is logarithmic if a
// gap is larger than longGap.
func (w *writer) gaps() bool {
	longest := 1.0
	for _, group := range w.analysis.Groups {
		longest = max(longest, longestOf(w.analysis.Gaps(group)))
	}
	axis := plot.Axis{Label: "cost / optimal cost", Log: longest > longGap}
	var panels []plot.Panel
	for _, group := range w.analysis.Groups {
		gaps := w.analysis.Gaps(group)
		if longestOf(gaps) == 1 {
			continue
		}
		panel := boxes(gaps, axis, w.trialsOn(group))
		panel.Title = w.onGroup(group)
		panels = append(panels, panel)
	}
	caption := prose("gap")
	if len(panels) > mostGapPanels {
		caption += fmt.Sprintf(" Shown are the first %d groups of %d.", mostGapPanels, len(panels))
		panels = panels[:mostGapPanels]
	}
	return w.drawFigure("gap", "", plot.Figure{
		Title: "Gap to the optimal cost", Description: caption, Panels: panels, SameX: true,
	})
}

// longestOf returns the largest gap of the solvers, or 1 if there is none.
func longestOf(gaps []analysis.Series) float64 {
	longest := 1.0
	for _, s := range gaps {
		longest = max(longest, slices.Max(s.X))
	}
	return longest
}

// meanGaps draws the mean gaps of all solvers over the groups, in one panel, if there are too many
// groups for a panel of each. Solvers whose plans are all optimal are left out.
func (w *writer) meanGaps() bool {
	if len(w.analysis.Groups) <= fewGroups {
		return false
	}
	panel := plot.Panel{Y: plot.Axis{Label: "cost / optimal cost, mean"}}
	for _, ranking := range w.rankings {
		panel.X.Names = append(panel.X.Names, ranking[0].Group.Title())
	}
	longest := 1.0
	for _, solver := range w.analysis.Solvers {
		line := w.meanGapsOf(solver)
		if len(line.Y) == 0 || slices.Max(line.Y) <= 1 {
			continue
		}
		longest = max(longest, slices.Max(line.Y))
		panel.Series = append(panel.Series, line)
	}
	panel.Y.Log = longest > longGap
	caption := prose("mean-gap")
	return w.draw("gap-by-group", "Gap to the optimal cost", "", caption, panel)
}

// meanGapsOf returns the mean gaps of a solver over the groups where they are known.
func (w *writer) meanGapsOf(solver analysis.Solver) plot.Series {
	line := plot.Series{Name: solver.Name, Kind: plot.Marked, Look: solver.Number}
	for i, ranking := range w.rankings {
		for _, r := range ranking {
			if r.Name != solver.Name || !r.Gap.Known() {
				continue
			}
			line.X = append(line.X, float64(i))
			line.Y = append(line.Y, r.GapInterval.Value)
			line.Low = append(line.Low, r.GapInterval.Low)
			line.High = append(line.High, r.GapInterval.High)
		}
	}
	return line
}

// trialsOn returns the number of trials of each solver on a group, by the number of the solver.
func (w *writer) trialsOn(group analysis.Group) map[int]int {
	trials := map[int]int{}
	for _, r := range w.rows {
		if r.Group == group {
			trials[r.Number] = r.Trials
		}
	}
	return trials
}

// boxes makes a panel with a box plot of the values X of each solver. The first solver is at the
// top, as in tables, so it has the largest height. The numbers of values are in parentheses, with
// the numbers of trials of the solvers, by their number, if not all have a value. A logarithmic
// axis leaves out 0.
func boxes(samples []analysis.Series, x plot.Axis, trials map[int]int) plot.Panel {
	panel := plot.Panel{X: x}
	for i, s := range slices.Backward(samples) {
		var values []float64
		for _, v := range s.X {
			if v > 0 || !x.Log {
				values = append(values, v)
			}
		}
		count := fmt.Sprint(len(values))
		if n := trials[s.Number]; n > len(values) {
			count += fmt.Sprintf(" of %d", n)
		}
		panel.Y.Names = append(panel.Y.Names, fmt.Sprintf("%s (%s)", s.Name, count))
		panel.Series = append(panel.Series, plot.Series{
			Kind: plot.Boxes,
			Look: s.Number,
			X:    values,
			Y:    []float64{float64(len(samples) - 1 - i)},
		})
	}
	return panel
}

// versus draws a measure of each solver against that of its baseline, with a panel for each pair,
// the best solvers first, and a colour for each size. Each board that one of them solved is a
// point.
func (w *writer) versus(m analysis.Measure) {
	type names struct{ first, second string }
	var order []names
	clouds := map[names][]analysis.Series{} // one for each size
	sizes := w.analysis.Sizes()
	for _, p := range w.pairs {
		if p.Question != p.Group.Question() || !m.Reported(p.First) || !m.Reported(p.Second) {
			continue
		}
		pair := names{first: p.First.Name, second: p.Second.Name}
		if clouds[pair] == nil {
			order = append(order, pair)
			clouds[pair] = make([]analysis.Series, len(sizes))
		}
		cloud := &clouds[pair][slices.Index(sizes, p.Group.Size)]
		y, x := p.Points(m)
		cloud.X = append(cloud.X, x...)
		cloud.Y = append(cloud.Y, y...)
	}
	var panels []plot.Panel
	for _, pair := range order {
		panel, drawn := w.versusPanel(pair.first, pair.second, m, clouds[pair])
		if drawn {
			panels = append(panels, panel)
		}
	}
	caption := prose("versus", cloudPoints)
	if n := len(panels); n > mostPanels {
		caption += fmt.Sprintf(" Shown are the %d pairs with the best solvers of %d pairs.",
			mostPanels, n)
		panels = panels[:mostPanels]
	}
	w.draw("versus-"+m.Name, "Board by board: "+m.Title(), "", caption, panels...)
}

// versusPanel returns the panel of a pair, given the points of each size. It returns false if there
// are too few points.
func (w *writer) versusPanel(
	first, second string, m analysis.Measure, clouds []analysis.Series,
) (plot.Panel, bool) {
	sizes := w.analysis.Sizes()
	points := 0
	low := math.Inf(1)
	high := math.Inf(-1) // largest finite value
	for _, cloud := range clouds {
		points += len(cloud.X)
		for _, value := range slices.Concat(cloud.X, cloud.Y) {
			low = min(low, value)
			if !math.IsInf(value, 1) {
				high = max(high, value)
			}
		}
	}
	if points < fewestPoints {
		return plot.Panel{}, false
	}
	edge := 2 * high // boards that were not solved are drawn there
	panel := plot.Panel{
		Title: first + " against " + second,
		X:     axisOf(m, ""),
		Y:     axisOf(m, ""),
		Series: []plot.Series{
			{Kind: plot.Guide, X: []float64{low, edge}, Y: []float64{low, edge}},
			{Kind: plot.Guide, X: []float64{low, edge, edge}, Y: []float64{edge, edge, low}},
		},
	}
	panel.X.Label = second + ": " + panel.X.Label
	panel.Y.Label = first + ": " + panel.Y.Label
	for i, cloud := range clouds {
		cloud.Name = w.titleOf(sizes[i])
		cloud.Number = i + 1
		cloud.Thin(cloudPoints)
		for k := range cloud.X {
			cloud.X[k] = min(cloud.X[k], edge)
			cloud.Y[k] = min(cloud.Y[k], edge)
		}
		panel.Series = append(panel.Series, curves([]analysis.Series{cloud}, plot.Points)...)
	}
	return panel, true
}

// maps draws heat maps of the results of solvers that differ in two numeric settings or more: a
// figure of the shares solved and one of the mean gaps for each algorithm, with a panel for each
// group and each combination of the values of other settings. A figure whose cells are all equal is
// left out. maps returns the algorithms that have a figure.
func (w *writer) maps() map[string]bool {
	grids := w.analysis.Grids()
	drawn := map[string]bool{}
	for len(grids) > 0 {
		algorithm := grids[0].Algorithm
		var same, others []analysis.Grid
		for _, grid := range grids {
			if grid.Algorithm == algorithm {
				same = append(same, grid)
			} else {
				others = append(others, grid)
			}
		}
		if w.mapsOfAlgorithm(algorithm, same) {
			drawn[algorithm] = true
		}
		grids = others
	}
	return drawn
}

// mapsOfAlgorithm draws the figures of the grids of an algorithm. It reports whether there is one.
func (w *writer) mapsOfAlgorithm(algorithm string, grids []analysis.Grid) bool {
	across := grids[0].Across
	up := grids[0].Up
	title := upper(across) + " and " + up + " of " + algorithm
	caption := prose("maps", across, up)
	if len(grids) > mostMaps {
		caption += fmt.Sprintf(" Shown are the first %d maps of %d.", mostMaps, len(grids))
	}
	drawn := false
	solved := w.mapsOf(grids, plot.Axis{Label: "trials solved", Unit: units.Share}, false,
		func(g analysis.Grid) []float64 { return g.Accuracy })
	if different(solved) {
		name := "map-" + algorithm + "-solved"
		drawn = w.draw(name, title+": trials solved", "", caption, solved...)
	}
	gaps := w.mapsOf(grids, plot.Axis{Label: "mean gap", Unit: units.Gap}, true,
		func(g analysis.Grid) []float64 { return g.Gap })
	if different(gaps) {
		name := "map-" + algorithm + "-gap"
		drawn = w.draw(name, title+": mean gap", "", caption, gaps...) || drawn
	}
	return drawn
}

// mapsOf returns a panel for each grid.
func (w *writer) mapsOf(
	grids []analysis.Grid, z plot.Axis, less bool, values func(analysis.Grid) []float64,
) []plot.Panel {
	severalNames := slices.ContainsFunc(grids, func(g analysis.Grid) bool {
		return g.Name != grids[0].Name
	})
	var panels []plot.Panel
	for _, g := range grids[:min(len(grids), mostMaps)] {
		name := ""
		if severalNames {
			name = g.Name
		}
		title := titleFrom(w.onGroup(g.Group), name)
		x := settingAxis(g.Across, g.Columns)
		y := settingAxis(g.Up, g.Rows)
		panels = append(panels, heatMap(title, x, y, z, less, values(g)))
	}
	return panels
}

// titleFrom joins the parts of a title that are not empty.
func titleFrom(parts ...string) string {
	var known []string
	for _, part := range parts {
		if part != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, ", ")
}

// settingAxis returns an axis with the values of a setting.
func settingAxis(setting string, values []string) plot.Axis {
	return plot.Axis{Label: setting, Names: values}
}

// heatMap returns a panel with a heat map of values, row by row.
func heatMap(title string, x, y, z plot.Axis, less bool, values []float64) plot.Panel {
	s := plot.Series{Kind: plot.Heat, X: places(x.Names), Y: places(y.Names), Z: values}
	return plot.Panel{Title: title, X: x, Y: y, Z: z, Less: less, Series: []plot.Series{s}}
}

// places returns the places of names on an axis: 0, 1, 2 and so on.
func places(names []string) []float64 {
	places := make([]float64, len(names))
	for i := range places {
		places[i] = float64(i)
	}
	return places
}

// different reports whether the values of the heat maps are not all equal.
func different(panels []plot.Panel) bool {
	least := math.Inf(1)
	most := math.Inf(-1)
	for _, panel := range panels {
		for _, value := range panel.Series[0].Z {
			if !math.IsNaN(value) {
				least = min(least, value)
				most = max(most, value)
			}
		}
	}
	return least < most
}

// sweeps draws the results of solvers that differ in one numeric setting: a figure for each
// setting, with panels for each group. The axis of the work is logarithmic if its values differ by
// more than a factor of ten. A setting has no figure if a panel would have more than mostLines
// lines and the algorithm has heat maps.
func (w *writer) sweeps() {
	sweeps := w.analysis.Sweeps()
	mapped := w.maps()
	for len(sweeps) > 0 {
		first := sweeps[0]
		var panels []plot.Panel
		crowded := false
		n := 0 // number of sweeps in the figure
		for _, s := range sweeps {
			if s.Algorithm != first.Algorithm || s.Setting != first.Setting {
				break
			}
			n++
			panels = append(panels, w.sweep(s)...)
			crowded = crowded || len(s.Accuracy) > mostLines
		}
		sweeps = sweeps[n:]
		if crowded && mapped[first.Algorithm] {
			continue
		}
		w.draw("by-"+first.Algorithm+"-"+first.Setting, upper(first.Setting)+" of "+first.Algorithm,
			"", "Solvers that differ only in "+first.Setting+", with 95 % intervals.", panels...)
	}
}

// sweep returns the panels of the results of solvers that differ in one setting, on a group: shares
// solved, gaps, work.
func (w *writer) sweep(s analysis.Sweep) []plot.Panel {
	work := plot.Axis{
		Label: s.Measure.Name + ", mean",
		Unit:  units.Of(s.Measure.Unit),
		Log:   wide(s.Expense),
	}
	return []plot.Panel{
		w.sweepPanel(s, plot.Axis{Label: "accuracy", Unit: units.Share}, s.Accuracy),
		w.sweepPanel(s, plot.Axis{Label: "gap, mean"}, s.Gap),
		w.sweepPanel(s, work, s.Expense),
	}
}

// sweepPanel returns a panel with lines over the values of a setting. A single line has no name.
func (w *writer) sweepPanel(s analysis.Sweep, y plot.Axis, lines []analysis.Series) plot.Panel {
	series := curves(lines, plot.Marked)
	if len(series) == 1 {
		series[0].Name = ""
	}
	return plot.Panel{
		Title:  w.onGroup(s.Group),
		X:      plot.Axis{Label: s.Setting, Names: s.Names, Log: s.Log},
		Y:      y,
		Series: series,
	}
}

// wide reports whether the values of lines, with their intervals, are above 0 and differ by more
// than a factor of ten.
func wide(lines []analysis.Series) bool {
	least := math.Inf(1)
	most := 0.0
	for _, line := range lines {
		for i, y := range line.Y {
			low := y
			high := y
			if !math.IsNaN(line.Low[i]) {
				low = line.Low[i]
				high = line.High[i]
			}
			least = min(least, low)
			most = max(most, high)
		}
	}
	return least > 0 && most > 10*least
}

// byDifficulty draws the share of trials that each solver solved, and their effort, over the
// difficulty of the puzzles. There is a figure for each size. It has a panel for each measure that
// a solver reports, and one for the share solved, unless all trials were solved.
func (w *writer) byDifficulty(d analysis.Difficulty) {
	for _, size := range w.analysis.Sizes() {
		classes := w.analysis.Classes(d, size)
		solved := classes.Lines(analysis.Accuracy)
		if solved == nil || !d.Chosen && len(solved[0].X) < fewestClasses {
			continue // too few classes of random boards to show a trend
		}
		x := plot.Axis{Label: d.Label, Unit: units.Of(d.Unit)}
		var panels []plot.Panel
		someUnsolved := slices.ContainsFunc(solved, func(s analysis.Series) bool {
			return slices.Min(s.Y) < 1
		})
		if someUnsolved {
			panels = append(panels, plot.Panel{
				Title:  "Solved",
				X:      x,
				Y:      solvedAxis,
				Series: curves(solved, plot.Marked),
			})
		}
		measures := slices.Clone(analysis.Compared)
		measures = append(measures, analysis.Length, analysis.Seconds)
		for _, m := range measures {
			panels = append(panels, plot.Panel{
				Title:  upper(m.Name),
				Series: curves(classes.Lines(m), plot.Marked),
				X:      x,
				Y:      axisOf(m, ", median"),
			})
		}
		name, title := w.ofSize(d.Name, d.Title, size)
		w.draw(name, title, "", prose("difficulty", analysis.FewestPuzzles), panels...)
	}
}

// convergence draws the histories of the genetic solvers, with a figure for each size.
func (w *writer) convergence() {
	for _, size := range w.analysis.Sizes() {
		name, title := w.ofSize("convergence", "Convergence of the genetic solver", size)
		figure := Convergence(title, w.analysis.Histories(size)...)
		if len(figure.Panels) > 0 {
			w.add(Figure{Name: name, Plot: figure})
		}
	}
}

// upper capitalises the first letter of a text. The text must not be empty.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func best(m bench.Moment) float64      { return float64(m.Best) }
func middle(m bench.Moment) float64    { return float64(m.Median) }
func mean(m bench.Moment) float64      { return m.Mean }
func diversity(m bench.Moment) float64 { return m.Diversity }

// Convergence draws fitness, diversity and the length of the best plan over the number of
// evaluations. For an evolution of several runs, it draws the median of the runs, and a band that
// holds the middle half of the runs. For a single run, the panel of the fitness shows the best, the
// median and the mean fitness of the population.
func Convergence(title string, evolutions ...analysis.Evolution) plot.Figure {
	f := plot.Figure{Title: title, Description: prose("convergence")}
	single := len(evolutions) == 1 && len(evolutions[0].Runs) == 1
	if !single {
		f.Description += " Lines are medians of the runs of a solver, and bands hold the middle " +
			"half of the runs."
	}
	for _, p := range []struct {
		title, label string
		unit         units.Unit
		value        func(bench.Moment) float64
	}{
		{title: "Fitness", label: "fitness, less is better", unit: units.Number, value: best},
		{title: "Diversity", label: "diversity", unit: units.Number, value: diversity},
		{title: "Best plan", label: "length, moves", unit: units.Moves, value: analysis.PlanLength},
	} {
		var lines []analysis.Series
		for i, e := range evolutions {
			line := e.Middle(p.value)
			line.Number = cmp.Or(e.Number, i+1)
			lines = append(lines, line)
		}
		switch {
		case single && p.title == "Fitness":
			lines = population(evolutions[0])
		case single:
			lines[0].Name = "" // a single line needs no legend
		}
		lines = slices.DeleteFunc(lines, func(s analysis.Series) bool { return s.X == nil })
		if len(lines) > 0 {
			f.Panels = append(f.Panels, plot.Panel{
				Title: p.title, Series: curves(lines, plot.Line),
				X: plot.Axis{Label: "evaluations", Unit: units.Count, Log: true},
				Y: plot.Axis{Label: p.label, Unit: p.unit},
			})
		}
	}
	return f
}

// population returns lines of the best, the median and the mean fitness of the population of one
// run. A band reaches from the best to the median.
func population(run analysis.Evolution) []analysis.Series {
	bestLine := run.Middle(best)
	medianLine := run.Middle(middle)
	meanLine := run.Middle(mean)
	bestLine.Name = "best of the population"
	medianLine.Name = "median of the population"
	meanLine.Name = "mean of the population"
	bestLine.Low = bestLine.Y
	bestLine.High = medianLine.Y
	lines := []analysis.Series{bestLine, medianLine, meanLine}
	for i := range lines {
		lines[i].Number = i + 1
	}
	return lines
}
