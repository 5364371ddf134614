package ga

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// presetNames are the built-in presets, the plainest first. Each one may only be
// based on one before it.
var presetNames = []string{"study", "pure", "memetic"}

//go:embed presets/*.yaml
var presetFiles embed.FS

// presets reads the built-in presets once.
var presets = sync.OnceValue(func() map[string]Settings {
	known := map[string]Settings{}
	for _, name := range presetNames {
		file := "presets/" + name + ".yaml"
		text, err := presetFiles.ReadFile(file)
		if err == nil {
			known[name], err = readPreset(file, text, known, Settings{Control: NoControl})
		}
		if err != nil {
			panic(err) // a test reads them all
		}
	}
	return known
})

// PresetNames returns the name of every built-in preset, the plainest first.
func PresetNames() []string { return slices.Clone(presetNames) }

// Preset returns the settings of the built-in preset of a name.
func Preset(name string) (Settings, error) { return presetIn(presets(), name) }

// Default returns the settings of the best genetic solver, the preset "memetic".
func Default() Settings { return presets()["memetic"] }

// ReadPreset returns the settings of a file in YAML: lines of a setting's name and
// its value, such as "population: 500". A line "preset: NAME" names the built-in
// preset that the other lines change; without one they change the default. Errors
// name the file and the line.
func ReadPreset(file string, text []byte) (Settings, error) {
	return readPreset(file, text, presets(), Default())
}

func readPreset(file string, text []byte, known map[string]Settings, s Settings) (Settings, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return s, fmt.Errorf("%s: %w; expected lines such as population: 500", file, err)
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return s, fmt.Errorf("%s: no settings; expected lines such as population: 500", file)
	}
	settings := document.Content[0]
	lines := map[string]int{}
	// The preset that the other lines change is read first.
	for _, base := range []bool{true, false} {
		for i := 0; i < len(settings.Content); i += 2 {
			key, value := settings.Content[i], settings.Content[i+1]
			if base != (key.Value == "preset") {
				continue
			}
			var err error
			switch first, again := lines[key.Value]; {
			case again:
				err = fmt.Errorf("%s is in line %d already; expected it once", key.Value, first)
			case value.Kind != yaml.ScalarNode:
				err = fmt.Errorf("%s is a list or a group of settings; expected one value", key.Value)
			case base:
				s, err = presetIn(known, value.Value)
			case key.Value == "control":
				err = fmt.Errorf("control is no setting of a preset; expected it in an experiment file")
			default:
				err = s.Set(key.Value, value.Value)
			}
			if err != nil {
				return s, fmt.Errorf("%s:%d: %w", file, key.Line, err)
			}
			lines[key.Value] = key.Line
		}
	}
	return s, nil
}

func presetIn(known map[string]Settings, name string) (Settings, error) {
	s, ok := known[strings.ToLower(strings.TrimSpace(name))]
	if !ok {
		return s, fmt.Errorf("preset %.40q: expected one of %s", name, strings.Join(presetNames, ", "))
	}
	return s, nil
}
