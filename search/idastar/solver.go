package idastar

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is iterative deepening A* (Korf 1985): depth-first searches under a
// rising bound on f = g + h, each bound the least f that exceeded the last. Its
// memory does not grow with the states searched: a path, and a megabyte or two
// of stack and tables a worker. With the zero heuristic and unit costs it is
// iterative deepening depth-first search.
//
// The move that undoes the last one is left out; a successor above the bound
// is generated but never entered; the search stops when it generates the goal.
// The plan is optimal where the heuristic is admissible.
type Solver struct {
	Heuristic  heuristics.Heuristic
	Order      puzzle.Order // of successors; the zero Order is the default one
	DepthLimit puzzle.Cost  // the largest bound that is searched; 0 for no limit
	UnitCosts  bool         // refuse other costs than 1
	Prune      bool         // leave out sequences of moves that duplicate others; needs unit costs
	Workers    int          // searches at a time within an iteration; 0 for one a core
	Observer   search.Observer

	large uint64 // expansions that make an iteration a large one; 0 for largeIteration
}

// Solve searches for a plan. It expands b^d states, d the length of the plan
// and b the effective branching factor under the heuristic.
func (s *Solver) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	if s.UnitCosts && !p.Costs.Unit() {
		return search.Result{}, fmt.Errorf("iddfs: %w", search.ErrUnitCosts)
	}
	if s.Prune && !p.Costs.Unit() {
		return search.Result{}, errors.New("idastar: pruning of repeated states needs unit move costs; leave it off for others")
	}
	r, done, err := search.Begin(p)
	if done || err != nil {
		return r, err
	}
	estimator, err := s.Heuristic.For(p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, err
	}
	graph := puzzle.NewGraph(p.Start.Size(), s.Order)
	moves := noMoveBack()
	if s.Prune {
		moves = pruning(p.Start.Size(), graph.Order())
	}
	d := newDeepening(ctx, s, &tree{
		problem:    p,
		graph:      graph,
		machine:    moves,
		estimator:  estimator,
		consistent: s.Heuristic.Consistent(),
		goal:       p.Goal.Tiles(),
	}, lim)
	for bound := estimator.Estimate(p.Start.Tiles()); ; {
		if s.Heuristic.Admissible() {
			d.LowerBound = bound
		}
		if s.DepthLimit > 0 && bound > s.DepthLimit {
			d.Status = search.Exhausted
			return d.Result, nil
		}
		t := d.iterate(bound)
		switch {
		case d.Status != "":
			return d.Result, nil
		case t.found:
			d.Moves = slices.Clone(d.main.path)
			search.Finish(p, &d.Result)
			return d.Result, nil
		case t.next == noNext:
			// Only a machine that forbids too much could get here.
			panic(fmt.Sprintf("search: no path left from %v", p.Start))
		}
		d.ExpandedBeforeLastF = d.Expanded
		bound = t.next
	}
}
