package plot

import (
	"cmp"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"npuzzle/internal/units"
)

// Panel is a pair of axes with the series between them. Bands are drawn below all lines, and lines
// in the order of the series.
type Panel struct {
	Title  string
	X, Y   Axis
	Z      Axis // of the values of a heat map: the scale beside it shows the label and the unit
	Less   bool // whether smaller values of a heat map are better; the best are the darkest
	Series []Series
}

// texts are the names of a panel as they are drawn.
type texts struct {
	title      string
	lines      names // of the series, by index
	xs, ys     names // of the values of the axes
	heights    int   // number of lines of all names at the ends of lines
	nameHeight int   // largest number of lines of a name on the vertical axis
}

// texts returns the names of a panel as they are drawn. The title says which words are left out.
func (panel Panel) texts() (t texts) {
	var drawn []string
	for _, s := range panel.Series {
		if s.labelled() {
			drawn = append(drawn, s.Name)
		}
	}
	short, shared := labels(drawn)
	for _, s := range panel.Series {
		name := ""
		if s.labelled() {
			name = short[0]
			short = short[1:]
			t.heights += lineCount(name)
		}
		t.lines = append(t.lines, name)
	}
	ys, sharedOfY := labels(panel.Y.Names)
	t.ys = ys
	t.nameHeight = ys.most()
	t.xs = wrappedNames(panel.X.Names)
	t.title = folded(panel.Title, longestTitle)
	for _, words := range []string{shared, sharedOfY} {
		if words != "" {
			t.title = strings.TrimPrefix(t.title+"\n"+folded("all: "+words, longestTitle), "\n")
		}
	}
	return t
}

// plot makes the gonum plot of a panel. The look of a series whose Look is 0 is chosen by the place
// of the series in the panel. The range is that of the values of all heat maps of the figure.
func (panel Panel) plot(values span) (*plot.Plot, error) {
	p := plot.New()
	texts := panel.texts()
	p.Title.Text = texts.title
	p.Title.Padding = vg.Points(3)
	p.Title.TextStyle.Font = textStyle(titleSize).Font
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = textStyle(labelSize).Font
		axis.Tick.Label.Font = textStyle(tickSize).Font
		axis.Label.Padding = vg.Points(1)
		axis.Tick.Length = vg.Points(3)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color = color.Gray{Y: 225}
	grid.Vertical.Color = color.Gray{Y: 225}
	p.Add(grid)

	var lines []plot.Plotter
	var labels ends
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
		if s.Kind == Heat {
			shades := shades{Axis: panel.Z, span: values, less: panel.Less}
			p.Add(cells{Series: s, shades: shades}, scale{shades: shades})
			continue
		}
		s.X = panel.X.scaled(s.X)
		s.Y = panel.Y.scaled(s.Y)
		s.Low = panel.Y.scaled(s.Low)
		s.High = panel.Y.scaled(s.High)
		if panel.X.Names != nil && s.Kind == Marked {
			s.Kind = Apart
			s.X = besides(s.X, i, len(panel.Series))
		}
		bands, linesOfSeries, err := s.draw(number)
		if err != nil {
			return nil, err
		}
		p.Add(bands...)
		lines = append(lines, linesOfSeries...)
		if s.labelled() && s.last() >= 0 {
			labels = append(labels, end{
				name: texts.lines[i],
				x:    s.X[s.last()],
				y:    s.Y[s.last()],
				look: number,
			})
		}
	}
	p.Add(lines...)
	if labels != nil {
		p.Add(labels)
	}
	barred := slices.ContainsFunc(panel.Series, Series.barred)
	if barred && panel.Y.Unit != units.Share {
		aroundBars(&p.Y)
	}
	panel.X.apply(&p.X, texts.xs)
	panel.Y.apply(&p.Y, texts.ys)
	p.X.Label.Text = folded(panel.X.Label, longestFoot)
	p.Y.Label.Text = folded(panel.Y.Label, longestSide)
	return p, nil
}

// aroundBars makes an axis longer, so that bars of intervals end within it.
func aroundBars(axis *plot.Axis) {
	margin := 0.04 * (axis.Max - axis.Min)
	axis.Min -= margin
	axis.Max += margin
}

// besides moves the points of a series on an axis of names, so that points of several series are
// side by side.
func besides(x []float64, series, all int) []float64 {
	const most = 0.6 // of the distance of two names
	step := min(most/float64(all), 0.12)
	offset := step * (float64(series) - float64(all-1)/2)
	moved := make([]float64, len(x))
	for i := range x {
		moved[i] = x[i] + offset
	}
	return moved
}

// end is the point of a series that is furthest to the right, with the name of the series.
type end struct {
	name string
	x, y float64
	look look
}

// high returns the height of the name.
func (e end) high() vg.Length { return endHeight * vg.Length(lineCount(e.name)) }

// ends writes the names of series to the right of the axes, each at the height where the series
// ends. Names that would touch are moved apart, and a thin line connects each with its end.
type ends []end

// Distances to the right of the axes, in points.
const (
	endMarker = 7  // of the middle of a marker
	endName   = 11 // of the beginning of a name
	endPiece  = 6  // half the length of a piece of a line
)

// dashed reports whether a line is dashed. Then the names have a piece of their lines beside them.
func (all ends) dashed() bool {
	return slices.ContainsFunc(all, func(e end) bool { return e.look.dashed() })
}

// name returns the distance of the beginning of a name.
func (all ends) name() vg.Length {
	if all.dashed() {
		return endName + 2*endPiece
	}
	return endName
}

// GlyphBoxes implements plot.GlyphBoxer. It makes room for the names.
func (all ends) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	wide := vg.Length(0)
	for _, e := range all {
		wide = max(wide, all.name()+textStyle(tickSize).Width(e.name))
	}
	return []plot.GlyphBox{{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: wide}}}}
}

// Plot implements plot.Plotter.
func (all ends) Plot(c draw.Canvas, p *plot.Plot) {
	acrossTo, upTo := p.Transforms(&c)
	all = slices.Clone(all)
	highestFirst := func(a, b end) int { return cmp.Compare(b.y, a.y) }
	slices.SortStableFunc(all, highestFirst)
	heights := all.heights(upTo, c.Min.Y)
	style := textStyle(tickSize)
	style.YAlign = draw.YCenter
	for i, e := range all {
		marker := vg.Point{X: c.Max.X + endMarker, Y: heights[i]}
		if all.dashed() {
			marker.X += endPiece
			c.StrokeLine2(e.look.line(), marker.X-endPiece, marker.Y, marker.X+endPiece, marker.Y)
		}
		thin := draw.LineStyle{Color: e.look.colour(), Width: vg.Points(0.4)}
		c.StrokeLine2(thin, acrossTo(e.x), upTo(e.y), c.Max.X+endMarker, marker.Y)
		c.DrawGlyphNoClip(e.look.marker(2), marker)
		c.FillText(style, vg.Point{X: c.Max.X + all.name(), Y: heights[i]}, e.name)
	}
}

// heights returns the heights of names, the highest first, at which they do not touch. The function
// upTo returns the height of a value, and the lowest name is not below lowest.
func (all ends) heights(upTo func(float64) vg.Length, lowest vg.Length) []vg.Length {
	heights := make([]vg.Length, len(all))
	for i, e := range all { // move names down, from the top
		heights[i] = upTo(e.y)
		if i > 0 {
			heights[i] = min(heights[i], heights[i-1]-all[i-1].high()/2-e.high()/2)
		}
	}
	for i, e := range slices.Backward(all) { // move names up, from the bottom
		if i < len(all)-1 {
			lowest += e.high() / 2
		}
		heights[i] = max(heights[i], lowest)
		lowest = heights[i] + e.high()/2
	}
	return heights
}
