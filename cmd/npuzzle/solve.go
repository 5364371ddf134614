package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/lab"
	"npuzzle/bench/report"
	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// solveOptions are the flags and arguments of solve.
type solveOptions struct {
	settings solvers.Settings // if Algorithm is "", the size of the board determines it
	preset   preset
	ga       gaValues
	source   boardSource
	goal     string
	costs    puzzle.Costs
	pdbDir   string
	limits   limits
	isolate  bool // run each search in its own process
	notation puzzle.Notation
	given    []string // names of the settings that flags set
	trace    output   // CSV file of the trace: the history of the evolution
	plot     output   // plot of the trace
	force    bool     // replace existing files
	json     bool
	play     animation
	planText *string       // text of --plan; nil if not given
	plan     []puzzle.Move // parsed planText
}

// solveCommand solves boards one after another, or several in parallel with --jobs. It
// prints the results in the order of the boards, each as soon as the results before it
// are printed. Each board is a trial of package bench, with the same limits and
// statistics as the trials of an experiment. The store does not keep these trials.
func solveCommand(con console) *cli.Command {
	o := solveOptions{settings: solvers.Default(""), ga: gaValues{},
		trace: output{flag: "trace"}, plot: output{flag: "plot"}}
	algorithm := flagOf("algorithm",
		"use `NAME`: "+strings.Join(solvers.Names(), " "), "",
		&o.settings.Algorithm, solvers.ParseName, solvers.Names()...)
	algorithm.DefaultText = "by size"
	file := fileFlag("file", "read boards from `FILE` (- for standard input)", &o.source.file)
	file.Aliases = []string{"f"}
	preset := flagOf("preset", "use preset `NAME`: study, pure, memetic or a YAML file", "memetic",
		&o.preset, parsePreset, ga.PresetNames()...)

	return command(cli.Command{
		Name:      "solve",
		Usage:     "find a plan for each board, given as an argument, in a file or on standard input",
		ArgsUsage: "[BOARD...]",
		Flags: slices.Concat(
			in(aboutBoards, file,
				sizeFlag("set the size to `ROWSxCOLS` (default: the board's text gives it, or square)", "",
					&o.source.size),
				goalFlag(&o.goal),
				flagOf("move-costs", "use move costs `U,D,L,R` (not in bfs, iddfs, ga)",
					"1,1,1,1", &o.costs, puzzle.ParseCosts)),
			in(aboutSearch, algorithm,
				flagOf("heuristic",
					"use `NAME`; see npuzzle heuristics --help",
					solvers.DefaultHeuristic, &o.settings.Heuristic, solvers.ParseHeuristic,
					solvers.HeuristicNames()...)),
			searchFlags(&o.settings, "all cores; 1 with --jobs"),
			in(aboutSearch,
				flagOf("depth-limit", "look only for plans that cost at most `COST`, in idastar and iddfs", "",
					&o.settings.DepthLimit, units.Decimal(0, 1e12)),
				&cli.BoolFlag{Name: "prune",
					Usage:       "skip paths that are not shorter than another (idastar, iddfs; unit costs)",
					Destination: &o.settings.Prune},
				pdbDirFlag(&o.pdbDir)),
			in(aboutEvolution, preset, seedFlag(&o.settings.Seed)),
			o.ga.flags(false),
			[]cli.Flag{o.ga.firstFlag()},
			limitFlags(&o.limits, anyNodes, 1),
			in(aboutLimits, isolateFlag(&o.isolate)),
			in(aboutOutput, jsonFlag("print one JSON object per board", &o.json), notationFlag(&o.notation),
				flagOf("plan", "check the plan `MOVES` for one board, and compare it with the solver's plan", "",
					&o.planText, pointerTo(asGiven))),
			in(aboutOutput, o.play.flags("play each plan; keys pause it and step through it")...),
			in(aboutOutput,
				fileFlag("trace", "write a row for each generation to the new CSV `FILE` (ga, one board)",
					&o.trace.name),
				plotFlag("plot", "plot the generations in the new .svg or .png `FILE` (ga, one board)",
					&o.plot.name),
				forceFlag(&o.force)),
		),
		Action: func(c *cli.Context) error {
			o.source.arguments, o.source.in = c.Args().Slice(), con.in
			o.given = o.ga.given(c)
			if err := o.check(); err != nil {
				return err
			}
			return solve(c.Context, o, con)
		},
	},
		"npuzzle solve '1 2 3/4 5 6/0 7 8'",
		"npuzzle generate --size 3x4 --puzzles 3 | npuzzle solve --algorithm astar --json",
	)
}

var errManyBoards = misuse("--plan is the plan of one board; expected only one")

// check returns an error for flags that do not go together, and completes the settings.
// The flags of single settings of the genetic solver change the preset, regardless of
// their order on the command line.
//
// Errors are usage errors, except some errors of new files. With several jobs, a search
// has one thread unless --workers is given, because the jobs already use the cores.
func (o *solveOptions) check() error {
	if o.play.on && o.json {
		return misuse("--animate and --json; expected only one of them")
	}
	if o.planText != nil {
		var err error
		if o.plan, err = puzzle.ParseMoves(*o.planText, o.notation); err != nil {
			return misuse("--plan: %w", err)
		}
		if len(o.source.arguments) > 1 {
			return errManyBoards
		}
	}
	if err := o.source.check(); err != nil {
		return err
	}
	if o.settings.Algorithm != "" {
		if err := o.checkTaken(o.settings); err != nil {
			return err
		}
	}
	o.settings.GA = o.preset.settings
	o.ga.apply(&o.settings.GA)
	if o.traced() && !o.settings.Evolving() {
		return misuse("--trace and --plot record the genetic solver; expected --algorithm ga")
	}
	if o.traced() && o.isolate {
		return misuse("--isolate runs in another process, where --trace and --plot see nothing; expected one of them")
	}
	if o.traced() && o.trace.name == o.plot.name {
		return misuse("--trace and --plot both name %s; expected two files", o.trace.name)
	}
	o.trace.force, o.plot.force = o.force, o.force
	if err := cmp.Or(o.trace.check(), o.plot.check()); err != nil {
		return err
	}
	if limit := o.settings.DepthLimit; limit > 0 && o.costs.Units(limit) == 0 {
		return misuse("depth limit %v is below the cost of every move; expected at least %s",
			limit, o.costs.Format(o.costs.Cheapest()))
	}
	if o.settings.Workers == 0 && o.limits.jobs > 1 {
		o.settings.Workers = 1
	}
	return nil
}

// checkTaken returns an error for a flag whose setting the algorithm does not take.
// Settings without a flag keep their defaults and are not checked.
func (o *solveOptions) checkTaken(s solvers.Settings) error {
	for _, name := range o.given {
		if err := checkTaken(s, name); err != nil {
			return err
		}
	}
	return nil
}

// solve solves the boards and prints their results. A board that is not solved does not
// end the command, but sets the exit status. Progress is shown only if one board is
// solved at a time.
//
// It sets the memory limit, and runs a trial for each board as soon as the board is read.
// After each trial, it writes the trace if a flag asks for it, prints the result, and
// flushes the output. So the reader of a pipe sees each result at once.
//
// A board that cannot be read or a setting out of range ends the command with an error.
// If a board was not solved or an interrupt ended the command, solve returns errUnsolved.
func solve(ctx context.Context, o solveOptions, con console) error {
	if o.source.terminal() {
		fmt.Fprintln(con.err, "npuzzle: reading boards from the terminal, one per line; Ctrl-D ends the input")
	}
	memory := limitMemory(o.limits.memory)
	runner := bench.Runner{
		Jobs:      o.limits.jobs,
		Limits:    search.Limits{Expanded: o.limits.nodes, Bytes: memory},
		TimeLimit: o.limits.time,
		InOrder:   true,
	}
	if o.isolate {
		runner.Isolated = (&lab.Lab{Command: trialProcess(), PDBDir: o.pdbDir}).Isolated
	}
	var shown *progress
	if o.limits.jobs == 1 && !o.isolate {
		shown = newProgress(con.err)
	}
	tables := newLibrary(o.pdbDir, memory, con.err)
	defer tables.Close()
	var trace bench.Trace
	unsolved := false
	player := newPlayer(con, o.play, o.play.on && !o.source.reads())
	err := runner.Run(ctx, o.trials(ctx, tables, shown, &trace), func(t bench.Trial) error {
		shown.end()
		unsolved = unsolved || t.Result.Status != search.Solved
		if err := o.writeTrace(t, trace); err != nil {
			return err
		}
		r, moves := t.Record(o.notation), t.Result.Moves
		var plan *checkedPlan
		if o.planText != nil {
			if t.Puzzle.Number > 1 {
				return errManyBoards
			}
			plan = new(replayPlan(o.plan, t.Puzzle, o.notation))
			moves, unsolved = o.plan[:cmp.Or(plan.Illegal, len(o.plan)+1)-1], unsolved || !plan.Solves
		}
		if o.json {
			object := struct {
				bench.Record
				Plan *checkedPlan `json:"plan,omitempty"`
			}{r, plan}
			if err := con.object(object); err != nil {
				return err
			}
			return con.out.Flush()
		}
		if t.Puzzle.Number > 1 {
			fmt.Fprintln(con.out)
		}
		if plan != nil {
			fmt.Fprintln(con.out, plan.text(o.plan, r))
		}
		printTrial(con.out, r)
		if o.play.on && (plan != nil || r.Status == search.Solved) {
			if err := player.play(ctx, r.Board, moves, o.notation); err != nil {
				return err
			}
		}
		return con.out.Flush()
	})
	shown.end()
	if err == nil && (unsolved || ctx.Err() != nil) {
		return errUnsolved
	}
	return err
}

// trials yields a trial for each board. It finds or builds tables before it yields the
// first trial that needs them. An interrupt during that time ends the sequence.
//
// Errors are yielded in place of trials. Without --algorithm, the size of the board
// determines the solver. Only the first trial records a trace, because writeTrace refuses
// a second board.
func (o solveOptions) trials(
	ctx context.Context, tables *library, shown *progress, trace *bench.Trace,
) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		for p, err := range o.source.puzzles(o.goal, o.costs) {
			t := bench.Trial{Puzzle: p, Solver: bench.Solver{Settings: o.settings}}
			if err == nil {
				s := &t.Solver.Settings
				if s.Algorithm == "" {
					suggested := solvers.Suggest(p.Start.Size(), p.Costs)
					s.Algorithm = suggested.Algorithm
					if o.limits.time == 0 && o.limits.nodes == 0 { // no limit would end the improvement
						s.GA.Improve = s.GA.Improve && suggested.GA.Improve
					}
					err = o.checkTaken(*s)
				}
				if err == nil && s.Informed() {
					s.Heuristic, err = tables.prepare(ctx, s.Heuristic, p.Goal)
				}
				switch {
				case err != nil && ctx.Err() != nil:
					return
				case err != nil:
					err = fmt.Errorf("board %d: %w", p.Number, err)
				default:
					if err = s.Check(); err != nil {
						err = &usageError{err}
					}
				}
				t.Observer = shown.observer(p)
				if o.traced() && p.Number == 1 {
					t.Observer = both(trace.Observer(), t.Observer)
				}
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

// both returns an observer that calls two observers. The second may be nil.
func both(first, second search.Observer) search.Observer {
	if second == nil {
		return first
	}
	return func(p search.Progress) {
		first(p)
		second(p)
	}
}

// traced reports whether the history of the evolution is recorded.
func (o solveOptions) traced() bool { return o.trace.name != "" || o.plot.name != "" }

// writeTrace writes the trace of a trial as CSV and as a plot, if flags ask for them. The
// trial must be the only one, because each file holds one trace.
func (o solveOptions) writeTrace(t bench.Trial, trace bench.Trace) error {
	if o.traced() && t.Puzzle.Number > 1 {
		return misuse("--trace and --plot record the history of one board; expected only one")
	}
	if o.trace.name != "" {
		if err := o.trace.write(trace.Write); err != nil {
			return err
		}
	}
	if o.plot.name == "" {
		return nil
	}
	return o.plot.plot(report.Convergence(fmt.Sprintf("Evolution of a plan for %s", t.Puzzle.Start),
		analysis.Evolution{Name: t.Solver.Settings.Algorithm, Runs: []bench.Trace{trace}}))
}

// checkedPlan is the result of checking the plan of the user for a board. It is part of
// the JSON output of solve.
type checkedPlan struct {
	Moves     string       `json:"moves"`
	Illegal   int          `json:"illegal,omitempty"` // number of the first illegal move, from 1; 0 if all are legal
	Solves    bool         `json:"solves"`
	Length    int          `json:"length"`
	LengthMTM int          `json:"length_mtm"`
	Cost      bench.Figure `json:"cost"`
	Board     puzzle.Board `json:"board"` // board after the legal moves
}

// replayPlan applies a plan to the board of a puzzle, up to the first illegal move.
func replayPlan(plan []puzzle.Move, p bench.Puzzle, n puzzle.Notation) checkedPlan {
	c := checkedPlan{
		Moves: puzzle.FormatMoves(plan, n), Length: len(plan), LengthMTM: puzzle.MultiTileMoves(plan),
		Cost: bench.Figure(p.Costs.Float(p.Costs.Total(plan))), Board: p.Start,
	}
	for i, m := range plan {
		next, legal := c.Board.Move(m)
		if !legal {
			c.Illegal = i + 1
			return c
		}
		c.Board = next
	}
	c.Solves = c.Board == p.Goal
	return c
}

// text returns one line that says whether the plan is legal, whether it solves the board,
// and how it compares with the plan of the solver.
func (c checkedPlan) text(plan []puzzle.Move, found bench.Record) string {
	length := lengthText(c.Length, c.LengthMTM)
	switch {
	case c.Illegal > 0:
		m := puzzle.FormatMoves(plan[c.Illegal-1:c.Illegal], found.Notation)
		return fmt.Sprintf("plan: move %d, %s, is not legal on %v", c.Illegal, m, c.Board)
	case !c.Solves:
		verb := "lead"
		if c.Length == 1 {
			verb = "leads"
		}
		return fmt.Sprintf("plan: %s %s to %v, not to the goal %v", length, verb, c.Board, found.Goal)
	case found.Status != search.Solved:
		return "plan: solves the board in " + length
	}
	given, best, less := float64(c.Length), float64(*found.Length), "fewer"
	if !found.MoveCosts.Unit() {
		length += " at a cost of " + costText(c.Cost)
		given, best, less = float64(c.Cost), float64(found.Cost), "less"
	}
	const places = 1e4 // more precise than move costs
	difference := strconv.FormatFloat(math.Round(math.Abs(given-best)*places)/places, 'f', -1, 64)
	compared := "the same as"
	switch {
	case given > best:
		compared = difference + " more than"
	case given < best:
		compared = difference + " " + less + " than"
	}
	than := "that of " + found.Algorithm
	if found.Optimal {
		than = "an optimal plan"
	}
	return fmt.Sprintf("plan: solves the board in %s, %s %s", length, compared, than)
}
