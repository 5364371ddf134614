package plot_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/plot"
	"npuzzle/internal/units"
)

var bars = plot.Figure{Title: "how far boards are", Panels: []plot.Panel{{
	Title: "how far boards are",
	X:     plot.Axis{Label: "depth"},
	Y:     plot.Axis{Label: "boards"},
	Series: []plot.Series{{
		Kind: plot.Bars,
		X:    []float64{0, 1, 2},
		Y:    []float64{1, 20_000_000, 3_000_000},
	}},
}}}

// grid has more lines than colours, and a cell left over.
func grid() plot.Figure {
	var f plot.Figure
	for _, title := range []string{"first", "second", "third"} {
		panel := plot.Panel{
			Title: title,
			X:     plot.Axis{Label: "x"},
			Y:     plot.Axis{Label: "y"},
			Series: []plot.Series{
				{Kind: plot.Guide, X: []float64{0, 1}, Y: []float64{0, 1}},
				{Name: "nothing known"},
			},
		}
		for i := range 9 {
			panel.Series = append(panel.Series, plot.Series{
				Name: "line " + string(rune('a'+i)),
				X:    []float64{0, 1},
				Y:    []float64{float64(i), 0},
			})
		}
		f.Panels = append(f.Panels, panel)
	}
	return f
}

func write(t *testing.T, f plot.Figure, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, f.Write(&out, format))
	return out.Bytes()
}

func TestSVG(t *testing.T) {
	for _, c := range []struct {
		figure plot.Figure
		want   []string
	}{
		{bars, []string{">how far boards are<", ">depth<", ">boards<", ">20 M<", ">0<"}},
		{grid(), []string{">first<", ">second<", ">third<", ">line a<", ">line i<"}},
	} {
		text := write(t, c.figure, "svg")
		for _, want := range c.want {
			assert.Contains(t, string(text), want)
		}
		assert.NotContains(t, string(text), "nothing known")
		assert.Equal(t, text, write(t, c.figure, "svg"), "the same figure, the same file")
		for read := xml.NewDecoder(bytes.NewReader(text)); ; {
			_, err := read.Token()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
		}
	}
}

func TestPNG(t *testing.T) {
	one, err := png.Decode(bytes.NewReader(write(t, bars, "png")))
	require.NoError(t, err)
	four, err := png.Decode(bytes.NewReader(write(t, grid(), "png")))
	require.NoError(t, err)
	assert.InDelta(t, 85/58.0, float64(one.Bounds().Dx())/float64(one.Bounds().Dy()), 0.01)
	assert.InDelta(t, 85/58.0, float64(four.Bounds().Dx())/float64(four.Bounds().Dy()), 0.01)

	// Where the tallest bar stands, there is its colour.
	blue := 0
	for y := range one.Bounds().Dy() {
		if r, g, b, _ := one.At(one.Bounds().Dx()/2, y).RGBA(); r == 0 && g>>8 == 114 &&
			b>>8 == 178 {
			blue++
		}
	}
	assert.Greater(t, blue, one.Bounds().Dy()/2)
}

func TestPDF(t *testing.T) {
	assert.True(t, bytes.HasPrefix(write(t, grid(), "pdf"), []byte("%PDF-")))
}

func TestFormatOf(t *testing.T) {
	for name, want := range map[string]string{"a.svg": "svg", "b/c.PNG": "png", "d.pdf": "pdf"} {
		format, err := plot.FormatOf(name)
		require.NoError(t, err)
		assert.Equal(t, want, format)
	}
	for _, name := range []string{"plot", "plot.bmp", ".svg/plot"} {
		_, err := plot.FormatOf(name)
		assert.ErrorContains(t, err, "expected a name that ends in .svg, .pdf or .png", name)
	}
}

func TestFiguresThatCannotBeDrawn(t *testing.T) {
	var out bytes.Buffer
	assert.ErrorContains(t, bars.Write(&out, "bmp"), "plot: ")
	for _, c := range []struct {
		panel plot.Panel
		want  string
	}{
		{plot.Panel{Series: []plot.Series{{Name: "a", X: []float64{math.NaN()}, Y: []float64{0}}}},
			`"a" has the value NaN; expected finite numbers`},
		{plot.Panel{Series: []plot.Series{{
			Name: "a",
			Kind: plot.Bars,
			X:    []float64{0},
			Y:    []float64{math.Inf(1)},
		}}},
			`"a" has the value +Inf; expected finite numbers`},
		{plot.Panel{X: plot.Axis{Label: "time", Log: true}, Series: []plot.Series{{X: []float64{0},
			Y: []float64{1}}}}, "time of 0 on a logarithmic axis; expected more than 0"},
	} {
		c.panel.Title = "faulty"
		f := plot.Figure{Panels: []plot.Panel{c.panel}}
		assert.EqualError(t, f.Write(&out, "svg"), "plot: faulty: "+c.want)
		_, err := f.Inline("a")
		assert.Error(t, err)
	}
	assert.Empty(t, out.Bytes())
}

// Titles of two lines over panels with long labels stay within the figure.
func TestTitlesInside(t *testing.T) {
	solvers := []string{"astar linear-conflict", "idastar linear-conflict", "ga memetic manhattan",
		"ga memetic linear-conflict", "greedy manhattan", "greedy linear-conflict"}
	var f plot.Figure
	x := []float64{124397, 64592}
	for i, y := range [][]float64{{9804, 17069}, {80649, 98136}, {1197612, 778226},
		{1364112, 1161006}, {2080, 2495},
		{155, 190}} {
		ends := []float64{min(slices.Min(x), slices.Min(y)), max(slices.Max(x), slices.Max(y))}
		f.Panels = append(f.Panels, plot.Panel{
			Title: solvers[i] + " against astar manhattan: expanded states",
			X: plot.Axis{
				Label: "astar manhattan: expanded states",
				Unit:  units.Count,
				Log:   true,
			},
			Y: plot.Axis{
				Label: solvers[i] + ": expanded states",
				Unit:  units.Count,
				Log:   true,
			},
			Series: []plot.Series{{Kind: plot.Guide, X: ends, Y: ends},
				{Kind: plot.Points, X: x, Y: y}},
		})
	}
	svg, err := f.Inline("figure")
	require.NoError(t, err)
	high := number(t, svg, `viewBox="0 0 [0-9.]+ ([0-9.]+)"`)
	// of the first row; y is the base line of the letters, from below
	for _, solver := range solvers[:3] {
		y := number(t, svg, `<text x="[0-9.]+" y="-([0-9.]+)"[^>]*>`+solver+` against`)
		assert.Less(t, y, high-8, solver)
	}
}

// number returns the first number of a text that a pattern finds.
func number(t *testing.T, text, pattern string) float64 {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	require.NotNil(t, found, pattern)
	x, err := strconv.ParseFloat(found[1], 64)
	require.NoError(t, err)
	return x
}
