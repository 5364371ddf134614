package studies

import "npuzzle/puzzle"

// breadthFirst is the breadth-first search of the studies "four-searches" and
// "tutorial": a queue, the goal tested when a state is taken from it.
type breadthFirst struct {
	Visited  bool // drop boards that were met before; "tutorial" kept none in mind
	MoveBack bool // generate the move that undoes the last one, too
}

// search runs until the goal is taken or so many states are expanded.
func (s breadthFirst) search(from, goal puzzle.Board, limit uint64) (c counts) {
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	target := tilesOf(goal)
	first := start(from)
	queue := []*node{first}
	visited := map[tiles]bool{first.tiles: true}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		c.Taken++
		if n.tiles == target {
			return c.solved(n, len(queue))
		}
		if c.Expanded == limit {
			return c
		}
		c.Expanded++
		for _, step := range graph.Steps(n.blank) {
			if !s.MoveBack && n.undoes(step.Move) {
				continue
			}
			next := n.after(step)
			c.Generated++
			if s.Visited && visited[next.tiles] {
				continue
			}
			if s.Visited {
				visited[next.tiles] = true
			}
			c.MaxDepth = max(c.MaxDepth, next.depth)
			queue = append(queue, next)
		}
		c.PeakOpen = max(c.PeakOpen, uint64(len(queue)))
	}
	return c
}
