// Package stats has the confidence intervals and the tests with which the laboratory compares
// solvers. Its functions take lists of numbers and know nothing of puzzles, so any program can use
// them.
//
// # Intervals
//
// An [Interval] is an estimate with the ends of its 95 % confidence interval.
//
//   - [ShareOf] estimates a share from hits and trials, by Wilson's method. [ExactShareOf] is
//     exact, and wider. [Clusters] estimates a share from groups of values that depend on one
//     another.
//   - [MedianOf] estimates a median, without an assumption about the values.
//   - [MeanOf], [RatioOfMeans] and [MeanRatioOf] estimate means and ratios of skewed values, by the
//     bootstrap.
//
// # Tests
//
// A [Test] says how likely a difference at least as large is, if there is none.
//
//   - [PairedMean] compares two values on each of several boards. Its interval and its test never
//     contradict each other.
//   - [RankSum] compares several runs of two solvers on each board.
//   - [Friedman] ranks several solvers.
//   - [Holm] corrects the results of several tests.
//
// [TwoWay] compares rows of a table with missing values. Each function names its source and, if it
// is not linear, its complexity. See the Example of PairedMean.
package stats
