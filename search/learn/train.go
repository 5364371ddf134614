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
	widthGrowth = 1.06 // factor of the width from round to round
	widthFactor = 5    // width of the last rounds, as a multiple of the first width
	perLayer    = 2    // boards of each layer that a search shows

	// margin is the number of moves by which the score of another board of a layer should be above
	// that of the plan's board. A fit corrects smaller differences. It takes at most maxMissing moves
	// of the missing part at once.
	margin     = 3
	maxMissing = 10

	// A fit corrects a fraction of the missing part, the step. In a round, which is one pass over the
	// contests, the step is roundStep. In the final fit, it falls from firstStep to lastStep.
	roundStep   = 0.1
	finalPasses = 2
	firstStep   = 0.3
	lastStep    = 0.01

	validationBoards = 20 // boards that show the progress

	// ValidationWidth is the width of the beam on validation boards.
	ValidationWidth = 300
)

// firstWidth returns the width of the beam in the first rounds. On large boards, the plans of narrow
// beams have lengths that vary too much to learn from. If the values begin at 0, they vary even more.
func firstWidth(cells int, beginsAtZero bool) float64 {
	power := 2.0
	if beginsAtZero {
		power = 5
	}
	return max(100, 400*math.Pow(float64(cells)/25, power))
}

// Config has the settings of Train.
type Config struct {
	Size    puzzle.Size
	Seed    uint64
	Workers int // boards solved in parallel; 0: one for each core

	// Smaller is the table of a board with one row and one column less. The training begins with
	// its values; see pairs.Table.Enlarge. If Smaller is nil, the values begin at 0.
	Smaller *pairs.Table

	// More reports whether another round follows, given the number of boards solved so far.
	More func(boards int) bool

	Observe func(Progress) // may be nil
}

// Progress describes a round that has ended.
type Progress struct {
	Round   int
	Boards  int // number of boards solved so far
	Samples int // number of contests so far
	Width   int // width of the beam in this round

	// Length is the mean length of the plans of the validation boards. Convex is that of plans
	// without the table.
	Length float64
	Convex float64
}

// trainer is the state of a training.
type trainer struct {
	Config
	goal         puzzle.Board
	convex       heuristics.Estimator
	convexLength float64 // mean length of the plans of validation boards without the table
	cells        int
	values       []float32   // [first*features + second], as in pairs.Table
	initial      []float32   // the values at the beginning
	contests     [][]contest // by round
	table        *pairs.Table
	isBetter     bool           // the table is better than convex, so searches use it
	training     pairs.Training // of the table
}

// contest is two boards of one layer of a search: the one of the plan, and another one.
type contest struct {
	plan  []uint8
	other []uint8
}

// Train trains a table. If the context ends, Train returns the table so far, or the error of the
// context if there is none yet.
func Train(ctx context.Context, c Config) (*pairs.Table, error) {
	t, err := newTrainer(ctx, c)
	if err != nil {
		return nil, err
	}
	begin := firstWidth(t.cells, c.Smaller == nil)
	for round := 1; ctx.Err() == nil && (round == 1 || c.More(t.training.Boards)); round++ {
		factor := min(math.Pow(widthGrowth, float64(round-1)), widthFactor)
		t.round(ctx, round, int(begin*factor))
	}
	if ctx.Err() != nil {
		if t.table == nil {
			return nil, ctx.Err()
		}
		return t.table, nil
	}
	copy(t.values, t.initial)
	t.fit(ctx, 0, finalPasses, firstStep, lastStep)
	return t.table, nil
}

// newTrainer returns a training before its first round.
func newTrainer(ctx context.Context, c Config) (*trainer, error) {
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
		Config:   c,
		goal:     goal,
		convex:   convex,
		cells:    cells,
		values:   make([]float32, cells*cells*cells*cells),
		training: pairs.Training{Size: c.Size, Seed: c.Seed},
	}
	t.convexLength = t.validate(ctx, heuristics.Convex)
	if c.Smaller != nil {
		t.table = c.Smaller.Enlarge()
		t.values = t.table.Values()
		t.isBetter = true
		t.training.Smaller = c.Smaller.Checksum()
	}
	t.initial = slices.Clone(t.values)
	return t, nil
}

// validate returns the mean length of the plans that a heuristic leads to on the validation boards.
func (t *trainer) validate(ctx context.Context, h heuristics.Heuristic) float64 {
	length, _ := Validate(ctx, h, t.goal, ValidationWidth, validationBoards, t.Workers)
	return length
}

// round solves new boards with a width, fits the values to their contests, and reports the progress.
func (t *trainer) round(ctx context.Context, number, width int) {
	t.solve(ctx, width)
	t.fit(ctx, uint64(number), 1, roundStep, roundStep)
	length := t.validate(ctx, pairs.With(t.table))
	if length < t.convexLength {
		t.isBetter = true
	}
	if t.Observe == nil {
		return
	}
	t.Observe(Progress{
		Round:   number,
		Boards:  t.training.Boards,
		Samples: t.training.Samples,
		Width:   width,
		Length:  length,
		Convex:  t.convexLength,
	})
}

// solve solves the boards of a round, and adds the contests of their searches.
func (t *trainer) solve(ctx context.Context, width int) {
	h := heuristics.Convex
	first := t.training.Boards // number of the first board
	if t.isBetter {
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
	t.training.Boards += roundBoards
	t.training.Samples += len(round)
	t.training.Width = width
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

// limitOf returns the limit of states of a search with a width. A search that reaches the goal stays
// below it.
func limitOf(width int, size puzzle.Size) search.Limits {
	const states = 40 // for each cell and unit of the width
	return search.Limits{Generated: uint64(states * width * size.Cells())}
}

// contestsOf returns the contests of a search, given the boards that it showed: perLayer boards of
// each layer between the start and the goal. There are no contests if the plan does not come from
// these layers.
func contestsOf(start puzzle.Board, plan []puzzle.Move, shown [][]uint8) []contest {
	if len(plan) == 0 {
		return nil
	}
	layers := len(plan) - 1
	if len(shown) != perLayer*layers {
		return nil
	}
	var contests []contest
	board := start
	for i, move := range plan[:layers] {
		board, _ = board.Move(move)
		tiles := board.Tiles()
		for _, other := range shown[perLayer*i:][:perLayer] {
			if !slices.Equal(tiles, other) {
				contests = append(contests, contest{plan: tiles, other: other})
			}
		}
	}
	return contests
}

// fit fits the values to the contests of the newest two thirds of the rounds, and makes the table.
// The step falls from first to last. A stream gives the random order of the contests.
func (t *trainer) fit(ctx context.Context, stream uint64, passes int, first, last float64) {
	contests := slices.Concat(t.contests[len(t.contests)/3:]...)
	rng := puzzle.NewRand(t.Seed, 1<<32+stream)
	perPair := 2 / float64(t.cells*(t.cells-1)) // 1 / number of pairs of a board
	n := passes * len(contests)
	for i := range n {
		if i%1024 == 0 && ctx.Err() != nil {
			break
		}
		c := contests[rng.IntN(len(contests))]
		difference := t.score(c.other) - t.score(c.plan)
		missing := min(margin-difference, maxMissing)
		if missing <= 0 {
			continue
		}
		step := first * math.Pow(last/first, float64(i)/float64(n))
		t.correct(c, float32(step*perPair)*missing)
	}
	t.table = pairs.NewTable(t.training, t.value)
}

// correct adds a number to the values of all pairs of the other board of a contest, and subtracts it
// from those of the plan's board. On a square board, it does so for the reflected boards, too.
func (t *trainer) correct(c contest, change float32) {
	t.add(c.plan, -change)
	t.add(c.other, change)
	if t.Size.Rows == t.Size.Cols {
		t.add(t.mirrored(c.plan), -change)
		t.add(t.mirrored(c.other), change)
	}
}

// value returns the value of two features in the table. It is the mean over the pair and its
// reflection, so that reflected boards have the same score.
func (t *trainer) value(first, second int) float32 {
	features := t.cells * t.cells
	reflectedFirst := pairs.Reflected(t.Size, first)
	reflectedSecond := pairs.Reflected(t.Size, second)
	low := min(reflectedFirst, reflectedSecond)
	high := max(reflectedFirst, reflectedSecond)
	return (t.values[first*features+second] + t.values[low*features+high]) / 2
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

// Validate solves uniform random boards of a goal by beam search with a heuristic. It returns the
// mean length of the plans, and the lengths by board, 0 for a board without a plan. No training
// solves these boards, because they have another seed.
func Validate(
	ctx context.Context, h heuristics.Heuristic, goal puzzle.Board, width, boards, workers int,
) (mean float64, lengths []int) {
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
