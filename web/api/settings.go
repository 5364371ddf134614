package api

import (
	"strings"

	"npuzzle/ga"
)

// Setting describes a setting of the genetic solver, as the table of package ga has it. Values are
// texts, as experiment files and --set take them.
type Setting struct {
	Name     string            `json:"name"`
	Kind     string            `json:"kind"`              // int, float64, bool or string
	Values   string            `json:"values"`            // that it takes, for people
	Choices  []string          `json:"choices,omitempty"` // if there are few
	Defaults map[string]string `json:"defaults"`          // by preset
	Meaning  string            `json:"meaning"`
}

// Settings describes the settings of the genetic solver, in the order of its table. The setting
// control is missing, since only experiment files take it.
func Settings() []Setting {
	var all []Setting
	for _, row := range ga.Table() {
		s := Setting{
			Name: row.Name, Kind: row.Kind().String(), Values: row.Range(), Choices: row.Values,
			Defaults: map[string]string{}, Meaning: strings.ReplaceAll(row.Usage, "`", ""),
		}
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
