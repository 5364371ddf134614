package bench

import (
	"context"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
	"npuzzle/solvers"
)

const (
	calibrationRuns = 3
	calibrationWork = 20_000_000 // states generated, some 60 ms
)

// Calibrate returns the processor time in seconds of a fixed search on this machine, the shortest of
// three runs. Times of different machines are compared as ratios to it.
func Calibrate(ctx context.Context) (float64, error) {
	settings := solvers.Default("idastar").With("workers", "1")
	settings.Heuristic = heuristics.Manhattan
	start, best := korf.Fifteen()[0].Board, 0.0
	goal, err := puzzle.Goal(puzzle.BlankFirst, start.Size())
	if err != nil {
		return 0, err
	}
	for range calibrationRuns {
		t := Trial{Solver: Solver{Settings: settings}}
		t.Puzzle.Start, t.Puzzle.Goal = start, goal
		t, err = t.Run(ctx, search.Limits{Generated: calibrationWork}, 0)
		if err != nil || ctx.Err() != nil {
			return 0, err
		}
		if best == 0 || t.CPUSeconds < best {
			best = t.CPUSeconds
		}
	}
	return best, nil
}
