package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/config"
)

func initCommand(con console) *cli.Command {
	return command(cli.Command{
		Name:      "init",
		Usage:     "write an experiment file that explains itself, to change and run",
		ArgsUsage: "[FILE]",
		Action: func(c *cli.Context) error {
			name := "experiment.yaml"
			switch c.NArg() {
			case 0:
			case 1:
				name = c.Args().First()
			default:
				return misuse("init takes the name of one file, but was given %d", c.NArg())
			}
			return writeTemplate(name, con)
		},
	},
		"npuzzle init",
		"npuzzle init other.yaml",
	)
}

// writeTemplate writes the file unless one of the name exists.
func writeTemplate(name string, con console) error {
	err := writeNew(name, func(w io.Writer) error { _, err := io.WriteString(w, config.Template); return err })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out, "wrote %s; run it with npuzzle run %s\n", name, name)
	return err
}
