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
	tables := &solvers.Library{
		Dir:     o.PDBDir,
		Memory:  bytes,
		Notice:  con.Notice,
		Observe: func(done, all uint64, text string) { building.Show("build", done, all, text) },
	}
	prepare := func(
		ctx context.Context, h heuristics.Heuristic, goal puzzle.Board,
	) (heuristics.Heuristic, error) {
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
		Jobs:       max(o.Jobs, 1), // for optimal costs, even if other machines run all trials
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

// Warnings returns the warnings about the results; see [analysis.Analysis.Warnings]. It is never
// nil, so that JSON has a list.
func (c Conducted) Warnings() []string {
	return append([]string{}, c.Analysis.Warnings()...)
}

// Conduct makes an experiment with the given function, opens the store, runs the experiment and
// prints its results: with --json the object that the function report returns, and otherwise the
// description and a table. It returns errUnsolved if a trial is missing or failed, so that scripts
// can check the exit status. A trial that found no plan is a result.
func (o LabOptions) Conduct(
	ctx context.Context, con Console, plan func(*Laboratory) (bench.Experiment, error),
	report func(Conducted) any,
) (err error) {
	l := NewLaboratory(o, con)
	defer func() { err = errors.Join(err, l.Close()) }()
	e, err := plan(l)
	if err != nil {
		return err
	}
	if o.Log != "" {
		log, err := os.OpenFile(o.Log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return AsUsage(err)
		}
		l.log = log
	}
	if err := l.Open(ctx, o, con); err != nil {
		return err
	}
	outcome, err := l.RunShown(ctx, e, con)
	if err != nil {
		return err
	}
	c := Conducted{
		Name:       outcome.Name,
		Results:    l.Store.Name(),
		Trials:     outcome.Total,
		Before:     outcome.Before,
		Jobs:       o.Jobs,
		Partial:    outcome.Partial(),
		Experiment: e,
		Analysis:   analysis.New(e, outcome.Records),
	}
	shared, err := l.Store.Sharing(ctx, outcome.Name)
	if err != nil && ctx.Err() == nil {
		return err
	}
	if con.JSON {
		if err := con.Object(report(c)); err != nil {
			return err
		}
	} else {
		if e.Description != "" {
			fmt.Fprintf(con.Out, "%s\n\n", e.Description)
		}
		PrintResults(con, c.Analysis, outcome, c.Results, shared)
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
func (l *Laboratory) RunShown(
	ctx context.Context, e bench.Experiment, con Console,
) (lab.Outcome, error) {
	shown := NewProgress(con.Err)
	t := tally{experiment: e, ended: map[string]int{}, solved: map[string]int{}}
	l.Began = func(o lab.Outcome) {
		l.noticeStored(o, e.Name, con)
		for _, r := range o.Records {
			t.count(r)
		}
		t.before = t.all
		t.show(shown, l.WorkersText())
	}
	l.Kept = func(r bench.Record) {
		if l.log != nil && l.logged == nil {
			l.logged = store.Export(l.log, "jsonl", []bench.Record{r})
		}
		t.count(r)
		t.show(shown, l.WorkersText())
	}
	l.Proving = func(done, all int) {
		shown.Show("optimal lengths", uint64(done), uint64(all),
			fmt.Sprintf("%d of %d boards", done, all))
	}
	o, err := l.Run(ctx, e)
	shown.End()
	return o, err
}

// noticeStored says which stored trials of an experiment are not used.
func (l *Laboratory) noticeStored(o lab.Outcome, name string, con Console) {
	if o.Dropped > 0 {
		dropped := units.Plural(o.Dropped, "stored trial is no longer",
			"stored trials are no longer")
		con.Notice(dropped + " part of " + name +
			": the experiment, the limits or the program has changed")
	}
	if o.Again > 0 {
		again := units.Plural(o.Again, "stored trial reached", "stored trials reached")
		con.Notice(again + " a smaller memory limit and will run again")
	}
}

// tally counts the trials of an experiment that have ended.
type tally struct {
	experiment bench.Experiment
	before     int            // trials of earlier runs
	all        int            // trials, with those of earlier runs
	ended      map[string]int // trials by solver
	solved     map[string]int // solved trials by solver
}

// count counts a trial that has ended.
func (t *tally) count(r bench.Record) {
	t.all++
	t.ended[r.Solver]++
	if r.Status == search.Solved {
		t.solved[r.Solver]++
	}
}

// show shows the trials with the number that each solver has solved. The bar leaves out the trials
// of earlier runs, so that only trials of this run determine the estimate of the time left.
func (t *tally) show(shown *Progress, workers string) {
	text := fmt.Sprintf("%d of %d", t.all, t.experiment.Trials())
	for _, s := range t.experiment.Solvers {
		if n := t.ended[s.Name]; n > 0 {
			text += fmt.Sprintf(", %s solved %d/%d", s.Name, t.solved[s.Name], n)
		}
	}
	done := uint64(t.all - t.before)
	missing := uint64(t.experiment.Trials() - t.before)
	shown.Show("trials", done, missing, text+workers)
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
	p := bench.Provenance{
		Machine:      machine.Describe(),
		Version:      versionNumber(),
		Signature:    signature,
		ProcessLimit: uint64(debug.SetMemoryLimit(-1)),
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return p
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			p.Revision = s.Value + p.Revision
		case s.Key == "vcs.modified" && s.Value == "true":
			p.Revision += " modified"
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
			Group:   g.Name,
			Size:    g.Goal.Size().String(),
			Goal:    g.Goal,
			Puzzles: g.Puzzles(),
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
