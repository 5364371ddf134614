package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

func pdbCommand(con console) *cli.Command {
	return command(cli.Command{
		Name:        "pdb",
		Usage:       "build, list, verify and remove pattern databases",
		UsageText:   "npuzzle pdb COMMAND [FLAGS] [ARGUMENTS]",
		Subcommands: []*cli.Command{pdbBuildCommand(con), pdbListCommand(con), pdbVerifyCommand(con), pdbRemoveCommand(con)},
		Action:      cli.ShowSubcommandHelp,
	},
		"npuzzle pdb build --size 4x4 5-5-5",
		"npuzzle pdb list",
	)
}

// pdbDirFlag is the directory of the pattern databases; "" stands for the
// default.
func pdbDirFlag(to *string) *cli.GenericFlag {
	f := flagOf("pdb-dir", "`DIRECTORY` of the pattern databases", "", to, func(text string) (string, error) {
		if text == "" {
			return "", errors.New("expected a directory")
		}
		return text, nil
	})
	f.DefaultText, f.TakesFile = "$"+pdb.DirVariable+", or else npuzzle/pdb in the user's cache directory", true
	return f
}

// openStore returns the store of a directory, as pdbDirFlag sets it.
func openStore(dir string) (*pdb.Store, error) {
	if dir == "" {
		var err error
		if dir, err = pdb.DefaultDir(); err != nil {
			return nil, err
		}
	}
	return pdb.NewStore(dir), nil
}

// partitionFlags say of what size and goal a partition is.
type partitionFlags struct {
	dir  string
	size puzzle.Size
	goal string
}

func (f *partitionFlags) flags() []cli.Flag {
	return in(aboutBoards, sizeFlag("4x4", &f.size), goalFlag(&f.goal), pdbDirFlag(&f.dir))
}

// partitions reads partitions of the goal's tiles.
func (f *partitionFlags) partitions(texts []string) ([]pdb.Partition, error) {
	goal, err := puzzle.Goal(f.goal, f.size)
	if err != nil {
		return nil, &usageError{err}
	}
	list := make([]pdb.Partition, len(texts))
	for i, text := range texts {
		if list[i], err = pdb.ParsePartition(text, goal); err != nil {
			return nil, &usageError{err}
		}
	}
	return list, nil
}

// blamed makes usage errors of those that say that what was asked for is at
// fault, not a file.
func blamed(err error) error {
	var partition *pdb.PartitionError
	var missing *pdb.NotBuiltError
	var room *pdb.NoRoomError
	var dir *pdb.DirError
	if errors.As(err, &partition) || errors.As(err, &missing) || errors.As(err, &room) || errors.As(err, &dir) {
		return &usageError{err}
	}
	return err
}

// library finds the pattern databases of heuristics, and shows on a terminal how
// the building of one goes on.
type library struct {
	solvers.Library
	building buildLine
}

// newLibrary returns the library of a directory, as pdbDirFlag sets it. Building
// takes some memory at most.
func newLibrary(dir string, memory uint64, stderr io.Writer) *library {
	l := &library{building: buildLine{out: stderr}}
	l.Dir = dir
	l.Build = pdb.BuildOptions{Memory: memory, Observe: l.building.show}
	l.Notice = func(text string) { fmt.Fprintf(stderr, "npuzzle: %s\n", text) }
	return l
}

// prepare returns a heuristic with the tables that it needs for a goal.
func (l *library) prepare(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
	ready, err := l.Prepare(ctx, h, goal)
	l.building.clear()
	return ready, blamed(err)
}

// buildLine shows how the building of a partition goes on: the numbering of sets
// of cells, if that takes its time, then the tables. Each has a time of its own
// that is left.
type buildLine struct {
	out    io.Writer
	line   *progressLine
	tables bool // it is at the tables
}

func (b *buildLine) show(p pdb.Progress) {
	if tables := p.Number > 0; b.line == nil || tables != b.tables {
		b.line, b.tables = newProgressLine(b.out, "sets of cells"), tables
	}
	if b.line == nil {
		return
	}
	share, text := float64(p.Done)/float64(p.Total), ""
	switch {
	case !b.tables:
		share, text = float64(p.Sets)/float64(p.TotalSets), fmt.Sprintf("%s of %s", grouped(p.Sets), grouped(p.TotalSets))
	case p.Bytes > 0:
		text = fmt.Sprintf("%s of %s written", amount(p.Written), amount(p.Bytes))
	default:
		text = fmt.Sprintf("%s of %s entries", grouped(p.Done), grouped(p.Total))
	}
	if b.tables {
		b.line.name = fmt.Sprintf("table %d of %d", p.Number, p.Tables)
	}
	b.line.show(share, text)
}

func (b *buildLine) clear() {
	b.line.clear()
	b.line = nil
}
