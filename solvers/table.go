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
	"npuzzle/internal/lists"
	"npuzzle/internal/must"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/bfs"
	"npuzzle/search/idastar"
)

// algorithm is a row of the table of solvers. It holds everything that the rest of the program
// needs to know about a solver, besides its settings (settings.go) and its statistics
// (search.Stats).
type algorithm struct {
	name string
	Description
	unitCosts bool // the solver supports only move costs of 1
	informed  bool // the solver takes a heuristic

	// kind is the kind of search, which determines the statistics that the solver reports.
	kind string

	prototype search.Solver // a pointer to a solver with default settings; never changed
}

// make returns a copy of the prototype with the given observer and, if the solver takes a
// heuristic, the given one, which may be nil.
func (a algorithm) make(h heuristics.Heuristic, o search.Observer) search.Solver {
	s := reflect.New(reflect.TypeOf(a.prototype).Elem())
	s.Elem().Set(reflect.ValueOf(a.prototype).Elem())
	s.Elem().FieldByName("Observer").Set(reflect.ValueOf(o))
	if a.informed && h != nil {
		s.Elem().FieldByName("Heuristic").Set(reflect.ValueOf(h))
	}
	return s.Interface().(search.Solver)
}

// Description says what a solver is called for people.
type Description struct {
	Label   string `json:"label" about:"name, such as Weighted A*"`
	About   string `json:"about" about:"what the solver does, in one line"`
	Optimal bool   `json:"optimal" about:"with an admissible heuristic, each plan is a cheapest one"`
}

// Describe returns what the named solver is called for people.
func Describe(name string) Description {
	a, _ := find(name)
	return a.Description
}

// table has a row for each solver. Names lists them in this order.
var table = []algorithm{
	{"bfs", Description{"Breadth-first search", "visits all boards in the order of their distance from the start",
		true}, true, false, search.BestFirst, &bfs.Solver{}},
	{"ucs", Description{"Uniform-cost search", "visits all boards in the order of their path cost from the start",
		true}, false, false, search.BestFirst, &astar.Solver{Heuristic: heuristics.Zero, Engine: search.Fast}},
	{"iddfs", Description{"Iterative deepening", "searches depth first up to a bound on the cost, which rises", true},
		true, false, search.Deepening, &idastar.Solver{Heuristic: heuristics.Zero, UnitCosts: true}},
	{"astar", Description{"A*", "expands the board with the smallest sum of path cost and estimate first", true},
		false, true, search.BestFirst, &astar.Solver{Engine: search.Fast, Subgoals: search.NoSubgoals}},
	{"idastar", Description{"IDA*", "searches depth first up to a bound on path cost plus estimate, which rises", true},
		false, true, search.Deepening, &idastar.Solver{Engine: search.Fast, Subgoals: search.NoSubgoals}},
	// With linear conflict and weight 3, random 5x5 boards take 0.1 s, and their plans have about
	// 170 moves. Weight 2 takes seconds. With weight 5, plans are 50 % longer.
	{"wastar", Description{"Weighted A*", "is A* with a multiplied estimate, which finds longer plans sooner", false},
		false, true, search.BestFirst, &astar.Solver{Weight: 3, Engine: search.Fast}},
	{"greedy", Description{"Greedy best-first search", "expands the board with the smallest estimate first", false},
		false, true, search.BestFirst, &astar.Solver{Greedy: true, Engine: search.Fast}},
	{beamSearch, Description{"Beam search", "keeps the best boards of each layer, and searches again with more of them",
		false}, false, true, search.Beam, &beam.Solver{}},
	{genetic, Description{"Genetic algorithm", "evolves a population of plans, and shortens the best one", false},
		true, true, search.Evolution, &ga.Solver{Settings: ga.Default()}},
}

// prototype returns a solver with default settings, without a heuristic and an observer.
func prototype(name string) search.Solver { return must.Succeed(find(name)).make(nil, nil) }

// solver makes the solver without checking it. Settings must have a valid algorithm.
func (s Settings) solver(o search.Observer) search.Solver {
	solver := must.Succeed(find(s.Algorithm)).make(s.Heuristic, o)
	for name, text := range s.values {
		row, err := findRow(name)
		if err == nil && s.Takes(name) {
			err = row.Set(solver, text)
		}
		if err != nil {
			panic(err) // Set has checked the name and the value
		}
	}
	return solver
}

// Guided returns settings of the same search that take a heuristic, if there are any: uniform-cost
// search is A* with the heuristic zero, and iterative deepening is IDA* with it.
func (s Settings) Guided() Settings {
	same := func(a algorithm) bool {
		return a.informed && reflect.TypeOf(a.prototype) == reflect.TypeOf(s.solver(nil))
	}
	if i := slices.IndexFunc(table, same); i >= 0 && !s.Informed() {
		s.Algorithm, s.Heuristic = table[i].name, heuristics.Zero
	}
	return s
}

// Names of the genetic solver and of beam search.
const (
	genetic    = "ga"
	beamSearch = "beam"
)

// Names returns the names of all solvers, in the order of the table.
func Names() []string { return lists.Map(table, func(a algorithm) string { return a.name }) }

// Reports reports whether a solver computes the statistic with the given name; see
// search.Statistics. It returns true for a name without a row.
func Reports(solver, statistic string) bool {
	a, err := find(solver)
	return err != nil || search.ReportedBy(a.kind, statistic)
}

// CheckEvaluations returns an error if none of the named solvers evaluates plans, so that a limit
// of evaluations would have no effect.
func CheckEvaluations(algorithms ...string) error {
	evaluates := func(name string) bool { return Reports(name, "evaluated") }
	if slices.ContainsFunc(algorithms, evaluates) {
		return nil
	}
	return fmt.Errorf("evaluations limit %s, not %s; expected node-limit, which limits all solvers",
		strings.Join(lists.Where(Names(), evaluates), ", "), strings.Join(algorithms, ", "))
}

// Default returns the default settings of the named solver. The heuristic is linear conflict or,
// for beam search, pairs.
func Default(algorithm string) Settings {
	if algorithm == beamSearch {
		return Settings{Algorithm: algorithm, Heuristic: pairs.Heuristic{}}
	}
	return Settings{Algorithm: algorithm, Heuristic: heuristics.LinearConflict}
}

// New makes the solver that the settings describe. The observer receives the progress of
// the search, and may be nil. If the heuristic reads files, call Solve within heuristics.Guard.
func New(s Settings, observer search.Observer) (search.Solver, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return s.solver(observer), nil
}

// Check returns an error if the settings do not describe a solver. It does not look at
// the puzzle; see CheckGoal.
func (s Settings) Check() error {
	a, err := find(s.Algorithm)
	switch {
	case err != nil:
		return err
	case s.Informed() && s.Heuristic == nil:
		return fmt.Errorf("%s needs a heuristic; expected one of %s", a.name, strings.Join(HeuristicNames(), ", "))
	}
	if s.Informed() {
		if err := heuristics.Check(s.Heuristic); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	if c, can := s.solver(nil).(interface{ Check() error }); can {
		return c.Check()
	}
	return nil
}

// CheckGoal returns an error if the solver needs unit costs and costs are not, or if its
// heuristic does not support the goal. It opens no files: for a
// heuristic that reads files, it only checks that there can be tables for the goal.
func (s Settings) CheckGoal(goal puzzle.Board, costs puzzle.Costs) error {
	a, err := find(s.Algorithm)
	if err != nil {
		return err
	}
	if a.unitCosts && !costs.Unit() {
		return fmt.Errorf("%s: %w", a.name, search.ErrUnitCosts)
	}
	if s.Takes("prune") && s.Get("prune") == "true" && !costs.Unit() {
		return fmt.Errorf("%s: pruning of repeated states needs unit move costs; leave it off for others", a.name)
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
	for _, a := range table {
		if a.name == name {
			return a, nil
		}
	}
	return algorithm{}, units.UnknownName("algorithm", name, Names())
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
