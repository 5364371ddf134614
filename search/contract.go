package search

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"npuzzle/puzzle"
)

// Problem asks for a plan from Start to Goal.
type Problem struct {
	Start, Goal puzzle.Board
	Costs       puzzle.Costs // the zero Costs are unit costs
}

// Limits bound a run; 0 stands for no limit. The time limit is the deadline of
// the context.
type Limits struct {
	Expanded uint64 // maximum of states expanded, or of plans evaluated by the genetic solver
	Bytes    uint64 // maximum memory of the solver's own data structures
}

// Status says how a run ended. Reaching a limit is a status, not an error.
type Status string

// The statuses of a run.
const (
	Solved      Status = "solved"
	Unsolvable  Status = "unsolvable"   // shown by parity before any search
	Exhausted   Status = "exhausted"    // a bounded search has reached its bound
	TimeLimit   Status = "time-limit"   // the context's deadline has passed
	NodeLimit   Status = "node-limit"   // Limits.Expanded is reached
	MemoryLimit Status = "memory-limit" // Limits.Bytes is reached
	Cancelled   Status = "cancelled"    // the context was cancelled
)

// Stats counts the work of a run. Counters that a solver does not use stay 0. The tags
// give the name and the description of each counter in records and exports.
//
// Discarded are expansions that are not part of Expanded: states expanded twice, or
// behind the point where a search with one worker stops. Discarded depends on the number
// of workers, as Bytes does.
type Stats struct {
	Expanded uint64 `json:"expanded" about:"states whose successors were generated"`

	// For IDA*, the expansions in completed iterations.
	ExpandedBeforeLastF uint64 `json:"expanded_before_last_f" about:"expansions before f first had its largest value"`

	Generated  uint64 `json:"generated" about:"successor states created, duplicates included"` // but not the start
	Evaluated  uint64 `json:"evaluated" about:"plans scored, plus the work of ga's IDA* searches converted to plans"`
	Reopened   uint64 `json:"reopened" about:"expanded states opened again, because a cheaper path was found"`
	Duplicates uint64 `json:"duplicates" about:"successors dropped because they were known"`
	Open       uint64 `json:"open" about:"size of the open list at the end"` // undetected duplicates included
	PeakOpen   uint64 `json:"peak_open" about:"maximum size of the open list"`
	PeakStored uint64 `json:"peak_stored" about:"maximum number of states stored, open and closed or on the path"`
	Discarded  uint64 `json:"discarded,omitempty" about:"expansions of parallel workers that one worker would not make"`
	Bytes      uint64 `json:"bytes" about:"peak memory of the solver's own data structures"`

	MaxCost puzzle.Cost `json:"max_cost"` // maximum path cost of a generated state, in scaled units

	// MaxMoves is the maximum number of moves from the start to a generated state, under move costs
	// other than 1 and if the search knows it; see Depth.
	MaxMoves uint64 `json:"-"`
}

// Depth returns the maximum number of moves from the start to a generated state, and whether it is
// known. Under costs of 1 it is the maximum path cost.
func (s Stats) Depth(costs puzzle.Costs) (moves uint64, known bool) {
	if costs.Unit() {
		return uint64(s.MaxCost), true
	}
	return s.MaxMoves, s.MaxMoves > 0 || s.MaxCost == 0
}

// Result is the outcome of a run. It is complete for every Status.
type Result struct {
	Status     Status
	Moves      []puzzle.Move // the plan, if Status is Solved
	Cost       puzzle.Cost   // of the plan
	LowerBound puzzle.Cost   // no plan is cheaper
	Optimal    bool          // the plan is proven to be optimal: Cost equals LowerBound
	Found      []Found       // the plans of an anytime solver, each shorter than the one before
	Stats
}

// Found records one plan of an anytime solver. Seconds is wall time, which differs from run to run.
// It is 0 where the caller gave the solver no clock, and in records of versions without it.
type Found struct {
	Length    int     `json:"length"`
	Evaluated uint64  `json:"evaluated"`           // evaluations until the plan was found
	Generated uint64  `json:"generated,omitempty"` // states generated until then; 0 in older records
	Seconds   float64 `json:"seconds,omitempty"`   // time until then
}

// Solver searches for a plan. A Solver can be used for one run after another,
// and a run does not change its settings. An error means that the problem and the
// settings do not go together. All other outcomes are a Status.
type Solver interface {
	Solve(ctx context.Context, p Problem, lim Limits) (Result, error)
}

// Progress is the state of a running solver.
type Progress struct {
	Stats
	Bound      puzzle.Cost   // the f-layer or iteration that is being searched
	Generation *Generation   // of the genetic solver; nil from all others
	Plan       []puzzle.Move // of an anytime solver, if it has found a plan shorter than all before
}

// Generation describes one generation of the genetic solver.
type Generation struct {
	Subgoal       int // number of the subgoal, from 1, the core being the last; 0 for none and in improvement
	Phase, Number int // from 1; number 0 is the first population, phase 0 the improvement of plans
	BestLength    int // moves of the best plan so far, with those of earlier phases

	// Population is the population of the generation. The next report changes it.
	Population *Population
}

// Observer receives the Progress of a run. The solver calls it from its own loop
// every few thousand expansions or once per generation, never from two
// goroutines at the same time, and waits until it returns.
type Observer func(Progress)

// ErrUnitCosts is returned by searches that count moves if the problem has other
// move costs.
var ErrUnitCosts = errors.New("needs unit move costs; use ucs, astar, wastar, greedy or idastar for others")

// Begin checks a problem and settles the cases that need no search: if the goal
// is the start or cannot be reached, it returns true with a complete Result.
func Begin(p Problem) (Result, bool, error) {
	switch {
	case p.Start == (puzzle.Board{}) || p.Goal == (puzzle.Board{}):
		return Result{}, false, errors.New("search: the problem lacks a board")
	case p.Start.Size() != p.Goal.Size():
		return Result{}, false, fmt.Errorf("search: the board is %v, its goal %v", p.Start.Size(), p.Goal.Size())
	case p.Start == p.Goal:
		return Result{Status: Solved, Optimal: true}, true, nil
	case !puzzle.Solvable(p.Start, p.Goal):
		return Result{Status: Unsolvable}, true, nil
	}
	return Result{}, false, nil
}

// Trace returns the plan of a problem, given the move that led to each board on the way.
func Trace(p Problem, ledTo func(puzzle.Board) puzzle.Move) []puzzle.Move {
	var moves []puzzle.Move
	for at := p.Goal; at != p.Start; {
		move := ledTo(at)
		moves = append(moves, move)
		at, _ = at.Move(move.Opposite())
	}
	slices.Reverse(moves)
	return moves
}

// Finish completes a solved Result: it replays the plan, sets its cost, and
// claims optimality if the cost equals the lower bound. It panics if the plan
// does not lead to the goal or costs less than the bound, which only the plan of
// a broken solver does.
func Finish(p Problem, r *Result) {
	end, err := p.Start.Replay(r.Moves)
	if err != nil || end != p.Goal {
		panic(fmt.Sprintf("search: plan %v does not lead from %v to %v", r.Moves, p.Start, p.Goal))
	}
	r.Status = Solved
	r.Cost = p.Costs.Total(r.Moves)
	r.Optimal = r.Cost == r.LowerBound
	if r.Cost < r.LowerBound {
		panic(fmt.Sprintf("search: plan of cost %d from %v beats its lower bound %d", r.Cost, p.Start, r.LowerBound))
	}
}
