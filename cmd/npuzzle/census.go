package main

import (
	"cmp"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// census is the JSON output of the command census. If only some boards were counted, the
// figures that need all boards are null.
type census struct {
	Size      string       `json:"size"`
	Rows      int          `json:"rows"`
	Cols      int          `json:"cols"`
	Goal      puzzle.Board `json:"goal"`
	Total     uint64       `json:"total"`  // boards that can reach the goal
	States    uint64       `json:"states"` // number of boards counted
	Mean      bench.Figure `json:"mean"`
	Deviation bench.Figure `json:"deviation"`
	Longest   *int         `json:"longest"`
	Farthest  *uint64      `json:"farthest"` // number of boards at the longest distance
	Partial   bool         `json:"partial"`
	Seconds   float64      `json:"seconds"`
	Counts    exact.Counts `json:"counts"`
}

// censusCommand counts all boards that can reach a goal by breadth-first search from the
// goal. It takes about one bit per board (see package exact): 30 MB for 12 cells.
//
// After an interrupt, the command prints the complete depths, without the mean and the
// longest distance, and returns errUnsolved. It draws the plot after printing the counts. A
// goal of another size, an existing plot file, and a size whose boards do not fit in memory
// are usage errors.
func censusCommand(con cli.Console) *urfave.Command {
	var search exact.Census
	var goal string
	to := cli.Output{Flag: "plot"}
	flags := []urfave.Flag{
		cli.GoalFlag(&goal),
		cli.WorkersFlag(&search.Workers),
		cli.MemoryFlag(&search.Bytes),
		cli.PlotFlag(&urfave.StringFlag{
			Name: "plot", Category: "output",
			Usage: "plot the counts in the new file `FILE`, .svg, .pdf or .png",
		}, &to.Name),
		cli.ForceFlag(&to.Force),
		cli.JSONFlag("print one JSON object instead of the table", &con.JSON),
	}
	action := func(ctx *urfave.Context) error {
		size, err := puzzle.ParseSize(ctx.Args().First())
		if err == nil {
			search.Goal, err = puzzle.Goal(cmp.Or(goal, puzzle.BlankLast), size)
		}
		if err != nil {
			return cli.AsUsage(err)
		}
		if err := to.Check(); err != nil {
			return err
		}
		search.Bytes = cli.LimitMemory(search.Bytes)
		total, _ := exact.States(search.Goal)
		shown := cli.NewProgress(con.Err)
		began := time.Now()
		search.Observer = func(counts exact.Counts) {
			states := counts.States()
			shown.Show("census "+size.String(), states, total,
				fmt.Sprintf("depth %d, %s of %s boards", len(counts)-1, units.Grouped(states),
					units.Grouped(total)))
		}
		counts, err := search.Run(ctx.Context)
		shown.End()
		if err != nil {
			return err
		}

		c := census{
			Size: size.String(), Rows: size.Rows, Cols: size.Cols, Goal: search.Goal,
			Total: total, States: counts.States(), Counts: counts,
			Mean: bench.Unknown, Deviation: bench.Unknown,
			Partial: counts.States() < total, Seconds: time.Since(began).Seconds(),
		}
		if !c.Partial {
			longest := len(counts) - 1
			c.Mean = bench.Figure(counts.Mean())
			c.Deviation = bench.Figure(counts.Deviation())
			c.Longest = &longest
			c.Farthest = &counts[longest]
		}
		err = con.Result(c, func() {
			fmt.Fprintf(con.Out, "%s boards of %s can reach %v\n\n", units.Grouped(c.Total), c.Size,
				c.Goal)
			con.Tabulate("census", c)
			con.Say("counted", c)
		})
		if err != nil {
			return err
		}
		if err := to.Plot(c.figure()); err != nil {
			return err
		}
		return cli.Unfinished(c.Partial)
	}
	return &urfave.Command{
		Name:      "census",
		Usage:     "count the boards of a size at every distance from the goal",
		ArgsUsage: "ROWSxCOLS",
		Description: `
ROWSxCOLS may have at most 20 cells. census counts the boards that can reach the goal. It needs at
least one bit of memory for each of them.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle census 3x3",
			"npuzzle census 2x5 --goal snail --plot depths.svg --json",
		),
	}
}

// figure returns a bar chart of the counts by depth. Its title names the goal, because
// the counts depend on the goal.
func (c census) figure() plot.Figure {
	bars := plot.Series{Kind: plot.Bars}
	for depth, count := range c.Counts {
		bars.X = append(bars.X, float64(depth))
		bars.Y = append(bars.Y, float64(count))
	}
	title := fmt.Sprintf("Boards of %s by their distance from %v", c.Size, c.Goal)
	if c.Partial {
		title += fmt.Sprintf(" (partial: %s of %s)", units.Grouped(c.States),
			units.Grouped(c.Total))
	}
	return plot.Figure{Title: title, Panels: []plot.Panel{{
		Title: title, Series: []plot.Series{bars},
		X: plot.Axis{Label: "moves", Unit: units.Count}, Y: plot.Axis{Label: "boards",
			Unit: units.Count},
	}}}
}
