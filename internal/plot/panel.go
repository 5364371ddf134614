package plot

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"npuzzle/internal/lists"
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
	short := shorten(lists.Map(panel.Series, func(s Series) string { return s.Name }), mostLetters)
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
	p.X.Label.Text, p.Y.Label.Text = folded(panel.X.Label, longestFoot), folded(panel.Y.Label, longestSide)
	return p, nil
}

// end is the point of a series that is furthest to the right, with the name of the series.
type end struct {
	name string
	x, y float64
	look look
}

// ends writes the names of series to the right of the axes, each at the height where the series ends. Names that
// would touch are moved apart, and a thin line connects each with its end.
type ends []end

// Distances to the right of the axes, in points.
const (
	endMarker = 7  // of the middle of a marker
	endName   = 11 // of the beginning of a name
)

// GlyphBoxes implements plot.GlyphBoxer. It makes room for the names.
func (all ends) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	wide := vg.Length(0)
	for _, e := range all {
		wide = max(wide, endName+textStyle(tickSize).Width(e.name))
	}
	return []plot.GlyphBox{{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: wide}}}}
}

// Plot implements plot.Plotter.
func (all ends) Plot(c draw.Canvas, p *plot.Plot) {
	acrossTo, upTo := p.Transforms(&c)
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b end) int { return cmp.Compare(b.y, a.y) }) // the highest first
	at := make([]vg.Length, len(all))
	for i, e := range all {
		if at[i] = upTo(e.y); i > 0 {
			at[i] = min(at[i], at[i-1]-endHeight)
		}
	}
	lowest := c.Min.Y
	for i := range slices.Backward(at) {
		at[i] = max(at[i], lowest)
		lowest = at[i] + endHeight
	}
	style := textStyle(tickSize)
	style.YAlign = draw.YCenter
	for i, e := range all {
		marker := vg.Point{X: c.Max.X + endMarker, Y: at[i]}
		thin := draw.LineStyle{Color: e.look.colour(), Width: vg.Points(0.4)}
		c.StrokeLine2(thin, acrossTo(e.x), upTo(e.y), marker.X, marker.Y)
		c.DrawGlyphNoClip(e.look.marker(2), marker)
		c.FillText(style, vg.Point{X: c.Max.X + endName, Y: at[i]}, e.name)
	}
}
