package analysis

import (
	"fmt"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/puzzle"
)

// mostPanels is how many panels a figure has at most.
const mostPanels = 6

// linePoints is how many points a line of coverage has at most.
const linePoints = 400

// SolvedWithin draws the share of the trials that each solver solved within a
// time: a cactus plot with its axes exchanged.
func (a *Analysis) SolvedWithin() Drawing {
	d := a.solvedWithin(a.Solvers, Seconds.Of, Seconds.Of, plot.Axis{Label: "time of a trial", Unit: plot.Seconds, Log: true})
	d.Name, d.Title = "solved-by-time", "Trials solved within a time"
	return d.describe()
}

// SolvedByEvaluations draws the share of the trials in which each solver that
// evaluates plans had found one within so many evaluations.
func (a *Analysis) SolvedByEvaluations() Drawing {
	const name, title = "solved-by-evaluations", "Trials solved within a number of evaluations"
	evaluating := a.evaluating()
	if len(evaluating) == 0 {
		return leftOut(name, title, "no solver evaluated plans")
	}
	d := a.solvedWithin(evaluating, firstFound, Evaluated.Of, plot.Axis{Label: "evaluations", Unit: plot.Whole, Log: true})
	d.Name, d.Title = name, title
	if d.Why == "" {
		d.Caption += " Counted are the evaluations until the first plan, not those that then improve it."
	}
	return d.describe()
}

// evaluating returns the solvers that evaluate plans.
func (a *Analysis) evaluating() []Solver {
	return slices.DeleteFunc(slices.Clone(a.Solvers), func(s Solver) bool { return !Evaluated.Reported(s) })
}

// firstFound returns the evaluations after which a solved trial had a plan, 0 of a
// board that is the goal.
func firstFound(r bench.Record) float64 {
	if len(r.Found) == 0 {
		return Evaluated.Of(r)
	}
	return float64(r.Found[0].Evaluated)
}

// solvedWithin draws the share of trials solved over what a trial took until it was
// solved, as far as any of them went.
func (a *Analysis) solvedWithin(solvers []Solver, taken, whole func(bench.Record) float64, x plot.Axis) Drawing {
	sizes := a.Sizes()
	figure := plot.Figure{Columns: 2}
	drawn := map[string]bool{}
	for _, size := range sizes[:min(len(sizes), mostPanels)] {
		panel := plot.Panel{X: x, Y: plot.Axis{Label: "trials solved", Unit: plot.Percent, Low: 0, High: 100}}
		if len(sizes) > 1 {
			panel.Title = size.String()
		}
		last := 0.0
		for _, s := range solvers {
			line, end := a.coverage(size, s, taken, whole)
			last = max(last, end)
			if len(line.X) > 0 {
				drawn[s.Name] = true
				panel.Series = append(panel.Series, line)
			}
		}
		for i := range panel.Series { // as far as anybody was tried
			s := &panel.Series[i]
			s.X, s.Y = append(s.X, last), append(s.Y, s.Y[len(s.Y)-1])
		}
		if len(panel.Series) > 0 {
			figure.Panels = append(figure.Panels, panel)
		}
	}
	if len(figure.Panels) == 0 {
		return Drawing{Why: "no trial was solved"}
	}
	d := Drawing{Figure: figure, Caption: fmt.Sprintf("Share of the trials of each solver that it solved within the %s below, on an axis by powers of ten. Higher and further left is better; lines end at the longest trial.", x.Label)}
	d.Caption += a.pooled(sizes[:min(len(sizes), mostPanels)]...)
	var none []string
	for _, s := range solvers {
		if !drawn[s.Name] {
			none = append(none, s.Name)
		}
	}
	if len(none) > 0 {
		d.Caption += " Without a line, since nothing was solved: " + Some(none) + "."
	}
	if len(sizes) > mostPanels {
		d.Caption += fmt.Sprintf(" Only the %d smallest of %d sizes.", mostPanels, len(sizes))
	}
	return d
}

// coverage returns the line of a solver, and the greatest value of any trial,
// solved or not. Trials that took nothing count from the first point on, since 0 has
// no place on the axis.
func (a *Analysis) coverage(size puzzle.Size, s Solver, taken, whole func(bench.Record) float64) (plot.Series, float64) {
	line := plot.Series{Name: s.Name, Kind: plot.Steps, Look: s.Number}
	trials, atOnce, last := 0, 0, 0.0
	for _, p := range a.ofSize(size) {
		for _, r := range p.trials[s.Name] {
			trials++
			if failed(r) {
				continue
			}
			last = max(last, whole(r))
			if !solved(r) {
				continue
			}
			if value := taken(r); value > 0 {
				line.X = append(line.X, value)
			} else {
				atOnce++
			}
		}
	}
	slices.Sort(line.X)
	for i := range line.X {
		line.Y = append(line.Y, 100*float64(atOnce+i+1)/float64(trials))
	}
	thin(&line, linePoints)
	return line, last
}
