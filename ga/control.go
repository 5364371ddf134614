package ga

import (
	"npuzzle/astar"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/window"
)

// weighted finds a path from a board to the goal by weighted A*, for the control WeightedAStar.
// Moves are tried in random order, so that the paths from one board differ.
func (e *evolution) weighted(start puzzle.Board) (plan []puzzle.Move, found bool) {
	r := e.run
	// An expansion generates at most three states, and the first one four.
	limits := search.Limits{Generated: (max(e.quota, 1) - 1) / 3}
	if limits.Generated == 0 {
		e.stop = search.NodeLimit
		return nil, false
	}
	if limit := r.limits.Bytes; limit > 0 {
		limits.Bytes = max(limit-min(r.bytes, limit), 1)
	}
	// The weight was tuned on development boards.
	s := astar.Solver{Heuristic: r.solver.Heuristic, Weight: 3, Order: window.RandomOrder(e.rng.Intn)}
	result, err := s.Solve(r.ctx, search.Problem{Start: start, Goal: r.problem.Goal}, limits)
	e.stats.Expanded += result.Expanded
	e.stats.Bytes = max(e.stats.Bytes, r.bytes+result.Bytes)
	e.spend(result.Generated)
	if err != nil {
		panic(err) // Solve has made the checks of weighted A*
	}
	if result.Status != search.Solved {
		e.stop = result.Status
		return nil, false
	}
	return result.Moves, true
}
