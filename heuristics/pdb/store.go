package pdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"npuzzle/internal/files"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Store keeps tables in the files of one directory, one file for each pattern. NewStore
// makes a Store. All heuristics and goroutines that use a table share one mapping of its
// file. A Store is safe for concurrent use.
type Store struct {
	Dir string // directory of the files; need not exist

	// If Verified is true, files are opened without comparing their checksums. It is
	// meant for a process whose parent has just opened the same files.
	Verified bool

	mutex   sync.Mutex // held while tables are opened or built
	tables  map[Pattern]*Table
	indexes indexes
}

// DirVariable is the name of the environment variable that sets the result of DefaultDir.
const DirVariable = "NPUZZLE_PDB_DIR"

// DefaultDir returns the directory for a user's pattern databases. It is the value of the
// environment variable DirVariable or, by default, npuzzle/pdb in the user's cache
// directory.
func DefaultDir() (string, error) {
	if dir := os.Getenv(DirVariable); dir != "" {
		return dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("pdb: no directory for pattern databases: %w; set %s", err,
			DirVariable)
	}
	return filepath.Join(cache, "npuzzle", "pdb"), nil
}

// NewStore returns the store of a directory. An empty dir means DefaultDir. If dir is a
// file, NewStore returns a *RequestError.
func NewStore(dir string) (*Store, error) {
	if dir == "" {
		var err error
		if dir, err = DefaultDir(); err != nil {
			return nil, err
		}
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, &RequestError{error: fmt.Errorf("pdb: %s is a file; expected a directory", dir)}
	}
	return &Store{Dir: dir, tables: map[Pattern]*Table{}, indexes: indexes{}}, nil
}

func (s *Store) path(p Pattern) string { return filepath.Join(s.Dir, p.fileName()) }

// NotBuiltError means that a table of a partition has no file.
type NotBuiltError struct {
	Partition Partition
	Dir       string
}

// Error returns one line.
func (e *NotBuiltError) Error() string {
	return fmt.Sprintf("pdb: %s of size %v is not built in %s; build it first",
		e.Partition.Short(), e.Partition.goal.Size(), e.Dir)
}

// Open maps the tables of a partition into memory and compares their checksums. It does
// this once for each table. It returns a *NotBuiltError if a file is missing, and another
// error if a file is damaged.
func (s *Store) Open(ctx context.Context, p Partition) (map[Pattern]*Table, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	tables := map[Pattern]*Table{}
	for _, pattern := range p.patterns {
		t, err := s.open(ctx, pattern)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &NotBuiltError{Partition: p, Dir: s.Dir}
		}
		if err != nil {
			return nil, err
		}
		tables[pattern] = t
	}
	return tables, nil
}

// open returns the table of one pattern. The caller holds the mutex.
func (s *Store) open(ctx context.Context, p Pattern) (*Table, error) {
	if t := s.tables[p]; t != nil {
		return t, nil
	}
	f := Inspect(s.path(p))
	if f.Err != nil {
		return nil, f.Err
	}
	if err := s.indexes.complete(ctx, p.String(), []Pattern{p}, BuildOptions{}); err != nil {
		return nil, err
	}
	x := s.indexes.of(p)
	if f.header.Bytes != x.len()/2 {
		return nil, &FileError{Path: f.Path,
			Fault: fmt.Errorf("%d bytes; expected %d", f.Bytes, fileBytes(x.len()/2))}
	}
	if !s.Verified {
		if err := f.Verify(ctx); err != nil {
			return nil, err
		}
	}
	packed, err := f.open()
	if err != nil {
		return nil, err
	}
	s.tables[p] = &Table{pattern: p, index: x, packed: packed}
	return s.tables[p], nil
}

// Best opens and returns the strongest partition of a goal's tiles that is built. The
// strongest is the one whose patterns have the most placements together. The candidates
// are the partitions for which the files of the store were built. If none is completely
// built, found is false.
func (s *Store) Best(
	ctx context.Context, goal puzzle.Board,
) (best Partition, found bool, err error) {
	files, err := s.List()
	if err != nil {
		return Partition{}, false, err
	}
	var candidates []Partition
	for _, f := range files {
		if f.Err != nil || f.Partition.goal.Size() != goal.Size() {
			continue
		}
		// a drawing may not fit this goal
		if p, err := ParsePartition(f.Partition.name, goal); err == nil {
			candidates = append(candidates, p)
		}
	}
	slices.SortStableFunc(candidates, func(a, b Partition) int {
		return cmp.Compare(b.strength(), a.strength())
	})
	for _, p := range candidates {
		_, err := s.Open(ctx, p)
		if _, missing := errors.AsType[*NotBuiltError](err); !missing {
			return p, err == nil, err
		}
	}
	return Partition{}, false, nil
}

// Build builds the tables of a partition that are missing or damaged, and returns their
// patterns. It compares the checksums of existing files. If the memory limit is too
// small, it returns a *NoRoomError before it builds a table. If a build is interrupted,
// the tables that were finished before are kept, and no partial file is left.
func (s *Store) Build(
	ctx context.Context, p Partition, o BuildOptions,
) (built []Pattern, err error) {
	if err := search.CheckWorkers("workers", o.Workers); err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	files.Sweep(s.Dir) // removes temporary files, which frees disk space
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var missing []Pattern
	for _, pattern := range p.patterns {
		if Inspect(s.path(pattern)).Verify(ctx) != nil {
			missing = append(missing, pattern)
		}
	}
	if len(missing) == 0 {
		return nil, nil
	}
	label := fmt.Sprintf("%s of %v", p.Short(), p.goal.Size())
	if err := s.indexes.complete(ctx, label, missing, o); err != nil {
		return nil, err
	}
	progress := Progress{Tables: len(missing)}
	for _, pattern := range missing {
		progress.Total += s.indexes.of(pattern).entries()
	}
	for _, pattern := range missing {
		t, err := build(ctx, pattern, s.indexes.of(pattern), o, &progress)
		if err != nil {
			return built, err
		}
		if err := writeFile(ctx, s.Dir, p, t); err != nil {
			return built, fmt.Errorf("pdb: writing %s: %w", s.path(pattern), err)
		}
		delete(s.tables, pattern)
		built = append(built, pattern)
	}
	return built, nil
}

// List returns all files of the store, including damaged ones, in the order of their
// names. It first removes temporary files that were left by builds that were killed. If
// the directory does not exist, List returns no files.
func (s *Store) List() ([]File, error) {
	files.Sweep(s.Dir)
	entries, err := os.ReadDir(s.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	var found []File
	for _, entry := range entries {
		path := filepath.Join(s.Dir, entry.Name())
		if strings.HasSuffix(path, extension) {
			if f := Inspect(path); !errors.Is(f.Err, fs.ErrNotExist) { // removed meanwhile
				found = append(found, f)
			}
		}
	}
	return found, nil
}

// Partitions returns the partitions for which the given files were built, in the order of
// the files. Of partitions with the same name that need the same tables, it returns one. For
// example, 7-8 needs the same two tables for a 4x4 goal with the blank in the first cell and
// for one with the blank in the last cell.
func Partitions(files []File) []Partition {
	var partitions []Partition
	for _, f := range files {
		same := func(p Partition) bool {
			return p.name == f.Partition.name && p.sameTables(f.Partition)
		}
		if f.Err == nil && !slices.ContainsFunc(partitions, same) {
			partitions = append(partitions, f.Partition)
		}
	}
	return partitions
}
