package idastar

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// treeOf makes the tree of a problem as Solver makes it.
func treeOf(
	t testing.TB, p search.Problem, h heuristics.Heuristic, order puzzle.Order, prune bool,
) *tree {
	t.Helper()
	estimator, err := h.For(p.Goal, p.Costs)
	require.NoError(t, err)
	graph := puzzle.NewGraph(p.Start.Size(), order)
	return &tree{
		problem:    p,
		graph:      graph,
		machine:    machineFor(p.Start.Size(), graph.Order(), prune),
		estimator:  estimator,
		consistent: h.Consistent(),
		goal:       p.Goal.Tiles(),
	}
}

// path is a way from the start that a machine allows, with the largest f on it.
type path struct {
	moves []puzzle.Move
	f     puzzle.Cost
	end   puzzle.Board
}

// randomPath draws a path of some moves, fewer where it meets a dead end or
// the goal comes next.
func randomPath(rng *rand.Rand, t *tree, length int) path {
	p := path{f: t.estimator.Estimate(t.problem.Start.Tiles()), end: t.problem.Start}
	state := int16(0)
	for range length {
		var legal []puzzle.Move
		for _, step := range t.graph.Steps(uint8(p.end.Blank())) {
			if next, _ := p.end.Move(step.Move); t.machine.next[state][step.Move] != forbidden &&
				next != t.problem.Goal {
				legal = append(legal, step.Move)
			}
		}
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		p.end, _ = p.end.Move(m)
		state = t.machine.next[state][m]
		p.moves = append(p.moves, m)
		p.f = max(p.f, t.problem.Costs.Total(p.moves)+t.estimator.Estimate(p.end.Tiles()))
	}
	return p
}
