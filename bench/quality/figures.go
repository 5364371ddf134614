package quality

import (
	"fmt"

	"npuzzle/bench/plot"
)

// ErrorByDepth draws the mean error of every heuristic against the distance.
func (r Report) ErrorByDepth() plot.Figure {
	panel := plot.Panel{
		Title: fmt.Sprintf("Mean error by distance, %s", r.about()),
		X:     plot.Axis{Label: "distance", Unit: plot.Whole}, Y: plot.Axis{Label: "distance - estimate"},
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

// EstimateByDistance draws the estimates of every heuristic against the
// distance, a panel each: the mean, between the least and the most, and the
// line on which estimates are exact.
func (r Report) EstimateByDistance() plot.Figure {
	figure := plot.Figure{Columns: 3}
	for _, row := range r.Heuristics {
		if len(row.Depths) == 0 {
			continue
		}
		band, mean := plot.Series{Kind: plot.Band}, plot.Series{}
		for _, d := range row.Depths {
			x := float64(d.Distance)
			band.X, band.Y, band.Bottom = append(band.X, x), append(band.Y, float64(d.Most)), append(band.Bottom, float64(d.Least))
			mean.X, mean.Y = append(mean.X, x), append(mean.Y, float64(d.Estimate))
		}
		last := float64(row.Depths[len(row.Depths)-1].Distance)
		exact := plot.Series{Kind: plot.Guide, X: []float64{0, last}, Y: []float64{0, last}}
		figure.Panels = append(figure.Panels, plot.Panel{
			Title: row.Heuristic + ", " + r.about(), X: plot.Axis{Label: "distance", Unit: plot.Whole}, Y: plot.Axis{Label: "estimate", Unit: plot.Whole},
			Series: []plot.Series{band, exact, mean},
		})
	}
	return figure
}

// about says which boards a figure is of.
func (r Report) about() string {
	if r.Whole {
		return "all boards of " + r.Size
	}
	return fmt.Sprintf("%d boards of %s", r.Boards, r.Size)
}
