package report

import (
	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
)

// manySolvers is the minimum number of solvers of a group with a panel of their costs and states.
const manySolvers = 6

// tradeoff draws the mean cost of the plans of each solver over the mean number of states that it
// generated, with a panel for each group of many solvers. Solvers below and to the left of another
// one are better.
func (w *writer) tradeoff() {
	var panels []plot.Panel
	for _, ranking := range w.rankings[:min(len(w.rankings), mostPanels)] {
		panel := plot.Panel{
			X: axisOf(analysis.Generated, ", mean"),
			Y: plot.Axis{Label: "cost / optimal cost, mean"},
		}
		for _, r := range ranking {
			generated := w.generatedBy(r)
			if generated > 0 && r.Gap.Known() {
				panel.Series = append(panel.Series, tradeoffOf(r, generated))
			}
		}
		if len(panel.Series) < manySolvers {
			continue
		}
		if len(w.rankings) > 1 {
			panel.Title = ranking[0].Group.Title()
		}
		panels = append(panels, panel)
	}
	w.draw("cost-by-states", "Cost of plans and states generated", "", prose("cost-by-states"),
		panels...)
}

// generatedBy returns the mean number of states that a solver generated in its trials on a group.
// It includes the states of plans that are decoded, which analysis.Generated leaves out.
func (w *writer) generatedBy(r ranked) float64 {
	sum := 0.0
	trials := 0
	for _, trial := range w.analysis.Trials {
		if trial.Solver == r.Name && trial.Group == r.Group.Name {
			sum += float64(trial.Generated)
			trials++
		}
	}
	return sum / float64(trials)
}

// tradeoffOf returns the point of a solver.
func tradeoffOf(r ranked, generated float64) plot.Series {
	return plot.Series{
		Name: r.Name,
		Kind: plot.Marked,
		Look: r.Number,
		X:    []float64{generated},
		Y:    []float64{r.GapInterval.Value},
		Low:  []float64{r.GapInterval.Low},
		High: []float64{r.GapInterval.High},
	}
}
