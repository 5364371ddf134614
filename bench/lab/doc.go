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
// Lab.Estimate and Lab.List say what a run would do without running it.
package lab
