package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// settingsCommand prints the settings of all solvers, from the table of package solvers. The
// flag --set, preset files and experiment files use the same names and values.
func settingsCommand(con console) *cli.Command {
	return command("settings", []cli.Flag{boolFlag("json", &con.json)}, func(*cli.Context) error {
		if con.json {
			return objects(con, settable())
		}
		printSettings(con)
		return nil
	})
}

// printSettings explains the terms and the settings, each in a paragraph whose lines but the first
// are indented.
func printSettings(con console) {
	const indent = "    "
	text := textOf("settings", map[string]any{"Settings": settable(), "Presets": ga.PresetNames(),
		"Default": ga.DefaultPreset, "Patience": patienceBeside, "Solvers": len(solvers.Names())})
	for line := range strings.Lines(text) {
		fmt.Fprintln(con.out, strings.Join(units.Wrap(line, con.columns-len(indent)), "\n"+indent))
	}
}
