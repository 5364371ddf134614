// Command npuzzle is the command line of the laboratory: it solves, compares and
// generates sliding-tile puzzles, and keeps and reports the results.
//
// # From a command line to an exit status
//
// The function run does everything that main does, on given streams, so that tests
// can call it. It calls dispatch, which finds the command, moves the flags before
// the arguments (see flagsFirst) and calls urfave/cli. A flag parses its value at
// once with a parser from package solvers, units or puzzle, into a variable of the
// command (see flagOf). The action of the command then gets a complete set of
// options.
//
// Commands return errors and never exit. The function run turns an error into one line on
// standard error and into an exit status:
//
//	0  everything was solved or done
//	1  input, output or the program itself failed
//	2  bad usage or input: a usageError, or an error of a library that blames the input
//	3  done, but something was not solved: errUnsolved, which prints nothing
//
// # Flags and help
//
// A flag is made by flagOf, with a default, a parser and a usage that says what the flag does.
// Flags that several commands share are made by functions of their own, such as seedFlag, so that
// they have one name, one default and one meaning. The helper in(group, flags...) puts flags into a
// group. The function helpText prints the groups and their flags in the order in which the command
// lists them, the common ones first. Tests keep the help of solve on one page.
//
// Package ga owns the table of the genetic algorithm's settings. Five of them have flags. The flag
// --set sets any of them by name, and the command settings prints the table. The type gaValues
// collects the values of the five flags and of --set, and applies them to a preset once the preset
// is known.
//
// Completion scripts ask the program itself, by a hidden command, for the words that may
// follow.
//
// # Limits and interrupts
//
// A search ends at a limit of time, nodes or memory. That is a result with complete statistics,
// not an error. The memory limit is that of the process; trials that run at the same time share
// what limitMemory leaves for the solvers.
//
// An interrupt cancels the context. Commands then print the results so far, mark
// them as partial, and return errUnsolved. A second interrupt ends the program at
// once.
//
// # Output
//
// Results go to standard output, through a buffer that keeps the first write error. For this reason
// the functions that print return no errors. Commands that print one result after another flush the
// buffer after each. With --json, a command prints the same values as JSON objects, one on each
// line.
//
// Progress and notices go to standard error. Progress is drawn by the type progress, and only
// on a terminal.
//
// Files and folders that a flag names are written by the type output, with package files: they
// appear under their name once they are complete. A file that exists is overwritten only with
// --force.
//
// # Experiments
//
// The commands compare, tune, run and reproduce run experiments. Each makes one value of
// bench.Experiment, from flags or from a file, and gives it to the type laboratory. This type
// holds what the experiments of a process share: the store, the memory limit and the pattern
// databases. The results come back as an analysis.Analysis, of which compare, run and show
// print the same table (see printResults).
//
// # To add a command
//
// Write a file with the name of the command. In this file, write a function that
// returns a cli.Command. Make the cli.Command with the function command, which
// takes two examples of use. List the command in newApp. Tests run the examples of
// every command and check its help.
package main
