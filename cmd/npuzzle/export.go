package main

import (
	"io"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/store"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// exportCommand writes stored trials for other programs, such as spreadsheets, databases
// and statistics packages. docs/store.md describes the columns. With --out, it checks the new
// name before it reads the store, and the file appears only when it is complete.
func exportCommand(con cli.Console) *urfave.Command {
	var file, format, table string
	out := cli.Output{Flag: "out"}
	export := func(c *urfave.Context) error {
		if out.Name == "" && format == "parquet" && con.Terminal {
			return cli.Misuse("parquet is a binary format, which a terminal cannot show; " +
				"expected --out FILE")
		}
		if err := out.Check(); err != nil {
			return err
		}
		_, records, err := cli.Find(c.Context, file, c.Args().First(), con)
		if err != nil {
			return err
		}
		write := store.Export
		if table == "plans" {
			write = store.ExportPlans
		}
		if out.Name == "" {
			return write(con.Data(), format, records)
		}
		return out.Write(func(w io.Writer) error { return write(w, format, records) })
	}
	flags := []urfave.Flag{
		cli.StoreFlag("output", &file),
		cli.Parsed(&urfave.StringFlag{
			Name: "format", Category: "output", Value: "csv",
			Usage: "write `FORMAT`: csv (default), jsonl or parquet",
		}, &format, units.OneOf(store.Formats...), store.Formats...),
		cli.Parsed(&urfave.StringFlag{
			Name: "table", Category: "output", Value: "trials",
			Usage: "write `TABLE`: trials (default) or plans",
		}, &table, units.OneOf("trials", "plans"), "trials", "plans"),
		&urfave.StringFlag{
			Name: "out", Category: "output",
			Usage:       "write to the new file `FILE` instead of standard output",
			Destination: &out.Name,
		},
		cli.ForceFlag(&out.Force),
	}
	return &urfave.Command{
		Name: "export",
		Usage: "write the trials of an experiment (default: the newest) as CSV, JSON Lines or " +
			"Parquet",
		ArgsUsage: "[EXPERIMENT]",
		Description: `
A trial is a run of one solver on one board. The output has one row or object for each trial. With
--table plans, it has one for each plan that a trial found on the way to its last plan.
docs/store.md explains the columns. npuzzle import copies experiments to another store.`,
		Flags:  flags,
		Action: export,
		CustomHelpTemplate: cli.Help(
			"npuzzle export compare-1 --table plans",
			"npuzzle export compare-1 --format jsonl",
		),
	}
}
