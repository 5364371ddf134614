package store

import (
	"context"
	"database/sql"
	"errors"

	"npuzzle/bench"
	"npuzzle/search"
)

// Optimum is what the store knows of the cost of a cheapest plan.
type Optimum struct {
	Cost     bench.Figure // unknown if a search for it reached its limit
	Searched uint64       // limit of that search, in states expanded; 0 if there was none
}

// Optimum returns what is known of a problem, and whether anything is.
func (s *Store) Optimum(ctx context.Context, p search.Problem) (Optimum, bool, error) {
	var cost sql.NullFloat64
	var o Optimum
	err := s.db.QueryRowContext(ctx, "SELECT cost, expanded FROM optimum WHERE board = ? AND goal = ? AND "+
		"move_costs = ?",
		p.Start.String(), p.Goal.String(), p.Costs.String()).Scan(&cost, &o.Searched)
	if errors.Is(err, sql.ErrNoRows) {
		return o, false, nil
	}
	o.Cost = bench.Figure(cost.Float64)
	if !cost.Valid {
		o.Cost = bench.Unknown
	}
	return o, true, s.failed(err)
}

// KeepOptimum keeps what is known of a problem, in place of what was known before.
func (s *Store) KeepOptimum(ctx context.Context, p search.Problem, o Optimum) error {
	cost := sql.NullFloat64{Float64: float64(o.Cost), Valid: o.Cost.Known()}
	return s.exec(ctx,
		"INSERT OR REPLACE INTO optimum (board, goal, move_costs, cost, expanded) VALUES (?, ?, ?, ?, ?)",
		p.Start.String(), p.Goal.String(), p.Costs.String(), cost, o.Searched)
}

// KeepProven keeps the optimal costs that records prove, where none is known, for the
// other experiments of the store.
func (s *Store) KeepProven(ctx context.Context, records []bench.Record) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		insert, err := tx.PrepareContext(ctx, `
			INSERT INTO optimum (board, goal, move_costs, cost, expanded) VALUES (?, ?, ?, ?, 0)
			ON CONFLICT DO UPDATE SET cost = excluded.cost, expanded = 0 WHERE cost IS NULL`)
		if err != nil {
			return err
		}
		defer insert.Close()
		for p, cost := range proven(records) {
			_, err := insert.ExecContext(ctx, p.Start.String(), p.Goal.String(), p.Costs.String(), float64(cost))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// proven returns the optimal costs that records prove.
func proven(records []bench.Record) map[search.Problem]bench.Figure {
	costs := map[search.Problem]bench.Figure{}
	for _, r := range records {
		if r.Status == search.Solved && r.Optimal {
			costs[r.Problem()] = r.Cost
		}
	}
	return costs
}

// FillOptima sets the optimal cost in each record whose problem has a known one:
// because a record proves it, or because the store keeps it. FillOptima is the only
// place that decides whether an optimal cost is known.
func (s *Store) FillOptima(ctx context.Context, records []bench.Record) error {
	known := proven(records)
	for i, r := range records {
		p := r.Problem()
		cost, found := known[p]
		if !found {
			o, kept, err := s.Optimum(ctx, p)
			if err != nil {
				return err
			}
			if cost = o.Cost; !kept {
				cost = bench.Unknown
			}
			known[p] = cost
		}
		records[i].SetOptimal(cost)
	}
	return nil
}
