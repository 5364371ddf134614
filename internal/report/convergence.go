package report

import (
	"cmp"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/plot"
	"npuzzle/internal/units"
)

func best(m bench.Moment) float64      { return float64(m.Best) }
func middle(m bench.Moment) float64    { return float64(m.Median) }
func mean(m bench.Moment) float64      { return m.Mean }
func diversity(m bench.Moment) float64 { return m.Diversity }

// Convergence draws fitness, diversity and the length of the best plan over the number of evaluations.
// For an evolution of several runs, it draws the median of the runs, and a band that holds the middle
// half of the runs. For a single run, the panel of the fitness shows the best, the median and the mean
// fitness of the population.
func Convergence(title string, evolutions ...analysis.Evolution) plot.Figure {
	f := plot.Figure{Columns: 2, Title: title}
	f.Description = "Best fitness, diversity and length of the best plan over evaluations, on a logarithmic axis." +
		" Fitness starts anew when a solver goes on to its next subgoal, or from the first plan to shorter ones."
	single := len(evolutions) == 1 && len(evolutions[0].Runs) == 1
	if !single {
		f.Description += " Lines are medians of the runs of a solver, and bands hold the middle half of the runs."
	}
	for _, p := range []struct {
		title, label string
		unit         units.Unit
		value        func(bench.Moment) float64
	}{
		{"Fitness", "fitness, less is better", units.Number, best},
		{"Diversity", "diversity", units.Number, diversity},
		{"Best plan", "length, moves", units.Moves, analysis.PlanLength},
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
				Title: p.title, Series: curves(lines, plot.Line, true),
				X: plot.Axis{Label: "evaluations", Unit: units.Count, Log: true},
				Y: plot.Axis{Label: p.label, Unit: p.unit},
			})
		}
	}
	return f
}

// population returns lines of the best, the median and the mean fitness of the population of one run.
// A band reaches from the best to the median.
func population(run analysis.Evolution) []analysis.Series {
	var lines []analysis.Series
	for i, value := range []func(bench.Moment) float64{best, middle, mean} {
		line := run.Middle(value)
		line.Name, line.Number = []string{"best", "median", "mean"}[i]+" of the population", i+1
		lines = append(lines, line)
	}
	lines[0].Low, lines[0].High = lines[0].Y, lines[1].Y
	return lines
}
