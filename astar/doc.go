// Package astar implements best-first graph search: A*, uniform-cost search, weighted A*
// and greedy search are one algorithm under different priorities.
//
// The open list holds the states that were generated and wait to be expanded.
// The closed list maps each board to the smallest cost g at which it was reached
// and the move that led there. The search takes the open state with the smallest
// f, breaking ties by larger g. If its board is the goal, the search ends.
// Otherwise it closes the state and generates the successors, except the one that
// undoes the last move. A successor whose board is known at no larger g is
// dropped as a duplicate. A closed state that is reached at a smaller g is
// reopened, which cannot happen if the heuristic is consistent.
//
// A heuristic is admissible if it never exceeds the cost left. It is consistent if
// a move never lowers it by more than the move costs.
//
// Memory is proportional to the number of states stored. An operation on the open
// list takes O(log n) time in a heap of n states, and O(1) in buckets by f and g.
//
//	f = g + h           A* (Hart, Nilsson and Raphael 1968); with h = 0 uniform-cost search
//	f = g + Weight · h  weighted A* (Pohl 1970)
//	f = h               greedy search
//
// # Implementation
//
// plain.go is this algorithm over a Go map and container/heap, for boards and
// costs of every kind. It is the oracle in tests. flat.go is the same algorithm
// for boards of up to 16 cells, packed into a word, and small costs, over a
// flat.Table and an open list of buckets, neither with pointers. It expands states in batches
// and detects duplicates late, so that the processor need not wait for memory at
// every successor. successors.go generates the successors and their estimates by
// table look-ups where the heuristic's structure allows it.
package astar
