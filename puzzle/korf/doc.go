// Package korf holds the random boards on which solvers are traditionally compared: a
// hundred 15-puzzles (Korf 1985, "Depth-First Iterative-Deepening: An Optimal Admissible
// Tree Search") and fifty 24-puzzles (Korf and Felner 2002, "Disjoint Pattern Database
// Heuristics"), with the published lengths of their shortest plans. The goal has the
// blank first.
package korf
