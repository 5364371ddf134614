package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"npuzzle/ga"
	"npuzzle/solvers"
)

// patienceBeside is the patience of genetic solvers that are compared: a limit is
// for what does not get there, and not for each of many trials to use up.
const patienceBeside = ga.DefaultPatience

// evolutionFlags are what the flags say of the genetic solver: the file of
// settings, and the single ones that change it or a preset.
type evolutionFlags struct {
	file    string
	chosen  bool // the preset, by a flag
	changes []change
}

// change is one setting as a flag gave it.
type change struct{ name, text string }

// flags are the file of settings and the settings, as their table has them, with what
// help says of their defaults.
func (e *evolutionFlags) flags(preset cli.Flag, byDefault func(setting string) string) []cli.Flag {
	file := flagOf("preset-file", "`FILE` of settings, one a line such as population: 500, that change those of its preset", "", &e.file,
		func(text string) (string, error) { return text, nil })
	file.TakesFile = true
	flags := []cli.Flag{preset, file}
	for _, row := range ga.Table() {
		f := flagOf(row.Name, row.Usage, "", new(string), func(text string) (string, error) {
			err := new(ga.Settings).Set(row.Name, text)
			if value := new(ga.ValueError); errors.As(err, &value) {
				err = fmt.Errorf("expected %s", value.Expected)
			}
			e.changes = append(e.changes, change{row.Name, text})
			return text, err
		}, row.Values...)
		f.DefaultText = byDefault(row.Name)
		flags = append(flags, f)
	}
	return in(aboutEvolution, flags...)
}

// check refuses settings that the algorithm does not have.
func (e *evolutionFlags) check(algorithm string) error {
	switch {
	case algorithm == "ga":
		return nil
	case len(e.changes) > 0:
		return misuse("--%s is a setting of the genetic solver; expected --algorithm ga", e.changes[0].name)
	case e.file != "":
		return misuse("--preset-file has settings of the genetic solver; expected --algorithm ga")
	case e.chosen:
		return misuse("--preset has settings of the genetic solver; expected --algorithm ga")
	}
	return nil
}

// apply changes the settings of a preset, which the file may replace.
func (e *evolutionFlags) apply(s *ga.Settings) error {
	if e.file != "" {
		text, err := os.ReadFile(e.file)
		if err != nil {
			return placed("--preset-file "+e.file+": ", errors.Unwrap(err))
		}
		if err := solvers.ReadPreset(s, e.file, text, e.chosen); err != nil {
			return &usageError{err}
		}
	}
	for _, c := range e.changes {
		if err := s.Set(c.name, c.text); err != nil {
			return &usageError{err}
		}
	}
	return nil
}
