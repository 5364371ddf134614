package pdb

import (
	"slices"
	"strings"

	"npuzzle/puzzle"
)

// Built is a partition of which tables are there. Goals that need the same
// tables of it are one.
type Built struct {
	Partition Partition
	Goals     []puzzle.Board // those with names, then others that it was built for
	Files     []File         // of the tables that are there
	Missing   int            // tables
	Derived   bool           // no file was built for it: others brought its tables
	tables    string         // names of their files, sorted
}

// goalNames are those that stand for a goal of any size.
var goalNames = []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail}

// Catalogue returns the partitions that files were built for, in the order of
// the files, then those of the same names, or of Names, for goals with names that
// have all their tables among these files, whatever they were built for.
func Catalogue(files []File) []Built {
	there := map[Pattern]File{}
	for _, f := range files {
		if f.Err == nil {
			there[f.Pattern] = f
		}
	}
	type request struct {
		name string
		goal puzzle.Board
	}
	seen := map[request]bool{}
	var all []Built
	enter := func(p Partition, derived bool) {
		if key := (request{p.name, p.goal}); seen[key] {
			return
		} else {
			seen[key] = true
		}
		b := newBuilt(p, there)
		if b.Derived = derived; derived && b.Missing > 0 {
			return
		}
		i := slices.IndexFunc(all, func(a Built) bool { return a.Partition.name == p.name && a.tables == b.tables })
		if i < 0 {
			all, i = append(all, b), len(all)
		}
		if !slices.Contains(all[i].Goals, p.goal) {
			all[i].Goals = append(all[i].Goals, p.goal)
		}
	}
	names := map[puzzle.Size][]string{}
	var sizes []puzzle.Size
	for _, f := range files {
		if f.Err != nil {
			continue
		}
		enter(f.Partition, false)
		size := f.Partition.goal.Size()
		if names[size] == nil {
			sizes, names[size] = append(sizes, size), Names(size)
		}
		if !slices.Contains(names[size], f.Partition.name) {
			names[size] = append(names[size], f.Partition.name)
		}
	}
	for _, size := range sizes {
		for _, name := range names[size] {
			for _, of := range goalNames {
				goal, err := puzzle.Goal(of, size)
				if err != nil {
					continue
				}
				if p, err := ParsePartition(name, goal); err == nil {
					enter(p, true)
				}
			}
		}
	}
	return all
}

// newBuilt finds the tables of a partition, and the goals with names that need
// the same.
func newBuilt(p Partition, there map[Pattern]File) Built {
	b := Built{Partition: p, tables: p.tables()}
	for _, pattern := range p.Patterns() {
		if f, found := there[pattern]; found {
			b.Files = append(b.Files, f)
		} else {
			b.Missing++
		}
	}
	for _, name := range goalNames {
		goal, err := puzzle.Goal(name, p.goal.Size())
		if err != nil {
			continue
		}
		if same, err := ParsePartition(p.name, goal); err == nil && same.tables() == b.tables {
			b.Goals = append(b.Goals, goal)
		}
	}
	return b
}

// tables returns the names of the files of a partition's tables, sorted.
func (p Partition) tables() string {
	var names []string
	for _, pattern := range p.Patterns() {
		names = append(names, pattern.fileName())
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// Sharing returns the partitions of a catalogue that were built, would lose a
// table and no longer be complete if some partitions were removed, and which
// files it would be. Partitions with the same tables are one.
func Sharing(catalogue []Built, removed []Partition) (losing []Built, files []File) {
	var gone []string // tables of the partitions that are removed
	var patterns []Pattern
	for _, p := range removed {
		gone, patterns = append(gone, p.tables()), append(patterns, p.Patterns()...)
	}
	for _, b := range catalogue {
		if b.Missing > 0 || b.Derived || slices.Contains(gone, b.tables) {
			continue
		}
		shared := slices.DeleteFunc(slices.Clone(b.Files), func(f File) bool { return !slices.Contains(patterns, f.Pattern) })
		if len(shared) > 0 {
			losing, files = append(losing, b), append(files, shared...)
		}
	}
	return losing, files
}
