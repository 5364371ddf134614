package astar

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/subgoals"
)

// Solver is best-first graph search; see the package documentation. It tests a
// state for the goal when it takes the state from the open list.
type Solver struct {
	Heuristic heuristics.Heuristic // not nil; heuristics.Zero for uniform-cost search
	Observer  search.Observer      // receives the progress; may be nil

	// Weight is the weight of h, from 1 to MaxWeight, rounded to three decimals. 0 means 1.
	Weight float64 `setting:"weight"`

	Greedy bool         // f = h; Weight has no effect
	Order  puzzle.Order `setting:"order"` // order of successors; zero: DefaultOrder

	// Engine is search.Fast, also if it is "", or search.Textbook: a map and a priority queue.
	Engine string `setting:"engine"`

	// Workers is the number of goroutines of a large search; 0: one for each core. The engine
	// Textbook does not use it, nor do searches whose move costs or weight need it.
	Workers int `setting:"workers"`

	// Subgoals is search.ByLine to solve outer rows and columns first (package subgoals), or
	// search.NoSubgoals, also if it is "".
	Subgoals string `setting:"subgoals"`
}

const (
	// Weights are rounded to multiples of 1/weightDecimals.
	weightDecimals = 1000
	// MaxWeight is the largest weight. With larger weights, the search would
	// be nearly greedy.
	MaxWeight = 1000
)

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	exact := s.Weight <= 1 && !s.Greedy
	return search.Capabilities{
		Kind:    search.BestFirst,
		Optimal: exact && s.Subgoals != search.ByLine,
		Varies:  s.Engine != search.Textbook && search.Workers(s.Workers) > 1,
	}
}

// Solve searches for a plan. With an admissible heuristic, the plan costs at most
// Weight times the optimum, unless the search is greedy. If a limit is reached, the
// status of the result says so. Solve returns an error if the problem or Weight is
// invalid, or if the heuristic is nil, does not support the goal or the costs, or claims to be
// admissible but is shown not to be.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := search.CheckEngine(s.Engine); err != nil {
		return search.Result{}, fmt.Errorf("astar: %w", err)
	}
	if err := search.CheckWorkers("workers", s.Workers); err != nil {
		return search.Result{}, fmt.Errorf("astar: %w", err)
	}
	if err := heuristics.Check(s.Heuristic); err != nil {
		return search.Result{}, fmt.Errorf("astar: %w", err)
	}
	if s.Subgoals == search.ByLine {
		return subgoals.Solve(ctx, p, lim, s.Order, s.Observer, s.Heuristic,
			func(o search.Observer) search.Solver {
				core := *s
				core.Observer = o
				core.Subgoals = ""
				return &core
			})
	}
	if s.Engine == search.Textbook {
		return s.solve(ctx, p, lim, func(*rule) fastSearch { return nil })
	}
	return s.solve(ctx, p, lim, newFast)
}

// solve searches with the fast engine if the function fast returns one. It searches
// with the plain engine if there is no fast one, or if the fast one has found no plan
// because it dropped all paths to the goal.
func (s *Solver) solve(
	ctx context.Context, p search.Problem, lim search.Limits, fast func(*rule) fastSearch,
) (search.Result, error) {
	rule, err := s.rule(p)
	if err != nil {
		return search.Result{}, err
	}
	r, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return r, err
	}
	rule.estimator, err = heuristics.EstimatorOf(s.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("astar: %w", err)
	}
	rule.graph = puzzle.NewGraph(p.Start.Size(), s.Order)
	f := fast(rule)
	if f != nil {
		r = f.run(ctx, search.NewWatch(ctx, lim, s.Observer), lim)
	}
	if f == nil || r.Status == search.Exhausted {
		lost := r.Expanded
		r = newPlain(rule).run(search.NewWatch(ctx, lim, s.Observer), lim)
		r.Discarded = lost
	}
	if r.Status == search.Solved {
		cost := p.Costs.Total(r.Moves)
		r.LowerBound = max(r.LowerBound, rule.provenBy(cost))
		if err := heuristics.CheckBound(s.Heuristic, cost, r.LowerBound); err != nil {
			return search.Result{}, fmt.Errorf("astar: %w", err)
		}
		search.Finish(p, &r)
	}
	return r, nil
}

// rule has the problem of a run, and the parameters of f.
type rule struct {
	problem    search.Problem
	graph      *puzzle.Graph
	estimator  heuristics.Estimator
	ofG, ofH   puzzle.Cost // f = ofG·g + ofH·h
	reopen     bool        // reopen a closed state that is reached at a smaller g
	admissible bool        // the heuristic is admissible
	workers    int         // of a large search
}

// rule returns the rule of a run, without its graph and estimator. The factors of f are
// divided by their greatest common divisor: f is g + h for Weight 1, and 2g + 3h for 1.5.
func (s *Solver) rule(p search.Problem) (*rule, error) {
	weight := cmp.Or(s.Weight, 1)
	if !(weight >= 1 && weight <= MaxWeight) {
		return nil, fmt.Errorf("astar: weight %v is out of range; expected 1 to %d", s.Weight,
			MaxWeight)
	}
	r := &rule{
		problem: p,
		ofG:     weightDecimals,
		ofH:     puzzle.Cost(math.Round(weight * weightDecimals)),
		workers: search.Workers(s.Workers),
	}
	common := puzzle.GCD(r.ofG, r.ofH)
	r.ofG /= common
	r.ofH /= common
	if s.Greedy {
		r.ofG = 0
		r.ofH = 1
	}
	r.reopen = !s.Heuristic.Consistent() && !s.Greedy
	r.admissible = s.Heuristic.Admissible()
	return r, nil
}

// progress returns the progress to report while the search expands states with the given f.
func (r *rule) progress(stats search.Stats, f puzzle.Cost) search.Progress {
	return search.Progress{Stats: stats, Bound: f / max(r.ofG, 1)}
}

// f returns the priority of a state.
func (r *rule) f(g, h puzzle.Cost) puzzle.Cost { return r.ofG*g + r.ofH*h }

// bounding reports whether f is g + h with an admissible h. Then the smallest f on the open
// list is a lower bound on the cost of every plan.
func (r *rule) bounding() bool { return r.admissible && r.ofG == r.ofH }

// provenBy returns the lower bound that follows from the cost of a plan of weighted A*: the
// cost divided by Weight. The cost is at most Weight times the optimum if the heuristic is
// consistent (Likhachev, Gordon, Thrun 2003, theorem 2), or if closed states are reopened.
func (r *rule) provenBy(cost puzzle.Cost) puzzle.Cost {
	if !r.admissible || r.ofG == 0 {
		return 0
	}
	return (cost*r.ofG + r.ofH - 1) / r.ofH
}
