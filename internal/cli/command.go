package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/lists"
	"npuzzle/internal/units"
)

// oneDash finds the names of flags in errors of the flag package.
var oneDash = strings.NewReplacer(" for flag -", " for flag --", "boolean value", "value", " for -",
	" for flag --")

// UsageOf converts an error of the flag package to a usage error. It adds a dash to the
// names of flags, which the flag package writes with one dash.
func UsageOf(_ *urfave.Context, err error, _ bool) error {
	return Misuse("%s", oneDash.Replace(err.Error()))
}

// NamesOf returns the names of commands.
func NamesOf(commands []*urfave.Command) []string {
	return lists.Map(commands, func(c *urfave.Command) string { return c.Name })
}

// Command makes a command with the texts of its section in help.txt. The name of a subcommand
// includes that of the command above it. The command checks the number of its arguments.
func Command(name string, flags []urfave.Flag, action urfave.ActionFunc,
	subcommands ...*urfave.Command) *urfave.Command {
	h, words := helps[name], strings.Fields(name)
	c := &urfave.Command{
		Name: words[len(words)-1], Aliases: h.aliases,
		Usage: h.usage, ArgsUsage: h.arguments, Description: h.description,
		Flags: explained(name,
			flags), Subcommands: subcommands, HideHelpCommand: true, OnUsageError: UsageOf,
		Action: func(ctx *urfave.Context) error {
			if err := checkArguments(ctx); err != nil {
				return err
			}
			return action(ctx)
		},
	}
	c.CustomHelpTemplate = helpText(c, h.examples)
	return c
}

// checkArguments returns a usage error if the number of arguments does not fit ArgsUsage.
// In ArgsUsage, brackets mean optional, and "..." means any number. An empty argument is a
// usage error, too. A shell passes one for a variable that is not set, and a command would
// take it for a missing argument.
func checkArguments(c *urfave.Context) error {
	called, shown, given := strings.TrimPrefix(c.Command.HelpName,
		"npuzzle "), c.Command.ArgsUsage, c.NArg()
	many := strings.Contains(shown, "...")
	optional := strings.HasPrefix(shown, "[")
	empty := slices.Index(c.Args().Slice(), "")
	switch {
	case shown != "" && empty >= 0:
		return Misuse("%s: argument %d is empty; expected %s; see %s --help", called, empty+1,
			shown,
			c.Command.HelpName)
	case shown == "" && given > 0:
		return Misuse("%s takes no arguments, but was given %.40q; see %s --help", called,
			c.Args().First(),
			c.Command.HelpName)
	case shown == "", optional && many, optional && given <= 1, many && given > 0, given == len(strings.Fields(shown)):
		return nil
	}
	return Misuse("%s takes %s, but was given %s; see %s --help", called, shown,
		units.Plural(given, "argument", "arguments"), c.Command.HelpName)
}
