package heuristics

import "npuzzle/puzzle"

// Heuristic is a method to estimate the cost that is left to a goal. The method For
// makes the Estimator of one goal.
type Heuristic interface {
	// Name returns the heuristic's name on the command line and in every record.
	Name() string

	// Admissible reports whether no estimate exceeds the true cost.
	Admissible() bool

	// Consistent reports whether no move lowers the estimate by more than the move's
	// cost. A consistent heuristic that estimates 0 for the goal is admissible.
	Consistent() bool

	// For returns the estimator of one goal under the given costs. It returns an error
	// if the goal is the zero Board, if the heuristic does not support the goal's size,
	// or if it cannot read its tables.
	For(goal puzzle.Board, costs puzzle.Costs) (Estimator, error)
}

// Estimator estimates the cost from any board of the goal's size to the goal. It is
// read-only and safe for concurrent use. A board is a list of its tiles row by row,
// with 0 for the blank. It must have the goal's size and each tile once. No method
// checks this: a wrong board gives a wrong estimate or a panic.
type Estimator interface {
	// Estimate returns the full estimate of a board, 0 for the goal. Every solver uses an estimate
	// below 0 as 0, and one above MaxEstimate as MaxEstimate; see EstimatorOf.
	Estimate(tiles []uint8) puzzle.Cost

	// Track returns a new Tracker. Only one goroutine at a time may use it.
	Track() Tracker
}

// Tracker follows one board through moves and updates its estimate. The estimate always
// equals that of [Estimator].Estimate. Reset must be called before Move and After. A
// Tracker keeps no board: the caller makes the moves on its own list of tiles.
type Tracker interface {
	// Reset starts from a board and returns its full estimate.
	Reset(tiles []uint8) puzzle.Cost

	// Move returns the estimate after a tile has moved from one cell to a neighbouring
	// cell. The argument tiles is the board after the move. To undo a
	// move, restore the board and call Move with from and to exchanged. The cells are
	// not checked.
	Move(tiles []uint8, from, to uint8) puzzle.Cost

	// After returns the result of Move without changing the Tracker. As for Move,
	// tiles is the board after the move.
	After(tiles []uint8, from, to uint8) puzzle.Cost
}
