package solvers

import (
	"context"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/search"
)

// guarded is a search that reads mapped tables. It ends with pdb.ErrUnreadable if a
// table can no longer be read. Tables are mapped into memory, so a file that is cut or a
// disk that fails shows only while the search reads them.
type guarded struct{ search.Solver }

// Solve returns the result of the search.
func (g guarded) Solve(ctx context.Context, p search.Problem, lim search.Limits) (result search.Result, err error) {
	err = pdb.Guard(func() (err error) {
		result, err = g.Solver.Solve(ctx, p, lim)
		return err
	})
	return result, err
}

// usesTables tells whether a heuristic reads pattern databases.
func usesTables(h heuristics.Heuristic) (uses bool) {
	heuristics.Map(h, func(part heuristics.Heuristic) (heuristics.Heuristic, error) {
		_, tables := part.(pdb.Heuristic)
		uses = uses || tables
		return part, nil
	})
	return uses
}
