// Package tune finds settings of a solver that do better than the default ones, and tests them on
// boards that were not used to find them.
//
// # Terms
//
// A configuration is a solver with values for all settings of a [Space]. The default configuration
// has the settings from which the tuning starts. A kind of boards is a size with a way of drawing.
// A block has one new board of each kind. An observation is a trial of a configuration on a board
// of a block. Its cost is what the [Objective] makes of the trial. A race compares configurations
// block by block. The elites are the best configurations at the end of a race.
//
// # Data flow
//
//	New: a bench.Experiment with the key tune -> Tuner                    tuner.go, space.go, limit.go
//	Tuner.Run: estimate the work of a trial, refuse too small a budget    budget.go
//	    find configurations by race, grid or random search               race.go, model.go
//	    final: compare the elites and the default on the same blocks
//	    path: from the default to the winner, one setting after another  outcome.go
//	    test: the winner and the default on the boards of the test
//	Outcome: the winner, the test, the path, the effects of settings     outcome.go, model.go, gridcells.go
//
// Run gets its trials through a function of type [Trials]. [InParts] runs them as parts of an
// experiment in a store. [Replay] finds them among stored records. Every decision depends only on
// the records, so both come to the same outcome, and an interrupted tuning goes on where it ended.
// Races do not depend on the budget, so a tuning with a larger budget needs the same trials first,
// and finds them in the store.
//
// # Worth
//
// On 18 planted problems, whose best settings are known, the regret of a configuration is how much
// more it costs than the best one. At 2,000 trials, over 100 seeds, winners of races have a mean
// regret of 0.007. Random search has 0.024 and a grid 0.071, with the numbers of blocks that suit
// them best. Where the settings matter little and trials are noisy, races have up to 0.7 times the
// regret of random search (TestPlanted with -whole).
//
// # Complexity
//
// Between races, fitting a model takes O(n·p² + p³) time for n configurations and a polynomial of p
// terms, at most about 500. All else takes time linear in the number of trials.
package tune
