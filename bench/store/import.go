package store

import (
	"context"
	"database/sql"
	"fmt"

	"npuzzle/bench"
)

// TakenError reports that a store has another experiment with the name of one that is imported.
type TakenError struct{ Store, Name string }

func (e *TakenError) Error() string {
	return fmt.Sprintf("%s has another experiment %s; expected one with the same definition, or none", e.Store, e.Name)
}

// Imported counts the trials of an experiment that was imported.
type Imported struct {
	New   int // trials that the store did not have
	Known int // trials that the store had already, in this or another experiment
}

// Import copies an experiment from another store, with its trials and the optimal costs of their puzzles. If
// the store has the experiment already, Import adds the trials that it lacks. If then no trial is missing, the
// experiment has ended when that of the other store ended.
func (s *Store) Import(ctx context.Context, from *Store, name string) (Imported, error) {
	var count Imported
	e, err := from.Experiment(ctx, name)
	if err != nil {
		return count, err
	}
	records, err := from.Records(ctx, e.Name)
	if err != nil {
		return count, err
	}
	optima, err := from.FillOptima(ctx, records)
	if err != nil {
		return count, err
	}
	stored, err := s.keys(ctx)
	if err != nil {
		return count, err
	}
	for _, r := range records {
		if stored[r.Key] {
			count.Known++
		} else {
			count.New++
		}
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		other, err := e.identify(ctx, tx)
		switch {
		case err != nil:
			return err
		case other.Name == "":
			return insert(ctx, tx, "experiment", e.row())
		case other.digest != e.digest:
			return &TakenError{s.name, e.Name}
		}
		return nil
	})
	if err != nil {
		return Imported{}, err
	}
	for i := range records {
		records[i].SetOptimal(bench.Unknown) // the table optimum has it
	}
	if err := s.Keep(ctx, e.Name, records); err != nil {
		return Imported{}, err
	}
	if err := s.KeepOptima(ctx, optima); err != nil {
		return Imported{}, err
	}
	if e.Ended == "" {
		return count, nil
	}
	return count, s.write(ctx, func(tx *sql.Tx) error { return finish(ctx, tx, e.Name, e.Ended) })
}
