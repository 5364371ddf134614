// Package bfs is breadth-first search under unit costs: it visits the boards
// level by level, by their distance from the start, until it generates the
// goal.
//
// The frontier is the list of boards of the level that is being expanded. A
// successor that was visited before is dropped as a duplicate. The move that
// undoes the last one is never tried. Time and memory are proportional to the
// number of boards that are at most as far from the start as the goal is.
//
// Boards of up to 16 cells are packed into a word. The boards visited are kept
// in a flat.Table or, once that takes less memory on boards of up to 12 cells,
// as two bits for every board of the size: the level modulo 3, which is enough
// to find the way back (Cooperman and Finkelstein 1992). Larger boards are kept
// in a map, by the textbook algorithm, which also serves as the oracle of the
// fast one in tests.
package bfs
