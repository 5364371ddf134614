package plot

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // makes draw.NewFormattedCanvas know png
	_ "gonum.org/v1/plot/vg/vgsvg" // and svg
)

// Figure is one panel or a grid of panels, row by row, above one legend.
type Figure struct {
	Panels  []Panel
	Columns int // 0 for one
	// Title and Description are the caption. They are also part of SVG files, for readers who
	// cannot see the figure. The default title is that of the first panel.
	Title, Description string
}

// Sizes of a single panel, and of a panel in a grid. Letters have the same size in both, so that
// figures of a page look alike.
const (
	width, height         = 8 * vg.Inch, 4.8 * vg.Inch
	tileWidth, tileHeight = 4 * vg.Inch, 2.8 * vg.Inch
	narrowWidth           = 3.5 * vg.Inch // in a grid of three or more columns
)

// Heights of a single panel whose vertical axis has names.
const (
	nameHeight   = 30 // points per name
	aroundNames  = 76 // points for title, marks and label
	fewestPoints = 150
)

// FormatOf returns the format of a file by the ending of its name: "svg" or "png".
func FormatOf(name string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".svg", ".png":
		return ext[1:], nil
	}
	return "", fmt.Errorf("%q has no format of a plot; expected a name that ends in .svg or .png", name)
}

// Write draws the figure in a format, "svg" or "png". It writes nothing if the figure cannot be
// drawn, for example because a series has a value of 0 on a logarithmic axis. A PNG file shows neither
// the title nor the description of the figure, since the document around it has them.
func (f Figure) Write(w io.Writer, format string) error {
	var file bytes.Buffer
	if err := f.draw(&file, format); err != nil {
		return err
	}
	text := file.String()
	if format == "svg" {
		var err error
		if text, err = f.described(text, "figure", false); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, text)
	return err
}

// draw lays out the panels and the legend, and draws them. The size of the figure follows from the
// number of panels and columns. A single panel with names on its vertical axis is as high as the
// names need.
func (f Figure) draw(w io.Writer, format string) error {
	wide, high, columns, rows := width, height, 1, 1
	switch {
	case len(f.Panels) > 1:
		columns = max(f.Columns, 1)
		rows = (len(f.Panels) + columns - 1) / columns
		wide, high = tileWidth*vg.Length(columns), tileHeight*vg.Length(rows)
		if columns > 2 {
			wide = narrowWidth * vg.Length(columns)
		}
	case len(f.Panels) == 1 && f.Panels[0].Y.Names != nil:
		high = vg.Points(float64(max(fewestPoints, nameHeight*len(f.Panels[0].Y.Names)+aroundNames)))
	}
	plots := make([][]*plot.Plot, rows)
	for row := range plots {
		plots[row] = make([]*plot.Plot, columns)
	}
	var entries []entry
	for i, panel := range f.Panels {
		p, more, err := panel.plot()
		if err != nil {
			return fmt.Errorf("plot: %s: %w", panel.Title, err)
		}
		plots[i/columns][i%columns] = p
		entries = append(entries, more...)
	}
	legend := newLegend(entries, wide-vg.Points(24))
	canvas, err := draw.NewFormattedCanvas(wide, high+legend.height(), format)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	area := draw.New(canvas)
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Points(14), PadY: vg.Points(14),
		PadTop: vg.Points(8), PadBottom: vg.Points(8), PadLeft: vg.Points(8), PadRight: vg.Points(16)}
	for row, canvases := range plot.Align(plots, tiles, draw.Crop(area, 0, 0, legend.height(), 0)) {
		top := canvases[0].Max.Y
		for _, canvas := range canvases {
			top = max(top, canvas.Max.Y)
		}
		for column, canvas := range canvases {
			if p := plots[row][column]; p != nil {
				// All titles of a row are at the same height, whether an axis has marks at its end or not.
				p.Title.Padding += top - canvas.Max.Y
				canvas.Max.Y = top
				p.Draw(canvas)
			}
		}
	}
	legend.draw(draw.Crop(area, vg.Points(12), -vg.Points(12), 0, legend.height()-area.Size().Y))
	_, err = canvas.WriteTo(w)
	return err
}
