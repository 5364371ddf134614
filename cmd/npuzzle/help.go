package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// commandHelp is what --help prints: urfave/cli's own template with the
// examples, which stand in the description, at the end.
var commandHelp = strings.TrimSpace(strings.Replace(cli.CommandHelpTemplate, `{{if .Description}}

DESCRIPTION:
   {{template "descriptionTemplate" .}}{{end}}`, `{{if .VisibleCommands}}

COMMANDS:{{template "visibleCommandTemplate" .}}{{end}}`, 1)) + `
EXAMPLES:
   {{template "descriptionTemplate" .}}
`

// command completes a command. The examples are command lines that work as
// they stand.
func command(c cli.Command, examples ...string) *cli.Command {
	c.Description = strings.Join(examples, "\n")
	c.CustomHelpTemplate = commandHelp
	c.OnUsageError = usageOf
	c.HideHelpCommand = true
	return &c
}

// noArguments refuses arguments of a command that takes none.
func noArguments(c *cli.Context) error {
	if c.NArg() > 0 {
		return misuse("%s takes no arguments, but was given %.40q; see %s --help",
			strings.TrimPrefix(c.Command.HelpName, "npuzzle "), c.Args().First(), c.Command.HelpName)
	}
	return nil
}
