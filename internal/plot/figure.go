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
	_ "gonum.org/v1/plot/vg/vgimg" // registers png for draw.NewFormattedCanvas
	_ "gonum.org/v1/plot/vg/vgsvg" // registers svg
)

// Figure is one panel or a grid of panels, row by row, above one legend.
type Figure struct {
	Panels  []Panel
	Columns int // number of columns of the grid; 0 for one
	// Title and Description are the caption. They are also part of SVG files, for readers who
	// cannot see the figure. The default title is that of the first panel.
	Title, Description string
}

// Sizes of a single panel, and of a panel in a grid. Letters have the same size in both, so that
// the figures of a page look similar.
const (
	width, height         = 9 * vg.Inch, 4.6 * vg.Inch
	tileWidth, tileHeight = 4.5 * vg.Inch, 2.9 * vg.Inch
	narrowWidth           = 3.5 * vg.Inch // width of a panel in a grid of three or more columns
)

// Heights of a panel whose vertical axis has names.
const (
	nameHeight   = 30  // points for each name of a single panel
	tileName     = 16  // points for each name of a panel in a grid
	aroundNames  = 76  // points for title, marks and label
	fewestPoints = 150 // minimum height of a single panel, in points
)

// FormatOf returns the format of a file, "svg" or "png", by the extension of its name.
func FormatOf(name string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".svg", ".png":
		return ext[1:], nil
	}
	return "", fmt.Errorf("%q has no format of a plot; expected a name that ends in .svg or .png", name)
}

// Write writes the figure in a format, "svg" or "png". It writes nothing if the figure cannot be
// drawn, for example because a series has a value of 0 on a logarithmic axis. A PNG file has neither
// the title nor the description of the figure.
func (f Figure) Write(w io.Writer, format string) error {
	var file bytes.Buffer
	if format == "svg" {
		text, err := f.Inline("figure")
		if err != nil {
			return err
		}
		file.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
			`<svg xmlns="http://www.w3.org/2000/svg"` + strings.TrimPrefix(text, "<svg"))
	} else if err := f.draw(&file, format); err != nil {
		return err
	}
	_, err := file.WriteTo(w)
	return err
}

// size returns the size of the figure without its legend, and the numbers of columns and rows. A figure
// with one column is as wide as two panels of a grid. Panels with names on their vertical axes are high
// enough for the names.
func (f Figure) size() (wide, high vg.Length, columns, rows int) {
	wide, high, columns, rows = width, height, 1, 1
	names := 0
	for _, p := range f.Panels {
		names = max(names, len(p.Y.Names))
	}
	switch {
	case len(f.Panels) > 1:
		columns = max(f.Columns, 1)
		rows = (len(f.Panels) + columns - 1) / columns
		high = max(tileHeight, vg.Points(float64(tileName*names+aroundNames))) * vg.Length(rows)
		if columns > 1 {
			wide = tileWidth * vg.Length(columns)
		}
		if columns > 2 {
			wide = narrowWidth * vg.Length(columns)
		}
	case names > 0:
		high = vg.Points(float64(max(fewestPoints, nameHeight*names+aroundNames)))
	}
	return wide, high, columns, rows
}

// draw lays out the panels and the legend, and draws them.
func (f Figure) draw(w io.Writer, format string) error {
	wide, high, columns, rows := f.size()
	plots := make([][]*plot.Plot, rows)
	for row := range plots {
		plots[row] = make([]*plot.Plot, columns)
	}
	var entries []entry
	for i, panel := range f.Panels {
		p, more, err := panel.plot(wide / vg.Length(columns))
		if err != nil {
			return fmt.Errorf("plot: %s: %w", panel.Title, err)
		}
		plots[i/columns][i%columns] = p
		entries = append(entries, more...)
	}
	legend := newLegend(entries, wide-vg.Points(24))
	canvas, err := draw.NewFormattedCanvas(wide, high+legend.height, format)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	area := draw.New(canvas)
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Points(14), PadY: vg.Points(14),
		PadTop: vg.Points(8), PadBottom: vg.Points(8), PadLeft: vg.Points(8), PadRight: vg.Points(16)}
	for row, canvases := range plot.Align(plots, tiles, draw.Crop(area, 0, 0, legend.height, 0)) {
		top := canvases[0].Max.Y
		for _, canvas := range canvases {
			top = max(top, canvas.Max.Y)
		}
		for column, canvas := range canvases {
			if p := plots[row][column]; p != nil {
				// All titles of a row are at the same height, even if only some axes have marks at the end.
				p.Title.Padding += top - canvas.Max.Y
				canvas.Max.Y = top
				inner := p.DataCanvas(canvas).Size()
				apart(&p.X, inner.X, textStyle(tickSize).Width)
				apart(&p.Y, inner.Y, func(string) vg.Length { return tickSize })
				p.Draw(canvas)
			}
		}
	}
	legend.draw(draw.Crop(area, vg.Points(12), -vg.Points(12), 0, legend.height-area.Size().Y))
	_, err = canvas.WriteTo(w)
	return err
}
