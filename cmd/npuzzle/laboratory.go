package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// storeVariable names the store where --store does not.
	storeVariable = "NPUZZLE_STORE"

	// defaultStore is the store where nothing names one.
	defaultStore = "results/lab.sqlite"
)

func storeFlag(to *string) *cli.GenericFlag {
	f := fileFlag("store", "`FILE` that experiments and their trials are kept in, or "+storeVariable, to)
	f.DefaultText = defaultStore
	return f
}

// storeName returns the file of the store.
func storeName(flag string) string {
	for _, name := range []string{flag, os.Getenv(storeVariable)} {
		if name != "" {
			return name
		}
	}
	return defaultStore
}

// openToRead opens the store for a command that looks at it.
func openToRead(ctx context.Context, flag string) (*store.Store, error) {
	name := storeName(flag)
	s, err := store.OpenToRead(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, misuse("no store %s; expected one that npuzzle run or npuzzle compare has made, or --store FILE", name)
	}
	return s, err
}

// signature is the signature of the program's node counts, which a test holds to
// what speed measures.
//
//go:embed testdata/signature
var signature string

// provenance says on what trials run.
func provenance() bench.Provenance {
	p := bench.Provenance{Machine: machine.Describe(), Version: versionNumber(), Signature: strings.TrimSpace(signature)}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				p.Revision = s.Value + p.Revision
			case s.Key == "vcs.modified" && s.Value == "true":
				p.Revision += " modified"
			}
		}
	}
	return p
}

// laboratory is where a command runs its experiments.
type laboratory struct {
	lab.Lab
	tables *library
	undo   func() // the memory limit
}

// labOptions are what a command that runs experiments is told besides them.
type labOptions struct {
	store  string
	pdbDir string
	limits limits
}

// newLaboratory sets the limits of the process. It has no store yet.
func newLaboratory(o labOptions, con console) *laboratory {
	bytes, undo := limitMemory(o.limits.memory)
	l := &laboratory{tables: newLibrary(o.pdbDir, bytes, con.err), undo: undo}
	l.Lab = lab.Lab{
		Prepare:    l.prepare,
		Provenance: provenance(),
		Jobs:       o.limits.jobs,
		Bytes:      bytes,
		Command:    ownCommand(),
		PDBDir:     o.pdbDir,
	}
	return l
}

// open opens the store, so that experiments can run. An interrupt does not keep
// it from that, since what is kept is still to be told.
func (l *laboratory) open(ctx context.Context, o labOptions) (err error) {
	l.Store, err = store.Open(context.WithoutCancel(ctx), storeName(o.store))
	return err
}

// prepare finds the tables of a heuristic.
func (l *laboratory) prepare(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
	return l.tables.prepare(ctx, h, goal)
}

// ownCommand starts this program again, for one isolated trial.
func ownCommand() []string {
	name, err := os.Executable()
	if err != nil {
		name = os.Args[0]
	}
	return []string{name, trialCommand}
}

func (l *laboratory) close() error {
	l.tables.Close()
	l.undo()
	if l.Store == nil {
		return nil
	}
	return l.Store.Close()
}

// run runs an experiment and shows its progress on a terminal.
func (l *laboratory) run(ctx context.Context, e bench.Experiment, con console) (lab.Outcome, error) {
	trials := newTrialProgress(con.err, e)
	proving := newProgress(con.err, false)
	l.Began = func(o lab.Outcome) {
		if o.Stale > 0 {
			fmt.Fprintf(con.err, "npuzzle: %s to %s: of other settings, another version or another file of that name\n",
				plural(o.Stale, "kept trial no longer belongs", "kept trials no longer belong"), e.Name)
		}
		if o.Again > 0 {
			fmt.Fprintf(con.err, "npuzzle: %s to the memory limit and, as there is more now, will run again\n", plural(o.Again, "kept trial came", "kept trials came"))
		}
		if o.Before < o.Total {
			trials.begin(o.Records)
		}
	}
	l.Kept = trials.count
	l.Proving = func(done, all int) {
		trials.end()
		proving.show("optimal lengths", uint64(done), uint64(all), fmt.Sprintf("%d of %d puzzles", done, all))
	}
	o, err := l.Run(ctx, e)
	trials.end()
	proving.end()
	return o, experimentFault(err)
}

// trialProgress shows how many trials of each solver have ended.
type trialProgress struct {
	*progress
	names  []string // of the lines
	trials int      // of each line
	counts map[string]*trialCounts
}

// trialCounts are the counts of one line.
type trialCounts struct{ kept, ended, solved int }

// mostLines is the number of lines that a terminal has room for. With more solvers,
// one line stands for all.
const mostLines = 16

func newTrialProgress(stderr io.Writer, e bench.Experiment) *trialProgress {
	t := &trialProgress{progress: newProgress(stderr, true), names: []string{"all solvers"}, trials: e.Trials()}
	if n := len(e.Solvers); n > 0 && n <= mostLines {
		t.names, t.trials = nil, e.Trials()/n
		for _, c := range e.Solvers {
			t.names = append(t.names, c.Name)
		}
	}
	t.counts = map[string]*trialCounts{}
	for _, name := range t.names {
		t.counts[name] = &trialCounts{}
	}
	return t
}

// begin shows all lines, given the trials of earlier runs.
func (t *trialProgress) begin(kept []bench.Record) {
	for _, r := range kept {
		t.counts[t.add(r)].kept++
	}
	for _, name := range t.names {
		t.draw(name)
	}
}

// count adds a trial that has ended.
func (t *trialProgress) count(r bench.Record) {
	t.draw(t.add(r))
}

// add counts a trial and returns the name of its line.
func (t *trialProgress) add(r bench.Record) (name string) {
	if name = r.Solver; t.counts[name] == nil {
		name = t.names[0]
	}
	t.counts[name].ended++
	if r.Status == search.Solved {
		t.counts[name].solved++
	}
	return name
}

// draw shows a line. Its bar leaves out the trials of earlier runs, so that the time
// left is estimated from those of this run.
func (t *trialProgress) draw(name string) {
	c := t.counts[name]
	t.show(name, uint64(c.ended-c.kept), uint64(t.trials-c.kept), fmt.Sprintf("%d of %d, %d solved", c.ended, t.trials, c.solved))
}

// experimentFault tells the errors that the experiment is to blame for from
// those of files.
func experimentFault(err error) error {
	if group, ok := errors.AsType[*bench.GroupError](err); ok {
		return &usageError{group}
	}
	if size, ok := errors.AsType[*bench.SizeError](err); ok {
		return &usageError{size}
	}
	if taken, ok := errors.AsType[*lab.TakenError](err); ok {
		of := "of another file of that name, or of this one before it was changed"
		if taken.Same {
			of = "of the same file, by another version of the program or isolated where these are not"
		}
		return misuse("%s is kept with %s %s (begun %s), and this run shares none of them; expected another name: in the file, or npuzzle remove %s first",
			taken.Name, plural(taken.Kept, "trial", "trials"), of, when(taken.Began), taken.Name)
	}
	if memory, ok := errors.AsType[*lab.MemoryError](err); ok {
		return misuse("%d jobs of %s each, but only %s may be used; expected fewer --jobs or a higher --memory-limit",
			memory.Jobs, amount(memory.Each), amount(memory.Bytes))
	}
	return err
}
