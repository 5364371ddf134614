package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Store is an open file of experiments and trials.
//
// What a method has written and returned from outlives the process however it
// ends: it is in the write-ahead log of the file system. A loss of power may take
// the last transactions with it, never a part of one (SQLite, "PRAGMA
// synchronous": NORMAL in WAL mode).
type Store struct {
	name string
	db   *sql.DB
	lock *flock.Flock // of a store that is written to
}

// connection sets up every connection: write-ahead logging lets others read
// while a run writes; whoever finds the file busy waits a little.
const connection = "_pragma=busy_timeout(2000)&_pragma=foreign_keys(1)&_pragma=synchronous(NORMAL)&_txlock=immediate"

// Open opens a store to write to, and makes it first where there is none, with
// the folders that lead to it. Only one process at a time may have it so; the
// error is then an *InUseError.
func Open(ctx context.Context, name string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, plain(err)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return nil, &fileError{name, errFolder}
	}
	s := &Store{name: name, lock: flock.New(name + ".lock")}
	switch locked, err := s.lock.TryLock(); {
	case errors.Is(err, fs.ErrPermission):
		return nil, s.notAllowed()
	case err != nil:
		return nil, s.notLocked(err)
	case !locked:
		return nil, &InUseError{name}
	}
	err := s.connect("mode=rwc")
	if err == nil {
		_, err = s.version(ctx) // before anything is changed
	}
	if err == nil {
		_, err = s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL")
		err = s.failed(err)
	}
	if err == nil {
		err = s.migrate(ctx)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// OpenToRead opens a store that is there, whoever writes to it. The error wraps
// fs.ErrNotExist where there is none.
func OpenToRead(ctx context.Context, name string) (*Store, error) {
	switch info, err := os.Stat(name); {
	case err != nil:
		return nil, plain(err)
	case info.IsDir():
		return nil, &fileError{name, errFolder}
	}
	var failed error
	// A folder that cannot be written to takes no log: then the file is all there
	// is, unless a log says otherwise.
	for _, mode := range []string{"mode=rw&_pragma=query_only(1)", "mode=ro", "mode=ro&immutable=1"} {
		if _, err := os.Stat(name + "-wal"); err == nil && strings.Contains(mode, "immutable") {
			break
		}
		s := &Store{name: name}
		err := s.connect(mode)
		var version int
		if err == nil {
			if version, err = s.version(ctx); err == nil && version == 0 {
				err = fmt.Errorf("%s holds no experiments; expected a store that npuzzle made", name)
			}
		}
		if err == nil {
			return s, nil
		}
		s.Close()
		if failed == nil || !errors.Is(err, errNotAllowed) {
			failed = err
		}
		if !errors.Is(err, errNotAllowed) {
			break
		}
	}
	return nil, failed
}

// connect opens the file. One connection does: the store's methods follow one
// another.
func (s *Store) connect(mode string) error {
	path := (&url.URL{Path: filepath.ToSlash(s.name)}).EscapedPath()
	db, err := sql.Open("sqlite", "file:"+path+"?"+connection+"&"+mode)
	if err != nil {
		return s.failed(err)
	}
	db.SetMaxOpenConns(1)
	s.db = db
	return nil
}

// Name returns the file's name.
func (s *Store) Name() string { return s.name }

// Close closes the file.
func (s *Store) Close() error {
	var err error
	if s.db != nil {
		err = s.failed(s.db.Close())
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.Unlock())
	}
	return err
}

// write runs a function in a transaction of its own.
func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(err)
	}
	if err := do(tx); err != nil {
		tx.Rollback() // the first error is the one that tells
		return s.failed(err)
	}
	return s.failed(tx.Commit())
}

// InUseError says that another process writes to a store.
type InUseError struct{ Name string }

func (e *InUseError) Error() string {
	return e.Name + " is in use by another run; expected to have it alone: wait for that run to end, or keep these trials in another --store"
}

var errFolder = errors.New("is a folder; expected the name of a file")

// errNotAllowed is what the system answers where a file or folder may not be
// written to.
var errNotAllowed = errors.New("not allowed to write there")

// full says that the disk is. To remove takes room as well: the log holds what
// changes until it is in the file.
func (s *Store) full() error {
	return fmt.Errorf("%s: no space left on the disk, or a quota is used up; what was kept before stays whole; expected room there, which npuzzle remove takes as well, or --store with a copy of the file (and of its -wal, if there is one) on another disk", s.name)
}

// notLocked says why there is no lock, whose file nobody asked for.
func (s *Store) notLocked(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return s.full()
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return &fileError{s.name, path.Err}
	}
	return err
}

func (s *Store) notAllowed() error {
	return fmt.Errorf("%s: %w; expected --store with a file in a folder where that is allowed", s.name, errNotAllowed)
}

// failed says in a line what an error of the database means.
func (s *Store) failed(err error) error {
	cause, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch cause.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR & 0xff:
		// Who opens a store, to read too, makes the index of its log first.
		full := []int{sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
		if !slices.Contains(full, cause.Code()) {
			break
		}
		return s.full()
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &InUseError{s.name}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return s.notAllowed()
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%s is no store or is damaged: %v", s.name, cause)
	}
	return fmt.Errorf("%s: %w", s.name, err)
}

// plain leaves the name of the system call out of an error.
func plain(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return &fileError{path.Path, path.Err}
	}
	return err
}

type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string { return e.name + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }
