// Package subgoals solves boards of any size line by line, from the outside in.
//
// [Lines] orders the cells of a board. Each line is an outer row or column of the cells that are
// left. The last cells are the core, which has at most three rows and three columns. Once a line is
// complete, its tiles stay where they are, so the rest is a smaller puzzle. If the blank's goal
// cell is not in the core, the lines lead to another board, from which a walk of the blank leads to
// the goal.
//
// [Solve] completes lines at once, tile by tile, each by a shortest path of the tile and the blank.
// The last two tiles of a line take a detour: one waits on the other's cell, and then both move
// into place. On 16x16, a plan takes about 0.1 s, and it is about twice as long as plans that a
// beam search finds.
//
// Solve completes the lines and gives the core to another solver, such as A*. Parberry ("A
// real-time algorithm for the (n²-1)-puzzle", 1995) solves boards tile by tile, too.
package subgoals
