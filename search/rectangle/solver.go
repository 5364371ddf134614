package rectangle

import (
	"context"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is rectangle search; see the package documentation.
type Solver struct {
	// Heuristic orders the states of a layer; not nil. If it is admissible, it also proves that
	// states lead to no cheaper plan. Otherwise, linear conflict proves this. If it is
	// pairs.Heuristic and its values take more than half of the memory limit, heuristics.Convex
	// takes its place.
	Heuristic heuristics.Heuristic

	Observer search.Observer // receives the progress; may be nil
	Clock    search.Clock    // times of the plans found; may be nil

	Order puzzle.Order `setting:"order"` // order of successors; zero: DefaultOrder
}

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst, Anytime: true}
}

// Solve searches for cheaper and cheaper plans. The last plan is optimal, unless a limit is reached
// before. Then the result has the best plan so far. Solve returns an error if the problem is
// invalid, or if the heuristic is nil, does not support the goal or the costs, or claims to be
// admissible but is shown not to be.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := heuristics.Check(s.Heuristic); err != nil {
		return search.Result{}, fmt.Errorf("rectangle: %w", err)
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	h := pairs.Within(s.Heuristic, p.Goal.Size(), lim.Bytes)
	guide, err := heuristics.EstimatorOf(h, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("rectangle: %w", err)
	}
	lower := guide
	if !h.Admissible() {
		lower, err = heuristics.EstimatorOf(heuristics.LinearConflict, p.Goal, p.Costs)
		if err != nil {
			return search.Result{}, fmt.Errorf("rectangle: %w", err)
		}
	}
	result = searchOf(&parameters{
		problem:  p,
		limits:   lim,
		observer: s.Observer,
		clock:    s.Clock,
		guide:    guide,
		lower:    lower,
		exact:    h.Admissible(),
		tables:   tablesOf(h, guide, p.Goal.Size()),
		graph:    puzzle.NewGraph(p.Start.Size(), s.Order),
		watch:    search.NewWatch(ctx, lim, s.Observer),
	})
	if result.Moves == nil {
		return result, nil
	}
	cost := p.Costs.Total(result.Moves)
	if err := heuristics.CheckBound(h, cost, result.LowerBound); err != nil {
		return search.Result{}, fmt.Errorf("rectangle: %w", err)
	}
	search.Finish(p, &result)
	return result, nil
}

// tablesOf returns the memory of the values that a heuristic has learned for a size, if it has.
func tablesOf(h heuristics.Heuristic, guide heuristics.Estimator, size puzzle.Size) uint64 {
	learned, ok := h.(pairs.Heuristic)
	if !ok || !pairs.Learned(guide) {
		return 0
	}
	return learned.Bytes(size)
}

// parameters has the problem of a run, and what does not depend on the size of its boards.
type parameters struct {
	problem  search.Problem
	limits   search.Limits
	observer search.Observer
	clock    search.Clock
	guide    heuristics.Estimator // orders states
	lower    heuristics.Estimator // never more than the cost left
	exact    bool                 // guide and lower are the same
	tables   uint64               // bytes of learned values
	graph    *puzzle.Graph
	watch    *search.Watch
}

// searchOf searches with boards of as many words as they need.
func searchOf(p *parameters) search.Result {
	run := flat.Choose(p.problem.Start.Size().Cells(),
		runWith[[1]uint64], runWith[[2]uint64], runWith[[4]uint64],
		runWith[[8]uint64], runWith[[16]uint64], runWith[[37]uint64],
	)
	return run(p)
}

// runWith searches with boards of a number of words.
func runWith[B flat.Board](p *parameters) search.Result { return newRun[B](p).search() }
