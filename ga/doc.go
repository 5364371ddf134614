// Package ga solves puzzles with a genetic algorithm, on eaopt: plans are
// bred from float genes that always decode into legal moves.
package ga
