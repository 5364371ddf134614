package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/config"
)

// initCommand writes a template of an experiment file. The template can be run unchanged,
// and its comments explain every key.
func initCommand(con console) *cli.Command {
	var out output
	return command(cli.Command{
		Name:      "init",
		Usage:     "write an experiment file with comments (by default experiment.yaml), to edit and run",
		ArgsUsage: "[FILE]",
		Description: "FILE is the name of the new file. npuzzle run FILE runs the experiment. " +
			"docs/experiments.md explains what an experiment file can contain.",
		Flags: in(aboutOutput, forceFlag(&out.force)),
		Action: func(c *cli.Context) error {
			out.name = cmp.Or(c.Args().First(), "experiment.yaml")
			err := out.write(func(w io.Writer) error { _, err := io.WriteString(w, config.Template); return err })
			if err != nil {
				return err
			}
			fmt.Fprintf(con.out, "wrote %s; run it with npuzzle run %s\n", out.name, out.name)
			return nil
		},
	},
		"npuzzle init",
		"npuzzle init other.yaml",
	)
}
