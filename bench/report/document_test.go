package report_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"npuzzle/bench/plot"
	"npuzzle/bench/report"
)

// hostile has what could be taken for markup in every place.
const hostile = `a|b *c* <d> & "e", #f _g_ [h](i)`

var sample = report.Document{Title: "Title " + hostile, Blocks: []report.Block{
	report.Paragraph("Words " + hostile),
	report.Heading{Level: 2, Text: "First " + hostile},
	report.Table{
		Name: "times", Caption: "Times " + hostile,
		Columns: []report.Column{
			{
				Head:   "group",
				Fields: []string{"group"},
				Row:    true,
			}, {Head: "solver", Fields: []string{"solver"},
				Row: true},
			{Head: "95 % interval", Fields: []string{"low", "high"}, Number: true}, {Head: "note",
				Fields: []string{"note"}},
		},
		Rows: [][]report.Cell{
			{cell("small"), cell("a"), {Text: "1–2 ms", Full: []string{"0.001", "0.002"}},
				cell(hostile)},
			{cell("small"), cell("b"), {Text: "-", Full: []string{"", ""}}, cell("")},
			{cell("large"), cell("a"), {Text: "1–2 s", Full: []string{"1", "2"}}, cell("")},
		},
	},
	report.Heading{Level: 3, Text: "Part"},
	report.List{"one " + hostile, "two"},
	report.Code("key: " + hostile + "\n  ```\n"),
	report.Figure{Name: "lines", Finding: "Finding " + hostile, Plot: plot.Figure{
		Title:       "Lines " + hostile,
		Description: "Caption " + hostile,
		Panels: []plot.Panel{{Series: []plot.Series{{
			Name: hostile,
			X:    []float64{0, 1},
			Y:    []float64{1, 2},
		}}}},
	}},
	report.Heading{Level: 2, Text: "Second"},
	report.Answer{"Answer " + hostile, "Second sentence."},
}}

func cell(text string) report.Cell { return report.Cell{Text: text, Full: []string{text}} }

func TestMarkdown(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, sample.Markdown(&out))
	golden := filepath.Join("testdata", "sample.md")
	if *update {
		require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out.String())
}

func TestCSV(t *testing.T) {
	table := sample.Blocks[2].(report.Table)
	lines, err := csv.NewReader(strings.NewReader(table.CSV())).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, [][]string{
		{"group", "solver", "low", "high", "note"},
		{"small", "a", "0.001", "0.002", hostile}, {"small", "b", "", "", ""},
		{"large", "a", "1", "2", ""},
	}, lines)
	table.Rows = slices.Clone(table.Rows)
	table.Rows[0] = slices.Clone(table.Rows[0])
	table.Rows[0][0].Full = []string{"=1+1"} // a spreadsheet would compute it
	assert.Contains(t, table.CSV(), "\n'=1+1,")
}

// nodes returns the elements of a name.
func nodes(root *html.Node, name string) []*html.Node {
	var all []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			all = append(all, n)
		}
	}
	return all
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func words(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(text.String())
}

func sampleHTML(t *testing.T) (string, *html.Node) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, sample.HTML(&out))
	root, err := html.Parse(strings.NewReader(out.String()))
	require.NoError(t, err)
	return out.String(), root
}

func TestHTML(t *testing.T) {
	_, root := sampleHTML(t)
	assert.Equal(t, "en", attribute(nodes(root, "html")[0], "lang"))
	assert.Equal(t, "Title "+hostile, words(nodes(root, "title")[0]))
	assert.Equal(t, "Title "+hostile, words(nodes(root, "h1")[0]))
	assert.Equal(t, "Words "+hostile, words(nodes(root, "p")[0]))
	assert.Len(t, nodes(root, "main"), 1)
	assert.Empty(t, nodes(root, "d"), "what looks like markup is none")

	ids := map[string]bool{}
	for n := range root.Descendants() {
		if id := attribute(n, "id"); id != "" {
			assert.False(t, ids[id], "id %s stands twice", id)
			ids[id] = true
		}
	}
	var contents []string
	for _, a := range nodes(nodes(root, "nav")[0], "a") {
		assert.True(t, ids[strings.TrimPrefix(attribute(a, "href"), "#")])
		contents = append(contents, words(a))
	}
	assert.Equal(t, []string{"First " + hostile, "Second"}, contents, "sections, not their parts")
	for n := range root.Descendants() {
		for _, id := range strings.Fields(attribute(n, "aria-labelledby")) {
			assert.True(t, ids[id], "nothing has the id %s", id)
		}
	}
}

func TestHTMLCode(t *testing.T) {
	_, root := sampleHTML(t)
	assert.Equal(t, "key: "+hostile+"\n  ```", words(nodes(root, "pre")[0]))
}

func TestHTMLTable(t *testing.T) {
	_, root := sampleHTML(t)
	table := nodes(root, "table")[0]
	assert.Equal(t, "Times "+hostile+" CSV", words(nodes(table, "caption")[0]))
	link := nodes(table, "a")[0]
	data, found := strings.CutPrefix(attribute(link, "href"), "data:text/csv;charset=utf-8;base64,")
	require.True(t, found)
	text, err := base64.StdEncoding.DecodeString(data)
	require.NoError(t, err)
	assert.Equal(t, sample.Blocks[2].(report.Table).CSV(), string(text))
	assert.Equal(t, "times.csv", attribute(link, "download"))

	var heads []string
	for _, th := range nodes(table, "th") {
		heads = append(heads, attribute(th, "scope")+" "+words(th))
	}
	assert.Equal(t, []string{
		"col group", "col solver", "col 95 % interval", "col note",
		"row small", "row a", "row small", "row b", "row large", "row a",
	}, heads)
	assert.Len(t, nodes(table, "td"), 6)
}

func TestHTMLFigure(t *testing.T) {
	_, root := sampleHTML(t)
	figure := nodes(root, "figure")[0]
	svg := nodes(figure, "svg")[0]
	assert.Equal(t, "img", attribute(svg, "role"))
	assert.Equal(t, "Lines "+hostile, words(nodes(svg, "title")[0]))
	assert.Equal(t, "Caption "+hostile, words(nodes(svg, "desc")[0]))
	assert.Equal(t, "Lines "+hostile, words(nodes(figure, "p")[0]))
	assert.Equal(t, "Finding "+hostile, words(nodes(figure, "p")[1]))
	assert.Equal(t, "Caption "+hostile, words(nodes(figure, "figcaption")[0]))
}

// Nothing is fetched from anywhere: no element names a source but data.
func TestHTMLLoadsNothing(t *testing.T) {
	text, root := sampleHTML(t)
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			switch a.Key {
			case "src", "href", "xlink:href", "srcset", "action", "poster", "data":
				assert.True(t, strings.HasPrefix(a.Val, "#") || strings.HasPrefix(a.Val, "data:"),
					"%s=%s", a.Key, a.Val)
			}
		}
	}
	assert.Empty(t, nodes(root, "script"))
	for _, fetch := range []string{"http:", "https:", "@import", "url("} {
		assert.NotContains(t, text, fetch)
	}
}

func TestWrite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "report")
	require.NoError(t, sample.Write(folder, "report"))
	var names []string
	require.NoError(t, filepath.WalkDir(folder,
		func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				name, _ := filepath.Rel(folder, path)
				names = append(names, filepath.ToSlash(name))
			}
			return err
		}))
	assert.Equal(t, []string{"figures/lines.pdf", "figures/lines.png", "figures/lines.svg",
		"report.html", "report.md", "tables/times.csv"}, names)
	markdown, err := os.ReadFile(filepath.Join(folder, "report.md"))
	require.NoError(t, err)
	for _, name := range []string{"(figures/lines.svg)", "(tables/times.csv)"} {
		assert.Contains(t, string(markdown), name)
	}
	require.NoError(t, sample.Write(folder, "report"), "the files may be written over")
}

func TestFiguresThatCannotBeDrawn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "report")
	faulty := report.Document{Blocks: []report.Block{report.Figure{Name: "bad",
		Plot: plot.Figure{Panels: []plot.Panel{
			{Title: "faulty", Series: []plot.Series{{X: []float64{math.NaN()}, Y: []float64{1}}}},
		}}}}}
	assert.ErrorContains(t, faulty.Write(folder, "report"), "plot: faulty: ")
}

// A folded section is closed until a reader opens it, and is not part of the handout.
func TestFolded(t *testing.T) {
	d := report.Document{Blocks: []report.Block{
		report.Paragraph("first"), report.Heading{
			Level:  2,
			Text:   "A",
			Folded: true,
		}, report.Paragraph("in A"),
		report.Heading{Level: 3, Text: "part"}, report.Heading{Level: 2, Text: "B", Folded: true},
		report.Heading{Level: 2, Text: "C"}, report.Paragraph("in C"),
	}}
	var page bytes.Buffer
	require.NoError(t, d.HTML(&page))
	tree, err := html.Parse(&page)
	require.NoError(t, err)
	folded := nodes(tree, "details")
	require.Len(t, folded, 2)
	assert.Equal(t, "A in A part", strings.Join(strings.Fields(words(folded[0])), " "))
	assert.Equal(t, "B", words(folded[1]))
	assert.Equal(t, []report.Block{
		report.Paragraph("first"), report.Heading{Level: 2, Text: "C"}, report.Paragraph("in C"),
	}, d.Handout().Blocks)
}

// A number stays on a line with its unit, and both ends of a range do. All other words are as they
// were.
func TestQuantities(t *testing.T) {
	const text = "336 µs, 95 % of 1,000 (96.3–100.0 %); 1.04 times a & b, 4 solvers, 12.5 kB or " +
		"0.9–1.2"
	var page bytes.Buffer
	require.NoError(t, report.Document{Blocks: []report.Block{report.Answer{text}}}.HTML(&page))
	tree, err := html.Parse(&page)
	require.NoError(t, err)
	answer := nodes(tree, "li")[0]
	assert.Equal(t, text, words(answer))
	var together []string
	for _, span := range nodes(answer, "span") {
		together = append(together, words(span))
	}
	assert.Equal(t, []string{"336 µs", "95 %", "96.3–100.0 %", "12.5 kB", "0.9–1.2"}, together)
}
