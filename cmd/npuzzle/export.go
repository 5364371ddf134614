package main

import (
	"context"
	"io"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

// exportCommand writes stored trials for other programs, such as spreadsheets, databases
// and statistics packages. Each trial is a row. docs/store.md describes the columns.
func exportCommand(con console) *cli.Command {
	var file, format, table string
	out := output{flag: "out"}
	return command(cli.Command{
		Name:      "export",
		Usage:     "write the trials of an experiment (default: the newest) as CSV, JSON Lines or Parquet",
		ArgsUsage: "[EXPERIMENT]",
		Description: "A trial is a run of one solver on one board. The output has one row or object for each trial. " +
			"With --table plans, it has one for each plan that a trial found on the way to its last plan. " +
			"docs/store.md explains the columns.",
		Flags: in(aboutOutput, storeFlag(&file),
			flagOf("format", "write `FORMAT`: csv (default), jsonl or parquet", "csv", &format,
				units.OneOf(store.Formats...), store.Formats...),
			flagOf("table", "write `TABLE`: trials (default) or plans", "trials", &table,
				units.OneOf("trials", "plans"), "trials", "plans"),
			fileFlag("out", "write to the new file `FILE` instead of standard output", &out.name),
			forceFlag(&out.force)),
		Action: func(c *cli.Context) error {
			write := store.Export
			if table == "plans" {
				write = store.ExportPlans
			}
			return export(c.Context, file, c.Args().First(), format, write, out, con)
		},
	},
		"npuzzle export compare-1",
		"npuzzle export compare-1 --table plans",
	)
}

// export calls write for the trials of an experiment, by default the newest, or for the trials whose
// key begins with name. Parquet is a binary format, so export refuses to write it to a
// terminal.
//
// With --out, export checks the new name before it reads the store, and the file appears
// only when it is complete. A store or an experiment that does not exist is a usage
// error.
func export(ctx context.Context, file, name, format string,
	write func(io.Writer, string, []bench.Record) error, out output, con console) error {
	if out.name == "" && format == "parquet" && con.terminal {
		return misuse("parquet is a binary format, which a terminal cannot show; expected --out FILE")
	}
	if err := out.check(); err != nil {
		return err
	}
	_, records, err := find(ctx, file, name, con)
	if err != nil {
		return err
	}
	if out.name == "" {
		return write(con.out, format, records)
	}
	return out.write(func(w io.Writer) error { return write(w, format, records) })
}
