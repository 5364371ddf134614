package astar

import (
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// plainSolver is a Solver that takes the plain engine for every problem.
type plainSolver struct{ Solver }

func (s *plainSolver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	return s.solve(ctx, p, lim, func(*rule) fastSearch { return nil })
}

// delayingSolver detects duplicates late as soon as so many states are open,
// wherever that is sound, and takes an entry at a time for each so many.
type delayingSolver struct {
	Solver
	from, perBatch uint64
}

func (s *delayingSolver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	return s.solve(ctx, p, lim, func(r *rule) fastSearch {
		f := newFast(r)
		switch f := f.(type) {
		case *flatSearch[[1]uint64]:
			setPace(f, s)
		case *flatSearch[[2]uint64]:
			setPace(f, s)
		case *flatSearch[[4]uint64]:
			setPace(f, s)
		case *flatSearch[[8]uint64]:
			setPace(f, s)
		case *flatSearch[[37]uint64]:
			setPace(f, s)
		}
		return f
	})
}

func setPace[B flat.Board](f *flatSearch[B], s *delayingSolver) {
	if f.delayFrom < math.MaxUint64 {
		f.delayFrom = s.from
	}
	f.perBatch = s.perBatch
}

// long returns a problem that keeps even a hasty search busy.
func long(t testing.TB) search.Problem {
	goal := goalOf(t, puzzle.BlankLast, 2, 8)
	return search.Problem{Start: puzzle.Uniform(puzzle.NewRand(4, 0), goal), Goal: goal}
}

func TestConformance(t *testing.T) {
	// flat and plain make a solver of either engine.
	flat := func(s Solver) func(searchtest.Settings) search.Solver {
		return func(set searchtest.Settings) search.Solver {
			s.Order = set.Order
			s.Observer = set.Observer
			s.Workers = 1
			return &s
		}
	}
	plain := func(s Solver) func(searchtest.Settings) search.Solver {
		return func(set searchtest.Settings) search.Solver {
			s.Order = set.Order
			s.Observer = set.Observer
			s.Workers = 1
			return &plainSolver{s}
		}
	}
	delaying := func(s Solver) func(searchtest.Settings) search.Solver {
		return func(set searchtest.Settings) search.Solver {
			s.Order = set.Order
			s.Observer = set.Observer
			s.Workers = 1
			return &delayingSolver{s, 0, entriesPerBatch}
		}
	}
	// team makes a solver whose workers take over soon.
	team := func(s Solver) func(searchtest.Settings) search.Solver {
		return func(set searchtest.Settings) search.Solver {
			s.Order = set.Order
			s.Observer = set.Observer
			s.Workers = set.Workers
			return &teamSolver{s, 20, 200}
		}
	}
	greedy := Solver{Heuristic: heuristics.Misplaced, Greedy: true}
	configs := map[string]searchtest.Config{
		"ucs delaying": {New: delaying(Solver{Heuristic: heuristics.Zero}), Reach: 20},
		"astar linear-conflict delaying": {
			New: delaying(Solver{Heuristic: heuristics.LinearConflict}),
		},
		"ucs":             {New: flat(Solver{Heuristic: heuristics.Zero}), Reach: 20},
		"astar misplaced": {New: flat(Solver{Heuristic: heuristics.Misplaced}), Reach: 25},
		"astar manhattan": {New: flat(Solver{Heuristic: heuristics.Manhattan, Weight: 1})},
		"astar manhattan plain": {
			New:   plain(Solver{Heuristic: heuristics.Manhattan}),
			Reach: 32,
		},
		"astar linear-conflict": {New: flat(Solver{Heuristic: heuristics.LinearConflict})},
		"astar linear-conflict-pairs": {
			New:          flat(Solver{Heuristic: heuristics.LinearConflictPairs}),
			Inadmissible: true,
		},
		"astar linear-conflict-pairs plain": {
			New:          plain(Solver{Heuristic: heuristics.LinearConflictPairs}),
			Inadmissible: true,
			Reach:        32,
		},
		"wastar manhattan 1.5": {
			New:    flat(Solver{Heuristic: heuristics.Manhattan, Weight: 1.5}),
			Within: 1.5,
		},
		"wastar misplaced 1.25 plain": {
			New:    plain(Solver{Heuristic: heuristics.Misplaced, Weight: 1.25}),
			Within: 1.25,
			Reach:  25,
		},
		"wastar max-sort 1000": {
			New:    flat(Solver{Heuristic: heuristics.MaxSort, Weight: 1000}),
			Within: 1000,
			Hard:   long(t),
		},
		"team ucs": {
			New:      team(Solver{Heuristic: heuristics.Zero}),
			Reach:    20,
			Parallel: true,
		},
		"team astar manhattan": {
			New:      team(Solver{Heuristic: heuristics.Manhattan}),
			Parallel: true,
		},
		"team astar linear-conflict-pairs": {
			New:          team(Solver{Heuristic: heuristics.LinearConflictPairs}),
			Inadmissible: true,
			Parallel:     true,
		},
		"team wastar misplaced 1.25": {
			New:      team(Solver{Heuristic: heuristics.Misplaced, Weight: 1.25}),
			Within:   1.25,
			Reach:    25,
			Parallel: true,
		},
		"team greedy misplaced":  {New: team(greedy), Hard: long(t), Parallel: true},
		"greedy misplaced":       {New: flat(greedy), Hard: long(t)},
		"greedy misplaced plain": {New: plain(greedy), Hard: long(t)},
	}
	if testing.Short() { // only teams have goroutines
		maps.DeleteFunc(configs, func(name string, c searchtest.Config) bool {
			claims := search.CapabilitiesOf(c.New(searchtest.Settings{}))
			return !claims.Optimal || c.Inadmissible || c.Reach == 20
		})
	}
	// These configurations are of all engines. The others are variants of them.
	whole := []string{"astar manhattan", "astar manhattan plain", "astar linear-conflict delaying",
		"team astar manhattan", "greedy misplaced", "team greedy misplaced"}
	for name, config := range configs {
		config.Variant = !slices.Contains(whole, name)
		// not in parallel, because a rule measures the memory of the process
		t.Run(name, func(t *testing.T) {
			searchtest.Run(t, config)
		})
	}
}

// Every heuristic runs the same search, so one of them gets most boards. The slower a solver, the
// smaller its share of the boards.
func TestEveryBoard(t *testing.T) {
	slow.NotShort(t)
	for _, c := range []struct {
		name   string
		stride int
		solver search.Solver
	}{
		{"manhattan", 5, &Solver{Heuristic: heuristics.Manhattan}},
		{"linear-conflict", 20, &Solver{Heuristic: heuristics.LinearConflict}},
		{"manhattan plain", 800, &plainSolver{Solver{Heuristic: heuristics.Manhattan}}},
		{"linear-conflict plain", 800, &plainSolver{Solver{Heuristic: heuristics.LinearConflict}}},
		{"misplaced", 1000, &Solver{Heuristic: heuristics.Misplaced}},
		{"ucs", 4000, &Solver{Heuristic: heuristics.Zero}},
	} {
		t.Run(c.name, func(t *testing.T) {
			searchtest.EveryBoard(t, c.stride, c.solver)
		})
	}
}
