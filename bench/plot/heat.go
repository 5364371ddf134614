package plot

import (
	"errors"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"npuzzle/internal/units"
)

// Heat is a heat map: a table of numbers, drawn as shaded cells. The larger the number, the darker the
// cell. The panel's axes name the columns and rows. Panels with the same bounds can be compared.
type Heat struct {
	Cells     [][]float64          // [row][column]; row 0 is at the bottom
	Low, High float64              // numbers with the palest and the darkest shade
	Format    func(float64) string // formats a number
}

// shades go from almost white to dark blue in steps of lightness, so that they keep their order if
// they are shown in grey. Source: C. Brewer, "Color brewer", sequential blues of nine classes.
var shades, errShades = brewer.GetPalette(brewer.TypeSequential, "Blues", 9)

// darkFrom is the fraction of the range of shades above which letters are white instead of black. The
// first shade with white letters is the seventh. Letters have a contrast of at least 4.6 to 1 on all
// shades (WCAG 2.2).
const darkFrom = 5.5 / 8

// text returns the text for the number of a cell of the given width. If a share does not fit, its text
// is shortened to a whole number of per cent. If that does not fit either, the text is empty.
func (h Heat) text(value float64, wide vg.Length) string {
	texts := []string{h.Format(value)}
	if strings.HasSuffix(texts[0], "%") {
		texts = append(texts, units.Decimals(100*value, 0))
	}
	for _, text := range texts {
		if textStyle(tickSize).Width(text)+between <= wide {
			return text
		}
	}
	return ""
}

// draw returns the cells and their texts. The parameter wide is the width of all columns together.
func (h Heat) draw(wide vg.Length) ([]plot.Plotter, error) {
	if len(h.Cells) == 0 || len(h.Cells[0]) == 0 {
		return nil, errors.New("the heat map has no cells")
	}
	if errShades != nil {
		return nil, errShades
	}
	cells := plotter.NewHeatMap(h, shades)
	cells.Min, cells.Max = h.Low, h.High
	if h.Low == h.High {
		cells.Max++ // equal numbers have the palest shade
	}

	texts := &plotter.Labels{}
	for y, row := range h.Cells {
		for x, value := range row {
			style := textStyle(tickSize)
			style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
			if value-cells.Min > darkFrom*(cells.Max-cells.Min) {
				style.Color = color.White
			}
			texts.XYs = append(texts.XYs, plotter.XY{X: float64(x), Y: float64(y)})
			texts.Labels = append(texts.Labels, h.text(value, wide/vg.Length(len(row))))
			texts.TextStyle = append(texts.TextStyle, style)
		}
	}
	return []plot.Plotter{cells, texts}, nil
}

// The methods below implement plotter.GridXYZ of gonum.

func (h Heat) Dims() (columns, rows int) { return len(h.Cells[0]), len(h.Cells) }
func (h Heat) Z(column, row int) float64 { return h.Cells[row][column] }
func (h Heat) X(column int) float64      { return float64(column) }
func (h Heat) Y(row int) float64         { return float64(row) }
