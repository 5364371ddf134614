package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// pdbBuilt is what pdb build prints as JSON.
type pdbBuilt struct {
	Partition string       `json:"partition"`
	Drawing   string       `json:"drawing"`
	Size      string       `json:"size"`
	Goal      puzzle.Board `json:"goal"`
	Tables    int          `json:"tables"`
	Built     int          `json:"built"` // of the tables; the others were there
	There     int          `json:"there"` // of the tables, now
	Bytes     uint64       `json:"bytes"` // of all files
	Dir       string       `json:"dir"`
	Seconds   float64      `json:"seconds"`
	Partial   bool         `json:"partial"`
}

// pdbBuildOptions are what pdb build is told.
type pdbBuildOptions struct {
	of      partitionFlags
	workers int
	memory  uint64
	json    bool
}

func pdbBuildCommand(con console) *cli.Command {
	var o pdbBuildOptions
	flags := o.of.flags()
	flags = append(flags, in(aboutRun, workersFlag(&o.workers), memoryFlag(&o.memory))...)
	flags = append(flags, in(aboutOutput, jsonFlag("print one JSON object a partition", &o.json))...)
	return command(cli.Command{
		Name:      "build",
		Usage:     "build the tables of partitions that are missing or damaged",
		ArgsUsage: "PARTITION...",
		Flags:     flags,
		Action:    func(c *cli.Context) error { return pdbBuild(c.Context, o, c.Args().Slice(), con) },
	},
		"npuzzle pdb build --size 3x3 4-4",
		"npuzzle pdb build --size 3x4 --goal blank-first '. a a b/a a b b/c c c b'",
	)
}

func pdbBuild(ctx context.Context, o pdbBuildOptions, texts []string, con console) error {
	partitions, err := o.of.partitions(texts)
	if err != nil {
		return err
	}
	store, err := openStore(o.of.dir)
	if err != nil {
		return err
	}
	memory, undo := limitMemory(o.memory)
	defer undo()
	building := newProgress(con.err, false)
	options := pdb.BuildOptions{Workers: o.workers, Memory: memory, Observe: showBuild(building)}
	for _, p := range partitions {
		began := time.Now()
		built, err := store.Build(ctx, p, options)
		building.end()
		if err != nil && ctx.Err() == nil {
			if room, ok := errors.AsType[*pdb.NoRoomError](err); ok && room.Dir == "" {
				limit := math.Ceil(float64(limitFor(room.Need))/1e6) / 1e3
				err = fmt.Errorf("%w; expected --memory-limit %vGB or more", err, limit)
			}
			return blamed(err)
		}
		b := pdbBuilt{
			Partition: p.String(), Drawing: p.Drawing(), Size: o.of.size.String(), Goal: p.Goal(),
			Tables: len(p.Patterns()), Built: len(built),
			Dir: store.Dir, Seconds: time.Since(began).Seconds(), Partial: err != nil,
		}
		for _, f := range store.Files(p) {
			b.Bytes += f.Bytes
			if f.Err == nil {
				b.There++
			}
		}
		if !o.json {
			fmt.Fprintln(con.out, b.text(p))
		} else if err := con.object(b); err != nil {
			return err
		}
		if err := con.out.Flush(); err != nil {
			return err
		}
		if b.Partial {
			return errUnsolved
		}
	}
	return nil
}

// text returns one line that says what was built of a partition.
func (b pdbBuilt) text(p pdb.Partition) string {
	what := p.Short() + " of " + b.Size
	if b.Drawing != b.Partition && len(b.Drawing) <= 40 {
		what += " (" + b.Drawing + ")"
	}
	tables := plural(b.Tables, "table", "tables")
	switch {
	case b.Partial:
		return fmt.Sprintf("cancelled: %d of %s built, %d there in %s", b.Built, tables, b.There, b.Dir)
	case b.Built == 0:
		return fmt.Sprintf("%s was built and is sound: %s, %s in %s", what, tables, amount(b.Bytes), b.Dir)
	}
	if b.Built < b.Tables {
		what = fmt.Sprintf("%d of %s of %s", b.Built, tables, what)
	}
	return fmt.Sprintf("built %s in %s: %s, %s in %s", what, seconds(b.Seconds), tables, amount(b.Bytes), b.Dir)
}
