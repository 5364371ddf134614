package solvers

import (
	"context"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// largeTables is the partition that SuggestPrepared looks for on 4x4.
var largeTables = "7-8"

// SuggestPrepared returns the settings of Suggest for a problem, with the pattern
// databases pdb:7-8 if the problem is a 15-puzzle with unit costs and their tables are
// stored. With them, IDA* solves in milliseconds what may take minutes with
// linear-conflict.
//
// If the tables would help but cannot be used, the error says why, and the settings do
// without them. It is a *pdb.NotBuiltError if the tables are not stored.
func SuggestPrepared(ctx context.Context, l *Library, p search.Problem) (Settings, error) {
	s := Suggest(p.Start.Size())
	if p.Start.Size() != (puzzle.Size{Rows: 4, Cols: 4}) || !p.Costs.Unit() {
		return s, nil
	}
	h, err := l.Prepare(ctx, pdb.Heuristic{Partition: largeTables}, p.Goal)
	if err == nil {
		s.Heuristic = h
	}
	return s, err
}
