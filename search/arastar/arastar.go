package arastar

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is ARA*; see the package documentation.
type Solver struct {
	Heuristic heuristics.Heuristic // not nil
	Observer  search.Observer      // receives the progress; may be nil
	Clock     search.Clock         // times of the plans found; may be nil

	// Weight is the weight of the heuristic in the first iteration, from 1 to MaxWeight; 0 means
	// DefaultWeight.
	Weight float64 `setting:"weight"`

	Order puzzle.Order `setting:"order"` // order of successors; zero: DefaultOrder
}

const (
	// DefaultWeight is the weight of the first iteration. With linear conflict, ten random boards of
	// 5x5 had their first plans after 1 to 420 ms, and half of them within 10 ms.
	DefaultWeight = 3

	// MaxWeight is the maximum weight.
	MaxWeight = 1000

	// lastStep is the weight below which the next weight is 1.
	lastStep = 1.1
)

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst, Anytime: true}
}

// Check returns an error if a setting is out of range.
func (s *Solver) Check() error {
	if err := heuristics.Check(s.Heuristic); err != nil {
		return fmt.Errorf("arastar: %w", err)
	}
	inRange := s.Weight >= 1 && s.Weight <= MaxWeight
	if s.Weight != 0 && !inRange {
		return fmt.Errorf("arastar: weight %v; expected 1 to %d", s.Weight, MaxWeight)
	}
	return nil
}

// Solve searches for cheaper and cheaper plans. With an admissible heuristic, the last plan is
// optimal, unless a limit is reached before. Then the result has the best plan so far, and its cost
// is at most Cost/LowerBound times that of a cheapest one. Solve returns an error if the problem or
// the weight is invalid, or if the heuristic is nil, does not support the goal or the costs, or
// claims to be admissible but is shown not to be.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if err := s.Check(); err != nil {
		return search.Result{}, err
	}
	result, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return result, err
	}
	estimator, err := heuristics.EstimatorOf(s.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("arastar: %w", err)
	}
	r := &run{
		solver:     s,
		problem:    p,
		limits:     lim,
		admissible: s.Heuristic.Admissible(),
		graph:      puzzle.NewGraph(p.Start.Size(), s.Order),
		tracker:    estimator.Track(),
		watch:      search.NewWatch(ctx, lim, s.Observer),
		goal:       string(p.Goal.Tiles()),
		states:     map[string]*state{},
	}
	r.search()
	if r.best == nil {
		return r.result, nil
	}
	r.result.Moves = r.best
	cost := p.Costs.Total(r.best)
	if err := heuristics.CheckBound(s.Heuristic, cost, r.result.LowerBound); err != nil {
		return search.Result{}, fmt.Errorf("arastar: %w", err)
	}
	search.Finish(p, &r.result)
	return r.result, nil
}

// state is a board that was reached.
type state struct {
	board string
	g     puzzle.Cost // cost of the cheapest known path
	h     puzzle.Cost
	f     float64 // g plus the weighted h, if the state is open
	depth uint32  // number of moves of the path
	move  puzzle.Move
	first bool // the start, which has no last move

	index    int // in the open list; -1 if the state is not open
	expanded int // number of the iteration that expanded the state last; 0 for none
	waits    bool
}

// run is one run of a Solver.
type run struct {
	solver     *Solver
	problem    search.Problem
	limits     search.Limits
	admissible bool
	graph      *puzzle.Graph
	tracker    heuristics.Tracker
	watch      *search.Watch
	goal       string

	states    map[string]*state
	open      queue
	waiting   []*state // states that got a smaller g after their expansion
	weight    float64
	iteration int // number of the iteration, from 1

	best     []puzzle.Move // the cheapest plan
	cost     puzzle.Cost   // of the best plan
	largestF float64       // of the states expanded in this iteration
	result   search.Result
}

// search makes one iteration for each weight, until a plan is proven cheapest or a limit is
// reached.
func (r *run) search() {
	r.cost = math.MaxInt64
	r.weight = r.solver.Weight
	if r.weight == 0 {
		r.weight = DefaultWeight
	}
	tiles := r.problem.Start.Tiles()
	start := &state{board: string(tiles), h: r.tracker.Reset(tiles), first: true, index: -1}
	if r.admissible {
		r.result.LowerBound = start.h
	}
	r.states[start.board] = start
	r.result.PeakStored = 1
	r.push(start)
	for {
		r.iteration++
		complete := r.improve()
		r.takePlan()
		if !complete {
			return
		}
		r.raiseBound()
		proven := r.cost == r.result.LowerBound
		if proven || r.weight == 1 && !r.isPromising() {
			r.result.Status = search.Solved
			return
		}
		r.weight = r.nextWeight()
		r.reopen()
	}
}

// improve expands open states whose f is below the cost of the best plan, the smallest f first. It
// reports false if a limit is reached.
func (r *run) improve() bool {
	tiles := make([]uint8, len(r.goal))
	r.largestF = 0
	for len(r.open) > 0 && r.open[0].f < r.highest() {
		if r.limitReached() {
			return false
		}
		next := heap.Pop(&r.open).(*state)
		next.expanded = r.iteration
		r.result.Open--
		if next.f > r.largestF {
			r.largestF = next.f
			r.result.ExpandedBeforeLastF = r.result.Expanded
		}
		r.expand(next, tiles)
	}
	return true
}

// highest returns the cost of the cheapest known path to the goal. States with this f or a larger
// one are not expanded.
func (r *run) highest() float64 {
	goal, reached := r.states[r.goal]
	if !reached {
		return math.Inf(1)
	}
	return float64(min(goal.g, r.cost))
}

// limitReached reports whether a limit is reached, and sets the status if so.
func (r *run) limitReached() bool {
	memory := r.bytes()
	r.result.Bytes = max(r.result.Bytes, memory)
	if r.limits.Bytes > 0 && memory+r.growth() > r.limits.Bytes {
		r.result.Status = search.MemoryLimit
		return true
	}
	if r.result.Expanded < r.watch.Due {
		return false
	}
	r.result.Status = r.watch.Poll(search.Progress{
		Stats:  r.result.Stats,
		Bound:  r.result.LowerBound,
		Length: len(r.best),
	})
	return r.result.Status != ""
}

// expand generates the successors of a state. Those that are reached at a smaller cost than before
// become open or, if they were expanded in this iteration, wait.
func (r *run) expand(from *state, tiles []uint8) {
	r.result.Expanded++
	copy(tiles, from.board)
	blank := uint8(slices.Index(tiles, 0))
	r.tracker.Reset(tiles)
	for _, step := range r.graph.Steps(blank) {
		if !from.first && step.Move == from.move.Opposite() {
			continue
		}
		r.result.Generated++
		g := from.g + r.problem.Costs.Of(step.Move)
		r.result.MaxCost = max(r.result.MaxCost, g)
		if !r.problem.Costs.Unit() {
			r.result.MaxMoves = max(r.result.MaxMoves, uint64(from.depth)+1)
		}
		tiles[blank] = tiles[step.To]
		tiles[step.To] = 0
		r.reach(from, step, g, tiles, blank)
		tiles[step.To] = tiles[blank]
		tiles[blank] = 0
	}
}

// reach notes that the board tiles is reached from a state at cost g.
func (r *run) reach(from *state, step puzzle.Step, g puzzle.Cost, tiles []uint8, blank uint8) {
	successor, known := r.states[string(tiles)]
	if !known {
		successor = &state{
			board: string(tiles),
			h:     r.tracker.After(tiles, step.To, blank),
			index: -1,
		}
		r.states[successor.board] = successor
		r.result.PeakStored = uint64(len(r.states))
	} else if g >= successor.g {
		r.result.Duplicates++
		return
	}
	successor.g = g
	successor.depth = from.depth + 1
	successor.move = step.Move
	successor.first = false
	switch {
	case successor.expanded == r.iteration:
		if !successor.waits {
			successor.waits = true
			r.waiting = append(r.waiting, successor)
		}
	case successor.index >= 0:
		r.result.Duplicates++
		successor.f = r.f(successor)
		heap.Fix(&r.open, successor.index)
	default:
		if successor.expanded > 0 {
			r.result.Reopened++
		}
		r.push(successor)
	}
}

// f returns the value by which open states are ordered.
func (r *run) f(s *state) float64 { return float64(s.g) + r.weight*float64(s.h) }

// push adds a state to the open list.
func (r *run) push(s *state) {
	s.f = r.f(s)
	heap.Push(&r.open, s)
	r.result.Open++
	r.result.PeakOpen = max(r.result.PeakOpen, r.result.Open)
}

// takePlan makes the path to the goal the best plan, if there is one that is cheaper than the one
// before. The path may cost less than the g of the goal, if a state on it waits or is open with a
// smaller g.
func (r *run) takePlan() {
	if _, reached := r.states[r.goal]; !reached {
		return
	}
	plan := search.Trace(r.problem, func(b puzzle.Board) puzzle.Move {
		return r.states[string(b.Tiles())].move
	})
	cost := r.problem.Costs.Total(plan)
	if cost < r.cost {
		r.cost = cost
		r.best = plan
		r.report()
	}
}

// report reports the best plan.
func (r *run) report() {
	found := search.Found{Length: len(r.best), Generated: r.result.Generated}
	if !r.problem.Costs.Unit() {
		found.Cost = r.cost
	}
	found.Stamp(r.solver.Clock)
	r.result.Found = append(r.result.Found, found)
	if r.solver.Observer != nil {
		r.solver.Observer(search.Progress{
			Stats:  r.result.Stats,
			Bound:  r.result.LowerBound,
			Length: len(r.best),
			Plan:   slices.Clone(r.best),
		})
	}
}

// raiseBound raises the lower bound at the end of an iteration. It becomes the cost of the plan, or
// the smallest g + h of a state through which a cheaper plan may lead.
func (r *run) raiseBound() {
	if !r.admissible {
		return
	}
	bound := r.cost
	for _, s := range r.open {
		bound = min(bound, s.g+s.h)
	}
	for _, s := range r.waiting {
		bound = min(bound, s.g+s.h)
	}
	r.result.LowerBound = max(r.result.LowerBound, bound)
}

// isPromising reports whether a waiting state may lead to a cheaper plan. After an iteration with
// weight 1, this happens only with a heuristic that is not consistent.
func (r *run) isPromising() bool {
	return slices.ContainsFunc(r.waiting, func(s *state) bool { return s.g+s.h < r.cost })
}

// nextWeight returns the weight of the next iteration: the part of the weight above 1 is halved. A
// weight above the ratio of the cost and the lower bound could leave the plan as it is.
func (r *run) nextWeight() float64 {
	weight := 1 + (r.weight-1)/2
	if r.result.LowerBound > 0 {
		weight = min(weight, float64(r.cost)/float64(r.result.LowerBound))
	}
	if weight < lastStep {
		return 1
	}
	return weight
}

// reopen opens the waiting states, and orders all open states by the new weight.
func (r *run) reopen() {
	for _, s := range r.waiting {
		s.waits = false
		s.index = len(r.open)
		r.open = append(r.open, s)
		r.result.Open++
		r.result.Reopened++
	}
	r.waiting = r.waiting[:0]
	for _, s := range r.open {
		s.f = r.f(s)
	}
	heap.Init(&r.open)
	r.result.PeakOpen = max(r.result.PeakOpen, r.result.Open)
}

// bytes estimates the memory of the map, the states and the open list. Each group of eight slots of
// a map is between 7/16 and 7/8 full.
func (r *run) bytes() uint64 {
	const place = uint64(unsafe.Sizeof("")+unsafe.Sizeof((*state)(nil))) + 1
	text := uint64(len(r.goal)+15) &^ 15
	perState := place*16/7 + text + uint64(unsafe.Sizeof(state{}))
	pointers := uint64(cap(r.open)+cap(r.waiting)) * uint64(unsafe.Sizeof((*state)(nil)))
	return uint64(len(r.states))*perState + pointers
}

// growth returns the memory that the open list needs in addition while it is moved to a larger
// array.
func (r *run) growth() uint64 {
	return uint64(cap(r.open)) * 5 / 4 * uint64(unsafe.Sizeof((*state)(nil)))
}

// queue is a heap of open states, ordered by smaller f and then by larger g.
type queue []*state

func (q queue) Len() int { return len(q) }

func (q queue) Less(i, j int) bool {
	return q[i].f < q[j].f || q[i].f == q[j].f && q[i].g > q[j].g
}

func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index = i
	q[j].index = j
}

func (q *queue) Push(x any) {
	s := x.(*state)
	s.index = len(*q)
	*q = append(*q, s)
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	s := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	s.index = -1
	return s
}
