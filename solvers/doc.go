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
package solvers
