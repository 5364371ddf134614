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

// plot makes the gonum plot of a panel. The look of a series whose Look is 0 is chosen by the place of the series
// in the panel.
func (panel Panel) plot() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text = folded(panel.Title, longestTitle)
	p.Title.Padding = vg.Points(3)
	p.Title.TextStyle.Font = textStyle(titleSize).Font
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = textStyle(labelSize).Font
		axis.Tick.Label.Font = textStyle(tickSize).Font
		axis.Label.Padding = vg.Points(1)
		axis.Tick.Length = vg.Points(3)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)

	var lines []plot.Plotter
	var labels ends
	var full []string
	for _, s := range panel.Series {
		full = append(full, s.Name)
	}
	short := shorten(full, mostLetters)
	for i, s := range panel.Series {
		if len(s.X) == 0 {
			continue
		}
		number := look(i)
		if s.Look > 0 {
			number = look(s.Look - 1)
		}
		if err := s.check(panel.X, panel.Y); err != nil {
			return nil, err
		}
		s.X, s.Y = panel.X.scaled(s.X), panel.Y.scaled(s.Y)
		s.Low, s.High = panel.Y.scaled(s.Low), panel.Y.scaled(s.High)
		bands, own, err := s.draw(number)
		if err != nil {
			return nil, err
		}
		p.Add(bands...)
		lines = append(lines, own...)
		if s.labelled() && s.last() >= 0 {
			labels = append(labels, end{short[i], s.X[s.last()], s.Y[s.last()], number})
		}
	}
	p.Add(lines...)
	if labels != nil {
		p.Add(labels)
	}
	panel.X.apply(&p.X)
	panel.Y.apply(&p.Y)
	if panel.Y.Names != nil {
		p.Y.Tick.Marker = names(panel.Y.Names)
	}
	p.X.Label.Text, p.Y.Label.Text = folded(panel.X.Label, longestFoot), folded(panel.Y.Label, longestSide)
	return p, nil
}
