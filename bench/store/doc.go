// Package store keeps experiments and their trials in an SQLite file, and exports
// them as CSV, JSON Lines and Parquet.
//
// The store has three tables. An experiment has a name, a definition (an experiment
// file) and a total number of trials. A trial belongs to an experiment. Its key is a
// digest of everything that its result depends on. Its row holds a bench.Record as
// JSON, and its position in the experiment. The position is null if the experiment
// has changed and the trial is no longer part of it. An optimum is the optimal cost
// of a puzzle, or a note that a search did not find this cost. All experiments use the
// optima. See docs/store.md for the schema and the columns of the exports.
//
// # Keys
//
// Store.Trials returns the trials of an experiment with their keys. Package bench/lab uses the keys
// to recognise the trials that need not run again. Store.Keep adds trials. It does not change a
// stored trial that is part of the experiment. Store.Place sets new positions of trials after the
// experiment has changed.
//
// # Damage
//
// Every row has a checksum, which SQL statements compute with a function of this
// package. Methods do not return a trial with a wrong checksum or an impossible
// value. They call Store.Warn instead. Store.Begin deletes such trials, so that
// they run again. A store with damaged pages cannot be opened.
//
// # Optimal costs
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
