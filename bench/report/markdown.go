package report

import (
	"fmt"
	"io"
	"strings"

	pretty "github.com/jedib0t/go-pretty/v6/table"
	align "github.com/jedib0t/go-pretty/v6/text"
)

// Markdown writes the document as Markdown with tables, as GitHub reads it. It
// links to the files of its figures and tables, which Files names.
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
			fmt.Fprintf(&b, "**%s** ([CSV](%s))\n\n%s\n", plain(block.Caption), block.file(), block.markdown())
		case Figure:
			fmt.Fprintf(&b, "![%s](%s)\n\n**%s.** %s\n", plain(block.Plot.Description), block.file(), plain(block.Plot.Title), plain(block.Plot.Description))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// special are the letters that may mean something to Markdown; a number before a
// full stop would begin a list only at the start of a line, where no text of ours
// has one.
var special = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "~", `\~`, "|", `\|`, "&", `\&`,
	"\n", " ",
)

// plain writes a text so that Markdown shows it as it is.
func plain(text string) string { return special.Replace(text) }

// unbarred leaves bars to the table's writer, which marks them itself.
var unbarred = strings.NewReplacer(`\|`, "|")

func (t Table) markdown() string {
	w := pretty.NewWriter()
	head := make(pretty.Row, len(t.Columns))
	columns := make([]pretty.ColumnConfig, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = unbarred.Replace(plain(c.Head))
		columns[i] = pretty.ColumnConfig{Number: i + 1, Align: align.AlignLeft}
		if c.Number {
			columns[i].Align = align.AlignRight
		}
	}
	w.AppendHeader(head)
	w.SetColumnConfigs(columns)
	for _, cells := range t.Rows {
		row := make(pretty.Row, len(cells))
		for i, c := range cells {
			row[i] = unbarred.Replace(plain(c.Text))
		}
		w.AppendRow(row)
	}
	return w.RenderMarkdown()
}
