// Package searchtest is the conformance suite of solvers: Run tests that a solver
// meets the contract of package search, with all that the solver's Config claims.
//
// Plans are compared with exact distances on small boards and with known lengths
// on larger ones; statistics with the relations that their definitions imply;
// limits, cancellation and observation with the statuses that they must lead to;
// and runs with several workers with the run of one. EveryBoard solves all boards
// of 3x3, or a sample of them. Solvers of every kind call both from their tests.
package searchtest
