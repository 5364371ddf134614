package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/studies"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// everyStudy is the argument that means all published studies.
const everyStudy = "all"

// reproduceOptions are the flags of reproduce.
type reproduceOptions struct {
	seed  uint64
	quick bool       // draw fewer boards
	out   cli.Output // folder of the reports
	lab   cli.LabOptions
}

// reproduction is the JSON output of reproduce for one study.
type reproduction struct {
	studies.Report
	bench.Provenance
	Jobs    int     `json:"jobs"`
	Seconds float64 `json:"seconds"`
}

// reproduceCommand re-runs published studies by their own conventions, and prints
// published and measured figures side by side. Package studies defines the studies and
// their claims, and gets a function that runs an experiment. The studies run one after
// another, and the report of each is printed as soon as it ends. A folder of a study that
// exists below --out is an error before that.
//
// A trial that fails ends the command, because the figures of a study need all trials. A
// study gives its experiments the same names under every seed, so an experiment replaces that of
// an earlier seed. After an interrupt, the command prints the partial report and returns
// errUnsolved.
func reproduceCommand(con cli.Console) *urfave.Command {
	o := reproduceOptions{out: cli.Output{Flag: "out"}}
	names := append(studies.Names(), everyStudy)
	flags := slices.Concat(
		[]urfave.Flag{
			cli.SeedFlag("boards", &o.seed),
			&urfave.BoolFlag{
				Name: "quick", Category: "boards",
				Usage: "draw fewer boards; the five published studies then take about a minute " +
					"together",
				Destination: &o.quick,
			},
			cli.TablesFlag("search", &o.lab.PDBDir),
		},
		o.lab.ProcessFlags(0),
		o.lab.Cluster.Flags(),
		[]urfave.Flag{
			&urfave.StringFlag{
				Name: "out", Category: "output",
				Usage:       "write each report, as HTML and Markdown, to a new folder in `FOLDER`",
				Destination: &o.out.Name,
			},
			cli.ForceFlag(&o.out.Force),
			cli.StoreFlag("output", &o.lab.Store),
			cli.JSONFlag("print one JSON object per study", &con.JSON),
		},
	)
	action := func(c *urfave.Context) (err error) {
		name, err := units.OneOf(append(names, studies.Evolution)...)(c.Args().First())
		if err != nil {
			return cli.Misuse("%.40q is not a study; %w", c.Args().First(), err)
		}
		chosen := []string{name}
		if name == everyStudy {
			chosen = studies.Names()
		}
		if _, err := os.Stat(o.out.Name); err == nil {
			for _, name := range chosen {
				if err := o.reportOn(name).Check(); err != nil {
					return err
				}
			}
		}
		quiet := con
		quiet.Err = io.Discard // no messages: the tables of the studies are built in a second
		l := cli.NewLaboratory(o.lab, quiet)
		defer func() { err = errors.Join(err, l.Close()) }()
		l.Strict = true
		if err = l.Open(c.Context, o.lab, con); err != nil {
			return err
		}
		host := studies.Host{Jobs: l.Jobs, Bytes: l.Bytes, Seed: o.seed, Quick: o.quick}
		host.Run = func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
			if ctx.Err() != nil {
				return nil, nil // no trial would run, so do not store the experiment
			}
			outcome, err := l.RunShown(ctx, e, con)
			return outcome.Records, err
		}
		if con.ShowsProgress() {
			host.Step = func(what string) { fmt.Fprintln(con.Err, what) }
		}
		for _, name := range chosen {
			began := time.Now()
			report, err := studies.Reproduce(c.Context, name, host)
			if err != nil {
				return err
			}
			if err := o.tell(con, report, l.Provenance, o.lab.Jobs, began); err != nil {
				return err
			}
			if report.Partial {
				return cli.ErrUnsolved // the remaining studies have not begun
			}
		}
		return nil
	}
	return &urfave.Command{
		Name: "reproduce",
		Usage: "re-run one or all of five published studies, or this project's own study of " +
			"evolution",
		ArgsUsage: "STUDY|all",
		Description: `
The published studies are ` + strings.Join(studies.Names(), ", ") + `. "all" runs
all of them. The project's own study is called evolution. It compares the genetic solver with
simpler solvers, such as hill climbing and weighted A*. The study evolution takes about an hour
on two cores. docs/studies/README.md describes the studies and their reports.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle reproduce four-searches --quick",
			"npuzzle reproduce four-heuristics --quick --json",
		),
	}
}

// reportOn returns the output for the report on a study: a folder in the folder of --out.
func (o reproduceOptions) reportOn(study string) cli.Output {
	return cli.Output{Flag: "out", Name: filepath.Join(o.out.Name, study), Folder: true,
		Force: o.out.Force}
}

// tell prints the report of a study and writes its files. If an interrupt ended the
// study, tell writes no files, so that the same command can continue it.
func (o reproduceOptions) tell(con cli.Console, r studies.Report, p bench.Provenance, jobs int,
	began time.Time) error {
	taken := time.Since(began).Seconds()
	d := r.Document(p, began)
	if o.out.Name != "" && !r.Partial {
		if err := os.MkdirAll(o.out.Name, 0o777); err != nil {
			return cli.InFile(o.out.Name, err)
		}
		err := o.reportOn(r.Study).Fill(func(folder string) error {
			return d.Write(folder, r.Study)
		})
		if err != nil {
			return err
		}
	}
	err := con.Result(reproduction{Report: r, Provenance: p, Jobs: jobs, Seconds: taken}, func() {
		cli.PrintDocument(con, d)
		fmt.Fprintf(con.Out, "\nre-run in %s\n\n", units.Seconds.Format(taken))
	})
	if err != nil {
		return err
	}
	return con.Out.Flush()
}
