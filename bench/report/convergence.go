package report

import (
	"fmt"
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/internal/units"
)

func best(m bench.Moment) float64      { return float64(m.Best) }
func middle(m bench.Moment) float64    { return float64(m.Median) }
func mean(m bench.Moment) float64      { return m.Mean }
func diversity(m bench.Moment) float64 { return m.Diversity }

// Convergence draws evolutions over their evaluations: fitness, diversity and the length of the best
// plan. An evolution of one run is drawn with all its generations. An evolution of several runs is
// drawn as their median, in a band that holds the middle half of the runs. The fitness of a single
// run is that of its best plan, beside the median and the mean of its population.
func Convergence(title string, evolutions ...analysis.Evolution) plot.Figure {
	x := plot.Axis{Label: "evaluations", Unit: units.Count}
	panels := []plot.Panel{
		{Title: "Fitness", X: x, Y: plot.Axis{Label: "fitness, less is better"}},
		{Title: "Diversity", X: x, Y: plot.Axis{Label: "diversity"}},
		{Title: "Best plan", X: x, Y: plot.Axis{Label: "length, moves", Unit: units.Moves}},
	}
	fitness := &panels[0]
	runs := 0
	for i, e := range evolutions {
		if e.Number == 0 {
			e.Number = i + 1
		}
		runs += len(e.Runs)
		lines := [3]analysis.Series{e.Middle(best), e.Middle(diversity), e.Middle(analysis.PlanLength)}
		if len(e.Runs) == 1 {
			parts := analysis.Parts(e.Runs[0])
			lines = [3]analysis.Series{
				analysis.Every(parts, best), analysis.Every(parts, diversity),
				analysis.Every(e.Runs, analysis.PlanLength),
			}
			if len(evolutions) == 1 {
				fitness.Series = population(parts)
				lines[0] = analysis.Series{}
				e.Name = "" // the only one
			}
		}
		for k, line := range lines {
			if line.Name, line.Number = e.Name, e.Number; line.X != nil {
				panels[k].Series = append(panels[k].Series, curves([]analysis.Series{line}, plot.Line, true)...)
			}
		}
	}
	f := plot.Figure{Columns: 3, Title: title}
	f.Description = "Best fitness, diversity and length of the best plan over evaluations. Fitness starts anew when a" +
		" solver goes on to its next subgoal, or from the first plan to shorter ones. "
	if runs == 1 {
		f.Description += "Where it does, the lines of a single run have a gap. Plans that are shortened have only" +
			" their length as fitness."
	} else {
		f.Description += fmt.Sprintf("Lines are medians of %d runs, and bands hold the middle half of the runs.", runs)
	}
	f.Panels = slices.DeleteFunc(panels, func(p plot.Panel) bool { return !slices.ContainsFunc(p.Series, drawable) })
	return f
}

// drawable reports whether a series has a point.
func drawable(s plot.Series) bool {
	return slices.ContainsFunc(s.Y, func(y float64) bool { return !math.IsNaN(y) })
}

// population is the fitness of the best, the median and the mean of the population of one run, with
// a band from the best to the median.
func population(parts []bench.Trace) []plot.Series {
	var lines []analysis.Series
	for i, value := range []func(bench.Moment) float64{best, middle, mean} {
		line := analysis.Every(parts, value)
		line.Name, line.Number = []string{"best", "median", "mean"}[i]+" of the population", i+1
		lines = append(lines, line)
	}
	lines[0].Low, lines[0].High = lines[0].Y, lines[1].Y
	return curves(lines, plot.Line, true)
}
