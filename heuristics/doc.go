// Package heuristics estimates the cost that is left from a board to the goal.
//
// A Heuristic is admissible if no estimate is above the true cost. It is
// consistent if no move lowers the estimate by more than the move costs; then it
// is admissible as well. For makes the Estimator of one goal under given move
// costs: tables that many goroutines read. An Estimator computes the estimate of
// a whole board. A Tracker, which it makes, follows one board through moves and
// keeps the estimate up to date, which takes O(1) for most heuristics.
//
// Searches exploit the structure of an estimator where they know it:
//
//   - TileSum adds up a table of tile and cell: zero, misplaced, out-of-row-column,
//     Manhattan.
//   - ConflictSum adds to Manhattan the cost of each row and column, which Lines
//     tabulates: linear conflict (Hansson, Mayer, Yung 1992).
//   - pdb.Sum adds up pattern databases (package heuristics/pdb).
//
// A MoveTable tabulates a TileSum or a ConflictSum move by move, so that a solver which looks at
// many moves in a row keeps the contents of the lines and no Tracker.
//
// All others are asked move by move: euclidean, max-sort, walking distance
// (Takahashi 2002), and Max, the greatest of several. Estimates are whole numbers,
// so that a search has the same result on every machine.
//
// To add a heuristic, write a Heuristic (a formula, if it exists for every size)
// and enter it in the table of solvers/heuristics.go. The tests of this package
// and of the command take the heuristics from that table: they test what it says
// of itself against exact distances, and its Tracker against its Estimator.
package heuristics
