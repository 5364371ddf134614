package beam

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

func envf(name string, def float64) float64 {
	if v, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return v
	}
	return def
}

func TestProto(t *testing.T) {
	if os.Getenv("SIZE") == "" {
		t.Skip()
	}
	size, _ := puzzle.ParseSize(os.Getenv("SIZE"))
	goal, _ := puzzle.Goal(puzzle.BlankLast, size)
	boards := int(envf("BOARDS", 10))
	var h heuristics.Heuristic = heuristics.Convex
	width := int(envf("WIDTH", 1024))
	sum, solved := 0, 0
	var gen uint64
	began := time.Now()
	for i := range boards {
		start := puzzle.Uniform(puzzle.NewRand(uint64(envf("SEED", 77)), uint64(i)), goal)
		s := &Solver{Heuristic: h, Width: width, Workers: int(envf("WORKERS", 1)), Seed: 1}
		r, err := s.Solve(t.Context(), search.Problem{Start: start, Goal: goal}, search.Limits{Generated: uint64(1e6 * envf("MGEN", 0))})
		if err != nil {
			t.Fatal(err)
		}
		gen += r.Generated
		if os.Getenv("V") != "" {
			fmt.Println(r.Status, r.Generated, r.Bytes>>20, r.LowerBound, r.Found)
		}
		if r.Status != search.Solved {
			fmt.Println("  none", i)
			continue
		}
		sum += len(r.Moves)
		solved++
	}
	el := time.Since(began).Seconds()
	fmt.Printf("%v w=%d solved %d/%d mean %.2f  gen %.2fM/board %.2fs/board %.1fM/s\n", size, width, solved, boards, float64(sum)/float64(max(solved, 1)), float64(gen)/1e6/float64(boards), el/float64(boards), float64(gen)/1e6/el)
}
