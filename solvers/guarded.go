package solvers

import (
	"context"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/search"
)

// guarded is a solver whose heuristic reads tables that are mapped into memory. A
// truncated file or a failing disk is noticed only when the search reads the table.
// Then Solve returns pdb.ErrUnreadable.
type guarded struct{ search.Solver }

// Solve calls the wrapped solver.
func (g guarded) Solve(ctx context.Context, p search.Problem, lim search.Limits) (result search.Result, err error) {
	err = pdb.Guard(func() (err error) {
		result, err = g.Solver.Solve(ctx, p, lim)
		return err
	})
	return result, err
}

// usesTables reports whether a heuristic reads pattern databases.
func usesTables(h heuristics.Heuristic) (uses bool) {
	heuristics.Map(h, func(part heuristics.Heuristic) (heuristics.Heuristic, error) {
		_, tables := part.(pdb.Heuristic)
		uses = uses || tables
		return part, nil
	})
	return uses
}
