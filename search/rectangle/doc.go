// Package rectangle implements rectangle search, an anytime beam search without parameters (Lemons,
// Ruml, Holte and Linares López 2024, "Rectangle search: an anytime beam search").
//
// A beam search keeps the best states of each layer. All states of a layer are the same number of
// moves away from the start. A wide beam finds better plans than a narrow one, but later, and it
// does the work of the narrow one again. Rectangle search keeps all states that it generates. So it
// can widen its beam by one state, and make use of all its work so far:
//
//	open[0] = {start}; deepest = 0
//	for width = 1, 2, ... while there are open states
//	    for each layer from 0 to deepest - 1
//	        expand the best state of open[layer]
//	    16 times, or while there are deeper states
//	        expand the best width states of open[deepest]; deepest = deepest + 1
//
// A successor is added to the open list of the next layer, so the same pass may expand it. After
// each pass, as many states of every layer have been expanded as the width says. They form a
// rectangle. The best state of a layer has the smallest g + h, where h is any heuristic. Among equal
// ones, it is the newest.
//
// If a successor is the goal, its path is a plan. From then on, the search drops states whose g plus
// an admissible estimate is at least the cost of the best plan, because they lead to no cheaper one.
// So each plan is cheaper than the one before.
//
// A board that is reached again at a smaller g is opened in the layer of the new path, though it was
// expanded before. So no cheapest plan is lost, and the last plan is optimal: the search ends when
// no open state is left. Meanwhile, the smallest f of the open states is a lower bound.
//
// # Differences from the paper
//
// The paper calls the number of layers that are added at a time the aspect. With a large one, the
// first plan comes sooner and is longer. Here it is 16; docs/notes/2026-11-bounded.md has
// measurements.
//
// # Memory
//
// A map has each reached board with its g and its last move, and each layer has a heap of open
// states. Memory is proportional to the number of reached boards: about 100 bytes for each on 4x4
// and 5x5. A search that reaches its limit of memory ends with the best plan so far. The search of
// package beam needs far less memory for the same number of states, because it forgets states.
package rectangle
