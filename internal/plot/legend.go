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
	look   look
	thumbs []plot.Thumbnailer
}

// legend is a legend of points and bars, in columns below the panels. There, it hides no points and cuts off no
// name. The legends of gonum have one column, and are inside a panel. Lines have names at their ends instead.
type legend struct {
	entries       []entry
	columns, rows int
	column        vg.Length // width of a column
	height        vg.Length // including the space above the legend
}

// Measures of a legend, in points.
const (
	thumbWidth  = 14 // width of the sample before a name
	legendLine  = 10 // height of a line
	columnSpace = 12 // space between columns
)

// newLegend lays out the entries of all panels in the given width. A name and look that several panels
// have appears once. Columns are filled from left to right.
func newLegend(all []entry, wide vg.Length) legend {
	var l legend
	for i, e := range all {
		if slices.IndexFunc(all, func(other entry) bool { return other.name == e.name && other.look == e.look }) == i {
			l.entries = append(l.entries, e)
			l.column = max(l.column, vg.Points(thumbWidth+4+columnSpace)+textStyle(tickSize).Width(e.name))
		}
	}
	n := len(l.entries)
	if n > 0 {
		columns := min(n, max(1, int((wide+vg.Points(columnSpace))/l.column)))
		l.rows = (n + columns - 1) / columns
		l.columns = (n + l.rows - 1) / l.rows
		l.height = vg.Points(float64(legendLine*l.rows + 5))
	}
	return l
}

// draw draws the legend at the top of a canvas.
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
		c.FillText(style, vg.Point{X: thumb.Max.X + vg.Points(4), Y: y + vg.Points(1)}, e.name)
	}
}
