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
			return cli.Misuse("parquet is a binary format, which a terminal cannot show; expected --out FILE")
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
		cli.TextFlag("store", &file), cli.TextFlag("out", &out.Name), cli.BoolFlag("force",
			&out.Force),
		cli.FlagOf("format", "csv", &format, units.OneOf(store.Formats...), store.Formats...),
		cli.FlagOf("table", "trials", &table, units.OneOf("trials", "plans"), "trials", "plans"),
	}
	return cli.Command("export", flags, export)
}
