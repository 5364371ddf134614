package astar

import (
	"testing"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// BenchmarkWide searches random boards of 5x5 with both engines, with limited work. The bytes for
// each state are those of the search that stores the most.
func BenchmarkWide(b *testing.B) {
	goal := goalOf(b, puzzle.BlankLast, 5, 5)
	for _, c := range []struct {
		name   string
		solver Solver
		boards uint64
	}{
		{"astar", Solver{Heuristic: heuristics.LinearConflict}, 1},
		{"wastar-3", Solver{Heuristic: heuristics.LinearConflict, Weight: 3}, 20},
	} {
		for engine, solver := range map[string]search.Solver{"flat": &c.solver,
			"plain": &plainSolver{c.solver}} {
			b.Run(c.name+"-"+engine, func(b *testing.B) {
				var largest search.Result
				expanded := uint64(0)
				for b.Loop() {
					for seed := range c.boards {
						start := puzzle.Uniform(puzzle.NewRand(seed, 0), goal)
						r, err := solver.Solve(b.Context(),
							search.Problem{Start: start, Goal: goal},
							search.Limits{Generated: 500_000})
						if err != nil {
							b.Fatal(err)
						}
						if expanded += r.Expanded; r.PeakStored > largest.PeakStored {
							largest = r
						}
					}
				}
				b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "expanded/s")
				b.ReportMetric(float64(largest.Bytes)/float64(largest.PeakStored), "bytes/state")
			})
		}
	}
}
