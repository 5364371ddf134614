package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/files"
	"npuzzle/internal/machine"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/learn"
)

// learnOptions are the flags of learn.
type learnOptions struct {
	size   puzzle.Size
	time   time.Duration
	boards int // 0: the time is the budget
	seed   uint64
	dir    string
	force  bool
	con    console
	config learn.Config
}

// learned is the JSON output of learn.
type learned struct {
	File string `json:"file"`
	Size string `json:"size"`
	pairs.Training
	Validation learnedLengths `json:"validation"`
	Partial    bool           `json:"partial"`
}

// learnedLengths are mean lengths of plans for validation boards.
type learnedLengths struct {
	Boards     int     `json:"boards"`
	Width      int     `json:"width"`
	Length     float64 `json:"length"`        // with the table
	Convex     float64 `json:"convex_length"` // without it
	Wide       int     `json:"wide_width"`
	WideConvex float64 `json:"wide_convex_length"` // without it, with the larger width
}

// validationBoards is the number of boards of learnedLengths.
const validationBoards = 100

func learnCommand(con console) *cli.Command {
	o := &learnOptions{con: con}
	flags := []cli.Flag{
		flagOf("size", "5x5", &o.size, puzzle.ParseSize), seedFlag(&o.seed), workersFlag(&o.config.Workers),
		flagOf("time", "10m", &o.time, units.ParseDuration),
		flagOf("boards", "", &o.boards, units.Whole(1, 100_000_000)),
		textFlag("pdb-dir", &o.dir), boolFlag("force", &o.force), boolFlag("json", &o.con.json),
	}
	return command("learn", flags, func(c *cli.Context) error { return o.run(c.Context) })
}

// run trains a table and writes its file. After an interrupt, it writes the table so far.
func (o *learnOptions) run(ctx context.Context) error {
	if o.size.Cells() > pairs.MaxCells || min(o.size.Rows, o.size.Cols) < 2 {
		return misuse("--size %v; expected at least 2 rows and columns, and at most %d cells", o.size, pairs.MaxCells)
	}
	path, err := pairs.Path(o.size, o.dir)
	if err != nil {
		return err
	}
	if err := cmp.Or(os.MkdirAll(filepath.Dir(path), 0o777), files.Check(path, false, o.force)); err != nil {
		return named(path, err)
	}
	smaller := puzzle.Size{Rows: o.size.Rows - 1, Cols: o.size.Cols - 1}
	if o.config.Smaller, err = pairs.Find(smaller, o.dir); err != nil {
		return err
	}
	began := time.Now()
	p := newProgress(o.con.err)
	defer p.end()
	o.config.Size, o.config.Seed = o.size, o.seed
	o.config.More = func(boards int) bool {
		const beforeFinalFit = 0.7 // fraction of the time that is for rounds
		if o.boards > 0 {
			return boards < o.boards
		}
		return time.Since(began).Seconds() < beforeFinalFit*o.time.Seconds()
	}
	o.config.Observe = func(now learn.Progress) {
		text := fmt.Sprintf("%s boards, plans of %.1f moves (without the table %.1f)",
			units.Grouped(uint64(now.Boards)), now.Length, now.Convex)
		p.show(fmt.Sprintf("learning %v", o.size), uint64(time.Since(began)), uint64(o.time), text)
	}
	table, err := learn.Train(ctx, o.config)
	if err != nil {
		return err
	}
	table.Seconds, table.Machine = time.Since(began).Seconds(), machine.Describe()
	if table.Program, err = bench.Program(); err != nil {
		return err
	}
	err = files.Write(path, o.force, func(file *os.File) error { return table.Write(file) })
	if err != nil {
		return named(path, err)
	}
	result := learned{File: path, Size: o.size.String(), Training: table.Training, Partial: ctx.Err() != nil}
	result.Validation = o.validate(ctx, table)
	o.print(result)
	if result.Partial {
		return errUnsolved
	}
	return nil
}

// validate compares the table with convex on validation boards.
func (o *learnOptions) validate(ctx context.Context, t *pairs.Table) learnedLengths {
	mean := func(h heuristics.Heuristic, width int) float64 {
		m, _ := learn.Validate(ctx, h, o.size, width, validationBoards, search.Workers(o.config.Workers))
		return m
	}
	const width, wide = learn.ValidationWidth, 4 * learn.ValidationWidth
	return learnedLengths{validationBoards, width, mean(pairs.With(t), width), mean(heuristics.Convex, width),
		wide, mean(heuristics.Convex, wide)}
}

// print prints the result as text or as JSON.
func (o *learnOptions) print(r learned) {
	if o.con.json {
		json.NewEncoder(o.con.out).Encode(r)
		return
	}
	fmt.Fprintf(o.con.out, "wrote %s: learned from %s in %.0f s\n", r.File,
		units.Plural(r.Boards, "board", "boards"), r.Seconds)
	if v := r.Validation; !r.Partial {
		fmt.Fprintf(o.con.out, "mean length of plans for %d other boards: %.1f with width %d; without the table "+
			"%.1f, and %.1f with width %d\n", v.Boards, v.Length, v.Width, v.Convex, v.WideConvex, v.Wide)
	}
}
