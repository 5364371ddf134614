// Package exact computes exact distances from a goal by a search of the whole state
// space. Tests compare heuristics and solvers with these distances.
//
// On a size of n cells with at least two rows and two columns, n!/2 boards can
// reach the goal: 181,440 on 3x3 and 239,500,800 on 3x4.
//
// Distances computes a Table with the cost of a cheapest plan from every board of a
// size of at most 10 cells. It takes 4 bytes per board. Census only counts the
// boards at each distance. It takes one bit per board, so it can count larger
// sizes. It refuses a size that needs more than its memory limit.
package exact
