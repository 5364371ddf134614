// Package bench is the laboratory: it runs solvers on puzzles and keeps what
// they did. Data moves one way: board, heuristic, solver, trial, store, report.
package bench
