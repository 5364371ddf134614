package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
)

func showCommand(con console) *cli.Command {
	var file string
	var asJSON, asFile bool
	return command(cli.Command{
		Name:      "show",
		Usage:     "show what is kept of an experiment, or of a trial by its key",
		ArgsUsage: "[EXPERIMENT|TRIAL]",
		Flags: in(aboutOutput, storeFlag(&file),
			&cli.BoolFlag{Name: "definition", Usage: "print the experiment as a file that npuzzle run takes", Destination: &asFile},
			jsonFlag("print one JSON object a trial", &asJSON)),
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 {
				return misuse("show takes an experiment or a trial, but was given %d", c.NArg())
			}
			return show(c.Context, file, c.Args().First(), asFile, asJSON, con)
		},
	},
		"npuzzle show",
		"npuzzle show compare-1 --definition",
	)
}

// show prints an experiment, by default the newest, or a trial.
func show(ctx context.Context, file, name string, asFile, asJSON bool, con console) error {
	s, err := openToRead(ctx, file)
	if err != nil {
		return err
	}
	defer s.Close()
	e, records, err := find(ctx, s, name)
	if err != nil {
		return err
	}
	switch {
	case asFile && e == nil:
		return misuse("%.60q is a trial; expected an experiment with --definition", name)
	case asFile:
		_, err := io.WriteString(con.out, e.Definition)
		return err
	case asJSON:
		return printRecords(con.out, records)
	case e == nil:
		return printTrials(con.out, records)
	}
	return printExperiment(con.out, *e, records, s.Name())
}

// find returns the experiment of a name with its trials, or no experiment and the
// trials whose key begins so: of all experiments, or of the one before a "/".
func find(ctx context.Context, s *store.Store, name string) (*store.Experiment, []bench.Record, error) {
	e, err := s.Experiment(ctx, name)
	if err == nil {
		records, err := s.Records(ctx, e.Name)
		return &e, records, err
	}
	missing, ok := errors.AsType[*store.MissingError](err)
	if !ok {
		return nil, nil, err
	}
	experiment, key, ok := strings.Cut(name, "/")
	if !ok {
		experiment, key = "", name
	}
	// Keys are digests in hexadecimal.
	if len(key) >= leastKey && strings.Trim(key, "0123456789abcdef") == "" {
		records, err := s.Trials(ctx, experiment, key)
		if err != nil || len(records) > 0 {
			return nil, records, err
		}
	}
	return nil, nil, &usageError{missing}
}

// leastKey is how many letters of a key there must be at least.
const leastKey = 4

func printRecords(w io.Writer, records []bench.Record) error {
	objects := json.NewEncoder(w)
	for _, r := range records {
		if err := objects.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// printTrials prints trials with where they belong.
func printTrials(w io.Writer, records []bench.Record) error {
	for i, r := range records {
		var b strings.Builder
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "trial %s of %s: %s on %s, repeat %d\n", r.Key, r.Experiment, r.Solver, r.Group, r.Repeat)
		if err := printTrial(&b, r); err != nil {
			return err
		}
		fmt.Fprintf(&b, "\n%sstarted %s, %s at a time, on %s; npuzzle %s, signature %s%s\n",
			limitsText(r), r.Started, plural(r.Jobs, "trial", "trials"), r.Machine, r.Version, r.Signature, revisionText(r))
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return nil
}

// limitsText says in a line what a trial could take; it is empty of no limits.
func limitsText(r bench.Record) string {
	var limits []string
	if r.TimeLimit > 0 {
		limits = append(limits, seconds(r.TimeLimit))
	}
	if r.NodeLimit > 0 {
		limits = append(limits, grouped(r.NodeLimit)+" states or plans")
	}
	if r.MemoryLimit > 0 {
		limits = append(limits, amount(r.MemoryLimit))
	}
	if limits == nil {
		return ""
	}
	return "within " + strings.Join(limits, ", ") + "; "
}

func revisionText(r bench.Record) string {
	if r.Revision == "" {
		return ""
	}
	return ", revision " + r.Revision
}

// printExperiment prints the table of an experiment as run does, from what is
// kept.
func printExperiment(w io.Writer, e store.Experiment, records []bench.Record, file string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s kept, begun %s\n", e.Name, grouped(uint64(e.Done)), plural(e.Total, "trial", "trials"), when(e.Began))
	if e.Description != "" {
		b.WriteString(e.Description + "\n")
	}
	if e.Stale > 0 {
		fmt.Fprintf(&b, "%s kept that no longer belong to it, of other settings or another version\n", plural(e.Stale, "trial is", "trials are"))
	}
	b.WriteString("\n")
	rows := summaryRows(analysis.New(bench.Experiment{}, records))
	if len(rows) > 0 {
		if err := printTable(&b, append(table.Row{"puzzles", "solver"}, summaryHeader...), rows, 1, 2, 3); err != nil {
			return err
		}
		b.WriteString("\n")
	}
	b.WriteString(unknownText(records) + keptText(lab.Outcome{Name: e.Name, Total: e.Total, Records: records}, file))
	_, err := io.WriteString(w, b.String())
	return err
}
