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

	"npuzzle/internal/plot"
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
		"even":      {plot.Axis{}, []float64{0, 31}, []string{"0", "5", "10", "15", "20", "25", "30"}},
		"whole":     {plot.Axis{Unit: units.Count}, []float64{0, 2}, []string{"0", "1", "2"}},
		"thousands": {plot.Axis{}, []float64{0, 20_000}, []string{"0", "5 k", "10 k", "15 k", "20 k"}},
		"negative":  {plot.Axis{}, []float64{-2, 2}, []string{"-2", "-1", "0", "1", "2"}},
		"shares": {plot.Axis{Unit: units.Share}, []float64{0.1, 0.2}, []string{"0 %", "20 %",
			"40 %", "60 %", "80 %", "100 %"}},
		"memory": {plot.Axis{Unit: units.Bytes}, []float64{1e6, 4e6}, []string{"1000 kB", "1500 kB", "2000 kB",
			"2500 kB", "3000 kB", "3500 kB", "4000 kB"}},
		"times": {plot.Axis{Unit: units.Seconds, Log: true}, []float64{3e-5, 3}, []string{"100 µs", "1 ms",
			"10 ms", "100 ms", "1 s"}},
		"short": {plot.Axis{Log: true}, []float64{3, 70}, []string{"2", "5", "10", "20", "50", "100"}},
		"long": {plot.Axis{Log: true}, []float64{1, 1e12}, []string{"1", "100", "10 k", "1 M", "100 M", "10 G",
			"1 T"}},
		"no value":  {plot.Axis{Log: true}, []float64{}, []string{"1", "2", "5", "10"}},
		"one value": {plot.Axis{Log: true}, []float64{10, 10}, []string{"5", "10", "20"}},
	} {
		file := write(t, plot.Figure{Panels: []plot.Panel{{X: c.axis, Series: []plot.Series{{X: c.values,
			Y: []float64{7777, 8888}[:len(c.values)]}}}}}, "svg")
		all := texts(t, file)
		require.GreaterOrEqual(t, len(all), len(c.want), name)
		assert.Equal(t, c.want, all[:len(c.want)], name)
	}
}

// Long names are shortened, unless different names would become equal.
func TestLongNames(t *testing.T) {
	long := "a name of more letters than there is room for, by far, and longer still"
	named := func(names ...string) []string {
		return texts(t, write(t, plot.Figure{Panels: []plot.Panel{{Y: plot.Axis{Names: names},
			Series: []plot.Series{{Kind: plot.Points, X: []float64{7, 8}, Y: []float64{0, 1}}}}}}, "svg"))
	}
	assert.Subset(t, named("a", long), []string{"a", "a name of m…onger still"})
	other := strings.Replace(long, "far", "now", 1)
	both := strings.Join(named(long, other), "|")
	assert.Contains(t, both, "r, and longer still", "as many letters as the names need to differ")
	assert.Contains(t, both, "w, and longer still")
}

// Ten times as much is the same distance further, everywhere on the axis.
func TestPowersAreEven(t *testing.T) {
	file := write(t, plot.Figure{Panels: []plot.Panel{{
		X:      plot.Axis{Log: true},
		Series: []plot.Series{{X: []float64{1, 10, 100, 1000}, Y: []float64{1, 1, 2, 2}}},
	}}}, "svg")
	path := regexp.MustCompile(`<path d="M([0-9.]+),[0-9.]+L([0-9.]+),[0-9.]+L([0-9.]+),[0-9.]+L([0-9.]+),[0-9.]+"` +
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
	x, y := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 100}, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
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
		file := string(write(t, plot.Figure{Panels: []plot.Panel{{Series: []plot.Series{s}}}}, "svg"))
		assert.Equal(t, c.n, len(regexp.MustCompile(c.want).FindAllString(file, -1)), "kind %d: %s", c.kind, file)
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
	assert.Contains(t, text, `<desc id="depths-description">boards by &#34;depth&#34; &amp; &lt;more&gt;</desc>`)
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
			X: plot.Axis{Log: true}, Y: plot.Axis{Names: []string{"only"}},
			Series: []plot.Series{{Kind: plot.Points, X: []float64{c.low, c.high}, Y: []float64{0, 0}}},
		}}}, "svg")
		assert.Equal(t, append(c.want, "only"), texts(t, file))
	}
}

// Any ten lines in a row have different colours.
func TestColoursOfManyLines(t *testing.T) {
	colour := func(look int) string {
		file := write(t, plot.Figure{Panels: []plot.Panel{{Series: []plot.Series{{Kind: plot.Line, Look: look,
			X: []float64{1, 2, 3, 4}, Y: []float64{1, 2, 3, 4}}}}}}, "svg")
		found := regexp.MustCompile(`fill:none;stroke:(#[0-9A-F]{6})(;stroke-dasharray[^"]*)?"`).FindSubmatch(file)
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
			Name: "solver " + strconv.Itoa(i), Kind: plot.Steps, X: []float64{1, 2}, Y: []float64{1, 2}})
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
	assert.Equal(t, 2, len(regexp.MustCompile("fill:#009[DE]7[23];fill-opacity").FindAllString(file, -1)), "two bands")
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

// No labels of an axis touch, however long they are: on axes of any range, in one panel or in three, with
// long names.
func TestLabelsDoNotTouch(t *testing.T) {
	var panels []plot.Panel
	for _, unit := range []units.Unit{units.Number, units.Count, units.Seconds, units.Bytes, units.Share} {
		for _, high := range []float64{2, 7, 99, 1.5e3, 123_456, 9.87654e8, 1e13, 1e25} {
			for _, low := range []float64{1e-6, 0.5, 0.9999 * high} {
				for _, log := range []bool{false, true} {
					panels = append(panels, plot.Panel{
						X: plot.Axis{Unit: unit, Log: log}, Y: plot.Axis{Unit: unit, Log: log},
						Series: []plot.Series{{Kind: plot.Points, X: []float64{low, high}, Y: []float64{low, high}}},
					})
				}
			}
		}
	}
	for i, panel := range panels {
		if testing.Short() && i%10 > 0 {
			continue
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
