// Package heuristics estimates the cost from a board to the goal, in full and
// move by move.
package heuristics
