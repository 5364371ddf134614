package idastar

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// solver makes IDA* with a heuristic, with pruning or without. With large set
// to 1 the fast kernels search from the second iteration on.
func solver(
	h heuristics.Heuristic, prune bool, large uint64,
) func(searchtest.Settings) search.Solver {
	return func(s searchtest.Settings) search.Solver {
		return &Solver{
			Heuristic: h,
			Prune:     prune,
			Order:     s.Order,
			Workers:   s.Workers,
			Observer:  s.Observer,
			large:     large,
		}
	}
}

func deepeningWith(h heuristics.Heuristic) func(searchtest.Settings) search.Solver {
	return solver(h, false, 0)
}

func pruned(h heuristics.Heuristic) func(searchtest.Settings) search.Solver {
	return solver(h, true, 0)
}

func kernelsWith(h heuristics.Heuristic, prune bool) func(searchtest.Settings) search.Solver {
	return solver(h, prune, 1)
}

// random returns a problem of a random board.
func random(t testing.TB, size puzzle.Size) search.Problem {
	t.Helper()
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	require.NoError(t, err)
	return search.Problem{Start: puzzle.Uniform(puzzle.NewRand(5, 0), goal), Goal: goal}
}

func TestConformance(t *testing.T) {
	wide := puzzle.Size{Rows: 5, Cols: 5}
	uninformed := func(s searchtest.Settings) search.Solver {
		return &Solver{
			Heuristic: heuristics.Zero,
			UnitCosts: true,
			Order:     s.Order,
			Workers:   s.Workers,
			Observer:  s.Observer,
		}
	}
	larger := heuristics.Max(heuristics.MaxSort, heuristics.Manhattan)
	configs := map[string]searchtest.Config{
		"iddfs":                    {New: uninformed, Reach: 20},
		"iddfs pruned":             {New: pruned(heuristics.Zero), Reach: 20},
		"idastar zero":             {New: deepeningWith(heuristics.Zero), Reach: 16},
		"idastar misplaced":        {New: deepeningWith(heuristics.Misplaced), Reach: 20},
		"idastar manhattan":        {New: deepeningWith(heuristics.Manhattan)},
		"idastar manhattan pruned": {New: pruned(heuristics.Manhattan)},
		"idastar linear-conflict":  {New: deepeningWith(heuristics.LinearConflict)},
		"idastar linear-conflict pruned": {
			New: pruned(heuristics.LinearConflict),
		},
		"kernel of sums": {New: kernelsWith(heuristics.Manhattan, false)},
		"kernel of sums, mixed, pruned": {
			New:   kernelsWith(heuristics.Misplaced, true),
			Reach: 20,
		},
		"kernel of linear conflicts": {New: kernelsWith(heuristics.LinearConflict, false)},
		"kernel of pattern databases": {
			New:       kernelsWith(patterns(3), false),
			NearCells: 16,
		},
		"kernel of wide boards": {
			New:  kernelsWith(heuristics.Manhattan, false),
			Hard: random(t, wide),
		},
		"idastar linear-conflict-pairs": {
			New:          deepeningWith(heuristics.LinearConflictPairs),
			Inadmissible: true,
		},
		"idastar out-of-row-column": {
			New:   deepeningWith(heuristics.OutOfRowColumn),
			Reach: 24,
		},
		"idastar euclidean":                {New: deepeningWith(heuristics.Euclidean), Reach: 24},
		"idastar max(max-sort, manhattan)": {New: deepeningWith(larger), Reach: 34},
	}
	if testing.Short() { // others run the same heuristics and prune the same way
		for _, name := range []string{"iddfs", "iddfs pruned", "idastar manhattan pruned"} {
			delete(configs, name)
		}
	}
	if !slow.Asked() {
		slowest := configs["kernel of pattern databases"]
		slowest.Reach = 24
		configs["kernel of pattern databases"] = slowest
	}
	// These configurations are of all engines. The others are variants of them.
	whole := []string{"iddfs", "idastar manhattan", "idastar manhattan pruned",
		"kernel of sums, mixed, pruned", "kernel of linear conflicts",
		"kernel of pattern databases", "kernel of wide boards"}
	for name, config := range configs {
		config.Parallel = true
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
		{"manhattan", 5, &Solver{Heuristic: heuristics.Manhattan, Workers: 1}},
		{"linear-conflict", 20, &Solver{Heuristic: heuristics.LinearConflict, Workers: 1}},
		{"manhattan pruned", 50, &Solver{Heuristic: heuristics.Manhattan, Prune: true, Workers: 1}},
		{"misplaced", 2000, &Solver{Heuristic: heuristics.Misplaced, Workers: 1}},
		{"iddfs", 40000, &Solver{Heuristic: heuristics.Zero, Workers: 1}},
		{"iddfs pruned", 10000, &Solver{Heuristic: heuristics.Zero, Prune: true, Workers: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			searchtest.EveryBoard(t, c.stride, c.solver)
		})
	}
}
