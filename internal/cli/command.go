package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/units"
)

// usageOf converts an error of the flag package to a usage error: it writes the names of flags with
// their dashes, and says what values the flag takes.
func usageOf(c *urfave.Context, err error, _ bool) error {
	text := err.Error()
	for _, f := range c.Command.Flags {
		for _, name := range f.Names() {
			text = strings.Replace(text, "for flag -"+name+":", "for flag "+Dashed(name)+":", 1)
			text = strings.Replace(text, "boolean value", "value", 1)
			text = strings.Replace(text, " for -"+name+":", " for flag "+Dashed(name)+":", 1)
			if strings.Contains(text, "for flag "+Dashed(name)+":") {
				text = strings.Replace(text, "parse error", expected(f), 1)
				text = strings.Replace(text, "value out of range", expected(f), 1)
			}
		}
	}
	return Misuse("%s", text)
}

// expected says what values a flag takes.
func expected(f urfave.Flag) string {
	switch f.(type) {
	case *urfave.BoolFlag:
		return "expected true or false"
	case *urfave.IntFlag:
		return "expected a whole number"
	case *urfave.Uint64Flag:
		return fmt.Sprintf("expected a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	return "expected a number"
}

// NamesOf returns the names of commands.
func NamesOf(commands []*urfave.Command) []string {
	return Map(commands, func(c *urfave.Command) string { return c.Name })
}

// App makes an application of commands, with what all of them share: they check the number of
// their arguments, their errors are one line, and they have no command help of their own.
func App(con Console, commands ...*urfave.Command) *urfave.App {
	prepare(commands)
	return &urfave.App{
		Name:  "npuzzle",
		Usage: "a laboratory that compares solvers of sliding-tile puzzles",
		UsageText: "npuzzle COMMAND [FLAGS] [ARGUMENTS]\n\n" +
			"Flags work before and after the arguments. " +
			"npuzzle COMMAND --help shows the flags of a command.\n" +
			"npuzzle settings explains the settings of the solvers.",
		Version:                   Version(),
		Commands:                  commands,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true, // a value of --set may have commas
		Writer:                    con.Out,
		ErrWriter:                 con.Err,
		ExitErrHandler:            func(*urfave.Context, error) {},
		OnUsageError:              usageOf,
	}
}

// prepare completes commands and those below them.
func prepare(commands []*urfave.Command) {
	for _, c := range commands {
		c.HideHelpCommand = true
		c.OnUsageError = usageOf
		if c.Subcommands == nil { // otherwise the arguments are those of a subcommand
			c.Before = checkArguments
		}
		prepare(c.Subcommands)
	}
}

// checkArguments returns a usage error if the number of arguments does not fit ArgsUsage.
// In ArgsUsage, brackets mean optional, and "..." means any number. An empty argument is a
// usage error, too. A shell passes one for a variable that is not set, and a command would
// take it for a missing argument.
func checkArguments(c *urfave.Context) error {
	command := c.Command.HelpName
	called := strings.TrimPrefix(command, "npuzzle ")
	shown := c.Command.ArgsUsage
	if shown == "" {
		if c.NArg() == 0 {
			return nil
		}
		return Misuse("%s takes no arguments, but was given %.40q; see %s --help", called,
			c.Args().First(), command)
	}
	empty := slices.Index(c.Args().Slice(), "")
	if empty >= 0 {
		return Misuse("%s: argument %d is empty; expected %s; see %s --help", called, empty+1,
			shown, command)
	}
	if !fitsUsage(shown, c.NArg()) {
		return Misuse("%s takes %s, but was given %s; see %s --help", called, shown,
			units.Plural(c.NArg(), "argument", "arguments"), command)
	}
	return nil
}

// fitsUsage reports whether a command with the given ArgsUsage takes a number of arguments.
func fitsUsage(usage string, arguments int) bool {
	many := strings.Contains(usage, "...")
	optional := strings.HasPrefix(usage, "[")
	switch {
	case optional && many:
		return true
	case optional:
		return arguments <= 1
	case many:
		return arguments > 0
	}
	return arguments == len(strings.Fields(usage))
}
