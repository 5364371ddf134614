// Package solvers is the one table of what there is: from a name and settings
// to a solver, from a name to a heuristic.
package solvers
