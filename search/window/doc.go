// Package window makes plans shorter. A window is a part of a plan. A [Search] finds a shortest path
// between the two boards at its ends, and [Plan.Shorten] replaces the window by this path.
//
// [Plan.Shorten] draws a random window of a [Plan], of at most half of the plan, and searches for
// a path that is not longer. It also takes paths of equal length, because later windows then start
// from new boards: otherwise the plan would soon be at a local minimum. Windows begin small, since
// small windows remove most superfluous moves at little cost. A window of a plan becomes longer
// while searches succeed, and shorter when they fail. Calling Shorten until time is up, or until
// [Plan.Stuck], improves a whole plan; see the Example.
//
// # The search
//
// A Search runs IDA* (Korf 1985) from one board to another. It takes states of any pair of boards,
// so it estimates by linear conflict between any two boards. [Tables] hold this heuristic for a
// size. They are indexed by the cells that tiles are to go to. Each Search maps the tiles of its
// boards to these cells, so all searches of a size can share Tables. On boards with a side of more
// than seven cells, the estimate is the Manhattan distance. A caller that has a better heuristic for
// the target sets [Window].Tracker.
//
// # Limits and statistics
//
// [Search.Find] takes the limits of one search: the moves of the path, and the states expanded.
// [MaxExpanded] expansions take about a millisecond, so callers check their context between
// searches. An expansion generates at most three states, and the first one four. Find and Shorten
// return these statistics.
//
// Tables take 81 bytes for each pair of cells, 5 MB on 16x16. A Plan stores one board for every 16
// moves.
package window
