package pdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"npuzzle/puzzle"
)

// Store keeps tables in the files of one directory, one file a pattern, and
// those that are open in memory. It is safe for concurrent use.
type Store struct {
	dir     string
	mutex   sync.Mutex
	tables  map[Pattern]*Table
	opened  []*Table // all that are mapped, replaced ones too
	indexes map[indexKey]*Index
	free    func(dir string) (bytes uint64, known bool) // on the disk
}

// indexKey is what an index depends on.
type indexKey struct {
	size  puzzle.Size
	tiles int
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

// NewStore returns the store of a directory, which need not exist.
func NewStore(dir string) *Store {
	return &Store{dir: dir, tables: map[Pattern]*Table{}, indexes: map[indexKey]*Index{}, free: freeBytes}
}

// Dir returns the directory.
func (s *Store) Dir() string { return s.dir }

func (s *Store) path(p Pattern) string { return filepath.Join(s.dir, p.fileName()) }

// NotBuiltError says that a table of a partition has no file.
type NotBuiltError struct {
	Partition Partition
	Dir       string
}

// Error returns one line with what to do.
func (e *NotBuiltError) Error() string {
	goal := e.Partition.goal
	return fmt.Sprintf("pdb: %v of size %v is not built in %s; build it first: npuzzle pdb build --size %v%s %v",
		e.Partition, goal.Size(), e.Dir, goal.Size(), goalFlag(goal), e.Partition)
}

// goalFlag writes a goal as the flag that sets it, "" for the default.
func goalFlag(goal puzzle.Board) string {
	for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
		if same, err := puzzle.Goal(name, goal.Size()); err == nil && same == goal {
			if name == puzzle.BlankLast {
				return ""
			}
			return " --goal " + name
		}
	}
	return fmt.Sprintf(" --goal '%v'", goal)
}

// Open maps the tables of a partition, each once however often it is asked for.
// It returns a *NotBuiltError if one is missing, and another error if a file is
// at fault as far as that is seen without reading the blocks.
func (s *Store) Open(p Partition) (map[Pattern]*Table, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	tables := map[Pattern]*Table{}
	for _, pattern := range p.Patterns() {
		t, err := s.open(pattern)
		if errors.Is(err, os.ErrNotExist) {
			return nil, &NotBuiltError{p, s.dir}
		}
		if err != nil {
			return nil, err
		}
		tables[pattern] = t
	}
	return tables, nil
}

// open maps one table. The caller holds the mutex.
func (s *Store) open(p Pattern) (*Table, error) {
	if t := s.tables[p]; t != nil {
		return t, nil
	}
	if _, err := os.Stat(s.path(p)); err != nil {
		return nil, err
	}
	key := indexKey{p.size, p.Tiles()}
	if s.indexes[key] == nil {
		ranking, err := NewRanking(p.size, p.Tiles())
		if err != nil {
			return nil, err
		}
		s.indexes[key] = NewIndex(ranking)
	}
	t, err := openFile(s.path(p), p, s.indexes[key])
	if err != nil {
		return nil, err
	}
	s.tables[p] = t
	s.opened = append(s.opened, t)
	return t, nil
}

// Err returns a *DamageError if any look-up, in any table of the store, has met
// a damaged block. Whoever searches must ask before trusting a result.
func (s *Store) Err() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, t := range s.tables {
		if err := t.Err(); err != nil {
			return err
		}
	}
	return nil
}

// Close unmaps all tables. Nothing that was made from them may be used any more.
func (s *Store) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var err error
	for _, t := range s.opened {
		err = errors.Join(err, t.source.unmap())
	}
	s.opened = nil
	clear(s.tables)
	return err
}

// Best returns the first of Names, the strongest, whose tables are all there,
// and whether any is.
func (s *Store) Best(goal puzzle.Board) (Partition, bool) {
	for _, name := range Names(goal.Size()) {
		p, err := ParsePartition(name, goal)
		if err == nil && s.has(p) {
			return p, true
		}
	}
	return Partition{}, false
}

func (s *Store) has(p Partition) bool {
	for _, pattern := range p.Patterns() {
		if !s.hasTable(pattern) {
			return false
		}
	}
	return true
}

func (s *Store) hasTable(p Pattern) bool {
	c, err := contentsOf(s.path(p))
	return err == nil && c.pattern == p
}

// Quick tells whether the tables of a partition that are missing are built in
// seconds: together they have at most as many placements as the small partition
// of Names may.
func (s *Store) Quick(p Partition) bool {
	sum := 0.0
	for _, pattern := range p.Patterns() {
		if !s.hasTable(pattern) {
			sum += placements(pattern.size, pattern.Tiles())
		}
	}
	return sum <= fewPlacements
}

// Build makes the tables of a partition that are missing, damaged or foreign,
// and returns their patterns. Tables that are there are verified. It refuses,
// with the figure, what would not fit in the memory allowed or on the disk,
// before it builds anything; a build that is cut short leaves no file.
func (s *Store) Build(ctx context.Context, p Partition, o BuildOptions) ([]Pattern, error) {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	var plans []plan
	need, entries := uint64(0), uint64(0)
	for _, pattern := range p.Patterns() {
		if s.sound(ctx, pattern) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("pdb: building %v: %w", p, err)
		}
		plan, err := newPlan(pattern, o)
		if err != nil {
			return nil, err
		}
		plans = append(plans, plan)
		need += fileBytes(plan.index.Len() / 2)
		entries += plan.entries()
	}
	if free, known := s.free(s.dir); known && need > free {
		return nil, &NoRoomError{What: p.String(), Need: need, Limit: free, Dir: s.dir}
	}
	var built []Pattern
	progress := Progress{Tables: len(plans), Total: entries}
	for _, plan := range plans {
		progress.Pattern = plan.pattern
		progress.Number++
		if err := s.build(ctx, p, plan, &progress); err != nil {
			return built, err
		}
		built = append(built, plan.pattern)
	}
	return built, nil
}

// sound tells whether a pattern's file is there and all its blocks are right.
func (s *Store) sound(ctx context.Context, p Pattern) bool {
	s.mutex.Lock()
	t, err := s.open(p)
	s.mutex.Unlock()
	return err == nil && t.Verify(ctx) == nil
}

// build makes one table of a partition and its file.
func (s *Store) build(ctx context.Context, of Partition, plan plan, progress *Progress) error {
	if err := removeParts(s.dir, plan.pattern); err != nil {
		return fmt.Errorf("pdb: %w", err)
	}
	t, err := plan.build(ctx, progress)
	if err != nil {
		return err
	}
	err = writeFile(ctx, s.dir, of, t, func(bytes uint64) {
		writing := *progress
		writing.Written, writing.Bytes = bytes, t.Bytes()
		plan.observe(writing)
	})
	if err != nil {
		return fmt.Errorf("pdb: writing %s: %w", s.path(plan.pattern), err)
	}
	s.mutex.Lock()
	delete(s.tables, plan.pattern) // what was open is replaced
	s.mutex.Unlock()
	return nil
}

// File is a file of a store.
type File struct {
	Path      string
	Bytes     uint64
	Built     time.Time
	Pattern   Pattern   // the zero Pattern if the file is at fault
	Partition Partition // of which it was built first; others may share it
	Err       error     // what is wrong with it, as far as that is seen without reading the blocks
}

// List returns the files of the store by name. Without a directory there are
// none.
func (s *Store) List() ([]File, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	var files []File
	for _, entry := range entries {
		if entry.IsDir() || !strings.HasSuffix(entry.Name(), extension) {
			continue
		}
		f, err := s.file(entry.Name())
		if errors.Is(err, os.ErrNotExist) {
			continue // removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// Files returns the files of a partition's tables, those at fault too.
func (s *Store) Files(p Partition) ([]File, error) {
	var files []File
	for _, pattern := range p.Patterns() {
		f, err := s.file(pattern.fileName())
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// file finds out what a file holds.
func (s *Store) file(name string) (File, error) {
	f := File{Path: filepath.Join(s.dir, name)}
	info, err := os.Stat(f.Path)
	if err != nil {
		return f, fmt.Errorf("pdb: %w", err)
	}
	f.Bytes, f.Built = uint64(info.Size()), info.ModTime()
	c, err := contentsOf(f.Path)
	switch {
	case err != nil:
		f.Err = err
	case name != c.pattern.fileName():
		f.Err = fmt.Errorf("pdb: %s: holds pattern %v; expected the name %s", f.Path, c.pattern, c.pattern.fileName())
	default:
		f.Pattern, f.Partition = c.pattern, c.partition
	}
	return f, nil
}

// Verify reads a file whole and returns what is wrong with it, or nil.
func (s *Store) Verify(ctx context.Context, f File) error {
	if f.Err != nil {
		return f.Err
	}
	s.mutex.Lock()
	t, err := s.open(f.Pattern)
	s.mutex.Unlock()
	if err != nil {
		return err
	}
	return t.Verify(ctx)
}

// Remove removes a file. Tables that are open stay usable.
func (s *Store) Remove(f File) error {
	if err := os.Remove(f.Path); err != nil {
		return fmt.Errorf("pdb: %w", err)
	}
	s.mutex.Lock()
	delete(s.tables, f.Pattern)
	s.mutex.Unlock()
	return nil
}
