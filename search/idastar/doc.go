// Package idastar implements iterative deepening A* (Korf 1985). It finds a cheapest plan
// in memory that does not grow with the number of states.
//
// Let g be the cost of the path to a state, h a heuristic estimate of the cost left, and
// f = g + h. A heuristic is admissible if it never exceeds the cost left. Each depth-first
// search is called an iteration. It enters only states whose f is at most a bound:
//
//	bound = h(start)
//	loop:
//		search depth-first from the start, entering only states with f <= bound
//		if a generated state is the goal: return its path
//		bound = the smallest f that exceeded the bound
//
// With the zero heuristic and unit costs this is iterative deepening depth-first search.
//
// The search expands about b^d states, where d is the length of the plan and b the
// effective branching factor under the heuristic. It holds the path, and for each worker
// one to eight megabytes of stack and tables, depending on the heuristic. Pattern
// databases mapped from files are not counted.
//
// dfs.go is the definition: one iteration as a plain depth-first search, for any board,
// heuristic and costs. All other files compute the same plan and the same statistics in
// less time:
//
//   - A kernel counts the states of a subtree. The fast kernels exploit the structure of
//     a heuristic under unit costs (kernel*.go). They expand nodes in blocks, without
//     branches that depend on the nodes (blocks.go), so they visit a subtree in another
//     order but count the same states.
//   - An iteration is split into subtrees for several workers, which a plain search of
//     the top of the tree adds up afterwards (deepening.go).
//   - With pruning, a finite-state machine follows the path. It forbids a move that would
//     complete a sequence of moves for which a shorter or earlier sequence has the same
//     effect (Taylor and Korf 1993; prune.go).
//
// See the Example of [Solver].
//
// # References
//
//   - Richard E. Korf: Depth-first iterative-deepening: an optimal admissible tree search.
//     Artificial Intelligence 27, 1985.
//   - Larry A. Taylor, Richard E. Korf: Pruning duplicate nodes in depth-first search.
//     AAAI 1993.
package idastar
