package solvers

import (
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"npuzzle/ga"
)

// ReadPreset changes settings of the genetic solver to what a file says: lines
// of a setting's name and its value, such as "population: 500", in YAML. A line
// "preset: NAME", wherever it stands, gives the settings that the others change.
// Where the preset has been chosen already there may be no such line. Errors name
// the file and the line.
func ReadPreset(s *ga.Settings, name string, text []byte, chosen bool) error {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return fmt.Errorf("%s: %w; expected lines such as population: 500", name, err)
	}
	if len(document.Content) == 0 {
		return fmt.Errorf("%s: no settings; expected lines such as population: 500", name)
	}
	settings := document.Content[0]
	if settings.Kind != yaml.MappingNode {
		return fmt.Errorf("%s:%d: no settings; expected lines such as population: 500", name, settings.Line)
	}
	next := Settings{Algorithm: "ga", GA: *s}
	lines := map[string]int{}
	for _, presets := range []bool{true, false} {
		for i := 0; i < len(settings.Content); i += 2 {
			key, value := settings.Content[i], settings.Content[i+1]
			if (key.Value == PresetSetting) != presets {
				continue
			}
			err := errors.New("a list or a group of settings; expected one value")
			first, again := lines[key.Value]
			lines[key.Value] = key.Line
			switch {
			case again:
				err = fmt.Errorf("%s stands in line %d already; expected it once", key.Value, first)
			case presets && chosen:
				err = errors.New("a preset beside those of --preset; expected no such line")
			case key.Value != PresetSetting && !slices.Contains(ga.SettingNames(), key.Value):
				err = next.GA.Set(key.Value, "") // says which there are
			case value.Kind == yaml.ScalarNode:
				err = next.Set(key.Value, value.Value)
			}
			if err != nil {
				return fmt.Errorf("%s:%d: %w", name, key.Line, err)
			}
		}
	}
	*s = next.GA
	return nil
}
