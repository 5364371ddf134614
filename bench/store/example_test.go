package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// A program runs trials, keeps their records under the name of an experiment, reads them again and
// exports them. Package bench/lab does these steps, and runs only the trials that are missing.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "npuzzle")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, filepath.Join(dir, "trials.sqlite"))
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
		Name:    "small",
		Groups:  []bench.Group{{Name: "3x3", Goal: goal, Count: 3, Seed: 1}},
		Solvers: []bench.Solver{{Name: "optimal", Settings: solvers.Default("astar")}},
		Limits:  search.Limits{Generated: 100_000},
	}
	program, err := bench.Program() // makes trials of other programs other trials
	if err != nil {
		fmt.Println(err)
		return
	}
	provenance := bench.Provenance{Program: program}
	if _, err := s.Begin(ctx, experiment, provenance, nil); err != nil {
		fmt.Println(err)
		return
	}
	var library solvers.Library
	var records []bench.Record
	plan := experiment.Plan(ctx, library.Prepare, provenance)
	err = bench.Runner{Jobs: 2}.Run(ctx, plan, func(t bench.Trial) error {
		record := t.StoredRecord(experiment.Name, 2, provenance)
		records = append(records, record)
		return s.Keep(ctx, experiment.Name, []bench.Record{record})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := s.Finish(ctx, experiment.Name, experiment.Trials(), records); err != nil {
		fmt.Println(err)
		return
	}

	stored, err := s.Records(ctx, "small")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range stored {
		fmt.Printf("puzzle %d: %s in %d moves\n", r.Puzzle, r.Status, *r.Length)
	}
	file, err := os.Create(filepath.Join(dir, "trials.csv"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	if err := store.Export(file, "csv", stored); err != nil {
		fmt.Println(err)
	}
	// Output:
	// puzzle 1: solved in 24 moves
	// puzzle 2: solved in 22 moves
	// puzzle 3: solved in 19 moves
}
