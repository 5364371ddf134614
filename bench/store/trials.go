package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// ofExperiment is the condition that a trial belongs to the experiment of a name.
const ofExperiment = "experiment = (SELECT id FROM experiment WHERE name = ?)"

// Keep adds trials to an experiment in one transaction: when it returns, they are
// kept. A trial whose key is there already stays as it was, unless it was taken
// out of the experiment: then the new one takes its place.
func (s *Store) Keep(ctx context.Context, experiment string, records []bench.Record) error {
	texts := make([][]byte, len(records))
	for i, r := range records {
		var err error
		if texts[i], err = json.Marshal(r); err != nil {
			return err
		}
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		var id int64
		row := tx.QueryRowContext(ctx, "SELECT id FROM experiment WHERE name = ?", experiment)
		if err := row.Scan(&id); err != nil {
			return err
		}
		insert, err := tx.PrepareContext(ctx, `
			INSERT INTO trial (experiment, key, position, record) VALUES (?, ?, ?, ?)
			ON CONFLICT (key, experiment) DO UPDATE SET position = excluded.position, record = excluded.record
				WHERE trial.position IS NULL`)
		if err != nil {
			return err
		}
		defer insert.Close()
		for i, r := range records {
			if _, err := insert.ExecContext(ctx, id, r.Key, r.Position, string(texts[i])); err != nil {
				return err
			}
		}
		return nil
	})
}

// Standing is where a kept trial stands in its experiment.
type Standing struct {
	Position int    // from 1; 0 of one that does not belong to it
	Short    uint64 // bytes that it had and that were too little; 0 if it had enough, or no limit
}

// Keys returns the keys of an experiment's trials, with where they stand.
func (s *Store) Keys(ctx context.Context, experiment string) (map[string]Standing, error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT key, COALESCE(position, 0),
			CASE record ->> 'status' WHEN ? THEN COALESCE(record ->> 'memory_limit', 0) ELSE 0 END
		FROM trial WHERE `+ofExperiment, search.MemoryLimit, experiment)
	if err != nil {
		return nil, s.failed(err)
	}
	defer rows.Close()
	keys := map[string]Standing{}
	for rows.Next() {
		var key string
		var standing Standing
		if err := rows.Scan(&key, &standing.Position, &standing.Short); err != nil {
			return nil, s.failed(err)
		}
		keys[key] = standing
	}
	return keys, s.failed(rows.Err())
}

// Place gives kept trials the positions that they have now; 0 takes them out of the
// experiment, though they stay. If a position is given, the experiment has no end
// until Finish notes it again.
func (s *Store) Place(ctx context.Context, experiment string, positions map[string]int) error {
	if len(positions) == 0 {
		return nil
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		for key, position := range positions {
			_, err := tx.ExecContext(ctx, "UPDATE trial SET position = NULLIF(?, 0) WHERE key = ? AND "+ofExperiment,
				position, key, experiment)
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "UPDATE experiment SET ended = NULL WHERE name = ?", experiment)
		return err
	})
}

// Records returns the trials of an experiment in their order, each with the
// optimal cost of its puzzle where that is known.
func (s *Store) Records(ctx context.Context, experiment string) ([]bench.Record, error) {
	records, err := s.records(ctx, "WHERE position IS NOT NULL AND "+ofExperiment+" ORDER BY position", experiment)
	if err != nil {
		return nil, err
	}
	return records, s.FillOptima(ctx, records)
}

// Trials returns the trials whose key begins with some letters, of an experiment or,
// without its name, of all. Keys are hexadecimal digits, so 'g' sorts after every letter
// that may follow.
func (s *Store) Trials(ctx context.Context, experiment, key string) ([]bench.Record, error) {
	records, err := s.records(ctx,
		"WHERE key >= ? AND key < ? || 'g' AND (? = '' OR "+ofExperiment+") ORDER BY key, id",
		key, key, experiment, experiment)
	if err != nil {
		return nil, err
	}
	return records, s.FillOptima(ctx, records)
}

// records returns the trials that a condition selects, in the order that it gives, as
// they are stored. Their optimal costs are not filled in.
func (s *Store) records(ctx context.Context, where string, args ...any) ([]bench.Record, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT COALESCE(position, 0), record FROM trial "+where, args...)
	if err != nil {
		return nil, s.failed(err)
	}
	defer rows.Close()
	var all []bench.Record
	for rows.Next() {
		var r bench.Record
		var position int
		var text []byte
		if err := rows.Scan(&position, &text); err != nil {
			return nil, s.failed(err)
		}
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("%s: a trial cannot be read: %w", s.name, err)
		}
		r.Position = position
		if r.Moves != nil && r.LengthMTM == nil { // stored before records had it
			moves, err := puzzle.ParseMoves(*r.Moves, r.Notation)
			if err != nil {
				return nil, fmt.Errorf("%s: a trial cannot be read: %w", s.name, err)
			}
			r.LengthMTM = new(puzzle.MultiTileMoves(moves))
		}
		all = append(all, r)
	}
	return all, s.failed(rows.Err())
}

// RemoveTrial takes a trial out of the store, so that its experiment runs it
// again.
func (s *Store) RemoveTrial(ctx context.Context, experiment, key string) error {
	return s.exec(ctx, "DELETE FROM trial WHERE key = ? AND "+ofExperiment, key, experiment)
}
