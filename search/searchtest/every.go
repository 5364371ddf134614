package searchtest

import (
	"context"
	"hash/fnv"
	"iter"
	"runtime"
	"sync"
	"testing"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// EveryBoard has an optimal solver solve boards of 3x3 to blank-last, one in
// stride of all 181,440, and tests the plans against the exact distances. It
// takes fewer in short tests, and under the race detector. Which ones depends
// on the test's name.
func EveryBoard(t *testing.T, stride int, newSolver func() search.Solver) {
	if RaceDetector {
		stride *= 1000
	} else if testing.Short() {
		stride *= 50
	}
	name := fnv.New32()
	_, _ = name.Write([]byte(t.Name()))
	skip := int(name.Sum32() % uint32(stride))
	g := Goal(t, puzzle.BlankLast, size3x3)
	next, stop := iter.Pull2(Distances(t, g, puzzle.Costs{}).All())
	defer stop()
	var taking sync.Mutex
	solved := 0
	// take draws the next board for a worker: the first after skip others, then every
	// stride-th one.
	take := func() (start puzzle.Board, length puzzle.Cost, ok bool) {
		taking.Lock()
		defer taking.Unlock()
		tiles, length, ok := next()
		for ; ok && skip > 0; skip-- {
			tiles, length, ok = next()
		}
		if skip = stride - 1; ok {
			start = FromTiles(t, size3x3, tiles)
			solved++
		}
		return start, length, ok
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			s := newSolver()
			for start, length, ok := take(); ok && !t.Failed(); start, length, ok = take() {
				r, err := s.Solve(context.Background(), search.Problem{Start: start, Goal: g}, search.Limits{})
				if err != nil || r.Status != search.Solved || !r.Optimal || r.Cost != length {
					t.Errorf("%v, %d moves from the goal: error %v, %+v", start, length, err, r)
				}
				if end, err := start.Replay(r.Moves); err != nil || end != g || len(r.Moves) != int(length) {
					t.Errorf("%v: the plan %v leads to %v, %v", start, r.Moves, end, err)
				}
			}
		})
	}
	workers.Wait()
	if all := 181440; !t.Failed() && solved < all/stride {
		t.Errorf("%d boards solved, expected one in %d of %d", solved, stride, all)
	}
}
