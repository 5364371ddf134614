package quality

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Effort is what IDA* takes to solve the random boards of a survey with a heuristic,
// with successors in the default order and without pruning.
type Effort struct {
	Solved    int          `json:"solved"`           // puzzles
	Optimal   int          `json:"optimal"`          // of those with a known distance, solved with a shortest plan
	Generated bench.Figure `json:"generated"`        // mean over those solved
	Common    bench.Figure `json:"generated_common"` // mean over those solved with every heuristic
	Branching bench.Figure `json:"branching"`        // mean effective branching factor of those solved

	generated []float64 // by puzzle; NaN if it was not solved
}

// effort solves the random boards. Boards that reach the limit count for no mean. The
// means of two heuristics can therefore be of different boards, and only Common, which
// compareEfforts fills in, can be compared.
func (r *run) effort(ctx context.Context, h heuristics.Heuristic) (*Effort, error) {
	settings := solvers.Default("idastar")
	settings.Heuristic = h
	e := &Effort{Common: bench.Unknown}
	var branching []float64
	err := r.solve(ctx, settings, r.NodeLimit, func(t bench.Trial) {
		if t.Result.Status != search.Solved {
			e.generated = append(e.generated, math.NaN())
			return
		}
		length := len(t.Result.Moves)
		e.Solved++
		if r.boards.random[t.Puzzle.Number-1] == length {
			e.Optimal++
		}
		e.generated = append(e.generated, float64(t.Result.Generated))
		if length > 0 {
			branching = append(branching, branchingFactor(t.Result.Generated, length))
		}
	})
	e.Generated = bench.Figure(stat.Mean(slices.DeleteFunc(slices.Clone(e.generated), math.IsNaN), nil)) // NaN of none
	e.Branching = bench.Figure(stat.Mean(branching, nil))
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

// compareEfforts fills in the means over the puzzles that were solved with every
// heuristic that solved any, and returns how many those puzzles are.
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
	common := 0
	sums := make([]float64, len(efforts))
	for puzzle := range efforts[0].generated {
		if slices.ContainsFunc(efforts, func(e *Effort) bool { return math.IsNaN(e.generated[puzzle]) }) {
			continue
		}
		common++
		for i, e := range efforts {
			sums[i] += e.generated[puzzle]
		}
	}
	for i, e := range efforts {
		e.Common = bench.Figure(sums[i] / float64(common)) // NaN of none
	}
	return common
}
