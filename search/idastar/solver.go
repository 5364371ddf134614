package idastar

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/subgoals"
)

// Solver is IDA*; see the package documentation. With heuristics.Zero it searches
// with h = 0. The search never tries the move that undoes the
// last one. A successor whose f exceeds the bound counts as generated, but is not
// entered. With the smallest bound that can have a plan, the search ends when it generates the goal
// with an f of at most the bound. With a larger one, it goes on for plans that cost less.
type Solver struct {
	Heuristic heuristics.Heuristic // not nil
	Observer  search.Observer      // receives the progress; may be nil
	UnitCosts bool                 // return an error for move costs other than 1

	Order puzzle.Order `setting:"order"` // of successors; the zero Order is the default one

	// DepthLimit is the largest bound of an iteration, in the units of the move costs; 0 for no
	// limit.
	DepthLimit float64 `setting:"depth-limit"`

	// Engine is search.Fast, also if it is "", or search.Textbook: one recursive function on one
	// core.
	Engine string `setting:"engine"`

	// Prune leaves out sequences of moves that duplicate others. It needs unit costs.
	Prune bool `setting:"prune"`

	// Workers is the number of goroutines that search an iteration; 0: one for each core. The engine
	// Textbook does not use it.
	Workers int `setting:"workers"`

	// Subgoals is search.ByLine to solve outer rows and columns first (package subgoals), or
	// search.NoSubgoals, also if it is "".
	Subgoals string `setting:"subgoals"`

	large uint64 // set by tests instead of largeIteration; 0: largeIteration
}

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{
		Kind:       search.Deepening,
		Optimal:    s.Subgoals != search.ByLine,
		UnitCosts:  s.UnitCosts || s.Prune,
		Incomplete: s.DepthLimit > 0,
	}
}

// Solve searches for a plan, one iteration for each bound. With an admissible heuristic, the
// smallest f that exceeded the bound of a completed iteration is a lower bound on the cost of a
// plan. Under unit costs it is the next bound; under other costs the next bound may be larger (see
// bounds). The status of the result is
//
//   - Solved, with a plan that is optimal if the heuristic is admissible;
//   - Exhausted, if the lower bound is above DepthLimit;
//   - Unsolvable, which parity shows before the first iteration.
//   - a limit or Cancelled, as in package search.
//
// If the heuristic is not admissible, LowerBound is 0. The plan and all statistics except
// Discarded and Bytes are the same for any number of workers, unless a limit of time or
// memory or the context ends the search.
//
// Solve returns an error if a move costs other than 1 and UnitCosts or Prune is set. With
// UnitCosts, the error wraps [search.ErrUnitCosts]. Solve also returns an error if the problem is
// invalid (a board is missing, or the sizes differ). The last errors are those of the heuristic: it
// is nil, it does not support the goal, or it claims to be admissible but is shown not to be.
//
// The time is exponential in the length of the plan, so pass Limits or a context
// that ends. A search under a limit of time, states or memory ends with a status, not
// with an error.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := s.check(p.Costs); err != nil {
		return search.Result{}, err
	}
	if s.Subgoals == search.ByLine {
		coreSolver := func(o search.Observer) search.Solver {
			core := *s
			core.Observer = o
			core.Subgoals = ""
			return &core
		}
		return subgoals.Solve(ctx, p, lim, s.Order, s.Observer, s.Heuristic, coreSolver)
	}
	r, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return r, err
	}
	estimator, err := heuristics.EstimatorOf(s.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("idastar: %w", err)
	}
	graph := puzzle.NewGraph(p.Start.Size(), s.Order)
	d := newDeepening(ctx, s, &tree{
		problem:    p,
		graph:      graph,
		machine:    machineFor(p.Start.Size(), graph.Order(), s.Prune),
		estimator:  estimator,
		consistent: s.Heuristic.Consistent(),
		goal:       p.Goal.Tiles(),
	}, lim)
	defer d.release()
	return s.deepen(d, newBounds(p.Costs, estimator.Estimate(p.Start.Tiles())))
}

// deepen makes one iteration for each bound, until it finds a plan or a limit is reached.
func (s *Solver) deepen(d *deepening, bounds *bounds) (search.Result, error) {
	p := d.tree.problem
	for {
		if s.Heuristic.Admissible() {
			d.result.LowerBound = bounds.lower
		}
		iteration := bounds.next()
		if s.DepthLimit > 0 {
			limit := p.Costs.Units(s.DepthLimit)
			if bounds.lower > limit {
				d.result.Status = search.Exhausted
				return d.result, nil
			}
			iteration.bound = min(iteration.bound, limit)
		}
		t := d.iterate(iteration)
		switch {
		case d.result.Status != "":
			return d.result, nil
		case t.stopped:
			bounds.overBudget(t)
		case t.found:
			return s.finish(d, bounds.lower)
		case t.next == noNext:
			// The goal can be reached, so the Tracker has not estimated 0 for it.
			return search.Result{}, fmt.Errorf("idastar: no path left from %v: "+
				"the Tracker of heuristic %.60q and its Estimator disagree",
				p.Start, s.Heuristic.Name())
		default:
			bounds.completed(iteration, t)
		}
		d.result.ExpandedBeforeLastF = d.result.Expanded
	}
}

// finish completes the result of a run that has found a plan, given a lower bound of its cost.
func (s *Solver) finish(d *deepening, lower puzzle.Cost) (search.Result, error) {
	p := d.tree.problem
	d.result.Moves = slices.Clone(d.main.plan)
	if s.Heuristic.Admissible() {
		// All states whose f is less than the cost of the plan have been searched.
		cost := p.Costs.Total(d.result.Moves)
		d.result.LowerBound = max(lower, cost)
		if err := heuristics.CheckBound(s.Heuristic, cost, d.result.LowerBound); err != nil {
			return search.Result{}, fmt.Errorf("idastar: %w", err)
		}
	}
	search.Finish(p, &d.result)
	return d.result, nil
}

// check returns an error if a setting is out of range or does not suit the move costs.
func (s *Solver) check(costs puzzle.Costs) error {
	if s.UnitCosts && !costs.Unit() {
		return fmt.Errorf("iddfs: %w", search.ErrUnitCosts)
	}
	if err := search.CheckEngine(s.Engine); err != nil {
		return fmt.Errorf("idastar: %w", err)
	}
	if err := heuristics.Check(s.Heuristic); err != nil {
		return fmt.Errorf("idastar: %w", err)
	}
	if err := search.CheckWorkers("workers", s.Workers); err != nil {
		return fmt.Errorf("idastar: %w", err)
	}
	if !(s.DepthLimit >= 0) { // NaN, too
		return fmt.Errorf("idastar: depth limit %v; expected a cost, or 0 for no limit",
			s.DepthLimit)
	}
	if s.DepthLimit > 0 && costs.Units(s.DepthLimit) == 0 {
		return fmt.Errorf(
			"idastar: depth limit %v is below the cost of every move; expected at least %s",
			s.DepthLimit, costs.Format(costs.Cheapest()))
	}
	if s.Prune && !costs.Unit() {
		return errors.New(
			"idastar: pruning of repeated states needs unit move costs; leave it off for others")
	}
	return nil
}
