package plot

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// opening matches the opening tag of an SVG file that gonum wrote.
var opening = regexp.MustCompile(`<svg (width="[0-9.e+]+pt" height="[0-9.e+]+pt" viewBox="[^"]+")[^>]*>\n`)

// Inline returns the figure as an SVG element for a page. The id must be unique within the page. The
// style of the page sets the width of the element. The element has a title and a description for
// readers who cannot see it. It also has the names of fonts that other machines have.
func (f Figure) Inline(id string) (string, error) {
	var file bytes.Buffer
	if err := f.draw(&file, "svg"); err != nil {
		return "", err
	}
	at := opening.FindSubmatchIndex(file.Bytes())
	if at == nil {
		return "", errors.New("plot: no svg element")
	}
	title := f.Title
	if title == "" && len(f.Panels) > 0 {
		title = f.Panels[0].Title
	}
	return fmt.Sprintf(`<svg %[2]s role="img"`+
		` aria-labelledby="%[1]s-title %[1]s-description">`+"\n"+
		`<title id="%[1]s-title">%[3]s</title>`+"\n"+`<desc id="%[1]s-description">%[4]s</desc>`+"\n%[5]s",
		id, file.Bytes()[at[2]:at[3]], html.EscapeString(title), html.EscapeString(f.Description),
		words.ReplaceAllStringFunc(file.String()[at[1]:], widths)), nil
}

// words matches a text element that gonum wrote: its position, style, size and letters.
var words = regexp.MustCompile(
	`<text ([^>]*?)\s+style="font-family:Liberation Sans;[^"]*font-size:([0-9.]+)px([^"]*)">([^<]*)</text>`)

// widths fixes the width of a text element to that of the layout, so that it does not depend on the
// font.
func widths(element string) string {
	part := words.FindStringSubmatch(element)
	size, _ := strconv.ParseFloat(part[2], 64)
	width := textStyle(vg.Points(size)).Width(html.UnescapeString(part[4])).Points()
	return fmt.Sprintf(`<text %s textLength="%.1f" lengthAdjust="spacingAndGlyphs" `+
		`style="font-family:%s;font-size:%spx%s">%s</text>`, part[1], width, fontsAlike, part[2], part[3], part[4])
}
