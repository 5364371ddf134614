// Package learn trains the scores of beam search.
//
// # Pair tables
//
// [Train] trains a pair table (package heuristics/pairs) by the layers of beam searches.
//
// Beam search needs a score that keeps the boards of a good plan in the beam. So training compares
// the board of each layer that is on the plan with other boards of the layer: the score of another
// board is to be above that of the plan's board by a margin. Xu, Fern and Yoon (Learning Linear
// Ranking Functions for Beam Search with Application to Planning, JMLR 10, 2009) learn from beam
// search in a similar way.
//
// Training goes in rounds. In each round, beam search with the current table solves new random
// boards. Each plan gives contests: its board of a layer, and a random board of the layer. Where
// the margin is missed, stochastic gradient descent divides the missing part among the pairs of
// both boards, and corrects a fraction of it. The width grows from round to round, so the plans
// become better than those of the table that found them. The score is the sum of the values and a
// fixed part, which is heuristics.PlainConvex in units of 1/16 of a move. After the last round, the
// values are fitted once more, from those at the beginning, to the newest contests, with a step
// that becomes small.
//
// The values at the beginning are those of a smaller board's table, enlarged (pairs.Table.Enlarge),
// or 0.
//
// The same seed and number of boards give the same table on any number of cores.
//
// # Parameters
//
// A [Problem] is a set of parameters that can be evolved, and the searches that they steer. There
// are two. [Lines] are the parameters by which beam search solves large boards line by line
// (beam.LineParameters). [Convex] are those of the score that orders boards without a pair table
// (heuristics.ConvexParameters).
//
// A [Training] evolves the parameters of a problem by eaopt. A genome is a vector of numbers, and 0
// stands for the parameter that was chosen by hand. The model is an evolution strategy: all vectors
// of a generation are mutants of a centre. The centre moves to the better ones and away from the
// worse ones.
//
// The fitness of a vector is the mean logarithm of the lengths of plans, minus that with the
// parameters that were chosen by hand. A board that is stuck has a penalty, and a board without a
// plan counts as a long plan. All vectors of a generation solve the same boards, and each generation
// has new ones. So no vector is kept because its boards happened to suit it: the result is a mean of
// the centres and not the best vector.
//
// Random search with as many searches is the control. It draws vectors around the parameters that
// were chosen by hand, keeps the best one, and evaluates it again in each generation.
//
// The same seed gives the same parameters on any number of cores.
package learn
