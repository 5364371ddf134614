package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"npuzzle/ga"
	"npuzzle/solvers"
)

// evolutionFlags are what the flags say of the genetic solver: the file of
// settings, and the single ones that change it or a preset.
type evolutionFlags struct {
	file    string
	changes []change
}

// change is one setting as a flag gave it.
type change struct{ name, text string }

// flags are the file of settings and the settings, as their table has them.
func (e *evolutionFlags) flags(preset cli.Flag) []cli.Flag {
	file := flagOf("preset-file", "`FILE` of settings, one a line such as population: 500, that change those of its preset:", "", &e.file,
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
		f.DefaultText = ga.Default().Get(row.Name)
		flags = append(flags, f)
	}
	return in(aboutEvolution, flags...)
}

// apply changes the settings of a preset, which the file may replace.
func (e *evolutionFlags) apply(s *ga.Settings) error {
	if e.file != "" {
		text, err := os.ReadFile(e.file)
		if err != nil {
			return placed("--preset-file "+e.file+": ", errors.Unwrap(err))
		}
		if err := solvers.ReadPreset(s, e.file, text); err != nil {
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
