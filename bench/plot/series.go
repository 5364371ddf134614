package plot

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is one set of points, in the order of X. Series without points are
// left out.
type Series struct {
	Name   string // for the legend; "" to leave it out there
	Kind   Kind
	X, Y   []float64
	Bottom []float64 // of a Band, whose top is Y
	// Look picks colour, dashes and marker, 1 upwards, so that one solver looks
	// the same in all figures; 0 takes the next. A Band of 0 has the look of the
	// series after it.
	Look int
}

// Kind is how a series is drawn.
type Kind int

// The kinds of series.
const (
	Line   Kind = iota // through the points
	Marked             // a line with a marker on each point
	Steps              // level from each point to the next, with a few markers
	Points             // markers alone
	Guide              // a thin, broken line in grey, to compare with
	Bars               // from 0 to the points, one apart
	Band               // a pale area from Bottom to Y
	// Boxes are Tukey's, lying at the height Y[0] of an axis of names, of the
	// values X.
	Boxes
)

// drawn is a series made ready: what is drawn, in that order, and what the
// legend shows of it.
type drawn struct {
	plotters []plot.Plotter
	thumbs   []plot.Thumbnailer
}

// place puts the values where the axes have them.
func (s *Series) place(x, y Axis) error {
	for _, part := range []struct {
		values *[]float64
		axis   Axis
	}{{&s.X, x}, {&s.Y, y}, {&s.Bottom, y}} {
		for _, v := range *part.values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%q has the value %v; expected finite numbers", s.Name, v)
			}
		}
		var err error
		if *part.values, err = part.axis.place(*part.values); err != nil {
			return err
		}
	}
	return nil
}

// draw makes a series ready, with a look.
func (s Series) draw(look look) (drawn, error) {
	if s.Kind == Boxes {
		return s.box(look)
	}
	switch {
	case len(s.X) != len(s.Y):
		return drawn{}, fmt.Errorf("%q has %d and %d values; expected as many of each", s.Name, len(s.X), len(s.Y))
	case s.Kind == Band && len(s.X) != len(s.Bottom):
		return drawn{}, fmt.Errorf("%q has %d and %d values, and %d below; expected as many of each", s.Name, len(s.X), len(s.Y), len(s.Bottom))
	}
	switch s.Kind {
	case Bars:
		bars, err := plotter.NewBarChart(plotter.Values(s.Y), 0.75*width/vg.Length(len(s.Y)))
		if err != nil {
			return drawn{}, err
		}
		bars.XMin, bars.Color, bars.LineStyle.Width = s.X[0], look.colour(), 0
		return drawn{[]plot.Plotter{bars}, []plot.Thumbnailer{bars}}, nil
	case Band:
		return s.band(look)
	case Points:
		points, err := s.markers(look, 1)
		return drawn{[]plot.Plotter{points}, []plot.Thumbnailer{points}}, err
	}
	line, err := plotter.NewLine(points(s.X, s.Y))
	if err != nil {
		return drawn{}, err
	}
	line.LineStyle = look.line()
	ready := drawn{[]plot.Plotter{line}, []plot.Thumbnailer{line}}
	if s.Kind == Guide {
		line.LineStyle = guide
	}
	if s.Kind == Steps {
		line.StepStyle = plotter.PostStep
	}
	if s.Kind == Marked || s.Kind == Steps {
		each := 1
		if s.Kind == Steps {
			each = max(1, len(s.X)/stepMarkers)
		}
		marks, err := s.markers(look, each)
		if err != nil {
			return drawn{}, err
		}
		ready.plotters, ready.thumbs = append(ready.plotters, marks), append(ready.thumbs, marks)
	}
	return ready, nil
}

// stepMarkers is about how many markers a line of steps has, which may have
// thousands of points.
const stepMarkers = 6

// markers draws the points, one in so many. Where not all are drawn, each look
// begins elsewhere, so that lines that lie together show all their markers.
func (s Series) markers(look look, each int) (*plotter.Scatter, error) {
	var at plotter.XYs
	for i := int(look) * each / 4 % each; i < len(s.X); i += each {
		at = append(at, plotter.XY{X: s.X[i], Y: s.Y[i]})
	}
	marks, err := plotter.NewScatter(at)
	if err != nil {
		return nil, err
	}
	marks.GlyphStyle = look.marker()
	if s.Kind == Points {
		marks.Radius = vg.Points(2.2)
		marks.Shape = draw.RingGlyph{} // rings show how many lie together
	}
	return marks, nil
}

func (s Series) band(look look) (drawn, error) {
	around := points(s.X, s.Y)
	for i := len(s.X) - 1; i >= 0; i-- {
		around = append(around, plotter.XY{X: s.X[i], Y: s.Bottom[i]})
	}
	band, err := plotter.NewPolygon(around)
	if err != nil {
		return drawn{}, err
	}
	band.Color, band.LineStyle.Width = look.pale(), 0
	return drawn{[]plot.Plotter{band}, []plot.Thumbnailer{band}}, nil
}

func (s Series) box(look look) (drawn, error) {
	if len(s.Y) != 1 {
		return drawn{}, fmt.Errorf("%q has %d heights; expected one for the box", s.Name, len(s.Y))
	}
	box, err := plotter.NewBoxPlot(vg.Points(16), s.Y[0], plotter.Values(s.X))
	if err != nil {
		return drawn{}, err
	}
	box.Horizontal = true
	box.FillColor = look.pale()
	box.BoxStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(1)}
	box.MedianStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(2.5)}
	box.WhiskerStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(1)}
	box.GlyphStyle = draw.GlyphStyle{Color: look.colour(), Radius: vg.Points(2), Shape: draw.RingGlyph{}}
	return drawn{plotters: []plot.Plotter{box}}, nil
}

func points(x, y []float64) plotter.XYs {
	all := make(plotter.XYs, len(x))
	for i := range x {
		all[i] = plotter.XY{X: x[i], Y: y[i]}
	}
	return all
}
