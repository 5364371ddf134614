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
	flags := []urfave.Flag{
		cli.ForceFlag(&out.Force),
	}
	action := func(c *urfave.Context) error {
		out.Name = cmp.Or(c.Args().First(), "experiment.yaml")
		err := out.Write(func(w io.Writer) error {
			_, err := io.WriteString(w, config.Template)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(con.Out, "wrote %s; run it with npuzzle run %s\n", out.Name, out.Name)
		return nil
	}
	return &urfave.Command{
		Name: "init",
		Usage: "write an experiment file with comments (by default experiment.yaml), to edit " +
			"and run",
		ArgsUsage: "[FILE]",
		Description: `
FILE is the name of the new file. npuzzle run FILE runs the experiment. docs/experiments.md explains
what an experiment file can contain.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle init",
			"npuzzle init other.yaml",
		),
	}
}
