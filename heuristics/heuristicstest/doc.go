// Package heuristicstest is the conformance suite of heuristics. Run tests that a heuristic meets
// the contract of package heuristics, and that it is admissible and consistent if it says so.
//
// Run looks at every board of four small sizes, whose exact distances are known, under unit costs,
// and at every board of smaller sizes under other move costs. It makes random walks on boards from
// 1x2 to 16x16, and compares each Tracker with the full estimates. Sizes, goals and costs that the
// heuristic refuses with an error are left out.
//
// EveryBoard tests the claims for one goal, such as one that a heuristic is made for.
//
// A test that fails prints a line that begins with "broken rule:" and names the rule, and then the
// heuristic, the goal, the move costs and the board.
package heuristicstest
