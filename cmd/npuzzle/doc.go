// Command npuzzle is the command line of the laboratory: it solves, compares and
// generates sliding-tile puzzles, and keeps and reports the results.
//
// # From a command line to an exit status
//
// The function run does everything that main does, but on given streams, so that tests
// can call it. It calls dispatch, which finds the command, moves the flags before the
// arguments (see cli.FlagsFirst) and calls urfave/cli. A flag parses its value at once with a
// parser from package solvers, units or puzzle, and stores it in a variable of the
// command (see cli.FlagOf). The action of the command then gets a complete set of options.
//
// Commands return errors and never exit. The function run turns an error into one line on
// standard error and into an exit status:
//
//	0  everything was done; an unsolved board is a result of compare, run, tune and reproduce
//	1  input, output or the program itself failed
//	2  bad usage or input: a usageError, or an error of a library that blames the input
//	3  solve left a board unsolved, or an interrupt or a failed trial left work undone:
//	   errUnsolved, which prints nothing
//
// # Flags and help
//
// The function cli.FlagOf makes a flag from a name, a default and a parser. A flag that several
// commands share has its own function, such as cli.SeedFlag, so that it has one name, one
// default and one meaning. The file help.txt has all texts of a command: its usage, its
// description, its flags in groups, in the order in which the help shows them, and
// examples. The usage of a flag that several commands share stands there once. The function
// explained puts these texts into the flags, and helpText prints them. Tests keep the help
// of solve on one page.
//
// The settings of solvers are rows of tables (see solvers.Table). The settings whose rows
// have a usage have flags. The flag --set sets any of them by name, and the command
// settings prints the tables. The type cli.GivenSettings collects the values of the flags and
// of --set, and applies them to a preset once the preset is known.
//
// Completion scripts call a hidden command of the program, which prints the words that
// may follow.
//
// # Limits and interrupts
//
// A search that reaches a limit of time, nodes or memory ends with complete statistics,
// and without an error. The memory limit applies to the process. Trials that run in
// parallel share the memory that cli.LimitMemory leaves for the solvers.
//
// An interrupt cancels the context. Commands then print the results so far, mark them as
// partial, and return errUnsolved. A second interrupt ends the program at once.
//
// # Output
//
// Results go to standard output through a buffer that keeps the first write error, so the
// functions that print return no errors. Commands that print one result after another
// flush the buffer after each result. With --json, a command prints the same values as
// JSON objects, one per line.
//
// The file output.txt has the texts, and those tables whose rows are values, as templates.
// The methods say, explain and tabulate of the console print them.
//
// Progress and notices go to standard error. The type progress draws progress, and only
// on a terminal.
//
// The type output writes the files and folders that flags name. It uses package files, so
// a file appears only when it is complete. An existing file is overwritten only with
// --force.
//
// # Experiments
//
// The commands compare, tune, run and reproduce run experiments. Each makes a
// bench.Experiment, from flags or from a file, and gives it to the type laboratory. This
// type holds what all searches of a process share: the memory limit, the pattern databases
// and the store. So solve and heuristics use it, too. The results of experiments are an
// analysis.Analysis. The commands compare, run and show print it as the same table (see
// cli.PrintResults).
//
// # To add a command
//
// Write a section of help.txt with the texts of the command and its flags, and two examples of use.
// Write a file with the name of the command, or add to the file of commands that share its code.
// Write a function that returns a cli.Command, made with the function command. List it in newApp.
// Tests run the examples of every command and check its help.
package main
