package store

import (
	"context"
	"database/sql"
	"errors"

	"npuzzle/bench"
	"npuzzle/search"
)

// Optimum is what is known of the cost of a cheapest plan.
type Optimum struct {
	Cost     bench.Figure // unknown where a search for it came to its limit
	Expanded uint64       // states that the search expanded; 0 where another proved it
}

// puzzleOf names the puzzle of a trial, as the table of optima does.
type puzzleOf struct{ board, goal, costs string }

func puzzleIn(r bench.Record) puzzleOf {
	return puzzleOf{r.Board.String(), r.Goal.String(), r.MoveCosts}
}

// Optimum returns what is known of a trial's puzzle, and whether anything is.
func (s *Store) Optimum(ctx context.Context, r bench.Record) (Optimum, bool, error) {
	p := puzzleIn(r)
	var cost sql.NullFloat64
	var o Optimum
	err := s.db.QueryRowContext(ctx, "SELECT cost, expanded FROM optimum WHERE board = ? AND goal = ? AND move_costs = ?", p.board, p.goal, p.costs).
		Scan(&cost, &o.Expanded)
	if errors.Is(err, sql.ErrNoRows) {
		return o, false, nil
	}
	o.Cost = bench.Figure(cost.Float64)
	if !cost.Valid {
		o.Cost = bench.Unknown
	}
	return o, true, s.failed(err)
}

// KeepOptimum keeps what is known of a trial's puzzle, in place of what was known
// of it before.
func (s *Store) KeepOptimum(ctx context.Context, r bench.Record, o Optimum) error {
	p := puzzleIn(r)
	return s.write(ctx, func(tx *sql.Tx) error {
		cost := sql.NullFloat64{Float64: float64(o.Cost), Valid: o.Cost.Known()}
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO optimum (board, goal, move_costs, cost, expanded) VALUES (?, ?, ?, ?, ?)",
			p.board, p.goal, p.costs, cost, o.Expanded)
		return err
	})
}

// FillOptima gives records the optimal costs of their puzzles: those that one of
// them proves, and those that are kept.
func (s *Store) FillOptima(ctx context.Context, records []bench.Record) error {
	known := map[puzzleOf]bench.Figure{}
	for _, r := range records {
		if r.Status == search.Solved && r.Optimal {
			known[puzzleIn(r)] = r.Cost
		}
	}
	for i, r := range records {
		cost, ok := known[puzzleIn(r)]
		if !ok {
			o, there, err := s.Optimum(ctx, r)
			if err != nil {
				return err
			}
			if cost = o.Cost; !there {
				cost = bench.Unknown
			}
			known[puzzleIn(r)] = cost
		}
		records[i].SetOptimal(cost)
	}
	return nil
}
