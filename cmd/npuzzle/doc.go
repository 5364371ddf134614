// Command npuzzle is the laboratory's command line: it solves, compares and
// generates sliding-tile puzzles.
package main
