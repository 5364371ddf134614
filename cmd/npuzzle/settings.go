package main

import (
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/ga"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// settingsCommand prints the settings of all solvers, from the table of package solvers. The
// flag --set, preset files and experiment files use the same names and values.
func settingsCommand(con cli.Console) *urfave.Command {
	flags := []urfave.Flag{
		cli.JSONFlag("print one JSON object per setting", &con.JSON),
	}
	action := func(*urfave.Context) error {
		if con.JSON {
			return cli.Objects(con, cli.Settable())
		}
		printSettings(con)
		return nil
	}
	return &urfave.Command{
		Name:   "settings",
		Usage:  "explain the settings of the solvers, and list their defaults",
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle settings",
			"npuzzle settings --json",
		),
	}
}

// printSettings explains the terms and the settings, each in a paragraph whose lines but the first
// are indented.
func printSettings(con cli.Console) {
	const indent = "    "
	text := cli.TextOf("settings", map[string]any{
		"Settings": cli.Settable(),
		"Presets":  ga.PresetNames(),
		"Default":  ga.DefaultPreset,
		"Patience": cli.PatienceBeside,
		"Solvers":  len(solvers.Names()),
	})
	for line := range strings.Lines(text) {
		fmt.Fprintln(con.Out, strings.Join(units.Wrap(line, con.Columns-len(indent)), "\n"+indent))
	}
}
