package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"

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

// LabOptions are the flags of a laboratory: where trials are stored, what limits them, and
// how results are printed.
type LabOptions struct {
	Trials  bench.Experiment // name of the experiment and limits of its trials
	Memory  uint64           // limit of the process; 0 for a fraction of the free memory
	Jobs    int
	Store   string // file of the store; "" for the default, see StoreName
	PDBDir  string
	Cluster ClusterOptions
	Log     string // file to which each trial is appended when it ends; "" for none
}

// LimitFlags makes the flags of the limits of each trial and of the process.
func (o *LabOptions) LimitFlags(jobs int) []urfave.Flag {
	flags := []urfave.Flag{
		Parsed(&urfave.StringFlag{
			Name: "time-limit", Category: "limits",
			Usage: "stop a search after `TIME`, such as 10s, 1m30s or 90 (seconds); 0: no limit",
		}, &o.Trials.TimeLimit, units.ParseDuration),
		Parsed(&urfave.StringFlag{
			Name: "cpu-limit", Category: "limits",
			Usage: "stop a search that has used `TIME` of processor time; 0: no limit",
		}, &o.Trials.CPULimit, units.ParseDuration),
		&urfave.Uint64Flag{
			Name: "node-limit", Category: "limits", Destination: &o.Trials.Limits.Generated,
			Usage: "end a search after `N` generated states; 0: no limit",
		},
		&urfave.Uint64Flag{
			Name: "evaluations", Category: "limits", Destination: &o.Trials.Limits.Evaluated,
			Usage: "end a search of ga after `N` evaluated plans; 0: no limit",
		},
	}
	flags = append(flags, o.ProcessFlags(jobs)...)
	return append(flags, IsolateFlag(&o.Trials.Isolate))
}

// ProcessFlags makes the flags of the limits that all trials of a process share: the
// memory, and the number of trials that run in parallel. The parameter jobs is the
// default number of parallel trials; 0 means the number of cores.
func (o *LabOptions) ProcessFlags(jobs int) []urfave.Flag {
	flag := JobsFlag(1, jobs, &o.Jobs)
	if jobs == 0 {
		flag = JobsFlag(0, runtime.NumCPU(), &o.Jobs) // 0 if other machines may run all trials
		flag.DefaultText = "all cores"
	}
	return []urfave.Flag{MemoryFlag(&o.Memory), flag}
}

// NameFlag makes the flag --name, which names the experiment. Without a name, the store
// finds the experiment by its definition, so a name is only for people. The example is the name of
// the first experiment without one.
func (o *LabOptions) NameFlag(example string) urfave.Flag {
	return Parsed(&urfave.StringFlag{
		Name: "name", Category: "output", Usage: "keep the trials as experiment `NAME`",
		DefaultText: "a name such as " + example,
	}, &o.Trials.Name, config.ParseName)
}

// CheckSolvers returns a usage error if a setting is out of range, or if a solver cannot
// search for the goal. Commands call it before any trial runs.
func CheckSolvers(e bench.Experiment) error {
	for _, s := range e.Solvers {
		if err := s.Settings.Check(); err != nil {
			return AsUsage(err)
		}
		if err := s.Settings.CheckGoal(e.Groups[0].Goal, puzzle.Costs{}); err != nil {
			return AsUsage(err)
		}
	}
	return nil
}

// Laboratory runs the searches of a command. It adds to lab.Lab what all searches of the
// process share: the memory limit, the pattern databases and, for experiments, the store. A
// command makes a laboratory with NewLaboratory, runs experiments with conduct or run, and
// closes it. The function Prepare of a laboratory finds the tables of a heuristic.
type Laboratory struct {
	lab.Lab
	StoreFile string
	Tables    *solvers.Library
	log       *os.File             // nil for none
	Remote    *cluster.Coordinator // nil if all trials run in this process
	logged    error                // first error of writing to the log

	toldNoTables bool // whether NoTables has printed its notice
}

// NoTables says once that solve does without pattern databases, and why.
func (l *Laboratory) NoTables(reason error) {
	if l.toldNoTables {
		return
	}
	l.toldNoTables = true
	l.Tables.Notice(fmt.Sprintf("%v; solving without pattern databases", reason))
}

// NewLaboratory sets the limits of the process. It does not open the store, so that a
// mistake in the flags leaves no empty store behind. On a terminal, it shows the progress of
// building tables.
func NewLaboratory(o LabOptions, con Console) *Laboratory {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	building := NewProgress(con.Err)
	bytes := LimitMemory(o.Memory)
	tables := &solvers.Library{Dir: o.PDBDir, Memory: bytes, Notice: con.Notice,
		Observe: func(done, all uint64, text string) { building.Show("build", done, all, text) }}
	prepare := func(ctx context.Context, h heuristics.Heuristic,
		goal puzzle.Board) (heuristics.Heuristic, error) {
		ready, err := tables.Prepare(ctx, h, goal)
		building.End()
		if missing, ok := errors.AsType[*pdb.NotBuiltError](err); ok {
			err = Misuse("%w: %s", err, buildWords(missing))
		}
		return ready, err
	}
	return &Laboratory{StoreFile: StoreName(o.Store), Tables: tables, Lab: lab.Lab{
		Prepare:    prepare,
		Provenance: provenance(con.Signature),
		Jobs:       max(o.Jobs, 1), // searches for optimal costs even if other machines run all trials
		Bytes:      bytes,
		Command:    []string{program, TrialCommand}, // starts the process of an isolated trial
		PDBDir:     o.PDBDir,
	}}
}

// Close stops building tables and closes the store.
func (l *Laboratory) Close() error {
	var err error
	if l.Remote != nil {
		err = l.Remote.Close()
	}
	l.Tables.Close()
	err = errors.Join(err, l.logged)
	if l.log != nil {
		err = errors.Join(err, l.log.Close())
	}
	if l.Store != nil {
		err = errors.Join(err, l.Store.Close())
	}
	return err
}

// Conducted is an experiment that has run, with its results. Its JSON form begins the outputs of
// compare, run and tune.
type Conducted struct {
	Name    string `json:"experiment"`
	Results string `json:"results"` // file of the store
	Trials  int    `json:"trials"`  // number of trials of the experiment
	Before  int    `json:"before"`  // number of trials of earlier runs
	Jobs    int    `json:"jobs"`
	Partial bool   `json:"partial"`

	Experiment bench.Experiment   `json:"-"`
	Analysis   *analysis.Analysis `json:"-"`
}

// Conduct makes an experiment with the given function, opens the store, runs the experiment and
// prints its results: with --json the object that the function report returns, and otherwise the
// description and a table. It returns errUnsolved if a trial is missing or failed, so that scripts
// can check the exit status. A trial that found no plan is a result.
func (o LabOptions) Conduct(
	ctx context.Context, con Console, plan func(*Laboratory) (bench.Experiment,
		error), report func(Conducted) any,
) (err error) {
	l := NewLaboratory(o, con)
	defer func() { err = errors.Join(err, l.Close()) }()
	e, err := plan(l)
	if err != nil {
		return err
	}
	if o.Log != "" {
		if l.log, err = os.OpenFile(o.Log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
			return AsUsage(err)
		}
	}
	if err = l.Open(ctx, o, con); err != nil {
		return err
	}
	outcome, err := l.RunShown(ctx, e, con)
	if err != nil {
		return err
	}
	c := Conducted{
		Name: outcome.Name, Results: l.Store.Name(), Trials: outcome.Total, Before: outcome.Before,
		Jobs: o.Jobs, Partial: outcome.Partial(),
		Experiment: e, Analysis: analysis.New(e, outcome.Records),
	}
	if con.JSON {
		if err := con.Object(report(c)); err != nil {
			return err
		}
	} else {
		if e.Description != "" {
			fmt.Fprintf(con.Out, "%s\n\n", e.Description)
		}
		PrintResults(con, c.Analysis, outcome, c.Results)
	}
	return Unfinished(outcome.Partial() || len(outcome.Failed()) > 0)
}

// RunShown runs the trials of an experiment that are not in the store. On a terminal it shows
// progress: the trials with the number that each solver has solved, and then the search
// for optimal lengths. Notices about stored trials that cannot be used go to standard
// error.
//
// Each call sets new observers of the lab, so that it counts only the trials of its own
// experiment.
func (l *Laboratory) RunShown(ctx context.Context, e bench.Experiment, con Console) (lab.Outcome,
	error) {
	shown := NewProgress(con.Err)
	before := 0
	all := 0
	ended := map[string]int{}
	solved := map[string]int{} // trials by solver
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
		text += l.WorkersText()
		// The bar leaves out the trials of earlier runs, so that only trials of this run
		// determine the estimate of the time left.
		shown.Show("trials", uint64(all-before), uint64(e.Trials()-before), text)
	}
	l.Began = func(o lab.Outcome) {
		if o.Dropped > 0 {
			con.Notice(fmt.Sprintf("%s part of %s: the experiment, the limits or the program has "+
				"changed",
				units.Plural(o.Dropped, "stored trial is no longer",
					"stored trials are no longer"), e.Name))
		}
		if o.Again > 0 {
			con.Notice(fmt.Sprintf("%s a smaller memory limit and will run again",
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
		shown.Show("optimal lengths", uint64(done), uint64(all),
			fmt.Sprintf("%d of %d boards", done, all))
	}
	o, err := l.Run(ctx, e)
	shown.End()
	return o, err
}

const (
	// freeShare is the fraction of the free memory that the process may use by default.
	freeShare = 0.8

	// unknownFree is the assumed free memory if the system does not report it.
	unknownFree = 4 << 30
)

// LimitMemory sets the memory limit of the process, by default a fraction of the free
// memory. It returns the part of the limit that remains for the data structures of the
// solvers. The solvers refuse to grow beyond this part. The limit is also the soft limit
// of the Go runtime, which makes the garbage collector run early enough. No allocation
// fails because of the limit.
func LimitMemory(limit uint64) (solvers uint64) {
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
// ms. Call LimitMemory before provenance.
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

// TrialCommand is the hidden command with which the program starts itself to run an
// isolated trial. The trial is read from standard input.
const TrialCommand = "run-trial"

// GroupReport holds the results of the solvers on one group of puzzles.
type GroupReport struct {
	Group   string             `json:"group"`
	Size    string             `json:"size"`
	Goal    puzzle.Board       `json:"goal"`
	Puzzles int                `json:"puzzles"`
	Solvers []analysis.Summary `json:"solvers"`
}

// Groups returns the results by group.
func (c Conducted) Groups() []GroupReport {
	summaries := c.Analysis.Summaries()
	var groups []GroupReport
	for _, g := range c.Experiment.Groups {
		group := GroupReport{
			Group: g.Name, Size: g.Goal.Size().String(), Goal: g.Goal, Puzzles: g.Puzzles(),
		}
		for _, s := range summaries {
			if s.Group.Name == g.Name {
				group.Solvers = append(group.Solvers, s)
			}
		}
		groups = append(groups, group)
	}
	return groups
}
