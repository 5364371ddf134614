package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/cli"
	"npuzzle/internal/files"
	"npuzzle/internal/machine"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/learn"
)

// learned is the JSON output of learn.
type learned struct {
	File string `json:"file"`
	Size string `json:"size"`
	pairs.Training
	Validation map[string]any `json:"validation"`
	Partial    bool           `json:"partial"`
}

// validationBoards is the number of validation boards.
const validationBoards = 100

// learnCommand trains the scores of beam search.
func learnCommand(con cli.Console) *urfave.Command {
	return &urfave.Command{
		Name:  "learn",
		Usage: "learn the scores of beam search",
		Description: `
Beam search orders boards by scores. learn pairs fits a value for every two tiles, for boards of one
size. learn convex evolves the parameters of the score for sizes without such values. learn lines
evolves the parameters by which boards with more than eight rows or columns are solved line by line.
npuzzle learn COMMAND --help shows the flags of a command.`,
		Action: urfave.ShowSubcommandHelp,
		Subcommands: []*urfave.Command{
			learnPairsCommand(con), learnConvexCommand(con), learnLinesCommand(con),
			learnCompareCommand(con),
		},
		CustomHelpTemplate: cli.Help(
			"npuzzle learn pairs --size 3x3 --time 1s --pdb-dir tables",
			"npuzzle learn convex --boards 4x4:w50:2 --generations 2 --output first.json",
		),
	}
}

// learning is the command learn pairs, with its flags.
type learning struct {
	con     cli.Console
	size    puzzle.Size
	seed    uint64
	time    time.Duration
	boards  int // 0: the time is the budget
	workers int // boards solved in parallel
	dir     string
	force   bool
}

// learnPairsCommand trains a table and writes its file. After an interrupt, it writes the table so
// far.
func learnPairsCommand(con cli.Console) *urfave.Command {
	o := &learning{con: con}
	return &urfave.Command{
		Name:  "pairs",
		Usage: "learn a value for every two tiles on their cells",
		Description: `
The score adds up a value for every two tiles on every two cells. The command solves random boards
by beam search, fits the values to the lengths of the plans, and solves more boards with the new
values, until the time is over. It begins with the values for boards of one row and one column less,
if there are any. The heuristic pairs uses the file that the command writes to the folder of pattern
databases. Tables for 5x5, 6x6, 7x7 and 8x8 come with the program. An interrupt ends the training
early.`,
		Flags: []urfave.Flag{
			cli.Parsed(&urfave.StringFlag{
				Name: "size", Category: "boards", Value: "5x5",
				Usage: "train for boards of `ROWSxCOLS`, of at most 64 cells",
			}, &o.size, puzzle.ParseSize),
			cli.SeedFlag("search", &o.seed),
			cli.Parsed(&urfave.StringFlag{
				Name: "time", Category: "limits", Value: "10m",
				Usage: "train for about `TIME`",
			}, &o.time, units.ParseDuration),
			&urfave.IntFlag{
				Name: "boards", Category: "limits",
				Usage:       "solve about `N` boards; the result is the same on every machine",
				DefaultText: "as many as --time allows",
				Destination: &o.boards,
				Action:      cli.Between("boards", 1, 100_000_000),
			},
			cli.WorkersFlag(&o.workers),
			cli.TablesFlag("output", &o.dir),
			cli.ForceFlag(&o.force),
			cli.JSONFlag("print one JSON object", &o.con.JSON),
		},
		Action: o.learn,
		CustomHelpTemplate: cli.Help(
			"npuzzle learn pairs --size 3x4 --boards 100 --pdb-dir tables",
			"npuzzle learn pairs --size 2x3 --time 1s --pdb-dir tables --json",
		),
	}
}

// learn runs the command.
func (o *learning) learn(c *urfave.Context) error {
	path, err := o.path()
	if err != nil {
		return err
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, o.size)
	if err != nil {
		return err
	}
	smallerSize := puzzle.Size{Rows: o.size.Rows - 1, Cols: o.size.Cols - 1}
	smaller, err := pairs.Find(smallerSize, o.dir)
	if err != nil {
		return err
	}
	table, err := o.train(c.Context, smaller)
	if err != nil {
		return err
	}
	output := cli.Output{Name: path, Force: o.force}
	if err := output.Write(table.Write); err != nil {
		return err
	}
	result := learned{
		File:       path,
		Size:       o.size.String(),
		Training:   table.Training,
		Partial:    c.Err() != nil,
		Validation: o.validate(c.Context, table, goal),
	}
	if err := o.con.Result(result, func() { o.con.Say("learned", result) }); err != nil {
		return err
	}
	return cli.Unfinished(result.Partial)
}

// path returns the path of the file to write, and makes its folder. It returns an error if the file
// exists and may not be replaced, or if there are no tables for the size.
func (o *learning) path() (string, error) {
	if o.size.Cells() > pairs.MaxCells || min(o.size.Rows, o.size.Cols) < 2 {
		return "", cli.Misuse("--size %v; expected at least 2 rows and columns, and at most %d cells",
			o.size, pairs.MaxCells)
	}
	path, err := pairs.Path(o.size, o.dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", cli.Named(path, err)
	}
	if err := files.Check(path, false, o.force); err != nil {
		return "", cli.Named(path, err)
	}
	return path, nil
}

// train trains a table, beginning with the table of a smaller board unless that is nil. It shows the
// progress.
func (o *learning) train(ctx context.Context, smaller *pairs.Table) (*pairs.Table, error) {
	began := time.Now()
	progress := cli.NewProgress(o.con.Err)
	defer progress.End()
	table, err := learn.Train(ctx, learn.Config{
		Size:    o.size,
		Seed:    o.seed,
		Workers: o.workers,
		Smaller: smaller,
		More: func(solved int) bool {
			const beforeFinalFit = 0.7 // fraction of the time that is for rounds
			if o.boards > 0 {
				return solved < o.boards
			}
			return time.Since(began).Seconds() < beforeFinalFit*o.time.Seconds()
		},
		Observe: func(now learn.Progress) {
			text := fmt.Sprintf("%s boards, plans of %.1f moves (without the table %.1f)",
				units.Grouped(uint64(now.Boards)), now.Length, now.Convex)
			task := fmt.Sprintf("learning %v", o.size)
			progress.Show(task, uint64(time.Since(began)), uint64(o.time), text)
		},
	})
	if err != nil {
		return nil, err
	}
	table.Seconds = time.Since(began).Seconds()
	table.Machine = machine.Describe()
	table.Program, err = bench.Program()
	if err != nil {
		return nil, err
	}
	return table, nil
}

// validate compares the table with convex on validation boards of a goal. It returns mean lengths
// of plans: with the table, without it, and without it but with a larger width.
func (o *learning) validate(
	ctx context.Context, t *pairs.Table, goal puzzle.Board,
) map[string]any {
	workers := search.Workers(o.workers)
	mean := func(h heuristics.Heuristic, width int) float64 {
		length, _ := learn.Validate(ctx, h, goal, width, validationBoards, workers)
		return length
	}
	const width = learn.ValidationWidth
	const wide = 4 * width
	return map[string]any{
		"boards":             validationBoards,
		"width":              width,
		"wide_width":         wide,
		"length":             mean(pairs.With(t), width),
		"convex_length":      mean(heuristics.Convex, width),
		"wide_convex_length": mean(heuristics.Convex, wide),
	}
}
