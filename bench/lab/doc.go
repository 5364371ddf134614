// Package lab runs experiments. Each trial that ends is stored at once, and later runs
// do not repeat it.
//
// # Terms
//
// A trial is one run of one solver on one puzzle. Its key is a digest of everything that
// its result depends on (package bench). A trial of an experiment is kept if the store
// holds its key under the experiment's name. Otherwise, the trial is missing.
//
// # Data flow
//
// [Lab.Run] takes four steps:
//
//  1. Plan (plan.go): enumerate the trials of the experiment, and look up their keys in
//     the store.
//  2. Run: run the missing trials with a bench.Runner. If the experiment has Isolate set,
//     each trial runs in its own process, in which [Serve] runs it (isolate.go).
//  3. Keep (keeper.go): write the record of each trial to the store when the trial ends.
//     Trials that end within 10 ms of each other share a transaction.
//  4. Find optima (optima.go): search for the optimal cost of each solved puzzle for
//     which no trial proves it. The store keeps the result, so no later experiment
//     repeats the search.
//
// Run returns an [Outcome] with the records of all kept trials. They are the input of
// package bench/analysis. See the Example, which runs an experiment twice.
//
// # Interrupts
//
// An interrupt cancels the context of the trials. It does not cancel the context of the
// store's writes, so all trials that have ended are kept. If the process is killed, only
// the trials that are running are lost.
//
// The key of a trial does not depend on its position in the experiment. So solvers,
// groups and repeats can be added or reordered, and kept trials remain valid. Before any
// trial runs, the store updates its total and the positions of the kept trials.
//
// # Complexity
//
// Planning reads the kept trials once and takes O(1) time for each trial that it
// enumerates. It stops enumerating after the last kept trial, unless the store has
// trials that are no longer part of the experiment. The runner reads all later
// trials one at a time. Memory is proportional to the number of records.
//
// # Other uses
//
// [Lab.List] lists the trials of an experiment, and tells which of them are kept.
// [Lab.Probe] runs a few trials to estimate how long such trials take.
package lab
