// Package studies re-runs the five studies behind the laboratory and compares what
// they published with what is measured.
//
// # What a study is
//
// A study consists of three parts:
//
//   - files/STUDY.yaml. Its first document holds the study's words: title, set-up in
//     sentences, captions of tables and figures, and the claims. Each further
//     document is an experiment file as package config reads it: the sizes, the
//     numbers of boards and the solvers with their settings. An experiment without
//     solvers only draws boards, for replicas.
//   - published/*.csv. The figures that the study printed.
//   - A Go function that builds the tables and figures from the results and judges
//     the claims. Nothing that stands in the two kinds of files is repeated in it.
//
// A replica is a plain search written as the study wrote its own, with the study's
// conventions as options. Its counts can be compared with published ones. See type
// replica.
//
// # How a re-run goes
//
// [Reproduce] runs every experiment of the study's file. Experiments with solvers go
// to [Host].Run, which keeps the trials in the store. Replicas run here. The result
// of an experiment is a list of rows, one for each group of boards and solver. The
// study's function filters the rows by size, settings and so on (rows.where), joins
// them with the published lines that have the same labels (rows.beside), and turns
// them into tables with columns such as "mean length".
//
// A column shows a figure of each row. A figure is a function from a row to a number,
// such as accuracy, mean(length) or printed("iterations"). Figures make other figures:
// f.of(other) is f of the row that a function finds for a row, and f.per(g) is the
// ratio of two. So mean(elapsed).of(genetic).per(mean(elapsed)) is the mean time of
// the genetic algorithm divided by that of A* on the same boards.
//
// # How a claim gets its verdict
//
// A claim that needs missing figures cannot be told. A claim that one solver is slower
// or faster (slower, fastest) compares two solvers board by board with Wilcoxon's
// signed-rank test on the logarithms of the times. A claim that one solver solves more
// boards (more) compares them with McNemar's exact test. Either cannot be told if chance
// alone would set the solvers so far apart in more than one of twenty re-runs. All other
// claims compare figures: a claim about a range holds if the measured range lies inside
// it, and a claim about a factor if the measured factor reaches it. See verdicts.go.
//
// # How to add a study
//
// Add files/NAME.yaml and the published figures as published/*.csv, write a function
// that appends tables and claims to its session, and list both in the table "studies".
package studies
