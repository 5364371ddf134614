package cli

import (
	"npuzzle/bench"
	"npuzzle/bench/config"
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
	all, warnings, err := config.ReadAll(in, file)
	if err != nil && !Is[*config.Error](err) {
		err = InFile(name, err)
	}
	if err != nil {
		return nil, AsUsage(err)
	}
	for _, w := range warnings {
		con.Notice(w.Error())
	}
	return all, nil
}
