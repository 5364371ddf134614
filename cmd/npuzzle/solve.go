package main

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/report"
	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// solveOptions are what solve is told.
type solveOptions struct {
	settings solvers.Settings // an empty Algorithm leaves it to the size
	ga       evolutionFlags
	source   boardSource
	goal     string
	costs    puzzle.Costs
	pdbDir   string
	depth    float64 // limit, in the units of the move costs
	limits   limits
	notation string
	trace    string // file for the history of the evolution, as CSV
	plot     string // file for a plot of that history
	json     bool
	animate  bool
}

func solveCommand(con console) *cli.Command {
	o := solveOptions{settings: solvers.Default("")}
	algorithm := flagOf("algorithm", "`NAME`: bfs, ucs, iddfs, astar, idastar, wastar, greedy or ga", "",
		&o.settings.Algorithm, solvers.ParseName, solvers.Names()...)
	algorithm.DefaultText = "idastar up to 4x4, wastar above"
	file := fileFlag("file", "`FILE` of boards; - for standard input", &o.source.file)
	file.Aliases = []string{"f"}
	size := sizeFlag("", &o.source.size)
	size.Usage += ", of every board"

	var flags []cli.Flag
	flags = append(flags, in(aboutBoards, file, size, goalFlag(&o.goal),
		flagOf("move-costs", "`U,D,L,R`: cost of the blank's moves, decimals, for ucs, astar, wastar and idastar", "1,1,1,1", &o.costs, puzzle.ParseCosts))...)
	flags = append(flags, in(aboutSearch, algorithm, heuristicFlag(&o.settings.Heuristic), pdbDirFlag(&o.pdbDir), seedFlag(&o.settings.Seed),
		flagOf("depth-limit", "`COST` of the deepest iteration of idastar and iddfs", "", &o.depth, units.Decimal(0, 1e12)),
		&cli.BoolFlag{Name: "prune", Usage: "leave out sequences of moves that duplicate others, in idastar and iddfs under unit costs", Destination: &o.settings.Prune})...)
	flags = append(flags, searchFlags(&o.settings, "all cores where one trial runs at a time, else 1")...)
	preset := flagOf("preset", "settings that the other flags change: study, pure, memetic or a YAML `FILE`", "memetic",
		&o.settings.GA, parsePreset, ga.PresetNames()...)
	flags = append(flags, o.ga.flags(preset, ga.Default().Get)...)
	flags = append(flags, limitFlags(&o.limits, 1)...)
	flags = append(flags, in(aboutOutput, notationFlag(&o.notation),
		&cli.BoolFlag{Name: "animate", Usage: "play the plan, a board a move", Destination: &o.animate},
		jsonFlag("print one JSON object a board", &o.json),
		fileFlag("trace", "new `FILE` for the history of the one board's evolution, as CSV: "+
			"a row a generation, of phase 0 where plans are improved", &o.trace),
		plotFlag("plot", "new `FILE` for a plot of that history, .svg or .png", &o.plot))...)

	return command(cli.Command{
		Name:      "solve",
		Usage:     "find a plan for each board, from arguments, a file or standard input",
		ArgsUsage: "[BOARD...]",
		Flags:     flags,
		Action: func(c *cli.Context) error {
			o.source.arguments, o.source.in = c.Args().Slice(), con.in
			o.ga.chosen = c.IsSet("preset")
			return solve(c.Context, o, con)
		},
	},
		"npuzzle solve '1 2 3/4 5 6/0 7 8'",
		"npuzzle generate --size 3x4 --puzzles 3 | npuzzle solve --algorithm astar --heuristic manhattan --json",
	)
}

// solve prints the result of every board as soon as it and those before it are
// there.
func solve(ctx context.Context, o solveOptions, con console) error {
	if o.animate && o.json {
		return misuse("--animate and --json; expected one of them")
	}
	if err := o.source.check(); err != nil {
		return err
	}
	if err := o.ga.check(o.settings.Algorithm); err != nil {
		return err
	}
	o.ga.apply(&o.settings.GA)
	if err := o.checkTrace(); err != nil {
		return err
	}
	// The product may come out just below a whole number.
	const rounding = 1e-7
	o.settings.DepthLimit = puzzle.Cost(o.depth*float64(o.costs.Scale()) + rounding)
	if o.depth > 0 && o.settings.DepthLimit == 0 {
		return misuse("depth limit %v is less than any move costs; expected at least %s", o.depth, o.costs.Format(o.costs.Cheapest()))
	}
	if o.settings.Workers == 0 && o.limits.jobs > 1 {
		o.settings.Workers = 1
	}
	if len(o.source.arguments) == 0 && (o.source.file == "" || o.source.file == "-") && isTerminal(con.in) {
		fmt.Fprintln(con.err, "npuzzle: reading boards from the terminal, one a line; Ctrl-D ends")
	}
	runner, undo := o.limits.runner()
	defer undo()
	runner.InOrder = true

	var shown *progress
	if o.limits.jobs == 1 {
		shown = newProgress(con.err, false)
	}
	tables := newLibrary(o.pdbDir, runner.Limits.Bytes, con.err)
	defer tables.Close()
	unsolved := false
	var trace bench.Trace
	err := runner.Run(ctx, o.tasks(ctx, tables, shown, &trace), func(t bench.Trial) error {
		shown.end()
		unsolved = unsolved || t.Result.Status != search.Solved
		if err := o.writeTrace(t, trace); err != nil {
			return err
		}
		if o.json {
			return json.NewEncoder(con.out).Encode(t.Record(o.notation))
		}
		if t.Puzzle.Number > 1 {
			fmt.Fprintln(con.out)
		}
		if err := printTrial(con.out, t.Record(o.notation)); err != nil || !o.animate {
			return err
		}
		return animate(ctx, con.out, t)
	})
	shown.end()
	if err == nil && (unsolved || ctx.Err() != nil) {
		return errUnsolved
	}
	return err
}

// tasks makes a trial of every board. Tables are found, and built, before the
// trial that needs them first; an interrupt meanwhile ends the tasks.
func (o solveOptions) tasks(
	ctx context.Context, tables *library, shown *progress, trace *bench.Trace,
) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		for instance, err := range instances(o.source.boards(), o.goal, o.costs) {
			var task bench.Trial
			if err == nil {
				settings := o.settings
				if settings.Algorithm == "" {
					settings.Algorithm = solvers.Suggest(instance.Start.Size())
				}
				if settings.Informed() {
					settings.Heuristic, err = tables.prepare(ctx, settings.Heuristic, instance.Goal)
				}
				switch {
				case err != nil && ctx.Err() != nil:
					return
				case err != nil:
					err = fmt.Errorf("board %d: %w", instance.Number, err)
				default:
					observe := shown.observer(instance, settings)
					if o.traced() && instance.Number == 1 {
						observe = bothObservers(trace.Observer(), observe)
					}
					task = bench.Trial{Puzzle: instance, Solver: bench.Solver{Settings: settings}, Observer: observe}
					if err = settings.Check(); err != nil {
						err = &usageError{err}
					}
				}
			}
			if !yield(task, err) {
				return
			}
		}
	}
}

// bothObservers returns an observer that passes progress on to two, the second of
// which may be nil.
func bothObservers(first, second search.Observer) search.Observer {
	if second == nil {
		return first
	}
	return func(p search.Progress) {
		first(p)
		second(p)
	}
}

func (o solveOptions) traced() bool { return o.trace != "" || o.plot != "" }

// checkTrace refuses files for the history of an evolution that could not be written.
func (o solveOptions) checkTrace() error {
	switch {
	case !o.traced():
		return nil
	case o.settings.Algorithm != "ga":
		return misuse("--trace and --plot show an evolution; expected --algorithm ga")
	case o.trace == o.plot:
		return misuse("--trace and --plot name one file, %s; expected two", o.trace)
	}
	if err := checkNew("trace", o.trace); err != nil {
		return err
	}
	return checkNew("plot", o.plot)
}

// writeTrace writes the history of a trial, which must be the only one.
func (o solveOptions) writeTrace(t bench.Trial, trace bench.Trace) error {
	if o.traced() && t.Puzzle.Number > 1 {
		return misuse("--trace and --plot take the history of one board; expected no other")
	}
	if o.trace != "" {
		if err := writeNew(o.trace, trace.Write); err != nil {
			return err
		}
	}
	if o.plot == "" {
		return nil
	}
	title := fmt.Sprintf("Evolution of a plan for %s", t.Puzzle.Start)
	return writePlot(o.plot, report.Convergence(title, analysis.Evolution{Name: t.Solver.Settings.Algorithm, Runs: []bench.Trace{trace}}))
}
