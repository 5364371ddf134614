package plot

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

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
