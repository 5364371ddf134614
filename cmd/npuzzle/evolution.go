package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/ga"
)

// patienceBeside is the patience of genetic solvers that are compared: a limit is
// for what does not get there, and not for each of many trials to use up.
const patienceBeside = ga.DefaultPatience

// evolutionFlags are the settings of the genetic solver that flags change.
type evolutionFlags struct {
	chosen  bool // the preset, by a flag
	changes []change
}

// change is one setting as a flag gave it.
type change struct{ name, text string }

// flags returns the flag of the preset and one flag for each setting in the table,
// with the defaults that help shows.
func (e *evolutionFlags) flags(preset *cli.GenericFlag, byDefault func(setting string) string) []cli.Flag {
	preset.TakesFile = true
	flags := []cli.Flag{preset}
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

// parsePreset returns the settings of a built-in preset or of a file.
func parsePreset(text string) (ga.Settings, error) {
	if s, err := ga.Preset(text); err == nil {
		return s, nil
	}
	file := strings.TrimSpace(text)
	content, err := os.ReadFile(file)
	if err != nil {
		return ga.Settings{}, fmt.Errorf("expected one of %s, or a file: %w", strings.Join(ga.PresetNames(), ", "), err)
	}
	return ga.ReadPreset(file, content)
}

// check refuses settings that the algorithm does not have.
func (e *evolutionFlags) check(algorithm string) error {
	switch {
	case algorithm == "ga":
		return nil
	case len(e.changes) > 0:
		return misuse("--%s is a setting of the genetic solver; expected --algorithm ga", e.changes[0].name)
	case e.chosen:
		return misuse("--preset has settings of the genetic solver; expected --algorithm ga")
	}
	return nil
}

// apply makes the changes to the settings of a preset.
func (e *evolutionFlags) apply(s *ga.Settings) {
	for _, c := range e.changes {
		if err := s.Set(c.name, c.text); err != nil {
			panic(err) // the flag has been parsed
		}
	}
}
