package studies

import (
	"container/heap"
	"context"
	"slices"
	"unsafe"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// replica imitates the searches of the studies, with their conventions as options. It is
// plain, and slower than the laboratory's solvers. Only studies use it. Tests compare its
// counts with the published ones. The zero replica is uniform-cost tree
// search:
//
//	open = [start]
//	while open is not empty:
//		take the state with the smallest f = g + h; of equal ones, the one added first
//		stop if it is the goal
//		generate its successors in the default order and add them to open
type replica struct {
	Name string

	// Heuristic names the heuristic that estimates the number of moves left; "" means an estimate
	// of 0.
	Heuristic string

	// CountBlank is the maximum that the blank adds to the estimate. If it is not 0, the
	// estimate includes the blank's distance from its goal cell, up to this maximum.
	CountBlank int `yaml:"count-blank"`

	// Costs are the costs of the moves; the zero Costs are unit costs. The estimate counts moves,
	// whatever they cost.
	Costs puzzle.Costs

	// Known says when a successor is dropped because its board is already known.
	Known known

	// With MoveBack, the move that undoes the last move is generated, too.
	MoveBack bool `yaml:"move-back"`

	// With Deepening, the search is depth-first, with a depth limit that grows by one
	// move in each iteration. The counts are those of the last iteration.
	Deepening bool

	// With Vectors, the open and the closed states are kept in slices that are searched
	// linearly, instead of in a heap and a map.
	Vectors bool
}

// known says when successors are dropped because their boards are already known.
type known string

const (
	// never drops no successor: tree search.
	never known = ""
	// whenGenerated drops a successor if its board was generated before.
	whenGenerated known = "generated"
	// whenExpanded drops a successor if its board was expanded before. A board may be open several
	// times.
	whenExpanded known = "expanded"
	// raised is whenGenerated, but a deeper successor replaces an open state of the same board.
	raised known = "raised"
)

// Solve implements search.Solver. In its statistics, Duplicates counts the successors
// that were dropped when they were generated. The memory limit applies to all generated
// states, because most of them stay in memory as parents of other states.
func (r replica) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	estimate, err := r.estimate(p.Goal)
	if err != nil {
		return search.Result{}, err
	}
	t := &traversal{
		replica:  r,
		goal:     p.Goal,
		estimate: estimate,
		watch:    search.NewWatch(ctx, lim, nil),
		bound:    -1,
		room:     lim.Bytes,
	}
	if r.Deepening {
		t.bound = 0
	}
	goal := t.run(p.Start)
	for r.Deepening && goal == nil && t.status == "" {
		t.bound++
		goal = t.run(p.Start)
	}
	result := search.Result{Status: t.status, Stats: t.stats}
	if goal != nil {
		result.Moves = goal.plan()
		search.Finish(p, &result)
	} else if t.status == "" {
		result.Status = search.Exhausted
	}
	return result, nil
}

// estimate returns the function that estimates the number of moves left.
func (r replica) estimate(goal puzzle.Board) (func(puzzle.Board) int, error) {
	name := r.Heuristic
	if name == "" {
		name = "zero"
	}
	heuristic, err := solvers.ParseHeuristic(name)
	if err != nil {
		return nil, err
	}
	estimator, err := heuristic.For(goal, puzzle.Costs{})
	if err != nil {
		return nil, err
	}
	return func(b puzzle.Board) int {
		estimate := int(estimator.Estimate(b.Tiles()))
		if r.CountBlank > 0 {
			estimate += min(r.CountBlank, b.Size().Distance(b.Blank(), goal.Blank()))
		}
		return estimate
	}, nil
}

// traversal is one iteration of a replica.
type traversal struct {
	replica
	goal     puzzle.Board // the zero Board for no goal
	estimate func(puzzle.Board) int
	watch    *search.Watch
	bound    int    // states at this depth are not expanded; -1 for no bound
	room     uint64 // memory limit in bytes; 0 for none

	open    openList
	seen    closedList
	waiting map[puzzle.Board]*node // open states, if Known is raised

	stats  search.Stats
	spent  uint64        // expansions of all iterations
	status search.Status // the limit that stopped the search, or ""
}

// run searches from a board. It returns the node of the goal, or nil if it is not found.
func (t *traversal) run(from puzzle.Board) *node {
	t.open = openList{vector: t.Vectors}
	t.seen = closedList{vectors: t.Vectors, set: map[puzzle.Board]bool{}}
	t.waiting = map[puzzle.Board]*node{}
	t.stats = search.Stats{}
	t.open.add(&node{board: from})
	if t.Known == whenGenerated || t.Known == raised {
		t.seen.add(from)
	}
	for t.open.Len() > 0 {
		n := t.open.take()
		t.stats.Open = uint64(t.open.Len())
		if n.board == t.goal {
			return n
		}
		if n.replaced || n.depth == t.bound || t.Known == whenExpanded && t.seen.has(n.board) {
			continue
		}
		if t.limitReached() {
			return nil
		}
		t.spent++
		t.stats.Expanded++
		delete(t.waiting, n.board)
		if t.Known == whenExpanded {
			t.seen.add(n.board)
		}
		t.expand(n)
		t.stats.PeakOpen = max(t.stats.PeakOpen, uint64(t.open.Len()))
	}
	return nil
}

// limitReached reports whether a limit is reached, and sets the status if so. Like the studies, it
// limits expansions instead of generated states.
func (t *traversal) limitReached() bool {
	if t.spent >= t.watch.Due {
		stats := search.Stats{Expanded: t.spent, Generated: t.spent}
		t.status = t.watch.Poll(search.Progress{Stats: stats})
	}
	if t.status == "" && t.room > 0 && t.bytes() > t.room {
		t.status = search.MemoryLimit
	}
	return t.status != ""
}

// expand adds the successors of a state to the open list, other than those that are dropped.
func (t *traversal) expand(n *node) {
	for _, move := range puzzle.DefaultOrder {
		board, legal := n.board.Move(move)
		goesBack := n.parent != nil && move == n.move.Opposite()
		if !legal || goesBack && !t.MoveBack {
			continue
		}
		t.stats.Generated++
		depth := n.depth + 1
		if t.Known != never && t.seen.has(board) {
			t.stats.Duplicates++
			other := t.waiting[board]
			if other == nil || depth <= other.depth {
				continue
			}
			other.replaced = true // by the successor, which has the same board and is deeper
		}
		if t.Known == whenGenerated || t.Known == raised {
			t.seen.add(board)
		}
		t.stats.MaxCost = max(t.stats.MaxCost, puzzle.Cost(depth))
		cost := n.cost + t.Costs.Of(move)
		f := int(cost) + int(t.Costs.Scale())*t.estimate(board)
		if t.Deepening {
			f = -depth // the deepest state first
		}
		successor := &node{board: board, move: move, parent: n, depth: depth, cost: cost, f: f}
		t.open.add(successor)
		if t.Known == raised {
			t.waiting[board] = successor
		}
	}
}

// bytes estimates the memory of an iteration in bytes: that of open states, of their
// ancestors and of known boards. In a depth-first iteration, there are fewer ancestors
// than open states.
func (t *traversal) bytes() uint64 {
	cells := uint64(t.goal.Size().Cells())
	nodes := uint64(t.open.added)
	if t.Deepening {
		nodes = 2 * uint64(t.open.Len())
	}
	known := uint64(len(t.seen.vector) + len(t.seen.set))
	return nodes*(nodeBytes+cells) + known*knownBytes
}

// Memory in bytes of a node and of a known board, including the spare room in slices and
// maps.
const (
	nodeBytes  = uint64(unsafe.Sizeof(node{})) + 3*uint64(unsafe.Sizeof((*node)(nil)))
	knownBytes = 2 * uint64(unsafe.Sizeof(puzzle.Board{}))

	// expansionBytes is the maximum memory that one expansion adds, with three successors.
	expansionBytes = 3*(nodeBytes+16) + knownBytes
)

// taken returns the number of states that a search which ended at the goal took from its
// open list. It is the number of states that were added, including the start, less the
// number that are still open.
func taken(s search.Stats) uint64 { return 1 + s.Generated - s.Duplicates - s.Open }

// node is a state with a path to it.
type node struct {
	board  puzzle.Board
	move   puzzle.Move // last move of the path, if there is a parent
	parent *node
	depth  int
	f      int
	cost   puzzle.Cost // of the path

	serial   int  // of states with the same f, the one with the smallest serial is taken first
	replaced bool // see raised; the search skips the state
}

// plan returns the moves of the path to the state.
func (n *node) plan() []puzzle.Move {
	moves := make([]puzzle.Move, n.depth)
	for ; n.parent != nil; n = n.parent {
		moves[n.depth-1] = n.move
	}
	return moves
}

// openList holds the open states. The method take removes the state with the smallest f
// and, of several, the one that was added first.
type openList struct {
	vector bool    // states are in the order in which they were added, not in a heap
	states []*node // the open states
	added  int     // number of states added so far
}

func (o *openList) add(n *node) {
	o.added++
	n.serial = o.added
	if o.vector {
		o.states = append(o.states, n)
	} else {
		heap.Push(o, n)
	}
}

func (o *openList) take() *node {
	if !o.vector {
		return heap.Pop(o).(*node)
	}
	least := 0
	for i := range o.states {
		if o.states[i].f < o.states[least].f {
			least = i
		}
	}
	n := o.states[least]
	o.states = slices.Delete(o.states, least, least+1)
	return n
}

// The methods of heap.Interface.

func (o *openList) Len() int      { return len(o.states) }
func (o *openList) Swap(i, j int) { o.states[i], o.states[j] = o.states[j], o.states[i] }
func (o *openList) Push(x any)    { o.states = append(o.states, x.(*node)) }
func (o *openList) Less(i, j int) bool {
	a := o.states[i]
	b := o.states[j]
	return a.f < b.f || a.f == b.f && a.serial < b.serial
}
func (o *openList) Pop() any {
	last := o.states[len(o.states)-1]
	o.states = o.states[:len(o.states)-1]
	return last
}

// closedList holds the known boards, in a slice or in a map.
type closedList struct {
	vectors bool
	vector  []puzzle.Board
	set     map[puzzle.Board]bool
}

func (c *closedList) add(b puzzle.Board) {
	if c.vectors {
		c.vector = append(c.vector, b)
	} else {
		c.set[b] = true
	}
}

func (c *closedList) has(b puzzle.Board) bool { return c.set[b] || slices.Contains(c.vector, b) }
