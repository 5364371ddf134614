package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/search"
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

const indent = "    "

// terms defines the words that the descriptions of settings use, each in one line.
//
//go:embed terms.txt
var terms string

// printSettings prints the terms, and a row for each setting with a column for each
// preset. The meaning of a setting is below its row, because the table would otherwise be
// too wide. The last lines say how to change a setting.
func printSettings(con console) {
	con.text("The genetic solver uses these terms. docs/genetic.md describes the solver in full.", "")
	for term := range strings.Lines(terms) {
		fmt.Fprintln(con.out, strings.Join(units.Wrap(term, con.columns-len(indent)), "\n"+indent))
	}
	fmt.Fprintln(con.out)
	ofGA := func(s search.Setting) bool { return s.Solvers[0] == "ga" }
	others := func(s search.Setting) bool { return !ofGA(s) }
	presets := func(s search.Setting) (defaults table.Row) {
		for _, name := range ga.PresetNames() {
			defaults = append(defaults, s.Defaults[name])
		}
		return defaults
	}
	printRows(con, slices.DeleteFunc(settable(), others), ga.PresetNames(), presets)
	con.text("")
	con.explain("settings of ga", map[string]any{
		"Presets": presetNames, "Default": ga.DefaultPreset, "Patience": patienceBeside})
	con.text("", "The other solvers have these settings. Each is a flag of solve and compare.", "")
	heads := []string{"default", "solvers"}
	printRows(con, slices.DeleteFunc(settable(), ofGA), heads, func(s search.Setting) table.Row {
		taking := strings.Join(s.Solvers, " ")
		if len(s.Solvers) == len(solvers.Names()) {
			taking = "all"
		}
		return table.Row{s.Defaults[s.Solvers[0]], taking}
	})
}

// printRows prints a table with a row for each setting: its name, its values and what the function
// cells returns under the given heads. The meaning of a setting is below its row.
func printRows(con console, all []search.Setting, heads []string, cells func(search.Setting) table.Row) {
	header, columns := table.Row{"setting", "values"}, []int{1, 2}
	for _, name := range heads {
		header, columns = append(header, name), append(columns, len(columns)+1)
	}
	const widest = 24 // of the values in the table; longer ones are with the meaning
	var rows []table.Row
	for i, s := range all {
		if len(s.Values) > widest {
			all[i].Meaning = "One of " + s.Values + ". " + s.Meaning
			s.Values = fmt.Sprintf("one of %d words", len(s.Words))
		}
		rows = append(rows, append(table.Row{s.Name, s.Values}, cells(s)...))
	}
	lines := strings.Split(tableText(header, rows, columns...), "\n")
	fmt.Fprintf(con.out, "%s\n%s\n", lines[0], lines[1][:min(len(lines[1]), con.columns)])
	for i, s := range all {
		meaning := strings.Join(units.Wrap(s.Meaning, con.columns-len(indent)), "\n"+indent)
		fmt.Fprintf(con.out, "%s\n%s%s\n", lines[2+i], indent, meaning)
	}
}
