// Package analysis computes the results of an experiment from the records of its
// trials. It returns numbers, and sentences about them. The commands print them, and package report
// turns them into tables and figures. See the Examples.
//
// A caller takes these steps:
//
//  1. It reads the records of an experiment from the store. The store sets the
//     optimal cost of every puzzle for which a trial or a search has proven it.
//  2. [New] groups the records by puzzle and solver.
//  3. [Analysis.Summaries] returns a row of a table for each solver and group of
//     puzzles. [Summary.Effort] returns the work on the puzzles that all able
//     solvers solved; see Terms. [Analysis.Rankings] compares each solver with the best of
//     its group. [Analysis.Pairs] pairs each solver with the baseline, and [Compare]
//     compares such pairs by one [Measure], such as [Accuracy].
//  4. Other methods return the series and samples that figures show.
//  5. [Analysis.Warnings] returns warnings about results that are unreliable.
//
// Comparisons answer one of two [Question]s. In answers about all boards of a kind, the boards are
// the sample: each puzzle counts once, with the mean over its trials. In answers about the boards
// of the group, the runs are the sample. The series and samples for figures have one value for each
// trial.
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
//   - Effort is work or time on the puzzles that all able solvers solved; see [Summary.Effort].
//   - A group is a set of puzzles of one size that were drawn in the same way.
//   - A measure is a kind of number that trials have, such as time. Smaller values are better,
//     except for accuracy.
//   - A sample has the values of one box in a box plot. A series has the points of a line or of a
//     point cloud in a figure.
//
// # Intervals
//
// An [stats.Interval] is an estimate with its 95 % confidence interval. The interval of an accuracy
// is Wilson's (1927). The interval of a median comes from order statistics, which assume nothing
// about the distribution (MedianOf). The gap of a solver is the geometric mean of the gaps of its
// puzzles, and its interval is that of a ratio of costs: [stats.PairedMean], of the logarithms.
//
// # Tests
//
// Two solvers are compared on the puzzles that both tried, by their accuracies, and on the puzzles
// that both solved, by a measure. An interval and the probability beside it come from one method,
// so that they never contradict each other; see [Comparison]. If the boards are the sample, this is
// [stats.PairedMean] (Fisher and Pitman), of which McNemar's test (1947) is a special case. If the
// runs are the sample, it is Welch's (1947), or for accuracies [stats.RankSum], of which Fisher's
// test (1935) is a special case. [stats.Holm]'s method (1979) corrects the probabilities for the
// number of comparisons in a group. Tests that could find nothing are left out before. The sources
// are cited at the functions.
//
// A [Verdict] needs more than a test that finds nothing: a solver is as good as the best only if
// the intervals of the differences are within stated margins. A difference that is shown and lies
// within the margins has its own verdict, [Slight]. If neither is shown, [Enough] estimates the
// number of boards that would decide. TestPlantedEqualSolvers and its neighbours measure how often
// verdicts are wrong.
package analysis
