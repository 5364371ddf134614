package learn

import (
	"context"
	"fmt"
	"math"
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

	perLayer = 2 // boards of a layer that a search shows

	// margin is by how many moves the score of another board of a layer is to be above that of the
	// plan's board. A fit corrects smaller differences, and takes at most most moves of them at
	// once.
	margin, most = 3, 10

	// Fractions of a difference that are corrected at the beginning and at the end of the final
	// fit.
	firstStep = 0.3
	lastStep  = 0.01

	finalFit   = 2   // passes over all contests in the final fit
	roundStep  = 0.1 // step of the fit in a round, which is one pass
	validation = 20  // boards that show the progress

	// ValidationWidth is the width of the beam on validation boards.
	ValidationWidth = 300
)

// firstWidth returns the width of the beam in the first rounds. Narrow beams find plans on large
// boards whose lengths vary too much to learn from, and without values to begin with, more so.
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

	// Smaller is the table of a board with one row and one column less. The training begins with
	// its values; see pairs.Table.Enlarge. Without it, nil, the values begin at 0.
	Smaller *pairs.Table

	// More reports whether there is to be another round, given the number of boards solved.
	More func(boards int) bool

	Observe func(Progress) // may be nil
}

// Progress describes a round that has ended.
type Progress struct {
	Round   int
	Boards  int
	Samples int
	Width   int

	// Length is the mean length of plans for the validation boards, and Convex that of plans
	// without the table.
	Length float64
	Convex float64
}

// trainer is the state of a training.
type trainer struct {
	Config
	goal     puzzle.Board
	convex   heuristics.Estimator
	cells    int
	values   []float32   // [first*features + second], as in pairs.Table
	initial  []float32   // the values at the beginning
	contests [][]contest // by round
	table    *pairs.Table
	useful   bool // the table is better than convex
	done     pairs.Training
}

// contest is two boards of one layer of a search: the one of the plan, and another one.
type contest struct {
	plan  []uint8
	other []uint8
}

// Train trains a table. If the context ends, Train returns the table so far.
func Train(ctx context.Context, c Config) (*pairs.Table, error) {
	goal, err := puzzle.Goal(puzzle.BlankLast, c.Size)
	if err != nil {
		return nil, err
	}
	convex, err := heuristics.ConvexOf(heuristics.PlainConvex()).For(goal, puzzle.Costs{})
	if err != nil {
		return nil, err
	}
	if err := search.CheckWorkers("workers", c.Workers); err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	c.Workers = search.Workers(c.Workers)
	cells := c.Size.Cells()
	t := &trainer{
		Config: c,
		goal:   goal,
		convex: convex,
		cells:  cells,
		values: make([]float32, cells*cells*cells*cells),
		done:   pairs.Training{Size: c.Size, Seed: c.Seed},
	}
	convexLength, _ := Validate(
		ctx, heuristics.Convex, c.Size, ValidationWidth, validation, c.Workers)
	if c.Smaller != nil {
		t.table = c.Smaller.Enlarge()
		t.values = t.table.Values()
		t.useful = true
		t.done.Smaller = c.Smaller.Checksum()
	}
	t.initial = slices.Clone(t.values)
	first := firstWidth(t.cells, t.useful)
	for round := 1; ctx.Err() == nil && (round == 1 || c.More(t.done.Boards)); round++ {
		width := int(first * min(math.Pow(growth, float64(round-1)), mostGrowth))
		t.solve(ctx, width)
		t.fit(ctx, uint64(round), 1, roundStep, roundStep)
		length, _ := Validate(
			ctx, pairs.With(t.table), c.Size, ValidationWidth, validation, c.Workers)
		t.useful = t.useful || length < convexLength
		if c.Observe != nil {
			c.Observe(Progress{
				Round:   round,
				Boards:  t.done.Boards,
				Samples: t.done.Samples,
				Width:   width,
				Length:  length,
				Convex:  convexLength,
			})
		}
	}
	if ctx.Err() != nil {
		return t.table, nil
	}
	copy(t.values, t.initial)
	t.fit(ctx, 0, finalFit, firstStep, lastStep)
	return t.table, nil
}

// solve solves the boards of a round, and adds the contests of their searches.
func (t *trainer) solve(ctx context.Context, width int) {
	h := heuristics.Convex
	first := t.done.Boards
	if t.useful {
		h = pairs.With(t.table)
	}
	boards := make([][]contest, roundBoards)
	search.Parallel(t.Workers, roundBoards, func(_, i int) bool {
		start := puzzle.Uniform(puzzle.NewRand(t.Seed, uint64(first+i)), t.goal)
		var shown [][]uint8 // one board of each layer, perLayer times
		show := func(tiles []uint8) { shown = append(shown, slices.Clone(tiles)) }
		plan := solve(ctx, h, search.Problem{Start: start, Goal: t.goal}, width, show)
		boards[i] = contestsOf(start, plan, shown)
		return true
	})
	round := slices.Concat(boards...)
	t.contests = append(t.contests, round)
	t.done.Boards += roundBoards
	t.done.Samples += len(round)
	t.done.Width = width
}

// solve returns the plan of a beam search on one core, or nil. The function show may be nil; see
// beam.Solver.
func solve(
	ctx context.Context, h heuristics.Heuristic, p search.Problem, width int,
	show func(tiles []uint8),
) []puzzle.Move {
	solver := &beam.Solver{Heuristic: h, Width: width, Workers: 1, Show: show}
	result, err := solver.Solve(ctx, p, limitOf(width, p.Goal.Size()))
	if err != nil {
		panic(fmt.Sprintf("learn: the heuristic does not support its goal: %v", err))
	}
	return result.Moves
}

// limitOf returns the limit of a search with a width. A search that reaches the goal generates less.
func limitOf(width int, size puzzle.Size) search.Limits {
	const states = 40 // for each cell and unit of the width
	return search.Limits{Generated: uint64(states * width * size.Cells())}
}

// contestsOf returns the contests of a search, given the boards that it showed, perLayer for each
// layer. There are none if the plan does not come from these layers.
func contestsOf(board puzzle.Board, plan []puzzle.Move, shown [][]uint8) (contests []contest) {
	if len(plan) == 0 || len(shown) != perLayer*(len(plan)-1) {
		return nil
	}
	for i, move := range plan[:len(plan)-1] {
		board, _ = board.Move(move)
		for _, other := range shown[perLayer*i:][:perLayer] {
			tiles := board.Tiles()
			if !slices.Equal(tiles, other) {
				contests = append(contests, contest{plan: tiles, other: other})
			}
		}
	}
	return contests
}

// fit fits the values to the contests of the newest two thirds of the rounds, and makes the table.
// The step falls from first to last.
func (t *trainer) fit(ctx context.Context, stream uint64, passes int, first, last float64) {
	contests := slices.Concat(t.contests[len(t.contests)/3:]...)
	rng := puzzle.NewRand(t.Seed, 1<<32+stream)
	perPair := 2 / float64(t.cells*(t.cells-1))
	n := passes * len(contests)
	for i := range n {
		if i%1024 == 0 && ctx.Err() != nil {
			break
		}
		c := contests[rng.IntN(len(contests))]
		missing := min(margin-(t.score(c.other)-t.score(c.plan)), most)
		if missing <= 0 {
			continue
		}
		step := float32(first*math.Pow(last/first, float64(i)/float64(n))*perPair) * missing
		t.add(c.plan, -step)
		t.add(c.other, step)
		if t.Size.Rows == t.Size.Cols {
			t.add(t.mirrored(c.plan), -step)
			t.add(t.mirrored(c.other), step)
		}
	}
	features := t.cells * t.cells
	t.table = pairs.NewTable(t.done, func(first, second int) float32 {
		a := pairs.Reflected(t.Size, first)
		b := pairs.Reflected(t.Size, second)
		if a > b {
			a, b = b, a
		}
		return (t.values[first*features+second] + t.values[a*features+b]) / 2
	})
}

// mirrored returns a square board, reflected at the main diagonal.
func (t *trainer) mirrored(tiles []uint8) []uint8 {
	mirrored := make([]uint8, t.cells)
	for cell, tile := range tiles {
		f := pairs.Reflected(t.Size, cell*t.cells+int(tile))
		mirrored[f/t.cells] = uint8(f % t.cells)
	}
	return mirrored
}

// score returns the score of a board in moves: the sum of the values of all pairs, and convex.
func (t *trainer) score(tiles []uint8) (sum float32) {
	features := t.cells * t.cells
	for second, tile := range tiles {
		feature := second*t.cells + int(tile)
		for first, other := range tiles[:second] {
			sum += t.values[(first*t.cells+int(other))*features+feature]
		}
	}
	return sum + float32(t.convex.Estimate(tiles))*pairs.ConvexFactor/pairs.Scale
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

// Validate returns the mean length of plans that beam search of a width finds with a heuristic, and
// the lengths by board, 0 for boards without a plan. The boards are uniform. Their seed is not that
// of a training.
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
		lengths[i] = len(solve(ctx, h, search.Problem{Start: start, Goal: goal}, width, nil))
		return true
	})
	sum := 0
	solved := 0
	for _, length := range lengths {
		sum += length
		if length > 0 {
			solved++
		}
	}
	return float64(sum) / float64(max(solved, 1)), lengths
}
