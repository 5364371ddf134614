package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// pdbDirFlag is the directory of the pattern databases; "" stands for the
// default.
func pdbDirFlag(to *string) *cli.GenericFlag {
	f := fileFlag("pdb-dir", "use pattern databases in `FOLDER`", to)
	f.DefaultText = "$" + pdb.DirVariable + " or user cache"
	return f
}

// blamed adds to the error for a partition that is not built the command that builds it, and
// makes it a usage error. Other errors stay as they are.
func blamed(err error) error {
	if missing, ok := errors.AsType[*pdb.NotBuiltError](err); ok {
		return misuse("%w: %s", err, buildWords(missing))
	}
	return err
}

// buildWords returns the command that builds a partition, quoted for a shell.
func buildWords(missing *pdb.NotBuiltError) string {
	goal := missing.Partition.Goal()
	words := []string{"npuzzle", "pdb", "build", "--size", goal.Size().String()}
	if text := puzzle.GoalText(goal); text != puzzle.BlankLast {
		words = append(words, "--goal", text)
	}
	if usual, err := pdb.DefaultDir(); err != nil || usual != missing.Dir {
		words = append(words, "--pdb-dir", missing.Dir)
	}
	return shellLine(append(words, missing.Partition.String()))
}

// library finds the pattern databases of heuristics, and shows on a terminal how
// far the building of one is.
type library struct {
	solvers.Library
	building *progress
}

// newLibrary returns the library of a directory, as pdbDirFlag sets it. Building
// is limited to some memory.
func newLibrary(dir string, memory uint64, stderr io.Writer) *library {
	l := &library{building: newProgress(stderr)}
	l.Dir = dir
	l.Build = pdb.BuildOptions{Memory: memory, Observe: showBuild(l.building)}
	l.Notice = func(text string) { fmt.Fprintf(stderr, "npuzzle: %s\n", text) }
	return l
}

// prepare returns a heuristic with the tables that it needs for a goal.
func (l *library) prepare(
	ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
	ready, err := l.Prepare(ctx, h, goal)
	l.building.end()
	return ready, blamed(err)
}

// showBuild shows how far a build is.
func showBuild(on *progress) func(pdb.Progress) {
	return func(p pdb.Progress) {
		on.show("build", p.Done, p.Total, fmt.Sprintf("table %d of %d, %s of %s entries",
			p.Table, p.Tables, units.Grouped(p.Done), units.Grouped(p.Total)))
	}
}
