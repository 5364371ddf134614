// Package config reads and writes experiment files.
//
// An experiment file is a YAML document that describes a bench.Experiment: groups of
// puzzles, solvers with their settings, limits, repeats and a seed. Template is an
// example with comments. A setting of a solver that is a list of values stands for a
// solver with each of them, and several lists for all combinations; Grid expands such
// lists for other callers, too.
//
// Errors are of type *Error: they name the file and the line, and say what was
// expected there. Unknown keys are errors.
package config
