package studies

import (
	"container/heap"
	"context"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// replica is a search written as the studies wrote theirs, with their conventions as
// options. The zero replica is uniform-cost tree search. Moves cost 1, states wait on
// an open list, the goal is tested when a state is taken from it, and the successors
// are generated in the default order. Of the states with the least f = g + h, the one
// that came first is taken first.
type replica struct {
	Name string

	// Heuristic estimates the moves left; nil is zero. CountBlank adds what the blank
	// is away from its cell of the goal, at most CountBlank moves.
	Heuristic  heuristics.Heuristic
	CountBlank int

	Known    known
	MoveBack bool // generate the move that undoes the last one too

	// Deepening searches depth-first, one move deeper in each iteration. The counts
	// are of the last iteration.
	Deepening bool

	// Vectors keeps the open and the closed states in slices that are searched from
	// end to end, instead of in a heap and a map.
	Vectors bool
}

// known says when states that are known already are dropped.
type known int

const (
	never         known = iota // tree search
	whenGenerated              // if they were generated before
	whenExpanded               // if they were expanded before; a board may wait several times
)

// Solve implements search.Solver. In its statistics, Duplicates counts the successors
// that were dropped when they were generated.
func (r replica) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	estimate, err := r.estimate(p.Goal)
	if err != nil {
		return search.Result{}, err
	}
	t := &traversal{
		replica: r, graph: puzzle.NewGraph(p.Goal.Size(), puzzle.DefaultOrder), estimate: estimate,
		watch: search.NewWatch(ctx, lim, nil), target: tilesOf(p.Goal), bound: -1,
	}
	if r.Deepening {
		t.bound = 0
	}
	for {
		goal := t.run(&node{tiles: tilesOf(p.Start), blank: uint8(p.Start.Blank())})
		result := search.Result{Status: t.status, Stats: t.stats}
		switch {
		case goal != nil:
			result.Moves = goal.plan()
			search.Finish(p, &result)
			return result, nil
		case t.status != "":
			return result, nil
		case !r.Deepening:
			result.Status = search.Exhausted
			return result, nil
		}
		t.bound++
	}
}

// estimate returns the function that estimates the moves left.
func (r replica) estimate(goal puzzle.Board) (func(*tiles) int, error) {
	if r.Heuristic == nil {
		return func(*tiles) int { return 0 }, nil
	}
	estimator, err := r.Heuristic.For(goal, puzzle.Costs{})
	if err != nil {
		return nil, err
	}
	size := goal.Size()
	return func(t *tiles) int {
		estimate := int(estimator.Estimate(t[:size.Cells()]))
		if r.CountBlank > 0 {
			estimate += min(r.CountBlank, apart(size, slices.Index(t[:], 0), goal.Blank()))
		}
		return estimate
	}, nil
}

// apart returns the distance of two cells in rows and columns.
func apart(size puzzle.Size, a, b int) int {
	rows, cols := a/size.Cols-b/size.Cols, a%size.Cols-b%size.Cols
	return max(rows, -rows) + max(cols, -cols)
}

// traversal is one iteration of a replica.
type traversal struct {
	replica
	graph    *puzzle.Graph
	estimate func(*tiles) int
	watch    *search.Watch
	target   tiles
	bound    int // states at this depth are not expanded; -1 for no bound

	stats  search.Stats
	spent  uint64        // expansions of all iterations
	status search.Status // why the search stopped before its end, if it did
}

// run searches from a state and returns the goal, or nil.
func (t *traversal) run(from *node) *node {
	open, seen := t.lists()
	open.add(from)
	if t.Known == whenGenerated {
		seen.add(from.tiles)
	}
	t.stats = search.Stats{}
	for open.len() > 0 {
		n := open.take()
		t.stats.Open = uint64(open.len())
		switch {
		case n.tiles == t.target:
			return n
		case n.depth == t.bound || t.Known == whenExpanded && seen.has(n.tiles):
			continue
		case t.spent >= t.watch.Due:
			if t.status = t.watch.Poll(search.Progress{Stats: search.Stats{Expanded: t.spent}}); t.status != "" {
				return nil
			}
		}
		t.spent++
		t.stats.Expanded++
		if t.Known == whenExpanded {
			seen.add(n.tiles)
		}
		steps := t.graph.Steps(n.blank)
		if t.Deepening { // the state that is added last is taken first
			steps = slices.Clone(steps)
			slices.Reverse(steps)
		}
		for _, step := range steps {
			if !t.MoveBack && n.parent != nil && step.Move == n.move.Opposite() {
				continue
			}
			next := n.after(step)
			t.stats.Generated++
			if t.Known != never && seen.has(next.tiles) {
				t.stats.Duplicates++
				continue
			}
			if t.Known == whenGenerated {
				seen.add(next.tiles)
			}
			t.stats.MaxDepth = max(t.stats.MaxDepth, puzzle.Cost(next.depth))
			next.f = next.depth + t.estimate(&next.tiles)
			open.add(next)
		}
		t.stats.PeakOpen = max(t.stats.PeakOpen, uint64(open.len()))
	}
	return nil
}

// taken returns how many states a search that ended with the goal has taken from its
// open list: every state that was added, the start included, except those still
// waiting.
func taken(s search.Stats) uint64 { return 1 + s.Generated - s.Duplicates - s.Open }

// mostCells is the largest number of cells of a board that the studies searched, 6x6.
const mostCells = 36

// tiles is a board row by row, with 0 behind its last cell. It can be a key of a map.
type tiles [mostCells]uint8

func tilesOf(b puzzle.Board) (t tiles) {
	copy(t[:], b.Tiles())
	return t
}

// node is a state with the path that led to it.
type node struct {
	tiles    tiles
	blank    uint8
	move     puzzle.Move // that made it, if it has a parent
	parent   *node
	depth, f int
	serial   int // the order in which states with the same f are taken
}

// after returns the successor by a legal move.
func (n *node) after(step puzzle.Step) *node {
	next := &node{tiles: n.tiles, blank: step.To, move: step.Move, parent: n, depth: n.depth + 1}
	next.tiles[n.blank], next.tiles[step.To] = n.tiles[step.To], 0
	return next
}

// plan returns the moves that led to the state.
func (n *node) plan() []puzzle.Move {
	moves := make([]puzzle.Move, n.depth)
	for ; n.parent != nil; n = n.parent {
		moves[n.depth-1] = n.move
	}
	return moves
}

// openList holds the states that wait to be taken.
type openList interface {
	add(*node)
	take() *node
	len() int
}

// closedList holds boards that are known.
type closedList interface {
	add(tiles)
	has(tiles) bool
}

// lists returns the empty lists of the replica.
func (r replica) lists() (openList, closedList) {
	switch {
	case r.Deepening:
		return &stack{}, closedMap{}
	case r.Vectors:
		return &openVector{}, &closedVector{}
	}
	return &openHeap{}, closedMap{}
}

type closedMap map[tiles]bool

func (m closedMap) add(t tiles)      { m[t] = true }
func (m closedMap) has(t tiles) bool { return m[t] }

type closedVector []tiles

func (v *closedVector) add(t tiles)      { *v = append(*v, t) }
func (v *closedVector) has(t tiles) bool { return slices.Contains(*v, t) }

type stack []*node

func (s *stack) add(n *node) { *s = append(*s, n) }
func (s *stack) len() int    { return len(*s) }
func (s *stack) take() *node {
	last := len(*s) - 1
	n := (*s)[last]
	*s = (*s)[:last]
	return n
}

// openVector takes the first of the states with the least f.
type openVector []*node

func (v *openVector) add(n *node) { *v = append(*v, n) }
func (v *openVector) len() int    { return len(*v) }
func (v *openVector) take() *node {
	best := 0
	for i, n := range *v {
		if n.f < (*v)[best].f {
			best = i
		}
	}
	n := (*v)[best]
	*v = slices.Delete(*v, best, best+1)
	return n
}

// openHeap takes the states in the order of openVector.
type openHeap struct {
	states nodes
	added  int
}

func (h *openHeap) add(n *node) {
	h.added++
	n.serial = h.added
	heap.Push(&h.states, n)
}
func (h *openHeap) len() int    { return len(h.states) }
func (h *openHeap) take() *node { return heap.Pop(&h.states).(*node) }

// nodes implements heap.Interface.
type nodes []*node

func (s nodes) Len() int      { return len(s) }
func (s nodes) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s nodes) Less(i, j int) bool {
	return s[i].f < s[j].f || s[i].f == s[j].f && s[i].serial < s[j].serial
}
func (s *nodes) Push(x any) { *s = append(*s, x.(*node)) }
func (s *nodes) Pop() any {
	last := len(*s) - 1
	n := (*s)[last]
	*s = (*s)[:last]
	return n
}
