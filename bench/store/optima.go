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
	Expanded uint64       // states that the search expanded; 0 if the cost comes from elsewhere
}

// Optimum returns what is known of a problem, and whether anything is.
func (s *Store) Optimum(ctx context.Context, p search.Problem) (Optimum, bool, error) {
	var cost sql.NullFloat64
	var o Optimum
	err := s.db.QueryRowContext(ctx, "SELECT cost, expanded FROM optimum WHERE board = ? AND goal = ? AND "+
		"move_costs = ?",
		p.Start.String(), p.Goal.String(), p.Costs.String()).Scan(&cost, &o.Expanded)
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
		p.Start.String(), p.Goal.String(), p.Costs.String(), cost, o.Expanded)
}

// FillOptima sets the optimal cost in each record whose problem has a known one:
// because a record proves it, or because the store keeps it. FillOptima is the only
// place that decides whether an optimal cost is known.
func (s *Store) FillOptima(ctx context.Context, records []bench.Record) error {
	known := map[search.Problem]bench.Figure{}
	for _, r := range records {
		if r.Status == search.Solved && r.Optimal {
			known[r.Problem()] = r.Cost
		}
	}
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
