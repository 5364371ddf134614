package store

import (
	"context"
	"database/sql"
	"fmt"

	"npuzzle/bench"
	"npuzzle/search"
)

// TakenError reports that a store has another experiment with the name of one that is imported.
type TakenError struct{ Store, Name string }

func (e *TakenError) Error() string {
	return fmt.Sprintf("%s has another experiment %s; expected one with the same definition, or "+
		"none", e.Store, e.Name)
}

// Imported counts the trials of an experiment that was imported.
type Imported struct {
	New   int // trials that the store did not have
	Known int // trials that the store had already, in this or another experiment
}

// Import copies an experiment from another store, with its trials and the optimal costs of their
// puzzles. If the store has the experiment already, Import adds the trials that it lacks. If then
// no trial is missing, the experiment has ended when that of the other store ended.
//
// Trials pass the same check as results of other processes. Those that do not are left out, with a
// warning. What the other store says about optimal costs is a claim here, and not a proof.
func (s *Store) Import(ctx context.Context, from *Store, name string) (Imported, error) {
	e, err := from.Experiment(ctx, name)
	if err != nil {
		return Imported{}, err
	}
	records, err := from.Records(ctx, e.Name)
	if err != nil {
		return Imported{}, err
	}
	records = from.sound(records)
	optima, err := from.FillOptima(ctx, records)
	if err != nil {
		return Imported{}, err
	}
	kept, count, err := s.choose(ctx, records)
	if err != nil {
		return Imported{}, err
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		other, err := e.identify(ctx, tx)
		switch {
		case err != nil:
			return err
		case other.Name == "":
			return insert(ctx, tx, "experiment", e.row())
		case other.digest != e.digest:
			return &TakenError{Store: s.name, Name: e.Name}
		}
		return nil
	})
	if err != nil {
		return Imported{}, err
	}
	if err := s.Keep(ctx, e.Name, kept); err != nil {
		return Imported{}, err
	}
	if err := s.KeepOptima(ctx, claims(from, optima)); err != nil {
		return Imported{}, err
	}
	if e.Ended == "" {
		return count, nil
	}
	return count, s.write(ctx, func(tx *sql.Tx) error { return finish(ctx, tx, e.Name, e.Ended) })
}

// sound returns the records with possible plans. It reports the others to Warn.
func (s *Store) sound(records []bench.Record) []bench.Record {
	var sound []bench.Record
	for _, r := range records {
		if err := r.CheckPlan(); err != nil {
			s.warn(damagedTrial, r.Key, err)
			continue
		}
		sound = append(sound, r)
	}
	return sound
}

// choose returns the records that the store keeps of those of another store: its own ones, if it
// has them, and else the others. It counts both.
func (s *Store) choose(ctx context.Context, records []bench.Record) (
	kept []bench.Record, count Imported, err error) {
	for _, r := range records {
		stored, err := s.ownTrial(ctx, r)
		if err != nil {
			return nil, count, err
		}
		if stored != nil {
			count.Known++
			kept = append(kept, *stored)
			continue
		}
		r.SetOptimal(bench.Unknown) // the table optimum has it
		if r.Source == bench.Here {
			r.Source = bench.FromImport
		}
		kept = append(kept, r)
		count.New++
	}
	return kept, count, nil
}

// ownTrial returns the record that the store has of a trial, at the place of another record of it,
// or nil if there is none or it is damaged.
func (s *Store) ownTrial(ctx context.Context, r bench.Record) (own *bench.Record, err error) {
	err = each(ctx, s.db, "SELECT * FROM trial WHERE key = ?", func(row []any) error {
		stored, err := readTrial(row)
		if err != nil || stored.CheckPlan() != nil {
			return nil
		}
		place := bench.Trial{
			Position: r.Position,
			Key:      r.Key,
			Solver:   bench.Solver{Name: r.Solver},
			Puzzle: bench.Puzzle{
				Group:     r.Group,
				Number:    r.Puzzle,
				Walk:      r.Walk,
				Misplaced: r.Misplaced,
			},
		}
		own = new(stored.At(place, r.Experiment))
		return nil
	}, r.Key)
	return own, s.failed(err)
}

// claims returns the optima of another store that are possible, as claims. The proofs stay there.
func claims(from *Store, optima map[search.Problem]Optimum) map[search.Problem]Optimum {
	possible := map[search.Problem]Optimum{}
	for p, o := range optima {
		if err := o.check(p); err != nil {
			from.warn("the optimal cost of %s is left out (%v)", p.Start, err)
			continue
		}
		if o.Cost.Known() {
			possible[p] = Optimum{Cost: o.Cost, Proof: ClaimedByImport, Moves: o.Moves}
		}
	}
	return possible
}
