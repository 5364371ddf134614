package main

import (
	"math"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/internal/cli"
	"npuzzle/internal/parameters"
	"npuzzle/search/learn"
)

// comparedParameters is the JSON output of learn compare for a group of boards. "Before" are the
// parameters that the file is compared with. Lengths, the ratio and the moves are those of the
// boards that both solve. They are null without such a board. The ends of their intervals are null
// if there are too few boards.
type comparedParameters struct {
	Size           string       `json:"size"`
	States         uint64       `json:"states"` // 0 for searches of a width
	Width          int          `json:"width"`  // 0 for searches with growing widths
	Boards         int          `json:"boards"`
	UnsolvedBefore int          `json:"unsolved_before"`
	Unsolved       int          `json:"unsolved"`
	StuckBefore    int          `json:"stuck_before"`
	Stuck          int          `json:"stuck"`
	LengthBefore   bench.Figure `json:"mean_length_before"`
	Length         bench.Figure `json:"mean_length"`
	Ratio          bench.Figure `json:"ratio"` // geometric mean of the ratios of the lengths
	RatioLow       bench.Figure `json:"ratio_low"`
	RatioHigh      bench.Figure `json:"ratio_high"`
	Moves          bench.Figure `json:"moves"` // mean difference of the lengths
	MovesLow       bench.Figure `json:"moves_low"`
	MovesHigh      bench.Figure `json:"moves_high"`
}

// Boards by which parameters are compared, if the flag does not say others.
const (
	comparedLines  = "10x10:10000000:100"
	comparedConvex = "7x7:w1024:100"
)

// comparing is the command learn compare, with its flags.
type comparing struct {
	con     cli.Console
	boards  []learn.Boards // none: those of the file's kind
	seed    uint64
	workers int
	plain   bool
}

// learnCompareCommand compares a file of parameters with those that come with the program.
func learnCompareCommand(con cli.Console) *urfave.Command {
	o := &comparing{con: con}
	const boards = comparedConvex + " or " + comparedLines + ", by the kind of the file"
	return &urfave.Command{
		Name:      "compare",
		Usage:     "compare parameters of a file with those that come with the program",
		ArgsUsage: "FILE",
		Description: `
Beam search solves random boards with both sets of parameters. The file is one of learn lines or of
learn convex. The command prints the ratio and the difference of the lengths of the plans, each with
a 95 % interval. A search of one width may leave a board unsolved. Such boards are counted, and leave
no lengths. A board is stuck if no search by lines completes its lines, so that a part of its plan is
made tile by tile. The boards of a seed are others than those of any training.`,
		Flags: []urfave.Flag{
			boardsOfSearchFlag(&o.boards, "", boards),
			cli.SeedFlag("boards", &o.seed),
			&urfave.BoolFlag{
				Name: "plain", Category: "boards",
				Usage:       "compare with the plain parameters, which were chosen by hand",
				Destination: &o.plain,
			},
			cli.WorkersFlag(&o.workers),
			cli.JSONFlag("print one JSON object for each size", &o.con.JSON),
		},
		Action: o.compare,
		CustomHelpTemplate: cli.Help(
			"npuzzle learn compare lines.json",
			"npuzzle learn compare --boards 12x12:20000000:20,16x16:30000000:10 lines.json",
			"npuzzle learn compare --plain --boards 7x7:w1024:100,5x7:w1024:100 convex.json",
		),
	}
}

// compare runs the command.
func (o *comparing) compare(c *urfave.Context) error {
	name := c.Args().First()
	text, err := readParameters(name)
	if err != nil {
		return err
	}
	kind, err := parameters.KindOf(text)
	if err != nil {
		return cli.Misuse("%s: %v", name, err)
	}
	if kind == learn.Convex.Set.Kind {
		return compareParameters(c, o, learn.Convex, text, comparedConvex)
	}
	return compareParameters(c, o, learn.Lines, text, comparedLines)
}

// compareParameters compares the parameters of a file of the problem's kind.
func compareParameters[P any](
	c *urfave.Context, o *comparing, problem *learn.Problem[P], text []byte, boards string,
) error {
	file, err := problem.Set.Read(text)
	if err != nil {
		return cli.Misuse("%s: %v", c.Args().First(), err)
	}
	old := problem.Shipped()
	if o.plain {
		old = problem.Set.Plain
	}
	groups := o.boards
	if len(groups) == 0 {
		groups, err = parseBoardsOfSearch(boards)
		if err != nil {
			return err
		}
	}
	for _, group := range groups {
		before, after, err := problem.Compare(c.Context, o.seed, o.workers, group, old,
			file.Parameters)
		if c.Err() != nil {
			return cli.Unfinished(true)
		}
		if err != nil {
			return err
		}
		result := comparisonOf(group, before, after)
		err = o.con.Result(result, func() { o.con.Say("compared parameters", result) })
		if err != nil {
			return err
		}
		if err := o.con.Out.Flush(); err != nil { // the next size takes long
			return err
		}
	}
	return nil
}

// comparisonOf summarises the plans of both sets of parameters for the same boards.
func comparisonOf(group learn.Boards, before, after []learn.Plan) comparedParameters {
	result := comparedParameters{
		Size:   group.Size().String(),
		States: group.States,
		Width:  group.Width,
		Boards: len(before),
	}
	var lengthsBefore, lengths, logs, moves []float64
	for i, old := range before {
		now := after[i]
		if old.Stuck {
			result.StuckBefore++
		}
		if now.Stuck {
			result.Stuck++
		}
		if old.Length == 0 {
			result.UnsolvedBefore++
		}
		if now.Length == 0 {
			result.Unsolved++
		}
		if old.Length == 0 || now.Length == 0 {
			continue
		}
		lengthsBefore = append(lengthsBefore, float64(old.Length))
		lengths = append(lengths, float64(now.Length))
		logs = append(logs, math.Log(float64(now.Length)/float64(old.Length)))
		moves = append(moves, float64(now.Length-old.Length))
	}
	ratio, _ := stats.PairedMean(logs)
	difference, _ := stats.PairedMean(moves)
	result.LengthBefore = bench.Figure(stats.Mean(lengthsBefore))
	result.Length = bench.Figure(stats.Mean(lengths))
	result.Ratio = bench.Figure(math.Exp(ratio.Value))
	result.RatioLow = bench.Figure(math.Exp(ratio.Low))
	result.RatioHigh = bench.Figure(math.Exp(ratio.High))
	result.Moves = bench.Figure(difference.Value)
	result.MovesLow = bench.Figure(difference.Low)
	result.MovesHigh = bench.Figure(difference.High)
	return result
}
