package cli

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/units"
)

// helpColumns is the maximum length of a line of the help.
const helpColumns = 100

// helpTemplate is the text of npuzzle COMMAND --help, a template of the library: a sentence, the
// usage, the description if there is one, the commands below, and the flags in groups. Groups and
// flags have the order in which the command lists them.
const helpTemplate = `{{sentence .Usage}}
USAGE: {{.HelpName}}{{with .Subcommands}} COMMAND{{end}}{{with flags .}} [FLAGS]{{end}}
{{- with .ArgsUsage}} {{.}}{{end}}
{{with .Description}}
{{paragraphs .}}
{{end}}{{with .Subcommands}}
COMMANDS:
{{range .}}   {{printf "%-8s %s" .Name .Usage}}
{{end}}{{end}}{{if or .Description .Subcommands}}
{{end}}{{flags .}}`

// The library prints help with HelpPrinter. The functions of the template are added here.
func init() {
	functions := map[string]any{
		"sentence": func(text string) string {
			return strings.ToUpper(text[:1]) + text[1:] + "."
		},
		"paragraphs": paragraphs,
		"flags":      flagsHelp,
	}
	urfave.HelpPrinter = func(out io.Writer, template string, data any) {
		urfave.HelpPrinterCustom(out, template, data, functions)
	}
}

// Help returns the template of the help of a command with examples of its use.
func Help(examples ...string) string {
	return helpTemplate + "EXAMPLES:\n   " + strings.Join(examples, "\n   ") + "\n"
}

// wrapped breaks a text into lines. All lines but the first begin with the indent.
func wrapped(text string, columns int, indent string) string {
	return strings.Join(units.Wrap(text, columns), "\n"+indent)
}

// paragraphs breaks the lines of a description. Empty lines separate its paragraphs.
func paragraphs(text string) string {
	parts := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, part := range parts {
		parts[i] = wrapped(part, helpColumns, "")
	}
	return strings.Join(parts, "\n\n")
}

// flagsHelp returns the lines of the help about the flags of a command, below the names of their
// groups.
func flagsHelp(c *urfave.Command) string {
	var flags []urfave.Flag
	for _, f := range c.VisibleFlags() {
		if f != urfave.HelpFlag {
			flags = append(flags, f)
		}
	}
	width := 0
	for _, f := range flags {
		name, _ := Describe(f)
		width = max(width, utf8.RuneCountInString(name))
	}
	indent := strings.Repeat(" ", width+5)
	var help strings.Builder
	group := ""
	for _, f := range flags {
		category := f.(urfave.CategorizableFlag).GetCategory()
		if category != group {
			if group != "" {
				help.WriteString("\n")
			}
			group = category
			help.WriteString(strings.ToUpper(group) + ":\n")
		}
		name, text := Describe(f)
		text = wrapped(text, helpColumns-len(indent), indent)
		fmt.Fprintf(&help, "   %-*s  %s\n", width, name, text)
	}
	return help.String()
}

// Describe returns the names of a flag with the placeholder of its value, and its usage with the
// default. Backquotes in the usage mark the placeholder. A usage that says what the default is, as
// in "blank (default) or tile", gets no other default.
func Describe(f urfave.Flag) (flag, text string) {
	for _, name := range f.Names() { // short names first
		if flag == "" {
			flag = Dashed(name)
		} else {
			flag = Dashed(name) + ", " + flag
		}
	}
	usage := f.(urfave.DocGenerationFlag).GetUsage()
	parts := strings.Split(usage, "`")
	if len(parts) == 3 {
		flag += " " + parts[1]
	}
	text = strings.ReplaceAll(usage, "`", "")
	byDefault := defaultOf(f)
	if byDefault != "" && !strings.Contains(text, "(default") {
		text += fmt.Sprintf(" (default: %s)", byDefault)
	}
	return flag, text
}

// defaultOf returns the default of a flag, or "" if the flag is off or 0 by default.
func defaultOf(f urfave.Flag) string {
	text := f.(urfave.DocGenerationFlag).GetDefaultText()
	if plain, err := strconv.Unquote(text); err == nil {
		text = plain
	}
	switch text {
	case "0", "false":
		return ""
	}
	return text
}
