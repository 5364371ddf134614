package export

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/search"
	"npuzzle/solvers"
)

// kind is the type of a column. Every column may be null.
type kind int

const (
	text   kind = iota
	whole       // 64 bits
	number      // double
	truth
	moment // UTC
)

// Column is a column of a file, or a key of its objects.
type Column struct {
	Name  string
	Kind  string // string, int64, double, bool or timestamp
	About string // what it holds, with its unit

	kind  kind
	value func(bench.Record) any // a string, int64, float64, bool or time.Time; nil for null
}

var kindNames = map[kind]string{text: "string", whole: "int64", number: "double", truth: "bool", moment: "timestamp"}

func column(name string, k kind, about string, value func(bench.Record) any) Column {
	return Column{name, kindNames[k], about, k, value}
}

// fixed are the columns that every file has, in their order.
var fixed = []Column{
	column("experiment", text, "name of the experiment", func(r bench.Record) any { return some(r.Experiment) }),
	column("trial", whole, "place in the experiment, from 1", func(r bench.Record) any { return someWhole(r.Position) }),
	column("key", text, "digest of all that the trial follows from", func(r bench.Record) any { return some(r.Key) }),
	column("group", text, "puzzles that were drawn or read together", func(r bench.Record) any { return some(r.Group) }),
	column("puzzle", whole, "number within the group, from 1", func(r bench.Record) any { return int64(r.Puzzle) }),
	column("repeat", whole, "from 1", func(r bench.Record) any { return someWhole(r.Repeat) }),
	column("board", text, "rows separated by /, the blank 0", func(r bench.Record) any { return r.Board.String() }),
	column("goal", text, "likewise", func(r bench.Record) any { return r.Goal.String() }),
	column("rows", whole, "of the board", func(r bench.Record) any { return int64(r.Rows) }),
	column("cols", whole, "of the board", func(r bench.Record) any { return int64(r.Cols) }),
	column("move_costs", text, "of the blank's moves U,D,L,R", func(r bench.Record) any { return r.MoveCosts }),
	column("walk", whole, "random moves that the board was drawn by", func(r bench.Record) any { return pointedWhole(r.Walk) }),
	column("misplaced", number, "share of misplaced tiles that the board was drawn with", func(r bench.Record) any { return pointed(r.Misplaced) }),
	column("start_misplaced", whole, "tiles away from their goal's cell", func(r bench.Record) any { return int64(r.StartMisplaced) }),
	column("optimal_length", whole, "moves of a shortest plan, where every move costs 1", func(r bench.Record) any { return pointedWhole(r.OptimalLength) }),
	column("optimal_cost", number, "of a cheapest plan", func(r bench.Record) any { return pointedFigure(r.OptimalCost) }),

	column("solver", text, "its name within the experiment", func(r bench.Record) any { return some(r.Solver) }),
	column("algorithm", text, "bfs, ucs, iddfs, astar, idastar, wastar, greedy or ga", func(r bench.Record) any { return r.Algorithm }),
	column("heuristic", text, "zero where the solver takes none", func(r bench.Record) any { return r.Heuristic }),
	column("weight", number, "of weighted A*", func(r bench.Record) any { return pointed(r.Weight) }),
	column("depth_limit", number, "of the iterative searches, a cost", func(r bench.Record) any { return pointedFigure(r.DepthLimit) }),
	column("prune", truth, "whether repeated states were pruned", of(deepening, func(r bench.Record) any { return r.Prune })),
	column("move_order", text, "of the successors", func(r bench.Record) any { return r.Order }),
	column("seed", whole, "of the genetic solver", of(evolving, func(r bench.Record) any { return int64(r.Seed) })),

	column("status", text, "solved, unsolvable, exhausted, time-limit, node-limit or memory-limit; null of a trial that went wrong", func(r bench.Record) any { return some(string(r.Status)) }),
	column("error", text, "what went wrong", func(r bench.Record) any { return some(r.Error) }),
	column("solved", truth, "whether status is solved", func(r bench.Record) any { return r.Status == search.Solved }),
	column("moves", text, "the plan, as the blank goes", func(r bench.Record) any {
		if r.Moves == nil {
			return nil
		}
		return *r.Moves
	}),
	column("length", whole, "moves of the plan", func(r bench.Record) any { return pointedWhole(r.Length) }),
	column("cost", number, "of the plan", func(r bench.Record) any { return pointedFigure(&r.Cost) }),
	column("optimal", truth, "whether the plan is proven optimal", func(r bench.Record) any {
		if r.Moves == nil {
			return nil
		}
		return r.Optimal
	}),
	column("lower_bound", number, "no plan costs less", measured(func(r bench.Record) any { return pointedFigure(&r.LowerBound) })),
	column("found", text, "plans of the genetic solver, first to last: the length of each @ the evaluations after which it was found", func(r bench.Record) any { return some(foundText(r.Found)) }),
	column("expanded", whole, "states whose successors were generated", of(expanding, measured(func(r bench.Record) any { return int64(r.Expanded) }))),
	column("expanded_before_last_f", whole, "of them, those below the last f-layer", of(layered, measured(func(r bench.Record) any { return int64(r.ExpandedBeforeLastF) }))),
	column("generated", whole, "successors made", measured(func(r bench.Record) any { return int64(r.Generated) })),
	column("evaluated", whole, "evaluations of whole plans", of(evolving, measured(func(r bench.Record) any { return int64(r.Evaluated) }))),
	column("reopened", whole, "closed states opened again", of(listing, measured(func(r bench.Record) any { return int64(r.Reopened) }))),
	column("duplicates", whole, "successors dropped because known, sooner or later", of(listing, measured(func(r bench.Record) any { return int64(r.Duplicates) }))),
	column("open", whole, "states waiting at the end, duplicates not yet dropped included", of(listing, measured(func(r bench.Record) any { return int64(r.Open) }))),
	column("peak_open", whole, "the same at most", of(listing, measured(func(r bench.Record) any { return int64(r.PeakOpen) }))),
	column("peak_stored", whole, "states held at most, the same included", of(layered, measured(func(r bench.Record) any { return int64(r.PeakStored) }))),
	column("discarded", whole, "states expanded besides, by parallel workers", of(deepening, measured(func(r bench.Record) any { return int64(r.Discarded) }))),
	column("max_depth", number, "deepest path cost of any state generated", measured(func(r bench.Record) any { return pointedFigure(&r.MaxDepth) })),
	column("bytes", whole, "most memory of the solver's own structures", measured(func(r bench.Record) any { return int64(r.Bytes) })),
	column("resident", whole, "peak resident bytes of the trial's own process; null unless isolated", func(r bench.Record) any {
		if r.Resident == nil {
			return nil
		}
		return int64(*r.Resident)
	}),
	column("seconds", number, "wall time", measured(func(r bench.Record) any { return r.Seconds })),
	column("cpu_seconds", number, "processor time", measured(func(r bench.Record) any { return r.CPUSeconds })),

	column("workers", whole, "threads inside the search or evolution", func(r bench.Record) any { return someWhole(r.Workers) }),
	column("jobs", whole, "trials that ran at a time", func(r bench.Record) any { return someWhole(r.Jobs) }),
	column("time_limit", number, "seconds that the trial could take; null where there was no limit", func(r bench.Record) any {
		if r.TimeLimit == 0 {
			return nil
		}
		return r.TimeLimit
	}),
	column("node_limit", whole, "states that the solver could expand, or plans evaluate; null where there was no limit", func(r bench.Record) any { return someWhole(int(min(r.NodeLimit, math.MaxInt))) }),
	column("memory_limit", whole, "bytes that the solver could take; null where there was no limit", func(r bench.Record) any { return someWhole(int(r.MemoryLimit)) }),
	column("isolated", truth, "whether the trial had a process of its own", func(r bench.Record) any { return r.Isolated }),
	column("started", moment, "in UTC", func(r bench.Record) any {
		at, err := time.Parse(time.RFC3339, r.Started)
		if err != nil {
			return nil
		}
		return at
	}),
	column("machine", text, "processor, cores and system", func(r bench.Record) any { return some(r.Machine) }),
	column("version", text, "of the program", func(r bench.Record) any { return some(r.Version) }),
	column("signature", text, "of its node counts", func(r bench.Record) any { return some(r.Signature) }),
	column("revision", text, "from version control", func(r bench.Record) any { return some(r.Revision) }),
}

// Columns returns the columns of some records: the fixed ones, then each setting
// of the genetic solver that a record has, as "ga_" and its name. Those are null
// of other solvers, and where a number is left to the size of the board.
func Columns(records []bench.Record) []Column {
	names := map[string]bool{}
	for _, r := range records {
		for name := range r.GA {
			names[name] = true
		}
	}
	all := slices.Clone(fixed)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, settingColumn(name))
	}
	return all
}

// settingColumn makes the column of a setting of the genetic solver.
func settingColumn(name string) Column {
	k := text // of a setting that is no more
	table := ga.Table()
	if at := slices.IndexFunc(table, func(s ga.Setting) bool { return s.Name == name }); at >= 0 {
		k = kindOfSetting[table[at].Kind()]
	}
	return column("ga_"+strings.ReplaceAll(name, "-", "_"), k, "setting of the genetic solver", func(r bench.Record) any {
		value, there := r.GA[name]
		if !there {
			return nil
		}
		return parsed(k, value)
	})
}

var kindOfSetting = map[ga.Kind]kind{ga.Word: text, ga.Whole: whole, ga.Decimal: number, ga.Truth: truth}

// parsed reads a value of a kind; what is none of it is null.
func parsed(k kind, value string) any {
	var v any = value
	var err error
	switch k {
	case whole:
		v, err = strconv.ParseInt(value, 10, 64)
	case number:
		v, err = strconv.ParseFloat(value, 64)
	case truth:
		v, err = strconv.ParseBool(value)
	}
	if err != nil {
		return nil
	}
	return v
}

// measured is null of a trial that went wrong, of which nothing is known.
func measured(value func(bench.Record) any) func(bench.Record) any {
	return func(r bench.Record) any {
		if r.Error != "" {
			return nil
		}
		return value(r)
	}
}

// of is null of the solvers that a column says nothing of.
func of(taking func(bench.Record) bool, value func(bench.Record) any) func(bench.Record) any {
	return func(r bench.Record) any {
		if !taking(r) {
			return nil
		}
		return value(r)
	}
}

// expanding tells whether the trial's solver expands states. The genetic one does
// where it searches for other ways of parts of plans.
func expanding(r bench.Record) bool { return !evolving(r) || r.GA["windows"] == "true" }

// layered tells whether it expands them by layers of f, and counts what it holds.
func layered(r bench.Record) bool { return !evolving(r) }

// listing tells whether it keeps lists of open and closed states.
func listing(r bench.Record) bool { return !evolving(r) && !deepening(r) }

func deepening(r bench.Record) bool { return solvers.Settings{Algorithm: r.Algorithm}.Deepening() }

func evolving(r bench.Record) bool { return solvers.Settings{Algorithm: r.Algorithm}.Evolving() }

// foundText writes when plans were found.
func foundText(all []search.Found) string {
	texts := make([]string, len(all))
	for i, f := range all {
		texts[i] = fmt.Sprintf("%d@%d", f.Length, f.Evaluated)
	}
	return strings.Join(texts, " ")
}

// some is null of an empty text.
func some(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// someWhole is null of 0.
func someWhole(n int) any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

func pointedWhole(n *int) any {
	if n == nil {
		return nil
	}
	return int64(*n)
}

func pointed(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

func pointedFigure(f *bench.Figure) any {
	if f == nil || !f.Known() {
		return nil
	}
	return float64(*f)
}

// written writes a value for CSV; null is empty.
func written(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}
