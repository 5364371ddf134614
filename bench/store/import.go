package store

import (
	"cmp"
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

// Import copies an experiment from another store, with its trials and the optimal costs of their puzzles. If
// the store has the experiment already, Import adds the trials that it lacks. It returns the number of trials
// of the experiment that were copied.
func (s *Store) Import(ctx context.Context, from *Store, name string) (int, error) {
	e, err := from.Experiment(ctx, name)
	if err != nil {
		return 0, err
	}
	records, err := from.Records(ctx, e.Name)
	optima, wrong := from.FillOptima(ctx, records)
	if err = cmp.Or(err, wrong); err != nil {
		return 0, err
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
		return 0, err
	}
	for i := range records {
		records[i].SetOptimal(bench.Unknown) // the table optimum has it
	}
	return len(records), cmp.Or(s.Keep(ctx, e.Name, records), s.KeepOptima(ctx, optima))
}
