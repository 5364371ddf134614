package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"npuzzle/heuristics/pairs"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/beam"
)

const (
	// stuckPenalty is added to the logarithm of the length for a board that is stuck; see
	// beam.Solver.
	stuckPenalty = 0.3

	// These numbers set the boards of training and comparison apart from all other random boards.
	trainingBoards   = 0x6c696e65732d7472
	comparisonBoards = 0x6c696e65732d636f
)

// LineBoards are random boards, with the number of states that a search may generate for each.
type LineBoards struct {
	Rows   int    `json:"rows"`
	Cols   int    `json:"cols"`
	States uint64 `json:"states"`
	Count  int    `json:"count"`
}

// LineTraining is an evolution of line parameters.
type LineTraining struct {
	Evolution
	Boards []LineBoards `json:"boards"` // of each generation

	// Ratios has for each generation the geometric mean of the lengths of its plans, divided by
	// that of the plain parameters on the same boards. A board that is stuck counts 1.35 times.
	Ratios []float64 `json:"ratios"`
}

// NewLineTraining returns a training that begins with the plain parameters.
func NewLineTraining(seed uint64, random bool, boards []LineBoards) *LineTraining {
	return &LineTraining{
		Evolution: Evolution{
			Seed:   seed,
			Random: random,
			Values: make([]float64, len(beam.LineTable)),
			Step:   beginStep,
		},
		Boards: boards,
	}
}

// Check returns an error if a training that was read from a file cannot go on.
func (t *LineTraining) Check() error {
	if len(t.Values) != len(beam.LineTable) {
		return fmt.Errorf("learn: a training of %d parameters; expected %d", len(t.Values),
			len(beam.LineTable))
	}
	if t.Step <= 0 || t.Generations < 1 || len(t.Ratios) != t.Generations {
		return errors.New("learn: a training without a generation")
	}
	return nil
}

// Parameters returns the parameters that were learned so far.
func (t *LineTraining) Parameters() beam.LineParameters { return lineParameters(t.Values) }

// lineParameters returns the parameters that a vector stands for. The vector 0 stands for the plain
// ones.
func lineParameters(values []float64) beam.LineParameters {
	p := beam.PlainLines()
	for i, row := range beam.LineTable {
		parameter := row.Of(&p)
		change := row.Step * values[i]
		changed := *parameter + change
		if row.Factor {
			changed = *parameter * math.Exp(change)
		}
		*parameter = min(max(changed, row.Low), row.High)
	}
	return p
}

// Evolve goes on with the training until it has a number of generations, or the context ends. The
// function observe is called after each generation. Its error ends the training.
//
// The same seed gives the same parameters on any number of workers.
func (t *LineTraining) Evolve(
	ctx context.Context, generations, workers int, observe func(*LineTraining) error,
) error {
	if err := search.CheckWorkers("workers", workers); err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	next := func(generation int) trial {
		return &lineTrial{
			ctx:     ctx,
			workers: search.Workers(workers),
			seed:    t.Seed ^ trainingBoards,
			first:   uint64(generation) << 16,
			boards:  t.Boards,
		}
	}
	end := func(fitness []float64) error {
		mean := 0.0
		for _, value := range fitness {
			mean += value / float64(len(fitness))
		}
		t.Ratios = append(t.Ratios, math.Exp(mean))
		return observe(t)
	}
	return t.evolve(ctx, generations, next, end)
}

// lineTrial is the boards of a generation.
type lineTrial struct {
	ctx         context.Context
	workers     int
	seed, first uint64
	boards      []LineBoards

	isMeasured bool
	plain      float64 // mean logarithm of the lengths with the plain parameters
}

// LinePlan is the plan of a board.
type LinePlan struct {
	Length int
	Stuck  bool
}

// fitness returns the logarithm of the mean ratio of the lengths of plans to those with the plain
// parameters.
func (t *lineTrial) fitness(values []float64) (float64, error) {
	if !t.isMeasured {
		plain, err := t.meanLog(beam.PlainLines())
		if err != nil {
			return 0, err
		}
		t.plain = plain
		t.isMeasured = true
	}
	mean, err := t.meanLog(lineParameters(values))
	return mean - t.plain, err
}

// meanLog returns the mean logarithm of the lengths of plans.
func (t *lineTrial) meanLog(p beam.LineParameters) (float64, error) {
	plans, err := t.solve(p)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, plan := range plans {
		sum += math.Log(float64(plan.Length))
		if plan.Stuck {
			sum += stuckPenalty
		}
	}
	return sum / float64(len(plans)), nil
}

// solve solves the boards.
func (t *lineTrial) solve(p beam.LineParameters) ([]LinePlan, error) {
	var groups []LineBoards // of each board
	for _, group := range t.boards {
		groups = append(groups, slices.Repeat([]LineBoards{group}, group.Count)...)
	}
	plans := make([]LinePlan, len(groups))
	errs := make([]error, len(groups))
	search.Parallel(t.workers, len(groups), func(_, i int) bool {
		plans[i], errs[i] = t.plan(groups[i], t.first+uint64(i), p)
		return errs[i] == nil
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return plans, nil
}

// plan solves one board.
func (t *lineTrial) plan(
	group LineBoards, stream uint64, p beam.LineParameters,
) (LinePlan, error) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: group.Rows, Cols: group.Cols})
	if err != nil {
		return LinePlan{}, err
	}
	start := puzzle.Uniform(puzzle.NewRand(t.seed, stream), goal)
	var plan LinePlan
	solver := &beam.Solver{
		Heuristic: pairs.Heuristic{},
		Workers:   1,
		Lines:     &p,
		Stuck:     func() { plan.Stuck = true },
	}
	limits := search.Limits{Generated: group.States}
	result, err := solver.Solve(t.ctx, search.Problem{Start: start, Goal: goal}, limits)
	if err != nil {
		return LinePlan{}, err
	}
	if err := t.ctx.Err(); err != nil {
		return LinePlan{}, err
	}
	if result.Status != search.Solved {
		return LinePlan{}, fmt.Errorf(
			"learn: no plan of a board of %dx%d within %d states; expected more states",
			group.Rows, group.Cols, group.States)
	}
	plan.Length = len(result.Moves)
	return plan, nil
}

// CompareLines solves boards with two sets of parameters. The boards are others than those of any
// training.
func CompareLines(
	ctx context.Context, seed uint64, workers int, boards LineBoards,
	first, second beam.LineParameters,
) (firstPlans, secondPlans []LinePlan, err error) {
	t := &lineTrial{
		ctx:     ctx,
		workers: search.Workers(workers),
		seed:    seed ^ comparisonBoards,
		boards:  []LineBoards{boards},
	}
	firstPlans, err = t.solve(first)
	if err != nil {
		return nil, nil, err
	}
	secondPlans, err = t.solve(second)
	return firstPlans, secondPlans, err
}
