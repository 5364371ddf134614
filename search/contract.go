package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"npuzzle/puzzle"
)

// Problem asks for a plan from Start to Goal.
type Problem struct {
	Start, Goal puzzle.Board
	Costs       puzzle.Costs // the zero Costs are unit costs
}

// Limits bound a run; 0 means no limit. The time limit is the deadline of the
// context.
type Limits struct {
	// Generated is the maximum number of states generated. A search ends at the first expansion
	// after which it has generated as many states or more.
	Generated uint64

	// Evaluated is the maximum number of complete plans that the genetic solver evaluates. Solvers
	// that evaluate no plans ignore it.
	Evaluated uint64

	Bytes uint64 // maximum memory of the solver's own data structures, in bytes
}

// Unlimited is the number of states or evaluations that are left without a limit. No run reaches it,
// and a sum of a few such numbers does not overflow.
const Unlimited uint64 = 1 << 62

// StatesLeft returns the number of states that a run with these counters may still generate.
func (l Limits) StatesLeft(done Stats) uint64 { return left(l.Generated, done.Generated) }

// EvaluationsLeft returns the number of complete plans that a run with these counters may still
// evaluate.
func (l Limits) EvaluationsLeft(done Stats) uint64 { return left(l.Evaluated, done.Evaluated) }

// Rest returns the limits of one more search in a run that has these counters. A limit that is used up
// is 1, because 0 is no limit.
func (l Limits) Rest(done Stats) Limits {
	if l.Generated > 0 {
		l.Generated = max(left(l.Generated, done.Generated), 1)
	}
	if l.Evaluated > 0 {
		l.Evaluated = max(left(l.Evaluated, done.Evaluated), 1)
	}
	if l.Bytes > 0 {
		l.Bytes = max(left(l.Bytes, done.Bytes), 1)
	}
	return l
}

// left returns what is left of a limit, where 0 is no limit.
func left(limit, done uint64) uint64 {
	if limit == 0 {
		return Unlimited
	}
	return limit - min(done, limit)
}

// Status says how a run ended. Reaching a limit is a status, not an error.
type Status string

// The statuses of a run.
const (
	Solved          Status = "solved"
	Unsolvable      Status = "unsolvable"       // shown by parity before any search
	Exhausted       Status = "exhausted"        // a bounded search has reached its bound
	TimeLimit       Status = "time-limit"       // the context's deadline has passed, see Interrupted
	NodeLimit       Status = "node-limit"       // Limits.Generated is reached
	EvaluationLimit Status = "evaluation-limit" // Limits.Evaluated is reached
	MemoryLimit     Status = "memory-limit"     // Limits.Bytes is reached
	Cancelled       Status = "cancelled"        // the context was cancelled
)

// Stats counts the work of a run. Counters that a solver does not use stay 0. The JSON key of a
// counter is the name of its row in Statistics. The tag add says how Add joins the counters of two
// searches: it sums them, or keeps the maximum.
//
// Discarded counts expansions that Expanded leaves out: of states that were expanded
// twice, or that a search with one worker does not reach. Discarded and Bytes depend on
// the number of workers.
type Stats struct {
	Expanded uint64 `json:"expanded" add:"sum"`

	// ExpandedBeforeLastF counts, for IDA*, the expansions in completed iterations.
	ExpandedBeforeLastF uint64 `json:"expanded_before_last_f" add:"sum"`

	Generated  uint64 `json:"generated" add:"sum"` // the start is not counted
	Windows    uint64 `json:"generated_by_windows" add:"sum"`
	Evaluated  uint64 `json:"evaluated" add:"sum"`
	Reopened   uint64 `json:"reopened" add:"sum"`
	Duplicates uint64 `json:"duplicates" add:"sum"`
	Open       uint64 `json:"open" add:"sum"` // undetected duplicates included
	PeakOpen   uint64 `json:"peak_open" add:"max"`
	PeakStored uint64 `json:"peak_stored" add:"max"`
	Discarded  uint64 `json:"discarded" add:"sum"`
	Bytes      uint64 `json:"bytes" add:"max"`

	// MaxCost is the maximum path cost of a generated state, in scaled units.
	MaxCost puzzle.Cost `json:"max_scaled_cost,omitempty" add:"max"`

	// MaxMoves is the maximum number of moves from the start to a generated state. It is set only
	// under move costs other than 1, and only if the search knows it; see Depth.
	MaxMoves uint64 `json:"max_moves,omitempty" add:"max"`
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
	LowerBound puzzle.Cost   // proven lower bound on the cost of every plan
	Optimal    bool          // the plan is proven to be optimal: Cost equals LowerBound
	Found      []Found       // the plans of an anytime solver, each cheaper than the one before
	Stats
}

// Found records one plan of an anytime solver, with the counters at the time when the solver
// recorded the plan. A solver records a plan, without its detours (see Shortcut), if the plan is
// cheaper than all plans before. So the last Found describes the plan of the Result. Under move
// costs other than 1, a cheaper plan may have more moves.
//
// In improvement, the genetic solver records plans at the end of a generation, improver by improver.
// The counters then include the improvers up to the one that found the plan.
//
// The times, which Stamp sets, are in seconds, as in records. They differ from run to run. They are
// 0 if the solver had no clock, and in records of older versions. CPUSeconds is also 0 if the
// processor time is not known.
type Found struct {
	Length    int     `json:"length"`
	Evaluated uint64  `json:"evaluated,omitempty"` // chromosomes evaluated; 0 if the solver has none
	Generated uint64  `json:"generated,omitempty"` // states generated; 0 in older records
	Seconds   float64 `json:"seconds,omitempty"`   // wall time since the start of the run

	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // processor time since the start of the run

	// Cost is the cost of the plan in scaled units. It is 0 under unit costs, where Length is the
	// cost, and in older records.
	Cost puzzle.Cost `json:"scaled_cost,omitempty"`
}

// Clock returns the wall time and the processor time since the start of a run. The processor time
// is 0 if it is not known.
type Clock func() (wall, processor time.Duration)

// Stamp sets the times of a plan that has just been found. Without a clock, it does nothing.
func (f *Found) Stamp(clock Clock) {
	if clock == nil {
		return
	}
	wall, processor := clock()
	f.Seconds = wall.Seconds()
	f.CPUSeconds = processor.Seconds()
}

// Solver searches for a plan. A Solver can be used for several runs, one after another.
// A run does not change its settings. An error means that the settings do not fit the
// problem, or that the file of a pattern database cannot be read. Every other outcome is
// a Status.
type Solver interface {
	Solve(ctx context.Context, p Problem, lim Limits) (Result, error)
}

// Progress is the state of a running solver: the work so far, the bound that it has reached, and
// from an anytime solver, which improves its plans, the best plan so far. With these fields, every
// solver gets the progress line of the command line and of the web page.
type Progress struct {
	Stats

	// Bound is f of the states being expanded. In iterative deepening and in an anytime solver, it
	// is the lower bound of the cost. It is 0 if unknown.
	Bound puzzle.Cost

	Width      int           // of the layers of a beam search; 0 from other solvers
	Length     int           // number of moves of the best plan so far; 0 if there is none yet
	Plan       []puzzle.Move // a copy of the best plan, if it has not been reported before; else nil
	Generation *Generation   // from the genetic solver; nil from other solvers
}

// Generation describes one generation of the genetic solver.
type Generation struct {
	Subgoal int // number of the subgoal, from 1; 0 without subgoals, and in improvement
	Phase   int // number of the phase, from 1; 0 in improvement
	Number  int // number of the generation in its phase; 0 for the first population

	// BestLength is the number of moves from the start to the scored board of the phase's fittest
	// chromosome, or in improvement the number of moves of the best plan.
	BestLength int

	// Population is valid until the solver reports the next generation.
	Population *Population
}

// Observer receives the Progress of a run. The solver calls the Observer every few
// thousand expansions or once per generation, and waits until it returns. There are
// never two calls at the same time.
type Observer func(Progress)

// Engines of searches that have two.
const (
	Fast     = "fast"     // loops specialised for the board and the heuristic; the default
	Textbook = "textbook" // the algorithm as it is taught: for A*, a map of states and a priority queue
)

// Values of a setting that divides a large board into subgoals.
const (
	NoSubgoals = "none"  // the board is solved as a whole
	ByLine     = "lines" // one outer row or column after another, then the rest
)

// CheckEngine returns an error for an engine that is not "", Fast or Textbook.
func CheckEngine(engine string) error {
	switch engine {
	case "", Fast, Textbook:
		return nil
	}
	return fmt.Errorf("engine %.40q; expected %s or %s", engine, Fast, Textbook)
}

// ErrUnitCosts is returned by searches that count moves if the problem has other
// move costs.
var ErrUnitCosts = errors.New("needs unit move costs")

// Begin checks a problem and the order of successors of a solver, which is zero for solvers that
// have none. If the problem needs no search, because the start is the goal
// or the goal cannot be reached, Begin returns true and a complete Result.
func Begin(p Problem, order puzzle.Order) (Result, bool, error) {
	if err := order.Check(); err != nil {
		return Result{}, false, fmt.Errorf("search: %w", err)
	}
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

// Trace returns the plan of a problem. The function ledTo returns the last move of the path
// to a board.
func Trace(p Problem, ledTo func(puzzle.Board) puzzle.Move) []puzzle.Move {
	var moves []puzzle.Move
	for board := p.Goal; board != p.Start; {
		move := ledTo(board)
		moves = append(moves, move)
		board, _ = board.Move(move.Opposite())
	}
	slices.Reverse(moves)
	return moves
}

// Shortcut returns a plan without its detours: it ends at the first goal, and if it visits a board
// several times, the moves between the first and the last visit are left out. The result is a new
// slice. An error means that a move is illegal, or that the plan does not lead to the goal.
// Shortcut takes O(moves) time and memory.
func Shortcut(p Problem, moves []puzzle.Move) ([]puzzle.Move, error) {
	short := make([]puzzle.Move, 0, len(moves))
	path := make([]puzzle.Board, 1, len(moves)+1) // the boards that short visits
	path[0] = p.Start
	index := make(map[puzzle.Board]int, len(moves)+1) // of each board in path
	index[p.Start] = 0
	board := p.Start
	for i, move := range moves {
		if board == p.Goal {
			break
		}
		next, legal := board.Move(move)
		if !legal {
			return nil, fmt.Errorf("search: move %d of a plan, %v, leaves the board", i+1, move)
		}
		board = next
		before, visited := index[board]
		if !visited {
			short = append(short, move)
			path = append(path, board)
			index[board] = len(short)
			continue
		}
		for _, detour := range path[before+1:] {
			delete(index, detour)
		}
		path = path[:before+1]
		short = short[:before]
	}
	if board != p.Goal {
		return nil, fmt.Errorf("search: a plan leads to %v, which is not the goal", board)
	}
	return short, nil
}

// Finish completes a solved Result. It replays the plan, replaces it by its Shortcut, and sets
// Status, Cost and Optimal. So no plan passes through the goal or visits a board twice. The plan is
// optimal if its cost equals LowerBound. Finish panics if the plan does not lead to the goal or
// costs less than LowerBound, because then the solver has a bug.
func Finish(p Problem, r *Result) {
	moves, err := Shortcut(p, r.Moves)
	if err != nil {
		panic(fmt.Sprintf("search: plan %v does not lead from %v to %v: %v", r.Moves, p.Start, p.Goal, err))
	}
	r.Moves = moves
	r.Status = Solved
	r.Cost = p.Costs.Total(r.Moves)
	r.Optimal = r.Cost == r.LowerBound
	if r.Cost < r.LowerBound {
		panic(fmt.Sprintf("search: plan of cost %d from %v beats its lower bound %d", r.Cost, p.Start, r.LowerBound))
	}
}
