package solvers

import (
	"fmt"
	"strings"

	"npuzzle/ga"
)

// PresetSetting is the name by which Set knows all settings of the genetic
// solver together. Set it before single ones, which it would undo.
const PresetSetting = "preset"

// ParsePreset returns the settings of the genetic solver that a name stands for.
func ParsePreset(name string) (ga.Settings, error) {
	s, ok := ga.Preset(strings.ToLower(strings.TrimSpace(name)))
	if !ok {
		return s, fmt.Errorf("expected one of %s", strings.Join(ga.PresetNames(), ", "))
	}
	return s, nil
}
