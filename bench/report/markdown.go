package report

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes the document as Markdown in the form of GitHub, with links to the files of its
// figures and tables. The caption of a figure is also its alternative text, for readers who cannot see
// it.
func (d Document) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", plain(d.Title))
	for _, block := range d.Blocks {
		b.WriteString("\n")
		switch block := block.(type) {
		case Heading:
			fmt.Fprintf(&b, "%s %s\n", strings.Repeat("#", block.Level), plain(block.Text))
		case Paragraph:
			fmt.Fprintf(&b, "%s\n", plain(string(block)))
		case List:
			for _, item := range block {
				fmt.Fprintf(&b, "- %s\n", plain(item))
			}
		case Code:
			fence := "```"
			for strings.Contains(string(block), fence) {
				fence += "`"
			}
			fmt.Fprintf(&b, "%s\n%s\n%s\n", fence, strings.TrimRight(string(block), "\n"), fence)
		case Table:
			fmt.Fprintf(&b, "**%s** ([CSV](%s))\n\n%s", plain(block.Caption), block.file(), block.markdown())
		case Figure:
			title, caption := plain(block.Plot.Title), plain(block.Plot.Description)
			fmt.Fprintf(&b, "![%s](%s)\n\n**%s.** %s\n", caption, block.file(), title, caption)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// special escapes the characters that may have a meaning in Markdown. A number with a full stop has
// one only at the start of a line, where no text of a document has it.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
	"#", `\#`, "~", `\~`, "|", `\|`, "&", `\&`,
	"\n", " ",
)

// plain writes a text so that Markdown shows it unchanged.
func plain(text string) string { return special.Replace(text) }

// markdown writes the table in the form of GitHub. Columns of numbers are aligned to the right.
func (t Table) markdown() string {
	var b strings.Builder
	line := func(of func(int) string) {
		for i := range t.Columns {
			b.WriteString("| " + of(i) + " ")
		}
		b.WriteString("|\n")
	}
	line(func(i int) string { return plain(t.Columns[i].Head) })
	line(func(i int) string {
		if t.Columns[i].Number {
			return "---:"
		}
		return ":---"
	})
	for _, row := range t.Rows {
		line(func(i int) string { return plain(row[i].Text) })
	}
	return b.String()
}
