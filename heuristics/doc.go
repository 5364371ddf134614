// Package heuristics estimates the cost that is left from a board to the goal.
//
// # Terms
//
// The true cost of a board is the cost of a cheapest plan from it to the goal. A
// heuristic is admissible if no estimate exceeds the true cost. It is consistent if no
// move lowers the estimate by more than the cost of the move. A consistent heuristic
// that estimates 0 for the goal is also admissible. Estimates are integers, so a search
// gives the same result on every machine.
//
// # Data flow
//
//	Heuristic --For(goal, costs)--> Estimator --Track()--> Tracker
//
// A [Heuristic] has a name, and reports whether it is admissible and consistent. Its
// method For computes the tables for one goal and one set of move costs, and returns an
// [Estimator]. An Estimator is read-only, so goroutines can share it. Estimator.Estimate
// computes the estimate of a whole board. A [Tracker] belongs to one goroutine. It
// follows one board through moves and updates the estimate after each move. See the
// Example.
//
// # Complexity
//
// On a board of n cells, whose longer side has s cells:
//
//	heuristic                                     Estimate  Tracker.Move
//	zero, misplaced, out-of-row-column, Manhattan O(n)      O(1)
//	Euclidean, walking distance                   O(n)      O(1)
//	max-sort                                      O(n)      O(n)
//	linear conflict, s <= 7                       O(n)      O(s)
//	linear conflict, s > 7                        O(n·s)    O(s²)
//	Max                                           the sum over its heuristics
//
// linear-conflict-pairs takes the time of linear conflict. Tracker.After takes the time of
// Tracker.Move. Heuristic.For takes O(n²) time and memory. Two heuristics also make tables
// that later calls of For share: linear conflict at most 2 MB for each length of lines,
// and walking distance up to 30 MB in 0.3 s.
//
// # Structures
//
// Fast searches compute estimates from the tables of an estimator instead of a Tracker.
// Two kinds of estimators give access to their tables:
//
//   - A sum over tiles of a table indexed by tile and cell (zero, misplaced, out-of-row-column
//     and Manhattan), and Manhattan plus the cost of the conflicts of each row and each column
//     (linear conflict, Hansson, Mayer and Yung 1992, and linear-conflict-pairs). [TabulateMoves]
//     returns a [MoveTable] of these.
//   - A pdb.Sum is a sum of entries of pattern databases (package heuristics/pdb).
//
// A line is a row or a column. The own tiles of a line are those whose goal cells lie
// in it. The content of a line is a number that encodes where its own tiles are.
//
// A MoveTable computes estimates without a Tracker:
//
//	Estimator --TabulateMoves--> MoveTable --EstimateOf(board)--> estimate, contents
//	estimate += table.Make(&contents, table.Change(step, tile))
//
// For every move of a tile, the table holds the change of the tile's summand and the
// change of the contents of two lines. It also holds the cost of each content.
// MoveTable.Delta looks at a move without making it, and Undo takes a move back.
//
// Euclidean, max-sort, walking distance (Takahashi 2002) and [Max] (the maximum of
// several estimates) give no access to tables.
//
// Searches that store many boards take the changes of estimates from [ChangesOf]. Most estimators
// are a [Differ]: they compute the change by a move from the board alone, and [Follow] makes a
// Tracker of them. The others have a Tracker of their own.
//
// # To add a heuristic
//
// The shortest way is [FromFunc], which takes a function that computes an estimate from
// scratch; see its Example. "Adding a heuristic" in docs/architecture.md lists the other
// ways. To give a heuristic a name for the command line, enter it in the table
// of solvers/heuristics.go. The suite of package heuristicstest runs on every heuristic of
// the table. It checks with exact distances whether the heuristic is admissible and consistent
// as it claims. It also compares its Tracker with its Estimator. A heuristic of another module must state
// its version; see [Versioned].
package heuristics
