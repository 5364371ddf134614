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
// The table of algorithms (table.go) has a row for each solver. The row holds the
// settings that the solver takes, the statistics that it reports, and whether it
// needs unit move costs. Experiment files, exports and completion follow from the
// rows. To add a solver, add a row; docs/architecture.md lists the texts to edit.
// See the Examples.
//
// The table of heuristics (heuristics.go) lists the heuristics by name.
// ParseHeuristic opens no files. For a heuristic that reads tables from files, such
// as a pattern database, it returns only a name. Library.Prepare finds or builds
// the tables for a goal.
//
// # From a name to a search
//
// A setting is checked three times. Set reads the text of one value, and fails if
// the value is out of range. Check looks at all settings together: for example,
// whether the solver takes a depth limit at all. CheckGoal looks at the puzzle as
// well: whether the solver can handle its move costs, and the heuristic its goal.
// New calls Check, and a caller that has many puzzles calls CheckGoal before it
// starts.
package solvers
