package plot

import (
	"errors"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a table as an area of cells, the darker the greater; the panel's axes
// name its columns and rows. NaN is a cell that nothing is known of.
type Heat struct {
	Values [][]float64 // by row, from below, and column
	Texts  [][]string  // what stands in the cells
}

// shades run from the paper to a dark blue in even steps of lightness, so that
// they keep their order without colours.
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

// darkFrom is from which share of the shades white letters stand out better than
// black ones: both have a contrast of 4.6 to 1 there (WCAG 2.2, relative luminance).
const darkFrom = 0.68

func (h *Heat) draw() ([]plot.Plotter, error) {
	if len(h.Values) == 0 || len(h.Values[0]) == 0 {
		return nil, errors.New("a heat map without cells")
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range h.Values {
		for _, v := range row {
			if v == v {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	if low == high || math.IsInf(low, 0) {
		low, high = 0, max(high, 1)
	}
	cells := plotter.NewHeatMap(heatGrid(h.Values), shades)
	cells.Min, cells.Max = low, high
	cells.NaN = color.Gray{230}

	var texts plotter.XYLabels
	for y, row := range h.Texts {
		for x, text := range row {
			texts.XYs = append(texts.XYs, plotter.XY{X: float64(x), Y: float64(y)})
			texts.Labels = append(texts.Labels, text)
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
		if value := h.Values[int(at.Y)][int(at.X)]; (value-low)/(high-low) > darkFrom {
			style.Color = color.White
		}
		labels.TextStyle[i] = style
	}
	return []plot.Plotter{cells, labels}, nil
}

// heatGrid shows rows of values to gonum.
type heatGrid [][]float64

func (g heatGrid) Dims() (columns, rows int) { return len(g[0]), len(g) }
func (g heatGrid) Z(column, row int) float64 { return g[row][column] }
func (g heatGrid) X(column int) float64      { return float64(column) }
func (g heatGrid) Y(row int) float64         { return float64(row) }
