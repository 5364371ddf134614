package plot_test

import (
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/plot"
	"npuzzle/internal/slow"
	"npuzzle/internal/units"
)

// texts returns what is written in an SVG file, in the order of the file.
func texts(t *testing.T, file []byte) []string {
	t.Helper()
	var all []string
	inside := false
	for read := xml.NewDecoder(strings.NewReader(string(file))); ; {
		token, err := read.Token()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Local == "text"
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside {
				all = append(all, string(token))
			}
		}
	}
}

func TestMarksOfAxes(t *testing.T) {
	for name, c := range map[string]struct {
		axis   plot.Axis
		values []float64
		want   []string
	}{
		"even": {plot.Axis{}, []float64{0, 31},
			[]string{"0", "5", "10", "15", "20", "25", "30"}},
		"whole": {plot.Axis{Unit: units.Count}, []float64{0, 2}, []string{"0", "1", "2"}},
		"thousands": {plot.Axis{}, []float64{0, 20_000},
			[]string{"0", "5 k", "10 k", "15 k", "20 k"}},
		"negative": {plot.Axis{}, []float64{-2, 2}, []string{"-2", "-1", "0", "1", "2"}},
		"shares": {plot.Axis{Unit: units.Share}, []float64{0.1, 0.2}, []string{"0 %", "20 %",
			"40 %", "60 %", "80 %", "100 %"}},
		"memory": {plot.Axis{Unit: units.Bytes}, []float64{1e6, 4e6},
			[]string{"1000 kB", "1500 kB", "2000 kB",
				"2500 kB", "3000 kB", "3500 kB", "4000 kB"}},
		"times": {plot.Axis{Unit: units.Seconds, Log: true}, []float64{3e-5, 3},
			[]string{"100 µs", "1 ms",
				"10 ms", "100 ms", "1 s"}},
		"short": {plot.Axis{Log: true}, []float64{3, 70},
			[]string{"2", "5", "10", "20", "50", "100"}},
		"long": {plot.Axis{Log: true}, []float64{1, 1e12},
			[]string{"1", "100", "10 k", "1 M", "100 M", "10 G",
				"1 T"}},
		"no value":  {plot.Axis{Log: true}, []float64{}, []string{"1", "2", "5", "10"}},
		"one value": {plot.Axis{Log: true}, []float64{10, 10}, []string{"5", "10", "20"}},
	} {
		file := write(t, plot.Figure{Panels: []plot.Panel{{X: c.axis,
			Series: []plot.Series{{X: c.values,
				Y: []float64{7777, 8888}[:len(c.values)]}}}}}, "svg")
		all := texts(t, file)
		require.GreaterOrEqual(t, len(all), len(c.want), name)
		assert.Equal(t, c.want, all[:len(c.want)], name)
	}
}

// named draws points beside an axis with names, and returns the texts.
func named(t *testing.T, names ...string) []string {
	t.Helper()
	var points []float64
	for i := range names {
		points = append(points, float64(i))
	}
	return texts(t, write(t, plot.Figure{Panels: []plot.Panel{{Y: plot.Axis{Names: names},
		Series: []plot.Series{{Kind: plot.Points, X: points, Y: points}}}}}, "svg"))
}

// Long names have several lines. No letter is left out.
func TestLongNames(t *testing.T) {
	long := "a name of more letters than there is room for, by far, and longer still"
	all := named(t, "a", long)
	assert.Subset(t, all,
		[]string{"a name of more letters", "than there is room for,", "by far, and longer still"})
	word := "max(pdb:7-8,manhattan,walking-distance,out-of-row-column)"
	pieces := named(t, "zero", word)
	assert.Subset(t, pieces,
		[]string{"max(pdb:7-8,manhattan,", "walking-distance,out-of-", "row-column)"})
}

// Words that all long names have are in the title, once. What is left has every digit.
func TestNamesWithoutSharedWords(t *testing.T) {
	all := named(t, "ga study generations=10 crossover=0.5 stagnation=5",
		"ga study generations=20 crossover=0.5 stagnation=5")
	assert.Subset(t, all, []string{"generations=10", "generations=20"})
	shared := strings.Join(all, " ")
	assert.Equal(t, 1, strings.Count(shared, "crossover=0.5"))
	assert.Contains(t, shared, "all: ga study crossover=0.5")
	assert.NotContains(t, shared, "…")

	lines := []plot.Series{}
	for _, name := range []string{"ga pure population=100 phases=1",
		"ga pure population=200 phases=1"} {
		lines = append(lines, plot.Series{Name: name, X: []float64{1, 2}, Y: []float64{1, 2}})
	}
	all = texts(t, write(t, plot.Figure{Panels: []plot.Panel{{Series: lines}}}, "svg"))
	assert.Subset(t, all, []string{"population=100", "population=200", "all: ga pure phases=1"})
}

// Values of an axis of names have nothing between them, so no line joins their points.
func TestNamesAreNotJoined(t *testing.T) {
	x := []float64{0, 1, 2}
	file := func(names ...string) string {
		return string(write(t, plot.Figure{Panels: []plot.Panel{{X: plot.Axis{Names: names},
			Series: []plot.Series{
				{Kind: plot.Marked, Look: 3, X: x, Y: x, Low: x, High: []float64{1, 2, 3}},
			}}}}, "svg"))
	}
	joined := `L[0-9.,]+L[0-9.,]+" style="fill:none;stroke:#009E73"`
	assert.Regexp(t, joined, file())
	assert.NotRegexp(t, joined, file("10", "20", "growing (0)"))
}

// Names below an axis stand upright if they would touch. None is left out.
func TestNamesStandUpright(t *testing.T) {
	names := []string{"tournament", "roulette", "elitism", "steady-state", "down-to-size",
		"mutation-only"}
	x := []float64{0, 1, 2, 3, 4, 5}
	figure := plot.Figure{Panels: []plot.Panel{{X: plot.Axis{Names: names},
		Series: []plot.Series{{Kind: plot.Marked, X: x, Y: x}}}}}
	file := string(write(t, figure, "svg"))
	turned := strings.Join(upright.FindAllString(file, -1), "")
	for _, name := range names {
		assert.Contains(t, turned, ">"+name+"<")
	}
	assertApart(t, file)
	figure.Panels[0].X.Names = []string{"3x3 random", "3x3 walk 20", "3x3 walk 40", "3x4",
		"4x4 walk 20", "4x4 walk 40"}
	file = string(write(t, figure, "svg"))
	assert.Equal(t, 2, strings.Count(file, ">3x3 walk<"), "folded")
	assertApart(t, file)
	figure.Panels[0].X.Names = []string{"a", "b", "c", "d", "e", "f"}
	assert.NotContains(t, string(write(t, figure, "svg")), "rotate(90)", "short names lie")
}

// An interval that reaches over the usual range of shares makes the axis longer.
func TestIntervalsAreNotClipped(t *testing.T) {
	x := []float64{1, 2}
	figure := plot.Figure{Panels: []plot.Panel{{Y: plot.Axis{Unit: units.Share},
		Series: []plot.Series{
			{
				Kind: plot.Marked,
				X:    x,
				Y:    []float64{0.5, 0.9},
				Low:  []float64{-0.6, 0.8},
				High: []float64{0.6, 1.2},
			},
		}}}}
	all := texts(t, write(t, figure, "svg"))
	assert.Subset(t, all, []string{"-50 %", "100 %"})
}

// The scale of a heat map shows values with units, and says that dark is good. All maps of a figure
// have one scale.
func TestHeatMaps(t *testing.T) {
	figure := func(less bool) plot.Figure {
		var f plot.Figure
		for _, values := range [][]float64{{0.25, 0.5, 0.75, math.NaN()}, {0.5, 0.5, 1, 1}} {
			f.Panels = append(f.Panels, plot.Panel{
				X:    plot.Axis{Label: "population", Names: []string{"10", "20"}},
				Y:    plot.Axis{Label: "generations", Names: []string{"5", "50"}},
				Z:    plot.Axis{Label: "solved", Unit: units.Share},
				Less: less,
				Series: []plot.Series{{
					Kind: plot.Heat,
					X:    []float64{0, 1},
					Y:    []float64{0, 1},
					Z:    values,
				}},
			})
		}
		return f
	}
	file := string(write(t, figure(false), "svg"))
	all := texts(t, []byte(file))
	assert.Equal(t, 2, strings.Count(file, ">solved, darker is better<"))
	scale := []string{"25.0 %", "43.8 %", "62.5 %", "81.2 %", "100.0 %"}
	assert.Subset(t, all, scale)
	count := func(text string) int {
		return len(regexp.MustCompile(">"+text+"<").FindAllString(file, -1))
	}
	assert.Equal(t, 3, count("25.0 %"), "a cell and two scales")
	assert.Equal(t, 4, count("100.0 %"), "two cells and two scales")
	dark := "fill:#08306B"
	light := "fill:#F7FBFF"
	cell := func(file, colour string) int { return strings.Count(file, colour) }
	assert.Equal(t, 2, cell(file, dark), "the cells of 100 %")
	assert.Equal(t, 1, cell(file, light), "the cell of 25 %")
	file = string(write(t, figure(true), "svg"))
	assert.Equal(t, 1, cell(file, dark), "the cell of 25 %, if less is better")
	assert.Equal(t, 2, cell(file, light))
}

// A heat map of equal values is drawn, too.
func TestHeatMapOfOneValue(t *testing.T) {
	file := string(write(t, plot.Figure{Panels: []plot.Panel{{
		X:      plot.Axis{Names: []string{"a"}},
		Y:      plot.Axis{Names: []string{"b"}},
		Z:      plot.Axis{Label: "gap"},
		Series: []plot.Series{{Kind: plot.Heat, X: []float64{0}, Y: []float64{0}, Z: []float64{3}}},
	}}}, "svg"))
	assert.Equal(t, 2, strings.Count(file, ">3<"), "the cell and the scale")
}

// Twelve solvers differ in colour, marker or dashes, also beside their names.
func TestLooksOfManySolvers(t *testing.T) {
	f := plot.Figure{Panels: []plot.Panel{{}}}
	for i := range 12 {
		y := float64(i)
		f.Panels[0].Series = append(f.Panels[0].Series, plot.Series{
			Name: "solver " + strconv.Itoa(i),
			Kind: plot.Steps,
			X:    []float64{1, 2},
			Y:    []float64{y, y},
		})
	}
	file := string(write(t, f, "svg"))
	dashed := regexp.MustCompile(`stroke:#0072B2;stroke-dasharray:6,2`)
	assert.Len(t, dashed.FindAllString(file, -1), 2,
		"the eleventh line, and the piece beside its name")
}

// Panels with one range can be compared.
func TestPanelsOfOneRange(t *testing.T) {
	f := plot.Figure{SameX: true}
	for _, high := range []float64{3, 70} {
		f.Panels = append(f.Panels, plot.Panel{Series: []plot.Series{
			{Kind: plot.Points, X: []float64{0, high}, Y: []float64{1, 1}}}})
	}
	all := texts(t, write(t, f, "svg"))
	count := 0
	for _, text := range all {
		if text == "70" {
			count++
		}
	}
	assert.Equal(t, 2, count)
}

// Ten times as much is the same distance further, everywhere on the axis.
func TestPowersAreEven(t *testing.T) {
	file := write(t, plot.Figure{Panels: []plot.Panel{{
		X:      plot.Axis{Log: true},
		Series: []plot.Series{{X: []float64{1, 10, 100, 1000}, Y: []float64{1, 1, 2, 2}}},
	}}}, "svg")
	path := regexp.MustCompile(
		`<path d="M([0-9.]+),[0-9.]+L([0-9.]+),[0-9.]+L([0-9.]+),[0-9.]+L([0-9.]+),[0-9.]+"` +
			` style="fill:none;stroke:#0072B2`).FindStringSubmatch(string(file))
	require.NotNil(t, path)
	var x [4]float64
	for i := range x {
		var err error
		x[i], err = strconv.ParseFloat(path[i+1], 64)
		require.NoError(t, err)
	}
	assert.InDelta(t, x[1]-x[0], x[2]-x[1], 0.02)
	assert.InDelta(t, x[2]-x[1], x[3]-x[2], 0.02)
	assert.Greater(t, x[1], x[0]+50)
}

func TestKinds(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 100}
	y := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct {
		kind plot.Kind
		want string // what the kind alone draws, with the third look
		n    int
	}{
		{plot.Line, "fill:none;stroke:#009E73\"", 1},
		{plot.Steps, "fill:none;stroke:#009E73\"", 1},
		{plot.Marked, "Z\" style=\"fill:#009E73", 11}, // the name has a marker too
		{plot.Points, "Z\" style=\"fill:#009E73", 11},
		{plot.Guide, "stroke:#808080;stroke-width:0.5;stroke-dasharray:2,2", 1},
		{plot.Bars, "fill:#009E73", 11},
	} {
		s := plot.Series{Name: "third", Kind: c.kind, X: x, Y: y, Look: 3}
		file := string(write(t, plot.Figure{Panels: []plot.Panel{{Series: []plot.Series{s}}}},
			"svg"))
		assert.Equal(t, c.n, len(regexp.MustCompile(c.want).FindAllString(file, -1)), "kind %d: %s",
			c.kind, file)
		assert.Contains(t, file, ">third<")
	}
}

func TestBoxes(t *testing.T) {
	file := string(write(t, plot.Figure{Panels: []plot.Panel{{
		X: plot.Axis{Label: "gap"}, Y: plot.Axis{Names: []string{"first", "second"}},
		Series: []plot.Series{
			{Kind: plot.Boxes, X: []float64{1, 2, 3, 4, 5, 50}, Y: []float64{0}, Look: 1},
			{Kind: plot.Boxes, X: []float64{7}, Y: []float64{1}, Look: 2},
		},
	}}}, "svg"))
	assert.Equal(t, 1, strings.Count(file, "fill:#0071B1;fill-opacity"), "a box")
	assert.Equal(t, 1, strings.Count(file, "fill:#D45D00;fill-opacity"), "a box")
	assert.Equal(t, 1, strings.Count(file, "stroke:#0072B2;stroke-width:0.5"), "the value outside")
	assert.Contains(t, file, ">first<")
	assert.Contains(t, file, ">second<")
}

// A figure within a page says what is to be seen, loads nothing and leaves the
// ids of others alone.
func TestInline(t *testing.T) {
	f := bars
	f.Description = `boards by "depth" & <more>`
	text, err := f.Inline("depths")
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(text,
		`<svg width="240.94pt" height="164.41pt" viewBox="0 0 240.94 164.41" role="img"`+
			` aria-labelledby="depths-title depths-description">`), text)
	assert.Contains(t, text, `<title id="depths-title">how far boards are</title>`)
	assert.Contains(t, text,
		`<desc id="depths-description">boards by &#34;depth&#34; &amp; &lt;more&gt;</desc>`)
	assert.NotContains(t, text, "http")
	assert.Contains(t, text, "font-family:Liberation Sans,Arimo,Helvetica,Arial,sans-serif;")
	assert.NotContains(t, text, "font-family:Liberation Sans;")
}

// A label too long for the side of a panel goes on in a second line.
func TestLabelsAreFolded(t *testing.T) {
	file := write(t, plot.Figure{Panels: []plot.Panel{{
		Y:      plot.Axis{Label: "ga population=200 generations=500 phases=5"},
		Series: []plot.Series{{X: []float64{1, 2}, Y: []float64{7, 8}}},
	}}}, "svg")
	all := texts(t, file)
	assert.Contains(t, all, "ga population=200")
	assert.Contains(t, all, "generations=500 phases=5")
}

// An axis by powers has marks enough to be read, however little it spans.
func TestMarksOfAnAxisByPowers(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []string
	}{
		{50_000, 100_000, []string{"50 k", "60 k", "70 k", "80 k", "90 k", "100 k"}},
		{11, 19, []string{"10", "12", "14", "16", "18", "20"}},
		{1, 10, []string{"1", "2", "5", "10"}},
		{1, 1e6, []string{"1", "10", "100", "1 k", "10 k", "100 k", "1 M"}},
	} {
		file := write(t, plot.Figure{Panels: []plot.Panel{{
			X: plot.Axis{Log: true},
			Y: plot.Axis{Names: []string{"only"}},
			Series: []plot.Series{{
				Kind: plot.Points,
				X:    []float64{c.low, c.high},
				Y:    []float64{0, 0},
			}},
		}}}, "svg")
		assert.Equal(t, append(c.want, "only"), texts(t, file))
	}
}

// Any ten lines in a row have different colours.
func TestColoursOfManyLines(t *testing.T) {
	colour := func(look int) string {
		file := write(t, plot.Figure{Panels: []plot.Panel{{Series: []plot.Series{{
			Kind: plot.Line,
			Look: look,
			X:    []float64{1, 2, 3, 4},
			Y:    []float64{1, 2, 3, 4},
		}}}}}, "svg")
		found := regexp.MustCompile(
			`fill:none;stroke:(#[0-9A-F]{6})(;stroke-dasharray[^"]*)?"`).FindSubmatch(file)
		require.NotNil(t, found, "%d", look)
		return string(found[1])
	}
	for first := 1; first < 12; first++ {
		seen := map[string]bool{}
		for look := first; look < first+10; look++ {
			seen[colour(look)] = true
		}
		assert.Len(t, seen, 10, "from %d", first)
	}
}

// Names that would touch at the ends of lines are moved apart.
func TestNamesAtEndsOfLines(t *testing.T) {
	f := plot.Figure{Panels: []plot.Panel{{}}}
	for i := range 36 {
		f.Panels[0].Series = append(f.Panels[0].Series, plot.Series{
			Name: "solver " + strconv.Itoa(i),
			Kind: plot.Steps,
			X:    []float64{1, 2},
			Y:    []float64{1, 2},
		})
	}
	file := string(write(t, f, "svg"))
	assert.Equal(t, 36, strings.Count(file, ">solver "))
	assertApart(t, file)
}

// A line breaks where it has no value, and its band where an end is not known.
func TestBreaks(t *testing.T) {
	nan := math.NaN()
	file := string(write(t, plot.Figure{Panels: []plot.Panel{{Series: []plot.Series{{
		Name: "third", Look: 3, X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 2, nan, 4, 5},
		Low: []float64{0, 1, 2, 3, nan}, High: []float64{2, 3, nan, 5, 6},
	}}}}}, "svg"))
	assert.Equal(t, 2, strings.Count(file, "fill:none;stroke:#009E73\""), "two lines")
	assert.Equal(t, 2, len(regexp.MustCompile("fill:#009[DE]7[23];fill-opacity").FindAllString(file,
		-1)), "two bands")
}

// Intervals are a band around a line, and bars at markers.
func TestIntervals(t *testing.T) {
	x := []float64{1, 2, 3}
	file := func(kind plot.Kind) string {
		return string(write(t, plot.Figure{Panels: []plot.Panel{{Series: []plot.Series{
			{Kind: kind, X: x, Y: x, Low: x, High: x},
		}}}}, "svg"))
	}
	assert.Contains(t, file(plot.Line), "fill-opacity")
	assert.NotContains(t, file(plot.Marked), "fill-opacity")
	assert.Equal(t, 3, strings.Count(file(plot.Marked), "A2,2 0 1 1")/2, "markers")
}

// box is where a text stands in a file, with its width.
var box = regexp.MustCompile(
	`<text x="([-0-9.e+]+)" y="([-0-9.e+]+)"[^>]*textLength="([0-9.]+)"[^>]*font-size:7px[^>]*>`)

// No labels of an axis touch, however long they are: on axes of any range, in one panel or in
// three, with long names.
func TestLabelsDoNotTouch(t *testing.T) {
	var panels []plot.Panel
	for _, unit := range []units.Unit{units.Number, units.Count, units.Seconds, units.Bytes,
		units.Share} {
		for _, high := range []float64{2, 7, 99, 1.5e3, 123_456, 9.87654e8, 1e13, 1e25} {
			for _, low := range []float64{1e-6, 0.5, 0.9999 * high} {
				for _, log := range []bool{false, true} {
					panels = append(panels, plot.Panel{
						X: plot.Axis{Unit: unit, Log: log},
						Y: plot.Axis{Unit: unit, Log: log},
						Series: []plot.Series{{
							Kind: plot.Points,
							X:    []float64{low, high},
							Y:    []float64{low, high},
						}},
					})
				}
			}
		}
	}
	for i, panel := range panels {
		if testing.Short() && i%10 > 0 || !slow.Asked() && i%5 > 0 {
			continue // a long run takes all
		}
		for _, n := range []int{1, 2, 3} {
			var f plot.Figure
			for range n {
				f.Panels = append(f.Panels, panel)
			}
			file := string(write(t, f, "svg"))
			require.Contains(t, file, "textLength")
			assertApart(t, file)
		}
	}
}

// upright is a text that stands upright.
var upright = regexp.MustCompile(`(?s)<g transform="rotate\(90\)">\n<text .*?</g>`)

// assertApart checks that no labels of an axis touch: those that lie, and those that stand upright.
func assertApart(t *testing.T, file string) {
	assertLinesApart(t, upright.ReplaceAllString(file, ""))
	assertLinesApart(t, strings.Join(upright.FindAllString(file, -1), ""))
}

// assertLinesApart checks that no two labels touch that have the same direction.
func assertLinesApart(t *testing.T, file string) {
	type place struct{ left, right, y float64 }
	var all []place
	for _, found := range box.FindAllStringSubmatch(file, -1) {
		var n [3]float64
		for i := range n {
			n[i], _ = strconv.ParseFloat(found[1+i], 64)
		}
		all = append(all, place{n[0], n[0] + n[2], n[1]})
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			if math.Abs(a.y-b.y) < 6.5 && a.left < b.right+2 && b.left < a.right+2 {
				t.Fatalf("%v and %v touch", a, b)
			}
		}
	}
}
