package studies

import (
	"container/heap"

	"npuzzle/puzzle"
)

// bestFirst is best-first search by f = g + h as the studies wrote it: a list of
// open states, of which equals are taken first in, first out; the goal tested
// when a state is taken.
type bestFirst struct {
	Estimate estimate
	Closed   bool // drop boards that were expanded before: without it the search goes through a tree
	MoveBack bool // generate the move that undoes the last one, too
}

// search runs until the goal is taken or so many states are expanded. A board
// may wait several times; all but the first to be taken are dropped then, and
// count as taken.
func (s bestFirst) search(from, goal puzzle.Board, limit uint64) (c counts) {
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	target := tilesOf(goal)
	open := &openList{}
	open.add(start(from), s.Estimate)
	closed := map[tiles]bool{}
	for open.Len() > 0 {
		n := heap.Pop(open).(waiting).node
		c.Taken++
		if n.tiles == target {
			return c.solved(n, open.Len())
		}
		if s.Closed && closed[n.tiles] {
			continue
		}
		if c.Expanded == limit {
			return c
		}
		c.Expanded++
		if s.Closed {
			closed[n.tiles] = true
		}
		for _, step := range graph.Steps(n.blank) {
			if !s.MoveBack && n.undoes(step.Move) {
				continue
			}
			next := n.after(step)
			c.Generated++
			if s.Closed && closed[next.tiles] {
				continue
			}
			c.MaxDepth = max(c.MaxDepth, next.depth)
			open.add(next, s.Estimate)
		}
		c.PeakOpen = max(c.PeakOpen, uint64(open.Len()))
	}
	return c
}

// waiting is an open state.
type waiting struct {
	node   *node
	f      int
	serial uint64 // the order in which they came
}

// openList is a heap of open states.
type openList struct {
	states []waiting
	came   uint64
}

func (o *openList) add(n *node, h estimate) {
	o.came++
	heap.Push(o, waiting{n, n.depth + h(&n.tiles), o.came})
}

func (o *openList) Len() int      { return len(o.states) }
func (o *openList) Swap(i, j int) { o.states[i], o.states[j] = o.states[j], o.states[i] }
func (o *openList) Less(i, j int) bool {
	a, b := o.states[i], o.states[j]
	return a.f < b.f || a.f == b.f && a.serial < b.serial
}
func (o *openList) Push(x any) { o.states = append(o.states, x.(waiting)) }
func (o *openList) Pop() any {
	last := len(o.states) - 1
	x := o.states[last]
	o.states = o.states[:last]
	return x
}
