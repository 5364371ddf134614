package idastar

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
)

// BenchmarkOrders counts what IDA* with Manhattan distance generates under
// several orders of successors, on those of Korf's boards whose shortest plans
// take at most 50 moves: a choice that favours no order. Only the last iteration
// depends on the order.
func BenchmarkOrders(b *testing.B) {
	problems := korfProblems(b, func(k korf.Instance) bool { return k.Optimal <= 50 })
	for _, name := range []string{"UDLR", "UDRL", "ULDR", "ULRD", "DULR", "DRLU", "LURD", "LRUD",
		"RLDU", "RDLU"} {
		var order puzzle.Order
		require.NoError(b, order.UnmarshalText([]byte(name)))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				var generated, last uint64
				for _, p := range problems {
					solver := &Solver{Heuristic: heuristics.Manhattan, Order: order}
					r, err := solver.Solve(b.Context(), p, search.Limits{})
					require.NoError(b, err)
					generated += r.Generated
					last += r.Expanded - r.ExpandedBeforeLastF
				}
				b.ReportMetric(float64(generated)/float64(len(problems)), "generated/board")
				b.ReportMetric(float64(last)/float64(len(problems)), "last-expanded/board")
			}
		})
	}
	b.Run("by-h", func(b *testing.B) {
		for b.Loop() {
			generated := uint64(0)
			for _, p := range problems {
				generated += newOrderedSearch(p).solve()
			}
			b.ReportMetric(float64(generated)/float64(len(problems)), "generated/board")
		}
	})
}

// korfProblems returns those of Korf's boards of the 15-puzzle that are wanted.
func korfProblems(tb testing.TB, wanted func(korf.Instance) bool) []search.Problem {
	goal, err := puzzle.Goal(puzzle.BlankFirst, puzzle.Size{Rows: 4, Cols: 4})
	require.NoError(tb, err)
	var problems []search.Problem
	for _, instance := range korf.Fifteen() {
		if wanted(instance) {
			problems = append(problems, search.Problem{Start: instance.Board, Goal: goal})
		}
	}
	return problems
}

// orderedSearch is IDA* whose successors come by rising estimate, those of one
// estimate in the default order. It is an experiment, not a solver: sorting
// saves a part of the last iteration and costs in all of them.
type orderedSearch struct {
	*tree
	table     *heuristics.MoveTable
	estimate  puzzle.Cost // of the start
	tiles     []uint8
	bound     puzzle.Cost
	next      puzzle.Cost
	generated uint64
}

func newOrderedSearch(p search.Problem) *orderedSearch {
	estimator, _ := heuristics.Manhattan.For(p.Goal, p.Costs)
	t := &tree{problem: p, graph: puzzle.NewGraph(p.Start.Size(), puzzle.DefaultOrder),
		machine: buildMachine(p.Start.Size(), puzzle.DefaultOrder, 2), goal: p.Goal.Tiles()}
	return &orderedSearch{tree: t, table: heuristics.TabulateMoves(estimator),
		estimate: estimator.Estimate(p.Start.Tiles()), tiles: p.Start.Tiles()}
}

// solve returns how many states it generates.
func (s *orderedSearch) solve() uint64 {
	h := s.estimate
	for s.next = h; ; {
		s.bound = s.next
		s.next = noNext
		if s.visit(uint8(s.problem.Start.Blank()), 0, 0, h) {
			return s.generated
		}
	}
}

func (s *orderedSearch) visit(blank uint8, state int16, g, h puzzle.Cost) bool {
	type successor struct {
		puzzle.Step
		h puzzle.Cost
	}
	var list [4]successor
	n := 0
	for _, step := range s.graph.Steps(blank) {
		if s.machine.next[state][step.Move] == forbidden {
			continue
		}
		change := s.table.Change(step, int(s.tiles[step.To]))
		list[n] = successor{step, h + puzzle.Cost(change.Estimate)}
		n++
	}
	slices.SortStableFunc(list[:n], func(a, b successor) int { return cmp.Compare(a.h, b.h) })
	for _, to := range list[:n] {
		s.generated++
		if f := g + 1 + to.h; f > s.bound {
			s.next = min(s.next, f)
			continue
		}
		if to.h == 0 {
			return true
		}
		s.tiles[blank] = s.tiles[to.To]
		s.tiles[to.To] = 0
		if s.visit(to.To, s.machine.next[state][to.Move], g+1, to.h) {
			return true
		}
		s.tiles[to.To] = s.tiles[blank]
		s.tiles[blank] = 0
	}
	return false
}

// Sorting leaves the lengths as they are, and all iterations but the last.
func TestOrderedSearchAgrees(t *testing.T) {
	slow.NotShort(t)
	for _, p := range korfProblems(t, func(k korf.Instance) bool { return k.Nodes < 1e6 }) {
		r, err := (&Solver{Heuristic: heuristics.Manhattan}).Solve(t.Context(), p, search.Limits{})
		require.NoError(t, err)
		s := newOrderedSearch(p)
		generated := s.solve()
		require.Equal(t, r.Cost, s.bound)
		require.Greater(t, generated, r.ExpandedBeforeLastF)
	}
}
