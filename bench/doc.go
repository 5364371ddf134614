// Package bench runs solvers on puzzles and records what they did.
//
// # Terms
//
// An Experiment tries every Solver on every Puzzle, each a number of times
// (Repeats). A Solver is a set of solvers.Settings under a name. A Puzzle is a
// search.Problem that belongs to a Group: a number of puzzles of one size with one
// goal, either given or drawn at random (Scramble).
//
// A Trial is one solver on one puzzle. Before it runs, it says what is to be run;
// afterwards it also holds the search.Result, the times and the memory. A Record is
// a trial as one flat JSON object: the form in which trials are stored, analysed and
// exported.
//
// # Data flow
//
// Experiment.Plan enumerates the trials of an experiment as a sequence. Runner.Run
// takes any sequence of trials, runs several at the same time within limits, and
// hands over each as it ends. Trial.StoredRecord turns a trial into a Record. Package
// bench/lab connects these steps to a store, so that no finished trial is lost or
// run twice; package bench/analysis computes accuracy, gap and the other results
// from records.
//
// # Reproducibility
//
// The seed of an experiment determines every random board and the seed of every
// trial (TrialSeed). The result of a trial depends on the trial and its limits
// alone, and not on the number of jobs. Its Key is a digest of everything the
// result depends on; trials with equal keys have equal results unless a time or
// memory limit ended them. Their times differ.
package bench
