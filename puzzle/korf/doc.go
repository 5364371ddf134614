// Package korf holds the standard random boards on which solvers are compared, with the
// published lengths of their shortest plans. There are a hundred 15-puzzles (Korf 1985,
// "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search") and fifty
// 24-puzzles (Korf and Felner 2002, "Disjoint Pattern Database Heuristics"). In the goal,
// the blank is first.
package korf
