package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// helpText returns the --help text of a command: a sentence, the usage, the description
// if there is one, the flags in groups, and the examples. Groups and flags have the order
// in which the command lists them. The text is a template of urfave/cli, which inserts
// the full name of the command.
func helpText(c *cli.Command, examples []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s.\nUSAGE: {{.HelpName}}", strings.ToUpper(c.Usage[:1]), c.Usage[1:])
	if len(c.Subcommands) > 0 {
		b.WriteString(" COMMAND")
	}
	if len(c.Flags) > 0 {
		b.WriteString(" [FLAGS]")
	}
	fmt.Fprintf(&b, "%s\n", strings.TrimRight(" "+c.ArgsUsage, " "))
	if c.Description != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(wrapped(c.Description, helpColumns), "\n"))
	}
	if len(c.Subcommands) > 0 {
		b.WriteString("\nCOMMANDS:\n")
		for _, sub := range c.Subcommands {
			fmt.Fprintf(&b, "   %-8s %s\n", sub.Name, sub.Usage)
		}
	}
	var groups []string // in the order of their first flags
	lines := map[string][][2]string{}
	width := 0
	for _, f := range c.Flags {
		group, flag, text := describe(f)
		if lines[group] == nil {
			groups = append(groups, group)
		}
		lines[group] = append(lines[group], [2]string{flag, text})
		width = max(width, utf8.RuneCountInString(flag))
	}
	for i, group := range groups {
		if i > 0 || c.Description != "" || len(c.Subcommands) > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s:\n", strings.ToUpper(group))
		for _, line := range lines[group] {
			for i, part := range wrapped(line[1], helpColumns-width-5) {
				if i > 0 {
					line[0] = ""
				}
				fmt.Fprintf(&b, "   %-*s  %s\n", width, line[0], part)
			}
		}
	}
	fmt.Fprintf(&b, "EXAMPLES:\n   %s\n", strings.Join(examples, "\n   "))
	return b.String()
}

// helpColumns is the maximum length of a line of the help.
const helpColumns = 100

// wrapped breaks a text into lines of at most the given length, at spaces.
func wrapped(text string, length int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last < 0 || utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) > length {
			lines = append(lines, word)
			continue
		}
		lines[last] += " " + word
	}
	return lines
}

// describe returns the group of a flag, its names with the placeholder of its value, and
// its usage with the default. Backquotes in the usage mark the placeholder. A usage that
// lists values may mark the default itself, as in "blank (default) or tile". Then
// describe adds no default.
func describe(f cli.Flag) (group, flag, text string) {
	for _, name := range slices.Backward(f.Names()) { // short names first
		flag += strings.Repeat(", ", min(len(flag), 1)) + dashed(name)
	}
	switch f := f.(type) {
	case *cli.BoolFlag:
		return f.Category, flag, f.Usage
	case *cli.GenericFlag:
		if parts := strings.Split(f.Usage, "`"); len(parts) == 3 {
			flag += " " + parts[1]
		}
		text = strings.ReplaceAll(f.Usage, "`", "")
		marked := strings.Contains(text, "(default)")
		if byDefault := cmp.Or(f.DefaultText, f.Value.String()); byDefault != "" && !marked {
			text += fmt.Sprintf(" (default: %s)", byDefault)
		}
		return f.Category, flag, text
	}
	panic("a flag of an unknown type")
}
