// Package studies re-runs the five published studies behind the laboratory, and
// compares the published results with measured ones.
//
// # What a study is
//
// A study consists of three parts:
//
//   - files/STUDY.yaml. Its first document holds the texts of the study: the title,
//     the set-up in sentences, the captions of tables and figures, and the claims.
//     Each further document is an experiment file for package config: the sizes,
//     the numbers of boards, and the solvers with their settings. An experiment
//     without solvers only draws boards, for replicas.
//   - published/*.csv. The numbers that the study printed.
//   - A Go function that makes the tables and figures from the results, and judges the
//     claims. It contains no text and no number from these files.
//
// A replica is a plain search that imitates the program of a study, with the
// study's ways of counting as options. So its counts can be compared with published
// ones. The type replica imitates searches, and the type geneticReplica imitates
// genetic algorithms.
//
// # How a re-run goes
//
// [Reproduce] runs every experiment of the study's file. Experiments with solvers go to [Host].Run,
// which keeps the trials in the store. Replicas run in this package. The result of an experiment is
// a list of rows, one for each group of boards and solver. The study's function filters the rows,
// for example by size and settings (rows.where). It joins them with the published lines that have
// the same labels (rows.beside), and makes tables with columns such as "mean length".
//
// A column shows one number of each row. A function of the Go type figure computes this
// number from the row. Examples are accuracy, mean(length) and printed("iterations").
// These functions can be combined. The function f.of(other) computes f for another row,
// which the function other finds. The function f.per(g) divides the number of f by the
// number of g. For example, let a row of A* have a mean time of 2 s. Let the row of the
// genetic algorithm on the same boards have a mean time of 10 s. Then
// mean(elapsed).of(genetic) gives 10 s for the row of A*, and
// mean(elapsed).of(genetic).per(mean(elapsed)) gives 10 s / 2 s = 5.
//
// # How a claim gets its verdict
//
// The rules are the same for all studies. Every report states them (Report.rules).
// A claim that compares two solvers (slower, fastest, more) is tested board by
// board: times with Wilcoxon's signed-rank test on the logarithms, boards solved
// with McNemar's exact test. A claim about a number holds if the 95 % interval of
// the measured value covers the number (covers, asPublished). Any other claim, such
// as one about all boards, holds or fails by the values themselves (claim). See
// verdicts.go.
//
// # The laboratory's own study
//
// The study [Evolution] has no published figures. It compares the genetic solver
// with controls at several limits of generated states. One run gives the results
// for all limits, because a run does not depend on its limit until it reaches this
// limit. See evolution.go and landscape.go.
//
// # How to add a study
//
// Add files/NAME.yaml, and the published numbers as published/*.csv. Write a
// function that appends tables and claims to its session. List the name and the
// function in the table "studies".
package studies
