package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/heuristics"
	"npuzzle/internal/cli"
	"npuzzle/puzzle"
	"npuzzle/search/beam"
	"npuzzle/search/learn"
)

// learnedParameters is the JSON output of learn lines and learn convex.
type learnedParameters struct {
	File        string  `json:"file"`
	Generations int     `json:"generations"`
	Ratio       float64 `json:"ratio"` // of the last generation; see learn.Training
	Parameters  any     `json:"parameters"`
	Partial     bool    `json:"partial"`
}

// evolving is a command that evolves parameters, with its flags.
type evolving[P any] struct {
	con         cli.Console
	problem     *learn.Problem[P]
	seed        uint64
	workers     int
	boards      []learn.Boards
	generations int
	random      bool
	file        string
	force       bool
	resume      bool
}

// learnLinesCommand evolves the parameters of searches by lines.
func learnLinesCommand(con cli.Console) *urfave.Command {
	e := &evolving[beam.LineParameters]{con: con, problem: learn.Lines}
	command := e.command("12x12:10000000:2,10x10:6000000:3,9x9:3000000:2")
	command.Usage = "evolve the parameters by which beam search solves large boards line by line"
	command.CustomHelpTemplate = cli.Help(
		"npuzzle learn lines --boards 8x8:200000:2 --generations 2 --output quick.json",
		"npuzzle learn lines --generations 50 --output lines.json",
		"npuzzle learn lines --random --output random.json",
	)
	return command
}

// learnConvexCommand evolves the parameters of the score convex.
func learnConvexCommand(con cli.Console) *urfave.Command {
	e := &evolving[heuristics.ConvexParameters]{con: con, problem: learn.Convex}
	command := e.command(
		"7x7:w256:6,7x7:w1024:4,5x7:w256:6,6x6:w256:6,6x6:w1024:4,4x6:w256:6")
	command.Usage = "evolve the parameters of convex, the score of beam search without a pair table"
	command.CustomHelpTemplate = cli.Help(
		"npuzzle learn convex --boards 4x4:w50:2 --generations 2 --output quick-convex.json",
		"npuzzle learn convex --generations 50 --output convex.json",
		"npuzzle learn convex --random --output random.json",
	)
	return command
}

// command returns the command without its usage and examples.
func (e *evolving[P]) command(boards string) *urfave.Command {
	kind := e.problem.Set.Kind
	return &urfave.Command{
		Name: kind,
		Description: `
An evolution strategy evolves the parameters. Each generation has 24 sets of parameters, which are
mutants of one set, the centre. Beam search solves new random boards with each of them. The centre
moves to the sets with short plans, and away from those with long ones. The output file holds the
mean of the centres so far, in which later ones have more weight. A board that a search of one width
leaves unsolved counts as a plan of three times its Manhattan distance. The command writes the file
after each generation. An interrupt ends the training early, and --resume goes on. The same seed
gives the same file on any machine. npuzzle learn compare compares a file with the parameters that
come with the program.`,
		Flags: []urfave.Flag{
			boardsOfSearchFlag(&e.boards, boards, ""),
			cli.SeedFlag("search", &e.seed),
			&urfave.BoolFlag{
				Name: "random", Category: "search",
				Usage:       "search at random around the plain parameters, as a control",
				Destination: &e.random,
			},
			&urfave.IntFlag{
				Name: "generations", Category: "limits", Value: 30,
				Usage:       "end after `N` generations",
				Destination: &e.generations,
				Action:      cli.Between("generations", 1, 1_000_000),
			},
			cli.WorkersFlag(&e.workers),
			&urfave.StringFlag{
				Name: "output", Category: "output", Value: kind + ".json",
				Usage: "write the parameters to `FILE`", Destination: &e.file,
			},
			&urfave.BoolFlag{
				Name: "resume", Category: "output",
				Usage:       "go on with the training in the output file, with its seed and boards",
				Destination: &e.resume,
			},
			cli.ForceFlag(&e.force),
			cli.JSONFlag("print one JSON object", &e.con.JSON),
		},
		Action: e.learn,
	}
}

// boardsOfSearchFlag returns the flag that names boards and the search for each. Its default is a
// value or, in words, a text.
func boardsOfSearchFlag(to *[]learn.Boards, value, text string) urfave.Flag {
	return cli.Parsed(&urfave.StringFlag{
		Name: "boards", Category: "boards", Value: value,
		Usage: "solve boards of each `SIZE:STATES:N` or SIZE:wWIDTH:N: N boards, each by a " +
			"search that generates STATES states, or by one search of a width",
		DefaultText: text,
	}, to, parseBoardsOfSearch)
}

// parseBoardsOfSearch reads a list such as 10x10:6000000:3,7x7:w1024:2.
func parseBoardsOfSearch(text string) ([]learn.Boards, error) {
	var boards []learn.Boards
	for part := range strings.SplitSeq(text, ",") {
		group, err := parseBoardsOfSize(part)
		if err != nil {
			return nil, err
		}
		boards = append(boards, group)
	}
	return boards, nil
}

// parseBoardsOfSize reads a part of a list of boards, such as 10x10:6000000:3 or 7x7:w1024:2.
func parseBoardsOfSize(text string) (learn.Boards, error) {
	fields := strings.Split(text, ":")
	if len(fields) != 3 {
		return learn.Boards{}, fmt.Errorf(
			"%q; expected SIZE:STATES:N or SIZE:wWIDTH:N, such as 10x10:6000000:3 or 7x7:w1024:2",
			text)
	}
	size, err := puzzle.ParseSize(fields[0])
	if err != nil {
		return learn.Boards{}, err
	}
	boards := learn.Boards{Rows: size.Rows, Cols: size.Cols}
	if digits, isWidth := strings.CutPrefix(fields[1], "w"); isWidth {
		boards.Width, err = strconv.Atoi(digits)
		if err != nil || boards.Width < 1 || boards.Width > beam.MaxWidth {
			return learn.Boards{}, fmt.Errorf("%q; expected a width of 1 to %d, such as w1024",
				fields[1], beam.MaxWidth)
		}
	} else {
		boards.States, err = strconv.ParseUint(fields[1], 10, 63)
		if err != nil || boards.States == 0 {
			return learn.Boards{}, fmt.Errorf("%q; expected a number of states", fields[1])
		}
	}
	count, err := strconv.ParseUint(fields[2], 10, 16)
	if err != nil || count == 0 {
		return learn.Boards{}, fmt.Errorf("%q; expected 1 to 65535 boards", fields[2])
	}
	boards.Count = int(count)
	return boards, nil
}

// learn runs the command.
func (e *evolving[P]) learn(c *urfave.Context) error {
	output := cli.Output{Flag: "output", Name: e.file, Force: e.force || e.resume}
	if err := output.Check(); err != nil {
		return err
	}
	output.Force = true // each generation replaces the file of the one before
	training, err := e.training()
	if err != nil {
		return err
	}
	begun := training.Generations
	p := cli.NewProgress(e.con.Err)
	defer p.End()
	observe := func(t *learn.Training[P]) error {
		text := fmt.Sprintf("generation %d: plans %.4f times as long as with plain parameters",
			t.Generations, t.Ratios[len(t.Ratios)-1])
		done := uint64(t.Generations - begun)
		p.Show("learning "+e.problem.Set.Kind, done, uint64(e.generations-begun), text)
		file, err := t.File(e.commandOf(t))
		if err != nil {
			return err
		}
		return output.Write(func(w io.Writer) error { return file.Write(w) })
	}
	if err := training.Evolve(c.Context, e.generations, e.workers, observe); err != nil {
		return err
	}
	if training.Generations == 0 {
		return cli.Unfinished(true)
	}
	result := learnedParameters{
		File:        e.file,
		Generations: training.Generations,
		Ratio:       training.Ratios[len(training.Ratios)-1],
		Parameters:  training.Parameters(),
		Partial:     training.Generations < e.generations,
	}
	if err := e.con.Result(result, func() { e.con.Say("learned parameters", result) }); err != nil {
		return err
	}
	return cli.Unfinished(result.Partial)
}

// training returns a new training, or the one in the output file.
func (e *evolving[P]) training() (*learn.Training[P], error) {
	if !e.resume {
		return e.problem.NewTraining(e.seed, e.random, e.boards), nil
	}
	text, err := readParameters(e.file)
	if err != nil {
		return nil, err
	}
	file, err := e.problem.Set.Read(text)
	if err != nil {
		return nil, cli.Misuse("%s: %v", e.file, err)
	}
	training, err := e.problem.Resume(file)
	if err != nil {
		return nil, cli.Misuse("%s: %v", e.file, err)
	}
	return training, nil
}

// commandOf returns the command that makes the file of a training.
func (e *evolving[P]) commandOf(t *learn.Training[P]) string {
	var boards []string
	for _, group := range t.Boards {
		boards = append(boards, group.String())
	}
	command := fmt.Sprintf("npuzzle learn %s --boards %s --seed %d --generations %d",
		e.problem.Set.Kind, strings.Join(boards, ","), t.Seed, t.Generations)
	if t.Random {
		command += " --random"
	}
	return command
}

// readParameters reads the text of a file of parameters.
func readParameters(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, cli.Misuse("%s: %v", name, errors.Unwrap(err))
	}
	return text, nil
}
