package learn

import (
	"context"
	"math"
	"runtime"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
)

const (
	roundBoards = 100  // boards solved in a round
	growth      = 1.06 // of the width from round to round
	mostGrowth  = 5    // width of the last rounds, as a multiple of the first width

	// longest is the maximum length of a plan that is learned from, as a multiple of the median of its
	// round. Lengths are divided by their lower bounds. Longer plans are from searches that lost their way.
	longest = 1.1

	planSamples = 100 // approximate number of boards along a plan that become samples

	off = 4 // maximum number of random moves off the plan

	firstStep  = 0.2  // fraction of an error that is corrected at the beginning of the final fit
	lastStep   = 0.01 // at its end
	finalFit   = 12   // passes over all samples in the final fit
	roundStep  = 0.1  // step of the fit in a round, which is one pass
	validation = 20   // boards that show the progress

	// ValidationWidth is the width of the beam on validation boards.
	ValidationWidth = 300
)

// firstWidth returns the width of the beam in the first rounds. Narrow beams find plans on large boards whose
// lengths vary too much to learn from, and without values to begin with, more so.
func firstWidth(cells int, begun bool) float64 {
	power := 5.0
	if begun {
		power = 2
	}
	return max(100, 400*math.Pow(float64(cells)/25, power))
}

// Config says what Train does.
type Config struct {
	Size    puzzle.Size
	Seed    uint64
	Workers int // boards solved in parallel; 0: one for each core

	// Smaller is the table of a board with one row and one column less. The training begins with its values;
	// see pairs.Table.Enlarge. Without it, nil, the values begin at 0.
	Smaller *pairs.Table

	// More reports whether there is to be another round, given the number of boards solved.
	More func(boards int) bool

	Observe func(Progress) // may be nil
}

// Progress describes a round that has ended.
type Progress struct {
	Round, Boards, Samples, Width int

	// Length is the mean length of plans for the validation boards, and Convex that of plans without
	// the table.
	Length, Convex float64
}

// trainer is the state of a training.
type trainer struct {
	Config
	goal    puzzle.Board
	convex  heuristics.Estimator
	cells   int
	values  []float32  // [first*features + second], as in pairs.Table
	initial []float32  // the values at the beginning
	samples [][]sample // by round
	table   *pairs.Table
	useful  bool // the table is better than convex
	done    pairs.Training
}

// sample is a board and the number of moves that are left.
type sample struct {
	tiles []uint8
	left  float32
}

// Train trains a table. If the context ends, Train returns the table so far.
func Train(ctx context.Context, c Config) (*pairs.Table, error) {
	goal, err := puzzle.Goal(puzzle.BlankLast, c.Size)
	if err != nil {
		return nil, err
	}
	if c.Workers == 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	t := &trainer{Config: c, goal: goal, cells: c.Size.Cells(), done: pairs.Training{Size: c.Size, Seed: c.Seed}}
	if t.convex, err = heuristics.Convex.For(goal, puzzle.Costs{}); err != nil {
		return nil, err
	}
	t.values = make([]float32, t.cells*t.cells*t.cells*t.cells)
	convex, _ := Validate(ctx, heuristics.Convex, c.Size, ValidationWidth, validation, c.Workers)
	if c.Smaller != nil {
		t.table = c.Smaller.Enlarge()
		t.table.Each(func(first, second int, value float32) { t.values[first*t.cells*t.cells+second] = value })
		length, _ := Validate(ctx, pairs.With(t.table), c.Size, ValidationWidth, validation, c.Workers)
		t.useful = length < convex
		t.done.Smaller = c.Smaller.Checksum()
	}
	t.initial = slices.Clone(t.values)
	first := firstWidth(t.cells, t.useful)
	for round := 1; ctx.Err() == nil && (round == 1 || c.More(t.done.Boards)); round++ {
		width := int(first * min(math.Pow(growth, float64(round-1)), mostGrowth))
		t.solve(ctx, width)
		t.fit(ctx, uint64(round), 1, roundStep, roundStep)
		length, _ := Validate(ctx, pairs.With(t.table), c.Size, ValidationWidth, validation, c.Workers)
		t.useful = length < convex
		if c.Observe != nil {
			c.Observe(Progress{round, t.done.Boards, t.done.Samples, width, length, convex})
		}
	}
	copy(t.values, t.initial)
	t.fit(ctx, 0, finalFit, firstStep, lastStep)
	return t.table, nil
}

// heuristic returns the score of the current table, or convex if that is better.
func (t *trainer) heuristic() heuristics.Heuristic {
	if !t.useful {
		return heuristics.Convex
	}
	return pairs.With(t.table)
}

// solve solves the boards of a round, and adds the samples of their plans.
func (t *trainer) solve(ctx context.Context, width int) {
	h, first := t.heuristic(), t.done.Boards
	samples, ratios := make([][]sample, roundBoards), make([]float64, roundBoards)
	search.Parallel(t.Workers, roundBoards, func(_, i int) bool {
		rng := puzzle.NewRand(t.Seed, uint64(first+i))
		start := puzzle.Uniform(rng, t.goal)
		ratios[i] = math.Inf(1)
		if r := solve(ctx, h, search.Problem{Start: start, Goal: t.goal}, width); r.Status == search.Solved {
			ratios[i] = float64(len(r.Moves)) / float64(max(r.LowerBound, 1))
			samples[i] = samplesOf(start, r.Moves, rng.IntN)
		}
		return true
	})
	median := slices.Sorted(slices.Values(ratios))[roundBoards/2]
	var round []sample
	for i, s := range samples {
		if ratios[i] <= longest*median {
			round = append(round, s...)
		}
	}
	t.samples = append(t.samples, round)
	t.done.Boards += roundBoards
	t.done.Samples += len(round)
	t.done.Width = width
}

// solve runs a beam search on one core.
func solve(ctx context.Context, h heuristics.Heuristic, p search.Problem, width int) search.Result {
	const layers = 40 // states that may be generated, for each cell and unit of width
	limit := search.Limits{Generated: uint64(layers * width * p.Goal.Size().Cells())}
	r, err := (&beam.Solver{Heuristic: h, Width: width, Workers: 1}).Solve(ctx, p, limit)
	if err != nil {
		panic(err) // the heuristic supports the goal
	}
	return r
}

// samplesOf returns the samples of a plan. The function intn draws a random number from 0 to n-1.
func samplesOf(board puzzle.Board, plan []puzzle.Move, intn func(n int) int) (samples []sample) {
	stride := max(1, len(plan)/planSamples)
	for i, first := 0, intn(stride); ; i++ {
		left := len(plan) - i
		if i%stride != first && left > 0 {
			board, _ = board.Move(plan[i])
			continue
		}
		samples = append(samples, sample{board.Tiles(), float32(left)})
		beside, last, steps := board, puzzle.Move(4), 1+intn(off)
		for made := 0; made < steps; {
			move := puzzle.Move(intn(4))
			if next, ok := beside.Move(move); ok && (last == 4 || move != last.Opposite()) {
				beside, last = next, move
				made++
			}
		}
		samples = append(samples, sample{beside.Tiles(), float32(left + steps)})
		if left == 0 {
			return samples
		}
		board, _ = board.Move(plan[i])
	}
}

// fit fits the values to the samples of the newest two thirds of the rounds, and makes the table. The step falls
// from first to last.
func (t *trainer) fit(ctx context.Context, stream uint64, passes int, first, last float64) {
	var all []sample
	for _, round := range t.samples[len(t.samples)/3:] {
		all = append(all, round...)
	}
	rng := puzzle.NewRand(t.Seed, 1<<32+stream)
	mirrored := make([]uint8, t.cells)
	perPair := 2 / float64(t.cells*(t.cells-1))
	for i, n := 0, passes*len(all); i < n && (i%1024 != 0 || ctx.Err() == nil); i++ {
		s := all[rng.IntN(len(all))]
		left := s.left - float32(t.convex.Estimate(s.tiles))*pairs.ConvexFactor/pairs.Scale
		step := float32(first * math.Pow(last/first, float64(i)/float64(n)) * perPair)
		t.add(s.tiles, step*(left-t.sum(s.tiles)))
		if t.Size.Rows == t.Size.Cols {
			for cell, tile := range s.tiles {
				f := pairs.Reflected(t.Size, cell*t.cells+int(tile))
				mirrored[f/t.cells] = uint8(f % t.cells)
			}
			t.add(mirrored, step*(left-t.sum(mirrored)))
		}
	}
	features := t.cells * t.cells
	t.table = pairs.NewTable(t.done, func(first, second int) float32 {
		a, b := pairs.Reflected(t.Size, first), pairs.Reflected(t.Size, second)
		if a > b {
			a, b = b, a
		}
		return (t.values[first*features+second] + t.values[a*features+b]) / 2
	})
}

// sum returns the sum of the values of all pairs of a board.
func (t *trainer) sum(tiles []uint8) (sum float32) {
	features := t.cells * t.cells
	for second, tile := range tiles {
		feature := second*t.cells + int(tile)
		for first, other := range tiles[:second] {
			sum += t.values[(first*t.cells+int(other))*features+feature]
		}
	}
	return sum
}

// add adds a number to the values of all pairs of a board.
func (t *trainer) add(tiles []uint8, change float32) {
	features := t.cells * t.cells
	for second, tile := range tiles {
		feature := second*t.cells + int(tile)
		for first, other := range tiles[:second] {
			t.values[(first*t.cells+int(other))*features+feature] += change
		}
	}
}

// Validate returns the mean length of plans that beam search of a width finds with a heuristic, and the
// lengths by board, 0 for boards without a plan. The boards are uniform. Their seed is not that of a training.
func Validate(
	ctx context.Context, h heuristics.Heuristic, size puzzle.Size, width, boards, workers int,
) (mean float64, lengths []int) {
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	if err != nil {
		return 0, nil
	}
	lengths = make([]int, boards)
	search.Parallel(workers, boards, func(_, i int) bool {
		start := puzzle.Uniform(puzzle.NewRand(math.MaxUint64, uint64(i)), goal)
		lengths[i] = len(solve(ctx, h, search.Problem{Start: start, Goal: goal}, width).Moves)
		return true
	})
	sum, solved := 0, 0
	for _, n := range lengths {
		if sum += n; n > 0 {
			solved++
		}
	}
	return float64(sum) / float64(max(solved, 1)), lengths
}
