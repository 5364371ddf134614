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

// markdown is the template of a document as Markdown. Its functions give it what a block does not
// have itself: kind is the name of the block's type, and file the name of its file.
var markdown = template.Must(template.New("markdown").Funcs(template.FuncMap{
	"kind":    kind,
	"file":    func(b interface{ file() string }) string { return b.file() },
	"heading": func(level int) string { return strings.Repeat("#", level) },
	"plain":   func(text any) string { return special.Replace(fmt.Sprint(text)) },
	"trim":    func(c Code) string { return strings.TrimRight(string(c), "\n") },
	"fence": func(c Code) string { // longer than any in the text
		fence := "```"
		for strings.Contains(string(c), fence) {
			fence += "`"
		}
		return fence
	},
}).Parse(markdownText))

// special escapes the characters that may have a meaning in Markdown. A number with a full stop has
// one only at the start of a line, where no text of a document has it.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"#", `\#`, "~", `\~`, "|", `\|`, "&", `\&`,
	"\n", " ",
)

// Markdown writes the document as Markdown in the form of GitHub, with links to the files of its
// figures and tables. The caption of a figure is also its alternative text, for readers who cannot see
// it.
func (d Document) Markdown(w io.Writer) error { return markdown.Execute(w, d) }
