package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// solvers reads the list of solvers. It reads all entries before it chooses names,
// because a name depends on the other solvers of the algorithm. Then it checks each
// solver against each group of puzzles.
func (r *reader) solvers(n *yaml.Node) error {
	entries, err := r.list(n, "solvers")
	if err != nil {
		return err
	}
	var all []variant
	for _, entry := range entries {
		list, err := r.solver(entry, maxSolvers-len(all))
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	tellApart(all)
	named := map[string]bool{}
	for _, v := range all {
		if named[v.Name] {
			return r.fault(v.entry, "solver %q appears twice; expected a name of its own, such as name: %s again",
				v.Name, v.Name)
		}
		named[v.Name] = true
		for _, g := range r.e.Groups {
			if err := r.check(v.Settings, g); err != nil {
				return r.fault(v.entry, "solver %s does not go with puzzles %s: %v", v.Name, g.Name, err)
			}
		}
		r.e.Solvers = append(r.e.Solvers, v.Solver)
	}
	return nil
}

// check finds out whether a solver goes together with a group of puzzles. What was found
// of a heuristic, goal and move costs is remembered. The solvers of a grid mostly differ
// in other settings, so few checks are computed.
func (r *reader) check(s solvers.Settings, g bench.Group) error {
	c := checked{s.Algorithm, s.HeuristicName(), s.Prune, s.GA.Subgoals, s.GA.Core, g.Goal, g.Costs}
	err, known := r.checked[c]
	if !known {
		err = s.CheckGoal(g.Goal, g.Costs)
		r.checked[c] = err
	}
	return err
}

// checked is what decides whether a solver goes together with a group.
type checked struct {
	algorithm, heuristic string
	prune                bool
	subgoals             string
	core                 int
	goal                 puzzle.Board
	costs                puzzle.Costs
}

// variant is a solver with what its name may have to tell.
type variant struct {
	bench.Solver
	entry   *yaml.Node // that it was read from
	named   bool       // by a key of the entry
	written []string   // settings that stand in the entry, in their order
	preset  string     // of the genetic solver; "" if none stands in the entry
}

// get returns the text of a setting.
func (v variant) get(setting string) string {
	if setting == solvers.PresetSetting {
		return v.preset
	}
	return v.Settings.Get(setting)
}

// tellApart renames the solvers of one algorithm that have the same name because the
// file names none of them. The new names tell the settings in which they differ. Only
// settings that stand in the file count. For example, two entries of astar with
// different heuristics become "astar manhattan" and "astar linear-conflict".
//
// Nothing is renamed if the names of an algorithm's solvers differ already.
func tellApart(all []variant) {
	alike := map[string][]*variant{} // those without a name, by algorithm
	taken, twice := map[string]bool{}, map[string]bool{}
	for i := range all {
		if v := &all[i]; !v.named {
			algorithm := v.Settings.Algorithm
			alike[algorithm] = append(alike[algorithm], v)
			twice[algorithm] = twice[algorithm] || taken[v.Name]
			taken[v.Name] = true
		}
	}
	for algorithm, list := range alike {
		if !twice[algorithm] {
			continue
		}
		var settings []string
		for _, v := range list {
			for _, setting := range v.written {
				differs := func(other *variant) bool { return other.get(setting) != v.get(setting) }
				if !slices.Contains(settings, setting) && slices.ContainsFunc(list, differs) {
					settings = append(settings, setting)
				}
			}
		}
		for _, v := range list {
			v.Name = algorithm
			for _, setting := range settings {
				v.Name += suffix(setting, v.get(setting))
			}
		}
	}
}

// suffix is how a name tells the value of a setting.
func suffix(setting, value string) string {
	switch {
	case value == "":
		return ""
	case setting == solvers.PresetSetting || setting == "heuristic" || setting == "order":
		return " " + value
	}
	return fmt.Sprintf(" %s=%s", setting, value)
}

// solver reads an entry of the list. A setting with a list of values makes a solver
// of each; several such settings make all combinations, at most limit.
//
// The values are kept as nodes until the whole entry is read, because the algorithm,
// which decides what settings are allowed, may stand below them.
func (r *reader) solver(n *yaml.Node, limit int) ([]variant, error) {
	base := variant{entry: n}
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
	base.Solver = bench.Solver{Name: cmp.Or(name, algorithm), Settings: solvers.Default(algorithm)}
	base.named = name != ""
	for i, a := range axes {
		base.written = append(base.written, a.Setting)
		for _, n := range nodes[a.Setting] {
			text, err := r.scalar(n, a.Setting)
			if err != nil {
				return nil, err
			}
			if err := base.Settings.CheckTaken(a.Setting); err != nil {
				return nil, r.fault(n, "%v", err)
			}
			// This checks the value on a copy. The variants of expand have the value set.
			if err := new(base.Settings).Set(a.Setting, text); err != nil {
				return nil, r.fault(n, "%v", err)
			}
			axes[i].Values = append(axes[i].Values, text)
		}
	}
	list, err := expand(base, axes, limit)
	if err != nil {
		return nil, r.fault(n, "more than %d solvers; expected shorter lists", maxSolvers)
	}
	// Values that are allowed one by one may contradict each other.
	for _, v := range list {
		if err := v.Settings.Check(); err != nil {
			return nil, r.fault(n, "%v", err)
		}
	}
	return list, nil
}

// Axis is a setting with the values that it takes in turn.
type Axis struct {
	Setting string
	Values  []string
}

// Grid returns a solver for each combination of the values, as lists of values in an
// experiment file do. The names tell the settings that take several values.
func Grid(base bench.Solver, axes []Axis) ([]bench.Solver, error) {
	list, err := expand(variant{Solver: base}, axes, maxSolvers)
	all := make([]bench.Solver, len(list))
	for i, v := range list {
		all[i] = v.Solver
	}
	return all, err
}

// expand returns a variant for each combination of the values. It sets the preset
// first, since a preset sets all others.
func expand(base variant, axes []Axis, limit int) ([]variant, error) {
	axes = slices.Clone(axes)
	slices.SortStableFunc(axes, func(a, b Axis) int {
		return cmp.Compare(presetRank(b.Setting), presetRank(a.Setting))
	})
	list := []variant{base}
	for _, a := range axes {
		if len(list)*len(a.Values) > limit {
			return nil, fmt.Errorf("more than %d combinations; expected shorter lists", limit)
		}
		var all []variant
		for _, v := range list {
			for _, text := range a.Values {
				next := v
				if err := next.Settings.Set(a.Setting, text); err != nil {
					return nil, err
				}
				if a.Setting == solvers.PresetSetting {
					next.preset = text
				}
				if len(a.Values) > 1 {
					next.Name += suffix(a.Setting, next.get(a.Setting))
				}
				all = append(all, next)
			}
		}
		list = all
	}
	return list, nil
}

// presetRank is 1 for the preset and 0 for other settings.
func presetRank(setting string) int {
	if setting == solvers.PresetSetting {
		return 1
	}
	return 0
}
