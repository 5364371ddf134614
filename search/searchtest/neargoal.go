package searchtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// farthestWalk is the maximum number of random moves from the goal to a board near the goal.
	farthestWalk = 30

	// nearStates is the largest limit of generated states on boards near the goal.
	nearStates = 10_000
)

// nearSizes are sizes of all kinds of shapes, from the smallest to the largest.
var nearSizes = []puzzle.Size{
	{Rows: 1, Cols: 2}, {Rows: 1, Cols: 7}, {Rows: 16, Cols: 1},
	{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 5, Cols: 2}, {Rows: 3, Cols: 3},
	{Rows: 2, Cols: 8}, {Rows: 4, Cols: 4}, {Rows: 16, Cols: 2}, {Rows: 2, Cols: 16},
	{Rows: 4, Cols: 9}, {Rows: 7, Cols: 7}, {Rows: 5, Cols: 10}, {Rows: 8, Cols: 8},
	{Rows: 9, Cols: 9}, {Rows: 10, Cols: 10}, {Rows: 12, Cols: 12}, {Rows: 16, Cols: 3}, {Rows: 16, Cols: 16},
}

// nearLimits are the limits of the runs on boards near the goal. Every run has a limit of generated
// states, so it ends soon.
var nearLimits = []search.Limits{
	{Generated: nearStates}, {Generated: 1}, {Generated: 100}, {Generated: 1000},
	{Generated: nearStates, Bytes: 1},
	{Generated: nearStates, Bytes: leastBytes},
	{Generated: nearStates, Bytes: 8 * leastBytes},
}

// leastBytes is the smallest limit of memory that Bytes must not exceed. With less, a search may
// stop when it has counted what it needs to begin.
const leastBytes = 1 << 20

// nearCosts are the move costs of solvers that do not claim UnitCosts.
var nearCosts = []string{"1,1,1,1", "1,1,1,1", "1,16,2,1", "0.1,0.2,0.3,0.4", "1000,1,1,1000"}

// NearGoal tests that a solver follows the rules of the contract on boards of 0 to 30 random moves
// from the goal, on sizes from 1x2 to 16x16, under small limits. Run tests boards near the goal,
// too, but those of a Variant only in a long run. Of the Config, NearGoal needs New.
func NearGoal(t *testing.T, c Config) {
	newSuite(t, c, 29).nearGoal()
}

// nearGoal solves boards near the goal, a few of each size, or many if long tests are to run.
func (s suite) nearGoal() {
	boards := few(4)
	if slow.Asked() {
		boards = 200
	}
	for i := range boards * len(nearSizes) {
		size := nearSizes[i%len(nearSizes)]
		if s.NearCells > 0 && size.Cells() > s.NearCells {
			continue
		}
		goal := s.anyBoard(size)
		if name := s.rng.IntN(len(puzzle.GoalNames) + 1); name < len(puzzle.GoalNames) {
			goal = Goal(s.t, puzzle.GoalNames[name], size)
		}
		p := search.Problem{Start: puzzle.Walk(s.rng, goal, s.rng.IntN(farthestWalk+1)), Goal: goal}
		text := nearCosts[s.rng.IntN(len(nearCosts))] // drawn in any case, so that boards stay the same
		if !s.claims.UnitCosts {
			costs, err := puzzle.ParseCosts(text)
			require.NoError(s.t, err)
			p.Costs = costs
		}
		lim := nearLimits[s.rng.IntN(len(nearLimits))]
		r := s.solve(s.solver, p, lim)
		r.must(lim.Bytes < leastBytes || r.Bytes <= lim.Bytes, "Bytes never exceeds Limits.Bytes")
		r.must(r.Generated < lim.Generated+successors,
			"a run ends at the first expansion that reaches Limits.Generated")
	}
}
