// Package ga solves sliding-tile puzzles with a genetic algorithm on eaopt. This is the
// algorithm, by the names of its functions:
//
//	solve: plan = reach(start); with Improve, improve(plan)                solver.go
//	reach(board): runStage for each outer line of a large board, then the core   stages.go
//	runStage(objective, board):                                            phases.go
//	    until a plan reaches the objective, or the generations are used up:
//	        runPhase: drawPopulation of random plans; until Stagnation, in each generation
//	            breed: the fitter of each random pair stays; children replace the others
//	            evaluate: score(origin, genes) of each child               population.go, score.go
//	        advance to the scored board of the fittest plan; record the boards on the way
//	improve(plan):                                                         improve.go
//	    archive = the boards along the plan
//	    until a limit, the Patience or the lower bound is reached, in each generation
//	        each breeder breeds 64 children: score(elite, random genes)           archive.go
//	        with Windows, each breeder repairs a plan and completes elites       repair.go
//	        endGeneration: the archive takes the children's boards of the smallest estimates
//
// To solve a board, start from [Default] or [Preset], change single settings with
// [Settings.Set] or by their fields, and run a [Solver]; see its Example.
//
// # Terms
//
// A plan is a list of moves. In this package a plan need not reach the goal; docs/genetic.md calls
// such a list a path. A chromosome is a plan as a list of genes, which are numbers in [0,1). Each
// gene is decoded on the board that the genes before it have led to, and names one of the legal
// moves there (decoding.go). So every chromosome is a legal plan, whatever crossover and mutation
// do.
//
// A generation keeps the winners of random pairs and replaces the other chromosomes by children
// of these winners. A phase is a series of generations. It starts from one board, with a new
// population. A stage is a series of phases that lead to one objective. The objective is the goal,
// or the places of the tiles of one line. An evaluation is the decoding and scoring of one plan.
//
// The fitness of a plan is a weighted sum: the estimate of one of its boards, the scored board,
// and the number of moves to that board (score.go). A smaller fitness is better. The boards along
// the best plan of each phase are recorded. No later plan of the stage is scored at a recorded
// board, so a phase that starts in a local minimum has to leave it.
//
// Improvement evolves an archive of boards, the elites, each with a plan from the start. Elites
// compete with elites that are as many moves from the start. A window is a part of a plan. IDA*
// replaces it by another path between the same two boards.
//
// # Use of eaopt
//
// eaopt drives the generations of phases and of improvement: it makes the first population, applies
// the model (Apply), keeps the best chromosome, and calls back after each generation and before the
// next. These parts of eaopt are not used:
//
//   - Its models. They rank the second child of a couple by its parent's fitness and lose the best
//     individual. They also make every individual anew: ModGenerational takes 3.1 µs and nine
//     allocations for each child of a population of 50, and 29 µs in a population of 1,000. The
//     solver breeds into storage that exists, in 0.08 µs (BenchmarkBreeding). Decoding and scoring
//     25 genes takes about 0.5 µs.
//   - Its selectors and Genome.Crossover. In ga-vs-astar every chromosome competes once in a
//     generation, and a couple has one child, so breed pairs the members itself.
//   - Its evaluation, which handles one chromosome at a time. The model evaluates in parallel,
//     and eaopt finds every chromosome evaluated.
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
// docs/genetic.md says where the ideas come from, and what each one is worth.
package ga
