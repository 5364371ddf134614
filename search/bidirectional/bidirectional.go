package bidirectional

import (
	"context"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is bidirectional search; see the package documentation. No direction tries the move that
// undoes the last one.
type Solver struct {
	Heuristic heuristics.Heuristic // not nil; heuristics.Zero for breadth-first search
	Observer  search.Observer      // receives the progress; may be nil

	Order puzzle.Order `setting:"order"` // order of successors; zero: DefaultOrder
}

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst, Optimal: true}
}

// Solve searches for a plan, which is optimal if the heuristic is admissible. It returns an error
// if the problem is invalid (see search.Begin), or if the heuristic is nil, does not support the
// goal, the start or the costs, or claims to be admissible but is shown not to be.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := heuristics.Check(s.Heuristic); err != nil {
		return search.Result{}, fmt.Errorf("bidirectional: %w", err)
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	rule, err := s.rule(p, lim)
	if err != nil {
		return search.Result{}, fmt.Errorf("bidirectional: %w", err)
	}
	result, fits := newSearch(rule, false).run(search.NewWatch(ctx, lim, s.Observer))
	if !fits {
		lost := result.Expanded
		result, _ = newSearch(rule, true).run(search.NewWatch(ctx, lim, s.Observer))
		result.Discarded = lost
	}
	if len(result.Moves) == 0 {
		return result, nil
	}
	cost := p.Costs.Total(result.Moves)
	if err := heuristics.CheckBound(s.Heuristic, cost, result.LowerBound); err != nil {
		return search.Result{}, fmt.Errorf("bidirectional: %w", err)
	}
	search.Finish(p, &result)
	return result, nil
}

// The two directions of a search.
const (
	forward  = 0 // from the start to the goal
	backward = 1 // from the goal to the start
)

// rule has the problem of a run, and what decides the order of expansions.
type rule struct {
	problem    search.Problem
	limits     search.Limits
	graph      *puzzle.Graph
	estimators [2]heuristics.Estimator // of the cost to the end of each direction
	costs      [2]puzzle.Costs         // of the moves of the blank in each direction
	admissible bool
	consistent bool // the heuristic is consistent and admissible, so the rule is that of BAE*
	possible   possibleCosts
}

// rule returns the rule of a run.
func (s *Solver) rule(p search.Problem, lim search.Limits) (*rule, error) {
	toGoal, err := heuristics.EstimatorOf(s.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return nil, err
	}
	toStart, err := estimatorToStart(s.Heuristic, p)
	if err != nil {
		return nil, err
	}
	return &rule{
		problem:    p,
		limits:     lim,
		graph:      puzzle.NewGraph(p.Start.Size(), s.Order),
		estimators: [2]heuristics.Estimator{toGoal, toStart},
		costs:      [2]puzzle.Costs{p.Costs, p.Costs.Opposite()},
		admissible: s.Heuristic.Admissible(),
		consistent: s.Heuristic.Admissible() && s.Heuristic.Consistent(),
		possible:   possibleCostsOf(p),
	}, nil
}

// estimates are the estimates of a board: of the cost to the goal, and of that to the start.
type estimates [2]puzzle.Cost

// priority returns the priority of a board that a direction reached at cost g.
func (r *rule) priority(direction int, g puzzle.Cost, h estimates) puzzle.Cost {
	if r.consistent {
		return 2*g + h[direction] - h[1-direction]
	}
	return max(g+h[direction], 2*g)
}

// estimatesOf returns both estimates of a board, given its priority and the estimate to the end of
// the direction. The estimate to the beginning is 0 where it is not used.
func (r *rule) estimatesOf(direction int, at rank, h puzzle.Cost) estimates {
	both := estimates{}
	both[direction] = h
	if r.consistent {
		both[1-direction] = 2*at.g + h - at.priority
	}
	return both
}

// bound returns the bound that follows from the smallest priorities of both directions. With an
// admissible heuristic, no plan that is still to be found costs less.
func (r *rule) bound(priorities [2]puzzle.Cost) puzzle.Cost {
	bound := min(priorities[forward], priorities[backward])
	if r.consistent {
		sum := priorities[forward] + priorities[backward]
		bound = (sum + 1) / 2
	}
	return r.possible.atLeast(bound)
}

// possibleCosts are the costs that a plan can have: the smallest one, and all that exceed it by a
// multiple of step.
type possibleCosts struct{ smallest, step puzzle.Cost }

// possibleCostsOf returns the possible costs of plans of a problem. The blank has to move by a
// certain distance. Each further move is paired with its opposite.
func possibleCostsOf(p search.Problem) possibleCosts {
	cols := p.Start.Size().Cols
	from := p.Start.Blank()
	to := p.Goal.Blank()
	possible := possibleCosts{}
	for _, m := range towards(from, to, cols) {
		possible.smallest += p.Costs.Of(m)
	}
	vertical := p.Costs.Of(puzzle.Up) + p.Costs.Of(puzzle.Down)
	horizontal := p.Costs.Of(puzzle.Left) + p.Costs.Of(puzzle.Right)
	possible.step = puzzle.GCD(vertical, horizontal)
	return possible
}

// towards returns the moves of a shortest path of the blank between two cells.
func towards(from, to, cols int) []puzzle.Move {
	var moves []puzzle.Move
	rows := to/cols - from/cols
	for range max(rows, 0) {
		moves = append(moves, puzzle.Down)
	}
	for range max(-rows, 0) {
		moves = append(moves, puzzle.Up)
	}
	right := to%cols - from%cols
	for range max(right, 0) {
		moves = append(moves, puzzle.Right)
	}
	for range max(-right, 0) {
		moves = append(moves, puzzle.Left)
	}
	return moves
}

// atLeast returns the smallest possible cost that is not below a bound.
func (c possibleCosts) atLeast(bound puzzle.Cost) puzzle.Cost {
	if bound <= c.smallest {
		return c.smallest
	}
	steps := (bound - c.smallest + c.step - 1) / c.step
	return c.smallest + steps*c.step
}

// bidirectionalSearch is a run for boards of any number of words.
type bidirectionalSearch interface {
	run(watch *search.Watch) (result search.Result, fits bool)
}

// newSearch returns a run. Large path costs need a map of states.
func newSearch(r *rule, largeCosts bool) bidirectionalSearch {
	newSearch := flat.Choose(r.problem.Start.Size().Cells(),
		newSearchOf[[1]uint64], newSearchOf[[2]uint64], newSearchOf[[4]uint64],
		newSearchOf[[8]uint64], newSearchOf[[16]uint64], newSearchOf[[37]uint64],
	)
	return newSearch(r, largeCosts)
}

// newSearchOf returns a run for boards of a number of words.
func newSearchOf[B flat.Board](r *rule, largeCosts bool) bidirectionalSearch {
	return newRun[B](r, largeCosts)
}
