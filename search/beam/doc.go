// Package beam searches for short plans on boards that are too large for optimal search.
//
// Beam search visits boards in layers. All boards of a layer are the same number of moves away from
// the start. The successors of a layer are scored by a heuristic, and the best ones become the next
// layer. Their number is the width of the beam. The first layer that contains the goal gives a
// plan. A search keeps the boards of all earlier layers in a hash table, and drops boards that it
// has seen. Among boards with the same score at the limit of the width, a random part is kept.
//
// The search is not complete: it may miss the goal, and the plan is proven to be optimal only if it
// is as short as an admissible estimate. A search of twice the width takes twice the time and
// usually finds a shorter plan. So without a width, [Solver] searches again and again with a
// growing width. Each search looks only for plans that are cheaper than the best one so far: it
// drops boards whose path cost plus Manhattan distance is too large. When the rest of a limit is
// too short for a wider search, searches begin at boards of the best plan instead, and look for a
// better rest. When these searches leave out no board and find nothing, IDA* takes the rest of the
// limit to raise the lower bound.
//
// # Boards near the goal
//
// Without a width, IDA* searches first, with linear conflict. It generates at most 10,000 states,
// and at most half of a limit of states. So a board near the goal has an optimal plan at once, on
// every size. A run ends as soon as the lower bound proves that its plan is optimal.
//
// # The layers
//
// One step makes a layer of the one before, in four phases. Workers share the tasks of each phase:
//
//	expand   generate and score the successors of a chunk of states, and count them by score
//	selects  list the successors whose score is below the limit that the counts give
//	filter   look these up in one region of the hash table, and add the new ones
//	fill     make the states of the next layer
//
// The limit, the order of the states and the choice among equal boards do not depend on the
// workers. So the same seed gives the same plan on any number of cores, unless a limit of time or
// memory ends the run.
//
// # Large boards
//
// On boards with eight or more rows or columns, the first plan is made tile by tile, at once.
// Better plans replace it.
//
// A beam seldom reaches the goal on a board with nine or more rows or columns: it fills with boards
// that are nearly solved, in which some tiles near the edge are in each other's places. So such
// boards are solved line by line, from the outside in; see package subgoals. A stage completes a
// line, an outer row or column. Its score counts the tiles of the line most, those of the next line
// less, and so on. Of boards on which the tiles of the line and the blank are on the same cells, a
// layer keeps only the best one: without this rule, the line may never be completed. Boards with a
// complete line are carried to the next stage, up to some layers after the first one, each with its
// own depth. The last stage is a plain beam for the core. If the heuristic has learned values, the
// core has up to 8x8 cells, so an 8x8 board is searched as a whole. Otherwise it has up to 3x3
// cells.
//
// [LineParameters] say how much each of this counts. They can be evolved: see package search/learn.
// A stage that does not complete its line with evolved parameters is searched again with those that
// were chosen by hand.
//
// A narrow beam may not complete a line. The rest of the plan is then made tile by tile, and a
// search of twice the width goes on from the last complete line.
//
// A search by lines whose layers never exceed the width leaves out nothing, so no wider search
// follows it.
//
// In the last part of a limit, windows improve a plan that was made line by line: a part of 50 to
// 100 moves is searched by a small beam between its two boards, for all parts of the plan at the
// same time. When windows leave out no board and find nothing, the rest of the limit raises the
// lower bound.
//
// # Scores
//
// Any heuristic is a score. The score need not be near the true cost, as only its order counts.
// [heuristics.Convex] orders boards much better than admissible heuristics do. Estimators that
// implement [heuristics.Differ] are fast, because a state then needs no Tracker.
//
// # Memory
//
// On n cells, each unit of the width takes 2n + 136 bytes. Each state of the earlier layers takes 4
// bytes for its parent and its move, and 5 to 10 bytes in the hash table. The search narrows the
// beam if this would exceed the limit of memory.
package beam
