package idastar

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
)

// BenchmarkKernels measures each kernel, and the plain search, on the subtree
// below the first move of one of Korf's boards.
func BenchmarkKernels(b *testing.B) {
	for _, c := range []struct {
		name      string
		heuristic heuristics.Heuristic
		instance  korf.Instance
		above     puzzle.Cost // how far the bound lies above the estimate
		kind      kernelKind
	}{
		{"plain-manhattan", heuristics.Manhattan, korf.Fifteen()[0], 10, dfsKernels},
		{"sum-manhattan", heuristics.Manhattan, korf.Fifteen()[0], 10, sumKernels},
		{"sum-misplaced", heuristics.Misplaced, korf.Fifteen()[0], 7, sumKernels},
		{"plain-conflict", heuristics.LinearConflict, korf.Fifteen()[0], 10, dfsKernels},
		{"conflict", heuristics.LinearConflict, korf.Fifteen()[0], 10, conflictKernels},
		{"plain-24", heuristics.Manhattan, korf.TwentyFour()[0], 6, dfsKernels},
		{"wide-24", heuristics.Manhattan, korf.TwentyFour()[0], 6, wideKernels},
		{"plain-patterns", patterns(5), korf.Fifteen()[0], 8, dfsKernels},
		{"patterns", patterns(5), korf.Fifteen()[0], 8, patternKernels},
	} {
		b.Run(c.name, func(b *testing.B) {
			start := c.instance.Board
			goal, err := puzzle.Goal(puzzle.BlankFirst, start.Size())
			require.NoError(b, err)
			t := treeOf(b, search.Problem{Start: start, Goal: goal}, c.heuristic,
				puzzle.DefaultOrder, false)
			newKernel, _ := c.kind.on(t)
			k := newKernel()
			prefix := []puzzle.Move{t.graph.Steps(uint8(start.Blank()))[0].Move}
			bound := t.estimator.Estimate(start.Tiles()) + c.above
			generated := uint64(0)
			for b.Loop() {
				generated += k.count(prefix, bound, never).generated
			}
			b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(generated)/float64(b.N), "generated")
		})
	}
}

// BenchmarkPrune shows what pruning saves: states and time of IDA* with
// Manhattan distance, by the length of the sequences that the machine knows.
func BenchmarkPrune(b *testing.B) {
	numbers := map[int]bool{1: true, 5: true, 9: true, 12: true, 42: true}
	problems := korfProblems(b, func(k korf.Instance) bool { return numbers[k.Number] })
	size := problems[0].Start.Size()
	for _, c := range []struct {
		name    string
		machine *machine
	}{
		{"none", buildMachine(size, puzzle.DefaultOrder, 2)},
		{"6", buildMachine(size, puzzle.DefaultOrder, 6)},
		{"8", buildMachine(size, puzzle.DefaultOrder, 8)},
		{"10", buildMachine(size, puzzle.DefaultOrder, 10)},
		{"12", buildMachine(size, puzzle.DefaultOrder, 12)},
	} {
		b.Run(c.name, func(b *testing.B) {
			generated := uint64(0)
			for b.Loop() {
				for _, p := range problems {
					estimator, err := heuristics.Manhattan.For(p.Goal, p.Costs)
					require.NoError(b, err)
					s := &Solver{Heuristic: heuristics.Manhattan, Workers: 1}
					t := &tree{p, puzzle.NewGraph(size, puzzle.DefaultOrder), c.machine, estimator,
						true, p.Goal.Tiles()}
					d := newDeepening(b.Context(), s, t, search.Limits{})
					for bound := estimator.Estimate(p.Start.Tiles()); ; {
						r := d.iterate(iteration{bound: bound, enough: bound, budget: noBudget})
						if r.found {
							break
						}
						bound = r.next
					}
					generated += d.result.Generated
				}
			}
			b.ReportMetric(float64(generated)/float64(b.N), "generated")
			b.ReportMetric(float64(len(c.machine.next)), "states")
		})
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			buildMachine(size, puzzle.DefaultOrder, pruneLength(size, true))
		}
	})
}
