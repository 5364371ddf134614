// Package idastar implements iterative deepening A* (Korf 1985). Its memory does
// not grow with the number of states.
//
// Let g be the cost of the path to a state, h a heuristic estimate of the cost
// left, and f = g + h. A heuristic is admissible if h never exceeds the cost left.
// With an admissible heuristic, the plan is a cheapest one. The search is a series
// of depth-first searches, called iterations. An iteration enters only states whose
// f is at most a bound:
//
//	bound = h(start)
//	loop:
//		search depth-first from the start, entering only states with f <= bound
//		if a generated state is the goal: return its path
//		bound = the smallest f that exceeded the bound
//
// With h = 0 and unit costs, this is iterative-deepening depth-first search.
//
// The search expands about b^d states, where d is the length of the plan and b is
// the effective branching factor with the heuristic. Each worker has a stack and
// tables of one to eight megabytes, depending on the heuristic. This does not
// include pattern databases, which are mapped from files.
//
// dfs.go is the reference: one iteration as a plain depth-first search, for any
// board, heuristic and costs. Two techniques compute the same plan and the same
// statistics in less time. A third one, pruning, searches fewer states:
//
//   - A kernel searches a subtree and counts its states. The fast kernels use the
//     structure of a heuristic under unit costs (kernel*.go). They expand nodes in
//     blocks, without branches that depend on the nodes (blocks.go). They visit the
//     states of a subtree in another order, but count the same states.
//   - An iteration is split into subtrees, which several workers search.
//     Afterwards, a plain search of the upper part of the tree adds up their counts
//     (deepening.go).
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
