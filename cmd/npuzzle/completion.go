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

// completeCommand is the hidden command that completion scripts call. Its arguments are
// the words of the command line so far. The last word is incomplete.
const completeCommand = "__complete"

// completionScripts are the scripts by which shells ask the program for completions. A
// script runs the hidden command with the words typed so far. Each line of the output is
// a completion. If there is none, the shell completes file names. Because only the
// program knows its commands and flags, the scripts work with every version.
//
//go:embed completion
var completionScripts embed.FS

// shells are the shells with completion scripts.
var shells = []string{"bash", "fish", "zsh"}

// completionCommand prints the script that a shell sources when it starts. A comment in
// the script says how.
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
	}, "npuzzle completion bash", "npuzzle completion fish")
}

// complete prints the completions of the last word, one per line.
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

// offers lists the words that may take the place of the last word. They are commands,
// subcommands, or the values of the flag before it. If the last word begins with "-",
// they are flags. The caller selects the offers that begin with the last word.
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
