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
	"npuzzle/search"
	"npuzzle/solvers"
)

// pdbDirFlag makes the flag --pdb-dir, the folder of the pattern databases. The empty
// name means the default folder.
func pdbDirFlag(to *string) *cli.GenericFlag {
	f := fileFlag("pdb-dir", "use pattern databases in `FOLDER`", to)
	f.DefaultText = "$" + pdb.DirVariable + " or user cache"
	return f
}

// blamed makes the error of a partition that is not built a usage error, and adds the
// command that builds the partition. It returns other errors unchanged.
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

// library finds the pattern databases of heuristics, and shows the progress of building
// one on a terminal.
type library struct {
	solvers.Library
	building *progress
}

// newLibrary returns the library of a folder named by --pdb-dir. The parameter memory
// limits the memory of building, in bytes.
func newLibrary(dir string, memory uint64, stderr io.Writer) *library {
	l := &library{building: newProgress(stderr)}
	l.Dir = dir
	l.Memory = memory
	l.Observe = func(done, all uint64, text string) { l.building.show("build", done, all, text) }
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

// suggest returns the heuristic that solve uses by default. If pattern databases would
// make the search faster, hint says how to build them.
func (l *library) suggest(ctx context.Context, p search.Problem) (h heuristics.Heuristic, hint string) {
	s, err := solvers.SuggestPrepared(ctx, &l.Library, p)
	if missing, ok := errors.AsType[*pdb.NotBuiltError](err); ok {
		hint = "pattern databases would make this faster: " + buildWords(missing)
	} else if err != nil && ctx.Err() == nil {
		l.Notice(err.Error())
	}
	return s.Heuristic, hint
}
