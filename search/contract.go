package search

import (
	"context"
	"errors"
	"fmt"

	"npuzzle/puzzle"
)

// Problem asks for a plan from Start to Goal.
type Problem struct {
	Start, Goal puzzle.Board
	Costs       puzzle.Costs // the zero Costs are unit costs
}

// Limits bound a run; 0 stands for no limit. The limit of time is the
// deadline of the context.
type Limits struct {
	Expanded uint64 // most states expanded, or plans evaluated by the genetic solver
	Bytes    uint64 // most memory of the solver's own structures
}

// Status says how a run ended. Limits are statuses, never errors.
type Status string

// The statuses of a run.
const (
	Solved      Status = "solved"
	Unsolvable  Status = "unsolvable"   // by parity, before any search
	Exhausted   Status = "exhausted"    // a bounded search searched all it may
	TimeLimit   Status = "time-limit"   // the context's deadline passed
	NodeLimit   Status = "node-limit"   // Limits.Expanded reached
	MemoryLimit Status = "memory-limit" // Limits.Bytes reached
	Cancelled   Status = "cancelled"    // the context was cancelled
)

// Stats counts the work of a run. Counters that a solver has no use for stay 0.
type Stats struct {
	Expanded            uint64      // states whose successors were generated
	ExpandedBeforeLastF uint64      // of them, those below the last f-layer or in finished iterations
	Generated           uint64      // successors made, duplicates counted, the start not
	Evaluated           uint64      // evaluations of whole plans
	Reopened            uint64      // closed states opened again on a cheaper path
	Duplicates          uint64      // successors dropped because known, sooner or later
	Open                uint64      // states waiting at the end, duplicates not yet dropped included
	PeakOpen            uint64      // the same at most
	PeakStored          uint64      // states held at most, open and closed, the same included
	MaxDepth            puzzle.Cost // the deepest path cost of any state generated
	Bytes               uint64      // the most memory that the solver's own structures held

	// Discarded counts the states that were expanded besides Expanded: work that
	// was done twice, or behind the point where the plain search would have
	// stopped. It depends on the number of workers, as Bytes does.
	Discarded uint64
}

// Result is the outcome of a run, complete whatever the Status.
type Result struct {
	Status     Status
	Moves      []puzzle.Move // the plan, where Status is Solved
	Cost       puzzle.Cost   // of the plan
	LowerBound puzzle.Cost   // no plan is cheaper
	Optimal    bool          // proven: Cost equals LowerBound
	Found      []Found       // the plans of an anytime solver, each shorter than the one before
	Stats
}

// Found tells when an anytime solver found a plan: after so many evaluations.
type Found struct {
	Length    int    `json:"length"`
	Evaluated uint64 `json:"evaluated"`
}

// Solver searches for a plan. A Solver may be used for one run after another,
// and its settings are never changed by a run. An error means that the problem
// and the settings do not go together; everything else is a Status.
type Solver interface {
	Solve(ctx context.Context, p Problem, lim Limits) (Result, error)
}

// Progress is what a running solver reports. It is called from the solver's
// own loop every few thousand expansions or once a generation, never by two
// goroutines at a time.
type Progress struct {
	Stats
	Bound      puzzle.Cost   // the f-layer or iteration that is being searched
	Generation *Generation   // of the genetic solver; nil from all others
	Plan       []puzzle.Move // of an anytime solver, where one shorter than all before has been found
}

// Generation describes one generation of the genetic solver.
type Generation struct {
	Subgoal       int     // of the board, from 1 in their order, the core the last; 0 where there are none and in improvement
	Phase, Number int     // both from 1; generation 0 is the first population, phase 0 the improvement of plans
	Best, Median  int64   // fitness, the smaller the better
	Mean          float64 // fitness
	Diversity     float64 // distinct boards that plans end in / population
	BestLength    int     // moves of the best plan so far, earlier phases included
}

// Observer receives the progress of a run. It must return quickly.
type Observer func(Progress)

// ErrUnitCosts is returned by searches that count moves and are asked to
// honour other costs.
var ErrUnitCosts = errors.New("needs unit move costs; use ucs, astar, wastar or idastar for others")

// Begin checks a problem and settles the cases that need no search: it reports
// true with a complete Result if the goal cannot be reached or is reached
// already.
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

// Finish completes a solved Result: it replays the plan, sets its cost, and
// claims optimality exactly where the cost meets the lower bound. It panics if
// the plan does not lead to the goal or beats the bound, which only a broken
// solver's does.
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
