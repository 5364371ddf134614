package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/cluster"
	"npuzzle/bench/config"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/machine"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// labOptions are the flags of a laboratory: where trials are stored, what limits them, and
// how results are printed.
type labOptions struct {
	trials  bench.Experiment // name of the experiment and limits of its trials
	memory  uint64           // limit of the process; 0 for a fraction of the free memory
	jobs    int
	store   string // file of the store; "" for the default, see storeName
	pdbDir  string
	cluster clusterOptions
	log     string // file to which each trial is appended when it ends; "" for none
}

// limitFlags makes the flags of the limits of each trial and of the process.
func (o *labOptions) limitFlags(jobs int) []cli.Flag {
	return append(o.processFlags(jobs),
		flagOf("time-limit", "", &o.trials.TimeLimit, units.ParseDuration),
		flagOf("cpu-limit", "", &o.trials.CPULimit, units.ParseDuration),
		flagOf("node-limit", "", &o.trials.Limits.Generated, units.ParseCount),
		flagOf("evaluations", "", &o.trials.Limits.Evaluated, units.ParseCount))
}

// processFlags makes the flags of the limits that all trials of a process share: the
// memory, and the number of trials that run in parallel. The parameter jobs is the
// default number of parallel trials; 0 means the number of cores.
func (o *labOptions) processFlags(jobs int) []cli.Flag {
	least := min(jobs, 1) // 0 if other machines may run all trials
	return []cli.Flag{memoryFlag(&o.memory), jobsFlag(least, cmp.Or(jobs, runtime.NumCPU()), &o.jobs)}
}

// flags returns all flags except the limits.
func (o *labOptions) flags(json *bool) []cli.Flag {
	return []cli.Flag{textFlag("pdb-dir", &o.pdbDir), boolFlag("isolate", &o.trials.Isolate),
		textFlag("store", &o.store), boolFlag("json", json)}
}

// nameFlag makes the flag --name, which names the experiment. Without a name, the store
// finds the experiment by its definition, so a name is only for people.
func (o *labOptions) nameFlag() *cli.GenericFlag {
	return flagOf("name", "", &o.trials.Name, config.ParseName)
}

// checkSolvers returns a usage error if a setting is out of range, or if a solver cannot
// search for the goal. Commands call it before any trial runs.
func checkSolvers(e bench.Experiment) error {
	for _, s := range e.Solvers {
		if err := s.Settings.Check(); err != nil {
			return asUsage(err)
		}
		if err := s.Settings.CheckGoal(e.Groups[0].Goal, puzzle.Costs{}); err != nil {
			return asUsage(err)
		}
	}
	return nil
}

// laboratory runs the searches of a command. It adds to lab.Lab what all searches of the
// process share: the memory limit, the pattern databases and, for experiments, the store. A
// command makes a laboratory with newLaboratory, runs experiments with conduct or run, and
// closes it. The function Prepare of a laboratory finds the tables of a heuristic.
type laboratory struct {
	lab.Lab
	store  string
	tables *solvers.Library
	log    *os.File             // nil for none
	remote *cluster.Coordinator // nil if all trials run in this process
	logged error                // first error of writing to the log

	toldNoTables bool // whether noTables has printed its notice
}

// noTables says once that solve does without pattern databases, and why.
func (l *laboratory) noTables(reason error) {
	if l.toldNoTables {
		return
	}
	l.toldNoTables = true
	l.tables.Notice(fmt.Sprintf("%v; solving without pattern databases", reason))
}

// newLaboratory sets the limits of the process. It does not open the store, so that a
// mistake in the flags leaves no empty store behind. On a terminal, it shows the progress of
// building tables.
func newLaboratory(o labOptions, con console) *laboratory {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	building := newProgress(con.err)
	bytes := limitMemory(o.memory)
	tables := &solvers.Library{Dir: o.pdbDir, Memory: bytes, Notice: con.notice,
		Observe: func(done, all uint64, text string) { building.show("build", done, all, text) }}
	prepare := func(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
		ready, err := tables.Prepare(ctx, h, goal)
		building.end()
		if missing, ok := errors.AsType[*pdb.NotBuiltError](err); ok {
			err = misuse("%w: %s", err, buildWords(missing))
		}
		return ready, err
	}
	return &laboratory{store: storeName(o.store), tables: tables, Lab: lab.Lab{
		Prepare:    prepare,
		Provenance: provenance(con.signature),
		Jobs:       o.jobs,
		Bytes:      bytes,
		Command:    []string{program, trialCommand}, // starts the process of an isolated trial
		PDBDir:     o.pdbDir,
	}}
}

// close stops building tables and closes the store.
func (l *laboratory) close() error {
	var err error
	if l.remote != nil {
		err = l.remote.Close()
	}
	l.tables.Close()
	err = errors.Join(err, l.logged)
	if l.log != nil {
		err = errors.Join(err, l.log.Close())
	}
	if l.Store != nil {
		err = errors.Join(err, l.Store.Close())
	}
	return err
}

// conducted is an experiment that has run, with its results. Its JSON form begins the outputs of
// compare, run and tune.
type conducted struct {
	Name    string `json:"experiment"`
	Results string `json:"results"` // file of the store
	Trials  int    `json:"trials"`  // number of trials of the experiment
	Before  int    `json:"before"`  // number of trials of earlier runs
	Jobs    int    `json:"jobs"`
	Partial bool   `json:"partial"`

	experiment bench.Experiment
	analysis   *analysis.Analysis
}

// conduct makes an experiment with the given function, opens the store, runs the experiment and
// prints its results: with --json the object that the function report returns, and otherwise the
// description and a table. It returns errUnsolved if a trial is missing or failed, so that scripts
// can check the exit status. A trial that found no plan is a result.
func (o labOptions) conduct(
	ctx context.Context, con console, plan func(*laboratory) (bench.Experiment, error), report func(conducted) any,
) (err error) {
	l := newLaboratory(o, con)
	defer func() { err = errors.Join(err, l.close()) }()
	e, err := plan(l)
	if err != nil {
		return err
	}
	if o.log != "" {
		if l.log, err = os.OpenFile(o.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
			return asUsage(err)
		}
	}
	if err = l.open(ctx, o, con); err != nil {
		return err
	}
	outcome, err := l.run(ctx, e, con)
	if err != nil {
		return err
	}
	c := conducted{
		outcome.Name, l.Store.Name(), outcome.Total, outcome.Before, l.Jobs, outcome.Partial(),
		e, analysis.New(e, outcome.Records),
	}
	if con.json {
		if err := con.object(report(c)); err != nil {
			return err
		}
	} else {
		if e.Description != "" {
			fmt.Fprintf(con.out, "%s\n\n", e.Description)
		}
		printResults(con, c.analysis, outcome, c.Results)
	}
	return unfinished(outcome.Partial() || len(outcome.Failed()) > 0)
}

// run runs the trials of an experiment that are not in the store. On a terminal it shows
// progress: the trials with the number that each solver has solved, and then the search
// for optimal lengths. Notices about stored trials that cannot be used go to standard
// error.
//
// Each call sets new observers of the lab, so that it counts only the trials of its own
// experiment.
func (l *laboratory) run(ctx context.Context, e bench.Experiment, con console) (lab.Outcome, error) {
	shown := newProgress(con.err)
	before, all := 0, 0
	ended, solved := map[string]int{}, map[string]int{} // trials by solver
	count := func(r bench.Record) {
		all++
		ended[r.Solver]++
		if r.Status == search.Solved {
			solved[r.Solver]++
		}
	}
	show := func() {
		text := fmt.Sprintf("%d of %d", all, e.Trials())
		for _, s := range e.Solvers {
			if ended[s.Name] > 0 {
				text += fmt.Sprintf(", %s solved %d/%d", s.Name, solved[s.Name], ended[s.Name])
			}
		}
		text += l.workersText()
		// The bar leaves out the trials of earlier runs, so that only trials of this run
		// determine the estimate of the time left.
		shown.show("trials", uint64(all-before), uint64(e.Trials()-before), text)
	}
	l.Began = func(o lab.Outcome) {
		if o.Dropped > 0 {
			con.notice(fmt.Sprintf("%s part of %s: the experiment, the limits or the program has changed",
				units.Plural(o.Dropped, "stored trial is no longer", "stored trials are no longer"), e.Name))
		}
		if o.Again > 0 {
			con.notice(fmt.Sprintf("%s a smaller memory limit and will run again",
				units.Plural(o.Again, "stored trial reached", "stored trials reached")))
		}
		for _, r := range o.Records {
			count(r)
		}
		before = all
		show()
	}
	l.Kept = func(r bench.Record) {
		if l.log != nil && l.logged == nil {
			l.logged = store.Export(l.log, "jsonl", []bench.Record{r})
		}
		count(r)
		show()
	}
	l.Proving = func(done, all int) {
		shown.show("optimal lengths", uint64(done), uint64(all), fmt.Sprintf("%d of %d boards", done, all))
	}
	o, err := l.Run(ctx, e)
	shown.end()
	return o, err
}

const (
	// freeShare is the fraction of the free memory that the process may use by default.
	freeShare = 0.8

	// unknownFree is the assumed free memory if the system does not report it.
	unknownFree = 4 << 30
)

// limitMemory sets the memory limit of the process, by default a fraction of the free
// memory. It returns the part of the limit that remains for the data structures of the
// solvers. The solvers refuse to grow beyond this part. The limit is also the soft limit
// of the Go runtime, which makes the garbage collector run early enough. No allocation
// fails because of the limit.
func limitMemory(limit uint64) (solvers uint64) {
	if limit == 0 {
		free, ok := machine.FreeMemory()
		if !ok {
			free = unknownFree
		}
		limit = uint64(freeShare * float64(free))
	}
	debug.SetMemoryLimit(int64(limit))
	return limit - min(machine.ProgramBytes, limit/2)
}

// provenance describes the program and the machine that run a trial, and the memory limit. Every
// stored trial has a provenance. Its field Program is left to lab.Lab, because it may take some 30
// ms. Call limitMemory before provenance.
func provenance(signature string) bench.Provenance {
	p := bench.Provenance{Machine: machine.Describe(), Version: versionNumber(),
		Signature: signature, ProcessLimit: uint64(debug.SetMemoryLimit(-1))}
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
