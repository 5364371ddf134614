package store

import (
	"context"
	"database/sql"
	"fmt"
)

// schema makes the tables of an empty file. docs/store.md describes them.
const schema = `
CREATE TABLE experiment (
	id          INTEGER PRIMARY KEY,
	name        TEXT    NOT NULL UNIQUE,
	kind        TEXT    NOT NULL,
	description TEXT    NOT NULL,
	definition  TEXT    NOT NULL,
	digest      TEXT    NOT NULL,
	total       INTEGER NOT NULL,
	began       TEXT    NOT NULL,
	ended       TEXT,
	checksum    INTEGER
);
CREATE TABLE trial (
	key      TEXT PRIMARY KEY,
	record   TEXT NOT NULL,
	checksum INTEGER
);
CREATE TABLE listing (
	experiment INTEGER NOT NULL,
	position   INTEGER NOT NULL,
	key        TEXT    NOT NULL,
	"group"    TEXT    NOT NULL,
	puzzle     INTEGER NOT NULL,
	solver     TEXT    NOT NULL,
	walk       INTEGER,
	misplaced  REAL,
	checksum   INTEGER,
	PRIMARY KEY (experiment, position)
) WITHOUT ROWID;
CREATE TABLE optimum (
	board      TEXT NOT NULL,
	goal       TEXT NOT NULL,
	move_costs TEXT NOT NULL,
	cost       REAL,
	expanded   INTEGER NOT NULL,
	checksum   INTEGER,
	PRIMARY KEY (board, goal, move_costs)
) WITHOUT ROWID;
CREATE VIEW result AS SELECT
	experiment.name AS experiment, listing.key AS key, position, "group", puzzle,
	record ->> 'repeat' AS repeat, record ->> 'board' AS board,
	solver, record ->> 'algorithm' AS algorithm, record ->> 'heuristic' AS heuristic,
	record ->> 'status' AS status, record ->> 'error' AS error, record ->> 'length' AS length,
	record ->> 'length_mtm' AS length_mtm, record ->> 'cost' AS cost,
	record ->> 'optimal' AS optimal, record ->> 'expanded' AS expanded, record ->> 'generated' AS generated,
	record ->> 'evaluated' AS evaluated, record ->> 'bytes' AS bytes, record ->> 'resident' AS resident,
	record ->> 'seconds' AS seconds, record ->> 'cpu_seconds' AS cpu_seconds
FROM listing JOIN experiment ON experiment.id = listing.experiment JOIN trial ON trial.key = listing.key;
`

const (
	// version is the version of the schema.
	version = 4

	// application is the application ID in the header of each store: "npuz" in ASCII (SQLite,
	// "PRAGMA application_id").
	application = 0x6e70757a
)

// readVersion reads the version of the file's schema, which is 0 for an empty file. It returns
// an error if the file is a database of another program, or if the tables do not match the
// version. The last check is needed because a version that was damaged to 1 would turn off the
// checksums.
func (s *Store) readVersion(ctx context.Context) error {
	var is, mark, tables, listings, sums int
	err := s.db.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version),
		(SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_schema),
		(SELECT count(*) FROM sqlite_schema WHERE name = 'listing'),
		(SELECT count(*) FROM pragma_table_info('trial') WHERE name = 'checksum')`).
		Scan(&is, &mark, &tables, &listings, &sums)
	switch {
	case err != nil:
		return s.failed(err)
	case mark != application && (is != 0 || mark != 0 || tables > 0):
		return fmt.Errorf("%s is a database of another program; expected a store, or a new name", s.name)
	case is > version:
		return fmt.Errorf("%s is a store of version %d, of a newer program; expected at most version %d",
			s.name, is, version)
	case is < 0, is == 0 && tables > 0, is > 0 && (is >= 2) != (sums > 0), (is == version) != (listings > 0):
		return s.damaged(fmt.Sprintf("its schema has version %d", is))
	}
	s.version = is
	return nil
}

// migrate updates the schema of the file to the latest version, in one transaction. If a
// statement fails, the file does not change.
func (s *Store) migrate(ctx context.Context) error {
	if s.version == version {
		return nil
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		before, after := "", ""
		if s.version > 0 {
			before = "DROP VIEW IF EXISTS result;"
			for _, table := range []string{"trial", "optimum", "experiment"} {
				before += "ALTER TABLE " + table + " RENAME TO old_" + table + ";"
				after += "DROP TABLE old_" + table + ";"
			}
		}
		_, err := tx.ExecContext(ctx, before+schema)
		if err == nil && s.version > 0 {
			err = s.migrateTrials(ctx, tx, "old_")
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, fmt.Sprintf("%sPRAGMA user_version = %d; PRAGMA application_id = %d",
				after, version, application))
		}
		return err
	})
	if err == nil {
		s.version = version
	}
	return err
}
