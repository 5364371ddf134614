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

// learnPairsCommand trains a table and writes its file. After an interrupt, it writes the table so
// far.
func learnPairsCommand(con cli.Console) *urfave.Command {
	var training learn.Config
	var limit time.Duration
	var boards int // 0: the time is the budget
	var dir string
	var force bool
	flags := []urfave.Flag{
		cli.Parsed(&urfave.StringFlag{
			Name: "size", Category: "boards", Value: "5x5",
			Usage: "train for boards of `ROWSxCOLS`, of at most 64 cells",
		}, &training.Size, puzzle.ParseSize),
		cli.SeedFlag("search", &training.Seed),
		cli.Parsed(&urfave.StringFlag{
			Name: "time", Category: "limits", Value: "10m",
			Usage: "train for about `TIME`",
		}, &limit, units.ParseDuration),
		&urfave.IntFlag{
			Name: "boards", Category: "limits",
			Usage:       "solve about `N` boards; the result is the same on every machine",
			DefaultText: "as many as --time allows",
			Destination: &boards,
			Action:      cli.Between("boards", 1, 100_000_000),
		},
		cli.WorkersFlag(&training.Workers),
		cli.TablesFlag("output", &dir),
		cli.ForceFlag(&force),
		cli.JSONFlag("print one JSON object", &con.JSON),
	}
	action := func(c *urfave.Context) error {
		size := training.Size
		if size.Cells() > pairs.MaxCells || min(size.Rows, size.Cols) < 2 {
			return cli.Misuse("--size %v; expected at least 2 rows and columns, and at most %d "+
				"cells",
				size, pairs.MaxCells)
		}
		path, err := pairs.Path(size, dir)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return cli.Named(path, err)
		}
		if err := files.Check(path, false, force); err != nil {
			return cli.Named(path, err)
		}
		smaller := puzzle.Size{Rows: size.Rows - 1, Cols: size.Cols - 1}
		if training.Smaller, err = pairs.Find(smaller, dir); err != nil {
			return err
		}
		began := time.Now()
		p := cli.NewProgress(con.Err)
		defer p.End()
		training.More = func(solved int) bool {
			const beforeFinalFit = 0.7 // fraction of the time that is for rounds
			if boards > 0 {
				return solved < boards
			}
			return time.Since(began).Seconds() < beforeFinalFit*limit.Seconds()
		}
		training.Observe = func(now learn.Progress) {
			text := fmt.Sprintf("%s boards, plans of %.1f moves (without the table %.1f)",
				units.Grouped(uint64(now.Boards)), now.Length, now.Convex)
			p.Show(fmt.Sprintf("learning %v", size), uint64(time.Since(began)), uint64(limit), text)
		}
		table, err := learn.Train(c.Context, training)
		if err != nil {
			return err
		}
		table.Seconds = time.Since(began).Seconds()
		table.Machine = machine.Describe()
		if table.Program, err = bench.Program(); err != nil {
			return err
		}
		to := cli.Output{Name: path, Force: force}
		if err := to.Write(table.Write); err != nil {
			return err
		}
		result := learned{File: path, Size: size.String(), Training: table.Training,
			Partial: c.Err() != nil}
		result.Validation = validate(c.Context, table, training)
		err = con.Result(result, func() { con.Say("learned", result) })
		if err != nil {
			return err
		}
		return cli.Unfinished(result.Partial)
	}
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
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle learn pairs --size 3x4 --boards 100 --pdb-dir tables",
			"npuzzle learn pairs --size 2x3 --time 1s --pdb-dir tables --json",
		),
	}
}

// validate compares the table with convex on validation boards. It returns mean lengths of plans:
// with the table, without it, and without it but with a larger width.
func validate(ctx context.Context, t *pairs.Table, o learn.Config) map[string]any {
	mean := func(h heuristics.Heuristic, width int) float64 {
		m, _ := learn.Validate(ctx, h, o.Size, width, validationBoards, search.Workers(o.Workers))
		return m
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
