package lab_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// A second run of the same experiment finds its trials in the store.
func Example() {
	dir, err := os.MkdirTemp("", "npuzzle")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(context.Background(), filepath.Join(dir, "lab.sqlite"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	experiment := bench.Experiment{
		Name:    "example",
		Groups:  []bench.Group{{Name: "3x3", Goal: goal, Count: 10, Seed: 1}},
		Solvers: []bench.Solver{{Name: "astar", Settings: solvers.Default("astar")}},
	}
	var library solvers.Library
	l := &lab.Lab{Store: s, Prepare: library.Prepare, Jobs: 2}
	for range 2 {
		outcome, err := l.Run(context.Background(), experiment)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(outcome.Records), "trials, of which", outcome.Before, "were kept before")
	}
	// Output:
	// 10 trials, of which 0 were kept before
	// 10 trials, of which 10 were kept before
}

// An experiment gets a second solver. The trials of the first solver are kept.
func ExampleLab_List() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "npuzzle")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, filepath.Join(dir, "lab.sqlite"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	experiment := bench.Experiment{
		Name:    "example",
		Groups:  []bench.Group{{Name: "3x3", Goal: goal, Count: 2, Seed: 1}},
		Solvers: []bench.Solver{{Name: "astar", Settings: solvers.Default("astar")}},
	}
	var library solvers.Library
	l := &lab.Lab{Store: s, Prepare: library.Prepare}
	if _, err := l.Run(ctx, experiment); err != nil {
		fmt.Println(err)
		return
	}
	second := bench.Solver{Name: "idastar", Settings: solvers.Default("idastar")}
	experiment.Solvers = append(experiment.Solvers, second)
	err = l.List(ctx, experiment, func(t bench.Trial, kept bool) error {
		fmt.Println(t.Solver.Name, "kept:", kept)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Unordered output:
	// astar kept: true
	// astar kept: true
	// idastar kept: false
	// idastar kept: false
}

// An interrupted run returns what it has kept. The next run goes on from there.
func ExampleLab_Run_interrupted() {
	dir, err := os.MkdirTemp("", "npuzzle")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(context.Background(), filepath.Join(dir, "lab.sqlite"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	experiment := bench.Experiment{
		Name:    "example",
		Groups:  []bench.Group{{Name: "3x3", Goal: goal, Count: 1000, Seed: 1}},
		Solvers: []bench.Solver{{Name: "astar", Settings: solvers.Default("astar")}},
	}
	var library solvers.Library
	ctx, interrupt := context.WithCancel(context.Background())
	defer interrupt()
	l := &lab.Lab{Store: s, Prepare: library.Prepare, Jobs: 1}

	// The first trial that is kept interrupts the run. Other trials have ended by then, and are
	// kept, too.
	l.Kept = func(bench.Record) { interrupt() }
	outcome, err := l.Run(ctx, experiment)
	fmt.Println("partial:", outcome.Partial(), "some kept:", len(outcome.Records) > 0, "error:",
		err)

	l.Kept = nil
	again, err := l.Run(context.Background(), experiment)
	reused := again.Before >= len(outcome.Records) // more if a board is drawn twice
	fmt.Println("partial:", again.Partial(), "reused:", reused, "error:", err)
	// Output:
	// partial: true some kept: true error: <nil>
	// partial: false reused: true error: <nil>
}
