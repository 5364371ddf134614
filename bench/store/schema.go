package store

import (
	"context"
	"database/sql"
	"fmt"
)

// migrations has the statements that change the schema from each version to the next. The
// first entry makes version 1 from an empty file. New entries are added, and existing entries
// are never changed. There is one exception: only the latest definition of a view is kept,
// because a view holds no data. docs/store.md describes the schema.
var migrations = []string{`
CREATE TABLE experiment (
	id          INTEGER PRIMARY KEY,
	name        TEXT    NOT NULL UNIQUE,
	kind        TEXT    NOT NULL,
	description TEXT    NOT NULL,
	definition  TEXT    NOT NULL,
	digest      TEXT    NOT NULL,
	total       INTEGER NOT NULL,
	began       TEXT    NOT NULL,
	ended       TEXT
);
CREATE TABLE trial (
	id         INTEGER PRIMARY KEY,
	experiment INTEGER NOT NULL REFERENCES experiment(id) ON DELETE CASCADE,
	key        TEXT    NOT NULL,
	position   INTEGER,
	record     TEXT    NOT NULL,
	UNIQUE (key, experiment)
);
CREATE INDEX trial_by_position ON trial (experiment, position);
CREATE TABLE optimum (
	board      TEXT NOT NULL,
	goal       TEXT NOT NULL,
	move_costs TEXT NOT NULL,
	cost       REAL,
	expanded   INTEGER NOT NULL,
	PRIMARY KEY (board, goal, move_costs)
) WITHOUT ROWID;
`, `
ALTER TABLE experiment ADD COLUMN checksum INTEGER;
ALTER TABLE trial ADD COLUMN checksum INTEGER;
ALTER TABLE optimum ADD COLUMN checksum INTEGER;
UPDATE experiment SET checksum = checksum(id, name, kind, description, definition, digest, total, began, ended);
UPDATE trial SET checksum = checksum(experiment, key, position, record);
UPDATE optimum SET checksum = checksum(board, goal, move_costs, cost, expanded);
`, `
DROP VIEW IF EXISTS result;
CREATE VIEW result AS SELECT
	experiment.name AS experiment, trial.key AS key, trial.position AS position,
	record ->> 'group' AS "group", record ->> 'puzzle' AS puzzle, record ->> 'repeat' AS repeat,
	record ->> 'board' AS board,
	record ->> 'solver' AS solver, record ->> 'algorithm' AS algorithm, record ->> 'heuristic' AS heuristic,
	record ->> 'status' AS status, record ->> 'error' AS error, record ->> 'length' AS length,
	record ->> 'length_mtm' AS length_mtm,
	record ->> 'cost' AS cost,
	record ->> 'optimal' AS optimal, record ->> 'expanded' AS expanded, record ->> 'generated' AS generated,
	record ->> 'evaluated' AS evaluated, record ->> 'bytes' AS bytes, record ->> 'resident' AS resident,
	record ->> 'seconds' AS seconds, record ->> 'cpu_seconds' AS cpu_seconds
FROM trial JOIN experiment ON experiment.id = trial.experiment WHERE trial.position IS NOT NULL;
`}

// application is the application ID in the header of each store: "npuz" in ASCII (SQLite,
// "PRAGMA application_id").
const application = 0x6e70757a

// readVersion reads the version of the file's schema, which is 0 for an empty file. It returns
// an error in three cases: the file is a database of another program, pages of the file are
// damaged, or the tables do not match the version. The last check is needed because a version
// that was damaged to 1 would turn off the checksums.
func (s *Store) readVersion(ctx context.Context) error {
	var version, mark, tables, sums int
	err := s.db.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version),
		(SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_schema),
		(SELECT count(*) FROM pragma_table_info('trial') WHERE name = 'checksum')`).
		Scan(&version, &mark, &tables, &sums)
	switch {
	case err != nil:
		return s.failed(err)
	case mark != application && (version != 0 || mark != 0 || tables > 0):
		return fmt.Errorf("%s is a database of another program; expected a store, or a new name", s.name)
	case version < 0 || version == 0 && tables > 0 || version > 0 && (version >= 2) != (sums > 0):
		return s.damaged(fmt.Sprintf("its schema has version %d", version))
	case version > len(migrations):
		return fmt.Errorf("%s is a store of version %d, of a newer program; expected at most version %d",
			s.name, version, len(migrations))
	}
	s.version = version
	return s.checkPages(ctx)
}

// migrate updates the schema of the file to the latest version, in one transaction. If a
// statement fails, the file does not change.
func (s *Store) migrate(ctx context.Context) error {
	if s.version == len(migrations) {
		return nil
	}
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, step := range migrations[s.version:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx,
			fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(migrations), application))
		return err
	})
	if err == nil {
		s.version = len(migrations)
	}
	return err
}
