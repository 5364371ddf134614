package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/report"
	"npuzzle/bench/studies"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
)

// everyStudy is the argument that means all published studies.
const everyStudy = "all"

// reproduceOptions are the flags of reproduce.
type reproduceOptions struct {
	seed  uint64
	quick bool   // draw fewer boards
	out   output // folder of the reports
	lab   labOptions
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
func reproduceCommand(con console) *cli.Command {
	o := reproduceOptions{out: output{flag: "out"}}
	names := append(studies.Names(), everyStudy)
	flags := append(slices.Concat(o.lab.processFlags(0), o.lab.cluster.flags()),
		seedFlag(&o.seed), boolFlag("quick", &o.quick), textFlag("pdb-dir", &o.lab.pdbDir),
		textFlag("out", &o.out.name), boolFlag("force", &o.out.force), textFlag("store", &o.lab.store),
		boolFlag("json", &con.json))
	return command("reproduce", flags, func(c *cli.Context) (err error) {
		name, err := units.OneOf(append(names, studies.Evolution)...)(c.Args().First())
		if err != nil {
			return misuse("%.40q is not a study; %w", c.Args().First(), err)
		}
		chosen := []string{name}
		if name == everyStudy {
			chosen = studies.Names()
		}
		if _, err := os.Stat(o.out.name); err == nil {
			for _, name := range chosen {
				if err := o.reportOn(name).check(); err != nil {
					return err
				}
			}
		}
		quiet := con
		quiet.err = io.Discard // no messages: the tables of the studies are built in a second
		l := newLaboratory(o.lab, quiet)
		defer func() { err = errors.Join(err, l.close()) }()
		l.Strict = true
		if err = l.open(c.Context, o.lab, con); err != nil {
			return err
		}
		host := studies.Host{Jobs: l.Jobs, Bytes: l.Bytes, Seed: o.seed, Quick: o.quick}
		host.Run = func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
			if ctx.Err() != nil {
				return nil, nil // no trial would run, so do not store the experiment
			}
			outcome, err := l.run(ctx, e, con)
			return outcome.Records, err
		}
		if con.showsProgress() {
			host.Step = func(what string) { fmt.Fprintln(con.err, what) }
		}
		for _, name := range chosen {
			began := time.Now()
			report, err := studies.Reproduce(c.Context, name, host)
			if err != nil {
				return err
			}
			if err := o.tell(con, report, l.Provenance, l.Jobs, began); err != nil {
				return err
			}
			if report.Partial {
				return errUnsolved // the remaining studies have not begun
			}
		}
		return nil
	})
}

// reportOn returns the output for the report on a study: a folder in the folder of --out.
func (o reproduceOptions) reportOn(study string) output {
	return output{flag: "out", name: filepath.Join(o.out.name, study), folder: true, force: o.out.force}
}

// tell prints the report of a study and writes its files. If an interrupt ended the
// study, tell writes no files, so that the same command can continue it.
func (o reproduceOptions) tell(con console, r studies.Report, p bench.Provenance, jobs int, began time.Time) error {
	taken := time.Since(began).Seconds()
	d := r.Document(p, began)
	if o.out.name != "" && !r.Partial {
		if err := os.MkdirAll(o.out.name, 0o777); err != nil {
			return inFile(o.out.name, err)
		}
		err := o.reportOn(r.Study).fill(func(folder string) error { return d.Write(folder, r.Study) })
		if err != nil {
			return err
		}
	}
	err := con.result(reproduction{r, p, jobs, taken}, func() {
		printDocument(con, d)
		fmt.Fprintf(con.out, "\nre-run in %s\n\n", units.Seconds.Format(taken))
	})
	return cmp.Or(err, con.out.Flush())
}

// printDocument prints a document as plain text. Of a plot, it prints only the title.
func printDocument(con console, d report.Document) {
	heading := func(text, line string) { con.text(text, strings.Repeat(line, len([]rune(text)))) }
	heading(d.Title, "=")
	for _, block := range d.Blocks {
		fmt.Fprintln(con.out)
		switch block := block.(type) {
		case report.Heading:
			heading(block.Text, "-")
		case report.Answer:
			con.text(block...)
		case report.Paragraph:
			con.text(string(block))
		case report.List:
			for _, item := range block {
				con.text("- " + item)
			}
		case report.Figure:
			con.text(block.Plot.Title + ": --out FOLDER draws it")
		case report.Table:
			printTable(con, block)
		}
	}
}

// printTable prints a table of a document below its caption.
func printTable(con console, t report.Table) {
	con.text(t.Caption, "")
	var header table.Row
	var words []int // columns aligned to the left
	for i, c := range t.Columns {
		header = append(header, c.Head)
		if !c.Number {
			words = append(words, i+1)
		}
	}
	rows := lists.Map(t.Rows, func(cells []report.Cell) table.Row {
		return lists.Map(cells, func(c report.Cell) any { return c.Text })
	})
	con.table(header, rows, words...)
}
