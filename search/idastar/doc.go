// Package idastar is iterative deepening A* (Korf 1985): depth-first searches
// under a rising bound on f = g + h, where g is the cost of the path and h a
// heuristic estimate of the cost that is left. Each bound is the smallest f that
// exceeded the last. With the zero heuristic and unit costs the algorithm is
// iterative deepening depth-first search.
//
// The search expands about b^d states, where d is the length of the plan and b
// the effective branching factor under the heuristic. Its memory does not grow
// with the number of states: a path, and one or two megabytes of stack and
// tables for each worker.
//
// dfs.go is the definition: one iteration as a plain depth-first search, for any
// board, heuristic and costs. All else is there to compute the same plan and the
// same statistics in less time:
//
//   - A kernel counts the states of a subtree. The fast kernels exploit the
//     structure of a heuristic under unit costs (kernel*.go). They expand nodes
//     in blocks, without branches that depend on the nodes (blocks.go), so they
//     visit a subtree in another order but count the same states.
//   - An iteration is split into subtrees for several workers, which a plain
//     search of the top of the tree adds up afterwards (deepening.go).
//   - A machine is a finite-state machine over moves that leaves out sequences
//     of moves with the same effect as others (Taylor and Korf 1993; prune.go).
package idastar
