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
)

// Store keeps tables in the files of one directory, one file for each pattern.
// NewStore makes it. It maps a file once, however many heuristics and goroutines use it. A Store is
// safe for concurrent use.
type Store struct {
	Dir string // need not exist

	// Verified opens files without comparing their checksums. It is for a process
	// whose parent has opened the same files just before.
	Verified bool

	mutex   sync.Mutex // held while tables are opened or built
	tables  map[Pattern]*Table
	indexes indexes
}

// DirVariable names the environment variable that replaces the directory of
// DefaultDir.
const DirVariable = "NPUZZLE_PDB_DIR"

// DefaultDir returns the directory for a user's pattern databases:
// npuzzle/pdb in the user's cache directory.
func DefaultDir() (string, error) {
	if dir := os.Getenv(DirVariable); dir != "" {
		return dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("pdb: no directory for pattern databases: %w; set %s", err, DirVariable)
	}
	return filepath.Join(cache, "npuzzle", "pdb"), nil
}

// NewStore returns the store of a directory. The directory "" stands for
// DefaultDir. A file is a *RequestError.
func NewStore(dir string) (*Store, error) {
	if dir == "" {
		var err error
		if dir, err = DefaultDir(); err != nil {
			return nil, err
		}
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, &RequestError{fmt.Errorf("pdb: %s is a file; expected a directory", dir)}
	}
	return &Store{Dir: dir, tables: map[Pattern]*Table{}, indexes: indexes{}}, nil
}

func (s *Store) path(p Pattern) string { return filepath.Join(s.Dir, p.fileName()) }

// NotBuiltError says that a table of a partition has no file.
type NotBuiltError struct {
	Partition Partition
	Dir       string
}

// Error returns one line.
func (e *NotBuiltError) Error() string {
	return fmt.Sprintf("pdb: %s of size %v is not built in %s; build it first",
		e.Partition.Short(), e.Partition.goal.Size(), e.Dir)
}

// Open maps the tables of a partition and compares their checksums, unless they
// are open already. It returns a *NotBuiltError if a file is missing, and
// another error if a file is damaged.
func (s *Store) Open(ctx context.Context, p Partition) (map[Pattern]*Table, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	tables := map[Pattern]*Table{}
	for _, pattern := range p.patterns {
		t, err := s.open(ctx, pattern)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, &NotBuiltError{p, s.Dir}
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
	f := inspect(s.path(p))
	if f.Err != nil {
		return nil, f.Err
	}
	if err := s.indexes.complete(ctx, p.String(), []Pattern{p}, BuildOptions{}); err != nil {
		return nil, err
	}
	x := s.indexes.of(p)
	if f.dataBytes != x.len()/2 {
		return nil, &FileError{f.Path, fmt.Errorf("%d bytes; expected %d", f.Bytes, fileBytes(x.len()/2))}
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

// Best opens the strongest partition of a goal's tiles that is built, if any is,
// and returns it. It looks at every partition that a file of the store was built
// for. The strongest is the one with the most placements in all its patterns
// together.
func (s *Store) Best(ctx context.Context, goal puzzle.Board) (best Partition, found bool, err error) {
	files, err := s.List()
	if err != nil {
		return Partition{}, false, err
	}
	var candidates []Partition
	for _, f := range files {
		if f.Err != nil || f.Partition.goal.Size() != goal.Size() {
			continue
		}
		if p, err := ParsePartition(f.Partition.name, goal); err == nil { // a drawing may be of another goal
			candidates = append(candidates, p)
		}
	}
	slices.SortStableFunc(candidates, func(a, b Partition) int { return cmp.Compare(b.strength(), a.strength()) })
	for _, p := range candidates {
		_, err := s.Open(ctx, p)
		if _, missing := errors.AsType[*NotBuiltError](err); !missing {
			return p, err == nil, err
		}
	}
	return Partition{}, false, nil
}

// Build builds the tables of a partition that are missing or damaged, and
// returns their patterns. It verifies the files that are there. Before it builds
// anything, it returns a *NoRoomError if the memory allowed is too small. A build
// that is cut short leaves whole files only.
func (s *Store) Build(ctx context.Context, p Partition, o BuildOptions) (built []Pattern, err error) {
	if _, err := s.List(); err != nil { // this frees some of the disk
		return nil, err
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var missing []Pattern
	for _, pattern := range p.patterns {
		if inspect(s.path(pattern)).Verify(ctx) != nil {
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

// List returns the files of the store by name, the damaged ones too. It removes
// what builds that were killed have left. A directory that does not exist has no
// files.
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
			if f := inspect(path); !errors.Is(f.Err, fs.ErrNotExist) { // removed meanwhile
				found = append(found, f)
			}
		}
	}
	return found, nil
}

// Files returns the files of a partition's tables, the damaged ones too.
func (s *Store) Files(p Partition) []File {
	var files []File
	for _, pattern := range p.patterns {
		if f := inspect(s.path(pattern)); !errors.Is(f.Err, fs.ErrNotExist) {
			files = append(files, f)
		}
	}
	return files
}

// Listed is a partition that files were built for.
type Listed struct {
	Partition Partition
	Goals     []puzzle.Board // that need these tables: those with names, then others it was built for
	Files     []File         // of the tables that are there
}

// Partitions returns the partitions that some files were built for, in the order
// of the files. Partitions with one name whose goals need the same tables are
// listed once. For example, 7-8 needs the same two tables for a 4x4 goal with the
// blank in the first cell and for one with the blank in the last cell.
func Partitions(files []File) []Listed {
	var all []Listed
	for _, f := range files {
		if f.Err != nil {
			continue
		}
		i := slices.IndexFunc(all, func(l Listed) bool {
			return l.Partition.name == f.Partition.name && l.Partition.sameTables(f.Partition)
		})
		if i < 0 {
			i, all = len(all), append(all, listed(f.Partition, files))
		}
		if !slices.Contains(all[i].Goals, f.Partition.goal) {
			all[i].Goals = append(all[i].Goals, f.Partition.goal)
		}
	}
	return all
}

// listed finds the tables of a partition among some files, and the goals with
// names that need the same tables.
func listed(p Partition, files []File) Listed {
	l := Listed{Partition: p}
	for _, pattern := range p.patterns {
		if i := slices.IndexFunc(files, func(f File) bool { return f.Pattern == pattern }); i >= 0 {
			l.Files = append(l.Files, files[i])
		}
	}
	for _, name := range puzzle.GoalNames {
		goal, err := puzzle.Goal(name, p.goal.Size())
		if err != nil {
			continue
		}
		if same, err := ParsePartition(p.name, goal); err == nil && same.sameTables(p) {
			l.Goals = append(l.Goals, goal)
		}
	}
	return l
}

// Needed returns the files that other complete partitions share with some
// partitions to be removed, and these other partitions. Removing the files would
// cost the other partitions a table. For example, 4-4 and 2-2-4 on 3x3 share the
// table of four tiles, so that file is needed by 2-2-4 when 4-4 is removed. A file
// may be needed more than once.
func Needed(files []File, removed []Partition) (needed []File, by []Partition) {
	var lost []Pattern
	for _, p := range removed {
		lost = append(lost, p.patterns...)
	}
	for _, l := range Partitions(files) {
		if len(l.Files) < len(l.Partition.patterns) || slices.ContainsFunc(removed, l.Partition.sameTables) {
			continue
		}
		shared := slices.DeleteFunc(l.Files, func(f File) bool { return !slices.Contains(lost, f.Pattern) })
		if len(shared) > 0 {
			needed, by = append(needed, shared...), append(by, l.Partition)
		}
	}
	return needed, by
}
