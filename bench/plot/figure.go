package plot

import (
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // makes draw.NewFormattedCanvas know png
	_ "gonum.org/v1/plot/vg/vgsvg" // and svg
)

// Figure is one panel or a grid of them, row by row.
type Figure struct {
	Panels  []Panel
	Columns int // 0 for one
}

// Panel is a pair of axes with what is drawn between them.
type Panel struct {
	Title, X, Y string
	Series      []Series
}

// Series is one set of points, in the order of X. Series without points are
// left out.
type Series struct {
	Name   string // for the legend; "" to leave it out there
	Kind   Kind
	X, Y   []float64
	Bottom []float64 // of a Band, whose top is Y
}

// Kind is how a series is drawn.
type Kind int

// The kinds of series.
const (
	Line  Kind = iota // through the points, in the next colour
	Guide             // a thin, broken line in grey, to compare with
	Bars              // from 0 to the points, one apart
	Band              // a pale area from Bottom to Y, in the colour of the next line
)

// Inches of a panel that stands alone, and of one in a grid.
const (
	width, height         = 9 * vg.Inch, 5.5 * vg.Inch
	tileWidth, tileHeight = 4 * vg.Inch, 3.5 * vg.Inch
)

// colours can be told apart by readers who are colour-blind: M. Okabe, K. Ito,
// "Color universal design", 2008. Yellow is left out: it is too pale for lines.
var colours = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255},
}

// dashes set the lines beyond the number of colours apart.
var dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(2)}, {vg.Points(2), vg.Points(2)}}

// FormatOf returns the format that a file's name asks for, "svg" or "png".
func FormatOf(name string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".svg", ".png":
		return ext[1:], nil
	}
	return "", fmt.Errorf("%q has no format of a plot; expected a name that ends in .svg or .png", name)
}

// Write draws the figure in a format, "svg" or "png".
func (f Figure) Write(w io.Writer, format string) error {
	wide, high, columns, rows := width, height, 1, 1
	if len(f.Panels) > 1 {
		columns = max(f.Columns, 1)
		rows = (len(f.Panels) + columns - 1) / columns
		wide, high = tileWidth*vg.Length(columns), tileHeight*vg.Length(rows)
	}
	canvas, err := draw.NewFormattedCanvas(wide, high, format)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	plots := make([][]*plot.Plot, rows)
	for row := range plots {
		plots[row] = make([]*plot.Plot, columns)
	}
	for i, panel := range f.Panels {
		if plots[i/columns][i%columns], err = panel.plot(); err != nil {
			return fmt.Errorf("plot: %s: %w", panel.Title, err)
		}
	}
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Points(12), PadY: vg.Points(12),
		PadTop: vg.Points(8), PadBottom: vg.Points(8), PadLeft: vg.Points(8), PadRight: vg.Points(16)}
	for row, canvases := range plot.Align(plots, tiles, draw.New(canvas)) {
		for column, canvas := range canvases {
			if p := plots[row][column]; p != nil {
				p.Draw(canvas)
			}
		}
	}
	_, err = canvas.WriteTo(w)
	return err
}

func (panel Panel) plot() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = panel.Title, panel.X, panel.Y
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks{}, ticks{}
	p.Add(plotter.NewGrid())
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Padding = vg.Points(2)
	lines := 0
	for _, s := range panel.Series {
		if len(s.X) == 0 {
			continue
		}
		colour := colours[lines%len(colours)]
		var drawn interface {
			plot.Plotter
			plot.Thumbnailer
		}
		switch s.Kind {
		case Line, Guide:
			line, err := plotter.NewLine(points(s.X, s.Y))
			if err != nil {
				return nil, err
			}
			line.Color, line.Width = colour, vg.Points(1.5)
			line.Dashes = dashes[lines/len(colours)%len(dashes)]
			if s.Kind == Guide {
				line.Color, line.Width, line.Dashes = color.Gray{128}, vg.Points(0.75), dashes[2]
			} else {
				lines++
			}
			drawn = line
		case Bars:
			bars, err := plotter.NewBarChart(plotter.Values(s.Y), 0.75*width/vg.Length(len(s.Y)))
			if err != nil {
				return nil, err
			}
			bars.XMin, bars.Color, bars.LineStyle.Width = s.X[0], colour, 0
			lines++
			drawn = bars
		case Band:
			around := points(s.X, s.Y)
			for i := len(s.X) - 1; i >= 0; i-- {
				around = append(around, plotter.XY{X: s.X[i], Y: s.Bottom[i]})
			}
			band, err := plotter.NewPolygon(around)
			if err != nil {
				return nil, err
			}
			pale := colour
			pale.A = 64
			band.Color, band.LineStyle.Width = color.NRGBA(pale), 0
			drawn = band
		}
		p.Add(drawn)
		if s.Name != "" {
			p.Legend.Add(s.Name, drawn)
		}
	}
	return p, nil
}

func points(x, y []float64) plotter.XYs {
	all := make(plotter.XYs, len(x))
	for i := range x {
		all[i] = plotter.XY{X: x[i], Y: y[i]}
	}
	return all
}

// ticks are gonum's, with short labels: large numbers in thousands and
// millions.
type ticks struct{ plot.DefaultTicks }

func (t ticks) Ticks(low, high float64) []plot.Tick {
	all := t.DefaultTicks.Ticks(low, high)
	unit, name := 1.0, ""
	for _, u := range []struct {
		unit float64
		name string
	}{{1e3, " k"}, {1e6, " M"}, {1e9, " G"}} {
		if high >= 10*u.unit {
			unit, name = u.unit, u.name
		}
	}
	for i, tick := range all {
		switch {
		case tick.Label == "": // a tick between
		case tick.Value == 0:
			all[i].Label = "0"
		default:
			all[i].Label = strconv.FormatFloat(tick.Value/unit, 'g', 6, 64) + name
		}
	}
	return all
}
