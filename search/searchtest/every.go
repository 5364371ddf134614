package searchtest

import (
	"context"
	"flag"
	"hash/fnv"
	"runtime"
	"sync"
	"testing"

	"npuzzle/puzzle"
	"npuzzle/search"
)

var everyBoard = flag.Bool("every", false, "solve every one of the 181,440 boards of 3x3, not only a sample")

// EveryBoard has an optimal solver solve the 181,440 boards of 3x3 to
// blank-last, and tests the plans against the exact distances. All boards take
// a minute or two of processor time, so it takes one in stride of them, which
// depend on the test's name, and under the race detector one in 20·stride;
// with the flag -every it takes all.
func EveryBoard(t *testing.T, stride int, newSolver func() search.Solver) {
	if RaceDetector {
		stride *= 20
	}
	if *everyBoard {
		stride = 1
	}
	type sample struct {
		start  puzzle.Board
		length puzzle.Cost
	}
	name := fnv.New32()
	_, _ = name.Write([]byte(t.Name()))
	next := int(name.Sum32() % uint32(stride))
	g := goal(t, puzzle.BlankLast, size3x3)
	var boards []sample
	for tiles, length := range Distances(t, g, puzzle.Costs{}).All() {
		if next == 0 {
			boards = append(boards, sample{fromTiles(t, size3x3, tiles), length})
			next = stride
		}
		next--
	}
	workers := runtime.GOMAXPROCS(0)
	var done sync.WaitGroup
	for first := range workers {
		done.Go(func() {
			s := newSolver()
			for i := first; i < len(boards) && !t.Failed(); i += workers {
				b := boards[i]
				r, err := s.Solve(context.Background(), search.Problem{Start: b.start, Goal: g}, search.Limits{})
				if err != nil || r.Status != search.Solved || !r.Optimal || r.Cost != b.length {
					t.Errorf("%v, %d moves from the goal: error %v, %+v", b.start, b.length, err, r)
				}
				if end, err := b.start.Replay(r.Moves); err != nil || end != g || len(r.Moves) != int(b.length) {
					t.Errorf("%v: the plan %v leads to %v, %v", b.start, r.Moves, end, err)
				}
			}
		})
	}
	done.Wait()
}
