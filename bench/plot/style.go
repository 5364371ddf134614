package plot

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"npuzzle/internal/units"
)

// colours can be distinguished by colour-blind readers. Sources: M. Okabe, K. Ito, "Color universal
// design", 2008, without yellow, which is too pale for lines; then three of P. Tol, "Colour
// schemes", 2021 (muted).
var colours = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255},
	{136, 34, 85, 255}, {153, 153, 51, 255}, {51, 34, 136, 255},
}

// markers distinguish lines in print without colours.
var markers = []draw.GlyphDrawer{
	draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{},
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{},
}

// look is the number of a combination of colour, marker and dashes. After ten, the colours repeat
// with dashed lines and other markers.
type look int

// dashed reports whether lines of the look are dashed.
func (l look) dashed() bool { return int(l) >= len(colours) }

func (l look) colour() color.RGBA { return colours[int(l)%len(colours)] }

// pale returns the transparent colour of bands and boxes.
func (l look) pale() color.NRGBA {
	c := color.NRGBA(l.colour())
	c.A = 56
	return c
}

// line returns the style of lines.
func (l look) line() draw.LineStyle {
	return draw.LineStyle{
		Color:  l.colour(),
		Width:  vg.Points(1),
		Dashes: plotutil.Dashes(int(l) / len(colours)),
	}
}

// marker returns the style of markers. The radius is in typographic points.
func (l look) marker(radius float64) draw.GlyphStyle {
	return draw.GlyphStyle{
		Color:  l.colour(),
		Radius: vg.Points(radius),
		Shape:  markers[int(l)%len(markers)],
	}
}

// guide is the style of lines for comparison.
var guide = draw.LineStyle{
	Color:  color.Gray{Y: 128},
	Width:  vg.Points(0.5),
	Dashes: plotutil.Dashes(2),
}

// Font sizes, in points.
const (
	titleSize = 8
	labelSize = 7.5
	tickSize  = 7
)

// textStyle returns the style of texts with the given font size.
func textStyle(size vg.Length) text.Style {
	return text.Style{
		Color:   color.Black,
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		Handler: plot.DefaultTextHandler,
	}
}

// fontsAlike lists the fonts of SVG files, by preference. Letters have the same widths in the first
// four fonts. The last font is available everywhere.
const fontsAlike = "Liberation Sans,Arimo,Helvetica,Arial,sans-serif"

// Maximum numbers of letters.
const (
	mostLetters  = 24 // of a line of a name beside an axis or at the end of a line
	longestSide  = 26 // of a line of the vertical axis's label
	longestFoot  = 40 // of a line of the horizontal axis's label
	longestTitle = 44 // of a line of a panel's title
)

// folded breaks a label at spaces into lines of at most longest letters.
func folded(label string, longest int) string {
	return strings.Join(units.Wrap(label, longest), "\n")
}
