package plot

import (
	"errors"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"npuzzle/internal/units"
)

// Heat is a table of shares, drawn as shaded cells: the larger the share, the darker the cell. The
// panel's axes name its columns and rows.
type Heat [][]float64 // by row, from below, and column

// shades go from almost white to dark blue in steps of lightness, so that they keep their order
// without colours. Source: C. Brewer, "Color brewer", sequential blues of nine classes.
var shades, errShades = brewer.GetPalette(brewer.TypeSequential, "Blues", 9)

// darkFrom is the share from which white letters are easier to read than black ones: that of the
// seventh shade. Letters on all shades have a contrast of at least 4.6 to 1 (WCAG 2.2).
const darkFrom = 5.5 / 8

// text writes the share of a cell of a width: in percent with a decimal, as a whole percentage where that
// is too wide, and not at all where the whole one is.
func (h Heat) text(share float64, wide vg.Length) string {
	for _, text := range []string{units.Share.Format(share), units.Decimals(100*share, 0)} {
		if textStyle(tickSize).Width(text)+between <= wide {
			return text
		}
	}
	return ""
}

// draw returns the cells, and their shares in percent. All columns together have a width.
func (h Heat) draw(wide vg.Length) ([]plot.Plotter, error) {
	if len(h) == 0 || len(h[0]) == 0 {
		return nil, errors.New("the heat map has no cells")
	}
	if errShades != nil {
		return nil, errShades
	}
	cells := plotter.NewHeatMap(h, shades)
	cells.Min, cells.Max = 0, 1

	texts := &plotter.Labels{}
	for y, row := range h {
		for x, share := range row {
			style := textStyle(tickSize)
			style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
			if share > darkFrom {
				style.Color = color.White
			}
			texts.XYs = append(texts.XYs, plotter.XY{X: float64(x), Y: float64(y)})
			texts.Labels = append(texts.Labels, h.text(share, wide/vg.Length(len(row))))
			texts.TextStyle = append(texts.TextStyle, style)
		}
	}
	return []plot.Plotter{cells, texts}, nil
}

// The methods below are the form in which gonum reads the table.

func (h Heat) Dims() (columns, rows int) { return len(h[0]), len(h) }
func (h Heat) Z(column, row int) float64 { return h[row][column] }
func (h Heat) X(column int) float64      { return float64(column) }
func (h Heat) Y(row int) float64         { return float64(row) }
