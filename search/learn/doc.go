// Package learn trains pair tables (package heuristics/pairs) from plans of beam search.
//
// Training goes in rounds. In each round, beam search with the current table solves new random boards.
// The boards along each plan become samples: their label is the number of moves that are left. For each
// of them, a board up to a few random moves off the plan becomes a sample, too, with these moves added
// to its label. Without samples off the plan, the values would be too good for boards that no plan
// visits. The width grows from round to round, so the plans become better than those of the
// table that found them.
//
// Stochastic gradient descent then fits the values. It divides the error of a sample's score among all pairs of
// the board, and corrects a fraction of it. The score is the sum of the values and a fixed part, which is
// heuristics.Convex in units of 1/16 of a move. After the last round, the values are
// fitted once more, from those at the beginning, to the newest samples, with a step that becomes small.
//
// The values at the beginning are those of a smaller board's table, enlarged, or 0. Enlarged values alone are worth as
// much as a long training from 0; docs/performance.md has the figures.
//
// The same seed and number of boards give the same table on any number of cores.
package learn
