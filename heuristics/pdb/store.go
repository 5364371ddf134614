package pdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"npuzzle/puzzle"
)

// Store keeps tables in the files of one directory, one file a pattern, and
// those that are open in memory. It is safe for concurrent use.
type Store struct {
	dir    string
	mutex  sync.Mutex
	tables map[Pattern]*Table
	opened []*Table                                    // all that are mapped, replaced ones too
	free   func(dir string) (bytes uint64, known bool) // on the disk

	// Making an index may take seconds, in which the tables can be asked.
	indexing sync.Mutex
	indexes  indexes
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
		return "", fmt.Errorf("pdb: no directory for pattern databases: %w; set %s or --pdb-dir", err, DirVariable)
	}
	return filepath.Join(cache, "npuzzle", "pdb"), nil
}

// NewStore returns the store of a directory, which need not exist.
func NewStore(dir string) *Store {
	return &Store{dir: dir, tables: map[Pattern]*Table{}, indexes: indexes{}, free: freeBytes}
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
	return fmt.Sprintf("pdb: %s of size %v is not built in %s; build it first: npuzzle pdb build --size %v%s%s %v",
		e.Partition.Short(), goal.Size(), e.Dir, goal.Size(), goalFlag(goal), dirFlag(e.Dir), e.Partition)
}

// dirFlag writes a directory as the flag that sets it, "" for the default.
func dirFlag(dir string) string {
	if usual, err := DefaultDir(); err == nil && usual == dir {
		return ""
	}
	if strings.ContainsFunc(dir, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+,:@%", r)
	}) {
		dir = "'" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
	}
	return " --pdb-dir " + dir
}

// DirError says that what should be the directory of a store is a file.
type DirError struct{ Dir string }

// Error returns one line.
func (e *DirError) Error() string {
	return fmt.Sprintf("pdb: %s is a file; expected a directory", e.Dir)
}

// check returns a *DirError if the store's directory is a file.
func (s *Store) check() error {
	if info, err := os.Stat(s.dir); err == nil && !info.IsDir() {
		return &DirError{s.dir}
	}
	return nil
}

// goalFlag writes a goal as the flag that sets it, "" for the default.
func goalFlag(goal puzzle.Board) string {
	for _, name := range goalNames {
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
func (s *Store) Open(ctx context.Context, p Partition) (map[Pattern]*Table, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	tables := map[Pattern]*Table{}
	for _, pattern := range p.Patterns() {
		t, err := s.open(ctx, pattern)
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

// open maps one table.
func (s *Store) open(ctx context.Context, p Pattern) (*Table, error) {
	s.mutex.Lock()
	t := s.tables[p]
	s.mutex.Unlock()
	if t != nil {
		return t, nil
	}
	if _, err := contentsOf(s.path(p)); err != nil {
		return nil, err // before an index is made for nothing
	}
	x, err := s.index(ctx, p)
	if err != nil {
		return nil, err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if t := s.tables[p]; t != nil {
		return t, nil
	}
	if t, err = openFile(s.path(p), p, x); err != nil {
		return nil, err
	}
	s.tables[p] = t
	s.opened = append(s.opened, t)
	return t, nil
}

// index returns the index of a pattern's table.
func (s *Store) index(ctx context.Context, p Pattern) (*Index, error) {
	s.indexing.Lock()
	defer s.indexing.Unlock()
	err := s.indexes.add(ctx, p.String(), []Pattern{p}, BuildOptions{})
	return s.indexes.of(p), err
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

// PassedOver is a partition that would have been taken if no file of its tables
// were at fault.
type PassedOver struct {
	Partition Partition
	Err       error
}

// Best returns the strongest partition of a goal's tiles whose tables are all
// there, and whether any is, with the stronger ones that it passes over. It
// looks at Names and at every partition that a file of the store was built for.
// The strongest has the most placements in all its patterns together.
func (s *Store) Best(ctx context.Context, goal puzzle.Board) (best Partition, passed []PassedOver, any bool, err error) {
	for _, p := range s.candidates(goal) {
		_, err := s.Open(ctx, p)
		_, missing := errors.AsType[*NotBuiltError](err)
		switch {
		case err == nil:
			return p, passed, true, nil
		case ctx.Err() != nil:
			return Partition{}, nil, false, ctx.Err()
		case !missing:
			passed = append(passed, PassedOver{p, err})
		}
	}
	return Partition{}, passed, false, nil
}

// candidates returns the partitions of a goal's tiles that the store may have,
// the strongest first.
func (s *Store) candidates(goal puzzle.Board) []Partition {
	names := Names(goal.Size())
	files, _ := s.List() // what cannot be listed cannot be opened either
	for _, f := range files {
		if f.Err == nil && f.Partition.goal.Size() == goal.Size() && !slices.Contains(names, f.Partition.name) {
			names = append(names, f.Partition.name)
		}
	}
	var all []Partition
	for _, name := range names {
		if p, err := ParsePartition(name, goal); err == nil { // a drawing may be of another goal
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b Partition) int { return cmp.Compare(b.strength(), a.strength()) })
	return all
}

func (s *Store) hasTable(p Pattern) bool {
	c, err := contentsOf(s.path(p))
	return err == nil && c.pattern == p
}

// Quick tells whether the tables of a partition that are missing are built in
// seconds: together they have at most as many placements, and visits of sets, as
// the small partition of Names may.
func (s *Store) Quick(p Partition) bool {
	sum, sumVisits := 0.0, 0.0
	for _, pattern := range p.Patterns() {
		if !s.hasTable(pattern) {
			sum += placements(pattern.size, pattern.Tiles())
			sumVisits += visits(pattern.size, pattern.Tiles())
		}
	}
	return sum <= fewPlacements && sumVisits <= fewVisits
}

// Build makes the tables of a partition that are missing, damaged or foreign,
// and returns their patterns. Tables that are there are verified. It refuses,
// with the figure, what would not fit in the memory allowed or on the disk,
// before it builds anything; a build that is cut short leaves no file.
func (s *Store) Build(ctx context.Context, p Partition, o BuildOptions) ([]Pattern, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	plans, err := s.plans(ctx, p, o)
	if err != nil || len(plans) == 0 {
		return nil, err
	}
	need, entries := uint64(0), uint64(0)
	for _, plan := range plans {
		need += fileBytes(plan.index.Len() / 2)
		entries += plan.entries()
	}
	if free, known := s.free(s.dir); known && need > free {
		return nil, &NoRoomError{What: p.label(), Need: need, Limit: free, Dir: s.dir}
	}
	if err := s.writable(plans); err != nil {
		return nil, err
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

// plans returns the tables of a partition that are to be built. The indexes count
// once, whatever number of tables share them.
func (s *Store) plans(ctx context.Context, p Partition, o BuildOptions) ([]plan, error) {
	patterns := p.Patterns()
	s.indexing.Lock()
	err := s.indexes.add(ctx, p.label(), patterns, o)
	s.indexing.Unlock()
	if err != nil {
		return nil, err
	}
	var missing []Pattern
	for _, pattern := range patterns {
		if s.sound(ctx, pattern) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("pdb: building %s: %w", p.label(), err)
		}
		missing = append(missing, pattern)
	}
	s.indexing.Lock()
	defer s.indexing.Unlock()
	var plans []plan
	for _, pattern := range missing {
		plans = append(plans, plan{pattern, s.indexes.of(pattern), o})
	}
	return plans, s.indexes.fits(p.label(), missing, o)
}

// writable finds out before anything is built whether its files can be written.
func (s *Store) writable(plans []plan) error {
	for _, plan := range plans {
		if info, err := os.Lstat(s.path(plan.pattern)); err == nil && info.IsDir() {
			return fmt.Errorf("pdb: %s is a directory; expected a file, or none", s.path(plan.pattern))
		}
	}
	probe, err := newPart(s.dir, plans[0].pattern)
	if err != nil {
		return fmt.Errorf("pdb: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// sound tells whether a pattern's file is there and all its blocks are right.
func (s *Store) sound(ctx context.Context, p Pattern) bool {
	t, err := s.open(ctx, p)
	return err == nil && t.Verify(ctx) == nil
}

// build makes one table of a partition and its file.
func (s *Store) build(ctx context.Context, of Partition, plan plan, progress *Progress) error {
	if err := s.removeParts(plan.pattern); err != nil {
		return err
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
	if err := s.check(); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	var files []File
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), extension) {
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
	if err == nil && name != c.pattern.fileName() {
		err = &FileError{f.Path, fmt.Errorf("holds pattern %v; expected the name %s", c.pattern, c.pattern.fileName())}
	}
	var of Partition
	if err == nil {
		if of, err = c.namedPartition(c.pattern); err != nil {
			err = &FileError{f.Path, err}
		}
	}
	if f.Err = err; err == nil {
		f.Pattern, f.Partition = c.pattern, of
	}
	return f, nil
}

// Verify reads a file whole and returns what is wrong with it, or nil.
func (s *Store) Verify(ctx context.Context, f File) error {
	if f.Err != nil {
		return f.Err
	}
	t, err := s.open(ctx, f.Pattern)
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
