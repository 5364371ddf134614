package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
)

// pdbVerdict is what pdb verify prints as JSON.
type pdbVerdict struct {
	File      string  `json:"file"`
	Partition string  `json:"partition,omitempty"` // that it was built for
	Size      string  `json:"size,omitempty"`
	Bytes     uint64  `json:"bytes"`
	Sound     bool    `json:"sound"`
	Damaged   *string `json:"damaged"` // what is wrong
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
	var rows []table.Row
	damaged := 0
	for _, f := range files {
		shown.show("verify", done, total, fmt.Sprintf("%s of %s", amount(done), amount(total)))
		v, state := pdbVerdict{File: f.Path, Bytes: f.Bytes, Sound: true}, "sound"
		if f.Err == nil {
			v.Partition, v.Size = f.Partition.String(), f.Partition.Goal().Size().String()
		}
		err := f.Verify(ctx)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			damaged++
			text := err.Error()
			v.Sound, v.Damaged, state = false, &text, text
			if wrong, ok := errors.AsType[*pdb.FileError](err); ok {
				state = wrong.Fault.Error() // the table names the file
			}
		}
		verdicts = append(verdicts, v)
		rows = append(rows, table.Row{filepath.Base(v.File), shortened(v.Partition), v.Size, amount(v.Bytes), state})
		done += f.Bytes
	}
	shown.end()
	switch {
	case asJSON:
		for _, v := range verdicts {
			if err := json.NewEncoder(con.out).Encode(v); err != nil {
				return err
			}
		}
	case len(verdicts) == 0:
		_, err = fmt.Fprintf(con.out, "nothing to verify in %s\n", store.Dir)
	default:
		err = printTable(con.out, table.Row{"file", "partition", "size", "disk", "state"}, rows, 1, 2, 3, 5)
	}
	switch {
	case err != nil:
		return err
	case damaged > 0:
		are := "are"
		if damaged == 1 {
			are = "is"
		}
		return fmt.Errorf("%d of %s %s damaged; remove what is and build it again (npuzzle pdb remove, build)",
			damaged, plural(len(files), "file", "files"), are)
	case ctx.Err() != nil:
		return errUnsolved
	}
	return nil
}
