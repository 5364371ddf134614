package ga

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"npuzzle/internal/units"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// builtIn holds the Settings of the built-in presets that have been read, by file. To
// read one takes half a millisecond.
var builtIn sync.Map

// PresetNames returns the name of every built-in preset, the plainest first.
func PresetNames() []string { return []string{"study", "pure", "memetic"} }

// Preset returns the settings of the built-in preset of a name.
func Preset(name string) (Settings, error) {
	known, ok := units.FindName(name, PresetNames())
	if !ok {
		return Settings{}, fmt.Errorf("preset %.40q: expected one of %s%s", name, strings.Join(PresetNames(), ", "),
			units.DidYouMean(name, PresetNames()))
	}
	file := "presets/" + known + ".yaml"
	if s, ok := builtIn.Load(file); ok {
		return s.(Settings), nil
	}
	text, err := presetFiles.ReadFile(file)
	if err != nil {
		panic(err) // the file is part of the program
	}
	s, err := readPreset(file, text, Settings{Control: NoControl})
	if err == nil {
		builtIn.Store(file, s)
	}
	return s, err
}

// Default returns the settings of the best genetic solver, the preset "memetic".
func Default() Settings {
	s, err := Preset("memetic")
	if err != nil {
		panic(err) // the tests read every built-in preset
	}
	return s
}

// ReadPreset returns the settings of a file in YAML: lines of a setting's name and
// its value, such as "population: 500". A line "preset: NAME" names the built-in
// preset that the other lines change; without one they change the default. Errors
// name the file and the setting.
func ReadPreset(file string, text []byte) (Settings, error) { return readPreset(file, text, Default()) }

func readPreset(file string, text []byte, s Settings) (Settings, error) {
	var values map[string]string
	var unfit *yaml.TypeError
	err := yaml.Unmarshal(text, &values)
	switch name, based := values["preset"]; {
	case errors.As(err, &unfit):
		line, _, _ := strings.Cut(unfit.Errors[0], ":")
		err = fmt.Errorf("%s: expected a setting with one value, such as population: 500, and each setting once", line)
	case err != nil:
		err = fmt.Errorf("%w; expected lines such as population: 500", err)
	case len(values) == 0:
		err = errors.New("no settings; expected lines such as population: 500")
	case based:
		s, err = Preset(name)
	}
	delete(values, "preset")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case err != nil:
		case name == "control":
			err = errors.New("control is no setting of a preset; expected it in an experiment file")
		default:
			err = s.Set(name, values[name])
		}
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}
