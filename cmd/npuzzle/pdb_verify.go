package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
)

// pdbVerdict is what pdb verify prints as JSON.
type pdbVerdict struct {
	File      string  `json:"file"`
	Partition string  `json:"partition,omitempty"` // of which it was built
	Size      string  `json:"size,omitempty"`
	Bytes     uint64  `json:"bytes"`
	Sound     bool    `json:"sound"`
	Damaged   *string `json:"damaged"` // what is wrong
	fault     string  // the same without the file's name
}

func pdbVerifyCommand(con console) *cli.Command {
	var dir string
	var asJSON bool
	flags := in(aboutBoards, pdbDirFlag(&dir))
	flags = append(flags, in(aboutOutput, jsonFlag("print one JSON object a file", &asJSON))...)
	return command(cli.Command{
		Name:  "verify",
		Usage: "read all files whole and compare their checksums",
		Flags: flags,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return pdbVerify(c.Context, dir, asJSON, con)
		},
	},
		"npuzzle pdb verify",
		"npuzzle pdb verify --json",
	)
}

func pdbVerify(ctx context.Context, dir string, asJSON bool, con console) error {
	store, err := openStore(dir)
	if err != nil {
		return err
	}
	files, err := store.List()
	if err != nil {
		return blamed(err)
	}
	total, done := uint64(0), uint64(0)
	for _, f := range files {
		total += f.Bytes
	}
	shown := newProgress(con.err, false)
	var verdicts []pdbVerdict
	damaged := 0
	for _, f := range files {
		shown.show("verify", done, total, fmt.Sprintf("%s of %s", amount(done), amount(total)))
		v := pdbVerdict{File: f.Path, Bytes: f.Bytes}
		if f.Err == nil {
			v.Partition, v.Size = f.Partition.String(), f.Partition.Goal().Size().String()
		}
		err := store.Verify(ctx, f)
		if ctx.Err() != nil {
			break
		}
		if v.Sound = err == nil; !v.Sound {
			text := err.Error()
			v.Damaged, v.fault = &text, pdb.Fault(err)
			damaged++
		}
		verdicts = append(verdicts, v)
		done += f.Bytes
	}
	shown.end()
	if err := printVerdicts(con, store.Dir(), verdicts, asJSON); err != nil {
		return err
	}
	switch {
	case damaged > 0:
		return fmt.Errorf("%d of %s %s damaged; remove what is and build it again (npuzzle pdb remove, build)",
			damaged, plural(len(files), "file", "files"), map[bool]string{true: "is", false: "are"}[damaged == 1])
	case ctx.Err() != nil:
		return errUnsolved
	}
	return nil
}

func printVerdicts(con console, dir string, verdicts []pdbVerdict, asJSON bool) error {
	if asJSON {
		for _, v := range verdicts {
			if err := json.NewEncoder(con.out).Encode(v); err != nil {
				return err
			}
		}
		return nil
	}
	if len(verdicts) == 0 {
		_, err := fmt.Fprintf(con.out, "nothing to verify in %s\n", dir)
		return err
	}
	var rows []table.Row
	for _, v := range verdicts {
		state := "sound"
		if !v.Sound {
			state = v.fault
		}
		rows = append(rows, table.Row{filepath.Base(v.File), shortened(v.Partition), v.Size, amount(v.Bytes), state})
	}
	return printTable(con.out, table.Row{"file", "partition", "size", "disk", "state"}, rows, 1, 2, 3, 5)
}
