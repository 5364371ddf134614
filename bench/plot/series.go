package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is one set of points, in the order of X. A series without points is left out.
type Series struct {
	Name string // name in the legend; "" for no entry
	Kind Kind
	X, Y []float64 // a line breaks at a point whose Y is NaN
	// Low and High are the ends of a pale band around the line, one for each X. There is no band if
	// they are nil. The band breaks where an end is NaN.
	Low, High []float64
	// Look is a number from 1 that selects colour, dashes and marker, so that a solver looks the
	// same in all figures. If Look is 0, the place of the series in the panel selects them.
	Look int
}

// Kind is how a series is drawn.
type Kind int

// The kinds of series.
const (
	Line   Kind = iota // a line through the points; markers alone if there are fewer than FewestForLine
	Marked             // as Line, with a marker at each point
	Steps              // horizontal from each point to the next, with a few markers
	Points             // markers without a line
	Guide              // a thin, dashed grey line for comparison
	Bars               // bars from 0 to the points, at distances of 1
	// Boxes is a horizontal box plot (Tukey) of the values in X. Y has one element, the
	// height of the box on an axis of names.
	Boxes
)

// drawn holds the parts of a series that gonum draws: bands, lines, and the sample for the legend.
type drawn struct {
	bands, lines []plot.Plotter
	thumbs       []plot.Thumbnailer
}

// draw returns the parts of a series for the axes of a panel. Each range of points without NaN has its
// own band and line.
func (s Series) draw(x, y Axis, look look) (d drawn, err error) {
	if err := s.check(); err != nil {
		return d, err
	}
	for _, part := range []struct {
		values *[]float64
		axis   Axis
	}{{&s.X, x}, {&s.Y, y}, {&s.Low, y}, {&s.High, y}} {
		if *part.values, err = part.axis.place(*part.values); err != nil {
			return d, err
		}
	}
	switch s.Kind {
	case Boxes:
		d.lines, err = s.box(look)
		return d, err
	case Bars:
		bars, err := plotter.NewBarChart(plotter.Values(s.Y), 0.75*width/vg.Length(len(s.Y)))
		if err != nil {
			return d, err
		}
		bars.XMin, bars.Color, bars.LineStyle.Width = s.X[0], look.colour(), 0
		return drawn{lines: []plot.Plotter{bars}, thumbs: []plot.Thumbnailer{bars}}, nil
	}
	if s.Low != nil {
		around := s.band
		if s.sparse() {
			around = s.bars
		}
		for _, run := range runs(len(s.X), func(i int) bool { return known(s.Low[i]) && known(s.High[i]) }) {
			d.bands = append(d.bands, around(run, look))
		}
	}
	for _, run := range runs(len(s.X), func(i int) bool { return known(s.Y[i]) }) {
		lines, thumbs := s.line(run, look)
		d.lines = append(d.lines, lines...)
		if d.thumbs == nil {
			d.thumbs = thumbs
		}
	}
	return d, nil
}

func known(x float64) bool { return !math.IsNaN(x) }

// check returns an error if the slices do not have matching lengths, or have values that cannot be
// drawn.
func (s Series) check() error {
	n, heights := len(s.X), len(s.X)
	if s.Kind == Boxes {
		heights = 1
	}
	if len(s.Y) != heights || s.Low != nil && len(s.Low) != n || len(s.High) != len(s.Low) {
		return fmt.Errorf("%q has %d and %d values, and a band of %d and %d; expected as many of each",
			s.Name, n, len(s.Y), len(s.Low), len(s.High))
	}
	gaps := s.Kind != Boxes && s.Kind != Bars
	for i, v := range slices.Concat(s.X, s.Y, s.Low, s.High) {
		if math.IsInf(v, 0) || math.IsNaN(v) && (i < n || !gaps) {
			return fmt.Errorf("%q has the value %v; expected finite numbers", s.Name, v)
		}
	}
	return nil
}

// span is a range of indices.
type span struct{ from, to int }

// runs returns the maximal ranges of consecutive indices below n for which there returns true.
func runs(n int, there func(int) bool) []span {
	var all []span
	for i := range n {
		switch {
		case !there(i):
		case i > 0 && len(all) > 0 && all[len(all)-1].to == i:
			all[len(all)-1].to++
		default:
			all = append(all, span{i, i + 1})
		}
	}
	return all
}

// stepMarkers is the approximate number of markers on a line of steps, which may have thousands of
// points.
const stepMarkers = 6

// FewestForLine is the minimum number of points of a line. Fewer points are drawn as markers, with
// their intervals as bars instead of a band, because a line would look like a trend.
const FewestForLine = 4

// known returns the number of points whose Y is not NaN.
func (s Series) known() int {
	n := 0
	for _, y := range s.Y {
		if known(y) {
			n++
		}
	}
	return n
}

// sparse reports whether the series is a line through too few points.
func (s Series) sparse() bool {
	return (s.Kind == Line || s.Kind == Marked) && s.known() < FewestForLine
}

// bars draws the intervals of the points of a range as error bars.
func (s Series) bars(run span, look look) plot.Plotter {
	var ends plotter.YErrors
	for i := run.from; i < run.to; i++ {
		ends = append(ends, struct{ Low, High float64 }{s.Y[i] - s.Low[i], s.High[i] - s.Y[i]})
	}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{s.points(run), ends})
	if err != nil {
		panic(err) // never happens, because check has refused NaN and infinite numbers
	}
	bars.LineStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(1)}
	return bars
}

// line draws the points of a range. A range of one point is drawn as a ring, because a line through it
// would not be visible. The first marker of a line of steps depends on the look, so that the markers of
// lines that lie on one another do not.
func (s Series) line(run span, look look) ([]plot.Plotter, []plot.Thumbnailer) {
	points := s.points(run)
	if s.Kind == Points || s.Kind == Line && len(points) == 1 && !s.sparse() {
		rings := &plotter.Scatter{XYs: points, GlyphStyle: look.ring(2.2)} // rings stay visible where points overlap
		return []plot.Plotter{rings}, []plot.Thumbnailer{rings}
	}
	line := &plotter.Line{XYs: points, LineStyle: look.line()}
	marks := &plotter.Scatter{GlyphStyle: look.marker()}
	if s.sparse() {
		marks.XYs = points
		return []plot.Plotter{marks}, []plot.Thumbnailer{marks}
	}
	switch s.Kind {
	case Guide:
		line.LineStyle = guide
	case Marked:
		marks.XYs = points
	case Steps:
		line.StepStyle = plotter.PostStep
		each := max(1, len(points)/stepMarkers)
		for i := int(look) * each / 4 % each; i < len(points); i += each {
			marks.XYs = append(marks.XYs, points[i])
		}
	}
	if marks.XYs == nil {
		return []plot.Plotter{line}, []plot.Thumbnailer{line}
	}
	return []plot.Plotter{line, marks}, []plot.Thumbnailer{line, marks}
}

// points returns the points of a range as gonum's type.
func (s Series) points(run span) plotter.XYs {
	var all plotter.XYs
	for i := run.from; i < run.to; i++ {
		all = append(all, plotter.XY{X: s.X[i], Y: s.Y[i]})
	}
	return all
}

// band draws the area between Low and High in a range of points. The polygon follows the upper ends
// from left to right, and then the lower ends from right to left.
func (s Series) band(run span, look look) plot.Plotter {
	var around plotter.XYs
	for i := run.from; i < run.to; i++ {
		around = append(around, plotter.XY{X: s.X[i], Y: s.High[i]})
	}
	for i := run.to - 1; i >= run.from; i-- {
		around = append(around, plotter.XY{X: s.X[i], Y: s.Low[i]})
	}
	return &plotter.Polygon{XYs: []plotter.XYs{around}, Color: look.pale()}
}

// box draws a horizontal box plot. gonum computes the quartiles and the whiskers.
func (s Series) box(look look) ([]plot.Plotter, error) {
	box, err := plotter.NewBoxPlot(vg.Points(16), s.Y[0], plotter.Values(s.X))
	if err != nil {
		return nil, err
	}
	box.Horizontal = true
	box.FillColor = look.pale()
	box.BoxStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(1)}
	box.WhiskerStyle = box.BoxStyle
	box.MedianStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(2.5)}
	box.GlyphStyle = look.ring(2)
	return []plot.Plotter{box}, nil
}
