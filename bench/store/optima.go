package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// Optimum is what the store knows of the cost of a cheapest plan.
type Optimum struct {
	Cost     bench.Figure // unknown if a search for it reached its limit
	Searched uint64       // limit of that search, in states expanded; 0 if there was none
}

// Optimum returns what is known of a problem. Its cost is unknown if nothing is.
func (s *Store) Optimum(ctx context.Context, p search.Problem) (Optimum, error) {
	var cost sql.NullFloat64
	o := Optimum{Cost: bench.Unknown}
	err := s.db.QueryRowContext(ctx, "SELECT cost, expanded FROM optimum WHERE board = ? AND goal = ? AND "+
		"move_costs = ? AND NOT "+s.isDamagedOptimum(),
		p.Start.String(), p.Goal.String(), p.Costs.String()).Scan(&cost, &o.Searched)
	if errors.Is(err, sql.ErrNoRows) {
		return o, nil
	}
	if cost.Valid {
		o.Cost = bench.Figure(cost.Float64)
	}
	return o, s.failed(err)
}

// isDamagedOptimum returns the condition of a row that tells nothing of an optimal cost.
func (s *Store) isDamagedOptimum() string {
	return fmt.Sprintf("NOT (%s AND IFNULL(cost, 0) >= 0 AND IFNULL(cost, 0) < %g"+
		" AND expanded >= 0 AND expanded < 1e18)", s.sound(soundOptimum), tooLarge)
}

// checkOptima counts the damaged optimal costs, once, and tells Warn. A row whose board is
// damaged would not be missed otherwise.
func (s *Store) checkOptima(ctx context.Context) error {
	if s.optimaChecked {
		return nil
	}
	row := s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM optimum WHERE "+s.isDamagedOptimum())
	if err := row.Scan(&s.damagedOptima); err != nil {
		return s.failed(err)
	}
	s.optimaChecked = true
	if s.damagedOptima > 0 {
		s.warn("%s damaged and left out", units.Plural(s.damagedOptima, "optimal cost is", "optimal costs are"))
	}
	return nil
}

// KeepOptima keeps what is known of problems, for all experiments of the store. Where a
// cost is known already, that stays.
func (s *Store) KeepOptima(ctx context.Context, optima map[search.Problem]Optimum) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		insert, err := tx.PrepareContext(ctx, `
			INSERT INTO optimum (board, goal, move_costs, cost, expanded, checksum)
				VALUES (?1, ?2, ?3, ?4, ?5, checksum(?1, ?2, ?3, ?4, ?5))
			ON CONFLICT DO UPDATE SET cost = excluded.cost, expanded = excluded.expanded,
				checksum = excluded.checksum WHERE cost IS NULL`)
		if err != nil {
			return err
		}
		defer insert.Close()
		for p, o := range optima {
			cost := sql.NullFloat64{Float64: float64(o.Cost), Valid: o.Cost.Known()}
			_, err := insert.ExecContext(ctx, p.Start.String(), p.Goal.String(), p.Costs.String(), cost, o.Searched)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Proven returns the optimal costs that records prove.
func Proven(records []bench.Record) map[search.Problem]Optimum {
	optima := map[search.Problem]Optimum{}
	for _, r := range records {
		if r.Status == search.Solved && r.Optimal {
			optima[r.Problem()] = Optimum{Cost: r.Cost}
		}
	}
	return optima
}

// FillOptima sets the optimal cost in each record whose problem has a known one:
// because a record proves it, or because the store keeps it. FillOptima is the only
// place that decides whether an optimal cost is known.
func (s *Store) FillOptima(ctx context.Context, records []bench.Record) error {
	known := Proven(records)
	for i, r := range records {
		p := r.Problem()
		o, found := known[p]
		if !found {
			var err error
			if o, err = s.Optimum(ctx, p); err != nil {
				return err
			}
			known[p] = o
		}
		records[i].SetOptimal(o.Cost)
	}
	return nil
}
