package store

import (
	"context"
	"database/sql"

	"npuzzle/bench"
	"npuzzle/search"
)

// Optimum is the cost of a cheapest plan of a problem, or the result of a search that did not
// find this cost.
type Optimum struct {
	Cost     bench.Figure // unknown if the search reached its limit
	Searched uint64       // limit of the search, in states expanded; 0 if there was no search
}

// Optimum returns the stored optimum of a problem. If the store has none, or it is damaged, Cost
// is unknown and Searched is 0.
func (s *Store) Optimum(ctx context.Context, p search.Problem) (Optimum, error) {
	return s.optimum(ctx, s.db, p)
}

func (s *Store) optimum(ctx context.Context, q querier, p search.Problem) (Optimum, error) {
	o := Optimum{Cost: bench.Unknown}
	const query = "SELECT * FROM optimum WHERE board = ? AND goal = ? AND move_costs = ?"
	err := each(ctx, q, query, func(row []any) error {
		cost, known := row[3].(float64)
		if verify(row) != nil || number(row[4]) < 0 || known && !plausible(cost) {
			s.warn("an optimal cost is damaged and left out")
			return nil
		}
		if o.Searched = uint64(number(row[4])); known {
			o.Cost = bench.Figure(cost)
		}
		return nil
	}, p.Start.String(), p.Goal.String(), p.Costs.String())
	return o, s.failed(err)
}

// KeepOptima writes optima to the store, for use by all experiments. It does not change a
// stored cost that is known.
func (s *Store) KeepOptima(ctx context.Context, optima map[search.Problem]Optimum) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var rows [][]any
		for p, o := range optima {
			known, err := s.optimum(ctx, tx, p)
			if err != nil {
				return err
			}
			if !known.Cost.Known() {
				cost := sql.NullFloat64{Float64: float64(o.Cost), Valid: o.Cost.Known()}
				rows = append(rows, seal(p.Start.String(), p.Goal.String(), p.Costs.String(), cost, o.Searched))
			}
		}
		return insert(ctx, tx, "optimum", rows...)
	})
}

// proven returns the costs of the plans that records mark as proven optimal.
func proven(records []bench.Record) map[search.Problem]Optimum {
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
	known := proven(records)
	for i, r := range records {
		p := r.Problem()
		if _, found := known[p]; !found {
			var err error
			if known[p], err = s.Optimum(ctx, p); err != nil {
				return err
			}
		}
		records[i].SetOptimal(known[p].Cost)
	}
	return nil
}
