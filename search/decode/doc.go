// Package decode decodes lists of floats into paths. Each float, a gene, is decoded on the board
// that the genes before it have led to, and selects one of the legal moves there. So every list of
// genes stands for a legal path. The genetic solver (package ga), hill climbing and annealing
// (package search/local) and the archive search (package search/archive) decode in this way.
//
// The move that undoes the last one is left out, unless it is the only legal move. The others are in
// the order of successors, or in that of the estimates after them. Of n moves, gene g selects the
// one with index floor(n·g^greed).
//
// There are two decoding loops. One is for heuristics that are sums over tiles and lines, by a
// heuristics.MoveTable. The other is the plain version, for all other heuristics; tests compare the
// first loop with it.
package decode
