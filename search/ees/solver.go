package ees

import (
	"context"
	"fmt"
	"math"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is explicit estimation search; see the package documentation.
type Solver struct {
	Heuristic heuristics.Heuristic // not nil
	Observer  search.Observer      // receives the progress; may be nil

	// Weight is the maximum ratio of the plan's cost to that of a cheapest plan, from 1 to MaxWeight,
	// rounded to three decimals; 0 means DefaultWeight.
	Weight float64 `setting:"weight"`

	Order puzzle.Order `setting:"order"` // order of successors; zero: DefaultOrder
}

const (
	// DefaultWeight is the weight of a solver that sets none. It is that of weighted A* (package
	// solvers), so that both can be compared.
	DefaultWeight = 3

	// MaxWeight is the maximum weight.
	MaxWeight = 1000

	// unit is the number of parts of 1 in which weights and expected costs are counted.
	unit = 1000
)

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst, Optimal: s.parts() == unit}
}

// parts returns the weight in parts of 1/unit.
func (s *Solver) parts() puzzle.Cost {
	weight := s.Weight
	if weight == 0 {
		weight = DefaultWeight
	}
	return puzzle.Cost(math.Round(weight * unit))
}

// Check returns an error if a setting is out of range.
func (s *Solver) Check() error {
	if err := heuristics.Check(s.Heuristic); err != nil {
		return fmt.Errorf("ees: %w", err)
	}
	inRange := s.Weight >= 1 && s.Weight <= MaxWeight
	if s.Weight != 0 && !inRange {
		return fmt.Errorf("ees: weight %v; expected 1 to %d", s.Weight, MaxWeight)
	}
	return nil
}

// Solve searches for a plan. With an admissible heuristic, the plan costs at most Weight times as
// much as a cheapest one. Solve returns an error if the problem or the weight is invalid, or if the
// heuristic is nil, does not support the goal or the costs, or claims to be admissible but is shown
// not to be.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := s.Check(); err != nil {
		return search.Result{}, err
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	estimator, err := heuristics.EstimatorOf(s.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("ees: %w", err)
	}
	distance, err := heuristics.EstimatorOf(s.Heuristic, p.Goal, puzzle.Costs{})
	if err != nil {
		return search.Result{}, fmt.Errorf("ees: %w", err)
	}
	parameters := &parameters{
		problem:    p,
		limits:     lim,
		weight:     s.parts(),
		admissible: s.Heuristic.Admissible(),
		estimator:  estimator,
		distance:   distance,
		graph:      puzzle.NewGraph(p.Start.Size(), s.Order),
		watch:      search.NewWatch(ctx, lim, s.Observer),
	}
	result = searchOf(parameters)
	if result.Status != search.Solved {
		return result, nil
	}
	cost := p.Costs.Total(result.Moves)
	if err := heuristics.CheckBound(s.Heuristic, cost, result.LowerBound); err != nil {
		return search.Result{}, fmt.Errorf("ees: %w", err)
	}
	search.Finish(p, &result)
	return result, nil
}

// parameters has the problem of a run, and what does not depend on the size of its boards.
type parameters struct {
	problem    search.Problem
	limits     search.Limits
	weight     puzzle.Cost // in parts of 1/unit
	admissible bool
	estimator  heuristics.Estimator // h
	distance   heuristics.Estimator // d
	graph      *puzzle.Graph
	watch      *search.Watch
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
