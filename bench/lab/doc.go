// Package lab runs experiments so that no finished trial is lost or run twice.
//
// Lab.Run goes through these steps:
//
//  1. plan: enumerate the trials of the experiment and look up their keys in the
//     store. A trial whose key is there is kept; the others are missing.
//  2. run: run the missing trials with a bench.Runner, in this process or, for an
//     experiment with Isolate, each in a process of its own (Serve is the other side).
//  3. keep: write each record to the store as soon as its trial ends. Trials that end
//     within 10 ms of each other share a transaction.
//  4. find optima: search for the optimal cost of each solved puzzle for which no
//     trial proves it, once for the whole store.
//
// The records that Run returns are the input of package bench/analysis. Killing the
// process at any moment loses only the trials that are running; the next Run of the
// same experiment finds the others in the store.
//
// # How a run survives an interrupt
//
// A trial is recognised by its key, which is a digest of all that its result depends on,
// and not by its position. So solvers, groups and repeats can be added to an
// experiment or change their order, and its kept trials stay valid. The store's Begin and
// Place bring the total and the positions up to date before any trial runs (lab.go,
// plan.go).
//
// An interrupt cancels the context of the trials, but not that of the store's writes.
// What has ended is therefore kept (keeper.go).
//
// # Other uses
//
// Lab.List lists the trials that a run would have, and which of them are kept. Lab.Probe
// estimates how long trials take.
package lab
