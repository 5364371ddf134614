// Package analysis computes the results of an experiment from the records of its trials. It returns
// numbers only: the commands print them, and package report draws and writes them.
//
// A caller takes these steps:
//
//  1. It reads the records of an experiment from the store, which has set the optimal cost of every
//     puzzle that a trial or a search proved.
//  2. [New] sorts the records by puzzle and solver.
//  3. [Analysis.Summaries] returns a row of a table for each solver and group of puzzles,
//     [Analysis.Efforts] the work on the puzzles that all able solvers solved, [Analysis.Pairs] the
//     solvers to compare, and [Compare] the comparison of such pairs by one [Measure].
//  4. Other methods return the series and samples behind figures.
//  5. [Analysis.Warnings] names the numbers that are unreliable.
//
// In tables and tests a puzzle counts once, however often it was repeated, because repeats on one
// puzzle say nothing about other puzzles: its trials are first combined into one number, a mean or a
// median. The series and samples for figures have one value for each trial.
//
// # Terms
//
//   - A trial is one run of one solver on one puzzle. Trials of the same solver and puzzle are
//     repeats. Cancelled trials are left out. Failed trials count as not solved.
//   - The accuracy of a solver is the share of puzzles that it solves within the limits. The
//     literature on heuristic search calls it coverage.
//   - The gap of a plan is its cost divided by the cost of an optimal plan; see [Gap], the only
//     place where it is computed. It is known only for puzzles whose optimal cost is known.
//   - The optimal share is the share of plans whose gap is 1.
//   - Effort is work or time on the puzzles that all able solvers solved; see [Effort]. A solver is
//     able on a group if it solves at least half of the puzzles that it tried there.
//   - A group is a set of puzzles of one size that were drawn in the same way.
//   - A measure is a number of a trial, such as its time; less is better.
//   - A sample is the set of values behind a box of a box plot, a series the points of a line.
//
// # Intervals
//
// An [Interval] is an estimate with its 95 % confidence interval. Accuracies have Wilson's interval
// (1927), medians have order statistics, which assume nothing about the distribution
// (medianInterval), and means of gaps have a bootstrap interval (Efron 1987, meanInterval).
//
// # Tests
//
// Two solvers are compared on the puzzles that both tried. [McNemar] (1947) tests which one solves
// more puzzles. [Wilcoxon] (1945) tests which one takes less on the puzzles that both solved, from
// the ratio of each puzzle. Their probabilities are corrected for the number of comparisons by
// [Holm] (1979). The sources are cited at the functions.
package analysis
