// Package search holds the contract between solvers and their callers.
//
// A Problem asks for a plan: a list of moves that leads from a start board to a
// goal board. A Solver searches for a plan within Limits and the deadline of its
// context. It returns a Result: a Status, the plan if one was found, and the
// statistics of the run. A run that reaches a limit has a Status of its own and
// complete statistics. An error means that the solver's settings do not fit the
// problem, or that the file of a pattern database cannot be read.
//
// Every solver has the same structure. It first calls Begin, which returns the
// result of problems that need no search. During the search, it polls a Watch every
// few thousand expansions. The Watch checks the context and the limit of generated
// states, and reports Progress to an Observer. At the end, the solver calls Finish, which
// replays the plan on the board. The plan is optimal if its cost equals the proven
// lower bound.
//
// A solver that stores the last move of the path to each board gets the plan from Trace.
// Parallel runs tasks on several workers, and passes a panic of a worker to the caller. An
// anytime solver, which improves its plans, also reports the length of its best plan and a
// lower bound. The genetic solver also reports the Population of each generation.
// The statistics of a population are computed when the Observer asks for them.
//
// Package search/window makes parts of a plan shorter, for solvers that improve plans.
//
// The solvers are in search/bfs, search/idastar, astar and ga; each has an Example.
// The conformance suite in search/searchtest tests each of them against this
// contract.
package search
