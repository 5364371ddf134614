package astar

import (
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
)

// effort is what a search took.
type effort struct {
	wall, processor time.Duration
	expanded, bytes uint64
}

// BenchmarkWorkers compares two workers with one. Each search runs with one worker and then with
// two, so that both have the machine in the same state. The metrics are geometric means over the
// boards: the ratios of times, of expansions per second, of expansions, bytes and processor time.
// With a weight, the number of expansions is a matter of luck, so the second ratio tells more.
func BenchmarkWorkers(b *testing.B) {
	wide := goalOf(b, puzzle.BlankLast, 5, 5)
	var first, random []search.Problem
	for _, k := range korf.Fifteen()[:5] {
		goal := goalOf(b, puzzle.BlankFirst, 4, 4)
		first = append(first, search.Problem{Start: k.Board, Goal: goal})
	}
	for seed := range uint64(3) {
		start := puzzle.Uniform(puzzle.NewRand(seed, 0), wide)
		random = append(random, search.Problem{Start: start, Goal: wide})
	}
	for _, c := range []struct {
		name     string
		solver   Solver
		problems []search.Problem
	}{
		{"korf-manhattan", Solver{Heuristic: heuristics.Manhattan}, first},
		{"korf-linear-conflict", Solver{Heuristic: heuristics.LinearConflict}, first},
		{"5x5-linear-conflict-1.5", Solver{Heuristic: heuristics.LinearConflict, Weight: 1.5},
			random},
		{"5x5-linear-conflict-2", Solver{Heuristic: heuristics.LinearConflict, Weight: 2}, random},
	} {
		b.Run(c.name, func(b *testing.B) {
			runs := 0
			var speedup, rate, processor, expanded, bytes float64 // sums of logarithms
			for b.Loop() {
				for _, p := range c.problems {
					one := effortOf(b, c.solver, 1, p)
					two := effortOf(b, c.solver, 2, p)
					speedup += math.Log(one.wall.Seconds() / two.wall.Seconds())
					processor += math.Log(two.processor.Seconds() / one.processor.Seconds())
					expanded += math.Log(float64(two.expanded) / float64(one.expanded))
					rate += math.Log(one.wall.Seconds() / two.wall.Seconds())
					rate += math.Log(float64(two.expanded) / float64(one.expanded))
					bytes += math.Log(float64(two.bytes) / float64(one.bytes))
					runs++
				}
			}
			b.ReportMetric(math.Exp(speedup/float64(runs)), "speedup")
			b.ReportMetric(math.Exp(rate/float64(runs)), "expanded/s-ratio")
			b.ReportMetric(math.Exp(processor/float64(runs)), "processor-ratio")
			b.ReportMetric(math.Exp(expanded/float64(runs)), "expanded-ratio")
			b.ReportMetric(math.Exp(bytes/float64(runs)), "bytes-ratio")
		})
	}
}

// workersLimit is the maximum number of states that a search of BenchmarkWorkers generates. It ends
// some searches with a weight of 1.5.
const workersLimit = 30_000_000

// effortOf searches with a number of workers.
func effortOf(b *testing.B, s Solver, workers int, p search.Problem) effort {
	b.Helper()
	runtime.GC()
	s.Workers = workers
	meter := &search.Meter{}
	meter.Enter()
	defer meter.Leave()
	begun := time.Now()
	r, err := s.Solve(search.WithMeter(b.Context(), meter), p,
		search.Limits{Generated: workersLimit})
	require.NoError(b, err)
	return effort{
		wall:      time.Since(begun),
		processor: meter.Used(),
		expanded:  r.Expanded,
		bytes:     r.Bytes,
	}
}
