package studies

import "npuzzle/puzzle"

// deepening is iterative deepening without an estimate, as the study
// "four-searches" counted it: of the last iteration only. Its "IDA*" is this
// without the move back.
type deepening struct {
	MoveBack bool // generate the move that undoes the last one, too
}

// search searches one move deeper each time until it comes upon the goal.
func (s deepening) search(from, goal puzzle.Board, limit uint64) (c counts) {
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	target := tilesOf(goal)
	for bound, spent := 0, uint64(0); ; bound++ {
		c = counts{}
		var visit func(*node) *node
		visit = func(n *node) *node {
			c.Taken++
			c.MaxDepth = max(c.MaxDepth, n.depth)
			if n.tiles == target {
				return n
			}
			if n.depth == bound || spent+c.Expanded == limit {
				return nil
			}
			c.Expanded++
			for _, step := range graph.Steps(n.blank) {
				if !s.MoveBack && n.undoes(step.Move) {
					continue
				}
				c.Generated++
				if found := visit(n.after(step)); found != nil {
					return found
				}
			}
			return nil
		}
		if found := visit(start(from)); found != nil {
			return c.solved(found, 0)
		}
		if spent += c.Expanded; spent == limit {
			return c
		}
	}
}
