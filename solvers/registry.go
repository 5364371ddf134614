package solvers

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/rows"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/search/setting"
)

// registry holds what names stand for: solvers, their settings, and heuristics.
type registry struct {
	solvers    []algorithm
	heuristics []heuristicRow
	settings   []setting.Row // in the order in which they are shown, with their solvers
}

// known is the registry. It begins with the solvers and heuristics of this module.
var known = builtin()

// builtin returns a registry of the solvers and heuristics of this module.
func builtin() registry {
	r := registry{
		heuristics: slices.Clone(heuristicTable),
		settings:   rows.Read[setting.Row](settings),
	}
	r.settings = append(r.settings, ga.Table...)
	for _, a := range table {
		if err := r.add(a); err != nil {
			panic(fmt.Sprintf("solvers: %s: %v", a.name, err))
		}
	}
	return r
}

// add adds a solver, and its settings that have no row yet.
func (r *registry) add(a algorithm) error {
	rows, err := setting.RowsOf(a.prototype)
	if err != nil {
		return err
	}
	settings := slices.Clone(r.settings)
	for _, row := range rows {
		if slices.Contains(a.fixed, row.Name) {
			continue
		}
		i := slices.IndexFunc(settings, func(s setting.Row) bool { return s.Name == row.Name })
		if i < 0 {
			i = len(settings)
			settings = append(settings, row)
		}
		if err := settings[i].Check(a.prototype); err != nil {
			return err
		}
		settings[i].Solvers = append(slices.Clip(settings[i].Solvers), a.name)
	}
	r.settings = settings
	r.solvers = append(slices.Clip(r.solvers), a)
	return nil
}

// Register adds a solver of another program to the registry, under a name. Experiment files, stored
// definitions, records, analyses, reports and the page then treat it as they treat the solvers of
// this module. Call Register before all other functions, such as in an init function.
//
// The function returns a new solver with default settings, a pointer to a struct. Fields with the
// tag "setting" are its settings: the runner gives the setting seed to the solver of each trial. A
// setting that no other solver has takes its range from further tags, see setting.RowsOf. If the
// struct has a field Heuristic that is nil, the solver takes a heuristic. The runner sets the
// fields of Hooks. All other fields must have the values of a new solver in all solvers that an
// experiment holds (see Of). The method Capabilities says what the solver does (search.Capable).
//
// The description must have a label and a version. It is an error if the name is taken.
func Register(name string, newSolver func() search.Solver, about Description) error {
	if name == "" || about.Label == "" || about.Version == "" {
		return fmt.Errorf("solver %q: expected a name, a label and a version", name)
	}
	if other, taken := units.FindName(name, Names()); taken {
		return fmt.Errorf("solver %q: the name is that of the solver %s; expected another one", name,
			other)
	}
	prototype := newSolver()
	if !isStructure(prototype) {
		return fmt.Errorf("solver %q is a %T; expected a pointer to a struct", name, prototype)
	}
	a := algorithm{name: name, Description: about, prototype: prototype, foreign: true}
	if err := known.add(a); err != nil {
		return fmt.Errorf("solver %q: %w", name, err)
	}
	shown = sync.OnceValue(shownTable)
	return nil
}

// RegisterHeuristic adds a heuristic of another program to the registry, under its name. Experiment
// files, stored definitions and flags then accept the name. The page shows the text about, a
// sentence that says what the heuristic estimates. Call RegisterHeuristic before all other
// functions, such as in an init function. The heuristic must state its version
// (heuristics.Versioned). If the heuristic reads files, the prepared heuristic states the version
// instead. It is an error if the name is taken.
func RegisterHeuristic(h heuristics.Heuristic, about string) error {
	if err := heuristics.Check(h); err != nil {
		return err
	}
	if other, taken := units.FindName(h.Name(), HeuristicNames()); taken {
		return fmt.Errorf("heuristic %q: the name is that of the heuristic %s; expected another one",
			h.Name(), other)
	}
	if !heuristics.ReadsFiles(h) {
		if _, err := HeuristicVersion(h); err != nil {
			return err
		}
	}
	known.heuristics = append(slices.Clip(known.heuristics), heuristicRow{heuristic: h, about: about})
	return nil
}

// isStructure reports whether a solver is a pointer to a struct.
func isStructure(s search.Solver) bool {
	t := reflect.TypeOf(s)
	isPointer := t != nil && t.Kind() == reflect.Pointer && !reflect.ValueOf(s).IsNil()
	return isPointer && t.Elem().Kind() == reflect.Struct
}

// errUnregistered is the error for a solver that has no name.
var errUnregistered = errors.New(
	"the solver is not in the registry; expected one that solvers.Register has added")
