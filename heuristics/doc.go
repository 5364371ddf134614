// Package heuristics estimates the cost that is left from a board to the goal.
//
// # Terms
//
// The true cost of a board is the cost of a cheapest plan from it to the goal. A
// heuristic is admissible if no estimate exceeds the true cost. It is consistent if
// no move lowers the estimate by more than the cost of the move. A consistent
// heuristic that estimates 0 for the goal is also admissible.
//
// # Data flow
//
//	Heuristic --For(goal, costs)--> Estimator --Track()--> Tracker
//
// A [Heuristic] is a name with two properties, admissible and consistent. Its method
// For computes the tables for one goal and one set of move costs. The result is an
// [Estimator]. It is read-only, so goroutines can share it. Estimator.Estimate
// computes the estimate of a whole board. A [Tracker] belongs to one goroutine. It
// follows one board through moves and updates the estimate after each move. See the
// Example.
//
// # Complexity
//
// On a board of n cells, Estimate takes O(n) time, and O(n·side) for linear conflict if
// a side has more than seven cells. Tracker.Move takes O(1) time for sums over tiles,
// and time proportional to a side for linear conflict. The documentation of each
// type names exceptions.
//
// # Structures
//
// Fast searches do not call a Tracker. They use the structure of an estimator:
//
//   - A [TileSum] is a sum over tiles of a table indexed by tile and cell: zero,
//     misplaced, out-of-row-column and Manhattan.
//   - A [ConflictSum] is Manhattan plus the conflicts of each row and each column,
//     which [Lines] holds in tables: linear conflict (Hansson, Mayer and Yung 1992).
//   - A pdb.Sum is a sum of entries of pattern databases (package heuristics/pdb).
//
// A [MoveTable] is made of a TileSum or a ConflictSum. It holds the change of the
// estimate for every move.
//
// Euclidean, max-sort, walking distance (Takahashi 2002) and [Max], the largest of
// several estimates, have no such structure. Searches call their Tracker at each move.
//
// Estimates are integers, so a search gives the same result on every machine.
//
// # To add a heuristic
//
// Write a Heuristic, and enter it in the table of solvers/heuristics.go. A heuristic
// that exists for every size can be a formula (heuristic.go). The tests read the
// table. They compare what each heuristic claims with exact distances, and its Tracker
// with its Estimator.
package heuristics
