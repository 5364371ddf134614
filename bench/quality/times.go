package quality

import (
	"math"
	"slices"
	"time"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// How times are measured. Of several rounds, the fastest counts: the others were
// disturbed by something else on the machine.
const (
	timedBoards = 256  // whole boards that are estimated
	timedMoves  = 4096 // of the walk that is followed
	timedRounds = 5
	timedFor    = 2 * time.Millisecond // minimum time of a round
)

// timesOf measures how long an estimate of a whole board takes, and one after a move,
// on one thread, calls through the interfaces included: on uniformly random boards, and
// along a random walk.
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
	walk := []uint8{uint8(slices.Index(boards[0], 0))} // the cells of the blank
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

// fastest runs a function that makes a number of calls, for timedFor in each round. It
// returns the seconds that one call takes in the fastest round.
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
