package studies

import (
	"container/heap"
	"context"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// replica is a search written as the studies wrote theirs, with their conventions as
// options. It is plain, and slower than the laboratory's solvers. Nothing but a study
// uses it, and tests hold it to the published counts. Moves cost 1. The zero replica is
// uniform-cost tree search:
//
//	open = [start]
//	while open is not empty:
//		take the state with the least f = g + h, the oldest of several
//		stop if it is the goal
//		generate its successors in the default order and add them to open
type replica struct {
	Name string

	// Heuristic estimates the moves left; nil is zero.
	Heuristic heuristics.Heuristic

	// CountBlank adds to the estimate the distance of the blank from its cell in the
	// goal, but at most CountBlank moves.
	CountBlank int

	// Known says which successors are dropped.
	Known known

	// MoveBack generates the move that undoes the last one too.
	MoveBack bool

	// Deepening searches depth-first, one move deeper in each iteration. The counts
	// are of the last iteration.
	Deepening bool

	// Vectors keeps the open and the closed states in slices that are searched from
	// end to end, instead of in a heap and a map.
	Vectors bool
}

func (r replica) label() string { return r.Name }

// known says when states that are known already are dropped.
type known int

const (
	never         known = iota // tree search
	whenGenerated              // if they were generated before
	whenExpanded               // if they were expanded before; a board may wait several times
	raised                     // if they were generated before; one that waits takes a greater cost
)

// Solve implements search.Solver. In its statistics, Duplicates counts the successors
// that were dropped when they were generated. The memory limit holds for the states that
// were generated, most of which stay in memory as parents of others.
func (r replica) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	estimate, err := r.estimate(p.Goal)
	if err != nil {
		return search.Result{}, err
	}
	t := &traversal{replica: r, goal: p.Goal, estimate: estimate, watch: search.NewWatch(ctx, lim, nil), bound: -1,
		room: lim.Bytes}
	if r.Deepening {
		t.bound = 0
	}
	for ; ; t.bound++ {
		goal := t.run(p.Start)
		result := search.Result{Status: t.status, Stats: t.stats}
		switch {
		case goal != nil:
			result.Moves = goal.plan()
			search.Finish(p, &result)
		case t.status == "" && r.Deepening:
			continue
		case t.status == "":
			result.Status = search.Exhausted
		}
		return result, nil
	}
}

// estimate returns the function that estimates the moves left.
func (r replica) estimate(goal puzzle.Board) (func(puzzle.Board) int, error) {
	if r.Heuristic == nil {
		return func(puzzle.Board) int { return 0 }, nil
	}
	estimator, err := r.Heuristic.For(goal, puzzle.Costs{})
	return func(b puzzle.Board) int {
		estimate := int(estimator.Estimate(b.Tiles()))
		if r.CountBlank > 0 {
			estimate += min(r.CountBlank, apart(b.Size(), b.Blank(), goal.Blank()))
		}
		return estimate
	}, err
}

// apart returns the distance of two cells in rows and columns.
func apart(size puzzle.Size, a, b int) int {
	rows, cols := a/size.Cols-b/size.Cols, a%size.Cols-b%size.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// traversal is one iteration of a replica.
type traversal struct {
	replica
	goal     puzzle.Board // the zero Board for none
	estimate func(puzzle.Board) int
	watch    *search.Watch
	bound    int    // states at this depth are not expanded; -1 for no bound
	room     uint64 // memory limit in bytes; 0 for none

	stats  search.Stats
	spent  uint64        // expansions of all iterations
	status search.Status // why the search stopped before its end, if it did
}

// run searches from a board and returns the goal, or nil.
func (t *traversal) run(from puzzle.Board) *node {
	waiting := map[puzzle.Board]*node{} // under raised
	open, seen := openList{vector: t.Vectors}, closedList{vectors: t.Vectors, set: map[puzzle.Board]bool{}}
	open.add(&node{board: from})
	if t.Known == whenGenerated || t.Known == raised {
		seen.add(from)
	}
	t.stats = search.Stats{}
	for open.Len() > 0 {
		n := open.take()
		t.stats.Open = uint64(open.Len())
		switch {
		case n.board == t.goal:
			return n
		case n.replaced:
			continue
		case n.depth == t.bound || t.Known == whenExpanded && seen.has(n.board):
			continue
		case t.spent >= t.watch.Due:
			if t.status = t.watch.Poll(search.Progress{Stats: search.Stats{Expanded: t.spent}}); t.status != "" {
				return nil
			}
		}
		if t.room > 0 && t.bytes(&open, &seen) > t.room {
			t.status = search.MemoryLimit
			return nil
		}
		t.spent++
		t.stats.Expanded++
		delete(waiting, n.board)
		if t.Known == whenExpanded {
			seen.add(n.board)
		}
		for _, move := range puzzle.DefaultOrder {
			board, legal := n.board.Move(move)
			if !legal || !t.MoveBack && n.parent != nil && move == n.move.Opposite() {
				continue
			}
			t.stats.Generated++
			depth := n.depth + 1
			if t.Known != never && seen.has(board) {
				t.stats.Duplicates++
				other := waiting[board]
				if other == nil || depth <= other.depth {
					continue
				}
				other.replaced = true // by the same board at a greater cost
			}
			if t.Known == whenGenerated || t.Known == raised {
				seen.add(board)
			}
			t.stats.MaxCost = max(t.stats.MaxCost, puzzle.Cost(depth))
			f := depth + t.estimate(board)
			if t.Deepening {
				f = -depth // the deepest state first
			}
			successor := &node{board: board, move: move, parent: n, depth: depth, f: f}
			if open.add(successor); t.Known == raised {
				waiting[board] = successor
			}
		}
		t.stats.PeakOpen = max(t.stats.PeakOpen, uint64(open.Len()))
	}
	return nil
}

// bytes estimates the memory that an iteration holds: states that wait or have successors,
// and known boards. The parents in a depth-first iteration are fewer than its open states.
func (t *traversal) bytes(open *openList, seen *closedList) uint64 {
	cells := uint64(t.goal.Size().Cells())
	nodes := uint64(open.added)
	if t.Deepening {
		nodes = 2 * uint64(open.Len())
	}
	return nodes*(nodeBytes+cells) + uint64(len(seen.vector)+len(seen.set))*knownBytes
}

// What a node and a known board take, with what slices and maps keep free.
const (
	nodeBytes  = uint64(unsafe.Sizeof(node{})) + 3*uint64(unsafe.Sizeof((*node)(nil)))
	knownBytes = 2 * uint64(unsafe.Sizeof(puzzle.Board{}))

	// expansionBytes bounds what an expansion adds, with up to three successors.
	expansionBytes = 3*(nodeBytes+16) + knownBytes
)

// taken returns how many states a search that ended with the goal has taken from its
// open list: every state that was added, the start included, except those still
// waiting.
func taken(s search.Stats) uint64 { return 1 + s.Generated - s.Duplicates - s.Open }

// node is a state with the path that led to it.
type node struct {
	board    puzzle.Board
	move     puzzle.Move // that made it, if it has a parent
	parent   *node
	depth, f int
	serial   int  // the order in which states with the same f are taken
	replaced bool // under raised
}

// plan returns the moves that led to the state.
func (n *node) plan() []puzzle.Move {
	moves := make([]puzzle.Move, n.depth)
	for ; n.parent != nil; n = n.parent {
		moves[n.depth-1] = n.move
	}
	return moves
}

// openList holds the states that wait to be taken: first the one with the least f, and
// among equals the one that came first.
type openList struct {
	vector bool    // states stand in the order in which they came, else in a heap
	states []*node // that wait
	added  int
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
	a, b := o.states[i], o.states[j]
	return a.f < b.f || a.f == b.f && a.serial < b.serial
}
func (o *openList) Pop() any {
	last := o.states[len(o.states)-1]
	o.states = o.states[:len(o.states)-1]
	return last
}

// closedList holds the boards that are known, in a vector or in a map.
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
