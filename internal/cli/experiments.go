package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// ReadExperiments reads a file of experiments, or standard input if the name is "-". Mistakes
// are usage errors that name the line in the file. Warnings go to standard error, and do
// not prevent the run.
func ReadExperiments(name string, con Console) ([]bench.Experiment, error) {
	in := con.In
	file := "standard input"
	if name != "-" {
		f, err := openInput(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
		file = name
	} else if IsTerminal(con.In) {
		con.Notice("reading an experiment from the terminal; Ctrl-D ends")
	}
	experiments, warnings, err := config.ReadAll(in, file)
	if err != nil && !Is[*config.Error](err) {
		err = InFile(name, err)
	}
	if err != nil {
		return nil, AsUsage(err)
	}
	for _, w := range warnings {
		con.Notice(w.Error())
	}
	return experiments, nil
}

// PrintExperiments prints a table of stored experiments. The description of an experiment stands
// below its row. A name that is longer than a third of the console stands above its row, so that
// the table stays narrow. There must be at least one experiment.
func PrintExperiments(con Console, experiments []store.Experiment) {
	const indent = "  "
	inTable := slices.Clone(experiments)
	for i, e := range experiments {
		if utf8.RuneCountInString(e.Name) > con.Columns/3 {
			inTable[i].Name = ""
		}
	}
	header, rows, words := tableOf("experiments", inTable)
	lines := strings.Split(fittedText(math.MaxInt, header, rows, words...), "\n")
	head := lines[:len(lines)-len(rows)]
	fmt.Fprintln(con.Out, strings.Join(head, "\n"))
	for i, e := range experiments {
		if inTable[i].Name != e.Name {
			fmt.Fprintln(con.Out, inOneLine(e.Name))
		}
		fmt.Fprintln(con.Out, lines[len(head)+i])
		for _, line := range units.Wrap(e.Description, con.Columns-len(indent)) {
			fmt.Fprintln(con.Out, indent+units.Plain(line))
		}
	}
}
