package plot

import (
	"errors"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"npuzzle/internal/units"
)

// Heat is a table of shares, drawn as shaded cells: the larger the share, the darker the cell. The
// panel's axes name its columns and rows. A cell is grey if its share is NaN.
type Heat [][]float64 // by row, from below, and column

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

// darkFrom is the share from which white letters are easier to read than black ones. There, both
// have a contrast of 4.6 to 1 (WCAG 2.2, relative luminance).
const darkFrom = 0.68

// draw returns the cells, and their shares in percent.
func (h Heat) draw() ([]plot.Plotter, error) {
	if len(h) == 0 || len(h[0]) == 0 {
		return nil, errors.New("the heat map has no cells")
	}
	cells := plotter.NewHeatMap(h, shades)
	cells.Min, cells.Max = 0, 1
	cells.NaN = color.Gray{230}

	var texts plotter.XYLabels
	var styles []draw.TextStyle
	for y, row := range h {
		for x, share := range row {
			if !known(share) {
				continue
			}
			style := textStyle(tickSize)
			style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
			if share > darkFrom {
				style.Color = color.White
			}
			texts.XYs = append(texts.XYs, plotter.XY{X: float64(x), Y: float64(y)})
			texts.Labels = append(texts.Labels, units.Share.Format(share))
			styles = append(styles, style)
		}
	}
	labels, err := plotter.NewLabels(texts)
	if err != nil {
		return nil, err
	}
	labels.TextStyle = styles
	return []plot.Plotter{cells, labels}, nil
}

// The methods below are the form in which gonum reads the table.

func (h Heat) Dims() (columns, rows int) { return len(h[0]), len(h) }
func (h Heat) Z(column, row int) float64 { return h[row][column] }
func (h Heat) X(column int) float64      { return float64(column) }
func (h Heat) Y(row int) float64         { return float64(row) }
