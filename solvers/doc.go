// Package solvers is the registry of solvers and heuristics.
//
// Settings describe a solver: the name of its algorithm and the values of its options.
// New makes the search.Solver that they describe:
//
//	settings := solvers.Default("astar")
//	err := settings.Set("heuristic", "manhattan")
//	solver, err := solvers.New(settings, nil)
//	result, err := solver.Solve(ctx, search.Problem{Start: start, Goal: goal}, search.Limits{})
//
// The table of algorithms (table.go) has a row for each solver: its name, a description for
// people, and a solver with default settings, which states its capabilities: see
// search.Capabilities. Experiment files, exports and completion follow from the rows. To add a
// solver, add a row; docs/architecture.md has the steps. See the Examples.
//
// The table of heuristics (heuristics.go) lists the heuristics by name.
// ParseHeuristic opens no files. For a heuristic that reads tables from files, such
// as a pattern database, it returns only a name. Library.Prepare finds or builds
// the tables for a goal.
//
// # From a name to a search
//
// Four methods of Settings check what a user asked for. Set parses the text of one
// value, and returns an error if the value is out of range. CheckTaken refuses a setting
// that the solver does not take, such as a depth limit for A*. Check looks at all
// settings together: for example, the genetic solver needs crossover or mutation.
// CheckGoal also looks at the puzzle: the solver must support the move costs, and the
// heuristic must support the goal. New calls Check. A caller with many puzzles calls
// CheckGoal before the first search.
//
// # Complexity
//
// Set, Check and New take little time: they make no tables. A call of Solve makes the
// estimator of the goal before it searches. On n cells, this takes O(n²) time and
// memory. CheckGoal makes the same estimator and discards it, except for pattern
// databases. Some heuristics and options need larger tables. Each of these tables is made
// or opened when it is first needed, and then kept:
//
//   - Linear conflict needs one table for each length of a row or a column, of at most
//     two megabytes.
//   - Walking distance needs two tables, one for rows and one for columns, with up to a
//     million states each.
//   - Pruning needs a table of forbidden moves for each board size and order of
//     successors.
//   - Pattern databases are files. A Library opens each file once, and reads the whole
//     file to compare the checksums. If tables are missing, Library.Prepare builds them if
//     that takes seconds.
//
// So a program that solves many boards with pattern databases should keep one Library.
// The packages of the algorithms state the time and memory of the search itself.
package solvers
