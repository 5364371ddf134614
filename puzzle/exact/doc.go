// Package exact computes the exact distances of boards from a goal: the truth
// that heuristics and solvers are tested against.
package exact
