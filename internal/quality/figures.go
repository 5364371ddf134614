package quality

import (
	"fmt"

	"npuzzle/internal/plot"
	"npuzzle/internal/units"
)

// ErrorByDepth returns a figure of the mean error of every heuristic against the distance.
// With a lower line, a search usually expands fewer states.
func (r Report) ErrorByDepth() plot.Figure {
	panel := plot.Panel{
		Title: fmt.Sprintf("Mean error by distance, %s", r.about()),
		X:     plot.Axis{Label: "distance", Unit: units.Count}, Y: plot.Axis{Label: "distance - estimate"},
	}
	for _, row := range r.Heuristics {
		s := plot.Series{Name: row.Heuristic}
		for _, d := range row.Depths {
			s.X, s.Y = append(s.X, float64(d.Distance)), append(s.Y, float64(d.Error))
		}
		panel.Series = append(panel.Series, s)
	}
	return plot.Figure{Panels: []plot.Panel{panel}}
}

// EstimateByDistance returns a figure of the estimates against the distance, with a panel for
// each heuristic. A panel shows the mean, the range from the smallest to the largest estimate,
// and the line on which estimates are exact.
func (r Report) EstimateByDistance() plot.Figure {
	figure := plot.Figure{Columns: 3}
	for _, row := range r.Heuristics {
		if len(row.Depths) == 0 {
			continue
		}
		mean, exact := plot.Series{Look: 1}, plot.Series{Kind: plot.Guide}
		for _, d := range row.Depths {
			x := float64(d.Distance)
			mean.Low, mean.High = append(mean.Low, float64(d.Least)), append(mean.High, float64(d.Most))
			mean.X, mean.Y = append(mean.X, x), append(mean.Y, float64(d.Estimate))
			exact.X, exact.Y = []float64{0, x}, []float64{0, x}
		}
		figure.Panels = append(figure.Panels, plot.Panel{
			Title: row.Heuristic + ", " + r.about(), Series: []plot.Series{exact, mean},
			X: plot.Axis{Label: "distance", Unit: units.Count}, Y: plot.Axis{Label: "estimate", Unit: units.Count},
		})
	}
	return figure
}

// about returns a text for titles that says which boards a figure shows.
func (r Report) about() string {
	if r.Whole {
		return "all boards of " + r.Size
	}
	return fmt.Sprintf("%d boards of %s", r.Boards, r.Size)
}
