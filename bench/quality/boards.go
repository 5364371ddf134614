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

// boards are the boards that heuristics are compared on. Each has a number, by which
// workers divide the boards among them.
type boards struct {
	size puzzle.Size

	// table has all boards of a small size. It is nil for a sample.
	table *exact.Table

	// sample has the random boards, and after them the boards on their plans. Only the
	// first count for figures.
	sample []located
	random int
}

// located is a board with its distance, or unknown.
type located struct {
	board    puzzle.Board
	distance int
}

// unknown is the distance of a board that took too long to solve. It exceeds every
// estimate, so it refutes no claim.
const unknown = math.MaxInt

// locate finds the distances: of all boards if they are few, else of a sample. Every
// board on the plan of a random board has a known distance too. Such boards are nearer
// to the goal than most, so they count for the claims of a heuristic and not for its
// figures.
func (r *run) locate(ctx context.Context) (err error) {
	b := &boards{size: r.Goal.Size(), random: r.Puzzles}
	r.boards, r.next = b, "exact distances"
	r.step(0)
	if b.size.Cells() <= WholeCells {
		b.table, err = exact.Distances(ctx, r.Goal, puzzle.Costs{})
		return err
	}
	settings := solvers.Default("idastar")
	settings.Prune = true
	var onPlans []located
	err = r.solve(ctx, settings, knownFactor*r.NodeLimit, func(t bench.Trial) {
		at, left := t.Puzzle.Start, len(t.Result.Moves)
		if t.Result.Status != search.Solved {
			left = unknown
		}
		b.sample = append(b.sample, located{at, left})
		for _, move := range t.Result.Moves {
			at, _ = at.Move(move)
			left--
			onPlans = append(onPlans, located{at, left})
		}
	})
	b.sample = append(b.sample, onPlans...)
	return err
}

// solve solves the random boards and hands over the trials in order. Each search has one
// thread, and as many run at the same time as the survey has workers.
func (r *run) solve(ctx context.Context, settings solvers.Settings, limit uint64, done func(bench.Trial)) error {
	e := bench.Experiment{
		Groups:  []bench.Group{{Goal: r.Goal, Count: r.Puzzles, Seed: r.Seed, Scramble: r.Scramble}},
		Solvers: []bench.Solver{{Settings: settings}},
	}
	runner := bench.Runner{Jobs: r.Workers, Limits: search.Limits{Expanded: limit, Bytes: r.Bytes}, InOrder: true}
	return runner.Run(ctx, e.Plan(ctx, asItIs, bench.Provenance{}), func(t bench.Trial) error {
		done(t)
		r.step(1)
		return nil
	})
}

// len returns how many numbers the boards have.
func (b *boards) len() uint64 {
	if b.table != nil {
		return b.table.Len()
	}
	return uint64(len(b.sample))
}

// at writes the tiles of a board and returns its distance, which may be unknown, and
// whether it counts for figures. It reports false if no board has the number.
func (b *boards) at(number uint64, tiles []uint8) (distance int, counts, ok bool) {
	if b.table != nil {
		cost, ok := b.table.At(number, tiles)
		return int(cost), ok, ok
	}
	l := b.sample[number]
	copy(tiles, l.board.Tiles())
	return l.distance, number < uint64(b.random) && l.distance != unknown, true
}

// board returns the board of a number.
func (b *boards) board(number uint64) puzzle.Board {
	tiles := make([]uint8, b.size.Cells())
	b.at(number, tiles)
	return boardFrom(b.size, tiles)
}

// boardFrom returns the board of tiles that are known to make one.
func boardFrom(size puzzle.Size, tiles []uint8) puzzle.Board {
	cells := make([]int, len(tiles))
	for i, tile := range tiles {
		cells[i] = int(tile)
	}
	b, err := puzzle.New(size, cells)
	if err != nil {
		panic(err)
	}
	return b
}

// known returns how many boards count for figures, and their mean distance.
func (b *boards) known() (n uint64, mean bench.Figure) {
	sum := 0
	tiles := make([]uint8, b.size.Cells())
	for number := range b.len() {
		if distance, counts, _ := b.at(number, tiles); counts {
			n++
			sum += distance
		}
	}
	return n, bench.Figure(float64(sum) / float64(n)) // NaN of none
}

// distanceOf returns the distance of a random board, or unknown. The puzzles of a
// survey are numbered from 1, in the order of the sample.
func (b *boards) distanceOf(p bench.Puzzle) int {
	if b.table == nil {
		return b.sample[p.Number-1].distance
	}
	distance, _ := b.table.Distance(p.Start)
	return int(distance)
}
