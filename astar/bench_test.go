package astar

import (
	"testing"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
)

// BenchmarkEngines solves number 79 of Korf's boards, 42 moves, with both
// engines.
func BenchmarkEngines(b *testing.B) {
	k := korf.Fifteen()[78]
	goal := goalOf(b, puzzle.BlankFirst, 4, 4)
	report := func(b *testing.B, expanded, generated, stored, bytes uint64) {
		b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "expanded/s")
		b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
		if stored > 0 {
			b.ReportMetric(float64(bytes)/float64(stored), "bytes/state")
		}
	}
	for _, c := range []struct {
		name   string
		solver Solver
	}{
		{"astar-manhattan", Solver{Heuristic: heuristics.Manhattan}},
		{"astar-linear-conflict", Solver{Heuristic: heuristics.LinearConflict}},
		{"wastar-manhattan-1.5", Solver{Heuristic: heuristics.Manhattan, Weight: 1.5}},
	} {
		for engine, solver := range map[string]search.Solver{"flat": &c.solver,
			"maps": &plainSolver{c.solver}} {
			b.Run(c.name+"-"+engine, func(b *testing.B) {
				expanded := uint64(0)
				generated := uint64(0)
				stored := uint64(0)
				bytes := uint64(0)
				for b.Loop() {
					r := solve(b, solver, search.Problem{Start: k.Board, Goal: goal})
					expanded += r.Expanded
					generated += r.Generated
					stored = r.PeakStored
					bytes = r.Bytes
				}
				report(b, expanded, generated, stored, bytes)
			})
		}
	}
}
