package ga

import (
	"context"
	"errors"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is a genetic solver: plans of float genes are bred in phases, each of
// which goes on from the best board that the last one reached, as in the study
// "ga-vs-astar"; docs/genetic.md has what came to it. It implements
// search.Solver.
//
// A run takes O(plans evaluated · genes) time and O(population · genes + boards
// on record + pool · moves) memory. Under a limit of evaluations the same seed gives the same Result on
// any number of cores.
type Solver struct {
	Settings
	Heuristic heuristics.Heuristic
	Order     puzzle.Order // of the moves that the ranges of a gene stand for; zero: DefaultOrder
	Seed      uint64
	Workers   int // goroutines that evaluate plans; 0: one a core
	Observer  search.Observer
}

// Solve implements search.Solver. Limits.Expanded bounds the plans evaluated;
// Stats.Generated counts the moves decoded, without those that a child takes over
// from a check-point, and the states that windows generate. The Result is optimal only where the plan is as short as an
// admissible heuristic's estimate of the start. The error says which setting makes
// no sense, or wraps search.ErrUnitCosts.
func (s *Solver) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	switch err := s.Check(); {
	case err != nil:
		return search.Result{}, err
	case s.Heuristic == nil:
		return search.Result{}, errors.New("ga: no heuristic; expected one to score boards by")
	case s.Workers < 0:
		return search.Result{}, fmt.Errorf("ga: %d workers; expected 1 or more, or 0 for one a core", s.Workers)
	case !p.Costs.Unit():
		return search.Result{}, fmt.Errorf("ga: %w", search.ErrUnitCosts)
	}
	result, done, err := search.Begin(p)
	if done || err != nil {
		return result, err
	}
	estimator, err := s.Heuristic.For(p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("ga: %w", err)
	}
	r := newRun(ctx, s, p, lim, estimator)
	defer r.release()
	result.LowerBound = r.bound
	if lim.Bytes > 0 && r.total.Bytes > lim.Bytes {
		result.Status = search.MemoryLimit
		return result, nil
	}
	result.Status = r.solve()
	result.Stats, result.Found = r.total, r.found
	if result.Status == search.Solved {
		result.Moves = r.best
		search.Finish(p, &result)
	}
	return result, nil
}
