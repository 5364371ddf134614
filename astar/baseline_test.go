package astar

import (
	"container/heap"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
	"npuzzle/search"
)

// baseline is the search that Solver is measured against, as a competent
// engineer writes it in an hour: A* with Manhattan distance on the 15-puzzle,
// with a Go map from packed board to best cost and container/heap for the open
// states. It returns the length of a shortest plan and the states expanded,
// generated and stored.
func baseline(start, goal puzzle.Board) (length int, expanded, generated, stored uint64) {
	var distance [16][16]uint8 // by tile and cell
	for tile, target := range goal.Positions() {
		for cell := 0; cell < len(distance) && tile != 0; cell++ {
			distance[tile][cell] = uint8(goal.Size().Distance(int(target), cell))
		}
	}
	estimate := uint8(0)
	for cell, tile := range start.Tiles() {
		estimate += distance[tile][cell]
	}
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	first := baselineState{
		board: packWord(start.Tiles()),
		h:     estimate,
		blank: uint8(start.Blank()),
	}
	best := map[uint64]uint8{first.board: 0}
	open := &baselineQueue{first}
	for {
		s := heap.Pop(open).(baselineState)
		if s.g > best[s.board] {
			continue // a cheaper path was found since
		}
		if s.h == 0 {
			return int(s.g), expanded, generated, uint64(len(best))
		}
		expanded++
		for _, step := range graph.Steps(s.blank) {
			generated++
			tile := s.board >> (4 * step.To) & 15
			next := baselineState{
				board: s.board ^ tile<<(4*step.To) ^ tile<<(4*s.blank),
				g:     s.g + 1,
				h:     s.h + distance[tile&15][s.blank&15] - distance[tile&15][step.To&15],
				blank: step.To,
			}
			if g, known := best[next.board]; !known || next.g < g {
				best[next.board] = next.g
				heap.Push(open, next)
			}
		}
	}
}

type baselineState struct {
	board       uint64
	g, h, blank uint8
}

// baselineQueue is a heap of states by f, then by g, the larger first.
type baselineQueue []baselineState

func (q baselineQueue) Len() int      { return len(q) }
func (q baselineQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q baselineQueue) Less(i, j int) bool {
	fi := q[i].g + q[i].h
	fj := q[j].g + q[j].h
	return fi < fj || fi == fj && q[i].g > q[j].g
}
func (q *baselineQueue) Push(x any) { *q = append(*q, x.(baselineState)) }
func (q *baselineQueue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

func TestBaseline(t *testing.T) {
	goal := goalOf(t, puzzle.BlankFirst, 4, 4)
	for _, number := range []int{12, 42} {
		k := korf.Fifteen()[number-1]
		length, expanded, generated, stored := baseline(k.Board, goal)
		require.Equal(t, int(k.Optimal), length)
		require.Less(t, expanded, stored)
		require.Less(t, stored, generated)
	}
}

// BenchmarkSolver solves number 1 of Korf's boards with the baseline and with
// Solver. The peak of the memory is that of the whole process, so it is only
// right for the first search of a process. The script .ci/ratios compares them.
func BenchmarkSolver(b *testing.B) {
	k := korf.Fifteen()[0]
	goal := goalOf(b, puzzle.BlankFirst, 4, 4)
	b.Run("baseline", func(b *testing.B) {
		for b.Loop() {
			length, _, _, _ := baseline(k.Board, goal)
			require.Equal(b, int(k.Optimal), length)
		}
		peak, _ := machine.HighWater()
		b.ReportMetric(float64(peak), "peak-bytes")
	})
	b.Run("manhattan", func(b *testing.B) {
		for b.Loop() {
			r := solve(b, &Solver{Heuristic: heuristics.Manhattan},
				search.Problem{Start: k.Board, Goal: goal})
			require.Equal(b, k.Optimal, r.Cost)
		}
		peak, _ := machine.HighWater()
		b.ReportMetric(float64(peak), "peak-bytes")
	})
}
