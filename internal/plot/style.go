package plot

import (
	"image/color"
	"strings"

	wrap "github.com/jedib0t/go-pretty/v6/text"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// colours can be distinguished by colour-blind readers. Source: M. Okabe, K. Ito, "Color universal
// design", 2008, without yellow, which is too pale for lines.
var colours = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255},
}

// look is the number of a combination of colour, dashes and marker. Dashes and markers distinguish
// lines in print without colours. Combinations repeat only after hundreds of lines.
type look int

func (l look) colour() color.RGBA { return colours[int(l)%len(colours)] }

// pale returns the transparent colour of bands and boxes.
func (l look) pale() color.NRGBA {
	c := color.NRGBA(l.colour())
	c.A = 56
	return c
}

// line returns the style of lines.
func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.colour(), Width: vg.Points(1.5), Dashes: plotutil.Dashes(int(l))}
}

// marker returns the style of markers.
func (l look) marker() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.colour(), Radius: vg.Points(3), Shape: plotutil.Shape(int(l))}
}

// ring returns the style of single points. The radius is in typographic points.
func (l look) ring(radius float64) draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.colour(), Radius: vg.Points(radius), Shape: draw.RingGlyph{}}
}

// guide is the style of lines for comparison.
var guide = draw.LineStyle{Color: color.Gray{128}, Width: vg.Points(0.75), Dashes: plotutil.Dashes(2)}

// Font sizes, in points.
const (
	titleSize = 12
	labelSize = 11
	tickSize  = 10
)

// textStyle returns the style of texts with the given font size.
func textStyle(size vg.Length) text.Style {
	return text.Style{
		Color: color.Black, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		Handler: plot.DefaultTextHandler,
	}
}

// fontsAlike lists the fonts of SVG files, by preference. Letters have the same widths in the first
// four fonts. The last font is available everywhere.
const fontsAlike = "Liberation Sans,Arimo,Helvetica,Arial,sans-serif"

// averageLetter is the average width of a letter in a label, in points.
const averageLetter = 5.2

// Maximum numbers of letters.
const (
	longestName  = 60 // of a name beside an axis or in a legend
	longestSide  = 24 // of a line of the vertical axis's label
	longestFoot  = 40 // of a line of the horizontal axis's label
	longestTitle = 44 // of a line of a panel's title
)

// short shortens a name to at most longest letters. It removes letters in the middle, where similar
// names usually differ least.
func short(name string, longest int) string {
	letters := []rune(name)
	if len(letters) <= longest {
		return name
	}
	half := (longest - 1) / 2
	return strings.TrimSpace(string(letters[:half])) + "…" + strings.TrimSpace(string(letters[len(letters)-half:]))
}

// folded breaks a label at spaces into lines of at most longest letters.
func folded(label string, longest int) string {
	lines := strings.Split(wrap.WrapSoft(label, longest), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line) // WrapSoft pads lines with spaces
	}
	return strings.Join(lines, "\n")
}
