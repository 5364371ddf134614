package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/bench/report"
	"npuzzle/bench/store"
	"npuzzle/internal/lists"
	"npuzzle/internal/machine"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

const (
	// storeVariable is the environment variable that names the store if there is no
	// --store.
	storeVariable = "NPUZZLE_STORE"

	// defaultStore is the store if neither --store nor the environment names one.
	defaultStore = "results/lab.sqlite"
)

// storeName returns the file of the store, the SQLite file that keeps experiments and their trials.
// The flag --store takes precedence over the environment, and both over the default.
func storeName(flag string) string { return cmp.Or(flag, os.Getenv(storeVariable), defaultStore) }

// openToRead opens the store for a command that only reads it. It does not create a
// missing store, but returns a usage error. For each damaged trial, the store prints a
// line on standard error.
func openToRead(ctx context.Context, flag string, con console) (*store.Store, error) {
	machine.SaveMemory() // until the end of the command
	name := storeName(flag)
	s, err := store.OpenToRead(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, misuse("no store %s; expected a file made by npuzzle compare or npuzzle run, or --store FILE", name)
	}
	if s != nil {
		s.Warn = con.notice
	}
	return s, err
}

const (
	// turn is the maximum time to wait for a store that another process writes to.
	turn = 5 * time.Second

	// noticeAfter is the waiting time after which a command says what it waits for.
	noticeAfter = time.Second
)

// openToWrite opens the store for writing. If another process uses the store, openToWrite
// waits at most the time turn, and then returns an error that names the process. An
// interrupt ends only the waiting: a free store is opened even after an interrupt.
func openToWrite(ctx context.Context, name string, con console) (*store.Store, error) {
	const pause = 50 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		s, err := store.Open(context.WithoutCancel(ctx), name)
		if s != nil {
			s.Warn = con.notice
		}
		inUse, waits := errors.AsType[*store.InUseError](err)
		if !waits || waited >= turn {
			return s, err
		}
		if waited == noticeAfter {
			con.notice(fmt.Sprintf("%s; waiting up to %v for it to end", inUse.Who(), turn))
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}

// find returns the experiment with the given name and its trials. If there is none, it
// returns a nil experiment and the trials whose key begins with the name. In a name
// EXPERIMENT/KEY, it looks for trials of this experiment only. The parameter file is the
// value of --store.
//
// An empty name means the newest experiment; checkArguments refuses an empty argument, so it means
// that there is no argument. A name that fits neither an experiment nor a trial is a usage error.
func find(ctx context.Context, file, name string, con console) (*store.Experiment, []bench.Record, error) {
	var e *store.Experiment
	var records []bench.Record
	err := con.compute(ctx, func() (err error) {
		e, records, err = findNow(ctx, file, name, con)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return e, records, nil
}

// findNow is find without the wait for an interrupt.
func findNow(ctx context.Context, file, name string, con console) (*store.Experiment, []bench.Record, error) {
	s, err := openToRead(ctx, file, con)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	e, err := s.Experiment(ctx, name)
	if err == nil {
		records, err := s.Records(ctx, e.Name)
		e.Done = len(records) // without damaged trials
		return &e, records, err
	}
	experiment, key, of := strings.Cut(name, "/")
	if of && experiment == "" {
		return nil, nil, misuse("%.60q has no experiment before the slash; expected EXPERIMENT/KEY, or a key alone",
			name)
	}
	if !of {
		experiment, key = "", name
	}
	if is[*store.MissingError](err) && len(key) >= leastKey {
		if records, wrong := s.Trials(ctx, experiment, key); wrong != nil || len(records) > 0 {
			return nil, records, wrong
		}
	}
	return nil, nil, err
}

// leastKey is the minimum length of the beginning of a key that names a trial.
const leastKey = 4

// listCommand lists the experiments of a store, oldest first, with the number of finished
// trials. The state of an experiment is complete or unfinished. To continue an unfinished
// experiment, the user runs the command that began it again.
func listCommand(con console) *cli.Command {
	var file string
	list := func(c *cli.Context) error {
		s, err := openToRead(c.Context, file, con)
		if err != nil {
			return err
		}
		defer s.Close()
		all, err := s.Experiments(c.Context)
		switch {
		case err != nil:
			return err
		case con.json:
			return objects(con, all)
		case len(all) == 0:
			_, err := fmt.Fprintf(con.out, "%s holds no experiments\n", s.Name())
			return err
		}
		con.tabulate("experiments", all)
		return nil
	}
	return command("list", []cli.Flag{textFlag("store", &file), boolFlag("json", &con.json)}, list)
}

// checkCommand checks a whole store, and prints what the store holds and which rows are
// damaged. Other commands check only the rows that they read. With --repair, it deletes the
// damaged rows.
func checkCommand(con console) *cli.Command {
	var file string
	var repair bool
	check := func(c *cli.Context) (err error) {
		s, err := openToRead(c.Context, file, con)
		if err == nil && repair {
			s.Close() // it exists, so it is not made
			s, err = openToWrite(c.Context, storeName(file), con)
		}
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		found, err := s.Check(c.Context)
		if err != nil {
			return err
		}
		err = con.result(found, func() {
			con.say("checked", struct {
				store.Checked
				Name string
			}{found, s.Name()})
		})
		if err != nil || len(found.Faults) == 0 {
			return err
		}
		rows := units.Plural(len(found.Faults), "row", "rows")
		if !repair {
			return fmt.Errorf("%s is damaged in %s; the next run of an experiment replaces its damaged trials, "+
				"and check --repair deletes what is damaged", s.Name(), rows)
		}
		deleted, err := s.Repair(c.Context, found)
		if err != nil {
			return err
		}
		con.notice(fmt.Sprintf("%s was damaged in %s; %s deleted; the next run of an experiment adds what it lacks",
			s.Name(), rows, units.Plural(deleted, "row was", "rows were")))
		return nil
	}
	flags := []cli.Flag{textFlag("store", &file), boolFlag("repair", &repair), boolFlag("json", &con.json)}
	return command("check", flags, check)
}

// exportCommand writes stored trials for other programs, such as spreadsheets, databases
// and statistics packages. docs/store.md describes the columns. With --out, it checks the new
// name before it reads the store, and the file appears only when it is complete.
func exportCommand(con console) *cli.Command {
	var file, format, table string
	out := output{flag: "out"}
	export := func(c *cli.Context) error {
		if out.name == "" && format == "parquet" && con.terminal {
			return misuse("parquet is a binary format, which a terminal cannot show; expected --out FILE")
		}
		if err := out.check(); err != nil {
			return err
		}
		_, records, err := find(c.Context, file, c.Args().First(), con)
		if err != nil {
			return err
		}
		write := store.Export
		if table == "plans" {
			write = store.ExportPlans
		}
		if out.name == "" {
			return write(con.data(), format, records)
		}
		return out.write(func(w io.Writer) error { return write(w, format, records) })
	}
	flags := []cli.Flag{
		textFlag("store", &file), textFlag("out", &out.name), boolFlag("force", &out.force),
		flagOf("format", "csv", &format, units.OneOf(store.Formats...), store.Formats...),
		flagOf("table", "trials", &table, units.OneOf("trials", "plans"), "trials", "plans"),
	}
	return command("export", flags, export)
}

// removeCommand removes all named experiments and trials, or nothing if a name is wrong. It
// looks up all names before it removes the first. It first opens the store for reading,
// which creates no file if the name of the store is wrong. A removed trial runs again when its
// experiment runs again. So removing a failed trial is the way to repeat it.
//
// A name that begins the keys of several trials is a usage error. The names are removed
// one after another, so if the store fails, the remaining ones stay.
func removeCommand(con console) *cli.Command {
	var file string
	return command("remove", []cli.Flag{textFlag("store", &file)}, func(c *cli.Context) (err error) {
		var experiments []*store.Experiment
		var trials []bench.Record
		for _, name := range c.Args().Slice() {
			e, records, err := find(c.Context, file, name, con)
			switch {
			case err != nil:
				return err
			case e != nil:
				experiments = append(experiments, e)
			case len(records) > 1:
				return misuse("%d trials have a key that begins with %s; expected more characters, or the experiment "+
					"before it: %s/%s", len(records), name, records[0].Experiment, records[0].Key)
			default:
				trials = append(trials, records[0])
			}
		}
		s, err := openToWrite(c.Context, storeName(file), con)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		for _, e := range experiments {
			trials, err := s.Remove(c.Context, e.Name)
			if err != nil {
				return err
			}
			fmt.Fprintf(con.out, "removed %s with %s\n", e.Name, units.Plural(trials, "trial", "trials"))
		}
		for _, r := range trials {
			if err := s.RemoveTrial(c.Context, r.Key); err != nil {
				return err
			}
			fmt.Fprintf(con.out, "removed trial %s of %s\n", r.Key, r.Experiment)
		}
		return nil
	})
}

// showCommand prints what the store holds: the results of an experiment, single trials,
// or the definition of an experiment as an experiment file. It prints results in the same
// table as compare and run.
//
// Using --definition with the key of a trial is a usage error, because a trial has no
// definition. Using --animate with the name of an experiment is a usage error, because
// only trials have plans.
func showCommand(con console) *cli.Command {
	var file string
	var asFile bool
	var play animation
	flags := append(play.flags(), textFlag("store", &file), boolFlag("definition", &asFile),
		boolFlag("json", &con.json))
	return command("show", flags, func(c *cli.Context) error {
		name := c.Args().First()
		e, records, err := find(c.Context, file, name, con)
		switch {
		case err != nil:
			return err
		case play.on && (e != nil || con.json):
			return misuse("--animate plays the plan of a trial; expected the start of its key, and no other output")
		case asFile && e == nil:
			return misuse("%.60q is a trial; expected an experiment with --definition", name)
		case asFile:
			io.WriteString(con.data(), e.Definition)
		case con.json:
			return objects(con, records)
		case e == nil:
			printTrials(con, records)
			if play.on {
				play.readKeys(con)
				return playTrials(c.Context, con, records, play)
			}
		default:
			return con.compose(c.Context, func(con console) error {
				printExperiment(con, *e, records, storeName(file))
				return nil
			})
		}
		return nil
	})
}

// playTrials plays the plans of the trials that have one.
func playTrials(ctx context.Context, con console, records []bench.Record, play animation) error {
	for _, r := range records {
		if r.Moves == nil {
			continue
		}
		moves, err := puzzle.ParseMoves(*r.Moves, r.Notation)
		if err != nil {
			return err
		}
		if err := play.play(ctx, con, r.Board, moves, r.Notation); err != nil {
			return err
		}
	}
	return nil
}

// printTrials prints each trial with its experiment, limits and machine, and the version
// of the program. Together with the settings, these suffice to repeat the trial.
func printTrials(con console, records []bench.Record) {
	for i, r := range records {
		if i > 0 {
			fmt.Fprintln(con.out)
		}
		fmt.Fprintf(con.out, "trial %s of %s: %s on %s, repeat %d\n", r.Key, r.Experiment, r.Solver, r.Group, r.Repeat)
		printTrial(con, r)
		con.text("", textOf("stored trial", r))
		printOtherCPU(con, []bench.Record{r})
	}
}

// printOtherCPU says that processor times of trials cannot be compared, if so.
func printOtherCPU(con console, records []bench.Record) {
	if text := analysis.OtherCPU(records); text != "" {
		con.text(text, "")
	}
}

// printExperiment prints a stored experiment with its results, in the form of run.
func printExperiment(con console, e store.Experiment, records []bench.Record, file string) {
	fmt.Fprintf(con.out, "%s: %s of %s kept, begun %s\n",
		e.Name, units.Grouped(uint64(e.Done)), units.Plural(e.Total, "trial", "trials"), when(e.Began))
	if e.Description != "" {
		con.text(e.Description)
	}
	fmt.Fprintln(con.out)
	if e.Kind == "tune" {
		tuned, err := report.Tuned(e, records)
		if err == nil {
			printTuning(con, tuned)
			return
		}
		con.text(report.OtherTuner)
		fmt.Fprintln(con.out)
	}
	printOtherCPU(con, records)
	outcome := lab.Outcome{Name: e.Name, Total: e.Total, Records: records}
	printResults(con, analysis.Stored(e.Definition, records), outcome, file)
}

// importCommand copies experiments, or all of them without names, from another store. With --store,
// it also copies them to a store that another machine imports.
func importCommand(con console) *cli.Command {
	var file string
	return command("import", []cli.Flag{textFlag("store", &file)}, func(c *cli.Context) (err error) {
		from, err := openToRead(c.Context, c.Args().First(), con)
		if err != nil {
			return err
		}
		defer from.Close()
		names := c.Args().Tail()
		if len(names) == 0 {
			all, err := from.Experiments(c.Context)
			if err != nil {
				return err
			}
			names = lists.Map(all, func(e store.Experiment) string { return e.Name })
		}
		to, err := openToWrite(c.Context, storeName(file), con)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, to.Close()) }()
		for _, name := range names {
			trials, err := to.Import(c.Context, from, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(con.out, "copied %s to %s: %s, %s there already\n", name, to.Name(),
				units.Plural(trials.New, "new trial", "new trials"), units.Grouped(uint64(trials.Known)))
		}
		return nil
	})
}
