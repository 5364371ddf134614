package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/report"
	"npuzzle/bench/studies"
	"npuzzle/internal/units"
)

// everyStudy stands for all of them.
const everyStudy = "all"

// reproduceOptions are what reproduce is told.
type reproduceOptions struct {
	studies []string
	seed    uint64
	quick   bool
	out     string
	lab     labOptions
	json    bool
}

// reproduction is what reproduce prints of a study as JSON.
type reproduction struct {
	studies.Report
	bench.Provenance
	Seed    uint64  `json:"seed"`
	Jobs    int     `json:"jobs"`
	Seconds float64 `json:"seconds"`
}

func reproduceCommand(con console) *cli.Command {
	var o reproduceOptions
	flags := in(aboutBoards, seedFlag(&o.seed),
		&cli.BoolFlag{Name: "quick", Usage: "take fewer boards a row: all five studies within a minute", Destination: &o.quick})
	flags = append(flags, in(aboutSearch, pdbDirFlag(&o.lab.pdbDir))...)
	flags = append(flags, processLimitFlags(&o.lab.limits, 0)...)
	out := fileFlag("out", "`FOLDER` that gets a new folder for each study, with the report as HTML and Markdown, its plots and its tables", &o.out)
	flags = append(flags, in(aboutOutput, out, storeFlag(&o.lab.store), jsonFlag("print one JSON object a study", &o.json))...)
	return command(cli.Command{
		Name:      "reproduce",
		Usage:     "re-run one of the five studies behind the laboratory, or all, and set what they published beside what is measured",
		ArgsUsage: strings.Join(append(studies.Names(), everyStudy), "|"),
		Flags:     flags,
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return misuse("reproduce takes one study, but was given %d; expected one of %s", c.NArg(), strings.Join(append(studies.Names(), everyStudy), ", "))
			}
			name, err := units.OneOf(append(studies.Names(), everyStudy)...)(c.Args().First())
			if err != nil {
				return misuse("%.40q is no study; %w", c.Args().First(), err)
			}
			o.studies = []string{name}
			if name == everyStudy {
				o.studies = studies.Names()
			}
			return reproduce(c.Context, o, con)
		},
	},
		"npuzzle reproduce four-searches --quick",
		"npuzzle reproduce four-heuristics --quick --json",
	)
}

func reproduce(ctx context.Context, o reproduceOptions, con console) (err error) {
	for _, name := range o.studies {
		if o.out == "" {
			break
		}
		folder := filepath.Join(o.out, name)
		if _, err := os.Lstat(folder); err == nil {
			return misuse("--out %s: %s exists; expected a folder without it", o.out, folder)
		}
	}
	// The tables that the studies need are built in a second: nobody need be told.
	l := newLaboratory(o.lab, console{con.in, con.out, io.Discard})
	defer func() { err = errors.Join(err, l.close()) }()
	l.Strict, l.Supersede = true, true
	if err := l.open(ctx, o.lab); err != nil {
		return err
	}
	host := studies.Host{Jobs: l.Jobs, Seed: o.seed, Quick: o.quick}
	host.Run = func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
		if ctx.Err() != nil {
			return nil, nil // it would only enter the experiment in the store
		}
		outcome, err := l.run(ctx, e, con)
		return outcome.Records, err
	}
	if isTerminal(con.err) {
		host.Step = func(what string) { fmt.Fprintln(con.err, what) }
	}
	for _, name := range o.studies {
		began := time.Now()
		report, err := studies.Reproduce(ctx, name, host)
		if err != nil {
			return err
		}
		if err := o.tell(con.out, report, l.Provenance, l.Jobs, began); err != nil {
			return err
		}
		if report.Partial {
			return errUnsolved // the studies after it have not begun
		}
	}
	return nil
}

// tell prints the report of a study, and writes its files unless it was cut
// short: the same command shall go on where this one was.
func (o reproduceOptions) tell(w io.Writer, r studies.Report, p bench.Provenance, jobs int, began time.Time) error {
	taken := time.Since(began).Seconds()
	d := r.Document(p, began)
	if o.out != "" && !r.Partial {
		folder := filepath.Join(o.out, r.Study)
		if err := d.Write(folder, r.Study); err != nil {
			return notWritten(folder, err)
		}
	}
	if o.json {
		return json.NewEncoder(w).Encode(reproduction{r, p, o.seed, jobs, taken})
	}
	if err := printDocument(w, d); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nre-run in %s\n\n", seconds(taken))
	return err
}

// printDocument prints a document as plain text. Plots are only named: a
// terminal shows none.
func printDocument(w io.Writer, d report.Document) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", d.Title, strings.Repeat("=", len([]rune(d.Title))))
	for _, block := range d.Blocks {
		b.WriteString("\n")
		switch block := block.(type) {
		case report.Heading:
			fmt.Fprintf(&b, "%s\n%s\n", block.Text, strings.Repeat("-", len([]rune(block.Text))))
		case report.Paragraph:
			b.WriteString(string(block) + "\n")
		case report.List:
			for _, item := range block {
				b.WriteString("- " + item + "\n")
			}
		case report.Figure:
			fmt.Fprintf(&b, "%s: --out FOLDER draws it\n", block.Plot.Title)
		case report.Table:
			b.WriteString(block.Caption + "\n\n")
			if err := printDocumentTable(&b, block); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func printDocumentTable(w io.Writer, t report.Table) error {
	var header table.Row
	var words []int
	for i, c := range t.Columns {
		header = append(header, c.Head)
		if !c.Number {
			words = append(words, i+1)
		}
	}
	var rows []table.Row
	for _, cells := range t.Rows {
		var row table.Row
		for _, c := range cells {
			row = append(row, c.Text)
		}
		rows = append(rows, row)
	}
	return printTable(w, header, rows, words...)
}
