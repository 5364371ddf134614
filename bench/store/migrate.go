package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"strings"

	"npuzzle/bench"
)

// Up to version 3 of the schema, a trial belonged to one experiment, and the table trial had the
// columns id, experiment, key, position and record. The position was null if the trial was no
// longer part of the experiment. Version 1 had no checksums. Version 3 differs from version 2
// only in the view result.

// migrateTrials fills the tables of today from those of a store of version 1 to 3, whose names begin with
// the given text. Trials without a position are dropped: the keys of today's program differ from theirs,
// so no experiment would find them. A damaged row keeps a wrong checksum. Two experiments may have
// different trials with the same key. Then the second one gets another key.
func (s *Store) migrateTrials(ctx context.Context, tx *sql.Tx, from string) error {
	sum := "checksum"
	if s.version == 1 {
		sum = "NULL"
	}
	// sealed returns a row with a new checksum, or with a wrong one if the row that was read is damaged.
	sealed := func(was []any, values ...any) []any {
		values = seal(values...)
		if s.version > 1 && verify(was) != nil {
			values[len(values)-1] = nil
		}
		return values
	}
	for table, columns := range map[string]string{
		"experiment": "id, name, kind, description, definition, digest, total, began, ended",
		"optimum":    "board, goal, move_costs, cost, expanded",
	} {
		err := each(ctx, tx, "SELECT "+columns+", "+sum+" FROM "+from+table, func(was []any) error {
			return insert(ctx, tx, table, sealed(was, was[:len(was)-1]...))
		})
		if err != nil {
			return err
		}
	}
	keys := map[string]bool{}
	return each(ctx, tx, "SELECT experiment, key, position, record, "+sum+" FROM "+from+"trial "+
		"WHERE position IS NOT NULL ORDER BY experiment, id", func(row []any) error {
		experiment, key, position, record := row[0], text(row[1]), row[2], text(row[3])
		if keys[key] {
			other := sha256.Sum256([]byte(text(experiment) + key))
			key = hex.EncodeToString(other[:16])
		}
		keys[key] = true
		var r bench.Record // incomplete if the record is damaged
		if json.Unmarshal([]byte(record), &r) == nil {
			bare := r
			place(&bare, bench.Trial{}, "")
			text, err := json.Marshal(bare) // with null for what the solver does not report
			if err != nil {
				return err
			}
			record = string(text)
		}
		if err := insert(ctx, tx, "trial", sealed(row, key, record)); err != nil {
			return err
		}
		r.Key, r.Position = key, number(position)
		return insert(ctx, tx, "listing", listing(experiment, r))
	})
}

// migrateToRead makes temporary tables of today's version, which hide those of the file for as long as
// the connection lasts. The file does not change.
func (s *Store) migrateToRead(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, "PRAGMA query_only = 0"); err != nil {
		return s.failed(err)
	}
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.failed(err)
	}
	_, err = tx.ExecContext(ctx, strings.ReplaceAll(schema, "CREATE ", "CREATE TEMP "))
	if err == nil {
		err = s.migrateTrials(ctx, tx, "main.")
	}
	return s.failed(cmp.Or(err, tx.Commit()))
}
