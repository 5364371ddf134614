package config

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// contenders reads the list of solvers.
func (r *reader) contenders(n *yaml.Node) error {
	entries, err := r.list(n, "solvers")
	if err != nil {
		return err
	}
	var all []contender
	for _, entry := range entries {
		list, err := r.solver(entry, maxSolvers-len(all))
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	tellApart(all)
	named := map[string]bool{}
	for _, c := range all {
		if named[c.Name] {
			return r.fault(c.entry, "solver %q appears twice; expected a name of its own, such as name: %s again", c.Name, c.Name)
		}
		named[c.Name] = true
		if err := r.together(c.entry, c.Contender); err != nil {
			return err
		}
		r.e.Contenders = append(r.e.Contenders, c.Contender)
	}
	return nil
}

// contender is a solver with what its name may have to tell.
type contender struct {
	bench.Contender
	entry   *yaml.Node // that it was read from
	named   bool       // by a key of its own
	written []string   // the settings that stand in the entry, in their order
	preset  string     // "" where none is written
}

// get returns the value of a setting.
func (c contender) get(setting string) string {
	if setting == solvers.PresetSetting {
		return c.preset
	}
	return c.Settings.Get(setting)
}

// tellApart names solvers of one algorithm that would have the same name, since no
// key names them, by the settings in which they differ.
func tellApart(all []contender) {
	alike := map[string][]*contender{} // those without a name, by algorithm
	taken, twice := map[string]bool{}, map[string]bool{}
	for i := range all {
		if c := &all[i]; !c.named {
			algorithm := c.Settings.Algorithm
			alike[algorithm] = append(alike[algorithm], c)
			twice[algorithm] = twice[algorithm] || taken[c.Name]
			taken[c.Name] = true
		}
	}
	for algorithm, list := range alike {
		if !twice[algorithm] {
			continue
		}
		var settings []string
		for _, c := range list {
			for _, setting := range c.written {
				if !slices.Contains(settings, setting) && slices.ContainsFunc(list, func(other *contender) bool {
					return other.get(setting) != c.get(setting)
				}) {
					settings = append(settings, setting)
				}
			}
		}
		for _, c := range list {
			c.Name = algorithm
			for _, setting := range settings {
				c.Name += told(setting, c.get(setting))
			}
		}
	}
}

// told is how a name tells the value of a setting; "" is none.
func told(setting, value string) string {
	switch {
	case value == "":
		return ""
	case setting == solvers.PresetSetting || setting == "heuristic" || setting == "order":
		return " " + value
	}
	return fmt.Sprintf(" %s=%s", setting, value)
}

// together finds out whether a solver goes together with each group of puzzles. It
// tries the goals, which take no search.
func (r *reader) together(entry *yaml.Node, c bench.Contender) error {
	solver, err := solvers.New(c.Settings, nil)
	if err != nil {
		return r.fault(entry, "%v", err)
	}
	for _, g := range r.e.Groups {
		_, err := solver.Solve(context.Background(), search.Problem{Start: g.Goal, Goal: g.Goal, Costs: g.Costs}, search.Limits{})
		if err == nil {
			err = r.fits(c.Settings, g)
		}
		if err != nil {
			return r.fault(entry, "solver %s does not go with puzzles %s: %v", c.Name, g.Name, err)
		}
	}
	return nil
}

// fitting is a heuristic on boards of a size with a goal and move costs.
type fitting struct {
	heuristic string
	goal      puzzle.Board
	costs     puzzle.Costs
}

// fits finds out whether a solver's heuristic can be had for a group's goal. What
// looks up tables is left out: those are prepared when the trials are.
func (r *reader) fits(s solvers.Settings, g bench.Group) error {
	if !s.Informed() {
		return nil
	}
	_, err := heuristics.Map(s.Heuristic, func(h heuristics.Heuristic) (heuristics.Heuristic, error) {
		f := fitting{h.Name(), g.Goal, g.Costs}
		if _, tables := h.(heuristics.Fallible); tables || r.fitted[f] {
			return h, nil
		}
		r.fitted[f] = true
		_, err := h.For(g.Goal, g.Costs)
		return h, err
	})
	return err
}

// axis is a setting with the values that it takes in turn.
type axis struct {
	name   string
	values []*yaml.Node
}

// presets is 1 where the setting is the one that sets all others, else 0.
func (a axis) presets() int {
	if a.name == solvers.PresetSetting {
		return 1
	}
	return 0
}

// solver reads one solver. A setting that is a list makes a solver of each of its
// values: of all combinations, where several are. There may be at most so many.
func (r *reader) solver(n *yaml.Node, most int) ([]contender, error) {
	name, algorithm := "", ""
	var axes []axis
	fields := map[string]field{"name": value(r, "name", &name, word)}
	for _, setting := range append(solvers.SettingNames(), solvers.PresetSetting) {
		if setting == "seed" {
			continue // of the experiment: each trial's follows from it
		}
		fields[setting] = func(n *yaml.Node) error {
			values, err := r.list(n, setting)
			axes = append(axes, axis{setting, values})
			return err
		}
	}
	fields["algorithm"] = value(r, "algorithm", &algorithm, solvers.ParseName)
	for i := 0; i+1 < len(resolved(n).Content); i += 2 {
		if key := resolved(n).Content[i]; ga.Removed(key.Value) != nil {
			return nil, r.fault(key, "%v", ga.Removed(key.Value))
		}
	}
	if err := r.mapping(n, "a solver", fields); err != nil {
		return nil, err
	}
	if algorithm == "" {
		return nil, r.fault(n, "a solver without algorithm; expected algorithm: with one of %s", strings.Join(solvers.Names(), ", "))
	}
	slices.SortStableFunc(axes, func(a, b axis) int { return cmp.Compare(b.presets(), a.presets()) })
	first := contender{Contender: bench.Contender{Name: cmp.Or(name, algorithm), Settings: solvers.Default(algorithm)}, entry: n, named: name != ""}
	for _, a := range axes {
		first.written = append(first.written, a.name)
	}
	list := []contender{first}
	for _, a := range axes {
		if !list[0].Settings.Takes(a.name) {
			return nil, r.fault(a.values[0], "%s takes no %s; expected it to be left out", algorithm, a.name)
		}
		if len(list)*len(a.values) > most {
			return nil, r.fault(n, "more than %d solvers; expected shorter lists", maxSolvers)
		}
		var err error
		if list, err = r.along(list, a); err != nil {
			return nil, err
		}
	}
	for _, c := range list {
		if _, err := solvers.New(c.Settings, nil); err != nil {
			return nil, r.fault(n, "%v", err)
		}
	}
	return list, nil
}

// along returns each solver with each value of a setting.
func (r *reader) along(list []contender, a axis) ([]contender, error) {
	var all []contender
	for _, c := range list {
		for _, n := range a.values {
			text, err := r.scalar(n, a.name)
			if err != nil {
				return nil, err
			}
			next := c
			if next.Contender, err = with(c.Contender, a.name, text, len(a.values) > 1); err != nil {
				return nil, r.fault(n, "%v", err)
			}
			if a.name == solvers.PresetSetting {
				next.preset = text
			}
			all = append(all, next)
		}
	}
	return all, nil
}

// with returns a solver with a setting, which its name tells if asked to.
func with(c bench.Contender, setting, text string, tell bool) (bench.Contender, error) {
	if err := c.Settings.Set(setting, text); err != nil {
		return c, err
	}
	if setting != solvers.PresetSetting {
		text = c.Settings.Get(setting)
	}
	if tell {
		c.Name += told(setting, text)
	}
	return c, nil
}

// Axis is a setting with the values that it takes in turn.
type Axis struct {
	Setting string
	Values  []string
}

// Grid returns a solver of each combination of values, as a solver with such
// lists in an experiment file makes.
func Grid(base bench.Contender, axes []Axis) ([]bench.Contender, error) {
	list := []bench.Contender{base}
	for _, a := range axes {
		if len(list)*len(a.Values) > maxSolvers {
			return nil, fmt.Errorf("more than %d combinations; expected shorter lists", maxSolvers)
		}
		var all []bench.Contender
		for _, c := range list {
			for _, text := range a.Values {
				next, err := with(c, a.Setting, text, len(a.Values) > 1)
				if err != nil {
					return nil, err
				}
				all = append(all, next)
			}
		}
		list = all
	}
	return list, nil
}
