package studies

import (
	"slices"

	"npuzzle/puzzle"
)

// onVectors is best-first search with a closed set, first in first out on ties,
// as "ga-vs-astar" had it at first: open and closed states stand in vectors that
// are searched from end to end. It expands what bestFirst does.
func onVectors(from, goal puzzle.Board, h estimate) (c counts) {
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	target := tilesOf(goal)
	open := []waiting{{node: start(from)}}
	var closed []tiles
	for len(open) > 0 {
		best := 0
		for i, w := range open {
			if w.f < open[best].f {
				best = i
			}
		}
		n := open[best].node
		open = slices.Delete(open, best, best+1)
		c.Taken++
		if n.tiles == target {
			return c.solved(n, len(open))
		}
		if slices.Contains(closed, n.tiles) {
			continue
		}
		closed = append(closed, n.tiles)
		c.Expanded++
		for _, step := range graph.Steps(n.blank) {
			if n.undoes(step.Move) {
				continue
			}
			next := n.after(step)
			c.Generated++
			if !slices.Contains(closed, next.tiles) {
				c.MaxDepth = max(c.MaxDepth, next.depth)
				open = append(open, waiting{node: next, f: next.depth + h(&next.tiles)})
			}
		}
		c.PeakOpen = max(c.PeakOpen, uint64(len(open)))
	}
	return c
}
