package plot

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Inline returns the figure as an SVG element for a page. The id must be unique within the page. The
// page sets the width of the element. The element has a title and a description for readers who cannot
// see it.
func (f Figure) Inline(id string) (string, error) {
	var file bytes.Buffer
	if err := f.draw(&file, "svg"); err != nil {
		return "", err
	}
	return f.described(file.String(), id, true)
}

// opening matches the opening tag of an SVG file that gonum wrote.
var opening = regexp.MustCompile(`<svg width="([0-9.e+]+pt)" height="([0-9.e+]+pt)" viewBox="([^"]+)"[^>]*>\n`)

// described takes an SVG file that gonum wrote, and adds a title and a description. It also adds the
// names of fonts that other machines have. It replaces the opening tag. The tag of an inline figure has
// no width, so that the page sets the width.
func (f Figure) described(file, id string, inline bool) (string, error) {
	at := opening.FindStringSubmatchIndex(file)
	if at == nil {
		return "", errors.New("plot: no svg element")
	}
	part := func(i int) string { return file[at[2*i]:at[2*i+1]] }
	title := f.Title
	if title == "" && len(f.Panels) > 0 {
		title = f.Panels[0].Title
	}
	var text strings.Builder
	if inline {
		fmt.Fprintf(&text, `<svg viewBox="%s"`, part(3))
	} else {
		text.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
		fmt.Fprintf(&text, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%s"`,
			part(1), part(2), part(3))
	}
	fmt.Fprintf(&text, ` role="img" aria-labelledby="%[1]s-title %[1]s-description">`+"\n", id)
	fmt.Fprintf(&text, `<title id="%s-title">%s</title>`+"\n", id, html.EscapeString(title))
	fmt.Fprintf(&text, `<desc id="%s-description">%s</desc>`+"\n", id, html.EscapeString(f.Description))
	text.WriteString(words.ReplaceAllStringFunc(file[at[1]:], widths))
	return text.String(), nil
}

// words matches a text element that gonum wrote: its position, style, size and letters.
var words = regexp.MustCompile(
	`<text ([^>]*?)\s+style="font-family:Liberation Sans;[^"]*font-size:([0-9.]+)px([^"]*)">([^<]*)</text>`)

// widths fixes the width of a text element to that of the layout, so that it does not depend on the
// font.
func widths(element string) string {
	part := words.FindStringSubmatch(element)
	size, err := strconv.ParseFloat(part[2], 64)
	if err != nil {
		return element
	}
	width := textStyle(vg.Points(size)).Width(html.UnescapeString(part[4])).Points()
	return fmt.Sprintf(`<text %s textLength="%.1f" lengthAdjust="spacingAndGlyphs" `+
		`style="font-family:%s;font-size:%spx%s">%s</text>`, part[1], width, fontsAlike, part[2], part[3], part[4])
}
