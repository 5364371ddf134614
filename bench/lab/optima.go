package lab

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

const (
	// optimumLimit is the maximum number of states that a search for an optimal cost
	// expands. Such a search takes about half a second at most. With the small pattern
	// databases, the limit was enough for each of 200 random 15-puzzles.
	optimumLimit = 10_000_000

	// Optimal costs are searched only for boards of at most optimumCells cells, or with
	// at most optimumWalk random moves. For most other boards, the search would reach its
	// limit.
	optimumCells = 16
	optimumWalk  = 60

	// plainCells is the largest number of cells for which the search uses a heuristic
	// without pattern databases.
	plainCells = 12
)

// published returns the published optimal costs of an experiment's puzzles.
func published(e bench.Experiment) map[search.Problem]store.Optimum {
	optima := map[search.Problem]store.Optimum{}
	for _, g := range e.Groups {
		for i, cost := range g.Known {
			p := search.Problem{Start: g.Boards[i], Goal: g.Goal, Costs: g.Costs}
			optima[p] = store.Optimum{Cost: bench.Figure(g.Costs.Float(cost))}
		}
	}
	return optima
}

// findOptima searches for the optimal costs of solved puzzles whose optimal cost is not
// known, and writes the results to the store. It runs up to Lab.Jobs searches at the same
// time. It searches each puzzle once, and skips puzzles that an earlier run has searched.
// If the context is cancelled, findOptima ends without an error.
func (l *Lab) findOptima(ctx context.Context, records []bench.Record) error {
	unknown := map[search.Problem]bool{}
	var first []bench.Record // the first record of each such problem
	for _, r := range records {
		if r.Status == search.Solved && r.OptimalCost == nil && !unknown[r.Problem()] {
			unknown[r.Problem()] = true
			first = append(first, r)
		}
	}
	var group errgroup.Group
	group.SetLimit(max(l.Jobs, 1))
	var mu sync.Mutex
	done := 0
	progress := func(more int) {
		mu.Lock()
		defer mu.Unlock()
		if done += more; l.Proving != nil {
			l.Proving(done, len(first))
		}
	}
	for _, r := range first {
		if ctx.Err() != nil {
			break
		}
		progress(0)
		group.Go(func() error {
			defer progress(1)
			return l.findOptimum(ctx, r)
		})
	}
	return group.Wait()
}

// WhyUnknown returns the reason why the optimal cost of a solved trial's puzzle may be
// unknown.
func WhyUnknown(r bench.Record) string {
	if !searchable(r) {
		return fmt.Sprintf("boards of more than %d cells and %d random moves are not searched for it",
			optimumCells, optimumWalk)
	}
	return fmt.Sprintf("the search for it ends after %d million states expanded", optimumLimit/1_000_000)
}

// searchable reports whether findOptimum searches for the optimal cost of a record's puzzle.
func searchable(r bench.Record) bool {
	near := r.Walk != nil && *r.Walk <= optimumWalk
	return near || r.Rows*r.Cols <= optimumCells
}

// findOptimum searches for the optimal cost of a record's puzzle within the limit, and
// writes the result to the store. If the search reaches the limit, the result says so, and
// no later run repeats the search. A search that fails or is cancelled has no result, so a
// later run repeats it.
func (l *Lab) findOptimum(ctx context.Context, r bench.Record) error {
	problem := r.Problem()
	known, err := l.Store.Optimum(context.WithoutCancel(ctx), problem)
	if err != nil || known.Searched >= optimumLimit || !searchable(r) {
		return err
	}
	settings := solvers.Default("idastar")
	settings.Heuristic = l.strongest(ctx, problem.Goal)
	if l.Jobs > 1 {
		settings.Workers = 1 // the other cores search for other puzzles
	}
	solver, err := solvers.New(settings, nil)
	if err != nil {
		return err
	}
	result, err := solver.Solve(ctx, problem, search.Limits{Expanded: optimumLimit})
	if err != nil || result.Status == search.Cancelled {
		return nil // the heuristic does not support the board, or an interrupt
	}
	o := store.Optimum{Cost: bench.Unknown, Searched: optimumLimit}
	if result.Optimal {
		o.Cost = bench.Figure(problem.Costs.Float(result.Cost))
	}
	return l.Store.KeepOptima(context.WithoutCancel(ctx), map[search.Problem]store.Optimum{problem: o})
}

// strongest returns the best available heuristic for a goal. If pattern databases cannot be
// used, it returns linear conflict.
func (l *Lab) strongest(ctx context.Context, goal puzzle.Board) heuristics.Heuristic {
	if goal.Size().Cells() <= plainCells {
		return heuristics.Max(heuristics.LinearConflict, heuristics.WalkingDistance)
	}
	if h, err := l.Prepare(ctx, pdb.Heuristic{}, goal); err == nil {
		return h
	}
	return heuristics.LinearConflict // there is no directory for tables, or no table for the size
}
