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
// replica; geneticReplica is the same of a genetic algorithm.
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
// The rules are the same for all studies; Report.rules states them in every report. A claim
// that compares two solvers (slower, fastest, more) is tested board by board: times with Wilcoxon's
// signed-rank test on the logarithms, boards solved with McNemar's exact test. A claim about a number
// holds if the 95 % interval of the measured value covers the number (covers, asPublished). Any other
// claim, such as one about all boards, holds or fails by the values themselves (claim). See
// verdicts.go.
//
// # The laboratory's own study
//
// The study [Evolution] has no published figures. It compares the genetic solver with controls within
// several budgets of states, which are all read from the same runs: a run does not depend on its
// limit. See evolution.go and landscape.go.
//
// # How to add a study
//
// Add files/NAME.yaml and the published figures as published/*.csv, write a function
// that appends tables and claims to its session, and list both in the table "studies".
package studies
