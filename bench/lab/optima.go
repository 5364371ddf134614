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
	// states expanded: half a second or so at most. With the small pattern
	// databases all of 200 random 15-puzzles came out within it.
	optimumLimit = 10_000_000

	// optimumCells and optimumWalk bound the boards that are tried: a larger one
	// comes to the limit unless it is near its goal.
	optimumCells = 16
	optimumWalk  = 60

	// plainCells is the most cells for which no pattern databases are needed.
	plainCells = 12
)

// keepPublished keeps the published costs of an experiment's puzzles.
func (l *Lab) keepPublished(ctx context.Context, e bench.Experiment) error {
	for _, g := range e.Groups {
		for i, cost := range g.Known {
			r := bench.Record{Board: g.Boards[i], Goal: g.Goal, MoveCosts: g.Costs.String()}
			known, there, err := l.Store.Optimum(ctx, r)
			if err == nil && !(there && known.Cost.Known()) {
				err = l.Store.KeepOptimum(ctx, r, store.Optimum{Cost: bench.Figure(g.Costs.Float(cost))})
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// findOptima gives records the optimal costs of their puzzles where those were
// solved but not proven by any trial. Each is searched for once for the whole
// store, as many at a time as there are jobs. A cancelled context ends it.
func (l *Lab) findOptima(ctx context.Context, records []bench.Record) error {
	type problem struct {
		board, goal puzzle.Board
		costs       string
	}
	unknown := map[problem][]int{} // the records of each
	var order []problem
	for i, r := range records {
		if r.Status != search.Solved || r.OptimalCost != nil {
			continue
		}
		p := problem{r.Board, r.Goal, r.MoveCosts}
		if unknown[p] == nil {
			order = append(order, p)
		}
		unknown[p] = append(unknown[p], i)
	}
	var finding errgroup.Group
	finding.SetLimit(max(l.Jobs, 1))
	var telling sync.Mutex
	done := 0
	tell := func(more int) {
		telling.Lock()
		defer telling.Unlock()
		if done += more; l.Proving != nil {
			l.Proving(done, len(order))
		}
	}
	for _, p := range order {
		if ctx.Err() != nil {
			break
		}
		tell(0)
		finding.Go(func() error {
			cost, err := l.findOptimum(ctx, records[unknown[p][0]])
			for _, i := range unknown[p] {
				records[i].SetOptimal(cost)
			}
			tell(1)
			return err
		})
	}
	return finding.Wait()
}

// WhyUnknown says why the optimal cost of a solved trial's puzzle may have stayed
// unknown.
func WhyUnknown(r bench.Record) string {
	if !sought(r) {
		return fmt.Sprintf("boards of more than %d cells and %d random moves are not searched for it", optimumCells, optimumWalk)
	}
	return fmt.Sprintf("the search for it ends after %d million states expanded", optimumLimit/1_000_000)
}

// sought tells whether the optimal cost of a record's puzzle is searched for.
func sought(r bench.Record) bool {
	near := r.Walk != nil && *r.Walk <= optimumWalk
	return near || r.Rows*r.Cols <= optimumCells
}

// findOptimum returns the optimal cost of a record's puzzle, if it is found
// within the limit, and keeps what came of the search.
func (l *Lab) findOptimum(ctx context.Context, r bench.Record) (bench.Figure, error) {
	known, there, err := l.Store.Optimum(ctx, r)
	if err != nil || there && known.Expanded >= optimumLimit || !sought(r) {
		return bench.Unknown, err
	}
	costs, err := puzzle.ParseCosts(r.MoveCosts)
	if err != nil {
		return bench.Unknown, err
	}
	settings := solvers.Default("idastar")
	settings.Heuristic = l.strongest(ctx, r)
	if l.Jobs > 1 {
		settings.Workers = 1 // the others have their own puzzles
	}
	solver, err := solvers.New(settings, nil)
	if err != nil {
		return bench.Unknown, err
	}
	problem := search.Problem{Start: r.Board, Goal: r.Goal, Costs: costs}
	result, err := solver.Solve(ctx, problem, search.Limits{Expanded: optimumLimit})
	if err != nil || result.Status == search.Cancelled {
		return bench.Unknown, nil // a heuristic too large for the size, or an interrupt
	}
	o := store.Optimum{Cost: bench.Unknown, Expanded: optimumLimit}
	if result.Optimal {
		o.Cost = bench.Figure(costs.Float(result.Cost))
	}
	return o.Cost, l.Store.KeepOptimum(context.WithoutCancel(ctx), r, o)
}

// strongest returns the best heuristic at hand for a record's puzzle.
func (l *Lab) strongest(ctx context.Context, r bench.Record) heuristics.Heuristic {
	if r.Rows*r.Cols > plainCells {
		if h, err := l.Prepare(ctx, pdb.Heuristic{}, r.Goal); err == nil {
			return h
		}
		return heuristics.LinearConflict // no place for tables, or none for the size
	}
	return heuristics.Max(heuristics.LinearConflict, heuristics.WalkingDistance)
}
