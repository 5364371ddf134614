// Package lab runs experiments. It stores the record of each trial soon after the trial
// ends. Later runs use the record and do not repeat the trial.
//
// # Terms
//
// A trial is one run of one solver on one puzzle. Its key is a digest of everything
// that its result depends on (package bench). A trial of an experiment is kept if the
// store holds its key under the experiment's name. Otherwise, the trial is missing.
// There are two exceptions:
//
//   - A trial is missing if its stored row is damaged.
//   - A trial that ran out of memory is missing if a trial may now take at least 1.25
//     times the memory at which it ended. This does not apply if the experiment itself limits memory.
//
// For example, an experiment has one solver and 10 puzzles, so it has 10 trials. After
// an interrupted run, the store holds 4 of them. In the next run, these 4 trials are
// kept, and 6 are missing.
//
// # Data flow
//
// [Lab.Run] takes four steps:
//
//  1. Plan (plan.go): enumerate the trials of the experiment, and look up their keys in
//     the store.
//  2. Run: run the missing trials with a bench.Runner. If Experiment.Isolate is set,
//     each trial runs in its own process, in which [Serve] runs it (isolate.go).
//  3. Keep (keeper.go): write the record of each trial that ends uncancelled to the
//     store. Transactions begin at least 10 ms apart, unless 1,024 trials wait. Trials that
//     end between two transactions share the second one.
//  4. Find optima (optima.go): search for the optimal cost of each solved puzzle, unless it is
//     published, or a trial in the store proves it. Only puzzles of up to 16 cells, or of up to 60 random
//     moves, are searched. A search expands up to 10 million states. The store keeps the
//     result of a completed search, so no later experiment repeats it. A search that
//     fails or is cancelled is repeated.
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
// The key of a trial does not depend on its position in the experiment. So solvers,
// groups and repeats can be added or reordered, and kept trials remain valid. Before
// any trial runs, the store updates the experiment's total number of trials and the
// positions of the kept trials.
//
// # Complexity
//
// Planning reads the kept trials once and takes O(1) time for each trial that it
// enumerates. It stops enumerating after the last kept trial, unless the store has
// trials that are no longer part of the experiment. The runner reads all later
// trials one at a time. Memory is proportional to the number of records, plus the number of
// missing trials before the last kept one.
//
// # Other uses
//
// [Lab.List] lists the trials of an experiment, and tells which of them are kept; see
// its Example. It runs none of them. [Lab.Probe] runs a few trials to estimate how long
// such trials take.
package lab
