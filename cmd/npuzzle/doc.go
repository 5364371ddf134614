// Command npuzzle is the command line of the laboratory: it solves, compares and
// generates sliding-tile puzzles, and keeps and reports the results.
//
// The function dispatch finds the command and puts its flags before its arguments;
// each command has a file of its own name, with its flags, what it does and what it
// prints. Results go to standard output. Errors go to standard error, and so does
// progress, if standard error is a terminal.
package main
