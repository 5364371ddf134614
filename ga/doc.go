// Package ga solves sliding-tile puzzles with a genetic algorithm on eaopt. This is
// the algorithm; the code has the same functions:
//
//	solve():                                                    solver.go
//	    plan = reach(start); end if none was found, or if Improve is off
//	    improve: archive = the boards along the plan            improve.go
//	        until a limit or the Patience is reached, or the plan meets the lower bound,
//	        eaopt has each breeder make a generation:
//	            64 times breed: child = plan of an elite + random genes     archive.go
//	                score(elite, genes): stop where the child cannot become a shorter plan
//	            with Windows: repair a plan, complete elites    repair.go
//	        then endGeneration: the archive takes the children's boards, in the niche of each
//	            number of moves those with the smallest estimates
//	    return the shortest plan found
//	reach(board):                                               stages.go
//	    runStage for each outer line of a large board, then for its core
//	runStage(objective, board):                                 phases.go
//	    until a plan reaches the objective, or the generations are used up:
//	        best = the fittest plan of runPhase
//	        advance: record the boards along the best plan, and start from its scored board;
//	            from the first board in restart mode, and after 30 phases without progress
//	runPhase:
//	    drawPopulation: random plans that start from the board
//	    until Generations are over, or Stagnation of them found nothing better, eaopt makes a
//	    generation:                                             population.go
//	        breed: the fitter of each random pair stays; children of the winners, by crossover
//	            and mutation, replace the others
//	        evaluate: score(origin, genes) of each child        score.go
//
// To solve a board, start from [Default] or [Preset], change single settings with
// [Settings.Set] or by their fields, and run a [Solver]; see its Example.
//
// # Terms
//
// A plan is a list of moves, whether it reaches the goal or not. (docs/genetic.md calls it a path
// where it need not.) A chromosome is a plan as a list of genes, numbers in [0,1). Each gene is
// decoded on the board that the genes before it have led to: it names one of the legal moves there
// (decoding.go). So every chromosome is a legal plan, whatever crossover and mutation do.
//
// A generation keeps the winners of random pairs and replaces the others by children of these
// winners. A phase is a series of generations that starts from one board with a new population.
// A stage is the phases that lead to one objective: a board, or the places of the tiles of one
// line. An evaluation is the decoding and scoring of one plan.
//
// The archive is the population of improvement. Its elites are boards, each with a plan from
// the start. They compete with boards that plans of the same number of moves lead to. A window
// is a search by IDA* for a part of a plan.
//
// The fitness of a plan weighs the estimate of one of its boards and the moves to that
// board; the smaller, the better (score.go). Boards that the best plan of a phase went
// through are on record, and no later plan of the stage is scored by one of them, so
// that a phase that starts in a local minimum has to leave it.
//
// # Use of eaopt
//
// eaopt drives the generations of phases and of improvement: it makes the first population,
// applies the model (Apply), keeps the best chromosome, and calls back after each generation
// and before the next. These parts of it are not used:
//
//   - Its models. They rank the second child of a couple by its parent's fitness and lose the
//     best. They also make every individual anew: ModGenerational takes 3.1 µs and nine
//     allocations for each child of a population of 50, and 29 µs in a population of 1,000.
//     The solver breeds into storage that exists, in 0.08 µs (BenchmarkBreeding). Decoding and
//     scoring 25 genes takes about 0.5 µs.
//   - Its selectors and Genome.Crossover. In the study every chromosome competes once in a
//     generation, and a couple has one child, so breed pairs the members itself.
//   - Its evaluation, which handles one chromosome at a time. The model evaluates in parallel,
//     and eaopt finds every chromosome evaluated.
//
// # Speed
//
// About nine tenths of the time go into decoding and scoring (BenchmarkEngine). Phases and
// improvement share the decoding: scorer.score rates the boards on the way, and breeder.score
// offers them to the archive. There are two decoding loops, by the
// structure of the heuristic: one for sums over tiles and lines, by a heuristics.MoveTable, and
// one for any other. The latter is the plain version, with which the tests compare the former.
//
// Every evolution has its own stream of random numbers and its own share of the states that may
// be generated. So a run under such a limit gives the same result on any number of cores.
//
// docs/genetic.md says where the ideas come from, and what each one is worth.
package ga
