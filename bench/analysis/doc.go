// Package analysis computes the results of an experiment from the records of its trials. It returns
// numbers only: the commands print them, and package report draws and writes them.
//
// The pipeline has three steps:
//
//	records  ->  Analysis  ->  results
//	             New           Summaries, Efforts, Pairs, Compare, Warnings, and the series for figures
//
// The records come from the store, which has set the optimal cost of every puzzle that a trial or a
// search proved. [New] sorts them by puzzle and solver. A puzzle counts once in every result,
// however often it was repeated, because repeats on one puzzle say nothing about other puzzles: its
// trials are first combined into one number, a mean or a median.
//
// # Terms
//
//   - A trial is one run of one solver on one puzzle. Trials of the same solver and puzzle are
//     repeats. Cancelled trials are left out. Trials that went wrong count as not solved.
//   - The accuracy of a solver is the share of puzzles that it solves within the limits. The
//     literature on heuristic search calls it coverage.
//   - The gap of a plan is its cost divided by the cost of an optimal plan; see [Gap], the only
//     place where it is computed. It is known only for puzzles whose optimal cost is known.
//   - The optimal share is the share of plans whose gap is 1.
//   - Effort is work or time on the puzzles that all able solvers solved; see [Effort].
//
// # Intervals
//
// An [Interval] is an estimate with its 95 % confidence interval. Accuracies have Wilson's interval
// (1927), medians have order statistics, which assume nothing about the distribution
// (medianInterval), and means of gaps have a bootstrap interval (Efron 1987, meanInterval).
// Reasons why an interval means little are values in the interval, not errors.
//
// # Tests
//
// Two solvers are compared on the puzzles that both tried. [McNemar] (1947) tests which one solves
// more puzzles. [Wilcoxon] (1945) tests which one takes less on the puzzles that both solved, from
// the ratio of each puzzle. Their probabilities are corrected for the number of comparisons by
// [Holm] (1979). The sources are cited at the functions.
package analysis
