package main

import (
	"math"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/stats"
	"npuzzle/internal/cli"
	"npuzzle/puzzle"
	"npuzzle/search/beam"
	"npuzzle/search/learn"
)

// comparedLines is the JSON output of learn compare for boards of one size. "Before" are the
// parameters that the file is compared with. An end of an interval is null if there are too few boards.
type comparedLines struct {
	Size         string   `json:"size"`
	States       uint64   `json:"states"`
	Boards       int      `json:"boards"`
	StuckBefore  int      `json:"stuck_before"`
	Stuck        int      `json:"stuck"`
	LengthBefore float64  `json:"mean_length_before"`
	Length       float64  `json:"mean_length"`
	Ratio        float64  `json:"ratio"` // geometric mean of the ratios of the lengths
	RatioLow     *float64 `json:"ratio_low"`
	RatioHigh    *float64 `json:"ratio_high"`
	Moves        float64  `json:"moves"` // mean difference of the lengths
	MovesLow     *float64 `json:"moves_low"`
	MovesHigh    *float64 `json:"moves_high"`
}

// learnCompareCommand compares a file of parameters with those that come with the program.
func learnCompareCommand(con cli.Console) *urfave.Command {
	var boards []learn.LineBoards
	var seed uint64
	var workers int
	var plain bool
	action := func(c *urfave.Context) error {
		file, err := readLines(c.Args().First())
		if err != nil {
			return err
		}
		old := beam.ShippedLines().Parameters
		if plain {
			old = beam.PlainLines()
		}
		for _, group := range boards {
			before, after, err := learn.CompareLines(c.Context, seed, workers, group, old,
				file.Parameters)
			if c.Err() != nil {
				return cli.Unfinished(true)
			}
			if err != nil {
				return err
			}
			result := comparisonOf(group, before, after)
			err = con.Result(result, func() { con.Say("compared lines", result) })
			if err != nil {
				return err
			}
			if err := con.Out.Flush(); err != nil { // the next size takes long
				return err
			}
		}
		return nil
	}
	return &urfave.Command{
		Name:      "compare",
		Usage:     "compare parameters of learn lines with those that come with the program",
		ArgsUsage: "FILE",
		Description: `
Beam search solves random boards with both sets of parameters. The command prints the ratio and the
difference of the lengths of the plans, each with a 95 % interval. A board is stuck if no search by
lines completes its lines, so that a part of its plan is made tile by tile. The boards of a seed are
others than those of any training.`,
		Flags: []urfave.Flag{
			lineBoardsFlag(&boards, "10x10:10000000:100"),
			cli.SeedFlag("boards", &seed),
			&urfave.BoolFlag{
				Name: "plain", Category: "boards",
				Usage:       "compare with the plain parameters, which were chosen by hand",
				Destination: &plain,
			},
			cli.WorkersFlag(&workers),
			cli.JSONFlag("print one JSON object for each size", &con.JSON),
		},
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle learn compare lines.json",
			"npuzzle learn compare --boards 12x12:20000000:20,16x16:30000000:10 lines.json",
			"npuzzle learn compare --plain lines.json",
		),
	}
}

// comparisonOf summarises the plans of both sets of parameters for the same boards.
func comparisonOf(group learn.LineBoards, before, after []learn.LinePlan) comparedLines {
	result := comparedLines{
		Size:   puzzle.Size{Rows: group.Rows, Cols: group.Cols}.String(),
		States: group.States,
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
		result.LengthBefore += float64(old.Length) / n
		result.Length += float64(now.Length) / n
		logs = append(logs, math.Log(float64(now.Length)/float64(old.Length)))
		moves = append(moves, float64(now.Length-old.Length))
	}
	ratio, _ := stats.PairedMean(logs)
	difference, _ := stats.PairedMean(moves)
	result.Ratio = math.Exp(ratio.Value)
	result.Moves = difference.Value
	if !math.IsNaN(ratio.Low) {
		low := math.Exp(ratio.Low)
		high := math.Exp(ratio.High)
		result.RatioLow = &low
		result.RatioHigh = &high
		result.MovesLow = &difference.Low
		result.MovesHigh = &difference.High
	}
	return result
}
