package plot

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// Panel is a pair of axes with the series between them. Bands are drawn below all lines, and lines in
// the order of the series.
type Panel struct {
	Title  string
	X, Y   Axis
	Series []Series
}

// plot makes the gonum plot of a panel with the given width, and the entries of its legend. The look of
// a series whose Look is 0 is chosen by the place of the series in the panel.
func (panel Panel) plot(wide vg.Length) (*plot.Plot, []entry, error) {
	p := plot.New()
	p.Title.Text = folded(panel.Title, longestTitle)
	p.Title.Padding = vg.Points(6)
	p.Title.TextStyle.Font = textStyle(titleSize).Font
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = textStyle(labelSize).Font
		axis.Tick.Label.Font = textStyle(tickSize).Font
		axis.Label.Padding = vg.Points(3)
		axis.Tick.Length = vg.Points(5)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)

	var legend []entry
	var lines []plot.Plotter
	for i, s := range panel.Series {
		if len(s.X) == 0 {
			continue
		}
		number := look(i)
		if s.Look > 0 {
			number = look(s.Look - 1)
		}
		ready, err := s.draw(panel.X, panel.Y, number)
		if err != nil {
			return nil, nil, err
		}
		p.Add(ready.bands...)
		lines = append(lines, ready.lines...)
		if s.Name != "" && ready.thumbs != nil {
			legend = append(legend, entry{short(s.Name, longestName), ready.thumbs})
		}
	}
	p.Add(lines...)
	panel.X.apply(&p.X)
	panel.Y.apply(&p.Y)
	if panel.Y.Names != nil { // at most about a third of the width
		p.Y.Tick.Marker = names(panel.Y.Names, int(wide/3/averageLetter))
	}
	p.X.Label.Text, p.Y.Label.Text = folded(panel.X.Label, longestFoot), folded(panel.Y.Label, longestSide)
	return p, legend, nil
}
