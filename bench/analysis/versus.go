package analysis

import (
	"fmt"
	"math"

	"npuzzle/bench/plot"
	"npuzzle/internal/units"
)

// cloudPoints is how many points a panel of a scatter has at most.
const cloudPoints = 1000

// Versus draws solvers against each other by a measure, a point for each puzzle
// that both solved.
func (a *Analysis) Versus(pairs []Pair, m Measure) Drawing {
	d := Drawing{Name: "versus-" + map[string]string{Seconds.Name: "time", Expanded.Name: "expanded"}[m.Name], Title: "Puzzle by puzzle: " + m.Name}
	figure := plot.Figure{Columns: 2}
	left, nothing, thinned := 0, 0, false
	what := map[string]string{Seconds.Name: "time", Expanded.Name: "expanded states"}[m.Name]
	for _, p := range pairs {
		if !m.Reported(p.First) || !m.Reported(p.Second) {
			continue
		}
		cloud := plot.Series{Kind: plot.Points, Look: p.Second.Number}
		low, high, zeros := math.Inf(1), 0.0, 0
		for _, puzzle := range p.common {
			x, y := puzzle.trials[p.First.Name].median(m), puzzle.trials[p.Second.Name].median(m)
			if x > 0 && y > 0 {
				cloud.X, cloud.Y = append(cloud.X, x), append(cloud.Y, y)
				low, high = min(low, x, y), max(high, x, y)
			} else {
				zeros++
			}
		}
		switch {
		case len(cloud.X) < 2:
			continue
		case len(figure.Panels) == mostPanels:
			left++
			continue
		}
		nothing = max(nothing, zeros)
		thinned = thinned || len(cloud.X) > cloudPoints
		thin(&cloud, cloudPoints)
		figure.Panels = append(figure.Panels, plot.Panel{
			X: m.axis(p.First.Name+": "+what, true), Y: m.axis(p.Second.Name+": "+what, true),
			Series: []plot.Series{{Name: "equal", Kind: plot.Guide, X: []float64{low, high}, Y: []float64{low, high}}, cloud},
		})
	}
	if len(figure.Panels) == 0 {
		return leftOut(d.Name, d.Title, "no two solvers that both count it solved two puzzles in common")
	}
	d.Figure = figure
	d.Caption = fmt.Sprintf("%s, each point a puzzle that both solvers solved, on axes by powers of ten. Below the broken line the solver of the vertical axis takes less.", upper(m.Name))
	if nothing > 0 {
		d.Caption += fmt.Sprintf(" Up to %s of a panel, on which a solver counts 0, have no place on such axes.", units.Plural(nothing, "puzzle", "puzzles"))
	}
	if thinned {
		d.Caption += fmt.Sprintf(" Of more than %d points, only so many are drawn.", cloudPoints)
	}
	if left > 0 {
		d.Caption += " " + units.Plural(left, "more pair stands", "more pairs stand") + " in the tables only."
	}
	return d.describe()
}
