package quality

import (
	"context"
	"math"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/solvers"
)

// boards has the boards on which heuristics are compared. They are numbered from 0.
type boards struct {
	size      puzzle.Size
	tiles     []uint8 // of all boards, one board after another
	distances []int   // of each board, or unknown
	counted   int     // boards with smaller numbers are used for the statistics
	random    []int   // distance of each random board of the survey, or unknown
}

// unknown is the distance of a board that took too long to solve. It is larger than
// every estimate, so such a board refutes no claim.
const unknown = math.MaxInt

// locate finds the boards and their distances. On small sizes, these are all boards. On
// larger sizes, they are a sample: first the random boards, then the boards on the plans
// of the random boards. Boards on plans are closer to the goal than most boards. So they
// are used to check the claims of a heuristic, but not for the statistics.
func (r *run) locate(ctx context.Context) error {
	r.next = "exact distances"
	r.step(0)
	b := &r.boards
	b.size = r.Goal.Size()
	if b.size.Cells() <= WholeCells {
		table, err := exact.Distances(ctx, r.Goal, puzzle.Costs{})
		if err != nil {
			return err
		}
		for tiles, distance := range table.All() {
			b.add(tiles, int(distance))
		}
		for _, p := range r.puzzles {
			distance, _ := table.Distance(p.Start)
			b.random = append(b.random, int(distance))
		}
		b.counted = len(b.distances)
		return nil
	}
	settings := solvers.Default("idastar").With("prune", "true")
	var onPlans boards
	err := r.solve(ctx, settings, knownFactor*r.NodeLimit, func(t bench.Trial) {
		at, left := t.Puzzle.Start, len(t.Result.Moves)
		if t.Result.Status != search.Solved {
			left = unknown
		}
		b.add(at.Tiles(), left)
		b.random = append(b.random, left)
		for _, move := range t.Result.Moves {
			at, _ = at.Move(move)
			left--
			onPlans.add(at.Tiles(), left)
		}
	})
	b.counted = len(b.random)
	b.tiles, b.distances = append(b.tiles, onPlans.tiles...), append(b.distances, onPlans.distances...)
	return err
}

// add appends a board.
func (b *boards) add(tiles []uint8, distance int) {
	b.tiles, b.distances = append(b.tiles, tiles...), append(b.distances, distance)
}

// at returns the tiles of a board.
func (b *boards) at(number int) []uint8 {
	cells := b.size.Cells()
	return b.tiles[number*cells : (number+1)*cells]
}

// board returns the board with the given number. It panics if the board is invalid.
func (b *boards) board(number int) puzzle.Board {
	board, err := puzzle.New(b.size, b.at(number))
	if err != nil {
		panic(err)
	}
	return board
}

// counts reports whether a board is used for the statistics.
func (b *boards) counts(number int) bool { return number < b.counted && b.distances[number] != unknown }

// known returns the number of boards that are used for the statistics, and their mean distance.
func (b *boards) known() (n uint64, mean bench.Figure) {
	sum := 0
	for number, distance := range b.distances {
		if b.counts(number) {
			n++
			sum += distance
		}
	}
	return n, bench.Figure(float64(sum) / float64(n)) // NaN if n is 0
}

// solve solves the random boards, and passes the trials to done in the order of the boards.
// It runs up to Survey.Workers searches at the same time. Each search uses one thread.
func (r *run) solve(ctx context.Context, settings solvers.Settings, limit uint64, done func(bench.Trial)) error {
	settings = settings.With("workers", "1")
	trials := func(yield func(bench.Trial, error) bool) {
		for _, p := range r.puzzles {
			if !yield(bench.Trial{Puzzle: p, Solver: bench.Solver{Settings: settings}}, nil) {
				return
			}
		}
	}
	runner := bench.Runner{Jobs: r.Workers, Limits: search.Limits{Generated: limit, Bytes: r.Bytes}, InOrder: true}
	return runner.Run(ctx, trials, func(t bench.Trial) error {
		done(t)
		r.step(1)
		return nil
	})
}
