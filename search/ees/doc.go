// Package ees implements explicit estimation search, a bounded suboptimal search (Thayer and Ruml
// 2011, "Bounded suboptimal search: a direct approach using inadmissible estimates").
//
// Weighted A* multiplies an admissible estimate by the weight w, and so uses one number for two
// purposes: to guide the search, and to bound the cost of the plan. Explicit estimation search
// keeps the purposes apart. It has three values of a state. Only the first one has to be right:
//
//	f = g + h      a lower bound of the cost of a plan through the state; h is admissible
//	f^ = g + h^    the expected cost of this plan; h^ is not admissible
//	d              the estimated number of moves left
//
//	open = {start}
//	repeat
//	    bound = the smallest f of a state of open
//	    if there are states of open with f^ <= w * bound, take the one with the smallest d
//	    else take the state with the smallest f                 it may raise the bound
//	    if the state is the goal, end: its f^ is its g, so g <= w * bound
//	    expand the state; open the successors that are new or reached at a smaller g
//
// If h is admissible, no plan costs less than the bound, because open always has a state of a
// cheapest plan. So the plan costs at most w times as much as a cheapest one. This needs the closed
// states to be reopened when they are reached at a smaller g, whether h is consistent or not.
//
// # Expected costs
//
// The path to a state tells how wrong the estimates are in this part of the board. It lowered the
// estimate d from that of the start by some moves, and raised f from that of the start by some
// cost. If the rest of the path raises f as much for each move by which it lowers d, then
//
//	f^ = f + d * (f - f(start)) / (d(start) - d)
//
// This is the correction by the errors of single steps along a path (Thayer, Dionne and Ruml 2011,
// "Learning inadmissible heuristics during search"). The errors of all steps add up to the
// differences above, so they need not be stored. A path that has not lowered d says nothing, so
// its f^ is infinite. Under unit costs, d is h. Under others, d is the same heuristic with unit
// costs.
//
// # Differences from the paper
//
// In the paper, the search looks for the smallest d among states whose f^ is at most w times the
// smallest f^. If the f^ of this state exceeds w * bound, the search takes the state with the
// smallest f^. Here it takes the nearest one of the states that are good enough, so there is one
// case less. On random boards of 4x4, no difference in expansions is shown. The paper also corrects
// d, and orders states by the corrected value.
//
// The paper's other correction takes the mean of the one-step errors over all expanded states. Most
// of these states lie in dead ends. So the mean makes h^ about five times as large as h, no f^ is
// small enough, and the search becomes A*. docs/notes/2026-11-bounded.md has measurements.
//
// # Data structures
//
// States with equal h and d form a class. Both f and f^ of a state of a class grow with g, so the
// open states of a class are a heap ordered by g, and only the first state of each class can be
// chosen. So one heap for each class does the work of the paper's three queues. A choice takes time
// proportional to the number of classes. Under unit costs, this is at most the largest estimate plus
// 1. A map has each reached board with its g and its last move. Memory is proportional to the number
// of reached boards.
package ees
