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
	// optimumLimit bounds the search for an optimal cost that no trial proves, in
	// states expanded: at most half a second or so. With the small pattern databases
	// it sufficed for all of 200 random 15-puzzles.
	optimumLimit = 10_000_000

	// optimumCells and optimumWalk bound the boards that are searched: a larger board
	// reaches the limit unless it is near its goal.
	optimumCells = 16
	optimumWalk  = 60

	// plainCells is the largest number of cells for which no pattern databases are
	// needed.
	plainCells = 12
)

// published returns the published costs of an experiment's puzzles.
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

// findOptima searches for the optimal costs of solved puzzles for which none is known,
// and keeps the outcome in the store. Each puzzle is searched once for the whole store,
// and as many at the same time as there are jobs. A cancelled context ends the search.
func (l *Lab) findOptima(ctx context.Context, records []bench.Record) error {
	unknown := map[search.Problem]bool{}
	var first []bench.Record // of each problem
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

// WhyUnknown says why the optimal cost of a solved trial's puzzle may be unknown.
func WhyUnknown(r bench.Record) string {
	if !searchable(r) {
		return fmt.Sprintf("boards of more than %d cells and %d random moves are not searched for it",
			optimumCells, optimumWalk)
	}
	return fmt.Sprintf("the search for it ends after %d million states expanded", optimumLimit/1_000_000)
}

// searchable tells whether the optimal cost of a record's puzzle is searched for.
func searchable(r bench.Record) bool {
	near := r.Walk != nil && *r.Walk <= optimumWalk
	return near || r.Rows*r.Cols <= optimumCells
}

// findOptimum searches for the optimal cost of a record's puzzle within the limit,
// unless that was done before, and keeps the outcome. A search that reaches the limit is
// an outcome, too: it is not repeated. One that fails or is cancelled leaves nothing, so
// that a later run tries again.
func (l *Lab) findOptimum(ctx context.Context, r bench.Record) error {
	problem := r.Problem()
	known, err := l.Store.Optimum(context.WithoutCancel(ctx), problem)
	if err != nil || known.Searched >= optimumLimit || !searchable(r) {
		return err
	}
	settings := solvers.Default("idastar")
	settings.Heuristic = l.strongest(ctx, problem.Goal)
	if l.Jobs > 1 {
		settings.Workers = 1 // the other jobs have their own puzzles
	}
	solver, err := solvers.New(settings, nil)
	if err != nil {
		return err
	}
	result, err := solver.Solve(ctx, problem, search.Limits{Expanded: optimumLimit})
	if err != nil || result.Status == search.Cancelled {
		return nil // a heuristic too large for the size, or an interrupt
	}
	o := store.Optimum{Cost: bench.Unknown, Searched: optimumLimit}
	if result.Optimal {
		o.Cost = bench.Figure(problem.Costs.Float(result.Cost))
	}
	return l.Store.KeepOptima(context.WithoutCancel(ctx), map[search.Problem]store.Optimum{problem: o})
}

// strongest returns the best heuristic at hand for a goal. It always returns one, since
// linear conflict needs no tables.
func (l *Lab) strongest(ctx context.Context, goal puzzle.Board) heuristics.Heuristic {
	if goal.Size().Cells() <= plainCells {
		return heuristics.Max(heuristics.LinearConflict, heuristics.WalkingDistance)
	}
	if h, err := l.Prepare(ctx, pdb.Heuristic{}, goal); err == nil {
		return h
	}
	return heuristics.LinearConflict // no directory for tables, or none for the size
}
