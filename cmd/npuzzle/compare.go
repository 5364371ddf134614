package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// compareOptions are what compare is told.
type compareOptions struct {
	random     randomOptions
	algorithms []string
	heuristics []heuristics.Heuristic
	settings   solvers.Settings // all else, the same for every solver
	pdbDir     string
	limits     limits
	out        string
	json       bool
}

// comparison is what compare prints as JSON.
type comparison struct {
	Puzzles   int             `json:"puzzles"`
	Size      string          `json:"size"`
	Goal      puzzle.Board    `json:"goal"`
	Seed      uint64          `json:"seed"`
	Walk      *int            `json:"walk,omitempty"`
	Misplaced *float64        `json:"misplaced,omitempty"`
	Jobs      int             `json:"jobs"`
	Partial   bool            `json:"partial"`
	Results   string          `json:"results"` // the file of the trials
	Solvers   []bench.Summary `json:"solvers"`
}

func compareCommand(con console) *cli.Command {
	o := compareOptions{settings: solvers.Default("")}
	flags := randomFlags(&o.random, puzzlesFlag("100", &o.random.puzzles))
	flags = append(flags, in(aboutSearch,
		flagOf("algorithm", "`NAMES` of the solvers, separated by commas", "astar,ga", &o.algorithms, solverNames, solvers.Names()...),
		flagOf("heuristic", "`NAMES` of the estimates, separated by commas: every solver that takes one runs with each",
			solvers.DefaultHeuristic, &o.heuristics, solvers.ParseHeuristics, solvers.HeuristicNames()...),
		pdbDirFlag(&o.pdbDir))...)
	flags = append(flags, searchFlags(&o.settings)...)
	flags = append(flags, gaFlags(&o.settings.GA)...)
	flags = append(flags, limitFlags(&o.limits, 0)...)
	out := flagOf("out", "new `FILE` for the trials, one JSON object a line", "", &o.out, func(text string) (string, error) { return text, nil })
	out.DefaultText, out.TakesFile = "results/compare-TIME-SEED.jsonl", true
	flags = append(flags, in(aboutOutput, out, jsonFlag("print one JSON object instead of the table", &o.json))...)

	return command(cli.Command{
		Name:  "compare",
		Usage: "set solvers against each other on the same random boards",
		Flags: flags,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return compare(c.Context, o, con)
		},
	},
		"npuzzle compare",
		"npuzzle compare --puzzles 20 --walk 30 --algorithm astar,idastar,ga --heuristic manhattan,linear-conflict",
	)
}

// solverNames reads names separated by commas, each once.
func solverNames(text string) ([]string, error) {
	var names []string
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, err := solvers.ParseName(part)
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, fmt.Errorf("%s appears twice; expected each solver once", name)
		}
		seen[name] = true
		names = append(names, name)
	}
	return names, nil
}

// contenders pairs the algorithms with the heuristics; one that takes none
// stands alone.
func (o compareOptions) contenders() ([]bench.Contender, error) {
	var list []bench.Contender
	for _, algorithm := range o.algorithms {
		for i, h := range o.heuristics {
			settings := o.settings
			settings.Algorithm, settings.Heuristic = algorithm, h
			name := algorithm
			if settings.Informed() && len(o.heuristics) > 1 {
				name += " " + h.Name()
			}
			if i > 0 && !settings.Informed() {
				break
			}
			if _, err := solvers.New(settings, nil); err != nil {
				return nil, &usageError{err}
			}
			list = append(list, bench.Contender{Name: name, Settings: settings})
		}
	}
	return list, nil
}

// prepare finds the tables of the heuristics, and refuses those that are too
// large for the size, before there are results.
func (o compareOptions) prepare(ctx context.Context, tables *library, goal puzzle.Board) error {
	if !slices.ContainsFunc(o.algorithms, func(name string) bool { return solvers.Settings{Algorithm: name}.Informed() }) {
		return nil
	}
	for i, h := range o.heuristics {
		ready, err := tables.prepare(ctx, h, goal)
		if err != nil {
			return err
		}
		if _, err := ready.For(goal, puzzle.Costs{}); err != nil {
			return &usageError{err}
		}
		o.heuristics[i] = ready
	}
	return nil
}

func compare(ctx context.Context, o compareOptions, con console) error {
	goal, err := o.random.goalBoard()
	if err != nil {
		return err
	}
	if o.settings.Workers == 0 && o.limits.jobs > 1 {
		o.settings.Workers = 1
	}
	runner, undo := o.limits.runner()
	defer undo()
	tables := newLibrary(o.pdbDir, runner.Limits.Bytes, con.err)
	defer tables.Close()
	if err := o.prepare(ctx, tables, goal); err != nil && ctx.Err() == nil {
		return err
	}
	contenders, err := o.contenders()
	if err != nil {
		return err
	}
	names := make([]string, len(contenders))
	for i, c := range contenders {
		names[i] = c.Name
	}
	lines, err := o.createResults(time.Now())
	if err != nil {
		return err
	}
	defer lines.Close()

	var trials []bench.Trial
	bars := newBars(con.err, names, o.random.puzzles)
	err = runner.Run(ctx, o.tasks(goal, contenders), func(t bench.Trial) error {
		if t.Status == search.Cancelled {
			return nil // it came to nothing
		}
		trials = append(trials, t)
		bars.count(t.Name, t.Status == search.Solved)
		return lines.Append(t.Record(bench.BlankNotation))
	})
	bars.stop()
	if err != nil {
		return err
	}

	c := comparison{
		Puzzles: o.random.puzzles, Size: o.random.size.String(), Goal: goal, Seed: o.random.seed,
		Walk: o.random.scramble.Walk, Misplaced: o.random.scramble.Misplaced,
		Jobs:    o.limits.jobs,
		Partial: len(trials) < len(contenders)*o.random.puzzles,
		Results: lines.Name(),
		Solvers: bench.Summarise(contenders, trials),
	}
	if o.json {
		err = json.NewEncoder(con.out).Encode(c)
	} else {
		err = printComparison(con.out, c)
	}
	if err != nil {
		return err
	}
	if err := lines.Close(); err != nil {
		return err
	}
	for _, s := range c.Solvers {
		if s.Solved < o.random.puzzles {
			return errUnsolved
		}
	}
	return nil
}

// tasks runs every solver on a puzzle before the next puzzle, so that a
// comparison cut short still compares like with like.
func (o compareOptions) tasks(goal puzzle.Board, contenders []bench.Contender) iter.Seq2[bench.Task, error] {
	return func(yield func(bench.Task, error) bool) {
		for instance, err := range o.random.scramble.Instances(goal, o.random.puzzles, o.random.seed) {
			if err != nil {
				yield(bench.Task{}, &usageError{err})
				return
			}
			for _, c := range contenders {
				c.Settings.Seed = bench.TrialSeed(o.random.seed, instance.Number)
				if !yield(bench.NewTask(c, instance, nil)) {
					return
				}
			}
		}
	}
}

// createResults creates the file of the trials, by default one of a new name
// below the working directory.
func (o compareOptions) createResults(now time.Time) (*store.Lines, error) {
	if o.out != "" {
		lines, err := store.CreateLines(o.out)
		if errors.Is(err, fs.ErrExist) {
			return nil, misuse("--out %s: the file exists; expected a new name", o.out)
		}
		return lines, err
	}
	stem := filepath.Join("results", fmt.Sprintf("compare-%s-%d", now.Format("20060102-150405"), o.random.seed))
	for n := 1; ; n++ {
		name := stem + ".jsonl"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.jsonl", stem, n)
		}
		lines, err := store.CreateLines(name)
		if !errors.Is(err, fs.ErrExist) {
			return lines, err
		}
	}
}

// printComparison prints the table and says where the trials are kept.
func printComparison(w io.Writer, c comparison) error {
	var b strings.Builder
	how := ""
	switch {
	case c.Walk != nil:
		how = fmt.Sprintf(", %s from the goal", plural(*c.Walk, "random move", "random moves"))
	case c.Misplaced != nil:
		how = fmt.Sprintf(", %v %% of the tiles misplaced", 100**c.Misplaced)
	}
	fmt.Fprintf(&b, "%s of %s%s; seed %d\n\n", plural(c.Puzzles, "random board", "random boards"), c.Size, how, c.Seed)

	header := table.Row{"solver", "heuristic", "solved", "accuracy", "95 % interval", "length", "gap", "optimal", "median time", "mean time", "expanded", "evaluated"}
	var rows []table.Row
	for _, s := range c.Solvers {
		rows = append(rows, table.Row{
			s.Algorithm,
			s.Heuristic,
			fmt.Sprintf("%d/%d", s.Solved, s.Trials),
			percent(s.Accuracy, 1),
			fmt.Sprintf("%.1f-%.1f %%", 100*s.AccuracyLow, 100*s.AccuracyHigh),
			figure(s.MeanLength, 2),
			figure(s.Gap, 3),
			percent(s.OptimalShare, 0),
			seconds(float64(s.MedianSeconds)),
			seconds(float64(s.MeanSeconds)),
			work(s.MeanExpanded),
			work(s.MeanEvaluated),
		})
	}
	if err := printTable(&b, header, rows, 1, 2); err != nil {
		return err
	}
	b.WriteString("\n")
	if c.Partial {
		ended := 0
		for _, s := range c.Solvers {
			ended += s.Trials
		}
		fmt.Fprintf(&b, "partial: %d of %d trials ended\n", ended, len(c.Solvers)*c.Puzzles)
	}
	fmt.Fprintf(&b, "trials kept in %s\n", c.Results)
	_, err := io.WriteString(w, b.String())
	return err
}

// work writes a mean count of states or plans.
func work(f bench.Figure) string {
	if !f.Known() || f == 0 {
		return unknown
	}
	return grouped(uint64(f + 0.5))
}
