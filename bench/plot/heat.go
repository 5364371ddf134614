package plot

import (
	"errors"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a table drawn as shaded cells: the larger the value, the darker the cell. The panel's
// axes name its columns and rows. A cell is grey if its value is NaN. All heat maps of a figure
// share their shades, which span all values and the ends of the scale.
type Heat struct {
	Values [][]float64 // by row, from below, and column
	Scale  Axis        // of the values, for the legend; its unit formats the cells
}

// shades go from almost white to dark blue in equal steps of lightness, so that they keep their
// order without colours.
var shades = func() (all shadeTable) {
	light, dark := color.RGBA{244, 248, 252, 255}, color.RGBA{0, 62, 120, 255}
	for i := range all {
		mix := func(a, b uint8) uint8 {
			return uint8(math.Round(float64(a) + (float64(b)-float64(a))*float64(i)/float64(len(all)-1)))
		}
		all[i] = color.RGBA{mix(light.R, dark.R), mix(light.G, dark.G), mix(light.B, dark.B), 255}
	}
	return all
}()

type shadeTable [64]color.Color

func (t shadeTable) Colors() []color.Color { return t[:] }

// darkFrom is the share of the shades from which white letters are easier to read than black ones.
// There, both have a contrast of 4.6 to 1 (WCAG 2.2, relative luminance).
const darkFrom = 0.68

// scale is the axis of the shades of a figure's heat maps.
type scale struct {
	Axis
	low, high float64
}

// scaleOf returns the scale that the heat maps of some panels share, and whether there are any.
func scaleOf(panels []Panel) (scale, bool) {
	s := scale{low: math.Inf(1), high: math.Inf(-1)}
	found := false
	for _, p := range panels {
		if p.Heat == nil {
			continue
		}
		s.Axis, found = p.Heat.Scale, true
		if s.Low < s.High {
			s.low, s.high = min(s.low, s.Low), max(s.high, s.High)
		}
		for _, row := range p.Heat.Values {
			for _, v := range row {
				if known(v) {
					s.low, s.high = min(s.low, v), max(s.high, v)
				}
			}
		}
	}
	if s.low == s.high || math.IsInf(s.low, 0) {
		s.low, s.high = 0, max(s.high, 1)
	}
	return s, found
}

// Measures of the bar that shows a scale, in points.
const (
	barWidth  = 240
	barHeight = 10
	barSpace  = 46 // the bar with its marks and label
)

// draw draws a bar of the shades, with marks and a label below it, at the upper edge of a canvas.
func (s scale) draw(c draw.Canvas) {
	left, top := c.Center().X-vg.Points(barWidth/2), c.Max.Y
	bottom, right := top-vg.Points(barHeight), left+vg.Points(barWidth)
	for i, shade := range shades {
		// Each shade extends to the right end, so that no gap shows between two shades.
		x := left + vg.Points(barWidth*float64(i)/float64(len(shades)))
		c.FillPolygon(shade, []vg.Point{{X: x, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}, {X: x, Y: bottom}})
	}
	style := textStyle(tickSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YTop
	for _, tick := range (ticks{s.Unit}).Ticks(s.low, s.high) {
		x := left + vg.Points(barWidth*(tick.Value-s.low)/(s.high-s.low))
		c.StrokeLine2(draw.LineStyle{Color: color.Black, Width: vg.Points(0.5)}, x, bottom, x, bottom-vg.Points(4))
		c.FillText(style, vg.Point{X: x, Y: bottom - vg.Points(5)}, tick.Label)
	}
	style.Font = textStyle(labelSize).Font
	c.FillText(style, vg.Point{X: c.Center().X, Y: bottom - vg.Points(18)}, s.Label)
}

func (h *Heat) draw(s scale) ([]plot.Plotter, error) {
	if len(h.Values) == 0 || len(h.Values[0]) == 0 {
		return nil, errors.New("the heat map has no cells")
	}
	cells := plotter.NewHeatMap(heatGrid(h.Values), shades)
	cells.Min, cells.Max = s.low, s.high
	cells.NaN = color.Gray{230}

	var texts plotter.XYLabels
	for y, row := range h.Values {
		for x, value := range row {
			if known(value) {
				texts.XYs = append(texts.XYs, plotter.XY{X: float64(x), Y: float64(y)})
				texts.Labels = append(texts.Labels, h.Scale.Unit.Format(value))
			}
		}
	}
	labels, err := plotter.NewLabels(texts)
	if err != nil {
		return nil, err
	}
	for i := range labels.TextStyle {
		at := texts.XYs[i]
		style := textStyle(tickSize)
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		if value := h.Values[int(at.Y)][int(at.X)]; (value-s.low)/(s.high-s.low) > darkFrom {
			style.Color = color.White
		}
		labels.TextStyle[i] = style
	}
	return []plot.Plotter{cells, labels}, nil
}

// heatGrid is the form of the values that gonum draws.
type heatGrid [][]float64

func (g heatGrid) Dims() (columns, rows int) { return len(g[0]), len(g) }
func (g heatGrid) Z(column, row int) float64 { return g[row][column] }
func (g heatGrid) X(column int) float64      { return float64(column) }
func (g heatGrid) Y(row int) float64         { return float64(row) }
