package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"npuzzle/bench"
)

// ofExperiment is the SQL condition that a trial belongs to the experiment with a given name.
const ofExperiment = "experiment = (SELECT id FROM experiment WHERE name = ?)"

// Keep adds trials to an experiment in one transaction. If the experiment already has a
// trial with the same key, the stored trial stays unchanged. But if Place has removed the
// stored trial from the experiment, the new trial replaces it.
func (s *Store) Keep(ctx context.Context, experiment string, records []bench.Record) error {
	texts := make([]string, len(records))
	for i, r := range records {
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		texts[i] = string(text)
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		var id int64
		row := tx.QueryRowContext(ctx, "SELECT id FROM experiment WHERE name = ?", experiment)
		if err := row.Scan(&id); err != nil {
			return err
		}
		insert, err := tx.PrepareContext(ctx, `
			INSERT INTO trial (experiment, key, position, record, checksum) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (key, experiment) DO UPDATE SET position = excluded.position, record = excluded.record,
				checksum = excluded.checksum WHERE trial.position IS NULL`)
		if err != nil {
			return err
		}
		defer insert.Close()
		for i, r := range records {
			sum, err := checksum(id, r.Key, int64(r.Position), texts[i])
			if err != nil {
				return err
			}
			if _, err := insert.ExecContext(ctx, id, r.Key, r.Position, texts[i], sum); err != nil {
				return err
			}
		}
		return nil
	})
}

// Place sets the positions of stored trials. It takes them by the keys of the trials.
// Position 0 means that the trial is no longer part of the experiment; the trial stays in
// the store. Place also clears the time at which the experiment ended. If positions is
// empty, Place does nothing.
func (s *Store) Place(ctx context.Context, experiment string, positions map[string]int) error {
	if len(positions) == 0 {
		return nil
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for key, position := range positions {
			_, err := tx.ExecContext(ctx, `
				UPDATE trial SET position = NULLIF(?1, 0), checksum = checksum(experiment, key, NULLIF(?1, 0), record)
				WHERE key = ? AND `+ofExperiment, position, key, experiment)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "UPDATE experiment SET ended = NULL, "+fmt.Sprintf(sumExperiment, "NULL")+
			" WHERE name = ?", experiment)
		return err
	})
}

// Records returns the trials of an experiment in their order. Each record has the optimal
// cost of its puzzle if this cost is known.
func (s *Store) Records(ctx context.Context, experiment string) ([]bench.Record, error) {
	records, err := s.records(ctx, "WHERE position IS NOT NULL AND "+ofExperiment+" ORDER BY position", experiment)
	if err != nil {
		return nil, err
	}
	return records, s.FillOptima(ctx, records)
}

// Page skips the given number of trials of an experiment, and returns at most count of the
// next ones, in their order.
func (s *Store) Page(ctx context.Context, experiment string, skip, count int) ([]bench.Record, error) {
	records, err := s.records(ctx, "WHERE position IS NOT NULL AND "+ofExperiment+" ORDER BY position LIMIT ? OFFSET ?",
		experiment, count, skip)
	if err != nil {
		return nil, err
	}
	return records, s.FillOptima(ctx, records)
}

// Trials returns the trials of an experiment whose keys begin with the given text. If the
// name of the experiment is empty, Trials returns such trials of all experiments. Keys are
// hexadecimal, so all keys with a prefix sort before this prefix followed by 'g'.
func (s *Store) Trials(ctx context.Context, experiment, key string) ([]bench.Record, error) {
	records, err := s.records(ctx,
		"WHERE key >= ? AND key < ? || 'g' AND (? = '' OR "+ofExperiment+") ORDER BY key, id",
		key, key, experiment, experiment)
	if err != nil {
		return nil, err
	}
	return records, s.FillOptima(ctx, records)
}

// mostWarnings is the largest number of damaged trials that one query reports one by one.
const mostWarnings = 5

// records returns the stored trials that match an SQL clause, in its order. It does not set
// their optimal costs. It leaves out damaged trials and reports them to Warn.
func (s *Store) records(ctx context.Context, where string, args ...any) ([]bench.Record, error) {
	if err := s.checkOptima(ctx); err != nil {
		return nil, err
	}
	rows, err := s.db.QueryContext(ctx,
		"SELECT id, key, COALESCE(position, 0), record, "+s.sound(soundTrial)+" FROM trial "+where, args...)
	if err != nil {
		return nil, s.failed(err)
	}
	defer rows.Close()
	var all []bench.Record
	before := len(s.damagedTrials)
	for rows.Next() {
		var row trialRow
		if err := rows.Scan(&row.id, &row.key, &row.position, &row.record, &row.sound); err != nil {
			return nil, s.failed(err)
		}
		r, err := row.read()
		if err == nil {
			all = append(all, r)
			continue
		}
		if !s.damagedTrials[row.id] && len(s.damagedTrials) < before+mostWarnings {
			s.warn("trial %.40q is damaged and left out (%v)", row.key.String, err)
		}
		s.damagedTrials[row.id] = true
	}
	if more := len(s.damagedTrials) - before - mostWarnings; more > 0 {
		s.warn("%d more trials are damaged and left out", more)
	}
	return all, s.failed(rows.Err())
}

// trialRow is a row of the table trial. Its fields accept values of a wrong type, because
// damage may have changed a type.
type trialRow struct {
	id       int64
	key      sql.NullString
	position any
	record   []byte
	sound    bool
}

// read returns the record in the row, or an error if the row is damaged.
func (t trialRow) read() (bench.Record, error) {
	var r bench.Record
	if !t.sound {
		return r, errors.New("wrong checksum")
	}
	if err := json.Unmarshal(t.record, &r); err != nil {
		return r, err
	}
	position, ok := t.position.(int64)
	if !ok || position < 0 {
		return r, fmt.Errorf("position %v", t.position)
	}
	r.Position = int(position)
	return r, check(&r)
}

// RemoveTrial deletes a trial, so that the next run of its experiment runs it again.
func (s *Store) RemoveTrial(ctx context.Context, experiment, key string) error {
	return s.exec(ctx, "DELETE FROM trial WHERE key = ? AND "+ofExperiment, key, experiment)
}
