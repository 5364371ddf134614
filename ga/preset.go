package ga

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

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

// ReadPreset returns the settings of a file that has a line for each setting, such as
// "population: 500". A line "preset: NAME" names the built-in preset that the other lines
// change; without one they change the default. A # that begins a line or follows a space
// begins a comment. Such a file is also a YAML file. Errors name the file and the setting.
func ReadPreset(file string, text []byte) (Settings, error) { return readPreset(file, text, Default()) }

func readPreset(file string, text []byte, s Settings) (Settings, error) {
	values, err := presetValues(string(text))
	if name, based := values["preset"]; based && err == nil {
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

// presetValues returns the values in the lines of a preset, by the names of their settings.
func presetValues(text string) (map[string]string, error) {
	values := map[string]string{}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) { // the mark of UTF-8
		number++
		line, _, _ = strings.Cut(" "+line, " #")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		if _, twice := values[name]; twice || value == "" {
			return nil, fmt.Errorf(
				"line %d: expected a setting with one value, such as population: 500, and each setting once", number)
		}
		values[name] = value
	}
	if len(values) == 0 {
		return nil, errors.New("no settings; expected lines such as population: 500")
	}
	return values, nil
}
