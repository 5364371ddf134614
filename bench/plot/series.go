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
	Name string // written to the right of the axes; "" for none
	Kind Kind
	X, Y []float64 // a line breaks at a point whose Y is NaN

	// Low and High are the ends of an interval for each X, or nil. They are drawn as a pale band
	// around a line, and as bars at marked points. The band breaks where an end is NaN.
	Low, High []float64

	// Z has the values of a heat map at each pair of a Y and an X, row by row. NaN leaves a cell
	// empty.
	Z []float64

	// Look is a number from 1 that selects colour and marker, so that a solver looks the
	// same in all figures. If Look is 0, the place of the series in the panel selects them.
	Look int
}

// Kind is how a series is drawn.
type Kind int

// The kinds of series.
const (
	Line Kind = iota // a line through the points, with a few markers
	// Marked is as Line, with a marker at each point, and intervals as bars. Over an axis of names,
	// it is as Apart.
	Marked
	Steps  // horizontal from each point to the next, with a few markers
	Points // markers without a line
	Guide  // a thin, dashed grey line for comparison
	Bars   // bars from 0 to the points, at distances of 1
	// Boxes is a horizontal box plot (Tukey) of the values in X. Y has one element, the
	// height of the box on an axis of names.
	Boxes
	// Heat is a map of the values Z over X and Y, with a scale beside it. The best values are the
	// darkest; see Panel.Less.
	Heat
	// Apart is as Marked, without a line. It is for an axis of names, which has no values between
	// the names.
	Apart
)

// draw returns the parts of a series that gonum draws: bands, which are below the lines of all
// series, and lines. Each range of points without NaN has its own band and line.
func (s Series) draw(look look) (bands, lines []plot.Plotter, err error) {
	switch s.Kind {
	case Boxes:
		box, err := s.box(look)
		return nil, []plot.Plotter{box}, err
	case Bars:
		bars, err := plotter.NewBarChart(plotter.Values(s.Y), 0.75*width/vg.Length(len(s.Y)))
		if err != nil {
			return nil, nil, err
		}
		bars.XMin = s.X[0]
		bars.Color = look.colour()
		bars.LineStyle.Width = 0
		return nil, []plot.Plotter{bars}, nil
	}
	if s.Low != nil {
		around := Series.band
		if s.barred() {
			around = Series.bars
		}
		knownEnds := func(i int) bool { return known(s.Low[i]) && known(s.High[i]) }
		for _, run := range s.runs(knownEnds) {
			bands = append(bands, around(run, look))
		}
	}
	knownValue := func(i int) bool { return known(s.Y[i]) }
	for _, run := range s.runs(knownValue) {
		lines = append(lines, run.line(look)...)
	}
	return bands, lines, nil
}

// labelled reports whether the name of the series is written beside the axes.
func (s Series) labelled() bool { return s.Name != "" && s.Kind != Boxes && s.Kind != Heat }

// barred reports whether intervals of the series are drawn as bars.
func (s Series) barred() bool { return s.Low != nil && (s.Kind == Marked || s.Kind == Apart) }

// last returns the index of the known point that is furthest to the right, or -1 if there is none.
func (s Series) last() int {
	last := -1
	for i, x := range s.X {
		if known(s.Y[i]) && (last < 0 || x >= s.X[last]) {
			last = i
		}
	}
	return last
}

func known(x float64) bool { return !math.IsNaN(x) }

// check returns an error if a value cannot be drawn on the axes.
func (s Series) check(x, y Axis) error {
	n := len(s.X)
	gaps := s.Kind != Boxes && s.Kind != Bars
	for i, v := range slices.Concat(s.X, s.Y, s.Low, s.High) {
		if math.IsInf(v, 0) || math.IsNaN(v) && (i < n || !gaps) {
			return fmt.Errorf("%q has the value %v; expected finite numbers", s.Name, v)
		}
		axis := y
		if i < n {
			axis = x
		}
		if axis.Log && v <= 0 {
			return fmt.Errorf("%s of %v on a logarithmic axis; expected more than 0", axis.Label, v)
		}
	}
	return nil
}

// runs returns the maximal runs of consecutive points for whose indices there returns true.
func (s Series) runs(there func(int) bool) []Series {
	var runs []Series
	for start := 0; start < len(s.X); start++ {
		end := start
		for end < len(s.X) && there(end) {
			end++
		}
		if start == end {
			continue
		}
		run := s
		run.X = s.X[start:end]
		run.Y = s.Y[start:end]
		if s.Low != nil {
			run.Low = s.Low[start:end]
			run.High = s.High[start:end]
		}
		runs = append(runs, run)
		start = end
	}
	return runs
}

// points returns points as gonum's type.
func points(x, y []float64) plotter.XYs {
	var points plotter.XYs
	for i := range x {
		points = append(points, plotter.XY{X: x[i], Y: y[i]})
	}
	return points
}

// fewMarkers is the approximate number of markers on a line, which may have thousands of points.
const fewMarkers = 6

// bars draws the intervals of the points of a run as error bars.
func (s Series) bars(look look) plot.Plotter {
	bars := &plotter.YErrorBars{
		XYs: points(s.X, s.Y), CapWidth: vg.Points(3),
		LineStyle: draw.LineStyle{Color: look.colour(), Width: vg.Points(0.6)},
	}
	for i, y := range s.Y {
		bars.YErrors = append(bars.YErrors,
			struct{ Low, High float64 }{Low: y - s.Low[i], High: s.High[i] - y})
	}
	return bars
}

// line draws the points of a run. A run of one point is drawn as a marker, because a line through
// it would not be visible. The first marker of a line depends on the look, so that the markers of
// lines that lie on one another do not.
func (s Series) line(look look) []plot.Plotter {
	points := points(s.X, s.Y)
	if s.Kind == Points || s.Kind == Line && len(points) == 1 {
		return []plot.Plotter{&plotter.Scatter{XYs: points, GlyphStyle: look.marker(1.4)}}
	}
	if s.Kind == Apart {
		return []plot.Plotter{&plotter.Scatter{XYs: points, GlyphStyle: look.marker(2)}}
	}
	line := &plotter.Line{XYs: points, LineStyle: look.line()}
	marks := &plotter.Scatter{GlyphStyle: look.marker(2)}
	switch s.Kind {
	case Guide:
		line.LineStyle = guide
	case Marked:
		marks.XYs = points
	case Line, Steps:
		if s.Kind == Steps {
			line.StepStyle = plotter.PostStep
		}
		each := max(1, len(points)/fewMarkers)
		for i := int(look) * each / 4 % each; i < len(points); i += each {
			marks.XYs = append(marks.XYs, points[i])
		}
	}
	return []plot.Plotter{line, marks}
}

// band draws the area between Low and High of a run. The polygon follows the upper ends from left
// to right, and then the lower ends from right to left.
func (s Series) band(look look) plot.Plotter {
	around := points(s.X, s.High)
	lower := points(s.X, s.Low)
	slices.Reverse(lower)
	return &plotter.Polygon{XYs: []plotter.XYs{append(around, lower...)}, Color: look.pale()}
}

// box draws a horizontal box plot. gonum computes the quartiles and the whiskers.
func (s Series) box(look look) (*plotter.BoxPlot, error) {
	box, err := plotter.NewBoxPlot(vg.Points(7), s.Y[0], plotter.Values(s.X))
	if err != nil {
		return nil, err
	}
	box.Horizontal = true
	box.FillColor = look.pale()
	box.BoxStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(0.6)}
	box.WhiskerStyle = box.BoxStyle
	box.MedianStyle = draw.LineStyle{Color: look.colour(), Width: vg.Points(1.5)}
	box.GlyphStyle = draw.GlyphStyle{
		Color:  look.colour(),
		Radius: vg.Points(1.2),
		Shape:  draw.RingGlyph{},
	}
	return box, nil
}
