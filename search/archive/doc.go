// Package archive makes a plan shorter by a randomised search from an archive of boards. The plan
// may come from any solver. The genetic solver improves its first plan in this way.
//
//	Improve(plan):
//	    archive = the boards along the plan
//	    until a limit, the Patience or the lower bound is reached, in each generation
//	        each improver breeds 64 children: it decodes random genes on the board of an elite
//	        with Windows, each improver repairs a plan, and completes elites
//	        the archive keeps the boards of the children with the smallest estimates
//
// The boards of the archive are the elites. Each elite has a path from the start board. An elite
// competes with elites whose paths have as many moves (MAP-Elites, Mouret and Clune 2015). A child
// continues the path of an elite by fresh random genes. No genes are inherited, so this is not
// evolution. A window is a part of a plan. IDA* replaces it by another path between the same two
// boards (package search/window). To complete an elite is to search for a path from it to the goal
// that makes a plan shorter than the best one.
//
// The improvers work at the same time. Each has its own stream of random numbers and its own share
// of the states that may be generated. The archive changes only between generations, in the order
// of the improvers. So a search under a limit of states gives the same result on any number of
// cores.
//
// A child takes O(genes) time. The archive takes up to 24 MiB, or more on very large boards.
package archive
