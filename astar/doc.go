// Package astar implements best-first graph search: A*, uniform-cost search, weighted
// A* and greedy search. They are one algorithm with different priorities f. Let g be
// the cost of the path to a state, and h the heuristic's estimate of the cost left:
//
//	f = g + h           A* (Hart, Nilsson and Raphael 1968); with h = 0 uniform-cost search
//	f = g + Weight · h  weighted A* (Pohl 1970)
//	f = h               greedy search
//
// The open list holds the states that were generated and wait to be expanded. A table
// maps each generated board to the smallest g at which it was reached, and to the last
// move of that path. A state is closed once it is expanded. The search takes the open
// state with the smallest f. It breaks ties by larger g. If its board is the goal, the
// search ends. Otherwise it closes the state and generates the successors, except the
// one that undoes the last move. A successor is dropped as a duplicate if its board was
// already reached at the same or a smaller g.
//
// A heuristic is admissible if h never exceeds the cost left. It is consistent if no
// move lowers h by more than the cost of the move. With an inconsistent heuristic, A*
// and weighted A* reopen a closed state that is reached at a smaller g. Otherwise, the
// board of a closed state is always a duplicate. With an admissible heuristic, A* finds
// a cheapest plan, and weighted A* finds a plan that costs at most Weight times as much.
//
// Memory is proportional to the number of states stored. An operation on the open
// list takes O(log n) time in a heap of n states, and O(1) time in buckets by f and
// g. See the Example of Solver.
//
// # Implementation
//
// plain.go implements this algorithm with a Go map and container/heap, for all
// boards and costs. Tests compare the fast engine with it. flat.go is the fast
// engine, for small costs. It has an open list of buckets (open.go), whose entries
// hold no pointers, and expands states in batches, so the processor does not wait for
// memory at every successor. It stores boards in a flat.Table, and is generic over the number of
// words of a packed board. It detects duplicates late, and gets the change of the estimate by a
// move from heuristics.Changes.
//
// # Workers
//
// A large search is continued by a team of Workers (team.go). Each worker owns a part of the
// boards (owners.go). A worker is a flat engine for its own boards (worker.go), and sends
// successors that other workers own to them. The comment of team proves that the costs of plans
// keep the same promises as with one worker. Plans and counts depend on the timing of the workers.
package astar
