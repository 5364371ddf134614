package store

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/search"
)

// Column is a column of an exported file, or a key of its objects. Every column
// may be null.
type Column struct {
	Name  string
	Kind  string // type of the values: string, int64, double, bool or timestamp
	About string // what the values are, with their unit

	of func(bench.Record) any
}

// The kinds of columns.
const (
	text   = "string"
	whole  = "int64"
	number = "double"
	truth  = "bool"
	moment = "timestamp" // in UTC
)

// Value returns the column's value for a trial: a string, int64, float64, bool or
// time.Time of the column's kind, or nil for null. A statistic is null for solvers
// that do not report it, and for trials that failed.
func (c Column) Value(r bench.Record) any {
	if !r.Reports(c.Name) || r.Error != "" && slices.Contains(results, c.Name) {
		return nil
	}
	return exported(c.of(r))
}

// results are the columns that a trial fills with its result. They are null for a
// trial that failed.
var results = []string{
	"lower_bound", "expanded", "expanded_before_last_f", "generated", "evaluated", "reopened", "duplicates", "open",
	"peak_open", "peak_stored", "discarded", "max_depth", "bytes", "seconds", "cpu_seconds",
}

// columns are the columns that every file has, in their order.
var columns = []Column{
	{"experiment", text, "name of the experiment", func(r bench.Record) any { return r.Experiment }},
	{"trial", whole, "position in the experiment, from 1", func(r bench.Record) any { return positive(r.Position) }},
	{"key", text, "digest of everything the result depends on", func(r bench.Record) any { return r.Key }},
	{"group", text, "name of the group of puzzles", func(r bench.Record) any { return r.Group }},
	{"puzzle", whole, "number of the puzzle within its group, from 1", func(r bench.Record) any { return r.Puzzle }},
	{"repeat", whole, "number of the trial of this solver on this puzzle, from 1",
		func(r bench.Record) any { return positive(r.Repeat) }},
	{"board", text, "rows separated by /, 0 for the blank", func(r bench.Record) any { return r.Board.String() }},
	{"goal", text, "the goal, written like the board", func(r bench.Record) any { return r.Goal.String() }},
	{"rows", whole, "rows of the board", func(r bench.Record) any { return r.Rows }},
	{"cols", whole, "columns of the board", func(r bench.Record) any { return r.Cols }},
	{"move_costs", text, "costs of the blank's moves U,D,L,R", func(r bench.Record) any { return r.MoveCosts.String() }},
	{"walk", whole, "random moves by which the board was drawn", func(r bench.Record) any { return r.Walk }},
	{"misplaced", number, "fraction of misplaced tiles with which the board was drawn",
		func(r bench.Record) any { return r.Misplaced }},
	{"start_misplaced", whole, "tiles that are not on their goal cell", func(r bench.Record) any { return r.StartMisplaced }},
	{"optimal_length", whole, "moves of a shortest plan, if every move costs 1",
		func(r bench.Record) any { return r.OptimalLength }},
	{"optimal_cost", number, "cost of a cheapest plan", func(r bench.Record) any { return r.OptimalCost }},

	{"solver", text, "name of the solver within the experiment", func(r bench.Record) any { return r.Solver }},
	{"algorithm", text, "bfs, ucs, iddfs, astar, idastar, wastar, greedy or ga", func(r bench.Record) any { return r.Algorithm }},
	{"heuristic", text, "zero if the solver takes none", func(r bench.Record) any { return r.Heuristic }},
	{"weight", number, "weight of weighted A*", func(r bench.Record) any { return r.Weight }},
	{"depth_limit", number, "largest cost to which iterative deepening searches", func(r bench.Record) any { return r.DepthLimit }},
	{"prune", truth, "whether iterative deepening prunes repeated states", func(r bench.Record) any {
		if _, taken := r.Setting("prune"); !taken {
			return nil
		}
		return r.Prune
	}},
	{"move_order", text, "order in which successors are generated", func(r bench.Record) any { return r.Order }},
	{"seed", whole, "seed of the genetic solver", func(r bench.Record) any {
		if !r.Takes("seed") {
			return nil
		}
		return r.Seed
	}},

	{"status", text, "solved, unsolvable, exhausted, time-limit, node-limit or memory-limit; null if the trial failed",
		func(r bench.Record) any { return string(r.Status) }},
	{"error", text, "why the trial failed", func(r bench.Record) any { return r.Error }},
	{"solved", truth, "whether status is solved", func(r bench.Record) any { return r.Status == search.Solved }},
	{"moves", text, "the plan, as moves of the blank", func(r bench.Record) any { return r.Moves }},
	{"length", whole, "moves of the plan", func(r bench.Record) any { return r.Length }},
	{"cost", number, "cost of the plan", func(r bench.Record) any { return r.Cost }},
	{"optimal", truth, "whether the plan is proven optimal", func(r bench.Record) any {
		if r.Moves == nil {
			return nil
		}
		return r.Optimal
	}},
	{"lower_bound", number, "cost that no plan can beat", func(r bench.Record) any { return r.LowerBound }},
	{"found", text, "plans of the genetic solver in the order found, each as length@evaluations",
		func(r bench.Record) any { return foundText(r.Found) }},
	{"expanded", whole, "states whose successors were generated", func(r bench.Record) any { return r.Expanded }},
	{"expanded_before_last_f", whole, "states expanded with f below the final f value",
		func(r bench.Record) any { return r.ExpandedBeforeLastF }},
	{"generated", whole, "successor states created, duplicates included", func(r bench.Record) any { return r.Generated }},
	{"evaluated", whole, "complete plans that the genetic solver scored", func(r bench.Record) any { return r.Evaluated }},
	{"reopened", whole, "closed states opened again", func(r bench.Record) any { return r.Reopened }},
	{"duplicates", whole, "successors dropped because the state was known", func(r bench.Record) any { return r.Duplicates }},
	{"open", whole, "size of the open list at the end, duplicates not yet dropped included",
		func(r bench.Record) any { return r.Open }},
	{"peak_open", whole, "maximum size of the open list", func(r bench.Record) any { return r.PeakOpen }},
	{"peak_stored", whole, "maximum number of states stored, open and closed together",
		func(r bench.Record) any { return r.PeakStored }},
	{"discarded", whole, "states that parallel workers expanded in vain", func(r bench.Record) any { return r.Discarded }},
	{"max_depth", number, "largest path cost of any generated state", func(r bench.Record) any { return r.MaxDepth }},
	{"bytes", whole, "peak memory of the solver's own data structures", func(r bench.Record) any { return r.Bytes }},
	{"resident", whole, "peak resident bytes of the trial's own process; null unless isolated",
		func(r bench.Record) any { return r.Resident }},
	{"seconds", number, "wall time", func(r bench.Record) any { return r.Seconds }},
	{"cpu_seconds", number, "processor time", func(r bench.Record) any { return r.CPUSeconds }},

	{"workers", whole, "threads inside the search", func(r bench.Record) any { return positive(r.Workers) }},
	{"jobs", whole, "trials that ran at the same time", func(r bench.Record) any { return positive(r.Jobs) }},
	{"time_limit", number, "time limit in seconds; null if there was none", func(r bench.Record) any {
		if r.TimeLimit == 0 {
			return nil
		}
		return r.TimeLimit
	}},
	{"node_limit", whole, "limit of states expanded or plans evaluated; null if there was none",
		func(r bench.Record) any { return positive(r.NodeLimit) }},
	{"memory_limit", whole, "limit of the solver's memory in bytes; null if there was none",
		func(r bench.Record) any { return positive(r.MemoryLimit) }},
	{"isolated", truth, "whether the trial had a process of its own", func(r bench.Record) any { return r.Isolated }},
	{"started", moment, "when the trial started, in UTC", func(r bench.Record) any {
		at, err := time.Parse(time.RFC3339, r.Started)
		if err != nil {
			return nil
		}
		return at
	}},
	{"machine", text, "processor, cores and system", func(r bench.Record) any { return r.Machine }},
	{"version", text, "version of the program", func(r bench.Record) any { return r.Version }},
	{"signature", text, "node-count signature of the program", func(r bench.Record) any { return r.Signature }},
	{"revision", text, "revision of the program in version control", func(r bench.Record) any { return r.Revision }},
}

// Columns returns the columns of some records: the common ones, then each setting
// of the genetic solver that a record has, as "ga_" and its name.
func Columns(records []bench.Record) []Column {
	names := map[string]bool{}
	for _, r := range records {
		for name := range r.GA {
			names[name] = true
		}
	}
	all := slices.Clone(columns)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, settingColumn(name))
	}
	return all
}

var kindOfSetting = map[reflect.Kind]string{
	reflect.String: text, reflect.Int: whole, reflect.Float64: number, reflect.Bool: truth,
}

// settingColumn makes the column of a setting of the genetic solver.
func settingColumn(name string) Column {
	kind := text // of a setting that this version does not have
	table := ga.Table()
	if at := slices.IndexFunc(table, func(s ga.Setting) bool { return s.Name == name }); at >= 0 {
		kind = kindOfSetting[table[at].Kind()]
	}
	return Column{"ga_" + strings.ReplaceAll(name, "-", "_"), kind, "setting of the genetic solver", func(r bench.Record) any {
		return parsed(kind, r.GA[name])
	}}
}

// parsed reads a value of a kind. A text that is no such value is null.
func parsed(kind, value string) any {
	var v any = value
	var err error
	switch kind {
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

// foundText writes when plans were found.
func foundText(all []search.Found) string {
	texts := make([]string, len(all))
	for i, f := range all {
		texts[i] = fmt.Sprintf("%d@%d", f.Length, f.Evaluated)
	}
	return strings.Join(texts, " ")
}

// positive returns a number, or nil for 0.
func positive[T int | uint64](n T) any {
	if n == 0 {
		return nil
	}
	return n
}

// exported converts a field of a record to one of the types of Column.Value. Nil
// pointers, empty texts and unknown figures become nil.
func exported(v any) any {
	switch v := v.(type) {
	case string:
		if v == "" {
			return nil
		}
	case *string:
		return dereferenced(v)
	case *int:
		return dereferenced(v)
	case *uint64:
		return dereferenced(v)
	case *float64:
		return dereferenced(v)
	case *bench.Figure:
		return dereferenced(v)
	case bench.Figure:
		if !v.Known() {
			return nil
		}
		return float64(v)
	case int:
		return int64(v)
	case uint64:
		return int64(min(v, math.MaxInt64))
	}
	return v
}

func dereferenced[T any](p *T) any {
	if p == nil {
		return nil
	}
	return exported(*p)
}
