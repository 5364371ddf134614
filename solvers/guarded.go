package solvers

import (
	"context"

	"npuzzle/heuristics"
	"npuzzle/search"
)

// guarded is a solver whose heuristic reads tables that are mapped into memory. A
// truncated file or a failing disk is noticed only when the search reads the table.
// Then Solve returns heuristics.ErrUnreadable.
type guarded struct{ search.Solver }

// Unwrap returns the wrapped solver.
func (g guarded) Unwrap() search.Solver { return g.Solver }

// Solve calls the wrapped solver.
func (g guarded) Solve(ctx context.Context, p search.Problem, lim search.Limits) (result search.Result, err error) {
	err = heuristics.Guard(func() (err error) {
		result, err = g.Solver.Solve(ctx, p, lim)
		return err
	})
	return result, err
}
