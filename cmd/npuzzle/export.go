package main

import (
	"bufio"
	"context"
	"io"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/store"
	"npuzzle/internal/units"
)

func exportCommand(con console) *cli.Command {
	var file, format, out string
	return command(cli.Command{
		Name:      "export",
		Usage:     "write the trials of an experiment for other programs: CSV, JSON Lines or Parquet",
		ArgsUsage: "[EXPERIMENT]",
		Flags: in(aboutOutput, storeFlag(&file),
			flagOf("format", "`FORMAT`: csv, jsonl or parquet", "csv", &format, units.OneOf(store.Formats...), store.Formats...),
			fileFlag("out", "new `FILE` instead of standard output", &out)),
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 {
				return misuse("export takes one experiment, but was given %d", c.NArg())
			}
			return exportTrials(c.Context, file, c.Args().First(), format, out, con)
		},
	},
		"npuzzle export compare-1",
		"npuzzle export compare-1 --format jsonl",
	)
}

// exportTrials writes the trials of an experiment, by default the newest.
func exportTrials(ctx context.Context, file, name, format, out string, con console) error {
	if out == "" && format == "parquet" && isTerminal(con.out) {
		return misuse("parquet is not for a terminal to show; expected --out FILE")
	}
	if err := checkNew("out", out); err != nil {
		return err
	}
	s, err := openToRead(ctx, file)
	if err != nil {
		return err
	}
	defer s.Close()
	_, records, err := find(ctx, s, name)
	if err != nil {
		return err
	}
	if out == "" {
		b := bufio.NewWriter(con.out)
		if err := store.Export(b, format, records); err != nil {
			return err
		}
		return b.Flush()
	}
	return writeNew(out, func(w io.Writer) error { return store.Export(w, format, records) })
}
