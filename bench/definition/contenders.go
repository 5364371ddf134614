package definition

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
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
	named := map[string]bool{}
	for _, entry := range entries {
		list, err := r.solver(entry, maxSolvers-len(r.e.Contenders))
		if err != nil {
			return err
		}
		for _, c := range list {
			if named[c.Name] {
				return r.fault(entry, "solver %q appears twice; expected a name of its own, such as name: %s again", c.Name, c.Name)
			}
			named[c.Name] = true
			if err := r.together(entry, c); err != nil {
				return err
			}
		}
		r.e.Contenders = append(r.e.Contenders, list...)
	}
	return nil
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
func (r *reader) solver(n *yaml.Node, most int) ([]bench.Contender, error) {
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
	if err := r.mapping(n, "a solver", fields); err != nil {
		return nil, err
	}
	if algorithm == "" {
		return nil, r.fault(n, "a solver without algorithm; expected algorithm: with one of %s", strings.Join(solvers.Names(), ", "))
	}
	if name == "" {
		name = algorithm
	}
	slices.SortStableFunc(axes, func(a, b axis) int { return cmp.Compare(b.presets(), a.presets()) })
	list := []bench.Contender{{Name: name, Settings: solvers.Default(algorithm)}}
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
func (r *reader) along(list []bench.Contender, a axis) ([]bench.Contender, error) {
	var all []bench.Contender
	for _, c := range list {
		for _, n := range a.values {
			text, err := r.scalar(n, a.name)
			if err != nil {
				return nil, err
			}
			next, err := with(c, a.name, text, len(a.values) > 1)
			if err != nil {
				return nil, r.fault(n, "%v", err)
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
	switch {
	case !tell:
	case setting == solvers.PresetSetting:
		c.Name += " " + text
	case setting == "heuristic" || setting == "order":
		c.Name += " " + c.Settings.Get(setting)
	default:
		c.Name += fmt.Sprintf(" %s=%s", setting, c.Settings.Get(setting))
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
