package main

import (
	"context"
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
	return pdbFilesCommand("verify", "read all files whole and compare their checksums", "print one JSON object a file",
		func(ctx context.Context, dir string, files []pdb.File, asJSON bool) error {
			return pdbVerify(ctx, dir, files, asJSON, con)
		})
}

func pdbVerify(ctx context.Context, dir string, files []pdb.File, asJSON bool, con console) error {
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
		v, short, state := pdbVerdict{File: f.Path, Bytes: f.Bytes, Sound: true}, "", "sound"
		if f.Err == nil {
			v.Partition, v.Size = f.Partition.String(), f.Partition.Goal().Size().String()
			short = f.Partition.Short()
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
		rows = append(rows, table.Row{filepath.Base(v.File), short, v.Size, amount(v.Bytes), state})
		done += f.Bytes
	}
	shown.end()
	switch {
	case asJSON:
		for _, v := range verdicts {
			if err := con.object(v); err != nil {
				return err
			}
		}
	case len(verdicts) == 0:
		fmt.Fprintf(con.out, "nothing to verify in %s\n", dir)
	default:
		printTable(con.out, table.Row{"file", "partition", "size", "disk", "state"}, rows, 1, 2, 3, 5)
	}
	switch {
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
