// Package analysis finds what the trials of an experiment say: how solvers did,
// how they compare, how sure that is, and the figures that show it.
package analysis
