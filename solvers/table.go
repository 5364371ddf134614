package solvers

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"npuzzle/astar"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/arastar"
	"npuzzle/search/beam"
	"npuzzle/search/bfs"
	"npuzzle/search/bidirectional"
	"npuzzle/search/ees"
	"npuzzle/search/idastar"
	"npuzzle/search/local"
	"npuzzle/search/rbfs"
	"npuzzle/search/rectangle"
	"npuzzle/search/setting"
)

// algorithm is a row of the table of solvers. It holds everything that the rest of the program
// needs to know about a solver, besides its settings (settings.go) and what the solver states
// itself (search.Capabilities).
type algorithm struct {
	name string
	Description
	prototype search.Solver        // a pointer to a solver with default settings; never changed
	heuristic heuristics.Heuristic // default, if it is not linear conflict

	// fixed lists the names of the settings that the struct has, but this solver does not take.
	fixed []string

	foreign bool // another program has registered it
}

// Description says what a solver is called for people.
type Description struct {
	Label string // name, such as Weighted A*
	About string // what the solver does, in one line

	// Version is a text that changes with everything but settings that results of the solver depend
	// on. Solvers of this module have none: they change with the program.
	Version string
}

// Describe returns what the named solver is called for people.
func Describe(name string) Description {
	a, _ := find(name)
	return a.Description
}

// table has a row for each solver of this module. Names lists them in this order.
var table = []algorithm{
	{
		name: "bfs",
		Description: Description{
			Label: "Breadth-first search",
			About: "visits all boards in the order of their distance from the start",
		},
		prototype: &bfs.Solver{},
	},
	{
		name: "ucs",
		Description: Description{
			Label: "Uniform-cost search",
			About: "visits all boards in the order of their path cost from the start",
		},
		prototype: &astar.Solver{Heuristic: heuristics.Zero, Engine: search.Fast, Workers: 1},
		fixed:     []string{"weight", "subgoals"},
	},
	{
		name: "iddfs",
		Description: Description{
			Label: "Iterative deepening",
			About: "searches depth first up to a bound on the cost, which rises",
		},
		prototype: &idastar.Solver{Heuristic: heuristics.Zero, UnitCosts: true},
		fixed:     []string{"engine", "subgoals"},
	},
	{
		name: "astar",
		Description: Description{
			Label: "A*",
			About: "expands the board with the smallest sum of path cost and estimate first",
		},
		prototype: &astar.Solver{Engine: search.Fast, Workers: 1, Subgoals: search.NoSubgoals},
		fixed:     []string{"weight"},
	},
	{
		name: "idastar",
		Description: Description{
			Label: "IDA*",
			About: "searches depth first up to a bound on path cost plus estimate, which rises",
		},
		prototype: &idastar.Solver{Engine: search.Fast, Subgoals: search.NoSubgoals},
	},
	{
		name: "rbfs",
		Description: Description{
			Label: "Recursive best-first search",
			About: "searches in the order of A*, and forgets subtrees that other paths beat",
		},
		prototype: &rbfs.Solver{},
	},
	{
		name: "bidirectional",
		Description: Description{
			Label: "Bidirectional search",
			About: "searches from the start and from the goal until the two searches meet",
		},
		prototype: &bidirectional.Solver{},
	},
	{
		name: "wastar",
		Description: Description{
			Label: "Weighted A*",
			About: "is A* with a multiplied estimate, which finds longer plans sooner",
		},
		// With linear conflict and weight 3, random 5x5 boards take 0.1 s, and their plans have
		// about 170 moves. Weight 2 takes seconds. With weight 5, plans are 50 % longer.
		prototype: &astar.Solver{Weight: 3, Engine: search.Fast, Workers: 1},
		fixed:     []string{"subgoals"},
	},
	{
		name: "arastar",
		Description: Description{
			Label: "ARA*",
			About: "is weighted A* whose weight falls, so that plans become shorter",
		},
		prototype: &arastar.Solver{Weight: arastar.DefaultWeight},
	},
	{
		name: "ees",
		Description: Description{
			Label: "Explicit estimation search",
			About: "expands the board nearest to the goal of those whose plans should be good enough",
		},
		prototype: &ees.Solver{Weight: ees.DefaultWeight},
	},
	{
		name: "greedy",
		Description: Description{
			Label: "Greedy best-first search",
			About: "expands the board with the smallest estimate first",
		},
		prototype: &astar.Solver{Greedy: true, Engine: search.Fast, Workers: 1},
		fixed:     []string{"weight", "subgoals"},
	},
	{
		name: beamSearch,
		Description: Description{
			Label: "Beam search",
			About: "keeps the best boards of each layer, and searches again with more of them",
		},
		prototype: &beam.Solver{},
		heuristic: pairs.Heuristic{},
	},
	{
		name: "rectangle",
		Description: Description{
			Label: "Rectangle search",
			About: "keeps all boards of each layer, and expands one more of each layer at a time",
		},
		prototype: &rectangle.Solver{},
		heuristic: pairs.Heuristic{},
	},
	{
		name: "hillclimb",
		Description: Description{
			Label: "Hill climbing",
			About: "changes genes of one plan, and keeps the changes that are not worse",
		},
		prototype: &local.Solver{Patience: setting.Auto},
	},
	{
		name: "annealing",
		Description: Description{
			Label: "Simulated annealing",
			About: "is hill climbing that at first also keeps changes for the worse",
		},
		prototype: &local.Solver{Temperature: local.Temperature, Patience: setting.Auto},
	},
	{
		name: genetic,
		Description: Description{
			Label: "Genetic algorithm",
			About: "evolves a population of plans, and shortens the best one",
		},
		prototype: &ga.Solver{Settings: ga.Default()},
	},
}

// informed reports whether the solver takes a heuristic: its struct has a field for one, which the
// prototype leaves to the settings.
func (a algorithm) informed() bool {
	field := reflect.ValueOf(a.prototype).Elem().FieldByName("Heuristic")
	return field.IsValid() && field.IsNil()
}

// copyOf returns a copy of a solver, a pointer to a struct.
func copyOf(s search.Solver) search.Solver {
	structure := reflect.New(reflect.TypeOf(s).Elem())
	structure.Elem().Set(reflect.ValueOf(s).Elem())
	return structure.Interface().(search.Solver)
}

// setField sets a field of a solver, a pointer to a struct. It returns false if the struct has no
// field of this name and type.
func setField(s search.Solver, name string, value reflect.Value) bool {
	field := reflect.ValueOf(s).Elem().FieldByName(name)
	if !field.IsValid() || !value.Type().AssignableTo(field.Type()) {
		return false
	}
	field.Set(value)
	return true
}

// capabilities returns the capabilities of the named solver with its default settings.
func capabilities(name string) (search.Capabilities, error) {
	a, err := find(name)
	if err != nil {
		return search.Capabilities{}, err
	}
	return search.CapabilitiesOf(a.prototype), nil
}

// Hooks connect a run of a solver with its caller. A solver uses a hook if its struct has a field
// of the same name and type.
type Hooks struct {
	Observer search.Observer // receives the progress
	Clock    search.Clock    // gives the times of the plans that are found
	Left     func() float64  // returns the fraction of the time limit that is left
}

// WithHooks returns a copy of a solver with the hooks that are not nil. A solver that has no field
// for any of them is returned itself. So trials that run at the same time share no solver that a
// hook belongs to.
func WithHooks(s search.Solver, hooks Hooks) search.Solver {
	if !isStructure(s) {
		return s
	}
	fields := reflect.ValueOf(hooks)
	hooked := copyOf(s)
	used := false
	for i := range fields.NumField() {
		if fields.Field(i).IsNil() {
			continue
		}
		name := fields.Type().Field(i).Name
		if setField(hooked, name, fields.Field(i)) {
			used = true
		}
	}
	if !used {
		return s
	}
	return hooked
}

// Names of the genetic solver and of beam search.
const (
	genetic    = "ga"
	beamSearch = "beam"
)

// Names returns the names of all solvers: those of the table, and those that were registered.
func Names() []string {
	var names []string
	for _, a := range known.solvers {
		names = append(names, a.name)
	}
	return names
}

// Builtin reports whether the named solver is of this module.
func Builtin(name string) bool {
	a, err := find(name)
	return err == nil && !a.foreign
}

// Reports reports whether a solver computes the statistic with the given name; see
// search.Statistics. It returns true for a name without a row.
func Reports(solver, statistic string) bool {
	c, err := capabilities(solver)
	return err != nil || c.Reports(statistic)
}

// UnitCostNames returns the names of the solvers that need move costs of 1.
func UnitCostNames() []string {
	var names []string
	for _, name := range Names() {
		if Default(name).Capabilities().UnitCosts {
			names = append(names, name)
		}
	}
	return names
}

// CheckEvaluations returns an error if none of the named solvers evaluates plans, so that a limit
// of evaluations would have no effect.
func CheckEvaluations(algorithms ...string) error {
	var evaluating []string
	for _, name := range Names() {
		if !Reports(name, "evaluated") {
			continue
		}
		if slices.Contains(algorithms, name) {
			return nil
		}
		evaluating = append(evaluating, name)
	}
	return fmt.Errorf("evaluations limit %s, not %s; expected node-limit, which limits all solvers",
		strings.Join(evaluating, ", "), strings.Join(algorithms, ", "))
}

// Default returns the default settings of the named solver.
func Default(algorithm string) Settings {
	s := Settings{Algorithm: algorithm, Heuristic: heuristics.LinearConflict}
	if a, err := find(algorithm); err == nil && a.heuristic != nil {
		s.Heuristic = a.heuristic
	}
	return s
}

// New makes the solver that the settings describe. The observer receives the progress of
// the search, and may be nil. If the heuristic reads files, call Solve within heuristics.Guard.
func New(s Settings, observer search.Observer) (search.Solver, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return WithHooks(s.make(), Hooks{Observer: observer}), nil
}

// Check returns an error if the settings do not describe a solver. It does not look at
// the puzzle; see CheckGoal.
func (s Settings) Check() error {
	if s.unregistered() {
		return nil
	}
	a, err := find(s.Algorithm)
	if err != nil {
		return err
	}
	if a.informed() {
		if s.Heuristic == nil {
			return fmt.Errorf("%s needs a heuristic; expected one of %s", a.name,
				strings.Join(HeuristicNames(), ", "))
		}
		if err := heuristics.Check(s.Heuristic); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	solver := s.make()
	for _, row := range known.settings {
		if !s.Takes(row.Name) {
			continue
		}
		if err := row.Check(solver); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	if c, can := solver.(interface{ Check() error }); can {
		return c.Check()
	}
	return nil
}

// CheckCosts returns an error if the solver needs unit move costs, and costs are others. The error
// wraps search.ErrUnitCosts. Where only a setting needs unit costs, the solver says so itself.
func (s Settings) CheckCosts(costs puzzle.Costs) error {
	needing := UnitCostNames()
	if costs.Unit() || !slices.Contains(needing, s.Algorithm) {
		return nil
	}
	var others []string
	for _, name := range Names() {
		if !slices.Contains(needing, name) {
			others = append(others, name)
		}
	}
	return fmt.Errorf("%s: %w; use %s for others", s.Algorithm, search.ErrUnitCosts,
		strings.Join(others, ", "))
}

// CheckGoal returns an error if the solver needs unit costs and costs are not, or if its
// heuristic does not support the goal. It opens no files: for a
// heuristic that reads files, it only checks that there can be tables for the goal.
func (s Settings) CheckGoal(goal puzzle.Board, costs puzzle.Costs) error {
	if s.unregistered() {
		return nil
	}
	a, err := find(s.Algorithm)
	if err != nil {
		return err
	}
	if err := s.CheckCosts(costs); err != nil {
		return err
	}
	if s.Takes("prune") && s.Get("prune") == "true" && !costs.Unit() {
		return fmt.Errorf("%s: pruning of repeated states needs unit move costs; leave it off "+
			"for others", a.name)
	}
	if !s.Informed() {
		return nil
	}
	if err := heuristics.Check(s.Heuristic); err != nil {
		return fmt.Errorf("%s: %w", a.name, err)
	}
	for _, part := range heuristics.Parts(s.Heuristic) {
		if p, files := part.(heuristics.Preparer); files {
			err = p.CheckGoal(goal)
		} else {
			_, err = heuristics.EstimatorOf(part, goal, costs)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// find returns the row of the named solver. The error for an unknown name lists the known
// names.
func find(name string) (algorithm, error) {
	for _, a := range known.solvers {
		if a.name == name {
			return a, nil
		}
	}
	return algorithm{}, units.UnknownName("algorithm", name, Names())
}

// registered returns the solver with the given name, which must be in the table.
func registered(name string) algorithm {
	a, err := find(name)
	if err != nil {
		panic(err)
	}
	return a
}

// ParseName returns the name of a solver as it is written in the table. Names are matched
// by units.FindName, so "A*" means astar.
func ParseName(text string) (string, error) {
	name, ok := units.FindName(text, Names())
	if !ok {
		return "", units.UnknownName("algorithm", text, Names())
	}
	return name, nil
}
