package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"hash/fnv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/internal/cli"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// speedSearches are searches that exercise all kinds of solvers. Each line has the name, the board,
// the goal, the algorithm, the heuristic and the order of a search. A board "korf N" is number N of
// Korf's hundred random 15-puzzles (R. E. Korf, "Depth-first iterative-deepening: an optimal
// admissible tree search", Artificial Intelligence 27, 1985). A board "random" is the first one
// that npuzzle generate draws for its size. The board "farthest" is one of the two boards of 3x3
// with the longest shortest plans, 31 moves.
//
//go:embed speed.txt
var speedSearches string

// signature is the recorded signature of the command speed. A test compares it with the
// measured one.
//
//go:embed testdata/signature
var signature string

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

// speedCommand measures the speed of the program. Times depend on the machine, but node
// counts do not. The signature is a digest of the counts. It changes only if a search
// behaves differently, so a commit without functional change must keep it.
//
// The searches run one after another with one thread each, so that they do not slow down one
// another. After an interrupt, the command prints no report, because the signature needs all
// searches.
func speedCommand(con cli.Console) *urfave.Command {
	flags := []urfave.Flag{
		cli.JSONFlag("print one JSON object", &con.JSON),
	}
	action := func(c *urfave.Context) error {
		// The signature is a digest of the plan lengths and node counts, in order.
		digest := fnv.New32a()
		var report speedReport
		err := bench.Runner{Jobs: 1}.Run(c.Context, speedTrials, func(t bench.Trial) error {
			if t.Result.Status != search.Solved {
				return cli.ErrUnsolved
			}
			r := t.Result
			size := t.Puzzle.Start.Size()
			fmt.Fprintf(digest, "%d %d %d %d\n", len(r.Moves), r.Expanded, r.Generated, r.Evaluated)
			nodes := r.Generated
			if t.Solver.Settings.Capabilities().Generations {
				nodes = r.Evaluated
			}
			seconds := t.Wall.Seconds()
			report.Seconds += seconds
			report.Searches = append(report.Searches, speedResult{
				Name: t.Solver.Name, Algorithm: t.Solver.Settings.Algorithm,
				Heuristic: t.Solver.Settings.HeuristicName(), Rows: size.Rows, Cols: size.Cols,
				Length: len(r.Moves), Nodes: nodes, Seconds: seconds,
				NodesPerSecond: float64(nodes) / seconds, Bytes: r.Bytes,
			})
			return nil
		})
		if c.Err() != nil {
			return cli.ErrUnsolved
		}
		if err != nil {
			return err
		}
		report.Signature = digest.Sum32()
		return con.Result(report, func() { printSpeed(con, report) })
	}
	return &urfave.Command{
		Name: "speed",
		Usage: "measure nodes per second in fixed searches, and print a checksum of their " +
			"results",
		Description: `
The searches take a second or two. The checksum is called the signature. It is computed from the
plan lengths and node counts, and is the same on every machine. If two versions of the program have
different signatures, at least one of the searches works differently.`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle speed",
			"npuzzle speed --json",
		),
	}
}

// speedTrials is an iter.Seq2 that yields a trial for each search. The number of workers
// and the seed are fixed, so that the signature is the same in every run.
func speedTrials(yield func(bench.Trial, error) bool) {
	number := 0
	for line := range strings.Lines(speedSearches) {
		number++
		s := strings.Split(strings.TrimSpace(line), ", ")
		start, err := puzzle.Parse(s[1], puzzle.Size{})
		goal, wrong := puzzle.Goal(s[2], start.Size())
		settings := solvers.Default(s[3]).With("heuristic", s[4]).With("order", s[5])
		// The first plan of the genetic solver suffices to measure its speed.
		settings = settings.With("workers", "1").With("seed", "1").With("improve", "false")
		if start.Size().Cells() > puzzle.WordCells {
			// The signature is older than the fast engine for these boards, and covers the textbook
			// engine.
			settings = settings.With("engine", search.Textbook)
		}
		t := bench.Trial{
			Puzzle: bench.Puzzle{Number: number, Problem: search.Problem{Start: start, Goal: goal}},
			Solver: bench.Solver{Name: s[0], Settings: settings},
		}
		if !yield(t, cmp.Or(err, wrong)) {
			return
		}
	}
}

// printSpeed prints a line for each search, and the signature.
func printSpeed(con cli.Console, r speedReport) {
	con.Tabulate("speed", r.Searches)
	fmt.Fprintf(con.Out, "\nsignature %d\n", r.Signature)
}
