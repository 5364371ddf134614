// Package idastar implements iterative deepening A*, IDA* (Korf 1985). Its memory does
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
//		if an entered state is the goal: return its path
//		if no f exceeded the bound: there is no plan (a Solver finds this out by parity instead)
//		bound = the smallest f that exceeded the bound
//
// With h = 0 and unit costs, this is iterative-deepening depth-first search.
//
// Under costs other than 1, f may rise by small steps, so that hundreds of iterations add few
// states each. Budgeted tree search then chooses larger bounds (Helmert and others 2019;
// bounds.go). A bound may then exceed the cost of a cheapest plan. So the search goes on after the
// first plan, for plans that cost less, and ends when it has searched all states whose f is less
// than the cost of its best plan. The plan is the same as without budgets: the first of the
// cheapest plans in the order of successors.
//
// If the search generates N states and the plan has d moves, the effective branching
// factor b is the solution of N = b + b^2 + ... + b^d. So the time grows exponentially
// with d. A better heuristic makes b smaller. The plain search stores one path, so its
// memory is O(d). A fast kernel (see below) takes a stack of at least one megabyte for
// each worker. All workers share the tables of the moves and of the heuristic.
//
// dfs.go is the reference: one iteration as a plain depth-first search, for any board,
// heuristic and costs. Two techniques compute the same plan in less time. Their
// statistics are the same, too, except Discarded and Bytes. A third technique, pruning,
// searches fewer states:
//
//   - A kernel is the code that searches one subtree and counts its states. The fast kernels use
//     the structure of a heuristic under unit costs (kernel*.go). They expand nodes in blocks,
//     without branches that depend on the nodes (blocks.go). They visit the states of a subtree in
//     another order, but count the same states. If Limits.Bytes is too small for the stacks of all
//     workers, the plain search is used, which is slower.
//   - A large iteration takes three passes (passes.go). The first lists the paths of one
//     depth, where the tree is split. In the second, the workers search the subtrees below
//     these paths, and count their states. The third is a plain search that adds the counts of
//     a subtree instead of entering it, unless the subtree holds the goal.
//   - With pruning, a finite-state machine follows the path. It forbids a move that would complete
//     a sequence of moves if a shorter sequence has the same effect. It also forbids the move if a
//     sequence of the same length has the same effect, and comes earlier in the order of successors
//     (Taylor and Korf 1993; prune.go). With an admissible heuristic, the plan is the same as
//     without pruning.
//
// See the Examples of [Solver].
//
// # References
//
//   - Richard E. Korf: Depth-first iterative-deepening: an optimal admissible tree search.
//     Artificial Intelligence 27, 1985.
//   - Malte Helmert, Tor Lattimore, Levi H. S. Lelis, Laurent Orseau, Nathan R. Sturtevant:
//     Iterative budgeted exponential search. IJCAI 2019.
//   - Larry A. Taylor, Richard E. Korf: Pruning duplicate nodes in depth-first search.
//     AAAI 1993.
package idastar
