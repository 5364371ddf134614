// Package cli holds what the commands of npuzzle share: streams, flags, help, tables, progress and
// texts. The commands themselves are in cmd/npuzzle.
//
// # Streams and errors
//
// A Console has the streams of a command. Results go to standard output through a buffer that keeps
// the first write error, so the functions that print return no errors. Commands that print one
// result after another flush the buffer after each result. Progress and notices go to standard
// error. The type Progress draws progress, and only on a terminal. With --json, a command prints
// the same values as JSON objects, one per line (Console.Result).
//
// Commands return errors and never exit. An error that blames the flags or the input is a
// UsageError, made by Misuse or AsUsage, or has a type with which a library reports bad input
// (BlamesInput). ErrUnsolved says that work was left undone. It prints nothing, because the output
// shows what is missing.
//
// # Flags and help
//
// Commands and flags are those of urfave/cli. A flag has its category, usage and default beside its
// name. Parsed gives a StringFlag a parser, and WithChoices the values that completion offers. A
// flag that several commands share has its own function, such as SeedFlag, so that it has one name,
// one default and one meaning. Groups of flags are methods of the options that they set, such as
// LabOptions and RandomOptions. The type GivenSettings collects the values of the settings of
// solvers, which have flags and the flag --set, and applies them to a preset once the preset is
// known.
//
// The library lacks flags after arguments: FlagsFirst (arguments.go) moves flags to the front. Help
// gives a command the template of its help, whose groups and flags have the order in which the
// command lists them.
//
// # Output
//
// The file output.txt has the texts, and those tables whose rows are values, as templates. The
// methods Say, Explain and Tabulate of the console print them. PrintResults prints the results of
// an experiment, and PrintDifferences compares solvers. The type Output writes the files and
// folders that flags name: a file appears only when it is complete, and an existing file is
// overwritten only with --force.
//
// # Experiments
//
// The type Laboratory holds what all searches of a process share: the memory limit, the pattern
// databases and the store. LabOptions.Conduct runs an experiment and prints its results.
package cli
