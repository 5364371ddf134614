-- The tables of a store. docs/store.md describes them.
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
	generated  INTEGER NOT NULL,
	proof      TEXT NOT NULL,
	moves      TEXT,
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
