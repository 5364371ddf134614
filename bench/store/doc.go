// Package store keeps experiments and their trials in an SQLite file, and exports
// them as CSV, JSON Lines and Parquet.
//
// The store has three tables. An experiment has a name, a definition (an experiment
// file) and a total number of trials. A trial belongs to an experiment and is found
// by its key, a digest of everything its result depends on; it holds the trial's
// bench.Record as JSON, and its position in the experiment, or no position if the
// experiment has changed and the trial is no longer part of it. An optimum is what is
// known of the optimal cost of a puzzle, whatever experiment it came from. See
// docs/store.md for the schema and the columns of the exports.
//
// # Keys
//
// Trials returns the trials of an experiment with their keys, by which bench/lab recognises
// those that need not run again. Keep writes trials; a trial whose key is there stays as
// it is. Place gives trials their positions after the experiment has changed.
//
// # Damage
//
// Every row has a checksum, which SQL statements compute with a function of this package. A
// trial with a wrong checksum or an impossible value is left out of what a method returns, and
// Store.Warn is told. Begin deletes such trials, so that they run again. Damage to the pages of
// the file is an error.
//
// # Optimal costs
//
// A Record has the optimal cost of its puzzle only as FillOptima sets it: from a trial
// that proves it, or from the table of optima. The record in the file does not hold it,
// since it may become known later.
//
// # Exports
//
// The columns of an export follow from the fields of bench.Record and their tags, so that
// a new field is a new column. The settings of the genetic solver become columns of their
// own, those that any of the exported trials has.
//
// # Concurrency
//
// One process at a time may write to a store (Open); others may read it meanwhile
// (OpenToRead). All names that lead to a file share its lock. A method that writes uses one
// transaction: when it returns without an error, what it wrote survives the end of the process.
package store
