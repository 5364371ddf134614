package main

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/internal/units"
)

// completeCommand is the hidden command of the completion scripts. Its arguments are the
// words of the line so far; the last one is being typed.
const completeCommand = "__complete"

// completionScripts make a shell ask the program for completions. Each script runs the hidden
// command with the words typed so far, and takes one completion from each line of output. The
// shell completes file names where the program has nothing to offer. All knowledge of commands
// and flags stays in the program, so a script does not age with new versions.
//
//go:embed completion
var completionScripts embed.FS

// shells are the shells with completion scripts.
var shells = []string{"bash", "fish", "zsh"}

// completionCommand prints the script that a shell sources at its start. The comment in the
// script says how.
func completionCommand(con console) *cli.Command {
	return command(cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for bash, fish or zsh",
		ArgsUsage: strings.Join(shells, "|"),
		Description: "Completion lets the shell complete commands and flags when Tab is pressed. To load " +
			"the script, run source <(npuzzle completion bash) in bash, source <(npuzzle completion zsh) in zsh, or " +
			"npuzzle completion fish | source in fish.",
		Action: func(c *cli.Context) error {
			shell, err := units.OneOf(shells...)(c.Args().First())
			if err != nil {
				return misuse("%.40q is not a shell with completion; %w", c.Args().First(), err)
			}
			script, err := completionScripts.ReadFile("completion/npuzzle." + shell)
			con.out.Write(script)
			return err
		},
	},
		"npuzzle completion bash",
		"npuzzle completion fish",
	)
}

// complete prints what may complete the last of the words, one on each line.
func complete(app *cli.App, words []string, out io.Writer) {
	before, last := words, ""
	if n := len(words) - 1; n >= 0 {
		before, last = words[:n], words[n]
	}
	for _, offer := range offers(app, before, last) {
		if strings.HasPrefix(offer, last) {
			fmt.Fprintln(out, offer)
		}
	}
}

// offers lists what may stand in place of the last word, after those before: a command, a
// subcommand, a flag where the word begins with "-", or a value where the word before is a flag
// that has few values. It lists all of them; complete leaves out those that do not begin with
// the word.
func offers(app *cli.App, before []string, last string) []string {
	if len(before) == 0 {
		return namesOf(app.Commands)
	}
	cmd, _, rest := commandOf(app, before)
	if cmd == nil {
		return nil
	}
	if len(rest) > 0 && isFlag(rest[len(rest)-1]) {
		flag := findFlag(cmd, strings.TrimLeft(rest[len(rest)-1], "-"))
		if generic, ok := flag.(*cli.GenericFlag); ok {
			return generic.Value.(interface{ Choices() []string }).Choices()
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		return slices.Sorted(slices.Values(flagNames(cmd)))
	case cmd.Name == "completion":
		return shells
	case len(rest) > 0:
		return nil
	}
	return namesOf(cmd.Subcommands)
}
