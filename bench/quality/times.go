package quality

import (
	"slices"
	"time"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

const (
	timedBoards = 256  // that whole boards are estimated of
	timedMoves  = 4096 // of the walk that is followed
	timedRounds = 5    // of which the fastest counts: others were disturbed
	timedFor    = 2 * time.Millisecond
)

// timesOf measures how long an estimate of a whole board takes, and one after a
// move, on one thread, calls through the interfaces included: on boards drawn
// uniformly, and along a walk without moves back.
func timesOf(estimator heuristics.Estimator, goal puzzle.Board, seed uint64) (full, step bench.Figure) {
	rng := puzzle.NewRand(seed, 0)
	boards := make([][]uint8, timedBoards)
	for i := range boards {
		boards[i] = puzzle.Uniform(rng, goal).Tiles()
	}
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	walk := []uint8{uint8(slices.Index(boards[0], 0))}
	for len(walk) <= timedMoves {
		var ways []uint8
		for _, s := range graph.Steps(walk[len(walk)-1]) {
			if len(walk) < 2 || s.To != walk[len(walk)-2] {
				ways = append(ways, s.To)
			}
		}
		if len(ways) == 0 { // the end of a row
			ways = walk[len(walk)-2 : len(walk)-1]
		}
		walk = append(walk, ways[rng.IntN(len(ways))])
	}

	full = fastest(len(boards), func() {
		for _, tiles := range boards {
			estimator.Estimate(tiles)
		}
	})
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

// fastest returns the seconds that one of the calls of a function takes in the
// fastest of some rounds.
func fastest(calls int, run func()) bench.Figure {
	best := time.Duration(1<<63 - 1)
	for range timedRounds {
		repeats := 0
		began := time.Now()
		elapsed := time.Duration(0)
		for elapsed < timedFor {
			run()
			repeats++
			elapsed = time.Since(began)
		}
		best = min(best, elapsed/time.Duration(repeats))
	}
	return bench.Figure(best.Seconds() / float64(calls))
}
