package searchtest

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// EveryBoard has optimal solvers solve boards of 3x3 to blank-last, one in
// stride of all 181,440, and tests the plans against the exact distances. It
// takes fewer in short tests, and under the race detector.
func EveryBoard(t *testing.T, stride int, newSolver func() search.Solver) {
	if RaceDetector {
		stride *= 1000
	} else if testing.Short() {
		stride *= 50
	}
	// Searches this short spend an eighth of their time on the collection of garbage.
	defer debug.SetGCPercent(debug.SetGCPercent(1000))
	goal := Goal(t, puzzle.BlankLast, size3x3)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	boards := 0
	for tiles, length := range Distances(t, goal, puzzle.Costs{}).All() {
		if boards++; boards%stride == 0 {
			start := FromTiles(t, size3x3, tiles)
			group.Go(func() error { return solveOptimally(newSolver(), start, goal, length) })
		}
	}
	require.NoError(t, group.Wait())
	require.Equal(t, 181440, boards)
}

// solveOptimally returns an error if a solver does not find a plan of a length and prove it
// optimal.
func solveOptimally(s search.Solver, start, goal puzzle.Board, length puzzle.Cost) error {
	r, err := s.Solve(context.Background(), search.Problem{Start: start, Goal: goal}, search.Limits{})
	if err != nil || r.Status != search.Solved || !r.Optimal || r.Cost != length {
		return fmt.Errorf("broken rule: every board is solved by a shortest plan that is proven optimal\n"+
			"board: %v, %d moves from the goal\nerror: %v\nresult: %s", start, length, err, brief(r))
	}
	if end, err := start.Replay(r.Moves); err != nil || end != goal || len(r.Moves) != int(length) {
		return fmt.Errorf("broken rule: a plan leads from the start to the goal\nboard: %v\nresult: %s",
			start, brief(r))
	}
	return nil
}
