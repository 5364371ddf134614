package report

import (
	_ "embed" // the style and the template
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"regexp"
)

//go:embed page.html
var pageText string

//go:embed page.css
var style template.CSS

// page is the template of a document as HTML. The function kind returns the name of a block's type,
// words a text whose quantities stay on one line, data a link that contains a table as CSV, and svg a
// figure as an SVG element.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"kind":  kind,
	"words": words,
	"style": func() template.CSS { return style },
	"data": func(t Table) template.URL {
		return template.URL("data:text/csv;charset=utf-8;base64," + base64.StdEncoding.EncodeToString([]byte(t.CSV())))
	},
	"svg": func(f Figure) (template.HTML, error) {
		svg, err := f.Plot.Inline(f.Name)
		if err != nil {
			err = fmt.Errorf("figure %s: %w", f.Name, err)
		}
		return template.HTML(svg), err
	},
}).Parse(pageText))

// quantity matches a number with its unit, and a range of numbers, such as "96.3–100.0 %".
var quantity = regexp.MustCompile(`[0-9][0-9.,]*( ?(%|[nµmkMG]?[sB]\b)|–[0-9.,]*[0-9]( (%|[nµmkMG]?[sB]\b))?)`)

// words returns a text as HTML that keeps each quantity on one line. No escaped character looks like a
// quantity, because a semicolon follows its number.
func words(text string) template.HTML {
	return template.HTML(quantity.ReplaceAllString(template.HTMLEscapeString(text), `<span class="quantity">$0</span>`))
}

// kind returns the name of a block's type.
func kind(b Block) string { return fmt.Sprintf("%T", b)[len("report."):] }

// HTML writes the document as one file that needs no other file and no network. It contains the
// style, the figures and the tables. Each table is also a link to download it as CSV.
func (d Document) HTML(w io.Writer) error { return page.Execute(w, d) }
