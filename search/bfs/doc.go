// Package bfs implements breadth-first search under unit costs. The search visits
// the boards level by level, in the order of their distance from the start, until
// it generates the goal.
//
// The frontier is the list of boards of the level that is being expanded. A successor
// that was visited before is dropped as a duplicate. The move that undoes the last one
// is never tried. Time and memory are proportional to the number of boards that are as
// far from the start as the goal, or nearer. See the Example of Solver.
//
// Boards are packed into words, and the visited boards are stored in a flat.Table. On
// boards of up to 12 cells, an array with two bits for every board of the size replaces
// the table as soon as the array takes less memory. The two bits hold the level modulo 3,
// which is enough to find the way back (Cooperman and Finkelstein 1992). Tests compare both
// with the textbook algorithm over a Go map.
package bfs
