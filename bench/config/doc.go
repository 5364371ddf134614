// Package config reads and writes experiment files, and reads preset files of the genetic solver.
//
// An experiment file is a YAML document that describes a bench.Experiment: groups of
// puzzles, solvers with their settings, limits, repeats and a seed. Template is an
// example with comments, and docs/experiments.md lists every key:
//
//	seed: 1
//	puzzles:
//	  - size: [3x3, 3x4]        # a group of each size
//	    count: 20
//	solvers:
//	  - algorithm: astar
//	    heuristic: [manhattan, linear-conflict]   # a solver with each heuristic
//
// # Reading
//
// Open and Read decode the document into yaml.Nodes and read the nodes themselves, since
// a node knows its line. Each mapping is read by a table of its keys (mapping in
// node.go): a key that is not in the table, or that appears twice, is an error. Puzzles
// are read before solvers, so that each solver can be checked against the goal and the
// move costs of each group. Boards in other files are looked for beside the experiment
// file.
//
// # Lists
//
// A size, a number of random moves or a fraction of misplaced tiles that is a list makes
// a group of each value. A setting of a solver that is a list of values makes a solver
// with each value, and several such settings make all combinations. A list of algorithms
// makes a solver of each, with the settings that it takes. The names of these
// solvers tell the values. Grid expands such lists for other callers, too.
//
// # Errors
//
// Errors are of type *Error: they name the file and the line, and say what was expected
// there. Warnings have the same form; they name what is allowed but seldom meant, such
// as a board that cannot reach its goal, and each pair of a solver and a group that do not
// go together, which is left out.
//
// # Writing
//
// Write is the inverse of Read: the text that it returns describes the same trials, with
// the same keys. Defaults are left out.
package config
