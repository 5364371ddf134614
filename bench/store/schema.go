package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed" // the schema
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"npuzzle/bench"
)

// schema makes the tables of an empty file.
//
//go:embed schema.sql
var schema string

const (
	// version is the version of the schema.
	version = 5

	// application is the application ID in the header of each store: "npuz" in ASCII (SQLite,
	// "PRAGMA application_id").
	application = 0x6e70757a
)

// readVersion reads the version of the file's schema, which is 0 for an empty file. It returns
// an error if the file is a database of another program, or if the tables do not match the
// version. The last check is needed because a version that was damaged to 1 would turn off the
// checksums.
func (s *Store) readVersion(ctx context.Context) error {
	var found, mark, tables, listings, sums, proofs int
	err := s.db.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version),
		(SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_schema),
		(SELECT count(*) FROM sqlite_schema WHERE name = 'listing'),
		(SELECT count(*) FROM pragma_table_info('trial') WHERE name = 'checksum'),
		(SELECT count(*) FROM pragma_table_info('optimum') WHERE name = 'proof')`).
		Scan(&found, &mark, &tables, &listings, &sums, &proofs)
	switch {
	case err != nil:
		return s.failed(err)
	case mark != application && (found != 0 || mark != 0 || tables > 0):
		return fmt.Errorf("%s is a database of another program; expected a store, or a new name",
			s.name)
	case found > version:
		return fmt.Errorf("%s is a store of version %d, of a newer program; expected at most "+
			"version %d", s.name, found, version)
	case found < 0, found == 0 && tables > 0, found > 0 && (found >= 2) != (sums > 0),
		(found >= 4) != (listings > 0), (found >= 5) != (proofs > 0):
		return s.damaged(fmt.Sprintf("its schema has version %d", found))
	}
	s.version = found
	return s.checkObjects(ctx)
}

// object is a row of sqlite_schema: a table, a view, an index or a trigger.
type object struct{ kind, name, statement string }

// objects returns the objects of a database.
func objects(ctx context.Context, q querier) ([]object, error) {
	var found []object
	err := each(ctx, q, "SELECT type, name, sql FROM sqlite_schema", func(row []any) error {
		found = append(found, object{kind: text(row[0]), name: text(row[1]), statement: text(row[2])})
		return nil
	})
	return found, err
}

// checkObjects returns an error unless the file has only the objects that this package makes. A
// view or a computed column in the place of a table could keep a query running for ever, and a
// trigger would change what is written. In a store of an earlier version, the text of a statement
// may be another one.
func (s *Store) checkObjects(ctx context.Context) error {
	present, err := objects(ctx, s.db)
	if err != nil {
		return s.failed(err)
	}
	known, err := ownObjects()
	if err != nil {
		return err
	}
	for _, o := range present {
		statements, named := known[[2]string{o.kind, o.name}]
		ours := named && slices.Contains(statements, plain(o.statement))
		creates := strings.HasPrefix(o.statement, "CREATE "+strings.ToUpper(o.kind)+" ")
		if creates && s.version < version {
			ours = named || o.kind == "index"
		}
		indexOfTable := o.kind == "index" && o.statement == "" // of a UNIQUE or PRIMARY KEY
		statistics := o.kind == "table" && strings.HasPrefix(o.name, "sqlite_stat")
		if !ours && !indexOfTable && !statistics {
			return s.damaged(fmt.Sprintf("npuzzle did not make its %s %.60q", o.kind, o.name))
		}
	}
	var computed int
	err = s.db.QueryRowContext(ctx,
		`SELECT count(*) FROM sqlite_schema AS o, pragma_table_xinfo(o.name)
		WHERE o.type = 'table' AND hidden > 1`).Scan(&computed)
	if err == nil && computed > 0 {
		return s.damaged("npuzzle did not make its computed column")
	}
	return s.failed(err)
}

// plain returns a statement of SQL with single spaces.
func plain(statement string) string { return strings.Join(strings.Fields(statement), " ") }

// ownObjects returns the statements with which this package makes objects, by the type and the name
// of the object. The first programs of version 4 gave a column of the table optimum another name.
var ownObjects = sync.OnceValues(func() (map[[2]string][]string, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has a database of its own
	ctx := context.Background()
	if _, err := db.ExecContext(ctx, schema+heldOut+";"+makeMarks); err != nil {
		return nil, err
	}
	present, err := objects(ctx, db)
	if err != nil {
		return nil, err
	}
	known := map[[2]string][]string{}
	for _, o := range present {
		statement := plain(o.statement)
		renamed := strings.Replace(statement, " generated INTEGER", " expanded INTEGER", 1)
		known[[2]string{o.kind, o.name}] = []string{statement, renamed}
	}
	return known, nil
})

// migrate updates the schema of the file to the latest version, in one transaction. If a
// statement fails, the file does not change.
func (s *Store) migrate(ctx context.Context) error {
	switch s.version {
	case version:
		return nil
	case 4:
		return s.write(ctx, func(tx *sql.Tx) error { return migrateVersion4(ctx, tx) })
	case 0:
		return s.write(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, schema); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, setVersion+setApplication)
			return err
		})
	}
	return s.write(ctx, func(tx *sql.Tx) error { return s.migrateEarlier(ctx, tx) })
}

// Statements that mark a file as a store of the latest version.
var (
	setVersion     = fmt.Sprintf("PRAGMA user_version = %d;", version)
	setApplication = fmt.Sprintf("PRAGMA application_id = %d;", application)
)

// migrateVersion4 updates the schema from version 4.
func migrateVersion4(ctx context.Context, tx *sql.Tx) error {
	const rename = "ALTER TABLE optimum RENAME TO old_optimum;"
	if _, err := tx.ExecContext(ctx, rename+optimumSchema()); err != nil {
		return err
	}
	if err := migrateOptima(ctx, tx, "old_optimum"); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "DROP TABLE old_optimum;"+setVersion)
	return err
}

// migrateEarlier updates the schema from version 1, 2 or 3.
func (s *Store) migrateEarlier(ctx context.Context, tx *sql.Tx) error {
	const rename = "DROP VIEW IF EXISTS result; ALTER TABLE experiment RENAME TO old_experiment;" +
		"ALTER TABLE trial RENAME TO old_trial; ALTER TABLE optimum RENAME TO old_optimum;"
	if _, err := tx.ExecContext(ctx, rename+schema); err != nil {
		return err
	}
	if err := s.migrateTrials(ctx, tx, "old_"); err != nil {
		return err
	}
	const drop = "DROP TABLE old_experiment; DROP TABLE old_trial; DROP TABLE old_optimum;"
	_, err := tx.ExecContext(ctx, drop+setVersion+setApplication)
	return err
}

// optimumSchema returns the statement that makes the table optimum. Version 4 of the schema differs
// from today's only in this table: it had no columns for the proof and the plan.
func optimumSchema() string {
	from := schema[strings.Index(schema, "CREATE TABLE optimum"):]
	statement, _, _ := strings.Cut(from, ";")
	return statement + ";"
}

// migrateOptima fills the table optimum from that of version 4, which has the given name. A damaged
// row keeps a wrong checksum.
func migrateOptima(ctx context.Context, tx *sql.Tx, from string) error {
	return each(ctx, tx, "SELECT * FROM "+from, func(was []any) error {
		row := optimumBefore(was[:5])
		if verify(was) != nil {
			row[len(row)-1] = nil
		}
		return insert(ctx, tx, "optimum", row)
	})
}

// optimumBefore returns the row of the table optimum for the columns that earlier versions had. A
// cost with a limit of a search is from this search. Other costs are from trials or publications,
// which the store did not name.
func optimumBefore(was []any) []any {
	proof := ""
	if was[3] != nil {
		proof = ClaimedBefore
		if number(was[4]) > 0 {
			proof = ProvedBySearch
		}
	}
	return seal(append(slices.Clone(was), proof, nil)...)
}

// Up to version 3 of the schema, a trial belonged to one experiment, and the table trial had the
// columns id, experiment, key, position and record. The position was null if the trial was no
// longer part of the experiment. Version 1 had no checksums. Version 3 differs from version 2
// only in the view result.

// migrateTrials fills the tables of today from those of a store of version 1 to 3, whose names
// begin with the given text. Trials without a position are dropped: the keys of today's program
// differ from theirs, so no experiment would find them. A damaged row keeps a wrong checksum. Two
// experiments may have different trials with the same key. Then the second one gets another key.
func (s *Store) migrateTrials(ctx context.Context, tx *sql.Tx, from string) error {
	sum := "checksum"
	if s.version == 1 {
		sum = "NULL"
	}
	// sealed returns a row with a new checksum, or with a wrong one if the row that was read is
	// damaged.
	sealed := func(was []any, values ...any) []any {
		values = seal(values...)
		if s.version > 1 && verify(was) != nil {
			values[len(values)-1] = nil
		}
		return values
	}
	const ofExperiments = "id, name, kind, description, definition, digest, total, began, ended"
	err := each(ctx, tx, "SELECT "+ofExperiments+", "+sum+" FROM "+from+"experiment",
		func(was []any) error {
			return insert(ctx, tx, "experiment", sealed(was, was[:len(was)-1]...))
		})
	if err != nil {
		return err
	}
	const ofOptima = "board, goal, move_costs, cost, expanded"
	err = each(ctx, tx, "SELECT "+ofOptima+", "+sum+" FROM "+from+"optimum", func(was []any) error {
		row := optimumBefore(was[:5])
		return insert(ctx, tx, "optimum", sealed(was, row[:len(row)-1]...))
	})
	if err != nil {
		return err
	}
	keys := map[string]bool{}
	return each(ctx, tx, "SELECT experiment, key, position, record, "+sum+" FROM "+from+"trial "+
		"WHERE position IS NOT NULL ORDER BY experiment, id", func(row []any) error {
		experiment := row[0]
		key := text(row[1])
		position := row[2]
		record := text(row[3])
		if keys[key] {
			other := sha256.Sum256([]byte(fmt.Sprint(experiment, key)))
			key = hex.EncodeToString(other[:16])
		}
		keys[key] = true
		var r bench.Record // incomplete if the record is damaged
		if json.Unmarshal([]byte(record), &r) == nil {
			complete, err := unplaced(r) // with null for what the solver does not report
			if err != nil {
				return err
			}
			record = complete
		}
		if err := insert(ctx, tx, "trial", sealed(row, key, record)); err != nil {
			return err
		}
		r.Key = key
		r.Position = number(position)
		return insert(ctx, tx, "listing", listing(experiment, r))
	})
}

// migrateToRead makes temporary tables of today's version, which hide those of the file for as long
// as the connection lasts. The file does not change.
func (s *Store) migrateToRead(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, "PRAGMA query_only = 0"); err != nil {
		return s.failed(err)
	}
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.failed(err)
	}
	tables := schema
	if s.version == 4 {
		tables = optimumSchema()
	}
	if err := s.fillTemporary(ctx, tx, tables); err != nil {
		tx.Rollback() // the first error is the one to report
		return s.failed(err)
	}
	return s.failed(tx.Commit())
}

// fillTemporary makes the temporary tables, given the statements that make tables, and fills them.
func (s *Store) fillTemporary(ctx context.Context, tx *sql.Tx, tables string) error {
	temporary := strings.ReplaceAll(tables, "CREATE ", "CREATE TEMP ")
	if _, err := tx.ExecContext(ctx, temporary); err != nil {
		return err
	}
	if s.version == 4 {
		return migrateOptima(ctx, tx, "main.optimum")
	}
	return s.migrateTrials(ctx, tx, "main.")
}
