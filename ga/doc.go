// Package ga solves sliding-tile puzzles with a genetic algorithm on eaopt. This is the
// algorithm, by the names of its functions:
//
//	solve: plan = reach(start); with Improve, improve(plan)                solver.go
//	reach(board): evolveTo the goal; on a large board, evolveTo each subgoal in turn   subgoals.go
//	evolveTo(objective, board):                                            phases.go
//	    until a path reaches the objective, or the generations are used up:
//	        runPhase: drawPopulation of random chromosomes; until Stagnation, in each generation
//	            breed: the fitter of each random pair stays; children replace the others   models.go
//	            evaluate: score(origin, genes) of each child               population.go, score.go
//	        advance to the scored board of the fittest chromosome; record the boards on its path
//	improve(plan):                                                         improve.go
//	    archive = the boards along the plan
//	    until a limit, the Patience or the lower bound is reached, in each generation
//	        each breeder breeds 64 children: score(elite, random genes)           archive.go
//	        with Windows, each breeder repairs a plan and completes elites       repair.go, search/window
//	        endGeneration: the archive keeps the boards of the children with the smallest estimates
//
// To solve a board, start from [Default] or [Preset], change single fields of the settings, and run
// a [Solver]; see its Example.
//
// # Terms
//
// A path is a list of legal moves, which need not lead to the goal. A plan is a path from the start
// board to the goal. A chromosome is a list of genes, which are numbers in [0,1). Each gene is
// decoded on the board that the genes before it have led to, and selects one of the legal moves
// there (decoding.go). So every chromosome stands for a legal path, whatever crossover and mutation
// do.
//
// A generation keeps the winners of random pairs and replaces the other chromosomes by children of
// these winners, unless the setting model is another one. A phase is a series of generations. It
// starts from one board, with a new population. An objective is the goal or a subgoal. A subgoal
// puts the tiles of one outer row or column in their places, or those of the rest, the last
// subgoal. Each objective has phases of its own. An evaluation is the decoding and scoring of one
// chromosome.
//
// The fitness of a chromosome is a weighted sum: the estimate of one board on its path, the scored
// board, and the number of moves to that board (score.go). A smaller fitness is better. The boards
// along the best path of each phase are recorded. In later phases with the same objective, no
// chromosome is scored at a recorded board, so a phase that starts in a local minimum has to leave
// it.
//
// Improvement keeps an archive of boards, the elites. Each elite has a path from the start board.
// An elite competes with elites whose paths have as many moves. A child continues the path of an
// elite by fresh random genes. No genes are inherited, so improvement is a randomised archive
// search. A window is a part of a plan. IDA* replaces it by another path between the same two
// boards.
//
// # Use of eaopt
//
// A phase is a GA of eaopt: it has the population, the random numbers, the model (Apply), the best
// chromosome so far, and the number of generations. eaopt makes its first population. The method
// evolve makes the generations, on the calling goroutine, because eaopt starts a goroutine for
// each. Improvement has no population that a generation replaces, so it does without eaopt. For
// eaopt, all islands are one population. The models, the selectors and the migration are those of
// models.go, because those of eaopt have faults:
//
//   - Its models rank some children by the fitness of a parent, and its generational model loses the best
//     individual. They make every individual anew: ModGenerational takes 3.1 µs and nine allocations for each
//     child of a population of 50, and 29 µs in a population of 1,000. The solver breeds into existing
//     storage, in 0.08 µs (BenchmarkBreeding). Decoding and scoring 25 genes takes about 0.5 µs.
//   - SelTournament copies the list of individuals for each parent, and returns index 0 for some winners.
//   - MigRing has no exchange between the last and the first island, and leaves islands unsorted.
//   - It evaluates one chromosome at a time. The model evaluates chromosomes in parallel before eaopt asks
//     for their fitness.
//
// # Complexity
//
// With heuristics that are sums over tiles and lines, a gene is decoded and scored in constant
// time. So a run takes O(evaluations · genes) time, and additional time for the states of windows.
// It takes O(population · genes + recorded boards) memory. In improvement with windows, each
// breeder has such a population. The archive, the tables and the populations together take up to 24
// MiB, or more on very large boards and with very large populations.
//
// # Speed
//
// About nine tenths of the time go into decoding and scoring (BenchmarkEngine). Phases and
// improvement share the decoding: scorer.score rates the boards on the way, and breeder.score
// offers them to the archive. There are two decoding loops. One is for heuristics that are sums
// over tiles and lines, by a heuristics.MoveTable. The other is the plain version, for all other
// heuristics; tests compare the first loop with it.
//
// Every evolution has its own stream of random numbers and its own share of the states that may
// be generated. So a run under a limit of states gives the same result on any number of cores.
//
// docs/genetic.md says where the ideas come from and what evolution adds. docs/notes/2026-11-genetic.md
// says what else was tried.
package ga
