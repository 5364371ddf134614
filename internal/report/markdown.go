package report

import (
	_ "embed" // the template
	"fmt"
	"io"
	"strings"
	"text/template"
)

//go:embed page.md
var markdownText string

// markdown is the template of a document as Markdown. The function kind returns the name of a block's
// type, and file the name of a block's file.
var markdown = template.Must(template.New("markdown").Funcs(template.FuncMap{
	"kind":    kind,
	"file":    func(b interface{ file() string }) string { return b.file() },
	"heading": func(level int) string { return strings.Repeat("#", level) },
	"plain":   func(text any) string { return special.Replace(fmt.Sprint(text)) },
	"trim":    func(c Code) string { return strings.TrimRight(string(c), "\n") },
	"fence": func(c Code) string { // longer than any run of backquotes in the text
		fence := "```"
		for strings.Contains(string(c), fence) {
			fence += "`"
		}
		return fence
	},
}).Parse(markdownText))

// special escapes the characters that may have a meaning in Markdown. A number with a full stop also
// has one, but only at the start of a line. No text of a document begins a line with such a number.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"#", `\#`, "~", `\~`, "|", `\|`, "&", `\&`,
	"\n", " ",
)

// Markdown writes the document as GitHub Flavored Markdown, with links to the files of its figures and
// tables. The caption of a figure is also its alternative text, for readers who cannot see the figure.
func (d Document) Markdown(w io.Writer) error { return markdown.Execute(w, d) }
