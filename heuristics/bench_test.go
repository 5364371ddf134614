package heuristics_test

import (
	"testing"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// The boards of a random walk on 4x4, whose blank moves from cell to cell.
func benchmarkOnWalk(b *testing.B,
	estimate func(tracker heuristics.Tracker, e heuristics.Estimator, tiles []uint8,
		from, to uint8)) {
	goal := goalOf(b, puzzle.BlankLast, 4, 4)
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	start := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
	for _, h := range all(b, goal.Size()) {
		b.Run(h.Name(), func(b *testing.B) {
			e := estimatorOf(b, h, goal, puzzle.Costs{})
			tracker := e.Track()
			tiles := start.Tiles()
			blank := uint8(start.Blank())
			tracker.Reset(tiles)
			turn := uint32(1)
			b.ReportAllocs()
			for b.Loop() {
				steps := graph.Steps(blank)
				turn = turn*1664525 + 1013904223 // Numerical Recipes, ranqd1
				to := steps[int(turn>>16)%len(steps)].To
				tiles[blank] = tiles[to]
				tiles[to] = 0
				estimate(tracker, e, tiles, to, blank)
				blank = to
			}
		})
	}
}

func BenchmarkFull(b *testing.B) {
	benchmarkOnWalk(b, func(_ heuristics.Tracker, e heuristics.Estimator, tiles []uint8, _,
		_ uint8) {
		e.Estimate(tiles)
	})
}

func BenchmarkIncremental(b *testing.B) {
	benchmarkOnWalk(b, func(tracker heuristics.Tracker, _ heuristics.Estimator, tiles []uint8, from,
		to uint8) {
		tracker.Move(tiles, from, to)
	})
}
