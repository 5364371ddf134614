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

// space is the boards that heuristics are set against.
type space struct {
	goal    puzzle.Board
	table   *exact.Table // of all boards, or nil
	sample  []located    // without a table
	onPlans []located    // without a table: boards to hold claims to, besides
	puzzles []bench.Puzzle
}

// located is a board with its distance, or unknown.
type located struct {
	board    puzzle.Board
	distance int
}

// unknown is the distance of a board that took too long to solve.
const unknown = -1

// space finds the distances: of all boards where they are few, else of a
// sample. Every board on the way from one of the sample to the goal has a known
// distance, too. Those are near boards more often than not, so they count for
// the claims of a heuristic and not for its figures.
func (s Survey) space(ctx context.Context, puzzles []bench.Puzzle, steps *steps) (*space, error) {
	boards := &space{goal: s.Goal, puzzles: puzzles}
	steps.next("exact distances")
	if s.Goal.Size().Cells() <= WholeCells {
		var err error
		boards.table, err = exact.Distances(ctx, s.Goal, puzzle.Costs{})
		return boards, err
	}
	settings := solvers.Default("idastar")
	settings.Prune = true
	err := s.solve(ctx, settings, knownFactor*s.NodeLimit, puzzles, steps, func(t bench.Trial) {
		if t.Result.Status != search.Solved {
			boards.sample = append(boards.sample, located{t.Puzzle.Start, unknown})
			return
		}
		boards.sample = append(boards.sample, located{t.Puzzle.Start, len(t.Result.Moves)})
		at := t.Puzzle.Start
		for i, move := range t.Result.Moves {
			at, _ = at.Move(move)
			boards.onPlans = append(boards.onPlans, located{at, len(t.Result.Moves) - i - 1})
		}
	})
	return boards, err
}

// solve solves the puzzles, one thread each, and hands over the trials in
// order.
func (s Survey) solve(ctx context.Context, settings solvers.Settings, limit uint64, puzzles []bench.Puzzle, steps *steps, done func(bench.Trial)) error {
	settings.Workers = 1
	runner := bench.Runner{Jobs: s.Workers, Limits: search.Limits{Expanded: limit, Bytes: s.Bytes}, InOrder: true}
	tasks := func(yield func(bench.Trial, error) bool) {
		for _, instance := range puzzles {
			t := bench.Trial{
				Puzzle: instance, Solver: bench.Solver{Name: settings.HeuristicName(), Settings: settings},
			}
			if !yield(t, nil) {
				return
			}
		}
	}
	return runner.Run(ctx, tasks, func(t bench.Trial) error {
		done(t)
		steps.do(1)
		return nil
	})
}

// len returns how many numbers the boards have.
func (b *space) len() uint64 {
	if b.table != nil {
		return b.table.Len()
	}
	return uint64(len(b.sample) + len(b.onPlans))
}

// at writes the tiles of a board and returns its distance, which may be
// unknown, and whether it counts for figures. It reports false where there is no
// board of the number.
func (b *space) at(number uint64, tiles []uint8) (distance int, counts, ok bool) {
	if b.table != nil {
		cost, ok := b.table.At(number, tiles)
		return int(cost), ok, ok
	}
	var l located
	if number < uint64(len(b.sample)) {
		l, counts = b.sample[number], true
	} else {
		l = b.onPlans[number-uint64(len(b.sample))]
	}
	copy(tiles, l.board.Tiles())
	return l.distance, counts && l.distance != unknown, true
}

// known returns how many boards count for figures, and their mean distance.
func (b *space) known() (boards uint64, mean bench.Figure) {
	sum := uint64(0)
	tiles := make([]uint8, b.goal.Size().Cells())
	for number := range b.len() {
		if distance, counts, ok := b.at(number, tiles); ok && counts {
			boards++
			sum += uint64(distance)
		}
	}
	if boards == 0 {
		return 0, bench.Figure(math.NaN())
	}
	return boards, bench.Figure(float64(sum) / float64(boards))
}

// distanceOf returns the distance of a puzzle, or unknown.
func (b *space) distanceOf(puzzle int) int {
	if b.table == nil {
		return b.sample[puzzle].distance
	}
	distance, _ := b.table.Distance(b.puzzles[puzzle].Start)
	return int(distance)
}
