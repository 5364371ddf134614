// Package exact computes exact distances from a goal by breadth-first search over the
// whole state space: the truth that heuristics and solvers are tested against.
//
// Distances holds the distance of every board of a size, one byte per board. Census
// counts the boards at each distance with one bit per board, so that it reaches larger
// sizes. A board of n cells has n!/2 boards that can reach the goal: 181,440 for 3x3 and
// 239,500,800 for 3x4. Both refuse sizes that exceed a memory limit.
package exact
