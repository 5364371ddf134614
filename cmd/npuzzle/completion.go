package main

import (
	"embed"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// completionScripts are the scripts by which shells ask the program for completions. A
// script runs the hidden command with the words typed so far. Each line of the output is
// a completion. If there is none, the shell completes file names. Because only the
// program knows its commands and flags, the scripts work with every version.
//
//go:embed completion
var completionScripts embed.FS

// completionCommand prints the script that a shell sources when it starts. A comment in
// the script says how.
func completionCommand(con cli.Console) *urfave.Command {
	action := func(c *urfave.Context) error {
		shell, err := units.OneOf(cli.Shells...)(c.Args().First())
		if err != nil {
			return cli.Misuse("%.40q is not a shell with completion; %w", c.Args().First(), err)
		}
		script, err := completionScripts.ReadFile("completion/npuzzle." + shell)
		con.Out.Raw.Write(script)
		return err
	}
	return &urfave.Command{
		Name:      "completion",
		Usage:     "print a completion script for bash, fish or zsh",
		ArgsUsage: "bash|fish|zsh",
		Description: `
Completion lets the shell complete commands and flags when Tab is pressed. To load the script, run
source <(npuzzle completion bash) in bash, source <(npuzzle completion zsh) in zsh, or npuzzle
completion fish | source in fish.`,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle completion bash",
			"npuzzle completion fish",
		),
	}
}
