package tune_test

import (
	"context"
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/tune"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// A tuner asks for trials, and the program runs them. Here they find the weight with which weighted
// A* generates the fewest states on boards of 3x3, from weight 1
// on. With package bench/lab instead of a Runner, the
// trials would be kept in a store.
func ExampleTuner_Run() {
	ctx := context.Background()
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	start := solvers.Default("wastar").With("weight", "1")
	experiment := bench.Experiment{
		Seed:    1,
		Solvers: []bench.Solver{{Name: "wastar", Settings: start}},
		Groups:  []bench.Group{{Name: "3x3", Goal: goal, Count: 100, Seed: 2}}, // of the test
		Tune: map[string]string{
			"space":     "weight=1|2|4",
			"objective": tune.States,
			"method":    tune.Grid,
			"budget":    "2Mstates",
		},
	}
	tuner, err := tune.New(experiment)
	if err != nil {
		fmt.Println(err)
		return
	}
	var library solvers.Library
	trials := func(ctx context.Context, part bench.Experiment) ([]bench.Record, error) {
		var records []bench.Record
		plan := part.Plan(ctx, library.Prepare, bench.Provenance{})
		err := bench.Runner{Jobs: 2, InOrder: true}.Run(ctx, plan, func(t bench.Trial) error {
			records = append(records, t.Record(puzzle.BlankNotation))
			return nil
		})
		return records, err
	}
	outcome, err := tuner.Run(ctx, trials)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("best:", outcome.Winner.Settings)
	fmt.Println("better on other boards:", outcome.Test.Holds())
	// Output:
	// best: weight=4
	// better on other boards: true
}
