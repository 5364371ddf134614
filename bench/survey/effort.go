package survey

import (
	"context"
	"math"
	"slices"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Effort is the work of IDA* for solving the random boards of a survey with one heuristic.
// IDA* uses the default order of successors, and does not prune.
type Effort struct {
	Solved  int `json:"solved"`  // number of boards solved
	Optimal int `json:"optimal"` // number of boards solved with a plan of the known distance

	// Generated is the mean number of generated states, over the solved boards. Common is the same
	// mean over the boards solved with every heuristic. Branching is the mean effective branching
	// factor, over the solved boards.
	Generated bench.Figure `json:"generated"`
	Common    bench.Figure `json:"generated_common"`
	Branching bench.Figure `json:"branching"`

	// generated has the number of generated states for each board. It is NaN if the board was not
	// solved.
	generated []float64
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
	e.Generated = bench.Figure(stats.Mean(slices.DeleteFunc(slices.Clone(e.generated), math.IsNaN)))
	e.Branching = bench.Figure(stats.Mean(branching))
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
	// For every length, b is in the interval from low to high.
	low := 0.0
	high := float64(generated)
	const halvings = 100 // more than a float64 has bits
	for range halvings {
		b := (low + high) / 2
		if statesOfTree(b, length) < float64(generated) {
			low = b
		} else {
			high = b
		}
	}
	return high
}

// statesOfTree returns b + b² + ... + b^length.
func statesOfTree(b float64, length int) float64 {
	sum := 0.0
	for range length {
		sum = (sum + 1) * b
	}
	return sum
}

// compareEfforts sets the field Common of all efforts. It uses the boards that were solved
// with every heuristic, and returns the number of these boards. It ignores heuristics with
// which no board was solved.
func compareEfforts(rows []Row) (common int) {
	var efforts []*Effort
	for _, r := range rows {
		if r.Effort != nil && r.Effort.Solved > 0 {
			efforts = append(efforts, r.Effort)
		}
	}
	for _, e := range efforts {
		var generated []float64
		for board, n := range e.generated {
			unsolved := slices.ContainsFunc(efforts, func(other *Effort) bool {
				return math.IsNaN(other.generated[board])
			})
			if !unsolved {
				generated = append(generated, n)
			}
		}
		common = len(generated)
		e.Common = bench.Figure(stats.Mean(generated))
	}
	return common
}

// Each time is measured in several rounds. The result is the time of the fastest round,
// because other programs on the machine slow down the others.
const (
	timedBoards = 256                  // number of random boards for full
	timedMoves  = 4096                 // number of moves in the random walk for step
	timedRounds = 5                    // number of rounds
	timedFor    = 2 * time.Millisecond // minimum time of a round
)

// timesOf returns the time of one estimate in seconds, measured on one thread. The time full
// is for an estimate that reads the whole board, on uniformly random boards. The time step is
// for an estimate that is updated after a move, along a random walk. Both times include the
// calls through interfaces.
func timesOf(
	estimator heuristics.Estimator, goal puzzle.Board, seed uint64,
) (full, step bench.Figure) {
	rng := puzzle.NewRand(seed, 0)
	var boards [][]uint8
	for range timedBoards {
		boards = append(boards, puzzle.Uniform(rng, goal).Tiles())
	}
	full = fastest(len(boards), func() {
		for _, tiles := range boards {
			estimator.Estimate(tiles)
		}
	})

	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	walk := []uint8{uint8(slices.Index(boards[0], 0))} // the cell of the blank after each move
	for len(walk) <= timedMoves {
		steps := graph.Steps(walk[len(walk)-1])
		walk = append(walk, steps[rng.IntN(len(steps))].To)
	}
	tracker := estimator.Track()
	tiles := slices.Clone(boards[0])
	step = fastest(timedMoves, func() {
		copy(tiles, boards[0])
		tracker.Reset(tiles)
		for i, to := range walk[1:] {
			from := walk[i]
			tiles[from] = tiles[to]
			tiles[to] = 0
			tracker.Move(tiles, to, from)
		}
	})
	return full, step
}

// fastest measures a function run that makes the given number of calls. In each round, it
// repeats run for at least timedFor. It returns the mean time of a call in the fastest round,
// in seconds.
func fastest(calls int, run func()) bench.Figure {
	best := time.Duration(math.MaxInt64)
	for range timedRounds {
		repeats := time.Duration(0)
		began := time.Now()
		for repeats == 0 || time.Since(began) < timedFor {
			run()
			repeats++
		}
		best = min(best, time.Since(began)/repeats)
	}
	return bench.Figure(best.Seconds() / float64(calls))
}
