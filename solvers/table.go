package solvers

import (
	"fmt"
	"strings"

	"npuzzle/astar"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/bfs"
	"npuzzle/search/idastar"
)

// Settings say which solver, and everything about it that can be set. Each
// solver takes what concerns it.
type Settings struct {
	Algorithm  string
	Heuristic  heuristics.Heuristic
	Weight     float64 // of weighted A*, at least 1
	Order      puzzle.Order
	DepthLimit puzzle.Cost // of the iterative searches; 0 for none
	Prune      bool        // repeated states, in the iterative searches
	Seed       uint64      // of the genetic solver
	Workers    int         // threads inside one run; 0 for all cores
	GA         ga.Settings
}

// algorithm is a row of the table.
type algorithm struct {
	name     string
	informed bool // takes a heuristic; the others search as with zero
	make     func(Settings, search.Observer) search.Solver
}

var table = []algorithm{
	{"bfs", false, func(s Settings, o search.Observer) search.Solver {
		return &bfs.Solver{Order: s.Order, Observer: o}
	}},
	{"ucs", false, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: heuristics.Zero, Weight: 1, Order: s.Order, Observer: o}
	}},
	{"iddfs", false, func(s Settings, o search.Observer) search.Solver {
		return &idastar.Solver{Heuristic: heuristics.Zero, UnitCosts: true, Order: s.Order, DepthLimit: s.DepthLimit, Prune: s.Prune, Workers: s.Workers, Observer: o}
	}},
	{"astar", true, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: s.Heuristic, Weight: 1, Order: s.Order, Observer: o}
	}},
	{"idastar", true, func(s Settings, o search.Observer) search.Solver {
		return &idastar.Solver{Heuristic: s.Heuristic, Order: s.Order, DepthLimit: s.DepthLimit, Prune: s.Prune, Workers: s.Workers, Observer: o}
	}},
	{"wastar", true, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: s.Heuristic, Weight: s.Weight, Order: s.Order, Observer: o}
	}},
	{"greedy", true, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: s.Heuristic, Greedy: true, Order: s.Order, Observer: o}
	}},
	{"ga", true, func(s Settings, o search.Observer) search.Solver {
		return &ga.Solver{Settings: s.GA, Heuristic: s.Heuristic, Order: s.Order, Seed: s.Seed, Workers: s.Workers, Observer: o}
	}},
}

// Names returns the name of every solver.
func Names() []string {
	names := make([]string, len(table))
	for i, a := range table {
		names[i] = a.name
	}
	return names
}

// Default returns the settings of a solver where nothing else is said.
func Default(algorithm string) Settings {
	h, err := ParseHeuristic(DefaultHeuristic)
	if err != nil {
		panic(err)
	}
	return Settings{
		Algorithm: algorithm,
		Heuristic: h,
		Weight:    DefaultWeight,
		Order:     puzzle.DefaultOrder,
		GA:        ga.Default(),
	}
}

// DefaultWeight is the weight of weighted A* where none is given. With linear
// conflict, random boards of 5x5 take 0.1 s and come out at about 170 moves;
// weight 2 takes seconds, weight 5 half as long again a plan.
const DefaultWeight = 3

// Suggest returns the name of the solver to take for a size where none is
// named: one that finds a shortest plan for a random board of the size within
// seconds and little memory, as a rule, or else one that finds a plan at all.
func Suggest(size puzzle.Size) string {
	short, long := min(size.Rows, size.Cols), max(size.Rows, size.Cols)
	if short == 1 || size.Cells() <= 12 || long <= 4 {
		return "idastar"
	}
	return "wastar"
}

// New makes the solver that the settings describe.
func New(s Settings, observer search.Observer) (search.Solver, error) {
	a, err := find(s.Algorithm)
	if err != nil {
		return nil, err
	}
	if a.informed && s.Heuristic == nil {
		return nil, fmt.Errorf("%s needs a heuristic; expected one of %s", a.name, strings.Join(HeuristicNames(), ", "))
	}
	if s.Weighted() && !(s.Weight >= 1) {
		return nil, fmt.Errorf("weight %v is out of range; expected at least 1", s.Weight)
	}
	if s.Prune && !s.Deepening() {
		return nil, fmt.Errorf("%s prunes no repeated states; expected idastar or iddfs", a.name)
	}
	if s.DepthLimit > 0 && !s.Deepening() {
		return nil, fmt.Errorf("%s has no depth limit; expected idastar or iddfs", a.name)
	}
	if s.Evolving() {
		if err := s.GA.Check(); err != nil {
			return nil, err
		}
	}
	solver := a.make(s, observer)
	if h, ok := s.Heuristic.(heuristics.Fallible); ok && a.informed {
		solver = trusting{solver, h}
	}
	return solver, nil
}

func find(name string) (algorithm, error) {
	for _, a := range table {
		if a.name == name {
			return a, nil
		}
	}
	return algorithm{}, fmt.Errorf("%.40q is no algorithm; expected one of %s", name, strings.Join(Names(), ", "))
}

// ParseName returns the name of a solver as the table has it.
func ParseName(text string) (string, error) {
	a, err := find(strings.ToLower(strings.TrimSpace(text)))
	return a.name, err
}

// Informed tells whether the solver takes a heuristic.
func (s Settings) Informed() bool {
	a, err := find(s.Algorithm)
	return err == nil && a.informed
}

// HeuristicName returns the name of the heuristic in effect, "zero" for the
// uninformed searches.
func (s Settings) HeuristicName() string {
	if !s.Informed() || s.Heuristic == nil {
		return heuristics.Zero.Name()
	}
	return s.Heuristic.Name()
}

// Weighted tells whether the solver takes the weight.
func (s Settings) Weighted() bool { return s.Algorithm == "wastar" }

// Deepening tells whether the solver takes the depth limit.
func (s Settings) Deepening() bool { return s.Algorithm == "idastar" || s.Algorithm == "iddfs" }

// Evolving tells whether the solver takes the seed and the settings of
// evolution.
func (s Settings) Evolving() bool { return s.Algorithm == "ga" }
