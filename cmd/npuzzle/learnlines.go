package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/stats"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search/beam"
	"npuzzle/search/learn"
)

// lineOptions are the flags of learn lines and learn compare.
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

// learnedLines is the JSON output of learn lines.
type learnedLines struct {
	File        string              `json:"file"`
	Generations int                 `json:"generations"`
	Ratio       float64             `json:"ratio"` // of the last generation
	Parameters  beam.LineParameters `json:"parameters"`
	Partial     bool                `json:"partial"`
}

// boardsFlag returns the flag for the boards of a generation, or of a comparison.
func (o *lineOptions) boardsFlag(usage, value string) urfave.Flag {
	return cli.Parsed(&urfave.StringFlag{
		Name: "boards", Category: "boards", Value: value, Usage: usage,
	}, &o.boards, parseLineBoards)
}

// parseLineBoards reads a list such as 10x10:6000000:3,9x9:3000000:2.
func parseLineBoards(text string) ([]learn.LineBoards, error) {
	var boards []learn.LineBoards
	for part := range strings.SplitSeq(text, ",") {
		fields := strings.Split(part, ":")
		if len(fields) != 3 {
			return nil, fmt.Errorf("%q; expected SIZE:STATES:N", part)
		}
		size, err := puzzle.ParseSize(fields[0])
		if err != nil {
			return nil, err
		}
		states, err := strconv.ParseUint(fields[1], 10, 64)
		if err != nil || states == 0 {
			return nil, fmt.Errorf("%q; expected a number of states", fields[1])
		}
		count, err := strconv.ParseUint(fields[2], 10, 16)
		if err != nil || count == 0 {
			return nil, fmt.Errorf("%q; expected a number of boards, from 1 to 65535", fields[2])
		}
		boards = append(boards, learn.LineBoards{
			Rows: size.Rows, Cols: size.Cols, States: states, Count: int(count),
		})
	}
	return boards, nil
}

// learnLinesCommand evolves the parameters of searches by lines.
func learnLinesCommand(con cli.Console) *urfave.Command {
	o := &lineOptions{con: con}
	return &urfave.Command{
		Name:  "lines",
		Usage: "evolve the parameters by which beam search solves large boards line by line",
		Description: `
An evolution strategy evolves the parameters. Each generation has 12 sets of parameters, which are
mutants of one set, the centre. Beam search solves the boards of the generation, new random ones,
with each set. The mean of the four sets with the shortest plans is the next centre. The file that
the command writes has the last centre. It is written after each generation, and --resume goes on
from it. An interrupt ends the training early. The same seed gives the same parameters on any
machine. npuzzle learn compare compares a file with the parameters that come with the program.`,
		Flags: []urfave.Flag{
			o.boardsFlag("solve boards of each `SIZE:STATES:N` in a generation: N boards, each by a "+
				"search that generates STATES states",
				"12x12:10000000:2,10x10:6000000:3,9x9:3000000:2"),
			cli.SeedFlag("search", &o.seed),
			&urfave.BoolFlag{
				Name: "random", Category: "search",
				Usage:       "draw all sets of parameters around the plain ones, as a control",
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
				Usage:       "go on with the training of the output file; its seed and boards stay",
				Destination: &o.resume,
			},
			cli.ForceFlag(&o.force),
			cli.JSONFlag("print one JSON object", &o.con.JSON),
		},
		Action: o.evolve,
		CustomHelpTemplate: cli.Help(
			"npuzzle learn lines --generations 50 --output lines.json",
			"npuzzle learn lines --boards 9x9:1000000:4 --generations 5 --force",
			"npuzzle learn lines --random --output random.json",
		),
	}
}

// evolve runs learn lines.
func (o *lineOptions) evolve(c *urfave.Context) error {
	training := learn.NewLineTraining(o.seed, o.random, o.boards)
	if o.resume {
		file, err := readLines(o.file)
		if err != nil {
			return err
		}
		if training, err = trainingOf(file); err != nil {
			return cli.Named(o.file, err)
		}
	}
	output := cli.Output{Flag: "output", Name: o.file, Force: o.force || o.resume}
	if err := output.Check(); err != nil {
		return err
	}
	output.Force = true // each generation replaces the file of the one before
	began := time.Now()
	first := training.Generations
	p := cli.NewProgress(o.con.Err)
	defer p.End()
	var written error
	err := training.Evolve(c.Context, o.generations, o.workers, func(t *learn.LineTraining) {
		total := uint64(o.generations - first)
		text := fmt.Sprintf("generation %d, plans %.4f times as long as with the plain parameters",
			t.Generations, t.Ratios[len(t.Ratios)-1])
		p.Show("learning lines", uint64(t.Generations-first), total, text)
		written = errors.Join(written, output.Write(func(w io.Writer) error {
			return writeTraining(w, t)
		}))
	})
	if err := errors.Join(err, written); err != nil {
		return err
	}
	_ = began
	result := learnedLines{
		File:        o.file,
		Generations: training.Generations,
		Parameters:  training.Parameters(),
		Partial:     training.Generations < o.generations,
	}
	if n := len(training.Ratios); n > 0 {
		result.Ratio = training.Ratios[n-1]
	}
	if err := o.con.Result(result, func() { o.con.Say("learnedlines", result) }); err != nil {
		return err
	}
	return cli.Unfinished(result.Partial)
}

// writeTraining writes the file of a training.
func writeTraining(w io.Writer, t *learn.LineTraining) error {
	state, err := json.Marshal(t)
	if err != nil {
		return err
	}
	file := beam.LineFile{
		Command:    commandOf(t),
		Parameters: t.Parameters(),
		Training:   state,
	}
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
		return beam.LineFile{}, err
	}
	defer file.Close()
	lines, err := beam.ReadLines(file)
	if err != nil {
		return beam.LineFile{}, fmt.Errorf("%s: %w", name, err)
	}
	return lines, nil
}

// trainingOf returns the training of a file.
func trainingOf(file beam.LineFile) (*learn.LineTraining, error) {
	if len(file.Training) == 0 {
		return nil, errors.New("has no training to go on with")
	}
	training := &learn.LineTraining{}
	if err := json.Unmarshal(file.Training, training); err != nil {
		return nil, err
	}
	return training, nil
}

// comparedLines is the JSON output of learn compare for boards of one size.
type comparedLines struct {
	Size        string  `json:"size"`
	States      uint64  `json:"states"`
	Boards      int     `json:"boards"`
	StuckBefore int     `json:"stuck_before"`
	Stuck       int     `json:"stuck"`
	Before      float64 `json:"mean_length_before"`
	Length      float64 `json:"mean_length"`

	// Ratio is the geometric mean of the ratios of the lengths.
	Ratio float64  `json:"ratio"`
	Low   *float64 `json:"ratio_low"`
	High  *float64 `json:"ratio_high"`

	// Moves is the mean difference of the lengths.
	Moves     float64  `json:"moves"`
	MovesLow  *float64 `json:"moves_low"`
	MovesHigh *float64 `json:"moves_high"`

	Partial bool `json:"partial"`
}

// learnCompareCommand compares a file of parameters with those that come with the program.
func learnCompareCommand(con cli.Console) *urfave.Command {
	o := &lineOptions{con: con}
	return &urfave.Command{
		Name:      "compare",
		Usage:     "compare parameters of learn lines with those that come with the program",
		ArgsUsage: "FILE",
		Description: `
Beam search solves random boards with both sets of parameters. The command prints the mean ratio of
the lengths of the plans and the mean difference, each with a 95 % interval. A board is stuck if no
search by lines completes its lines, so that a part of the plan is made tile by tile. The boards are
others than those of any training.`,
		Flags: []urfave.Flag{
			o.boardsFlag("solve boards of each `SIZE:STATES:N`: N boards, each by a search that "+
				"generates STATES states", "10x10:10000000:100"),
			cli.SeedFlag("boards", &o.seed),
			cli.WorkersFlag(&o.workers),
			cli.JSONFlag("print one JSON object for each size", &o.con.JSON),
		},
		Action: o.compare,
		CustomHelpTemplate: cli.Help(
			"npuzzle learn compare lines.json",
			"npuzzle learn compare --boards 12x12:20000000:20,16x16:30000000:10 lines.json",
		),
	}
}

// compare runs learn compare.
func (o *lineOptions) compare(c *urfave.Context) error {
	if c.NArg() != 1 {
		return cli.Misuse("expected one FILE of parameters, made by npuzzle learn lines")
	}
	file, err := readLines(c.Args().First())
	if err != nil {
		return err
	}
	for _, boards := range o.boards {
		before, after, err := learn.CompareLines(c.Context, o.seed, o.workers, boards,
			beam.ShippedLines().Parameters, file.Parameters)
		if err != nil && c.Err() == nil {
			return err
		}
		if c.Err() != nil {
			return cli.Unfinished(true)
		}
		result := compared(boards, before, after)
		if err := o.con.Result(result, func() { o.con.Say("comparedlines", result) }); err != nil {
			return err
		}
	}
	return nil
}

// compared summarises the plans of both sets of parameters.
func compared(boards learn.LineBoards, before, after []learn.LinePlan) comparedLines {
	result := comparedLines{
		Size:   puzzle.Size{Rows: boards.Rows, Cols: boards.Cols}.String(),
		States: boards.States,
		Boards: len(before),
	}
	n := float64(len(before))
	var logs, moves []float64
	for i, old := range before {
		now := after[i]
		if old.Stuck {
			result.StuckBefore++
		}
		if now.Stuck {
			result.Stuck++
		}
		result.Before += float64(old.Length) / n
		result.Length += float64(now.Length) / n
		logs = append(logs, math.Log(float64(now.Length)/float64(old.Length)))
		moves = append(moves, float64(now.Length-old.Length))
	}
	ratio, _ := stats.PairedMean(logs)
	result.Ratio = math.Exp(ratio.Value)
	result.Low = finite(math.Exp(ratio.Low))
	result.High = finite(math.Exp(ratio.High))
	difference, _ := stats.PairedMean(moves)
	result.Moves = difference.Value
	result.MovesLow = finite(difference.Low)
	result.MovesHigh = finite(difference.High)
	return result
}

// finite returns a number, or nil if it is not finite.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

var _ = units.Grouped
