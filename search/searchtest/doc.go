// Package searchtest is the conformance suite of solvers. Run tests that a solver
// meets the contract of package search, and that each of its capabilities
// (search.Capabilities) holds. The capabilities are independent of one another: a solver may
// evaluate plans without having generations, give up without being an anytime solver, and so on.
// A solver that states no capabilities is tested as a complete search of states.
//
// Run compares the lengths of plans with exact distances on small boards, and with
// known lengths on larger ones. It checks the relations between statistics that
// follow from their definitions. It also checks the status after each limit and
// after cancellation, and compares runs with several workers with a run with one.
//
// A test that fails prints a line that begins with "broken rule:" and names the rule,
// and then the problem, the limits and the result.
//
// EveryBoard solves all boards of 3x3, or a sample of them. The tests of every
// solver call Run, and those of most solvers call EveryBoard.
package searchtest
