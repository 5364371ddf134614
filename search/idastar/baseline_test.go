package idastar

import (
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
)

const cells = 16

// baseline is the search that Solver is measured against, as a competent
// engineer writes it in an hour: IDA* with Manhattan distance on the 15-puzzle,
// over an array of tiles, by make and undo, with one look-up table. It generates
// the same states as Solver with korfOrder.
type baseline struct {
	tiles     [cells]uint8
	steps     [cells][]uint8 // the cells next to each cell, in korfOrder
	distance  [cells][cells]int8
	generated uint64
}

// runBaseline returns the length of a shortest plan and the number of states
// generated.
func runBaseline(start, goal puzzle.Board) (length int, generated uint64) {
	var s baseline
	estimator, err := heuristics.Manhattan.For(goal, puzzle.Costs{})
	if err != nil {
		panic(err)
	}
	for tile, target := range goal.Positions() {
		for cell := 0; cell < cells && tile != 0; cell++ {
			s.distance[tile][cell] = int8(goal.Size().Distance(int(target), cell))
		}
	}
	graph := puzzle.NewGraph(goal.Size(), korfOrder)
	for cell := range uint8(cells) {
		for _, step := range graph.Steps(cell) {
			s.steps[cell] = append(s.steps[cell], step.To)
		}
	}
	copy(s.tiles[:], start.Tiles())
	h := int(estimator.Estimate(start.Tiles()))
	for length = h; h > 0 && !s.visit(uint8(start.Blank()), cells, length-1, h); length += 2 {
	}
	return length, s.generated
}

// visit searches below a state with the estimate h, in which the blank came from
// a cell and whose successors may cost at most left moves more.
func (s *baseline) visit(blank, from uint8, left, h int) bool {
	for _, to := range s.steps[blank] {
		if to == from {
			continue
		}
		s.generated++
		tile := s.tiles[to]
		after := h + int(s.distance[tile][blank]) - int(s.distance[tile][to])
		if after > left {
			continue
		}
		if after == 0 {
			return true
		}
		s.tiles[blank] = tile
		if s.visit(to, blank, left-1, after) {
			return true
		}
		s.tiles[to] = tile
	}
	return false
}

func TestBaseline(t *testing.T) {
	for _, b := range korfBoards(1e6) {
		length, generated := runBaseline(b.Board, korfProblem(t, b).Goal)
		require.Equal(t, int(b.Optimal), length)
		require.Equal(t, b.Nodes, generated)
	}
}

// BenchmarkSolver solves some of Korf's boards with the baseline and with
// Solver. With Manhattan distance and without pruning all generate the same
// states. The script .ci/ratios compares the rates.
func BenchmarkSolver(b *testing.B) {
	var boards []korf.Instance
	for _, number := range []int{1, 4, 5, 12, 42} {
		boards = append(boards, korf.Fifteen()[number-1])
	}
	measure := func(name string, solve func(k korf.Instance) (length int, generated uint64)) {
		b.Run(name, func(b *testing.B) {
			generated := uint64(0)
			for b.Loop() {
				for _, k := range boards {
					length, n := solve(k)
					require.Equal(b, int(k.Optimal), length)
					generated += n
				}
			}
			b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
	measure("baseline", func(k korf.Instance) (int, uint64) {
		return runBaseline(k.Board, korfProblem(b, k).Goal)
	})
	for name, solver := range map[string]Solver{
		"manhattan-1-worker":         {Heuristic: heuristics.Manhattan, Workers: 1},
		"manhattan-2-workers":        {Heuristic: heuristics.Manhattan, Workers: 2},
		"manhattan-pruned-1-worker":  {Heuristic: heuristics.Manhattan, Prune: true, Workers: 1},
		"manhattan-pruned-2-workers": {Heuristic: heuristics.Manhattan, Prune: true, Workers: 2},
		"linear-conflict-1-worker":   {Heuristic: heuristics.LinearConflict, Workers: 1},
		"linear-conflict-2-workers":  {Heuristic: heuristics.LinearConflict, Workers: 2},
	} {
		solver.Order = korfOrder
		measure(name, func(k korf.Instance) (int, uint64) {
			r := mustSolve(b, &solver, korfProblem(b, k))
			return len(r.Moves), r.Generated
		})
	}
}
