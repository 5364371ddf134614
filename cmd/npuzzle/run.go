package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/lab"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// experimentReport is the JSON output of run. The results are grouped by group of puzzles, because
// an experiment may have several groups.
type experimentReport struct {
	conducted
	Groups []groupReport `json:"groups"`
}

// groupReport holds the results of the solvers on one group of puzzles.
type groupReport struct {
	Group   string             `json:"group"`
	Size    string             `json:"size"`
	Goal    puzzle.Board       `json:"goal"`
	Puzzles int                `json:"puzzles"`
	Solvers []analysis.Summary `json:"solvers"`
}

// groups returns the results by group.
func (c conducted) groups() []groupReport {
	summaries := c.analysis.Summaries()
	return lists.Map(c.experiment.Groups, func(g bench.Group) groupReport {
		of := lists.Where(summaries, func(s analysis.Summary) bool { return s.Group.Name == g.Name })
		return groupReport{g.Name, g.Goal.Size().String(), g.Goal, g.Puzzles(), of}
	})
}

// runCommand runs an experiment file. It does not repeat trials that the store has from
// an earlier run or another experiment with the same settings and the same program. If the
// experiment has no solvers, it prints the boards in a form that solve reads.
func runCommand(con console) *cli.Command {
	var o labOptions
	var dry bool
	flags := append(slices.Concat(o.processFlags(0), o.cluster.flags(), o.flags(&con.json)),
		boolFlag("dry-run", &dry), textFlag("log", &o.log))
	return command("run", flags, func(c *cli.Context) error {
		if dry && (o.log != "" || con.json) {
			return misuse("--dry-run only prints a table; expected neither --log nor --json")
		}
		experiments, err := readExperiments(c.Args().First(), con)
		if err != nil {
			return err
		}
		return runExperiments(c.Context, experiments, o, dry, con)
	})
}

// runExperiments runs experiments one after another. With several experiments, the name of each one
// comes before its results. A trial that is missing or failed does not prevent the next experiment,
// but runExperiments then returns errUnsolved. An interrupt ends it.
func runExperiments(ctx context.Context, experiments []bench.Experiment, o labOptions, dry bool, con console) error {
	var unsolved error
	for i, e := range experiments {
		e.Isolate = e.Isolate || o.trials.Isolate
		if len(experiments) > 1 && !con.json {
			if i > 0 {
				fmt.Fprintln(con.out)
			}
			fmt.Fprintf(con.out, "experiment %s\n\n", e.Name)
		}
		var err error
		switch {
		case len(e.Solvers) == 0:
			err = printBoards(ctx, con, "# group %s\n", e.Groups...)
		case dry:
			err = dryRun(ctx, e, o, con)
		default:
			plan := func(*laboratory) (bench.Experiment, error) { return e, nil }
			err = o.conduct(ctx, con, plan, func(c conducted) any { return experimentReport{c, c.groups()} })
		}
		switch {
		case errors.Is(err, errUnsolved):
			unsolved = err
		case err != nil:
			return err
		}
		if ctx.Err() != nil && i+1 < len(experiments) {
			return errUnsolved
		}
	}
	return unsolved
}

// readExperiments reads a file of experiments, or standard input if the name is "-". Mistakes
// are usage errors that name the line in the file. Warnings go to standard error, and do
// not prevent the run.
func readExperiments(name string, con console) ([]bench.Experiment, error) {
	in, file := con.in, "standard input"
	if name != "-" {
		f, err := openInput(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in, file = f, name
	} else if isTerminal(con.in) {
		con.notice("reading an experiment from the terminal; Ctrl-D ends")
	}
	all, warnings, err := config.ReadAll(in, file)
	if err != nil && !is[*config.Error](err) {
		err = inFile(name, err)
	}
	if err != nil {
		return nil, asUsage(err)
	}
	for _, w := range warnings {
		con.notice(w.Error())
	}
	return all, nil
}

// A dry run estimates the time of a trial by running at most probeTrials trials of each
// solver on each group of puzzles. All these trials together take at most probeTime.
const (
	probeTrials = 5
	probeTime   = 5 * time.Second
)

// dryRun counts the trials of each solver on each group of puzzles, and how many of them
// are stored. It estimates the time of the others. It changes nothing: it opens the store for
// reading, and the store may be missing.
//
// An experiment that cannot run, for example because its boards do not exist, is a usage
// error.
func dryRun(ctx context.Context, e bench.Experiment, o labOptions, con console) (err error) {
	l := newLaboratory(o, con)
	defer func() { err = errors.Join(err, l.close()) }()
	if l.Store, err = openToRead(ctx, o.store, con); err != nil && !is[*usageError](err) {
		return err
	}
	type part struct {
		trials, stored int
		missing        []bench.Trial // at most probeTrials
	}
	parts := map[[2]string]part{} // by group and solver
	err = l.List(ctx, e, func(t bench.Trial, kept bool) error {
		of := [2]string{t.Puzzle.Group, t.Solver.Name}
		p := parts[of]
		p.trials++
		if kept {
			p.stored++
		} else if len(p.missing) < probeTrials {
			p.missing = append(p.missing, t)
		}
		parts[of] = p
		return nil
	})
	if ctx.Err() != nil {
		return errors.New("interrupted before the list of trials was complete")
	}
	if err != nil {
		return err
	}
	var rows []table.Row
	stored, rest := 0, lab.Estimate{}
	for _, g := range e.Groups {
		for _, s := range e.Solvers {
			p, tries := parts[[2]string{g.Name, s.Name}]
			if !tries {
				continue
			}
			each, err := l.Probe(ctx, p.missing, probeTime/time.Duration(len(e.Groups)*len(e.Solvers)))
			if err != nil {
				return err
			}
			if left := p.trials - p.stored; left > 0 {
				rest.Seconds += bench.Figure(left) * each.Seconds / bench.Figure(max(l.Jobs, 1))
				rest.AtLeast = rest.AtLeast || each.AtLeast
			}
			stored += p.stored
			rows = append(rows, table.Row{g.Name, s.Name, units.Grouped(uint64(p.trials)),
				units.Grouped(uint64(p.stored)), textOf("estimated", each)})
		}
	}
	con.table(table.Row{"group", "solver", "trials", "kept", "time each"}, rows, 1, 2)
	con.say("planned", map[string]any{"Trials": e.Trials(), "Stored": stored, "Rest": textOf("estimated", rest),
		"Jobs": max(l.Jobs, 1)})
	return nil
}

// initCommand writes a template of an experiment file. The template can be run unchanged,
// and its comments explain every key.
func initCommand(con console) *cli.Command {
	var out output
	return command("init", []cli.Flag{boolFlag("force", &out.force)}, func(c *cli.Context) error {
		out.name = cmp.Or(c.Args().First(), "experiment.yaml")
		err := out.write(func(w io.Writer) error { _, err := io.WriteString(w, config.Template); return err })
		if err != nil {
			return err
		}
		fmt.Fprintf(con.out, "wrote %s; run it with npuzzle run %s\n", out.name, out.name)
		return nil
	})
}
