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

// Optimum is the cost of a cheapest plan of a problem, or the result of a search that did not
// find this cost.
type Optimum struct {
	Cost     bench.Figure // unknown if the search reached its limit
	Searched uint64       // limit of the search, in states expanded; 0 if there was no search
}

// Optimum returns the stored optimum of a problem. If the store has none, Cost is unknown and
// Searched is 0.
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

// isDamagedOptimum returns the SQL condition that a row of the table optimum is damaged.
func (s *Store) isDamagedOptimum() string {
	return fmt.Sprintf("NOT (%s AND IFNULL(cost, 0) >= 0 AND IFNULL(cost, 0) < %g"+
		" AND expanded >= 0 AND expanded < 1e18)", s.sound(soundOptimum), tooLarge)
}

// checkOptima counts the damaged rows of the table optimum, and reports their number to Warn.
// It does so once for each open store. Queries for a board cannot find a row whose board is
// damaged, so they cannot report it.
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

// KeepOptima writes optima to the store, for use by all experiments. It does not change a
// stored cost that is known.
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

// Proven returns the costs of the plans that records mark as proven optimal.
func Proven(records []bench.Record) map[search.Problem]Optimum {
	optima := map[search.Problem]Optimum{}
	for _, r := range records {
		if r.Status == search.Solved && r.Optimal {
			optima[r.Problem()] = Optimum{Cost: r.Cost}
		}
	}
	return optima
}

// FillOptima sets the optimal cost in each record. The cost is known if one of the records
// proves it, or if the store has it. Otherwise, FillOptima sets it to unknown. No other
// function decides whether an optimal cost is known.
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
