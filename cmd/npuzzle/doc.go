// Command npuzzle is the command line of the laboratory: it solves, compares and
// generates sliding-tile puzzles, and keeps and reports the results.
//
// # From a command line to an exit status
//
// The function run does everything that main does, but on given streams, so that tests
// can call it. It calls dispatch, which finds the command, moves the flags before the
// arguments (see cli.FlagsFirst) and calls urfave/cli. The flags of a command are those of this
// library. A flag sets a variable of the command, its Destination, or its Action parses the text
// with a parser from package solvers, units or puzzle (see cli.Parsed). The action of the command
// then gets a complete set of options.
//
// Commands return errors and never exit. The function run turns an error into one line on
// standard error and into an exit status:
//
//	0  everything was done; an unsolved board is a result of compare, run, tune and reproduce
//	1  input, output or the program itself failed
//	2  bad usage or input: a cli.UsageError, or an error of a library that blames the input
//	3  solve left a board unsolved, or an interrupt or a failed trial left work undone:
//	   cli.ErrUnsolved, which prints nothing
//
// # Limits and interrupts
//
// A search that reaches a limit of time, nodes or memory ends with complete statistics,
// and without an error. The memory limit applies to the process. Trials that run in
// parallel share the memory that cli.LimitMemory leaves for the solvers.
//
// An interrupt cancels the context. Commands then print the results so far, mark them as
// partial, and return cli.ErrUnsolved. A command that has no results yet may return the error of
// the context, which run takes for cli.ErrUnsolved. A second interrupt ends the program at once.
//
// # To add a command
//
// Write a file with the name of the command, with a function that returns the command: its usage,
// its flags with their categories and usages, its action, and two examples of use (cli.Help). The
// usage of a flag begins with a lower-case verb, and backquotes mark the placeholder of its value.
// The help adds the default. List the function in newApp. Tests run the examples of every command
// and check its help.
package main
