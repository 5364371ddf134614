package quality

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/heuristics"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Effort is the work of IDA* for solving the random boards of a survey with one heuristic.
// IDA* uses the default order of successors, and does not prune.
type Effort struct {
	Solved    int          `json:"solved"`           // number of boards solved
	Optimal   int          `json:"optimal"`          // number of boards solved with a plan of the known distance
	Generated bench.Figure `json:"generated"`        // mean number of generated states, over the solved boards
	Common    bench.Figure `json:"generated_common"` // the same mean over the boards solved with every heuristic
	Branching bench.Figure `json:"branching"`        // mean effective branching factor, over the solved boards

	generated []float64 // for each board, the number of generated states; NaN if the board was not solved
}

// effort solves the random boards with a heuristic. The means omit boards whose search
// reached the limit. So the means of two heuristics may be over different boards. Only the
// field Common can be compared. The function compareEfforts sets it.
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
	e.Generated = bench.Figure(analysis.Mean(slices.DeleteFunc(slices.Clone(e.generated), math.IsNaN)))
	e.Branching = bench.Figure(analysis.Mean(branching))
	return e, err
}

// branchingFactor returns the effective branching factor of a search that found a plan
// of the given length. This is the number b with
//
//	generated = b + b² + ... + b^length
//
// Source: S. Russell, P. Norvig, "Artificial Intelligence: a modern approach", section
// 3.6.1. The book also counts the start state, which adds 1 to both sides.
func branchingFactor(generated uint64, length int) float64 {
	states := func(b float64) float64 {
		sum := 0.0
		for range length {
			sum = (sum + 1) * b
		}
		return sum
	}
	low, high := 0.0, float64(generated) // b is in this interval for every length
	for range 100 {                      // more halvings than a float64 has bits
		if b := (low + high) / 2; states(b) < float64(generated) {
			low = b
		} else {
			high = b
		}
	}
	return high
}

// compareEfforts sets the field Common of all efforts. It uses the boards that were solved
// with every heuristic, and returns the number of these boards. It ignores heuristics with
// which no board was solved.
func compareEfforts(rows []Row) (common int) {
	var efforts []*Effort
	var sums []float64 // by board; NaN if a heuristic did not solve it
	for _, r := range rows {
		if r.Effort == nil || r.Effort.Solved == 0 {
			continue
		}
		if efforts = append(efforts, r.Effort); sums == nil {
			sums = make([]float64, len(r.Effort.generated))
		}
		floats.Add(sums, r.Effort.generated)
	}
	for _, e := range efforts {
		var generated []float64
		for board, n := range e.generated {
			if !math.IsNaN(sums[board]) {
				generated = append(generated, n)
			}
		}
		common, e.Common = len(generated), bench.Figure(analysis.Mean(generated))
	}
	return common
}
