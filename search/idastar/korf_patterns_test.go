package idastar

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
)

// partition is a heuristic of pattern databases that are built in memory, once
// for each goal.
type partition struct {
	name   string
	tables *sync.Map // functions that make an estimator, by goal
}

func (p partition) Name() string     { return p.name }
func (p partition) Admissible() bool { return true }
func (p partition) Consistent() bool { return true }

func (p partition) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	made, _ := p.tables.LoadOrStore(goal, sync.OnceValues(func() (heuristics.Estimator, error) {
		return built(p.name, goal, costs, 0)
	}))
	return made.(func() (heuristics.Estimator, error))()
}

// Large databases find optimal plans of the published lengths: 7-8 of every
// tenth of the hundred 15-puzzles, 6-6-6-6 of number 40 of the 24-puzzles, the
// easiest.
func TestKorfWithLargePatterns(t *testing.T) {
	if !*allKorf {
		t.Skip("takes a minute and 2 GB; run with -korf")
	}
	for _, c := range []struct {
		partition string
		boards    []korf.Instance
		take      func(k korf.Instance) bool
	}{
		{"7-8", korf.Fifteen(), func(k korf.Instance) bool { return k.Number%10 == 8 }},
		{"6-6-6-6", korf.TwentyFour(), func(k korf.Instance) bool { return k.Number == 40 }},
	} {
		h := partition{c.partition, &sync.Map{}}
		boards := slices.DeleteFunc(c.boards, func(k korf.Instance) bool { return !c.take(k) })
		require.NotEmpty(t, boards)
		for _, b := range boards {
			for _, prune := range []bool{false, true} {
				if !prune && c.partition == "6-6-6-6" {
					continue // four times the states
				}
				r := mustSolve(t, &Solver{Heuristic: h, Prune: prune}, korfProblem(t, b))
				require.Equal(t, b.Optimal, r.Cost, "%s: number %d", c.partition, b.Number)
				require.True(t, r.Optimal)
			}
		}
	}
}
