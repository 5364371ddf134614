package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/survey"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// surveyOptions are the flags of heuristics.
type surveyOptions struct {
	random randomOptions
	survey survey.Survey
	lab    labOptions
	plots  output
}

// surveyWalk is the default number of random moves from the goal. It is used for sizes
// whose uniformly drawn boards would take too long to solve optimally.
const surveyWalk = 100

// heuristicsCommand compares heuristics: how far their estimates are from exact
// distances, how long an estimate takes, and how many nodes IDA* generates with each
// heuristic.
func heuristicsCommand(con console) *cli.Command {
	o := surveyOptions{plots: output{flag: "plot-dir", folder: true}}
	flags := append(randomFlags(&o.random, puzzlesFlag("20", &o.random.boards.Count)),
		flagOf("heuristic", strings.Join(solvers.EstimateNames(), ","), &o.survey.Heuristics, solvers.ParseHeuristics,
			solvers.HeuristicNames()...),
		flagOf("node-limit", "10000000", &o.survey.NodeLimit, units.ParseCount),
		workersFlag(&o.survey.Workers), memoryFlag(&o.lab.memory), textFlag("pdb-dir", &o.lab.pdbDir),
		textFlag("plot-dir", &o.plots.name), boolFlag("force", &o.plots.force), boolFlag("json", &con.json))
	return command("heuristics", flags, func(c *cli.Context) error {
		if !c.Args().Present() {
			return examine(c.Context, o, con)
		}
		for _, name := range []string{"size", "puzzles", "seed", "walk", "misplaced", "plot-dir"} {
			if c.IsSet(name) {
				return misuse("--%s is for random boards; expected no board as an argument, or no --%s", name, name)
			}
		}
		return estimates(c.Context, o, c.Args().Slice(), c.IsSet("heuristic"), con)
	})
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
func examine(ctx context.Context, o surveyOptions, con console) error {
	group, err := o.random.group()
	if err != nil {
		return err
	}
	if err := o.plots.check(); err != nil {
		return err
	}
	if group.Scramble == (bench.Scramble{}) && solvers.Suggest(o.random.size).Algorithm != "idastar" {
		group.Scramble.Walk = new(surveyWalk)
	}
	s := o.survey
	s.Goal, s.Scramble, s.Puzzles, s.Seed = group.Goal, group.Scramble, group.Count, group.Seed
	l := newLaboratory(o.lab, con)
	defer l.close()
	s.Bytes = l.Bytes
	shown := newProgress(con.err)
	s.Prepare = func(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
		shown.end()
		return l.Prepare(ctx, h, goal)
	}
	s.Observer = func(done, all int, next string) {
		shown.show("heuristics "+o.random.size.String(), uint64(done), uint64(all), next)
	}
	report, err := s.Run(ctx)
	shown.end()
	if err != nil {
		return err
	}
	if err := con.result(report, func() { printReport(con, report) }); err != nil {
		return err
	}
	if err := writePlots(con, o.plots, report); err != nil {
		return err
	}
	for _, row := range report.Heuristics {
		if is[*pdb.FileError](row.Err) || errors.Is(row.Err, heuristics.ErrUnreadable) {
			return row.Err // after the figures of the other heuristics
		}
	}
	return unfinished(report.Partial)
}

// writePlots draws the figures into a new folder if a flag names one. If there is nothing to
// draw, it says so.
func writePlots(con console, to output, report survey.Report) error {
	if to.name == "" {
		return nil
	}
	if len(report.EstimateByDistance().Panels) == 0 {
		con.notice(fmt.Sprintf("no board of known distance, so there is nothing to draw; %s is not "+
			"written", to.name))
		return nil
	}
	return to.fill(func(folder string) error {
		for name, figure := range map[string]plot.Figure{
			"error-by-depth":       report.ErrorByDepth(),
			"estimate-by-distance": report.EstimateByDistance(),
		} {
			for _, ending := range []string{".svg", ".png"} {
				if err := (output{name: filepath.Join(folder, name+ending)}).plot(figure); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// printReport prints a table of the accuracy of each heuristic, a table of its costs and
// savings, and the counterexamples to its claims.
func printReport(con console, r survey.Report) {
	con.say("survey", r)
	// If the heuristics solved different boards, a last column compares them on the
	// boards solved with every heuristic that solved any.
	differ := slices.ContainsFunc(r.Heuristics, func(row survey.Row) bool {
		return row.Effort != nil && row.Effort.Solved > r.Common
	})
	data := struct {
		survey.Report
		Differ bool
	}{r, differ}
	if slices.ContainsFunc(r.Heuristics, func(row survey.Row) bool { return row.Problem == "" }) {
		fmt.Fprintln(con.out)
		con.tabulate("survey estimates", data)
		fmt.Fprintln(con.out)
		con.tabulate("survey costs", data)
		con.text("")
		con.explain("survey columns", data)
	}
	con.say("survey remarks", r)
}

// quantile returns the error that the given share of the boards does not exceed.
func quantile(row survey.Row, share float64) string { return units.Decimals(row.Quantile(share), -1) }

// nanoseconds writes a time given in seconds as nanoseconds.
func nanoseconds(s bench.Figure) string { return units.Number.Format(float64(s)*1e9) + " ns" }

// boardEstimates is the JSON output of heuristics for a given board.
type boardEstimates struct {
	Number     int              `json:"-"`
	Board      puzzle.Board     `json:"board"`
	Goal       puzzle.Board     `json:"goal"`
	Distance   *puzzle.Cost     `json:"distance"` // null if it is not known, or if the board is not solvable
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
func estimates(ctx context.Context, o surveyOptions, boards []string, named bool, con console) error {
	l := newLaboratory(o.lab, con)
	defer l.close()
	for p, err := range (boardSource{arguments: boards}).puzzles(o.random.goal, puzzle.Costs{}) {
		if err != nil {
			return err
		}
		e := boardEstimates{Number: p.Number, Board: p.Start, Goal: p.Goal}
		for _, h := range o.survey.Heuristics {
			if heuristics.ReadsFiles(h) && !named {
				continue
			}
			one := estimateOfName{Heuristic: h.Name()}
			estimator, err := heuristics.Estimator(nil), error(nil)
			if h, err = l.Prepare(ctx, h, p.Goal); err == nil {
				one.Heuristic = h.Name()
				estimator, err = h.For(p.Goal, puzzle.Costs{})
			}
			switch {
			case ctx.Err() != nil:
				return errUnsolved
			case err != nil:
				one.Problem = err.Error()
			default:
				one.Estimate = new(estimator.Estimate(p.Start.Tiles()))
			}
			e.Heuristics = append(e.Heuristics, one)
		}
		settings := solvers.Default("idastar").With("prune", "true").With("workers", fmt.Sprint(o.survey.Workers))
		trial, err := bench.Trial{Puzzle: p, Solver: bench.Solver{Settings: settings},
			Limits: search.Limits{Generated: o.survey.NodeLimit, Bytes: l.Bytes}}.Run(ctx)
		if err != nil {
			return err
		}
		e.Solvable, e.AtLeast = trial.Result.Status != search.Unsolvable, trial.Result.LowerBound
		if trial.Result.Optimal {
			e.Distance = &trial.Result.Cost
		}
		err = con.result(e, func() {
			if e.Number > 1 {
				fmt.Fprintln(con.out)
			}
			con.say("distance", e)
			con.tabulate("estimates", e)
			con.say("problems", e)
		})
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errUnsolved
		}
	}
	return nil
}
