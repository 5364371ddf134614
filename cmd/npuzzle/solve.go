package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/report"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/cli"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// solveOptions are the flags and arguments of solve.
type solveOptions struct {
	algorithm string // if "", the size of the board determines it
	heuristic heuristics.Heuristic
	seed      uint64
	preset    cli.Preset
	settings  cli.GivenSettings
	source    cli.BoardSource
	goal      string
	costs     puzzle.Costs
	lab       cli.LabOptions
	notation  puzzle.Notation
	given     []string   // names of the settings that flags set
	chosen    bool       // whether a flag sets the heuristic
	trace     cli.Output // CSV file of the trace: the history of the evolution
	plot      cli.Output // plot of the trace
	play      cli.Animation
	planText  *string     // text of --plan; nil if not given
	plan      puzzle.Plan // parsed planText
}

// solveCommand solves boards one after another, or several in parallel with --jobs. It
// prints the results in the order of the boards, each as soon as the results before it
// are printed. Each board is a trial of package bench, with the same limits and
// statistics as the trials of an experiment. The store does not keep these trials.
func solveCommand(con cli.Console) *urfave.Command {
	o := solveOptions{settings: cli.GivenSettings{},
		trace: cli.Output{Flag: "trace"}, plot: cli.Output{Flag: "plot"}}
	const allCores = "all cores; 1 with --jobs, and in ucs, astar, wastar, greedy"
	givePlan := func(_ *urfave.Context, text string) error {
		o.planText = &text
		return nil
	}
	flags := slices.Concat(
		[]urfave.Flag{
			&urfave.StringFlag{
				Name: "file", Aliases: []string{"f"}, Category: "boards",
				Usage:       "read boards from `FILE` (- for standard input)",
				Destination: &o.source.File,
			},
			cli.Parsed(&urfave.StringFlag{
				Name: "size", Category: "boards",
				Usage:       "set the size to `ROWSxCOLS`",
				DefaultText: "the board's text gives it, or square",
			}, &o.source.Size, puzzle.ParseSize),
			cli.GoalFlag(&o.goal),
			cli.Parsed(&urfave.StringFlag{
				Name: "move-costs", Category: "boards", Value: "1,1,1,1",
				Usage: "use move costs `U,D,L,R` (not in " +
					strings.Join(solvers.UnitCostNames(), ", ") + ")",
			}, &o.costs, puzzle.ParseCosts),
			cli.Parsed(&urfave.StringFlag{
				Name: "algorithm", Category: "search",
				Usage: "use `NAME`, or by size: " + strings.Join(solvers.Names(), " "),
			}, &o.algorithm, solvers.ParseName, solvers.Names()...),
			cli.Parsed(&urfave.StringFlag{
				Name: "heuristic", Category: "search",
				Usage: "use `NAME`; see npuzzle heuristics",
				DefaultText: cli.DefaultHeuristics() + "; without --algorithm, pdb on 2x7, 2x8, " +
					"3x5 and 4x4",
			}, &o.heuristic, solvers.ParseHeuristic, solvers.HeuristicNames()...),
			cli.TablesFlag("search", &o.lab.PDBDir),
		},
		o.settings.Flags(false, cli.OneValue, allCores),
		[]urfave.Flag{
			cli.Parsed(&urfave.StringFlag{
				Name: "preset", Category: cli.Genetic, Value: ga.DefaultPreset,
				Usage: "use preset `NAME`: " + strings.Join(ga.PresetNames(), ", ") + " or a " +
					"YAML file",
			}, &o.preset, cli.ParsePreset, ga.PresetNames()...),
			cli.SeedFlag(cli.Genetic, &o.seed),
		},
		o.settings.Flags(true, cli.OneValue, allCores),
		o.settings.SetFlags(cli.SetUsage, cli.OneValue),
		o.lab.LimitFlags(1),
		[]urfave.Flag{
			cli.JSONFlag("print one JSON object per board", &con.JSON),
			cli.Parsed(&urfave.StringFlag{
				Name: "notation", Category: "output", Value: string(puzzle.BlankNotation),
				Usage: "use `NOTATION`: blank, tile, slidysim or numbers (see docs/reference.md)",
			}, &o.notation, puzzle.ParseNotation, puzzle.NotationNames...),
			&urfave.StringFlag{
				Name: "plan", Category: "output",
				Usage: "check the plan `MOVES` (letters, words, arrows or tiles) for one board, " +
					"and compare it with the solver's plan",
				Action: givePlan,
			},
			&urfave.BoolFlag{
				Name: "animate", Category: "output",
				Usage:       "play each plan; keys pause it and step through it",
				Destination: &o.play.On,
			},
			o.play.SpeedFlag(),
			&urfave.StringFlag{
				Name:     "trace",
				Category: "output",
				Usage: "write a row for each generation to the new CSV `FILE` (ga, one " +
					"board)",
				Destination: &o.trace.Name,
			},
			cli.PlotFlag(&urfave.StringFlag{
				Name: "plot", Category: "output",
				Usage: "plot the generations in the new .svg, .pdf or .png `FILE` (ga, one board)",
			}, &o.plot.Name),
			cli.ForceFlag(&o.trace.Force),
		},
	)
	action := func(c *urfave.Context) error {
		o.source.Arguments = c.Args().Slice()
		o.source.In = con.In
		o.given = o.settings.Names(c)
		o.chosen = c.IsSet("heuristic")
		if err := o.check(con.JSON); err != nil {
			return err
		}
		return solve(c.Context, o, con)
	}
	return &urfave.Command{
		Name: "solve",
		Usage: "find a plan for each board, given as an argument, in a file or on standard " +
			"input",
		ArgsUsage: "[BOARD...]",
		Flags:     flags,
		Action:    action,
		CustomHelpTemplate: cli.Help(
			"npuzzle solve '1 2 3/4 5 6/0 7 8'",
			"npuzzle generate --size 3x4 --puzzles 3 | npuzzle solve --algorithm astar --json",
		),
	}
}

var errManyBoards = cli.Misuse("--plan is the plan of one board; expected only one")

// check returns an error for flags that do not go together, and completes the settings.
// The flags of single settings of the genetic solver change the preset, regardless of
// their order on the command line.
//
// Errors are usage errors, except some errors of new files. With several jobs, a search
// has one thread unless --workers is given, because the jobs already use the cores.
func (o *solveOptions) check(asJSON bool) (err error) {
	if o.planText != nil {
		if o.plan, err = puzzle.ParsePlan(*o.planText, o.notation); err != nil {
			return cli.Misuse("--plan: %w", err)
		}
	}
	switch traced := o.traced(); {
	case len(o.source.Arguments) > 0 && o.source.File != "":
		return cli.Misuse("boards as arguments and in %s; expected only one of them", o.source.File)
	case o.play.On && asJSON:
		return cli.Misuse("--animate and --json; expected only one of them")
	case o.planText != nil && len(o.source.Arguments) > 1:
		return errManyBoards
	case traced && !solvers.Default(o.algorithm).Capabilities().Generations:
		return cli.Misuse("--trace and --plot record the genetic solver; expected --algorithm ga")
	case traced && o.lab.Trials.Isolate:
		return cli.Misuse("--isolate runs in another process, where --trace and --plot see " +
			"nothing; expected one of them")
	case traced && o.trace.Name == o.plot.Name:
		return cli.Misuse("--trace and --plot both name %s; expected two files", o.trace.Name)
	}
	if o.settings["workers"] == nil && o.lab.Jobs > 1 {
		o.settings["workers"] = []string{"1"}
	}
	o.plot.Force = o.trace.Force
	if err := o.trace.Check(); err != nil {
		return err
	}
	if err := o.plot.Check(); err != nil {
		return err
	}
	if o.algorithm == "" { // the size of each board determines it
		return nil
	}
	return cli.CheckTaken(o.given, o.algorithm)
}

// solve solves the boards and prints their results. A board that is not solved does not
// end the command, but sets the exit status. Progress is shown only if one board is
// solved at a time.
//
// It sets the memory limit, and runs a trial for each board as soon as the board is read.
// After each trial, it writes the trace if a flag asks for it, prints the result, and
// flushes the output. So the reader of a pipe sees each result at once.
//
// Boards with mistakes are reported, and the others are solved. Then solve returns
// errRefused. A setting out of range ends the command with an error. If a board was not
// solved or an interrupt ended the command, solve returns errUnsolved.
func solve(ctx context.Context, o solveOptions, con cli.Console) error {
	if o.source.Reads() && cli.IsTerminal(con.In) {
		con.Notice("reading boards from the terminal, one per line; Ctrl-D ends the input")
	}
	l := cli.NewLaboratory(o.lab, con)
	defer l.Close()
	runner := bench.Runner{Jobs: l.Jobs, Bytes: l.Bytes, InOrder: true}
	var shown *cli.Progress
	switch {
	case o.lab.Trials.Isolate:
		runner.Isolated = l.Isolated
	case l.Jobs == 1:
		shown = cli.NewProgress(con.Err)
	}
	unsolved := false
	var refused atomic.Bool // set by the goroutine that reads the boards
	if o.play.On && !o.source.Reads() {
		o.play.ReadKeys(con)
	}
	err := runner.Run(ctx, o.trials(ctx, con, l, shown, &refused), func(t bench.Trial) error {
		shown.End()
		solved, err := o.tell(ctx, con, t)
		unsolved = unsolved || !solved
		return err
	})
	shown.End()
	switch {
	case err != nil:
		return err
	case refused.Load():
		return cli.ErrRefused
	}
	return cli.Unfinished(unsolved || ctx.Err() != nil)
}

// tell prints what came of a trial, and reports whether its board is solved: by the search, and by
// the plan of --plan if there is one.
func (o solveOptions) tell(
	ctx context.Context, con cli.Console, t bench.Trial,
) (solved bool, err error) {
	if err := o.writeTrace(con, &t); err != nil {
		return false, err
	}
	solved = t.Result.Status == search.Solved
	moves := t.Result.Moves
	var plan *checkedPlan
	if o.planText != nil {
		if t.Puzzle.Number > 1 {
			return false, errManyBoards
		}
		checked, legal := replayPlan(o.plan, t.Puzzle, o.notation)
		plan = &checked
		moves = legal
		solved = solved && plan.Solves
	}

	r := t.Record(o.notation)
	if con.JSON {
		return solved, printObject(con, r, plan)
	}
	if t.Puzzle.Number > 1 {
		fmt.Fprintln(con.Out)
	}
	if con.Terminal && !o.play.On {
		fmt.Fprintln(con.Out, grids(r.Board, r.Goal, con.Columns))
	}
	if plan != nil {
		con.Out.WriteString(plan.text(r))
	}
	cli.PrintTrial(con, r)
	if o.play.On && (plan != nil || r.Status == search.Solved) {
		if err := o.play.Play(ctx, con, r.Board, moves, o.notation); err != nil {
			return false, err
		}
	}
	return solved, con.Out.Flush()
}

// printObject prints a trial as a JSON object, with the plan of --plan unless it is nil.
func printObject(con cli.Console, r bench.Record, plan *checkedPlan) error {
	parts := []any{r}
	if plan != nil {
		parts = append(parts, map[string]any{"plan": plan})
	}
	object, err := bench.OneObject(parts...)
	if err != nil {
		return err
	}
	if err := con.Object(json.RawMessage(object)); err != nil {
		return err
	}
	return con.Out.Flush()
}

// trials yields a trial for each board. It finds or builds tables before it yields the
// first trial that needs them. An interrupt during that time ends the sequence.
//
// Errors are yielded in place of trials, except that trials reports a board with a mistake,
// sets refused, and goes on. Only the first trial records a trace, because writeTrace refuses
// a second board.
func (o solveOptions) trials(
	ctx context.Context, con cli.Console, l *cli.Laboratory, shown *cli.Progress,
	refused *atomic.Bool,
) iter.Seq2[bench.Trial, error] {
	limits := o.lab.Trials
	unlimited := limits.TimeLimit == 0 && limits.CPULimit == 0 && limits.Limits.Generated == 0
	return func(yield func(bench.Trial, error) bool) {
		for p, err := range o.source.Puzzles(o.goal, o.costs) {
			if cli.Is[*puzzle.ParseError](err) {
				con.Notice(err.Error())
				refused.Store(true)
				continue
			}
			t := bench.Trial{Puzzle: p, TimeLimit: limits.TimeLimit, CPULimit: limits.CPULimit}
			t.Limits = limits.Limits
			if err == nil {
				t.Solver.Settings, err = o.solver(ctx, p, l)
				if err != nil && ctx.Err() != nil {
					return
				}
			}
			if o.algorithm == "" && unlimited && t.Solver.Settings.Capabilities().Endless {
				t.TimeLimit = solvers.EnoughTime
			}
			t.Observer = shown.Observer(p)
			if o.traced() && p.Number == 1 {
				t.History = &bench.History{All: true}
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

// solver returns the settings of the solver of a board, with the tables of its heuristic. Without
// --algorithm, the problem determines the solver, and without --heuristic also the heuristic. It
// returns an error if a flag is not a setting of the solver.
func (o solveOptions) solver(
	ctx context.Context, p bench.Puzzle, l *cli.Laboratory,
) (solvers.Settings, error) {
	base := solvers.Settings{Algorithm: o.algorithm, Heuristic: o.heuristic}
	if o.algorithm == "" {
		base = o.suggested(ctx, p, l)
	}
	if err := cli.CheckTaken(o.given, base.Algorithm); err != nil {
		return base, boardError(p, err)
	}
	if o.lab.Trials.Limits.Evaluated > 0 {
		if err := solvers.CheckEvaluations(base.Algorithm); err != nil {
			return base, boardError(p, cli.AsUsage(err))
		}
	}
	s := o.settings.Applied(base.Algorithm, base.Heuristic, o.seed, o.preset.Settings)
	if s.Informed() {
		prepared, err := l.Prepare(ctx, s.Heuristic, p.Goal)
		if err != nil {
			return s, boardError(p, err)
		}
		s.Heuristic = prepared
	}
	if err := s.Check(); err != nil {
		return s, cli.AsUsage(err)
	}
	return s, nil
}

// suggested returns the default solver for a board. If --heuristic is given, the solver uses
// that heuristic. Subgoals leave a smaller board, for which tables have no values. If tables would
// help but cannot be used, suggested says why.
func (o solveOptions) suggested(
	ctx context.Context, p bench.Puzzle, l *cli.Laboratory,
) solvers.Settings {
	if o.chosen {
		return solvers.SuggestWith(p.Problem, o.heuristic)
	}
	if o.settings["subgoals"] != nil {
		return solvers.Suggest(p.Start.Size())
	}
	suggested, err := solvers.SuggestPrepared(ctx, l.Prepare, p.Problem)
	if err != nil && ctx.Err() == nil {
		l.NoTables(err)
	}
	return suggested
}

// boardError adds the number of a board to an error.
func boardError(p bench.Puzzle, err error) error {
	return fmt.Errorf("board %d: %w", p.Number, err)
}

// grids draws the start and the goal of a puzzle: beside each other if they fit the
// columns, and otherwise one below the other.
func grids(start, goal puzzle.Board, columns int) string {
	left := "start\n" + start.Grid()
	right := "goal\n" + goal.Grid()
	lines := strings.Split(right, "\n")
	width := max(len(lines[1]), len("start"))
	if 2*width+4 > columns {
		return left + "\n" + right
	}
	text := ""
	for i, line := range strings.Split(strings.TrimSuffix(left, "\n"), "\n") {
		text += fmt.Sprintf("%-*s    %s\n", width, line, lines[i])
	}
	return text
}

// traced reports whether the history of the evolution is recorded.
func (o solveOptions) traced() bool { return o.trace.Name != "" || o.plot.Name != "" }

// writeTrace writes the trace of a trial as CSV and as a plot, if flags ask for them. The
// trial must be the only one, because each file holds one trace. writeTrace removes the trace
// from the trial, because records of trials have shorter ones. If no generation ran, because the
// board is solved or unsolvable, there is nothing to draw. Then writeTrace says so.
func (o solveOptions) writeTrace(con cli.Console, t *bench.Trial) error {
	if !o.traced() {
		return nil
	}
	if t.Puzzle.Number > 1 {
		return cli.Misuse("--trace and --plot record the history of one board; expected only one")
	}
	trace := bench.Trace(t.History.Moments)
	t.History = nil
	if err := o.trace.Write(trace.Write); err != nil || o.plot.Name == "" {
		return err
	}
	if len(trace) == 0 {
		con.Notice(fmt.Sprintf("no generation ran, so there is nothing to draw; %s is not written",
			o.plot.Name))
		return nil
	}
	return o.plot.Plot(report.Convergence(fmt.Sprintf("Evolution of a plan for %s", t.Puzzle.Start),
		analysis.Evolution{Name: t.Solver.Settings.Algorithm, Runs: []bench.Trace{trace}}))
}

// checkedPlan is the result of checking the plan of the user for a board. It is part of
// the JSON output of solve.
type checkedPlan struct {
	Moves string `json:"moves"`
	// number of the first illegal move, from 1; 0 if all are legal
	Illegal     int          `json:"illegal,omitempty"`
	IllegalMove string       `json:"-"`
	Solves      bool         `json:"solves"`
	Length      int          `json:"length"`
	LengthMTM   int          `json:"length_mtm"`
	Cost        bench.Figure `json:"cost"`
	Board       puzzle.Board `json:"board"` // board after the legal moves
}

// replayPlan applies a plan to the board of a puzzle, up to the first illegal move. It also
// returns the legal moves.
func replayPlan(
	plan puzzle.Plan, p bench.Puzzle, n puzzle.Notation,
) (c checkedPlan, legal []puzzle.Move) {
	moves, err := plan.On(p.Start)
	c = checkedPlan{
		Moves:     puzzle.FormatPlan(p.Start, moves, n),
		Length:    len(moves),
		LengthMTM: puzzle.MultiTileMoves(moves),
		Cost:      bench.Figure(p.Costs.Float(p.Costs.Total(moves))),
		Board:     p.Start,
	}
	for i, m := range moves {
		next, ok := c.Board.Move(m)
		if !ok {
			c.Illegal = i + 1
			c.IllegalMove = puzzle.FormatPlan(c.Board, moves[i:i+1], n)
			return c, moves[:i]
		}
		c.Board = next
	}
	if wrong, ok := errors.AsType[*puzzle.TileError](err); ok {
		c.Illegal = wrong.Move
		c.IllegalMove = fmt.Sprintf("tile %d", wrong.Tile)
		return c, moves
	}
	c.Solves = c.Board == p.Goal
	return c, moves
}

// text returns one line that says whether the plan is legal, whether it solves the board,
// and how it compares with the plan of the solver.
func (c checkedPlan) text(found bench.Record) string {
	const places = 1e4 // more precise than move costs
	more := bench.Figure(math.Round(float64(c.Cost-found.Cost)*places) / places)
	return cli.TextOf("plan", &struct {
		checkedPlan
		Found      bench.Record
		More, Less bench.Figure
	}{checkedPlan: c, Found: found, More: max(more, 0), Less: max(-more, 0)})
}
