// Package store keeps experiments and their trials in an SQLite file, and exports
// them as CSV, JSON Lines and Parquet.
//
// The store has four tables. A trial is a bench.Record as JSON under its key, which is a digest of
// everything that its result depends on. An experiment has a name, a definition (an experiment
// file) and a total number of trials. A listing has the keys of an experiment's trials in their
// order, and what belongs to the experiment alone, such as the names of its solvers. Several
// experiments may list a trial. An optimum is the optimal cost of a puzzle, or a note that a
// search did not find this cost. All experiments use the optima. See docs/store.md for the schema
// and the columns of the exports.
//
// # A run
//
// Package bench/lab runs an experiment with these methods. Store.Plan names it, and returns the
// records of those of its trials that the store has. Store.Begin makes the experiment list them.
// Store.Keep adds trials. Store.Finish notes that the experiment has ended. Store.Remove deletes an
// experiment, and the trials that no experiment lists then.
//
// # Damage
//
// Every row has a checksum. Methods verify it when they read the row. They leave out a trial with a
// wrong checksum or an impossible value, and call Store.Warn. Store.Plan leaves it out, too, so
// that it runs again. Store.Plan also replays plans. Store.Check reads the whole store, and
// Store.Repair deletes what Check found.
//
// # Optimal costs
//
// A stored optimum names its proof: a trial, the search of package lab, or a publication. What
// workers, other programs and imports say about optimality is a claim, which counts only until
// something else is known (optima.go).
//
// A record in the file does not hold the optimal cost of its puzzle, because this
// cost may become known later. Store.FillOptima sets the cost in records in memory:
// from a trial that proves it, or from the table of optima.
//
// # Exports
//
// Each field of bench.Record with the tag `about` is a column of an export. If a trial of
// the genetic solver is exported, each setting of this solver is a column, too.
//
// # Concurrency
//
// One process at a time may write to a store (Open); others may read it meanwhile
// (OpenToRead). Symbolic links to a store share its lock. A method that writes uses
// one transaction. When it returns without an error, the data survives the end of
// the process.
package store
