// Package ga solves sliding-tile puzzles with a genetic algorithm on eaopt. This is the
// algorithm, by the names of its functions:
//
//	solve: plan = reach(start); with Improve, improve(plan) or reach(start) again   solver.go
//	reach(board): evolveTo the goal; on a large board, evolveTo each subgoal in turn   subgoals.go
//	evolveTo(objective, board):                                            phases.go
//	    until a path reaches the objective, or the generations are used up:
//	        runPhase: drawPopulations of random chromosomes; minimize their fitness
//	        advance to the scored board of the fittest chromosome; record the boards on its path
//	minimize(ga): until Stagnation, in each generation                     minimize.go
//	    every Migration generations, Migrator.Apply                        migration.go
//	    Model.Apply: children replace individuals            models.go, selectors.go, breeding.go, crossover.go
//	    evaluate each child: decode and score its genes                    evaluate.go, score.go
//	    sort by fitness
//	improve(plan): archive.Search.Improve                                  improve.go, search/archive
//	    with Windows, reach finds new plans for the archive search to repair
//
// To solve a board, start from [Default] or [Preset], change single fields of the settings, and run
// a [Solver]; see its Example.
//
// # Terms
//
// A path is a list of legal moves, which need not lead to the goal. A plan is a path from the start
// board to the goal. A chromosome is a list of genes, which are numbers in [0,1). Each gene is
// decoded on the board that the genes before it have led to, and selects one of the legal moves
// there (package search/decode). So every chromosome stands for a legal path, whatever crossover and mutation
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
// Improvement by the archive is not evolution, because no genes are inherited. It is a randomised
// search of its own (package search/archive).
//
// # Use of eaopt
//
// A [Chromosome] is an eaopt.Genome: it evaluates, mutates, crosses and clones itself. Each phase
// is an eaopt.GA. Its populations are the islands. It has a model, a migrator, a hall of fame of
// one place, a callback, which reports the generation, and an early stop, which is stagnation.
// eaopt sorts the individuals and selects by elitism.
//
// The models, the other selectors and the ring of islands stand beside those of eaopt, because
// those have faults. The parts of this package work on any genome: see the Example of [ModPairs].
//
//   - The models of eaopt leave the fitness of a parent with some children. They make every
//     individual anew: eaopt.ModGenerational takes 1.1 µs and nine allocations for each child of a
//     population of 50, and 12 µs in a population of 1,000. A [Breeder] takes over genes in the
//     storage of an individual that did not survive, in 0.06 µs (BenchmarkBreeding). Decoding and
//     scoring 25 genes takes 0.2 µs, or 0.4 µs if genes select ranks (BenchmarkEngine).
//   - eaopt.SelTournament copies the list of individuals for each parent, and returns index 0 for
//     some winners. eaopt.SelRoulette can return an index behind the last individual.
//   - eaopt.MigRing has no exchange between the last island and the first, and leaves islands unsorted.
//   - GA.Minimize starts a goroutine for each island in each generation. That takes 59 % more
//     processor time than the loop of minimize.go with the preset study on 4x4, if the calling
//     goroutine is locked to its thread, as in the laboratory, and 27 % more if it is not
//     (BenchmarkMinimize). The loop gives the same generations (TestMinimizeIsThatOfEaopt).
//
// Chromosomes are evaluated in parallel, and in order: see evolution.evaluate.
//
// # Limits
//
// A limit of states or evaluations is kept exactly. Before a chromosome is evaluated, the budget
// must suffice for all its genes. Otherwise the evolution ends. So the result is the same on any
// number of cores.
//
// # Complexity
//
// With heuristics that are sums over tiles and lines, a gene is decoded and scored in constant
// time. So a run takes O(evaluations · genes) time, and additional time for the states of windows.
// It takes O(population · genes + recorded boards) memory. In improvement with windows, each
// improver has such a population. The archive, the tables and the populations together take up to 24
// MiB, or more on very large boards and with very large populations.
//
// # Speed
//
// About nine tenths of the time go into decoding and scoring (BenchmarkEngine). Phases and
// improvement share the decoding: scorer.score rates the boards on the way, and the archive search
// offers them to the archive.
//
// Every evolution has its own stream of random numbers and its own share of the states that may
// be generated. So a run under a limit of states gives the same result on any number of cores.
//
// docs/genetic.md says where the ideas come from and what evolution adds. docs/notes/2026-11-genetic.md
// says what else was tried.
package ga
