package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/cli"
	"npuzzle/puzzle"
	"npuzzle/search/beam"
	"npuzzle/search/learn"
)

// learnedLines is the JSON output of learn lines.
type learnedLines struct {
	File        string              `json:"file"`
	Generations int                 `json:"generations"`
	Ratio       float64             `json:"ratio"` // of the last generation; see learn.LineTraining
	Parameters  beam.LineParameters `json:"parameters"`
	Partial     bool                `json:"partial"`
}

// lineOptions are the flags of learn lines.
type lineOptions struct {
	con         cli.Console
	seed        uint64
	workers     int
	boards      []learn.LineBoards
	generations int
	random      bool
	file        string
	force       bool
	resume      bool
}

// learnLinesCommand evolves the parameters of searches by lines.
func learnLinesCommand(con cli.Console) *urfave.Command {
	o := &lineOptions{con: con}
	return &urfave.Command{
		Name:  "lines",
		Usage: "evolve the parameters by which beam search solves large boards line by line",
		Description: `
An evolution strategy evolves the parameters. Each generation has 12 sets of parameters, which are
mutants of one set, the centre. Beam search solves new random boards with each of them. The mean of
the four sets with the shortest plans is the next centre. The output file holds the last centre. The
command writes the file after each generation. An interrupt ends the training early, and --resume
goes on. The same seed gives the same file on any machine. npuzzle learn compare compares a file
with the parameters that come with the program.`,
		Flags: []urfave.Flag{
			lineBoardsFlag(&o.boards, "12x12:10000000:2,10x10:6000000:3,9x9:3000000:2"),
			cli.SeedFlag("search", &o.seed),
			&urfave.BoolFlag{
				Name: "random", Category: "search",
				Usage:       "search at random around the plain parameters, as a control",
				Destination: &o.random,
			},
			&urfave.IntFlag{
				Name: "generations", Category: "limits", Value: 30,
				Usage:       "end after `N` generations",
				Destination: &o.generations,
				Action:      cli.Between("generations", 1, 1_000_000),
			},
			cli.WorkersFlag(&o.workers),
			&urfave.StringFlag{
				Name: "output", Category: "output", Value: "lines.json",
				Usage: "write the parameters to `FILE`", Destination: &o.file,
			},
			&urfave.BoolFlag{
				Name: "resume", Category: "output",
				Usage:       "go on with the training in the output file, with its seed and boards",
				Destination: &o.resume,
			},
			cli.ForceFlag(&o.force),
			cli.JSONFlag("print one JSON object", &o.con.JSON),
		},
		Action: o.learn,
		CustomHelpTemplate: cli.Help(
			"npuzzle learn lines --boards 8x8:200000:2 --generations 2 --output quick.json",
			"npuzzle learn lines --generations 50 --output lines.json",
			"npuzzle learn lines --random --output random.json",
		),
	}
}

// lineBoardsFlag returns the flag that names boards.
func lineBoardsFlag(to *[]learn.LineBoards, value string) urfave.Flag {
	return cli.Parsed(&urfave.StringFlag{
		Name: "boards", Category: "boards", Value: value,
		Usage: "solve boards of each `SIZE:STATES:N`: N boards, each by a search that generates " +
			"STATES states",
	}, to, parseLineBoards)
}

// parseLineBoards reads a list such as 10x10:6000000:3,9x9:3000000:2.
func parseLineBoards(text string) ([]learn.LineBoards, error) {
	var boards []learn.LineBoards
	for part := range strings.SplitSeq(text, ",") {
		group, err := parseBoardsOfSize(part)
		if err != nil {
			return nil, err
		}
		boards = append(boards, group)
	}
	return boards, nil
}

// parseBoardsOfSize reads a part of a list of boards, such as 10x10:6000000:3.
func parseBoardsOfSize(text string) (learn.LineBoards, error) {
	fields := strings.Split(text, ":")
	if len(fields) != 3 {
		return learn.LineBoards{}, fmt.Errorf("%q; expected SIZE:STATES:N, such as 10x10:6000000:3",
			text)
	}
	size, err := puzzle.ParseSize(fields[0])
	if err != nil {
		return learn.LineBoards{}, err
	}
	states, err := strconv.ParseUint(fields[1], 10, 63)
	if err != nil || states == 0 {
		return learn.LineBoards{}, fmt.Errorf("%q; expected a number of states", fields[1])
	}
	count, err := strconv.ParseUint(fields[2], 10, 16)
	if err != nil || count == 0 {
		return learn.LineBoards{}, fmt.Errorf("%q; expected 1 to 65535 boards", fields[2])
	}
	return learn.LineBoards{
		Rows: size.Rows, Cols: size.Cols, States: states, Count: int(count),
	}, nil
}

// learn runs the command.
func (o *lineOptions) learn(c *urfave.Context) error {
	output := cli.Output{Flag: "output", Name: o.file, Force: o.force || o.resume}
	if err := output.Check(); err != nil {
		return err
	}
	output.Force = true // each generation replaces the file of the one before
	training, err := o.training()
	if err != nil {
		return err
	}
	begun := training.Generations
	p := cli.NewProgress(o.con.Err)
	defer p.End()
	observe := func(t *learn.LineTraining) error {
		text := fmt.Sprintf("generation %d: plans %.4f times as long as with plain parameters",
			t.Generations, t.Ratios[len(t.Ratios)-1])
		done := uint64(t.Generations - begun)
		p.Show("learning lines", done, uint64(o.generations-begun), text)
		return output.Write(func(w io.Writer) error { return writeTraining(w, t) })
	}
	if err := training.Evolve(c.Context, o.generations, o.workers, observe); err != nil {
		return err
	}
	if training.Generations == 0 {
		return cli.Unfinished(true)
	}
	result := learnedLines{
		File:        o.file,
		Generations: training.Generations,
		Ratio:       training.Ratios[len(training.Ratios)-1],
		Parameters:  training.Parameters(),
		Partial:     training.Generations < o.generations,
	}
	if err := o.con.Result(result, func() { o.con.Say("learned lines", result) }); err != nil {
		return err
	}
	return cli.Unfinished(result.Partial)
}

// training returns a new training, or the one in the output file.
func (o *lineOptions) training() (*learn.LineTraining, error) {
	if !o.resume {
		return learn.NewLineTraining(o.seed, o.random, o.boards), nil
	}
	file, err := readLines(o.file)
	if err != nil {
		return nil, err
	}
	if len(file.Training) == 0 {
		return nil, cli.Misuse("%s: has no training to go on with", o.file)
	}
	training := &learn.LineTraining{}
	if err := json.Unmarshal(file.Training, training); err != nil {
		return nil, cli.Misuse("%s: not a training of learn lines: %v", o.file, err)
	}
	if err := training.Check(); err != nil {
		return nil, cli.Misuse("%s: %v", o.file, err)
	}
	return training, nil
}

// writeTraining writes the file of a training.
func writeTraining(w io.Writer, t *learn.LineTraining) error {
	state, err := json.Marshal(t)
	if err != nil {
		return err
	}
	file := beam.LineFile{Command: commandOf(t), Parameters: t.Parameters(), Training: state}
	return file.Write(w)
}

// commandOf returns the command that makes the file of a training.
func commandOf(t *learn.LineTraining) string {
	var boards []string
	for _, group := range t.Boards {
		boards = append(boards, fmt.Sprintf("%dx%d:%d:%d",
			group.Rows, group.Cols, group.States, group.Count))
	}
	command := fmt.Sprintf("npuzzle learn lines --boards %s --seed %d --generations %d",
		strings.Join(boards, ","), t.Seed, t.Generations)
	if t.Random {
		command += " --random"
	}
	return command
}

// readLines reads a file of parameters.
func readLines(name string) (beam.LineFile, error) {
	file, err := os.Open(name)
	if err != nil {
		return beam.LineFile{}, cli.Misuse("%s: %v", name, errors.Unwrap(err))
	}
	defer file.Close()
	lines, err := beam.ReadLines(file)
	if err != nil {
		return beam.LineFile{}, cli.Misuse("%s: %v", name, err)
	}
	return lines, nil
}
