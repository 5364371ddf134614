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
	building *buildProgress
}

// newLibrary returns the library of a directory, as pdbDirFlag sets it. Building
// takes some memory at most.
func newLibrary(dir string, memory uint64, stderr io.Writer) *library {
	l := &library{building: newBuildProgress(stderr)}
	l.Dir = dir
	l.Build = pdb.BuildOptions{Memory: memory, Observe: l.building.observe}
	l.Notice = func(text string) { fmt.Fprintf(stderr, "npuzzle: %s\n", text) }
	return l
}

// prepare returns a heuristic with the tables that it needs for a goal.
func (l *library) prepare(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
	ready, err := l.Prepare(ctx, h, goal)
	l.building.end()
	return ready, blamed(err)
}

// buildProgress shows how the building of a partition goes on: the numbering of sets
// of cells, then the tables. Each of the two has an estimate of its own of the time
// left.
type buildProgress struct {
	*progress
	tables bool // the sets of cells are numbered
}

func newBuildProgress(stderr io.Writer) *buildProgress {
	return &buildProgress{progress: newProgress(stderr, false)}
}

func (b *buildProgress) observe(p pdb.Progress) {
	if tables := p.Number > 0; tables != b.tables {
		b.end()
		b.tables = tables
	}
	if !b.tables {
		b.show("build", p.Sets, p.TotalSets, fmt.Sprintf("%s of %s sets of cells", grouped(p.Sets), grouped(p.TotalSets)))
		return
	}
	text := fmt.Sprintf("table %d of %d, %s of %s entries", p.Number, p.Tables, grouped(p.Done), grouped(p.Total))
	if p.Bytes > 0 {
		text = fmt.Sprintf("table %d of %d, %s of %s written", p.Number, p.Tables, amount(p.Written), amount(p.Bytes))
	}
	b.show("build", p.Done, p.Total, text)
}
