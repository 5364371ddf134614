package plot

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf" // registers pdf for draw.NewFormattedCanvas
	_ "gonum.org/v1/plot/vg/vgsvg" // registers svg
)

// Figure is one panel or a grid of panels in two columns, row by row.
type Figure struct {
	Panels []Panel
	// SameX gives the horizontal axes of all panels the same range, so that panels can be compared.
	SameX bool
	// Title and Description are the caption. They are also part of SVG files, for readers who
	// cannot see the figure.
	Title, Description string
}

// Every panel is as wide as a column of a paper, and a figure has at most two columns. Letters keep
// their size in print: at least 7 points.
const (
	width, height = 85 * vg.Millimeter, 58 * vg.Millimeter
	mostColumns   = 2
	dotsPerInch   = 300 // of PNG files
)

// Heights of a panel with names on its vertical axis, or at the ends of its lines.
const (
	nameHeight  = 13 // points for each name on an axis
	endHeight   = 8  // points for each name at the end of a line
	aroundNames = 46 // points for title, marks and label
)

// Formats are the formats of files.
var Formats = []string{"svg", "pdf", "png"}

// FormatOf returns the format of a file, one of Formats, by the extension of its name.
func FormatOf(name string) (string, error) {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")
	if slices.Contains(Formats, format) {
		return format, nil
	}
	return "", fmt.Errorf(
		"%q has no format of a plot; expected a name that ends in .svg, .pdf or .png", name)
}

// Write writes the figure in a format, one of Formats. It writes nothing if the figure cannot be
// drawn, for example because a series has a value of 0 on a logarithmic axis. Only an SVG file has
// the title and the description of the figure.
func (f Figure) Write(w io.Writer, format string) error {
	if format == "svg" {
		return f.writeSVG(w)
	}
	var file bytes.Buffer
	if err := f.draw(&file, format); err != nil {
		return err
	}
	_, err := file.WriteTo(w)
	return err
}

// writeSVG writes the figure as an SVG file, with its title and description.
func (f Figure) writeSVG(w io.Writer) error {
	text, err := f.Inline("figure")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
		`<svg xmlns="http://www.w3.org/2000/svg"`+strings.TrimPrefix(text, "<svg"))
	return err
}

// size returns the numbers of columns and rows, and the height of a row. Panels are high enough for
// the names on their vertical axes and for those at the ends of their lines.
func (f Figure) size() (columns, rows int, high vg.Length) {
	panels := max(len(f.Panels), 1)
	columns = min(panels, mostColumns)
	rows = (panels + columns - 1) / columns
	for _, p := range f.Panels {
		texts := p.texts()
		least := height
		if len(p.Y.Names) > 0 && !p.heat() {
			least = 0
		}
		names := len(p.Y.Names) * (nameHeight + endHeight*(texts.nameHeight-1))
		ends := endHeight * texts.heights
		high = max(high, least, vg.Points(float64(max(names, ends)+aroundNames)))
	}
	return columns, rows, cmp.Or(high, height)
}

// HeatMap reports whether a panel of the figure has a heat map. Its words speak of dark colours, so
// the lightness of the figure must not be reversed. The template of a report calls it.
func (f Figure) HeatMap() bool { return slices.ContainsFunc(f.Panels, Panel.heat) }

// heat reports whether the panel has a heat map.
func (panel Panel) heat() bool {
	return slices.ContainsFunc(panel.Series, func(s Series) bool { return s.Kind == Heat })
}

// plots makes the gonum plots of the panels. All heat maps have one scale.
func (f Figure) plots() ([]*plot.Plot, error) {
	values := nothing
	for _, panel := range f.Panels {
		for _, s := range panel.Series {
			values = values.including(s.Z)
		}
	}
	plots := make([]*plot.Plot, len(f.Panels))
	for i, panel := range f.Panels {
		p, err := panel.plot(values)
		if err != nil {
			return nil, fmt.Errorf("plot: %s: %w", panel.Title, err)
		}
		plots[i] = p
	}
	if f.SameX && len(plots) > 0 {
		low := plots[0].X.Min
		high := plots[0].X.Max
		for _, p := range plots {
			low = min(low, p.X.Min)
			high = max(high, p.X.Max)
		}
		for _, p := range plots {
			p.X.Min = low
			p.X.Max = high
		}
	}
	return plots, nil
}

// draw lays out the panels, and draws them.
func (f Figure) draw(w io.Writer, format string) error {
	columns, rows, high := f.size()
	wide := width * vg.Length(columns)
	plots, err := f.plots()
	if err != nil {
		return err
	}
	for len(plots) < rows*columns {
		plots = append(plots, nil)
	}
	grid := slices.Collect(slices.Chunk(plots, columns))
	tiles := draw.Tiles{
		Rows:      rows,
		Cols:      columns,
		PadX:      vg.Points(8),
		PadY:      vg.Points(8),
		PadTop:    vg.Points(5),
		PadBottom: vg.Points(2),
		PadLeft:   vg.Points(2),
		PadRight:  vg.Points(8),
	}
	high = vg.Length(rows) * (high + f.turned(grid, tiles, wide, high))
	canvas, err := newCanvas(wide, high, format)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	for row, canvases := range plot.Align(grid, tiles, draw.New(canvas)) {
		top := canvases[0].Max.Y
		for _, canvas := range canvases {
			top = max(top, canvas.Max.Y)
		}
		for column, canvas := range canvases {
			p := grid[row][column]
			if p == nil {
				continue
			}
			// All titles of a row are at the same height, even if only some axes have marks at the
			// end.
			p.Title.Padding += top - canvas.Max.Y
			canvas.Max.Y = top
			panel := f.Panels[row*columns+column]
			inner := p.DataCanvas(canvas).Size()
			if panel.X.Names == nil {
				apart(&p.X, inner.X, textStyle(tickSize).Width)
			}
			if panel.Y.Names == nil {
				apart(&p.Y, inner.Y, func(string) vg.Length { return tickSize })
			}
			p.Draw(canvas)
		}
	}
	_, err = canvas.WriteTo(w)
	return err
}

// turned folds the names of a horizontal axis if they would touch, or makes them upright. It
// returns the height that a row of panels needs more.
func (f Figure) turned(
	grid [][]*plot.Plot, tiles draw.Tiles, wide, high vg.Length,
) (more vg.Length) {
	area := vg.Rectangle{Max: vg.Point{X: wide, Y: high * vg.Length(tiles.Rows)}}
	for row, canvases := range plot.Align(grid, tiles, draw.Canvas{Rectangle: area}) {
		for column, canvas := range canvases {
			p := grid[row][column]
			if p == nil {
				continue
			}
			panel := f.Panels[row*tiles.Cols+column]
			if panel.X.Names == nil {
				continue
			}
			length := p.DataCanvas(canvas).Size().X
			if !touch(p.X, length) {
				continue
			}
			higher, ok := fold(&p.X, panel.texts().xs, length)
			if !ok {
				higher = turn(&p.X)
			}
			more = max(more, higher)
		}
	}
	return more
}

func newCanvas(wide, high vg.Length, format string) (vg.CanvasWriterTo, error) {
	if format == "png" {
		canvas := vgimg.NewWith(vgimg.UseWH(wide, high), vgimg.UseDPI(dotsPerInch))
		return vgimg.PngCanvas{Canvas: canvas}, nil
	}
	return draw.NewFormattedCanvas(wide, high, format)
}

// opening matches the opening tag of an SVG file that gonum wrote.
var opening = regexp.MustCompile(
	`<svg (width="[0-9.e+]+pt" height="[0-9.e+]+pt" viewBox="[^"]+")[^>]*>\n`)

// Inline returns the figure as an SVG element for a page. The id must be unique within the page.
// The style of the page sets the width of the element. The element has a title and a description
// for readers who cannot see it. It also has the names of fonts that other machines have.
func (f Figure) Inline(id string) (string, error) {
	var file bytes.Buffer
	if err := f.draw(&file, "svg"); err != nil {
		return "", err
	}
	text := file.String()
	places := opening.FindStringSubmatchIndex(text)
	if places == nil {
		return "", errors.New("plot: no svg element")
	}
	attributes := text[places[2]:places[3]]
	rest := text[places[1]:] // behind the opening tag
	return fmt.Sprintf(`<svg %[2]s role="img"`+
		` aria-labelledby="%[1]s-title %[1]s-description">`+"\n"+
		`<title id="%[1]s-title">%[3]s</title>`+"\n"+
		`<desc id="%[1]s-description">%[4]s</desc>`+"\n%[5]s",
		id, attributes, html.EscapeString(f.Title), html.EscapeString(f.Description),
		words.ReplaceAllStringFunc(rest, widths)), nil
}

// words matches a text element that gonum wrote: its position, style, size and letters.
var words = regexp.MustCompile(
	`<text ([^>]*?)\s+` +
		`style="font-family:Liberation Sans;[^"]*font-size:([0-9.]+)px([^"]*)">([^<]*)</text>`)

// widths fixes the width of a text element to that of the layout, so that it does not depend on the
// font.
func widths(element string) string {
	part := words.FindStringSubmatch(element)
	size, _ := strconv.ParseFloat(part[2], 64)
	width := textStyle(vg.Points(size)).Width(html.UnescapeString(part[4])).Points()
	return fmt.Sprintf(`<text %s textLength="%.1f" lengthAdjust="spacingAndGlyphs" `+
		`style="font-family:%s;font-size:%spx%s">%s</text>`,
		part[1], width, fontsAlike, part[2], part[3], part[4])
}
