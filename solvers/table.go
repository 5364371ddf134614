package solvers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"npuzzle/astar"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/bfs"
	"npuzzle/search/idastar"
)

// Settings hold the name of a solver's algorithm and the values of its settings. Each
// solver takes only the settings that its row of the table names.
type Settings struct {
	Algorithm  string
	Heuristic  heuristics.Heuristic
	Weight     float64      // factor of the heuristic in weighted A*, at least 1
	Order      puzzle.Order // order in which successors are generated
	DepthLimit float64      // maximum cost of a path in iterative deepening; 0 for no limit
	Engine     string       // engine of A* and IDA*: Fast or Textbook
	Prune      bool         // prune repeated states in iterative deepening
	Seed       uint64       // random seed of the genetic solver
	Workers    int          // number of threads of one run; 0 for all cores
	GA         ga.Settings
}

// algorithm is a row of the table. It holds everything that the rest of the program needs
// to know about a solver.
type algorithm struct {
	name      string
	unitCosts bool     // the solver supports only move costs of 1
	takes     []string // settings of the solver besides algorithm and order
	reports   []string // JSON keys of the statistics that not every solver reports
	make      func(Settings, search.Observer) search.Solver
}

// Lists of settings for the rows of the table.
var (
	iterative = []string{"depth-limit", "prune", "workers"}
	informed  = append(iterative, "heuristic", "engine")
	evolving  = []string{"heuristic", "workers", "seed", PresetSetting}
)

// JSON keys of statistics, by the kind of search. Every solver reports the statistics that
// are in none of these lists, such as generated and seconds.
var (
	expansions = []string{"expanded", "expanded_before_last_f", "peak_stored"}
	bestFirst  = append(expansions, "reopened", "duplicates", "open", "peak_open")
	deepening  = append(expansions, "discarded")
	scoring    = []string{"expanded", "evaluated", "generated_by_windows"}
)

// table has a row for each solver. Names lists them in this order.
var table = []algorithm{
	{"bfs", true, nil, bestFirst, func(s Settings, o search.Observer) search.Solver {
		return &bfs.Solver{Order: s.Order, Observer: o}
	}},
	{"ucs", false, nil, bestFirst, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: heuristics.Zero, Weight: 1, Order: s.Order, Observer: o}
	}},
	{"iddfs", true, iterative, deepening, func(s Settings, o search.Observer) search.Solver {
		return &idastar.Solver{Heuristic: heuristics.Zero, UnitCosts: true,
			Order: s.Order, DepthLimit: puzzle.Cost(s.DepthLimit), Prune: s.Prune, Workers: s.Workers, Observer: o}
	}},
	{"astar", false, []string{"heuristic", "engine"}, bestFirst, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: s.Heuristic, Weight: 1, Plain: s.Engine == Textbook,
			Order: s.Order, Observer: o}
	}},
	{"idastar", false, informed, deepening, func(s Settings, o search.Observer) search.Solver {
		return &idastar.Solver{Heuristic: s.Heuristic, Plain: s.Engine == Textbook,
			Order: s.Order, DepthLimit: puzzle.Cost(s.DepthLimit), Prune: s.Prune, Workers: s.Workers, Observer: o}
	}},
	{"wastar", false, []string{"heuristic", "weight"}, bestFirst, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: s.Heuristic, Weight: s.Weight, Order: s.Order, Observer: o}
	}},
	{"greedy", false, []string{"heuristic"}, bestFirst, func(s Settings, o search.Observer) search.Solver {
		return &astar.Solver{Heuristic: s.Heuristic, Greedy: true, Order: s.Order, Observer: o}
	}},
	{genetic, true, append(evolving, ga.SettingNames()...), scoring, func(s Settings, o search.Observer) search.Solver {
		return &ga.Solver{Settings: s.GA, Heuristic: s.Heuristic,
			Order: s.Order, Seed: s.Seed, Workers: s.Workers, Observer: o}
	}},
}

// genetic is the name of the genetic solver.
const genetic = "ga"

// Names returns the names of all solvers, in the order of the table.
func Names() []string {
	names := make([]string, len(table))
	for i, a := range table {
		names[i] = a.name
	}
	return names
}

// Reports reports whether a solver computes the statistic with the given JSON key. For a
// key that no row of the table lists, it returns true.
func Reports(solver, statistic string) bool {
	special := func(a algorithm) bool { return slices.Contains(a.reports, statistic) }
	a, err := find(solver)
	return err == nil && special(a) || !slices.ContainsFunc(table, special)
}

// Default returns the default settings of the named solver.
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
		Engine:    Fast,
		GA:        ga.Default(),
	}
}

// DefaultWeight is the default weight of weighted A*. With linear conflict and
// weight 3, random 5x5 boards take 0.1 s, and their plans have about 170 moves.
// Weight 2 takes seconds. With weight 5, plans are 50 % longer.
const DefaultWeight = 3

// maxWeight is the largest weight of weighted A*.
const maxWeight = 1000

// Suggest returns the settings of the default solver for a board size and move costs. On
// small boards, this is IDA*, which usually finds a shortest plan for a random board
// within seconds and in little memory. On other boards up to 5x5, it is weighted A*. On
// larger boards, weighted A* often runs out of memory. There, Suggest returns the genetic
// solver, with settings that stop at the first plan. If a move cost differs from 1,
// Suggest returns weighted A* in its place.
func Suggest(size puzzle.Size, costs puzzle.Costs) Settings {
	short, long := min(size.Rows, size.Cols), max(size.Rows, size.Cols)
	switch {
	case short == 1 || size.Cells() <= 12 || long <= 4:
		return Default("idastar")
	case long <= 5 || !costs.Unit():
		return Default("wastar")
	}
	s := Default("ga")
	s.GA.Improve = false
	return s
}

// New makes the solver that the settings describe. The observer receives the progress of
// the search, and may be nil.
func New(s Settings, observer search.Observer) (search.Solver, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	a, _ := find(s.Algorithm)
	solver := a.make(s, observer)
	if s.Informed() && usesTables(s.Heuristic) {
		solver = guarded{solver}
	}
	return solver, nil
}

// Solve solves a board under unit costs, with the settings that Suggest returns for its
// size. In the goal, the blank is in the last cell. On boards larger than 4x4, the plan
// is usually not a shortest one.
func Solve(ctx context.Context, board puzzle.Board) (search.Result, error) {
	goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
	if err != nil {
		return search.Result{}, err
	}
	solver, err := New(Suggest(board.Size(), puzzle.Costs{}), nil)
	if err != nil {
		return search.Result{}, err
	}
	return solver.Solve(ctx, search.Problem{Start: board, Goal: goal}, search.Limits{})
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
	case s.Takes("weight") && !(s.Weight >= 1 && s.Weight <= maxWeight):
		return fmt.Errorf("weight %v is out of range; expected 1 to %d", s.Weight, maxWeight)
	case s.Evolving():
		return s.GA.Check()
	}
	return nil
}

// CheckGoal returns an error if the solver needs unit costs and costs are not, or if its
// heuristic does not support the goal. It does not open pattern databases. It only checks
// that the partition fits the goal.
func (s Settings) CheckGoal(goal puzzle.Board, costs puzzle.Costs) error {
	a, err := find(s.Algorithm)
	if err != nil {
		return err
	}
	if a.unitCosts && !costs.Unit() {
		return fmt.Errorf("%s: %w", a.name, search.ErrUnitCosts)
	}
	if s.Prune && !costs.Unit() {
		return fmt.Errorf("%s: pruning of repeated states needs unit move costs; leave it off for others", a.name)
	}
	if !s.Informed() {
		return nil
	}
	if s.Evolving() {
		if err := s.GA.CheckHeuristic(s.Heuristic, goal.Size()); err != nil {
			return err
		}
	}
	_, err = heuristics.Map(s.Heuristic, func(h heuristics.Heuristic) (heuristics.Heuristic, error) {
		tables, ok := h.(pdb.Heuristic)
		switch {
		case ok && tables.Partition != "":
			_, err := pdb.ParsePartition(tables.Partition, goal)
			return h, err
		case ok:
			return h, nil
		}
		_, err := h.For(goal, costs)
		return h, err
	})
	return err
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

// Takes reports whether the solver takes the named setting, that is, whether its result
// or its speed may depend on the setting.
func (s Settings) Takes(name string) bool {
	a, err := find(s.Algorithm)
	return err == nil && (name == "algorithm" || name == "order" || slices.Contains(a.takes, name))
}

// CheckTaken returns an error if the solver does not take the named setting. Flags and
// experiment files must not set such a setting, because it would have no effect.
func (s Settings) CheckTaken(name string) error {
	if s.Takes(name) {
		return nil
	}
	var others []string
	for _, a := range table {
		if slices.Contains(a.takes, name) {
			others = append(others, a.name)
		}
	}
	return fmt.Errorf("%s is a setting of %s, not of %s; expected it to be left out",
		name, strings.Join(others, ", "), s.Algorithm)
}

// Informed reports whether the solver takes a heuristic.
func (s Settings) Informed() bool { return s.Takes("heuristic") }

// Evolving reports whether the solver is the genetic one.
func (s Settings) Evolving() bool { return s.Algorithm == genetic }

// HeuristicOn returns the name of the heuristic in effect on boards of a size. It differs from
// HeuristicName where ga replaces linear conflict for long lines, see ga.Settings.HeuristicUsed.
func (s Settings) HeuristicOn(size puzzle.Size) string {
	if s.Evolving() && s.Heuristic != nil {
		return s.GA.HeuristicUsed(s.Heuristic, size)
	}
	return s.HeuristicName()
}

// HeuristicName returns the name of the heuristic that the solver uses. For a solver
// that takes no heuristic, it returns "zero".
func (s Settings) HeuristicName() string {
	if !s.Informed() || s.Heuristic == nil {
		return heuristics.Zero.Name()
	}
	return s.Heuristic.Name()
}
