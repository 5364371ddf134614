package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// solvers reads the list of solvers, and checks whether each solver can handle each group of
// puzzles. It is an error if no solver can handle any group.
func (r *reader) solvers(o object) {
	taken := map[string]bool{}
	for _, entry := range o.list("solvers") {
		r.leaveOut(r.part(func() {
			list := r.solver(entry)
			for _, s := range list {
				r.take(entry, taken, "solvers", s.Name)
				// Values that are allowed one by one may contradict each other.
				if err := s.Settings.Check(); err != nil {
					r.fail(entry, "%v", err)
				}
			}
			r.e.Solvers = append(r.e.Solvers, r.fitting(entry, list)...)
		}))
		if len(r.e.Solvers) > maxSolvers {
			r.fail(entry, "more than %d solvers; expected shorter lists", maxSolvers)
		}
	}
	if len(r.e.Solvers) == 0 && !r.stored {
		last := r.warnings[len(r.warnings)-1]
		panic(&Error{last.File, last.Line, strings.TrimPrefix(last.Reason, leftOut)})
	}
}

// leftOut is the beginning of a warning about a solver that cannot handle a group.
const leftOut = "left out: "

// fitting limits each solver of an entry to the groups that it can handle. It returns the
// solvers that can handle at least one group. For each group that some solvers cannot handle,
// it adds a warning with the first of these solvers, the reason, and the number of others.
func (r *reader) fitting(entry *yaml.Node, list []bench.Solver) []bench.Solver {
	// by group: for each solver that cannot handle it, a text with the reason
	misfits := map[string][]string{}
	for i, s := range list {
		fitting := []string{}
		for _, g := range r.e.Groups {
			if !s.Tries(g.Name) {
				continue
			}
			if err := s.Settings.CheckGoal(g.Goal, g.Costs); err != nil {
				misfit := s.Name + " does not go with puzzles " + g.Name + ": " + err.Error()
				misfits[g.Name] = append(misfits[g.Name], misfit)
				continue
			}
			fitting = append(fitting, g.Name)
		}
		if s.Groups != nil || len(fitting) < len(r.e.Groups) {
			list[i].Groups = fitting
		}
	}
	for _, g := range r.e.Groups {
		if all := misfits[g.Name]; all != nil {
			text := leftOut + "solver " + all[0]
			if more := len(all) - 1; more > 0 {
				text += fmt.Sprintf("; nor do %s of this entry",
					units.Plural(more, "other solver", "other solvers"))
			}
			r.warn(entry, "%s", text)
		}
	}
	fitsNone := func(s bench.Solver) bool { return s.Groups != nil && len(s.Groups) == 0 }
	return slices.DeleteFunc(list, fitsNone)
}

// solver reads an entry of the list of solvers. A list of algorithms makes a solver for each
// algorithm. If settings have lists of values, there is a solver for each combination of
// values. If there are several algorithms, a setting applies to those that take it.
func (r *reader) solver(n *yaml.Node) (all []bench.Solver) {
	allowed := append(solvers.SettingNames(), solvers.PresetSetting, "name", "groups")
	// The seed of the experiment determines the seeds of the trials.
	allowed = slices.DeleteFunc(allowed, func(name string) bool { return name == "seed" })
	o := r.object(n, "a solver", allowed...)
	name := one(o, "name", "", word)
	algorithms := many(o, "algorithm", solvers.ParseName)
	if algorithms == nil {
		r.fail(n, "a solver without algorithm; expected algorithm: with one of %s",
			strings.Join(solvers.Names(), ", "))
	}
	groups := r.groupNames(o)
	for _, algorithm := range algorithms {
		base := bench.Solver{
			Name:     cmp.Or(name, algorithm),
			Settings: solvers.Default(algorithm),
			Groups:   groups,
		}
		if name != "" && len(algorithms) > 1 {
			base.Name += " " + algorithm
		}
		var grid []Axis
		content := r.merged(n)
		for i := 0; i < len(content); i += 2 { // settings in the order of the file
			setting := content[i].Value
			takes := func(a string) bool { return solvers.Settings{Algorithm: a}.Takes(setting) }
			switch {
			case slices.Contains([]string{"name", "groups", "algorithm"}, setting):
			case takes(algorithm) || !slices.ContainsFunc(algorithms, takes):
				grid = append(grid, r.axis(base.Settings, setting, o))
			}
		}
		list, err := Grid(base, grid)
		if err != nil {
			r.fail(n, "%v", err)
		}
		all = append(all, list...)
	}
	return all
}

// axis reads the values of a setting. It is an error if the algorithm does not take it.
func (r *reader) axis(s solvers.Settings, setting string, o object) Axis {
	axis := Axis{Setting: setting}
	for _, n := range o.list(setting) {
		text := r.scalar(n, setting)
		if err := s.CheckTaken(setting); err != nil {
			r.fail(n, "%v", err)
		}
		if IsRange(text) {
			r.fail(n, "%s %.40q: %v", setting, text, ErrRange)
		}
		for _, value := range Values(text) {
			// Set the value in a copy, so that an error has the line of the value. Grid sets it
			// later.
			if err := new(s).Set(setting, value); err != nil {
				r.fail(n, "%v", err)
			}
			axis.Values = append(axis.Values, value)
		}
	}
	return axis
}

// groupsNamed returns the names that a text means; see groupNames.
func groupsNamed(text string, names []string) []string {
	if exact, known := units.FindName(text, names); known {
		return []string{exact}
	}
	if text == "" {
		return nil
	}
	found := beginningWith(text+" ", names)
	if len(found) == 0 {
		found = beginningWith(text, names)
	}
	return found
}

// beginningWith returns the names that begin with a text.
func beginningWith(text string, names []string) []string {
	var found []string
	for _, name := range names {
		if strings.HasPrefix(name, text) {
			found = append(found, name)
		}
	}
	return found
}

// groupNames reads the key "groups", which limits a solver to some groups. For each text in the
// list, groupNames uses the first of these rules that finds a group:
//
//  1. the group whose name is the text, apart from case, spaces and hyphens (units.FindName)
//  2. all groups whose names begin with the text and a space; an entry with lists makes such names
//  3. all groups whose names begin with the text
func (r *reader) groupNames(o object) (all []string) {
	var names []string
	for _, g := range r.e.Groups {
		names = append(names, g.Name)
	}
	for _, n := range o.list("groups") {
		text := r.scalar(n, "groups")
		found := groupsNamed(text, names)
		if len(found) == 0 && r.stored {
			found = []string{text} // may be a group that was left out
		}
		if len(found) == 0 {
			r.fail(n, "%v", units.UnknownName("group of puzzles", text, names))
		}
		all = append(all, found...)
	}
	return all
}

// Axis is a setting with a list of values.
type Axis struct {
	Setting string
	Values  []string
}

// Grid returns a solver for each combination of the values. Lists of values in an experiment
// file make the same solvers. The name of each solver contains its value of each setting that
// has several values. Grid sets the preset before all other settings, because a preset sets
// all settings of the genetic solver.
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
		var varied []bench.Solver
		for _, s := range list {
			for _, text := range a.Values {
				next := s
				if err := next.Settings.Set(a.Setting, text); err != nil {
					return nil, err
				}
				if len(a.Values) > 1 {
					next.Name += suffix(a.Setting, text, next.Settings)
				}
				varied = append(varied, next)
			}
		}
		list = varied
	}
	return list, nil
}

// suffix returns the part of a solver's name that describes the value of a setting. The
// parameter text is the value as it is written in the list.
func suffix(setting, text string, s solvers.Settings) string {
	switch setting {
	case solvers.PresetSetting:
		return " " + text
	case "heuristic", "order":
		return " " + s.Get(setting)
	}
	return fmt.Sprintf(" %s=%s", setting, s.Get(setting))
}
