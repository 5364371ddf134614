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
	"strconv"
	"strings"
	"syscall"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"npuzzle/internal/files"
)

// Store is an open file of experiments and trials.
//
// When a method that writes has returned without an error, its data survives even if the
// process is killed. A power failure may lose the last transactions, but never a part of
// one (SQLite, "PRAGMA synchronous": NORMAL in WAL mode).
type Store struct {
	// Warn receives messages about damaged rows. Methods leave out damaged trials and
	// optimal costs. Warn may be nil.
	Warn func(string)

	name    string
	db      *sql.DB
	version int // of the schema in the file

	warned []string // messages about damaged rows so far

	// The following fields are set only in a store that is open for writing.
	file   string      // name of the file, with symbolic links resolved
	opened fs.FileInfo // of the file when it was opened, to notice that it was replaced
	lock   *flock.Flock

	unclean bool // the last process that wrote to the store did not close it
}

// connection has the options of every connection. If the file is busy, a connection waits
// for up to two seconds.
const connection = "_pragma=busy_timeout(2000)&_pragma=synchronous(NORMAL)&" +
	"_pragma=trusted_schema(0)&_txlock=immediate"

// Open opens a store for writing. If the file does not exist, Open creates it and the
// directories in its path. Only one process at a time may have a store open for writing.
// In other processes, Open returns an *InUseError. If Open fails to prepare the file, it
// removes the files that it has created.
func Open(ctx context.Context, name string) (*Store, error) {
	s := &Store{name: name}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, s.failed(err)
	}
	file, err := resolve(name)
	if err != nil {
		return nil, s.failed(err)
	}
	s.file = file
	s.lock = flock.New(file + ".lock")
	made := missing(file, file+"-wal", file+"-shm", file+"-journal", file+".lock")
	if !slices.Contains(made, file) {
		if err := s.checkRegular(); err != nil {
			return nil, err
		}
	}
	if err := s.acquire(); err != nil {
		return nil, err
	}
	err = s.checkLog(ctx, file)
	if err == nil {
		err = s.prepare(ctx)
	}
	if err != nil {
		if s.db != nil {
			s.db.Close()
		}
		for _, f := range made {
			os.Remove(f) // this process still has the lock
		}
		s.lock.Unlock()
		return nil, err
	}
	return s, nil
}

// missing returns the files that do not exist.
func missing(files ...string) []string {
	var missing []string
	for _, file := range files {
		if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, file)
		}
	}
	return missing
}

// prepare opens the file for writing and updates its schema. It does not change a file that
// is not a store. If the last process that wrote to it was killed, prepare checks the pages.
func (s *Store) prepare(ctx context.Context) error {
	if err := s.connect("mode=rwc"); err != nil {
		return err
	}
	if err := s.readVersion(ctx); err != nil {
		return err
	}
	if s.unclean {
		if err := s.checkPages(ctx); err != nil {
			return err
		}
	}
	if err := s.useLog(ctx); err != nil {
		return err
	}
	if err := s.migrate(ctx); err != nil {
		return err
	}
	return s.beginMarks(ctx)
}

// useLog turns on the write-ahead log, which makes the file if it does not exist.
func (s *Store) useLog(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
		return s.failed(err)
	}
	info, err := os.Stat(s.file)
	s.opened = info
	return s.failed(err)
}

// resolve follows symbolic links and returns the name of the file itself, which need not
// exist. So a store has the same lock file for all links to it.
func resolve(name string) (string, error) {
	file, err := filepath.EvalSymlinks(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	target, err := os.Readlink(name)
	switch {
	case err != nil:
		return name, nil // the file does not exist
	case !filepath.IsAbs(target):
		target = filepath.Join(filepath.Dir(name), target)
	}
	return resolve(target)
}

// checkRegular returns an error if the file is not a regular file, but for example a directory
// or a device. It refuses a file that has several names (hard links), because the lock file and the
// write-ahead log belong to a name: programs that use different names would not see each other.
func (s *Store) checkRegular() error {
	switch info, err := os.Stat(s.name); {
	case err != nil:
		return s.failed(err)
	case info.IsDir():
		return fmt.Errorf("%s: is a directory; expected the name of a file", s.name)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: is a device or the like; expected the name of a file", s.name)
	case files.Links(info) > 1:
		return fmt.Errorf("%s: the file has %d names (hard links); expected one, such as that of "+
			"a copy, or a symbolic link", s.name, files.Links(info))
	}
	return nil
}

// acquire locks a separate lock file until Close. SQLite's own write locks are not enough,
// because they last only for a transaction. The lock file holds the process ID, which other
// processes show in their error message. Some systems do not allow them to read it. Close removes
// the process ID, so a lock file that holds one was left by a process that was killed.
func (s *Store) acquire() error {
	locked, err := s.lock.TryLock()
	if err != nil {
		return s.failed(err)
	}
	text, _ := os.ReadFile(s.lock.Path())
	if !locked {
		process, _ := strconv.Atoi(strings.TrimSpace(string(text)))
		return &InUseError{Name: s.name, Process: process}
	}
	s.unclean = len(text) > 0
	// The lock works without the process ID, so an error here does not matter.
	os.WriteFile(s.lock.Path(), fmt.Appendln(nil, os.Getpid()), 0o666)
	return nil
}

// OpenToRead opens an existing store for reading, even while another process writes
// to it. It reads a store of an earlier version through an updated copy. The error wraps
// fs.ErrNotExist if there is no such file.
func OpenToRead(ctx context.Context, name string) (*Store, error) {
	if err := (&Store{name: name}).checkRegular(); err != nil {
		return nil, err
	}
	file, err := resolve(name)
	if err != nil {
		return nil, (&Store{name: name}).failed(err)
	}
	// SQLite needs to create a file (-shm) to read the write-ahead log. In a directory without
	// write permission, the store can only be opened as immutable. This mode ignores the log,
	// so it is used only if there is no log. A log that a killed process has left stays as it is,
	// because a reader must not copy it into the file. Without a log, a connection that might
	// write is better: it removes the empty log and the -shm file at its end.
	modes := []string{"mode=rw&_pragma=query_only(1)", "mode=ro", "mode=ro&immutable=1"}
	if info, err := os.Stat(file + "-wal"); err == nil && info.Size() > 0 {
		modes = []string{"mode=ro"}
		if err := (&Store{name: name}).checkLog(ctx, file); err != nil {
			return nil, err
		}
	}
	// Try the next mode only if permission for this mode is missing.
	for _, mode := range modes {
		s := &Store{name: name}
		if err = s.prepareToRead(ctx, mode); err == nil {
			return s, nil
		}
		s.Close()
		if !errors.Is(err, errNotAllowed) {
			break
		}
	}
	return nil, err
}

// prepareToRead opens the file in a mode of SQLite.
func (s *Store) prepareToRead(ctx context.Context, mode string) error {
	if err := s.connect(mode); err != nil {
		return err
	}
	if err := s.readVersion(ctx); err != nil {
		return err
	}
	switch {
	case s.version == 0:
		return fmt.Errorf("%s holds no experiments; expected a store with some", s.name)
	case s.version < version:
		return s.migrateToRead(ctx)
	}
	return nil
}

// connect opens the file. One connection is enough, because calls of the store's methods
// never overlap.
func (s *Store) connect(mode string) error {
	file := url.URL{Path: filepath.ToSlash(s.name)}
	db, err := sql.Open("sqlite", "file:"+file.EscapedPath()+"?"+connection+"&"+mode)
	if err != nil {
		return s.failed(err)
	}
	db.SetMaxOpenConns(1)
	s.db = db
	return nil
}

// Name returns the name of the file.
func (s *Store) Name() string { return s.name }

// Close closes the file.
func (s *Store) Close() error {
	var err error
	if s.db != nil {
		err = s.failed(s.db.Close())
	}
	if s.lock != nil {
		os.Truncate(s.lock.Path(), 0) // removes the process ID
		err = errors.Join(err, s.lock.Unlock())
	}
	return err
}

// write runs a function in a new transaction. If the function returns an error, write rolls
// the transaction back.
func (s *Store) write(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(err)
	}
	err = do(tx)
	if err == nil {
		err = mark(ctx, tx)
	}
	if err != nil {
		tx.Rollback() // the first error is the one to report
		return s.failed(err)
	}
	if err := tx.Commit(); err != nil {
		return s.failed(err)
	}
	return s.present()
}

// present returns an error if the file was deleted or replaced since it was opened. Later
// writes would be lost, although the system reports no error.
func (s *Store) present() error {
	if info, err := os.Stat(s.file); err == nil && os.SameFile(info, s.opened) {
		return nil
	}
	return fmt.Errorf("%s was deleted, moved or replaced while it was in use; "+
		"expected it to stay until the command ends", s.name)
}

// InUseError reports that another process has the store open for writing.
type InUseError struct {
	Name    string
	Process int // ID of that process; 0 if not known
}

func (e *InUseError) Error() string {
	return e.Who() + "; wait for it to end, or use another store"
}

// Who returns a text that names the store and the process that uses it.
func (e *InUseError) Who() string {
	if e.Process == 0 {
		return e.Name + " is in use by another process"
	}
	return fmt.Sprintf("%s is in use by process %d", e.Name, e.Process)
}

var errNotAllowed = errors.New("not allowed to write there")

// failed converts an error of SQLite or of the lock file to an error of one line that names the
// store, because the user does not know the other files. For causes such as a full disk, the new
// error says what the user can do. Other errors, and nil, are returned unchanged.
func (s *Store) failed(err error) error {
	path, _ := errors.AsType[*fs.PathError](err)
	cause, ok := errors.AsType[*sqlite.Error](err)
	code := 0
	if ok {
		code = cause.Code()
	}
	switch code {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE:
		err = syscall.ENOSPC
	}
	switch code & 0xff {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		err = fs.ErrPermission
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &InUseError{Name: s.name}
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s is not a store or is damaged: %w", s.name, cause)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR:
		// The statements are valid, so an error in one of them means damage.
		return s.damaged(cause.Error())
	}
	switch {
	case errors.Is(err, syscall.ENOSPC):
		// The text does not suggest to remove experiments, because this first writes to the log,
		// which needs space, too.
		return fmt.Errorf("%s: no space left on the disk, or a quota is used up; the trials kept "+
			"so far are safe; expected space there, or a copy of the file (and of its -wal file, "+
			"if there is one) on another disk", s.name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: %w; expected a file in a directory where that is allowed", s.name,
			errNotAllowed)
	case path != nil:
		return fmt.Errorf("%s: %w", strings.TrimSuffix(path.Path, ".lock"), path.Err)
	case ok:
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return err
}
