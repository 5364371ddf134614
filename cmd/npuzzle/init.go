package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

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

// writeTemplate writes the file unless there is one of the name.
func writeTemplate(name string, con console) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return misuse("%s: the file exists; expected a new name", name)
	}
	if err != nil {
		return placed("", err)
	}
	_, err = file.WriteString(config.Template)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out, "wrote %s; run it with npuzzle run %s\n", name, name)
	return err
}
