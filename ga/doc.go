// Package ga solves sliding-tile puzzles with a genetic algorithm on eaopt. This is
// the algorithm; the code has the same functions:
//
//	solve(start, goal):                                         solver.go
//	    pool = {repair(reach(start, goal))}
//	    until the limits or the patience are used up:           improve.go
//	        4 times: head = a random part of a plan of the pool from its start, or nothing
//	            add repair(head + reach(end of head, goal)) to the pool
//	        add a shortest path through all boards of these plans to the pool
//	    return the shortest plan of the pool
//	reach(board, goal):                                         stages.go
//	    stage by stage: solve each outer line of a large board, then its core
//	runStage(board, objective):                                 phases.go
//	    until a plan reaches the objective, phase by phase:
//	        draw a population of random plans that start from the board
//	        until the best plan stagnates:                      island.go
//	            cross and mutate winners of tournaments; keep the elites
//	        record the boards along the best plan; the phase after starts from its end
//	repair(plan):                                               repair.go
//	    cut loops; replace random windows of the plan by shorter paths that IDA* finds
//
// # Terms
//
// A plan is a list of moves. A chromosome is a plan as a list of genes, numbers in
// [0,1). Each gene is decoded on the board that the genes before it have led to: it
// names one of the legal moves there (decoding.go). So every chromosome is a legal
// plan, whatever crossover and mutation do.
//
// An objective is what a stage is to reach: a board, or the places of the tiles of
// one line. The fitness of a plan weighs the estimate of one of its boards and the
// moves to that board; the smaller, the better (score.go). Boards that a phase went
// through are on record, and no later plan of the stage is scored by one of them, so
// that a phase that starts in a local minimum has to leave it.
//
// # Speed
//
// Nearly all time goes into decoding and scoring. There is one decoding loop for each
// structure of heuristic: sums over tiles (sumscore.go), sums over tiles and lines
// (linescore.go), and any other (score.go), which the tests compare with the others.
// A child that begins like a parent is decoded from the last checkpoint that both
// have in common (checkpoint.go).
//
// Every evolution has its own stream of random numbers and its own share of the
// evaluations. So a run under a limit of evaluations gives the same result on any
// number of cores.
//
// docs/genetic.md says where the ideas come from, and what each one is worth.
package ga
