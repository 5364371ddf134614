package plot

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// entry is a name in a legend, with its sample.
type entry struct {
	name   string
	thumbs []plot.Thumbnailer
}

// legend is a legend in columns below the panels. There, it hides no points and cuts off no name. The
// legends of gonum have one column, and are inside a panel.
type legend struct {
	entries       []entry
	columns, rows int
	column        vg.Length // width of a column
}

// Measures of a legend, in points.
const (
	thumbWidth  = 26 // width of the sample before a name
	legendLine  = 15 // height of a line
	columnSpace = 18 // space between columns
)

// newLegend lays out the entries of all panels in the given width. A name that several panels have
// appears once.
func newLegend(all []entry, wide vg.Length) legend {
	var l legend
	for _, e := range all {
		if !slices.ContainsFunc(l.entries, func(other entry) bool { return other.name == e.name }) {
			l.entries = append(l.entries, e)
			l.column = max(l.column, vg.Points(thumbWidth+6+columnSpace)+textStyle(tickSize).Width(e.name))
		}
	}
	if len(l.entries) == 0 {
		return l
	}
	l.columns = min(len(l.entries), max(1, int((wide+vg.Points(columnSpace))/l.column)))
	l.rows = (len(l.entries) + l.columns - 1) / l.columns
	l.columns = (len(l.entries) + l.rows - 1) / l.rows
	return l
}

// height returns the height of the legend, including the space above it.
func (l legend) height() vg.Length {
	if l.rows == 0 {
		return 0
	}
	return vg.Points(float64(legendLine*l.rows + 10))
}

// draw draws the legend at the top of a canvas. Columns are filled from left to right.
func (l legend) draw(c draw.Canvas) {
	style := textStyle(tickSize)
	left := c.Min.X + max(0, (c.Size().X-l.column*vg.Length(l.columns)+vg.Points(columnSpace))/2)
	for i, e := range l.entries {
		x := left + l.column*vg.Length(i/l.rows)
		y := c.Max.Y - vg.Points(float64(legendLine*(i%l.rows+1)))
		thumb := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + vg.Points(thumbWidth), Y: y + vg.Points(tickSize)},
		}}
		for _, t := range e.thumbs {
			t.Thumbnail(&thumb)
		}
		c.FillText(style, vg.Point{X: thumb.Max.X + vg.Points(6), Y: y + vg.Points(1)}, e.name)
	}
}
