package quality

import (
	"math"
	"slices"
	"time"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Each time is measured in several rounds. The result is the time of the fastest round,
// because other programs on the machine slow down the others.
const (
	timedBoards = 256                  // number of random boards for full
	timedMoves  = 4096                 // number of moves in the random walk for step
	timedRounds = 5                    // number of rounds
	timedFor    = 2 * time.Millisecond // minimum time of a round
)

// timesOf returns the time of one estimate in seconds, measured on one thread. The time full
// is for an estimate that reads the whole board, on uniformly random boards. The time step is
// for an estimate that is updated after a move, along a random walk. Both times include the
// calls through interfaces.
func timesOf(estimator heuristics.Estimator, goal puzzle.Board, seed uint64) (full, step bench.Figure) {
	rng := puzzle.NewRand(seed, 0)
	boards := make([][]uint8, timedBoards)
	for i := range boards {
		boards[i] = puzzle.Uniform(rng, goal).Tiles()
	}
	full = fastest(len(boards), func() {
		for _, tiles := range boards {
			estimator.Estimate(tiles)
		}
	})

	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	walk := []uint8{uint8(slices.Index(boards[0], 0))} // the cell of the blank after each move
	for len(walk) <= timedMoves {
		steps := graph.Steps(walk[len(walk)-1])
		walk = append(walk, steps[rng.IntN(len(steps))].To)
	}
	tracker, tiles := estimator.Track(), slices.Clone(boards[0])
	step = fastest(timedMoves, func() {
		copy(tiles, boards[0])
		tracker.Reset(tiles)
		for i, to := range walk[1:] {
			from := walk[i]
			tiles[from], tiles[to] = tiles[to], 0
			tracker.Move(tiles, to, from)
		}
	})
	return full, step
}

// fastest measures a function run that makes the given number of calls. In each round, it
// repeats run for at least timedFor. It returns the mean time of a call in the fastest round,
// in seconds.
func fastest(calls int, run func()) bench.Figure {
	best := time.Duration(math.MaxInt64)
	for range timedRounds {
		repeats, began := time.Duration(0), time.Now()
		for repeats == 0 || time.Since(began) < timedFor {
			run()
			repeats++
		}
		best = min(best, time.Since(began)/repeats)
	}
	return bench.Figure(best.Seconds() / float64(calls))
}
