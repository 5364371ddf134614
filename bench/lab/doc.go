// Package lab runs experiments. It stores the record of each trial soon after the trial
// ends. Later runs use the record and do not repeat the trial.
//
// # Terms
//
// A trial is one run of one solver on one puzzle. Its key is a digest of everything
// that its result depends on (package bench). A trial is kept if the store holds its key, whichever
// experiment it was run for. Otherwise, the trial is missing. There are three exceptions:
//
//   - A trial is missing if its stored row is damaged.
//   - A trial that ran out of memory is missing if a trial may now take at least 1.25 times the
//     memory at which it ended. This does not apply if the experiment itself limits memory.
//   - A trial that failed is missing if [Lab.Strict] is set.
//
// For example, an experiment has one solver and 10 puzzles, so it has 10 trials. After
// an interrupted run, the store holds 4 of them. In the next run, these 4 trials are
// kept, and 6 are missing. Of several missing trials with the same key, one runs, and the others
// share its record.
//
// # Data flow
//
// [Lab.Run] takes five steps:
//
//  1. Plan (plan.go): enumerate the trials of the experiment, and find those that the store has.
//  2. Begin: write the experiment to the store, and make it list the trials found.
//  3. Keep: run the missing trials with a bench.Runner, and write the record of each trial that
//     ends uncancelled to the store. If Experiment.Isolate is set, each trial runs in its own
//     process, in which [Serve] runs it (isolate.go). Transactions begin at least 10 ms apart.
//     Trials that end between two transactions share the second one.
//  4. Finish: write the time at which the experiment ended, unless trials are missing.
//  5. Find optima (optima.go): search for the optimal cost of each solved puzzle, unless it is
//     published, or a trial in the store proves it. Only puzzles of up to 16 cells, or of up to 60
//     random moves, are searched. A search generates up to 10 million states. The store keeps the
//     result of a completed search, so no later experiment repeats it. A search that fails or is
//     cancelled is repeated.
//
// Run returns an [Outcome] with the records of all kept trials. They are the input of
// package bench/analysis. See the Example, which runs an experiment twice.
//
// # Interrupts
//
// An interrupt cancels the context of the trials. It does not cancel the context of the
// store's writes, so all trials that have ended are kept. Run then returns the kept
// trials, and [Outcome.Partial] reports whether trials are missing. If the process is
// killed, the running trials are lost. The ended trials that are not yet written are
// lost, too.
//
// # Changed experiments
//
// The key of a trial does not depend on the experiment or on its position in it. So solvers,
// groups and repeats can be added or reordered, and kept trials remain valid. Before
// any trial runs, the store updates the experiment's total number of trials and its list of kept
// trials.
//
// # Complexity
//
// Planning takes O(1) time for each trial of the experiment, and for each key in the store. Running
// enumerates the trials a second time, one at a time. Memory is proportional to the number of
// records, plus a key for each missing trial.
//
// # Other uses
//
// [Lab.List] lists the trials of an experiment, and tells which of them are kept; see
// its Example. It runs none of them. [Lab.Probe] runs a few trials to estimate how long
// such trials take.
package lab
