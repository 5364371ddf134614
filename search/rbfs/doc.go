// Package rbfs implements recursive best-first search (Korf 1993, "Linear-space best-first
// search", section 4). It expands new states in the order of A*, and needs memory for one path
// only:
//
//	visit(state, F, bound):                F is the stored value of the state
//	    generate the children; the value of a child is max(F, f(child))
//	    while the smallest value is at most the bound:
//	        bound' = min(bound, second smallest value)
//	        value of the best child = visit(best child, its value, bound')
//	    return the smallest value
//
// The search goes down the best path until another path is better. It then forgets the subtree, but
// keeps the smallest f in it as the stored value of its root. When it comes back to this root, it
// generates the subtree again. A child takes over the stored value of its parent if that is larger
// than its own f, because the subtree has been searched up to this value.
//
// With an admissible heuristic, the first plan is optimal, and the smallest value at the start is a
// lower bound at every moment. The memory is proportional to the length of the path, and the time
// is exponential in it.
//
// Under unit costs, RBFS expands 0.7 to 1.4 times as many states as IDA* (package idastar), on ten
// random boards of 3x3 and of 3x4, and on ten boards of 4x4 that are 60 random moves from the goal.
// Under move costs of many values, Korf found that RBFS expands far fewer states than IDA*. The IDA*
// of this project raises its bound by several values at a time, and there RBFS expands 0.8 to 3
// times as many. Its expansions are those of a plain search, so they take longer.
package rbfs
