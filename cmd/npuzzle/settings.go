package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/ga"
	"npuzzle/web/api"
)

// settingsCommand prints the table of the genetic solver's settings. Package ga owns the table;
// --set, preset files and experiment files take the same names and values.
func settingsCommand(con console) *cli.Command {
	var asJSON bool
	return command(cli.Command{
		Name:  "settings",
		Usage: "list the settings of the genetic solver, with the defaults of each preset",
		Flags: in(aboutOutput, jsonFlag("print one JSON object per setting", &asJSON)),
		Action: func(*cli.Context) error {
			if asJSON {
				return objects(con, api.Settings())
			}
			printSettings(con)
			return nil
		},
	},
		"npuzzle settings",
		"npuzzle settings --json",
	)
}

// printSettings prints a row for each setting, with a column for the defaults of each preset. The
// meaning stands below the row, since it would make the table too wide. The last lines say how to change
// a setting.
func printSettings(con console) {
	header := table.Row{"setting", "values"}
	words := []int{1, 2}
	for _, name := range ga.PresetNames() {
		header, words = append(header, name), append(words, len(header)+1)
	}
	var rows []table.Row
	all := api.Settings()
	for _, s := range all {
		row := table.Row{s.Name, s.Values}
		for _, name := range ga.PresetNames() {
			row = append(row, s.Defaults[name])
		}
		rows = append(rows, row)
	}
	lines := strings.Split(tableText(header, rows, words...), "\n")
	fmt.Fprintf(con.out, "%s\n%s\n", lines[0], lines[1][:min(len(lines[1]), con.columns)])
	const indent = "    "
	for i, s := range all {
		meaning := strings.Join(wrapped(s.Meaning, con.columns-len(indent)), "\n"+indent)
		fmt.Fprintf(con.out, "%s\n%s%s\n", lines[2+i], indent, meaning)
	}
	con.text("", "The columns study, pure and memetic show the defaults of these presets. solve uses memetic. "+
		fmt.Sprintf("compare and tune use patience %d instead of auto. ", patienceBeside)+
		"N, F and G stand for the value of the setting. Change settings with --set NAME=VALUE.")
}
