package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/ga"
)

// gaSetting is a setting of the genetic solver as settings prints it in JSON. Values are
// texts, as --set and experiment files take them.
type gaSetting struct {
	Name     string            `json:"name"`
	Values   string            `json:"values"`
	Defaults map[string]string `json:"defaults"` // by preset
	Meaning  string            `json:"meaning"`
}

// settingsCommand prints the table of the genetic solver's settings. Package ga owns the table;
// --set, preset files and experiment files take the same names and values.
func settingsCommand(con console) *cli.Command {
	var asJSON bool
	return command(cli.Command{
		Name:  "settings",
		Usage: "list the settings of the genetic algorithm, with the defaults of each preset",
		Flags: in(aboutOutput, jsonFlag("print one JSON object per setting", &asJSON)),
		Action: func(*cli.Context) error {
			if asJSON {
				return objects(con, gaSettings())
			}
			printSettings(con)
			return nil
		},
	},
		"npuzzle settings",
		"npuzzle settings --json",
	)
}

// gaSettings describes the settings that --set accepts, in the order of the table. The setting
// control is missing, since only experiment files take it.
func gaSettings() []gaSetting {
	var all []gaSetting
	for _, row := range ga.Table() {
		s := gaSetting{row.Name, row.Range(), map[string]string{}, strings.ReplaceAll(row.Usage, "`", "")}
		for _, name := range ga.PresetNames() {
			preset, err := ga.Preset(name)
			if err != nil {
				panic(err) // the name is that of a preset
			}
			s.Defaults[name] = preset.Get(row.Name)
		}
		all = append(all, s)
	}
	return all
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
	all := gaSettings()
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
		"Change settings with --set NAME=VALUE.")
}
