package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// speedSearch is one of the searches of the command speed.
type speedSearch struct {
	name      string
	board     string
	goal      string
	algorithm string
	heuristic string
	order     string
}

// speedSearches are searches that exercise all kinds of solvers. A board "korf N" is
// number N of Korf's hundred random 15-puzzles (R. E. Korf, "Depth-first
// iterative-deepening: an optimal admissible tree search", Artificial Intelligence 27,
// 1985). A board "random" is the first one that npuzzle generate draws for its size. The
// board "farthest" is one of the two boards of 3x3 with the longest shortest plans, 31
// moves.
var speedSearches = []speedSearch{
	{"korf 12", "14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15", puzzle.BlankFirst, "idastar", "manhattan", "ULRD"},
	{"korf 2", "13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6", puzzle.BlankFirst, "idastar", "manhattan", "ULRD"},
	{"korf 4", "5 12 10 7/15 11 14 0/8 2 1 13/3 4 9 6", puzzle.BlankFirst, "idastar", "manhattan", "ULRD"},
	{"korf 2", "13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6", puzzle.BlankFirst, "idastar", "linear-conflict", "ULRD"},
	{"korf 42", "4 5 7 2/9 14 12 13/0 3 6 11/8 1 15 10", puzzle.BlankFirst, "astar", "manhattan", "ULRD"},
	{"korf 97", "9 14 5 7/8 15 1 2/10 4 13 6/12 0 11 3", puzzle.BlankFirst, "astar", "manhattan", "ULRD"},
	{"korf 12", "14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15", puzzle.BlankFirst, "astar", "linear-conflict", "ULRD"},
	{"random", "3 11 8 4/1 5 7 6/10 9 2 0", puzzle.BlankLast, "idastar", "manhattan", "UDLR"},
	{"random", "7 1 5/3 9 14/13 6 8/10 4 11/12 2 0", puzzle.BlankLast, "wastar", "linear-conflict", "UDLR"},
	{"random", "3 11 8 4 1 5/7 6 10 9 2 0", puzzle.Snail, "astar", "manhattan", "UDLR"},
	{"random", "6 4 9 3 8/2 7 5 1 0", puzzle.BlankLast, "bfs", "zero", "UDLR"},
	{"random", "4 23 7 11 12/17 8 24 18 9/1 15 5 14 22/13 10 2 16 19/6 21 20 3 0",
		puzzle.BlankLast, "greedy", "linear-conflict", "UDLR"},
	{"farthest", "8 6 7/2 5 4/3 0 1", puzzle.BlankLast, "ga", "linear-conflict", "UDLR"},
	{"korf 79", "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", puzzle.BlankFirst, "ga", "manhattan", "UDLR"},
}

// speedCommand measures the speed of the program. Times depend on the machine, but node
// counts do not. The signature is a digest of the counts. It changes only if a search
// behaves differently, so a commit without functional change must keep it.
func speedCommand(con console) *cli.Command {
	flags := in(aboutOutput, jsonFlag("print one JSON object", &con.json))
	return command("speed", flags, func(c *cli.Context) error { return speed(c.Context, con) })
}

// speedReport is the JSON output of speed.
type speedReport struct {
	Signature uint32        `json:"signature"`
	Seconds   float64       `json:"seconds"`
	Searches  []speedResult `json:"searches"`
}

// speedResult is the result of one search. Nodes is the number of states generated or,
// for the genetic solver, of plans evaluated.
type speedResult struct {
	Name           string  `json:"name"`
	Algorithm      string  `json:"algorithm"`
	Heuristic      string  `json:"heuristic"`
	Rows           int     `json:"rows"`
	Cols           int     `json:"cols"`
	Length         int     `json:"length"` // number of moves of the plan
	Nodes          uint64  `json:"nodes"`
	Seconds        float64 `json:"seconds"`
	NodesPerSecond float64 `json:"nodes_per_second"`
	Bytes          uint64  `json:"bytes"` // memory of the data structures of the search
}

// speed runs the searches one after another with one thread each, so that they do not
// slow down one another. After an interrupt, it prints no report, because the signature
// needs all searches.
func speed(ctx context.Context, con console) error {
	// The signature is a digest of the plan lengths and node counts, in order.
	digest := fnv.New32a()
	var report speedReport
	err := bench.Runner{}.Run(ctx, speedTrials, func(t bench.Trial) error {
		if t.Result.Status != search.Solved {
			return errUnsolved
		}
		r, size := t.Result, t.Puzzle.Start.Size()
		fmt.Fprintf(digest, "%d %d %d %d\n", len(r.Moves), r.Expanded, r.Generated, r.Evaluated)
		nodes := r.Generated
		if t.Solver.Settings.Evolving() {
			nodes = r.Evaluated
		}
		report.Seconds += t.Seconds
		report.Searches = append(report.Searches, speedResult{
			t.Solver.Name, t.Solver.Settings.Algorithm, t.Solver.Settings.HeuristicName(), size.Rows, size.Cols,
			len(r.Moves), nodes, t.Seconds, float64(nodes) / t.Seconds, r.Bytes,
		})
		return nil
	})
	if ctx.Err() != nil {
		return errUnsolved
	}
	if err != nil {
		return err
	}
	report.Signature = digest.Sum32()
	return con.result(report, func() { printSpeed(con, report) })
}

// speedTrials is an iter.Seq2 that yields a trial for each search. The number of workers
// and the seed are fixed, so that the signature is the same in every run.
func speedTrials(yield func(bench.Trial, error) bool) {
	for i, s := range speedSearches {
		start, err := puzzle.Parse(s.board, puzzle.Size{})
		goal, err2 := puzzle.Goal(s.goal, start.Size())
		settings := solvers.Default(s.algorithm).With("heuristic", s.heuristic).With("order", s.order)
		// The first plan of the genetic solver suffices to measure its speed.
		settings = settings.With("workers", "1").With("seed", "1").With("improve", "false")
		if start.Size().Cells() > puzzle.WordCells {
			// The signature is older than the fast engine for these boards, and covers the textbook engine.
			settings = settings.With("engine", search.Textbook)
		}
		t := bench.Trial{
			Puzzle: bench.Puzzle{Number: i + 1, Problem: search.Problem{Start: start, Goal: goal}},
			Solver: bench.Solver{Name: s.name, Settings: settings},
		}
		if !yield(t, cmp.Or(err, err2)) {
			return
		}
	}
}

// printSpeed prints a line for each search, and the signature.
func printSpeed(con console, r speedReport) {
	var rows []table.Row
	for _, s := range r.Searches {
		rows = append(rows, table.Row{
			s.Name, puzzle.Size{Rows: s.Rows, Cols: s.Cols}, s.Algorithm, s.Heuristic,
			s.Length, units.Grouped(s.Nodes), units.Seconds.Format(s.Seconds),
			units.Rate.Format(s.NodesPerSecond), amount(s.Bytes),
		})
	}
	header := table.Row{"board", "size", "algorithm", "heuristic", "length", "nodes", "time", "nodes/s", "memory"}
	con.table(header, rows, 1, 2, 3, 4)
	fmt.Fprintf(con.out, "\nsignature %d\n", r.Signature)
}
