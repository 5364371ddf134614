package bench

import (
	"context"
	"slices"
	"time"

	"npuzzle/heuristics"
	"npuzzle/search"
	"npuzzle/solvers"
)

const (
	calibrationRuns = 3
	calibrationWork = 20_000_000 // states generated, some 60 ms
)

// Calibrate returns the processor time of a fixed search on this machine, the shortest of three
// runs. Times of different machines are compared as ratios to it. The time is 0 if the
// processor time could not be measured, because other trials ran in this process.
func Calibrate(ctx context.Context) (time.Duration, error) {
	set, _ := Set("korf-15") // one of SetNames
	t := Trial{Solver: Solver{Settings: solvers.Default("idastar").With("workers", "1")},
		Limits: search.Limits{Generated: calibrationWork}}
	t.Solver.Settings.Heuristic = heuristics.Manhattan
	var times []time.Duration
	var err error
	for len(times) < calibrationRuns && err == nil {
		t.Puzzle.Start, t.Puzzle.Goal = set.Boards[0], set.Goal
		t, err = t.Run(ctx)
		if t.CPU < 0 {
			return 0, err
		}
		times = append(times, t.CPU)
	}
	return slices.Min(times), err
}
