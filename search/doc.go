// Package search holds the contract between solvers and their callers.
//
// A Problem asks for a plan: the moves that lead from a start board to a goal
// board. A Solver searches for one within Limits and the deadline of its
// context and returns a Result: a Status, the plan if there is one, and the
// statistics of the run. Reaching a limit is a Status with complete
// statistics. An error means that the problem and the solver's settings do not
// go together.
//
// Every solver is built in the same way. It calls Begin, which settles the
// problems that need no search; it compares its number of expansions with a
// Watch, which looks at the context and the limits and reports Progress to an
// Observer; and it calls Finish, which replays the plan on the board and claims
// optimality only if the plan's cost equals the proven lower bound. A solver that
// keeps the move that led to each board gets the plan from Trace. Workers run in a
// WorkerGroup, so that the caller also meets a panic of another goroutine. The genetic
// solver reports each generation with its Population, whose statistics are computed when
// the Observer asks for them.
//
// The solvers are in search/bfs, search/idastar, astar and ga. The conformance
// suite of search/searchtest tests each of them against this contract.
package search
