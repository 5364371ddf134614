package pdb

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"npuzzle/puzzle"
)

// abandoned is the time after which a file that nobody has written to was left
// by a build that was killed. A running build writes many times a second.
const abandoned = 10 * time.Minute

// List returns the files of the store by name, the damaged ones too. It removes
// what builds that were killed have left. A directory that does not exist has no
// files.
func (s *Store) List() ([]File, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(s.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("pdb: %w", err)
	}
	var files []File
	for _, entry := range entries {
		path := filepath.Join(s.Dir, entry.Name())
		if strings.HasSuffix(path, extension) {
			if f := inspect(path); !errors.Is(f.Err, fs.ErrNotExist) { // removed meanwhile
				files = append(files, f)
			}
		} else if left, _ := filepath.Match("*"+extension+".*"+partExtension, entry.Name()); left {
			if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) >= abandoned {
				os.Remove(path)
			}
		}
	}
	return files, nil
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
// of the files. Partitions with one name whose goals need the same tables, such
// as goals that are turned, are listed once.
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

// Needed returns the files without which another complete partition would lose a
// table if some partitions were removed, and these other partitions. A file may
// be needed more than once.
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
