// Package solvers is the registry of solvers and heuristics.
//
// Settings describe a solver: the name of its algorithm and everything that can be
// set about it. New makes the search.Solver that they describe:
//
//	settings := solvers.Default("astar")
//	err := settings.Set("heuristic", "manhattan")
//	solver, err := solvers.New(settings, nil)
//	result, err := solver.Solve(ctx, search.Problem{Start: start, Goal: goal}, search.Limits{})
//
// The table of algorithms (table.go) has a row for each solver, which says all that
// the rest of the program needs to know about it: the settings that it takes, the
// statistics that it reports, and whether it needs unit move costs. Experiment files,
// exports, help and completion follow from the rows. To add a solver, add a row.
//
// The table of heuristics (heuristics.go) lists the heuristics by name. A heuristic
// that reads tables from files, such as a pattern database, is only named by
// ParseHeuristic; Library.Prepare finds or builds its tables for a goal.
//
// # From a name to a search
//
// A setting passes through three checks. Set reads the text of one value, and fails if
// the value is out of range. Check looks at all settings together: for example, whether
// the solver takes a depth limit at all. CheckGoal looks at the puzzle as well: whether
// the solver can handle its move costs, and the heuristic its goal. New calls Check, and
// a caller that has many puzzles calls CheckGoal before it starts.
package solvers
