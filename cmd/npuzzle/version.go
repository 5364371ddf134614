package main

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/cli"
)

// versionCommand prints the same text as --version.
func versionCommand(con cli.Console) *urfave.Command {
	action := func(c *urfave.Context) error {
		_, err := fmt.Fprintln(con.Out, "npuzzle", c.App.Version)
		return err
	}
	return &urfave.Command{
		Name:   "version",
		Usage:  "print the versions of the program and of Go",
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle version",
			"npuzzle --version",
		),
	}
}
