package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/solvers"
)

// solvers reads the list of solvers, and checks each against each group of puzzles.
func (r *reader) solvers(n *yaml.Node) error {
	entries, err := r.list(n, "solvers")
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, entry := range entries {
		list, err := r.solver(entry)
		if err != nil {
			return err
		}
		if r.e.Solvers = append(r.e.Solvers, list...); len(r.e.Solvers) > maxSolvers {
			return r.fault(entry, "more than %d solvers; expected shorter lists", maxSolvers)
		}
		for _, s := range list {
			if named[s.Name] {
				return r.fault(entry, "solver %q appears twice; expected a name of its own, such as name: %s again",
					s.Name, s.Name)
			}
			named[s.Name] = true
			// Values that are allowed one by one may contradict each other.
			if err := s.Settings.Check(); err != nil {
				return r.fault(entry, "%v", err)
			}
			for _, g := range r.e.Groups {
				if err := s.Settings.CheckGoal(g.Goal, g.Costs); err != nil {
					return r.fault(entry, "solver %s does not go with puzzles %s: %v", s.Name, g.Name, err)
				}
			}
		}
	}
	return nil
}

// solver reads an entry of the list. A setting with a list of values makes a solver
// of each; several such settings make all combinations.
//
// The values are kept as nodes until the whole entry is read, because the algorithm,
// which decides what settings are allowed, may stand below them.
func (r *reader) solver(n *yaml.Node) ([]bench.Solver, error) {
	name, algorithm := "", ""
	var axes []Axis
	nodes := map[string][]*yaml.Node{}
	fields := map[string]field{"name": value(r, "name", &name, word)}
	for _, setting := range append(solvers.SettingNames(), solvers.PresetSetting) {
		if setting == "seed" {
			continue // the seed of a trial follows from the experiment's
		}
		fields[setting] = func(n *yaml.Node) (err error) {
			nodes[setting], err = r.list(n, setting)
			axes = append(axes, Axis{Setting: setting})
			return err
		}
	}
	fields["algorithm"] = value(r, "algorithm", &algorithm, solvers.ParseName)
	for _, key := range keys(n) {
		if err := ga.Removed(key.Value); err != nil {
			return nil, r.fault(key, "%v", err)
		}
	}
	if err := r.mapping(n, "a solver", fields); err != nil {
		return nil, err
	}
	if algorithm == "" {
		return nil, r.fault(n, "a solver without algorithm; expected algorithm: with one of %s",
			strings.Join(solvers.Names(), ", "))
	}
	base := bench.Solver{Name: cmp.Or(name, algorithm), Settings: solvers.Default(algorithm)}
	for i, a := range axes {
		for _, n := range nodes[a.Setting] {
			text, err := r.scalar(n, a.Setting)
			if err != nil {
				return nil, err
			}
			if err := base.Settings.CheckTaken(a.Setting); err != nil {
				return nil, r.fault(n, "%v", err)
			}
			// This checks the value on a copy, so that the error names its line. Grid sets it.
			if err := new(base.Settings).Set(a.Setting, text); err != nil {
				return nil, r.fault(n, "%v", err)
			}
			axes[i].Values = append(axes[i].Values, text)
		}
	}
	list, err := Grid(base, axes)
	if err != nil {
		return nil, r.fault(n, "%v", err)
	}
	return list, nil
}

// Axis is a setting with the values that it takes in turn.
type Axis struct {
	Setting string
	Values  []string
}

// Grid returns a solver for each combination of the values, as lists of values in an
// experiment file do. The names tell the values of the settings that take several. Grid
// sets the preset first, since a preset sets all other settings of the genetic solver.
func Grid(base bench.Solver, axes []Axis) ([]bench.Solver, error) {
	isPreset := func(a Axis) bool { return a.Setting == solvers.PresetSetting }
	if i := slices.IndexFunc(axes, isPreset); i > 0 {
		axes = slices.Concat(axes[i:i+1], axes[:i], axes[i+1:])
	}
	list := []bench.Solver{base}
	for _, a := range axes {
		if len(list)*len(a.Values) > maxSolvers {
			return nil, fmt.Errorf("more than %d solvers; expected shorter lists", maxSolvers)
		}
		var all []bench.Solver
		for _, s := range list {
			for _, text := range a.Values {
				next := s
				if err := next.Settings.Set(a.Setting, text); err != nil {
					return nil, err
				}
				if len(a.Values) > 1 {
					next.Name += suffix(a.Setting, text, next.Settings)
				}
				all = append(all, next)
			}
		}
		list = all
	}
	return list, nil
}

// suffix is how the name of a solver tells the value of a setting. The text is that of
// the value in the list.
func suffix(setting, text string, s solvers.Settings) string {
	switch setting {
	case solvers.PresetSetting:
		return " " + text
	case "heuristic", "order":
		return " " + s.Get(setting)
	}
	return fmt.Sprintf(" %s=%s", setting, s.Get(setting))
}
