// Package studies re-runs the five published studies behind the laboratory, and
// compares the published results with measured ones.
//
// # What a study is
//
// A study consists of three parts:
//
//   - files/STUDY.yaml. Each document is an experiment file for package config, which npuzzle run
//     accepts, too: the sizes, the numbers of boards, and the solvers with their settings.
//   - files/STUDY-report.yaml. Its first document holds the texts of the study, and says which
//     numbers its tables and figures show, how its claims are judged, and which experiments run
//     replicas. Each further document is an experiment that has only replicas.
//   - published/*.csv. The numbers that the study printed.
//
// A replica is a plain search that imitates the program of a study, with the
// study's ways of counting as options. So its counts can be compared with published
// ones. The type replica imitates searches, and the type geneticReplica imitates
// genetic algorithms with the settings of the solvers in the experiment's file.
//
// # How a re-run goes
//
// [Reproduce] runs every experiment of the study's files. Experiments without replicas go to
// [Host].Run, which keeps the trials in the store. Replicas run in this package. The result of an
// experiment is a list of rows, one for each group of boards and solver. Each table, figure and
// claim selects rows (Selection): it names experiments, and the labels by which rows are filtered
// and merged. A row is joined with the published line that has the same labels (rows.beside).
//
// A column shows a statistic of each row, such as "solved" or "median time" (statisticOf). With
// "beside" and the name of a published column, it shows the published number, too.
//
// # How a claim gets its verdict
//
// One rule holds for all claims; every report states it (rule.txt). A claim names the number that
// is measured and the range that the study claims: the ratio of the means of two solvers, the
// median of their ratios, the share of boards on which one needs at most as much as the other, the
// share of boards that one wins, or a statistic. The interval of the number decides. Without a
// range, the number is shown with the reason why no run can decide the claim.
//
// Claims about times are judged by ratios of processor times, without the first runs of each solver
// on each group of boards (rowsOf). The laboratory measures the processor times of its own solvers.
// The type clocked measures those of replicas.
//
// A measured and a published share agree if the interval of their difference contains 0 and lies
// within 5 points (agreementMargin).
//
// # Configurations
//
// A [Configuration] is one setting of the genetic algorithm of ga-vs-astar, tried on boards of one's
// own. The view Tune of the web page tries configurations. [PrintedConfigurations] has those of the
// study, [Measure] says what the trials of one show, and [AgreementOf] compares the two.
//
// # The laboratory's own study
//
// The study [Evolution] has no published figures. It compares the genetic solver
// with controls at several limits of generated states. One run gives the results
// for all limits, because a run does not depend on its limit until it reaches this
// limit. See evolution.go.
//
// # How to add a study
//
// Add files/NAME.yaml and files/NAME-report.yaml, and the published numbers as published/*.csv. Add
// the name to the list "published".
package studies
