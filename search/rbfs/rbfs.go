package rbfs

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is recursive best-first search; see the package documentation. The search never tries the
// move that undoes the last one.
type Solver struct {
	Heuristic heuristics.Heuristic // not nil
	Observer  search.Observer      // receives the progress; may be nil

	Order puzzle.Order `setting:"order"` // order of successors; zero: DefaultOrder
}

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.Deepening, Optimal: true}
}

// Solve searches for a plan, which is optimal if the heuristic is admissible. It returns an error
// if the problem is invalid (see search.Begin), or if the heuristic is nil, does not support the
// goal or the costs, or claims to be admissible but is shown not to be.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := heuristics.Check(s.Heuristic); err != nil {
		return search.Result{}, fmt.Errorf("rbfs: %w", err)
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	estimator, err := heuristics.EstimatorOf(s.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("rbfs: %w", err)
	}
	r := &run{
		problem:    p,
		limits:     lim,
		admissible: s.Heuristic.Admissible(),
		graph:      puzzle.NewGraph(p.Start.Size(), s.Order),
		tracker:    estimator.Track(),
		watch:      search.NewWatch(ctx, lim, s.Observer),
		tiles:      p.Start.Tiles(),
		goal:       p.Goal.Tiles(),
	}
	r.search()
	if !r.solved {
		return r.result, nil
	}
	r.result.Moves = r.path
	if r.admissible {
		cost := p.Costs.Total(r.path)
		if err := heuristics.CheckBound(s.Heuristic, cost, r.result.LowerBound); err != nil {
			return search.Result{}, fmt.Errorf("rbfs: %w", err)
		}
		// All other paths have values of at least the cost.
		r.result.LowerBound = cost
	}
	search.Finish(p, &r.result)
	return r.result, nil
}

// infinite is the value of a state without children, and the bound at the start.
const infinite = puzzle.Cost(math.MaxInt64)

// maxChildren is the maximum number of children of a state.
const maxChildren = 4

// child is a successor of a state on the path.
type child struct {
	move  puzzle.Move
	blank uint8
	g     puzzle.Cost // cost of the path to the child
	f     puzzle.Cost // g plus the estimate
	value puzzle.Cost // largest known lower bound on the f of all unexplored states below the child
}

// stateBytes is the memory of a state on the path: its children, the stack frame of its visit and
// its move.
const stateBytes = 2*maxChildren*uint64(unsafe.Sizeof(child{})) + 128

// run is one run of a Solver. The board is changed in place: a move is made before a child is
// visited, and undone afterwards.
type run struct {
	problem    search.Problem
	limits     search.Limits
	admissible bool
	graph      *puzzle.Graph
	tracker    heuristics.Tracker
	watch      *search.Watch
	tiles      []uint8 // of the state at the end of the path
	goal       []uint8
	path       []puzzle.Move

	stored  uint64      // number of states on the path and of their children
	largest puzzle.Cost // largest value of a state that was expanded
	solved  bool        // the path is a plan
	result  search.Result
}

// search searches from the start until a plan is found or a limit is reached.
func (r *run) search() {
	h := r.tracker.Reset(r.tiles)
	if r.admissible {
		r.result.LowerBound = h
	}
	r.stored = 1
	start := child{blank: uint8(r.problem.Start.Blank()), f: h, value: h}
	r.visit(start, infinite)
}

// ended reports whether the search has to unwind.
func (r *run) ended() bool { return r.solved || r.result.Status != "" }

// visit searches below the state at the end of the path while its smallest value is at most a
// bound. It returns the value that the state then has.
func (r *run) visit(state child, bound puzzle.Cost) puzzle.Cost {
	if state.f == state.g && bytes.Equal(r.tiles, r.goal) {
		r.solved = true
		return state.value
	}
	if r.limitReached() {
		return state.value
	}
	if state.value > r.largest {
		r.largest = state.value
		r.result.ExpandedBeforeLastF = r.result.Expanded
	}
	var storage [maxChildren]child
	children := r.expand(state, storage[:0])
	generated := uint64(len(children))
	r.stored += generated
	r.result.PeakStored = max(r.result.PeakStored, r.stored)
	defer func() { r.stored -= generated }()

	for len(children) > 0 {
		sortByValue(children)
		best := &children[0]
		if len(r.path) == 0 && r.admissible {
			r.result.LowerBound = max(r.result.LowerBound, best.value)
		}
		if best.value > bound {
			return best.value
		}
		alternative := infinite
		if len(children) > 1 {
			alternative = children[1].value
		}
		r.make(state.blank, *best)
		best.value = r.visit(*best, min(bound, alternative))
		if r.ended() {
			return best.value
		}
		r.undo(state.blank, *best)
		if best.value == infinite { // nothing is left below the child
			children = children[1:]
		}
	}
	return infinite
}

// limitReached reports whether the search must end before it expands a state, and sets the status.
func (r *run) limitReached() bool {
	memory := uint64(len(r.path)+1) * stateBytes
	r.result.Bytes = max(r.result.Bytes, memory)
	if r.limits.Bytes > 0 && memory > r.limits.Bytes {
		r.result.Status = search.MemoryLimit
		return true
	}
	if r.result.Expanded < r.watch.Due {
		return false
	}
	r.result.Status = r.watch.Poll(search.Progress{
		Stats: r.result.Stats,
		Bound: r.result.LowerBound,
	})
	return r.result.Status != ""
}

// expand appends the children of a state, without the board that the path came from.
func (r *run) expand(state child, children []child) []child {
	r.result.Expanded++
	depth := len(r.path)
	for _, step := range r.graph.Steps(state.blank) {
		if depth > 0 && step.Move == r.path[depth-1].Opposite() {
			continue
		}
		r.result.Generated++
		g := state.g + r.problem.Costs.Of(step.Move)
		r.swap(state.blank, step.To)
		f := g + r.tracker.After(r.tiles, step.To, state.blank)
		r.swap(step.To, state.blank)
		r.result.MaxCost = max(r.result.MaxCost, g)
		children = append(children, child{
			move:  step.Move,
			blank: step.To,
			g:     g,
			f:     f,
			value: max(f, state.value),
		})
	}
	if !r.problem.Costs.Unit() {
		r.result.MaxMoves = max(r.result.MaxMoves, uint64(depth)+1)
	}
	return children
}

// swap moves the tile on the cell from to the blank's cell.
func (r *run) swap(blank, from uint8) {
	r.tiles[blank] = r.tiles[from]
	r.tiles[from] = 0
}

// make makes the move to a child.
func (r *run) make(blank uint8, c child) {
	r.swap(blank, c.blank)
	r.tracker.Move(r.tiles, c.blank, blank)
	r.path = append(r.path, c.move)
}

// undo undoes the move to a child.
func (r *run) undo(blank uint8, c child) {
	r.swap(c.blank, blank)
	r.tracker.Move(r.tiles, blank, c.blank)
	r.path = r.path[:len(r.path)-1]
}

// sortByValue sorts children by value. The sort is stable.
func sortByValue(children []child) {
	for i := 1; i < len(children); i++ {
		for j := i; j > 0 && children[j].value < children[j-1].value; j-- {
			children[j], children[j-1] = children[j-1], children[j]
		}
	}
}
