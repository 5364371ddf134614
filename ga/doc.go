// Package ga solves sliding-tile puzzles with a genetic algorithm on eaopt. This is
// the algorithm; the code has the same functions:
//
//	solve():                                                    solver.go
//	    plan = reach(start); end if none was found, or if Improve is off
//	    improve: pool = {repair(plan)}                          improve.go
//	        until a limit or the Patience is reached, or the plan meets the lower bound:
//	            4 times breedPlan: head = the beginning of a plan of the pool, or nothing
//	                add repair(head + reach(end of head)) to the pool
//	            add the shortest path through all boards of the pool's plans; keep the shortest plans
//	    return the shortest plan found
//	reach(board):                                               stages.go
//	    runStage for each outer line of a large board, then for its core
//	runStage(objective, board):                                 phases.go
//	    until a plan reaches the objective, or the generations are used up:
//	        best = the fittest plan of runPhase
//	        advance: record the boards along the best plan, and start from its scored board;
//	            from the first board in restart mode, and after 30 phases without progress
//	runPhase:
//	    drawPopulations: random plans that start from the board
//	    until Generations are over, or Stagnation of them found nothing better: nextGeneration
//	        now and then, islands exchange chromosomes
//	nextGeneration:                                             island.go
//	    breed: cross and mutate winners of tournaments; or breedWinners, of random pairs
//	    evaluate: decode and score the children                 score.go
//	    survive: keep the elites and the children; or the winners of the pairs and the children
//	repair(plan):                                               repair.go
//	    remove loops
//	    with Windows, while windows still give shorter plans: replace a random part of the
//	        plan by a shortestPath that IDA* finds
//
// To solve a board, start from [Default] or [ReadPreset], change single settings with
// [Settings.Set] or by their fields, and run a [Solver]; see its Example.
//
// # Terms
//
// A plan is a list of moves. A chromosome is a plan as a list of genes, numbers in
// [0,1). Each gene is decoded on the board that the genes before it have led to: it
// names one of the legal moves there (decoding.go). So every chromosome is a legal
// plan, whatever crossover and mutation do.
//
// A generation replaces the chromosomes of a population by children of its fitter ones. The
// population may be divided into islands, which evolve on their own and exchange
// chromosomes. A phase is a series of generations that starts from one board with a new
// population. A stage is the phases that lead to one objective: a board, or the places of
// the tiles of one line. An evaluation is the decoding and scoring of one plan.
//
// The fitness of a plan weighs the estimate of one of its boards and the moves to that
// board; the smaller, the better (score.go). Boards that the best plan of a phase went
// through are on record, and no later plan of the stage is scored by one of them, so
// that a phase that starts in a local minimum has to leave it.
//
// # Speed
//
// Nearly all time goes into decoding and scoring. There is one decoding loop for each
// structure of heuristic: sums over tiles (sumscore.go), sums over tiles and lines
// (linescore.go), and any other (score.go). The last one is the plain version, with which
// the tests compare the others.
// A child that begins like a parent is decoded from the last checkpoint that both
// have in common (checkpoint.go).
//
// Every evolution has its own stream of random numbers and its own share of the
// evaluations. So a run under a limit of evaluations gives the same result on any
// number of cores.
//
// docs/genetic.md says where the ideas come from, and what each one is worth.
package ga
