package heuristics_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Moves and their undoing keep a Tracker at the full estimate, on every size,
// goal and costs. The estimate after a move is known before it.
func TestTrackersFollow(t *testing.T) {
	side := rapid.OneOf(rapid.IntRange(1, 5), rapid.IntRange(1, puzzle.MaxSide), rapid.Just(1),
		rapid.Just(puzzle.MaxSide))
	rapid.Check(t, func(t *rapid.T) {
		size := puzzle.Size{Rows: side.Draw(t, "rows"), Cols: side.Draw(t, "cols")}
		if size.Cells() < 2 {
			size.Cols = 2
		}
		goal := drawGoal(t, size)
		costs := drawCosts(t)
		start := drawGoal(t, size) // any arrangement: estimates do not ask for parity
		for _, h := range all(t, size) {
			e, err := h.For(goal, costs)
			require.NoError(t, err)
			require.Zero(t, e.Estimate(goal.Tiles()), "%s of the goal", h.Name())
			followWalk(t, h.Name(), e, start)
		}
	})
}

func followWalk(t *rapid.T, name string, e heuristics.Estimator, start puzzle.Board) {
	graph := puzzle.NewGraph(start.Size(), puzzle.DefaultOrder)
	tiles := start.Tiles()
	blank := uint8(start.Blank())
	tracker := e.Track()
	require.Equal(t, e.Estimate(tiles), tracker.Reset(tiles), name)
	var trail []uint8 // where the blank has been
	for _, choice := range rapid.SliceOfN(rapid.IntRange(0, 5), 0, 40).Draw(t, "walk") {
		steps := graph.Steps(blank)
		var to uint8
		switch {
		case choice < 4:
			to = steps[choice%len(steps)].To
			trail = append(trail, blank)
		case len(trail) > 0:
			to = trail[len(trail)-1]
			trail = trail[:len(trail)-1]
		default:
			continue
		}
		tiles[blank] = tiles[to]
		tiles[to] = 0
		after := tracker.After(tiles, to, blank)
		got := tracker.Move(tiles, to, blank)
		blank = to
		require.Equal(t, e.Estimate(tiles), got, "%s of %v", name, tiles)
		require.Equal(t, got, after, "%s of %v, before the move", name, tiles)
	}
}

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

// One Estimator serves several goroutines; the race detector watches.
func TestEstimatorsAreShared(t *testing.T) {
	goal := goalOf(t, puzzle.Snail, 3, 3)
	for _, h := range all(t, goal.Size()) {
		e := estimatorOf(t, h, goal, puzzle.Costs{})
		var sums [4]puzzle.Cost
		var wait sync.WaitGroup
		for i := range sums {
			wait.Go(func() {
				rng := puzzle.NewRand(7, 0)
				tracker := e.Track()
				for range 20 {
					tiles := puzzle.Uniform(rng, goal).Tiles()
					sums[i] += e.Estimate(tiles) + tracker.Reset(tiles)
				}
			})
		}
		wait.Wait()
		assert.Equal(t, [4]puzzle.Cost{sums[0], sums[0], sums[0], sums[0]}, sums, h.Name())
	}
}
