// Package bidirectional implements BAE*, a front-to-end bidirectional heuristic search (Sadhukhan
// 2012, "A new approach to bidirectional heuristic search using error functions"; Alcázar, Riddle
// and Barley 2020, "A unifying view on individual bounds and heuristic inaccuracies in
// bidirectional search"). The same search is known as DIBBS (Sewell and Jacobson 2021). With the
// heuristic zero, it is breadth-first search in both directions, or uniform-cost search under other
// move costs.
//
//	best = infinity; the start is open in the forward direction, the goal in the backward one
//	repeat
//	    b of a board in a direction = 2*g + h to the end of the direction - h to its beginning
//	    bound = half the sum of the smallest b of both directions
//	    stop if best <= bound
//	    take the direction with fewer open boards
//	    expand its board with the smallest b, among equals the one with the largest g
//	    if a successor is known in the other direction
//	        best = min(best, g of this direction + g of the other one)
//
// Each direction has its own estimates: those of the forward direction are to the goal, and those
// of the backward direction to the start. The error of an estimate, g minus the estimate to the
// beginning, tells how much the estimates of the other direction are too low on this path. So b
// takes both directions into account. Half the b is the g of a search with the estimate
// (h to the end - h to the beginning) / 2, which is consistent if h is. So no board is expanded
// twice in a direction.
//
// No remaining path costs less than the bound. Let the path leave the forward direction at the open
// board u, and enter the backward direction at the open board v. It costs g(u) + d(u,v) + g(v).
// Since h is consistent, d(u,v) is at least the difference of the estimates of u and v, in each
// direction. The mean of the two differences gives the bound. Each plan moves the blank by the same
// distance, so the costs of all plans differ by multiples of a number: 2 under costs of 1. The
// bound is raised to the next cost that a plan can have.
//
// # Move costs
//
// The backward direction makes the moves of a plan from its last move to its first. So a move of
// the blank costs there what the opposite move costs.
//
// # Heuristics that are not consistent
//
// The bound above needs a consistent heuristic, as all admissible ones of this module are. With
// another heuristic the search is MM (Holte, Felner, Sharon and Sturtevant 2016): the priority is
// max(f, 2*g), the bound is the smallest priority of both directions, and the search expands a
// board that has it. Boards that are reached at a smaller cost are opened again.
//
// # Heuristics that read tables
//
// Pattern databases hold distances to one goal, and not to the start. The estimate to the start
// is taken from the tables of the goal: the board is turned, and the tiles get other numbers, so
// that the start becomes the goal. This needs a start whose blank is on the goal cell of the blank.
// The blank of another start is moved there first, and the cost of these moves is subtracted from
// each estimate. On 4x4, these are one move on average if the goal has the blank in a corner.
//
// # Choice of the algorithm
//
// Of the front-to-end searches, MM never expands a board whose g is more than half the cost, and
// NBS (Chen, Holte, Zilles and Sturtevant 2017) never expands more than twice the minimum number of
// boards. Neither uses the errors of the estimates. On twelve random boards of 4x4 with linear
// conflict, BAE* expanded 0.28 times as many boards as A*, and MM 1.21 times as many.
//
// States are kept in the table of package flat, one for each direction. A search with path costs
// that are too large for it keeps them in a map.
package bidirectional
