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
// Read and ReadAll decode the document into yaml.Nodes, because a node holds its line
// number. The first mistake ends the reading: reader.fail panics with the error, and
// Read returns it. A mapping states its keys (reader.object in node.go). Any other key,
// and a key that appears twice, is an error. The key << merges other mappings. Puzzles are
// read before solvers, so that each solver can be checked against the goal and the move costs
// of each group. The path of a file of boards is relative to the experiment file.
//
// # Lists
//
// If a size, a number of random moves or a fraction of misplaced tiles is a list, there is one
// group for each value. If a setting of a solver is a list, there is one solver for each value.
// Several such settings make all combinations. A list of algorithms makes one solver for each
// algorithm. Settings that an algorithm does not take are left out. The name of each solver
// contains its values from the lists. Other callers can use Grid to expand such lists.
//
// # Errors
//
// Errors in a file are of type *Error. An error names the file and the line, and says
// what was expected there. Warnings have the same type. They report input that is
// allowed but rarely intended, such as a board that cannot reach its goal. They
// also name each pair of a solver and a group that the solver cannot handle; such
// pairs are left out.
//
// # Writing
//
// Write is the inverse of Read. The text that it returns describes the same trials,
// with the same keys. It leaves out defaults.
//
// # Presets
//
// A preset file has lines such as "population: 500", which change settings of the genetic
// solver. A line "preset: NAME" names a built-in preset. ReadPreset takes all other
// settings from this preset. Without such a line, it takes them from the default preset.
package config
