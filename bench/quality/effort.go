package quality

import (
	"context"
	"math"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Effort is what IDA* takes with a heuristic to solve the puzzles of a survey,
// successors in the default order, without pruning.
type Effort struct {
	Solved    int          `json:"solved"`    // puzzles
	Optimal   int          `json:"optimal"`   // of those whose distance is known, solved with a shortest plan
	Generated bench.Figure `json:"generated"` // mean of those solved
	Common    bench.Figure `json:"generated_common"`
	Branching bench.Figure `json:"branching"` // mean effective branching factor of those solved

	generated []uint64 // by puzzle
	solved    []bool   // by puzzle
}

// effort solves the puzzles.
func (s Survey) effort(ctx context.Context, h heuristics.Heuristic, boards *space, steps *steps) (*Effort, error) {
	settings := solvers.Default("idastar")
	settings.Heuristic = h
	e := &Effort{Common: bench.Figure(math.NaN())}
	var generated, branching float64
	moved := 0 // puzzles solved in at least one move
	err := s.solve(ctx, settings, s.NodeLimit, boards.puzzles, steps, func(t bench.Trial) {
		solved := t.Result.Status == search.Solved
		e.solved, e.generated = append(e.solved, solved), append(e.generated, t.Result.Generated)
		if !solved {
			return
		}
		if boards.distanceOf(len(e.solved)-1) == len(t.Result.Moves) {
			e.Optimal++
		}
		e.Solved++
		generated += float64(t.Result.Generated)
		if len(t.Result.Moves) > 0 {
			moved++
			branching += branchingFactor(t.Result.Generated, len(t.Result.Moves))
		}
	})
	e.Generated = bench.Figure(generated / float64(e.Solved)) // NaN of none
	e.Branching = bench.Figure(branching / float64(moved))
	return e, err
}

// branchingFactor returns the effective branching factor of a search that
// generated a number of states to find a plan: the b with
//
//	generated = b + b² + ... + b^length
//
// (S. Russell, P. Norvig, "Artificial Intelligence: a modern approach", section
// 3.6.1, where the start is counted on both sides).
func branchingFactor(generated uint64, length int) float64 {
	states := func(b float64) float64 {
		sum := 0.0
		for range length {
			sum = (sum + 1) * b
		}
		return sum
	}
	low, high := 0.0, float64(generated) // between which it lies, whatever the length
	for range 100 {                      // more halvings than a float64 has bits
		if b := (low + high) / 2; states(b) < float64(generated) {
			low = b
		} else {
			high = b
		}
	}
	return high
}

// compareEfforts fills in the means over the puzzles that were solved with
// every heuristic that solved any, and returns how many those are.
func compareEfforts(rows []Row) int {
	var efforts []*Effort
	for _, r := range rows {
		if r.Effort != nil && r.Effort.Solved > 0 {
			efforts = append(efforts, r.Effort)
		}
	}
	if len(efforts) == 0 {
		return 0
	}
	common, sums := 0, make([]float64, len(efforts))
	for puzzle := range efforts[0].solved {
		all := true
		for _, e := range efforts {
			all = all && e.solved[puzzle]
		}
		if all {
			common++
			for i, e := range efforts {
				sums[i] += float64(e.generated[puzzle])
			}
		}
	}
	for i, e := range efforts {
		e.Common = bench.Figure(sums[i] / float64(common)) // NaN of none
	}
	return common
}
