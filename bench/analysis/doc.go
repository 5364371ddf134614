// Package analysis computes the results of an experiment from the records of its
// trials. It returns numbers only. The commands print these numbers, and package
// report turns them into tables and figures. See the Examples.
//
// A caller takes these steps:
//
//  1. It reads the records of an experiment from the store. The store sets the
//     optimal cost of every puzzle for which a trial or a search has proven it.
//  2. [New] groups the records by puzzle and solver.
//  3. [Analysis.Summaries] returns a row of a table for each solver and group of
//     puzzles. [Summary.Effort] returns the work on the puzzles that all able
//     solvers solved; see Terms. [Analysis.Pairs] returns the pairs of solvers to
//     compare, and [Compare] compares such pairs by one [Measure].
//  4. Other methods return the series and samples that figures show.
//  5. [Analysis.Warnings] returns warnings about results that are unreliable.
//
// In tables and tests, each puzzle counts once, even if it has several trials,
// because repeats on one puzzle say nothing about other puzzles. The trials of a
// solver on a puzzle are first combined into one number, a mean or a median. The
// series and samples for figures have one value for each trial.
//
// # Terms
//
//   - A trial is one run of one solver on one puzzle. Trials of the same solver and puzzle are
//     repeats. Cancelled trials are left out. Failed trials count as not solved.
//   - The accuracy of a solver is the share of puzzles that it solves within the limits. The
//     literature on heuristic search calls it coverage.
//   - The gap of a plan is its cost divided by the cost of an optimal plan; see [Gap]. It is known
//     only for puzzles whose optimal cost is known.
//   - The optimal share is the share of plans whose gap is 1.
//   - A solver tried a puzzle if it has a trial on the puzzle. A solver is able on a group if it
//     solves at least half of the puzzles that it tried in this group.
//   - Effort is work or time on the puzzles that all able solvers solved; see [Effort].
//   - A group is a set of puzzles of one size that were drawn in the same way.
//   - A measure is a kind of number that trials have, such as time. Smaller values are better.
//   - A sample has the values of one box in a box plot. A series has the points of a line or of a
//     point cloud in a figure.
//
// # Intervals
//
// An [Interval] is an estimate with its 95 % confidence interval. The interval of an accuracy is
// Wilson's (1927). The interval of a median comes from order statistics, which assume nothing about
// the distribution (MedianOf). The interval of a mean of gaps is a bootstrap interval (Efron
// 1987, MeanOf).
//
// # Tests
//
// Two solvers are compared on the puzzles that both tried. [McNemar]'s test (1947)
// decides whether one of them solves more puzzles. [Wilcoxon]'s test (1945) decides
// whether one of them has smaller values on the puzzles that both solved; it uses
// the ratio of the two values of each puzzle. [Holm]'s method (1979) corrects the
// probabilities for the number of comparisons. The sources are cited at the
// functions.
package analysis
