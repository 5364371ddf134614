package idastar

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/bench/plain"
	"npuzzle/heuristics"
	"npuzzle/puzzle/korf"
)

// BenchmarkIDAStar solves number 2 of Korf's boards, 1.5e7 states, as the plain
// loop of package bench/plain does and as IDAStar does on one worker and on
// two. With Manhattan distance and without pruning all generate the same.
func BenchmarkIDAStar(b *testing.B) {
	k := korf.Fifteen()[1]
	b.Run("plain-loop", func(b *testing.B) {
		generated := uint64(0)
		for b.Loop() {
			length, n := plain.IDAStar(k.Board, korfProblem(b, k).Goal)
			require.Equal(b, int(k.Optimal), length)
			require.Equal(b, k.Nodes, n)
			generated += n
		}
		b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
	})
	for _, c := range []struct {
		name   string
		solver Solver
	}{
		{"manhattan-1-worker", Solver{Heuristic: heuristics.Manhattan, Workers: 1}},
		{"manhattan-2-workers", Solver{Heuristic: heuristics.Manhattan, Workers: 2}},
		{"manhattan-pruned-1-worker", Solver{Heuristic: heuristics.Manhattan, Prune: true, Workers: 1}},
		{"manhattan-pruned-2-workers", Solver{Heuristic: heuristics.Manhattan, Prune: true, Workers: 2}},
		{"linear-conflict-1-worker", Solver{Heuristic: heuristics.LinearConflict, Workers: 1}},
		{"linear-conflict-2-workers", Solver{Heuristic: heuristics.LinearConflict, Workers: 2}},
	} {
		b.Run(c.name, func(b *testing.B) {
			c.solver.Order = korfOrder
			generated := uint64(0)
			for b.Loop() {
				r := mustSolve(b, &c.solver, korfProblem(b, k))
				require.Equal(b, k.Optimal, r.Cost)
				generated += r.Generated
			}
			b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
