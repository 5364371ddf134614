package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// runOptions are what run is told.
type runOptions struct {
	file    string
	lab     labOptions
	isolate bool
	dryRun  bool
	json    bool
}

// experimentReport is what an experiment prints as JSON.
type experimentReport struct {
	Name    string        `json:"experiment"`
	Results string        `json:"results"` // the file of the trials
	Trials  int           `json:"trials"`  // of the experiment
	Before  int           `json:"before"`  // of them kept by an earlier run
	Jobs    int           `json:"jobs"`
	Partial bool          `json:"partial"`
	Groups  []groupReport `json:"groups"`
}

type groupReport struct {
	Group   string            `json:"group"`
	Size    string            `json:"size"`
	Goal    puzzle.Board      `json:"goal"`
	Puzzles int               `json:"puzzles"`
	Solvers []analysis.Object `json:"solvers"`
}

func runCommand(con console) *cli.Command {
	var o runOptions
	flags := in(aboutSearch, pdbDirFlag(&o.lab.pdbDir))
	flags = append(flags, processLimitFlags(&o.lab.limits, 0)...)
	flags = append(flags, isolateFlag(&o.isolate))
	flags = append(flags, in(aboutOutput, storeFlag(&o.lab.store),
		&cli.BoolFlag{Name: "dry-run", Usage: "run nothing: say which trials there are and how long they would take", Destination: &o.dryRun},
		jsonFlag("print one JSON object; with --dry-run, one a trial", &o.json))...)
	return command(cli.Command{
		Name:      "run",
		Usage:     "run those trials of an experiment file (- is standard input) that are not kept yet",
		ArgsUsage: "EXPERIMENT.yaml",
		Flags:     flags,
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return misuse("run takes one experiment file, but was given %d; npuzzle init writes one", c.NArg())
			}
			o.file = c.Args().First()
			return runExperiment(c.Context, o, con)
		},
	},
		"npuzzle run experiment.yaml",
		"npuzzle run experiment.yaml --dry-run",
	)
}

// openDefinition reads an experiment file, or standard input where its name is -,
// and tells what to beware of in it.
func openDefinition(name string, con console) (bench.Experiment, error) {
	read := func() (bench.Experiment, []*config.Error, error) { return config.Open(name) }
	if name == "-" {
		if isTerminal(con.in) {
			fmt.Fprintln(con.err, "npuzzle: reading an experiment from the terminal; Ctrl-D ends")
		}
		read = func() (bench.Experiment, []*config.Error, error) {
			return config.Read(con.in, "standard input")
		}
	}
	e, warnings, err := read()
	if fault, ok := errors.AsType[*config.Error](err); ok {
		return e, &usageError{fault}
	}
	if err != nil {
		return e, &usageError{placed("", err)}
	}
	for _, w := range warnings {
		fmt.Fprintf(con.err, "npuzzle: %v\n", w)
	}
	return e, nil
}

func runExperiment(ctx context.Context, o runOptions, con console) (err error) {
	e, err := openDefinition(o.file, con)
	if err != nil {
		return err
	}
	e.Isolate = e.Isolate || o.isolate
	if len(e.Solvers) == 0 {
		return printBoards(ctx, e, con.out)
	}
	if o.dryRun {
		return dryRun(ctx, e, o, con)
	}
	l := newLaboratory(o.lab, con)
	defer func() { err = errors.Join(err, l.close()) }()
	if err := l.open(ctx, o.lab); err != nil {
		return err
	}
	return runAndPrint(ctx, l, e, o.json, con)
}

// runAndPrint runs an experiment and prints what it came to.
func runAndPrint(ctx context.Context, l *laboratory, e bench.Experiment, asJSON bool, con console) error {
	outcome, err := l.run(ctx, e, con)
	if err != nil {
		return err
	}
	if asJSON {
		err = json.NewEncoder(con.out).Encode(reportOf(e, outcome, l))
	} else {
		err = printOutcome(con.out, e, outcome, l.Store.Name())
	}
	if err != nil {
		return err
	}
	return unsolved(outcome)
}

func reportOf(e bench.Experiment, o lab.Outcome, l *laboratory) experimentReport {
	r := experimentReport{Name: o.Name, Results: l.Store.Name(), Trials: o.Total, Before: o.Before, Jobs: l.Jobs, Partial: o.Partial()}
	summaries := analysis.New(e, o.Records).Summaries()
	for i, g := range e.Groups {
		of := summaries[i*len(e.Solvers):][:len(e.Solvers)] // every solver on every group
		r.Groups = append(r.Groups, groupReport{g.Name, g.Goal.Size().String(), g.Goal, g.Puzzles(), objectsOf(of)})
	}
	return r
}

// printOutcome prints a table of every solver on every group, or of one trial
// all that there is to tell.
func printOutcome(w io.Writer, e bench.Experiment, o lab.Outcome, store string) error {
	var b strings.Builder
	if e.Description != "" {
		b.WriteString(e.Description + "\n\n")
	}
	if o.Total == 1 && len(o.Records) == 1 {
		if err := printTrial(&b, o.Records[0]); err != nil {
			return err
		}
	} else if err := printTable(&b, append(table.Row{"puzzles", "solver"}, summaryHeader...), summaryRows(analysis.New(e, o.Records)), 1, 2, 3); err != nil {
		return err
	}
	b.WriteString("\n" + unknownText(o.Records) + keptText(o, store))
	_, err := io.WriteString(w, b.String())
	return err
}

// summaryRows writes a row for every solver on every group.
func summaryRows(a *analysis.Analysis) []table.Row {
	var rows []table.Row
	for _, s := range a.Summaries() {
		rows = append(rows, append(table.Row{s.Group.Name}, summaryRow(s.Solver.Name, s)...))
	}
	return rows
}

// printBoards prints the boards of an experiment without solvers, in a form that
// experiment files and solve read.
func printBoards(ctx context.Context, e bench.Experiment, w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, g := range e.Groups {
		fmt.Fprintf(out, "# %s\n", g.Name)
		for instance, err := range g.Draw() {
			if err != nil {
				return &usageError{err}
			}
			fmt.Fprintln(out, instance.Start.Line())
			if ctx.Err() != nil {
				return errors.Join(out.Flush(), errUnsolved)
			}
		}
	}
	return out.Flush()
}

// plannedTrial is a trial as a dry run prints it in JSON.
type plannedTrial struct {
	Trial     int          `json:"trial"`
	Key       string       `json:"key"`
	Group     string       `json:"group"`
	Puzzle    int          `json:"puzzle"`
	Board     puzzle.Board `json:"board"`
	Goal      puzzle.Board `json:"goal"`
	Solver    string       `json:"solver"`
	Algorithm string       `json:"algorithm"`
	Heuristic string       `json:"heuristic"`
	Settings  bench.Values `json:"settings"`
	Repeat    int          `json:"repeat"`
	Seed      uint64       `json:"seed"`
	Kept      bool         `json:"kept"`
}

// dryRun prints the trials and how long they would take. It changes nothing.
func dryRun(ctx context.Context, e bench.Experiment, o runOptions, con console) (err error) {
	s, err := store.OpenToRead(ctx, storeName(o.lab.store))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	l := newLaboratory(o.lab, con)
	l.Store = s
	defer func() { err = errors.Join(err, l.close()) }()
	if o.json {
		err = listTrials(ctx, l, e, con.out)
	} else {
		err = printPlan(ctx, l, e, con.out)
	}
	if ctx.Err() != nil {
		return errors.New("interrupted before all trials were listed")
	}
	return experimentFault(err)
}

// listTrials prints a JSON object a trial.
func listTrials(ctx context.Context, l *laboratory, e bench.Experiment, w io.Writer) error {
	objects := json.NewEncoder(w)
	return l.List(ctx, e, func(t bench.Trial, kept bool) error {
		t.Solver.Settings.DepthLimit /= t.Puzzle.Problem.Costs.Scale() // as the file has it
		settings := bench.Values{}
		for _, name := range solvers.SettingNames() {
			if t.Solver.Settings.Takes(name) {
				settings[name] = t.Solver.Settings.Get(name)
			}
		}
		return objects.Encode(plannedTrial{
			t.Position, t.Key, t.Puzzle.Group, t.Puzzle.Number, t.Puzzle.Start, t.Puzzle.Goal, t.Solver.Name, t.Solver.Settings.Algorithm, t.Solver.Settings.HeuristicName(), settings, t.Repeat, t.Solver.Settings.Seed, kept,
		})
	})
}

// printPlan prints a table of how many trials there are, and how long they would
// take.
func printPlan(ctx context.Context, l *laboratory, e bench.Experiment, w io.Writer) error {
	plan, err := l.Estimate(ctx, e)
	if err != nil {
		return err
	}
	var rows []table.Row
	for _, p := range plan.Parts {
		from := "nothing: no time was left for a probe"
		switch {
		case p.Kept == p.Trials:
			from = "all are kept"
		case p.Probed && p.From > 0:
			from = "a probe of " + plural(p.From, "trial", "trials")
		case p.From > 0:
			from = plural(p.From, "kept trial", "kept trials")
		}
		rows = append(rows, table.Row{p.Group, p.Solver, grouped(uint64(p.Trials)), grouped(uint64(p.Kept)), estimateText(p.Seconds, p.AtLeast), from})
	}
	var b strings.Builder
	if err := printTable(&b, table.Row{"puzzles", "solver", "trials", "kept", "time each", "judged by"}, rows, 1, 2, 6); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s, %s kept", plural(plan.Total, "trial", "trials"), grouped(uint64(plan.Kept)))
	if plan.Kept < plan.Total {
		sum, atLeast := plan.Seconds()
		fmt.Fprintf(&b, "; what is left takes %s with %s", estimateText(sum/bench.Figure(max(l.Jobs, 1)), atLeast), plural(max(l.Jobs, 1), "job", "jobs"))
	}
	b.WriteString("\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// estimateText writes a time that is not exact.
func estimateText(f bench.Figure, atLeast bool) string {
	switch {
	case !f.Known():
		return unknown
	case atLeast:
		return "over " + seconds(float64(f))
	}
	return "about " + seconds(float64(f))
}
