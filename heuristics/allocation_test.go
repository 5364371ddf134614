package heuristics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/puzzle"
)

func TestNoAllocation(t *testing.T) {
	for _, size := range [][2]int{{4, 4}, {16, 16}} {
		goal := goalOf(t, puzzle.BlankLast, size[0], size[1])
		start := puzzle.Uniform(puzzle.NewRand(1, 0), goal)
		graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
		for _, h := range all(t, goal.Size()) {
			e := estimatorOf(t, h, goal, puzzle.Costs{})
			tiles := start.Tiles()
			blank := uint8(start.Blank())
			assert.Zero(t, testing.AllocsPerRun(10, func() {
				e.Estimate(tiles)
			}), "%s in full", h.Name())
			tracker := e.Track()
			assert.Zero(t, testing.AllocsPerRun(10, func() {
				tracker.Reset(tiles)
			}), "%s anew", h.Name())
			turn := 0
			assert.Zero(t, testing.AllocsPerRun(100, func() {
				steps := graph.Steps(blank)
				to := steps[turn%len(steps)].To
				turn++
				tiles[blank] = tiles[to]
				tiles[to] = 0
				tracker.After(tiles, to, blank)
				tracker.Move(tiles, to, blank)
				blank = to
			}), "%s by a move", h.Name())
		}
	}
}
