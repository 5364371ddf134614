package main

import (
	"cmp"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/config"
	"npuzzle/internal/cli"
)

// initCommand writes a template of an experiment file. The template can be run unchanged,
// and its comments explain every key.
func initCommand(con cli.Console) *urfave.Command {
	var out cli.Output
	return cli.Command("init", []urfave.Flag{cli.BoolFlag("force", &out.Force)},
		func(c *urfave.Context) error {
			out.Name = cmp.Or(c.Args().First(), "experiment.yaml")
			err := out.Write(func(w io.Writer) error {
				_,
					err := io.WriteString(w, config.Template)
				return err
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(con.Out, "wrote %s; run it with npuzzle run %s\n", out.Name, out.Name)
			return nil
		})
}
