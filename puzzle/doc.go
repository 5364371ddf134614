// Package puzzle represents sliding-tile puzzles: boards, goals, moves, solvability,
// text forms and random boards.
//
// A Board is an arrangement of numbered tiles on Rows x Cols cells. One cell, the
// blank, is empty. Cells are numbered row by row from 0, and the blank counts as
// tile 0. A Move is named by the direction in which the blank moves: sliding a tile
// up moves the blank down. A plan is a list of moves; Board.Replay applies it.
// Costs give each direction a cost, 1 by default.
//
// Half of all arrangements of a board with at least two rows and two columns can reach
// a given goal. Solvable decides by parity which half a board belongs to, without any
// search (Johnson and Story 1879).
//
// Boards are values: they are comparable, can be keys of a map, and never change.
// Searches work on slices of tiles (Board.Tiles), on packed words (package flat) or on the
// numbers of a Ranking, and take the legal moves from a Graph.
//
// Reader reads boards in several text forms, which it recognises by their content, and the
// goals that the texts give. FormatWithGoal writes such a text. ParsePlan reads a plan.
// Uniform, Walk and Misplaced draw random boards. NewRand makes the random numbers:
// it takes a seed and the number of a stream. The streams of a seed are
// independent, and are the same on every machine. See the Examples.
//
// # Complexity
//
// On boards of n cells:
//
//	operation                                       time
//	Board.Move, Solvable, Parse, Uniform            O(n)
//	Board.Replay and Walk with m moves              O(n + m)
//	Misplaced                                       O(n) for each of a few draws
//	Ranking.Rank, Ranking.Unrank                    O(n)
//	Graph.Steps                                     O(1)
//	NewGraph                                        O(n)
//	NewRanking                                      O(n²)
//
// A Board takes n bytes, and comparing two boards takes O(n) time. Board.Move copies the
// board. A search that makes and undoes moves on a slice of tiles copies nothing, and
// takes O(1) time for a move.
package puzzle
