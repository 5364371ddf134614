package main

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/cli"
)

// versionCommand prints the same text as --version.
func versionCommand(con cli.Console) *urfave.Command {
	return cli.Command("version", nil, func(c *urfave.Context) error {
		_, err := fmt.Fprintln(con.Out, "npuzzle", c.App.Version)
		return err
	})
}
