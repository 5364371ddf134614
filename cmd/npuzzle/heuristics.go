package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/survey"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// surveyOptions are the flags of heuristics.
type surveyOptions struct {
	random cli.RandomOptions
	survey survey.Survey
	lab    cli.LabOptions
	plots  cli.Output
}

// surveyWalk is the default number of random moves from the goal. It is used for sizes
// whose uniformly drawn boards would take too long to solve optimally.
const surveyWalk = 100

// heuristicsCommand compares heuristics: how far their estimates are from exact
// distances, how long an estimate takes, and how many nodes IDA* generates with each
// heuristic.
func heuristicsCommand(con cli.Console) *urfave.Command {
	o := surveyOptions{plots: cli.Output{Flag: "plot-dir", Folder: true}}
	flags := slices.Concat(
		o.random.Flags(20),
		[]urfave.Flag{
			cli.Parsed(&urfave.StringFlag{
				Name:        "heuristic",
				Category:    "search",
				Value:       strings.Join(solvers.EstimateNames(), ","),
				Usage:       "compare the heuristics `NAMES`, separated by commas",
				DefaultText: "all but pdb:PARTITION, max(a,b) and scores",
			}, &o.survey.Heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
			&urfave.Uint64Flag{
				Name: "node-limit", Category: "search", Value: 10_000_000,
				Usage: "end each IDA* search after `N` generated states; on sizes above 10 " +
					"cells, searches for exact distances may generate 20 times N; 0: no limit",
				Destination: &o.survey.NodeLimit,
			},
			cli.TablesFlag("search", &o.lab.PDBDir),
			cli.WorkersFlag(&o.survey.Workers),
			cli.MemoryFlag(&o.lab.Memory),
			&urfave.StringFlag{
				Name: "plot-dir", Category: "output",
				Usage:       "draw plots as SVG and PNG files in the new folder `FOLDER`",
				Destination: &o.plots.Name,
			},
			cli.ForceFlag(&o.plots.Force),
			cli.JSONFlag("print one JSON object instead of the tables", &con.JSON),
		},
	)
	action := func(c *urfave.Context) error {
		if !c.Args().Present() {
			return examine(c.Context, o, con)
		}
		for _, name := range []string{"size", "puzzles", "seed", "walk", "misplaced", "plot-dir"} {
			if c.IsSet(name) {
				return cli.Misuse("--%s is for random boards; expected no board as an argument, "+
					"or no --%s", name, name)
			}
		}
		return estimates(c.Context, o, c.Args().Slice(), c.IsSet("heuristic"), con)
	}
	return &urfave.Command{
		Name:      "heuristics",
		Usage:     "compare heuristics with exact distances, or estimate given boards",
		ArgsUsage: "[BOARD...]",
		Description: `
The heuristics are ` + strings.Join(solvers.HeuristicNames(), ", ") + `, pdb:PARTITION (see npuzzle
pdb build --help) and max(a,b), the largest of two or more estimates. docs/reference.md defines all
of them. The heuristic pdb uses the partition with the largest stored tables (see npuzzle pdb
list). If none is stored for the size, it builds the tables of a small partition. The command draws
random boards, as many as --puzzles says, and IDA* solves them with each heuristic. On sizes of up
to 10 cells, the estimates of all boards are compared with their exact distances. On larger sizes,
only the estimates of the random boards are compared. By default, random boards are drawn uniformly
if the size has at most 12 cells, is 4x4, or has one row or column. Boards of other sizes are drawn
by
` + fmt.Sprint(surveyWalk) + ` random moves from the goal.

With boards as arguments, the command prints the estimate of each heuristic for each board, and the
distance of the board to the goal if IDA* proves it within --node-limit. It then leaves out pdb,
unless --heuristic names it.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle heuristics --puzzles 20 --heuristic misplaced,manhattan,linear-conflict",
			"npuzzle heuristics '8 6 7/2 5 4/3 0 1'",
		),
	}
}

// examine examines each heuristic on the same random boards and prints a report.
//
// If uniformly drawn boards would take too long, examine draws boards by a random walk.
// Then it finds the tables of each heuristic. Finally it prints the report as tables or
// JSON, and draws the plots.
//
// A goal that does not fit the size and an existing plot folder are usage errors, found
// before the survey begins. If a pattern database is damaged or unreadable, examine
// returns the error after printing the report, so that the figures of the other
// heuristics are not lost. After an interrupt, examine prints what it has and returns
// errUnsolved.
func examine(ctx context.Context, o surveyOptions, con cli.Console) error {
	group, err := o.random.Group()
	if err != nil {
		return err
	}
	if err := o.plots.Check(); err != nil {
		return err
	}
	if group.Scramble == (bench.Scramble{}) &&
		solvers.Suggest(o.random.Size).Algorithm != "idastar" {
		group.Scramble.Walk = new(surveyWalk)
	}
	s := o.survey
	s.Goal = group.Goal
	s.Scramble = group.Scramble
	s.Puzzles = group.Count
	s.Seed = group.Seed
	l := cli.NewLaboratory(o.lab, con)
	defer l.Close()
	s.Bytes = l.Bytes
	shown := cli.NewProgress(con.Err)
	s.Prepare = func(ctx context.Context, h heuristics.Heuristic,
		goal puzzle.Board) (heuristics.Heuristic, error) {
		shown.End()
		return l.Prepare(ctx, h, goal)
	}
	s.Observer = func(done, all int, next string) {
		shown.Show("heuristics "+o.random.Size.String(), uint64(done), uint64(all), next)
	}
	report, err := s.Run(ctx)
	shown.End()
	if err != nil {
		return err
	}
	if err := con.Result(report, func() { printReport(con, report) }); err != nil {
		return err
	}
	if err := writePlots(con, o.plots, report); err != nil {
		return err
	}
	for _, row := range report.Heuristics {
		if cli.Is[*pdb.FileError](row.Err) || errors.Is(row.Err, heuristics.ErrUnreadable) {
			return row.Err // after the figures of the other heuristics
		}
	}
	return cli.Unfinished(report.Partial)
}

// writePlots draws the figures into a new folder if a flag names one. If there is nothing to
// draw, it says so.
func writePlots(con cli.Console, to cli.Output, report survey.Report) error {
	if to.Name == "" {
		return nil
	}
	if len(report.EstimateByDistance().Panels) == 0 {
		con.Notice(fmt.Sprintf("no board of known distance, so there is nothing to draw; %s is "+
			"not written", to.Name))
		return nil
	}
	return to.Fill(func(folder string) error {
		for name, figure := range map[string]plot.Figure{
			"error-by-depth":       report.ErrorByDepth(),
			"estimate-by-distance": report.EstimateByDistance(),
		} {
			for _, ending := range []string{".svg", ".png"} {
				if err := (cli.Output{Name: filepath.Join(folder,
					name+ending)}).Plot(figure); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// printReport prints a table of the accuracy of each heuristic, a table of its costs and
// savings, and the counterexamples to its claims.
func printReport(con cli.Console, r survey.Report) {
	con.Say("survey", r)
	// If the heuristics solved different boards, a last column compares them on the
	// boards solved with every heuristic that solved any.
	differ := slices.ContainsFunc(r.Heuristics, func(row survey.Row) bool {
		return row.Effort != nil && row.Effort.Solved > r.Common
	})
	data := struct {
		survey.Report
		Differ bool
	}{Report: r, Differ: differ}
	if slices.ContainsFunc(r.Heuristics, func(row survey.Row) bool { return row.Problem == "" }) {
		fmt.Fprintln(con.Out)
		con.Tabulate("survey estimates", data)
		fmt.Fprintln(con.Out)
		con.Tabulate("survey costs", data)
		con.Text("")
		con.Explain("survey columns", data)
	}
	con.Say("survey remarks", r)
}

// boardEstimates is the JSON output of heuristics for a given board.
type boardEstimates struct {
	Number int          `json:"-"`
	Board  puzzle.Board `json:"board"`
	Goal   puzzle.Board `json:"goal"`
	// null if it is not known, or if the board is not solvable
	Distance   *puzzle.Cost     `json:"distance"`
	AtLeast    puzzle.Cost      `json:"at_least"` // lower bound of the distance
	Solvable   bool             `json:"solvable"`
	Heuristics []estimateOfName `json:"heuristics"`
}

// estimateOfName is the estimate of one heuristic.
type estimateOfName struct {
	Heuristic string       `json:"heuristic"`
	Estimate  *puzzle.Cost `json:"estimate"`          // null if there is a problem
	Problem   string       `json:"problem,omitempty"` // why there is no estimate
}

// estimates prints the estimates of given boards, and the distance of each board if IDA* can
// prove it within the node limit. If named is false, the user has not named the heuristics. Then
// estimates leaves out the heuristic pdb, whose tables may have to be built.
func estimates(
	ctx context.Context, o surveyOptions, boards []string, named bool, con cli.Console,
) error {
	l := cli.NewLaboratory(o.lab, con)
	defer l.Close()
	source := cli.BoardSource{Arguments: boards}
	for p, err := range source.Puzzles(o.random.Goal, puzzle.Costs{}) {
		if err != nil {
			return err
		}
		e := boardEstimates{Number: p.Number, Board: p.Start, Goal: p.Goal}
		for _, h := range o.survey.Heuristics {
			if heuristics.ReadsFiles(h) && !named {
				continue
			}
			estimate := estimateOf(ctx, l, h, p)
			if ctx.Err() != nil {
				return cli.ErrUnsolved
			}
			e.Heuristics = append(e.Heuristics, estimate)
		}
		trial, err := searchDistance(ctx, o, l, p)
		if err != nil {
			return err
		}
		e.Solvable = trial.Result.Status != search.Unsolvable
		e.AtLeast = trial.Result.LowerBound
		if trial.Result.Optimal {
			e.Distance = &trial.Result.Cost
		}
		err = con.Result(e, func() {
			if e.Number > 1 {
				fmt.Fprintln(con.Out)
			}
			con.Say("distance", e)
			con.Tabulate("estimates", e)
			con.Say("problems", e)
		})
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return cli.ErrUnsolved
		}
	}
	return nil
}

// estimateOf returns the estimate of a heuristic, or the problem that it has with the board.
func estimateOf(
	ctx context.Context, l *cli.Laboratory, h heuristics.Heuristic, p bench.Puzzle,
) estimateOfName {
	prepared, err := l.Prepare(ctx, h, p.Goal)
	if err != nil {
		return estimateOfName{Heuristic: h.Name(), Problem: err.Error()}
	}
	e := estimateOfName{Heuristic: prepared.Name()}
	estimator, err := prepared.For(p.Goal, puzzle.Costs{})
	if err != nil {
		e.Problem = err.Error()
		return e
	}
	e.Estimate = new(estimator.Estimate(p.Start.Tiles()))
	return e
}

// searchDistance runs IDA* on a board within the node limit.
func searchDistance(
	ctx context.Context, o surveyOptions, l *cli.Laboratory, p bench.Puzzle,
) (bench.Trial, error) {
	settings := solvers.Default("idastar").With("prune", "true")
	settings = settings.With("workers", fmt.Sprint(o.survey.Workers))
	trial := bench.Trial{
		Puzzle: p,
		Solver: bench.Solver{Settings: settings},
		Limits: search.Limits{Generated: o.survey.NodeLimit, Bytes: l.Bytes},
	}
	return trial.Run(ctx)
}
