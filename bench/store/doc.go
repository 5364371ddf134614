// Package store keeps experiments and their trials in an SQLite file, and exports
// them as CSV, JSON Lines and Parquet.
//
// The store has three tables. An experiment has a name, a definition (an experiment
// file) and a total number of trials. A trial belongs to an experiment. It is found
// by its key, a digest of everything that its result depends on. It holds a
// bench.Record as JSON, and its position in the experiment. It has no position if
// the experiment has changed and the trial is no longer part of it. An optimum
// holds what is known of the optimal cost of a puzzle, for all experiments. See
// docs/store.md for the schema and the columns of the exports.
//
// # Keys
//
// Store.Trials returns the trials of an experiment with their keys. Package bench/lab uses the keys
// to recognise the trials that need not run again. Store.Keep writes trials; a trial that is
// already in the store stays unchanged. Store.Place gives trials new positions after the experiment
// has changed.
//
// # Damage
//
// Every row has a checksum, which SQL statements compute with a function of this
// package. Methods do not return a trial with a wrong checksum or an impossible
// value. They call Store.Warn instead. Store.Begin deletes such trials, so that
// they run again. Damage to the pages of the file is an error.
//
// # Optimal costs
//
// A record in the file does not hold the optimal cost of its puzzle, because this
// cost may become known later. Store.FillOptima sets the cost in records in memory:
// from a trial that proves it, or from the table of optima.
//
// # Exports
//
// Each field of bench.Record with the tag `about` is a column of an export. So a
// new field is a new column. If a trial of the genetic solver is exported, each
// setting of this solver is a column, too.
//
// # Concurrency
//
// One process at a time may write to a store (Open); others may read it meanwhile
// (OpenToRead). Symbolic links to a store share its lock. A method that writes uses
// one transaction. When it returns without an error, the data survives the end of
// the process.
package store
