package learn

import (
	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/internal/parameters"
	"npuzzle/search/beam"
)

// Problem is a set of parameters of beam search that can be evolved.
type Problem[P any] struct {
	Set     *parameters.Set[P]
	Shipped func() P // parameters that come with the program

	// solver returns a beam search with some parameters.
	solver func(p P) *beam.Solver
}

// Lines are the parameters of searches by lines.
var Lines = &Problem[beam.LineParameters]{
	Set:     beam.LineSet,
	Shipped: beam.ShippedLines,
	solver: func(p beam.LineParameters) *beam.Solver {
		return &beam.Solver{Heuristic: pairs.Heuristic{}, Lines: &p}
	},
}

// Convex are the parameters of the score convex, which orders boards without a pair table.
var Convex = &Problem[heuristics.ConvexParameters]{
	Set:     heuristics.ConvexSet,
	Shipped: heuristics.ShippedConvex,
	solver: func(p heuristics.ConvexParameters) *beam.Solver {
		return &beam.Solver{Heuristic: heuristics.ConvexOf(p)}
	},
}
