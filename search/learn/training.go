package learn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/internal/parameters"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// stuckPenalty is added to the logarithm of the length for a board that is stuck; see
	// beam.Solver.
	stuckPenalty = 0.3

	// A board without a plan counts as one with a plan of unsolvedFactor times its Manhattan
	// distance. That is about twice as long as a plan.
	unsolvedFactor = 3

	// These numbers set the boards of training and comparison apart from all other random boards.
	trainingBoards   = 0x6c696e65732d7472
	comparisonBoards = 0x6c696e65732d636f
)

// Boards are random boards of a size, other than the goal, and the search that solves each of them:
// one with growing widths if Width is 0, and one of a single width if States is 0.
type Boards struct {
	Rows   int    `json:"rows"`
	Cols   int    `json:"cols"`
	States uint64 `json:"states,omitempty"` // limit of a search with growing widths
	Width  int    `json:"width,omitempty"`  // width of a search of a single width
	Count  int    `json:"count"`            // number of boards
}

// String returns the text that the flag --boards takes, such as 10x10:6000000:3 or 7x7:w1024:10.
func (b Boards) String() string {
	limit := fmt.Sprint(b.States)
	if b.Width > 0 {
		limit = fmt.Sprintf("w%d", b.Width)
	}
	return fmt.Sprintf("%v:%s:%d", b.Size(), limit, b.Count)
}

// Size returns the size of the boards.
func (b Boards) Size() puzzle.Size { return puzzle.Size{Rows: b.Rows, Cols: b.Cols} }

// Training is an evolution of parameters.
type Training[P any] struct {
	Evolution
	Boards []Boards `json:"boards"` // of each generation

	// Ratios has a number for each generation: the geometric mean of the lengths of its plans,
	// divided by that of the plain parameters on the same boards. The length for a board that is
	// stuck counts 1.35 times (see stuckPenalty). A board without a plan counts as one with a plan of
	// three times its Manhattan distance (see unsolvedFactor).
	Ratios []float64 `json:"ratios"`

	problem *Problem[P]
}

// NewTraining returns a training that begins with the plain parameters.
func (p *Problem[P]) NewTraining(seed uint64, random bool, boards []Boards) *Training[P] {
	return &Training[P]{
		Evolution: newEvolution(seed, random, len(p.Set.Rows)),
		Boards:    boards,
		problem:   p,
	}
}

// Resume returns the training in a file, so that it can continue.
func (p *Problem[P]) Resume(file parameters.File[P]) (*Training[P], error) {
	if len(file.Training) == 0 {
		return nil, errors.New("learn: no training to go on with")
	}
	t := &Training[P]{problem: p}
	if err := json.Unmarshal(file.Training, t); err != nil {
		return nil, fmt.Errorf("learn: not a training: %w", err)
	}
	if len(t.Values) != len(p.Set.Rows) {
		return nil, fmt.Errorf("learn: a training of %d parameters; expected %d", len(t.Values),
			len(p.Set.Rows))
	}
	if len(t.Centre) != len(t.Values) {
		return nil, errors.New("learn: a training of an earlier version, which has no centre")
	}
	if t.Generations < 1 || len(t.Ratios) != t.Generations {
		return nil, errors.New("learn: a training without a generation")
	}
	return t, nil
}

// Parameters returns the parameters that were learned so far.
func (t *Training[P]) Parameters() P { return t.problem.Set.Changed(t.Values) }

// File returns the file of the training, given the command that made it.
func (t *Training[P]) File(command string) (parameters.File[P], error) {
	state, err := json.Marshal(t)
	if err != nil {
		return parameters.File[P]{}, fmt.Errorf("learn: %w", err)
	}
	return parameters.File[P]{
		Kind:       t.problem.Set.Kind,
		Command:    command,
		Parameters: t.Parameters(),
		Training:   state,
	}, nil
}

// Evolve continues the training until it has the given number of generations, or the context ends.
// Evolve calls observe after each generation. An error of observe ends the training.
//
// The same seed gives the same parameters on any number of workers.
func (t *Training[P]) Evolve(
	ctx context.Context, generations, workers int, observe func(*Training[P]) error,
) error {
	if err := search.CheckWorkers("workers", workers); err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	next := func(generation int) trial {
		return &boardTrial[P]{
			problem: t.problem,
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

// boardTrial tries vectors on the boards of a generation. It implements trial.
type boardTrial[P any] struct {
	problem *Problem[P]
	ctx     context.Context
	workers int
	seed    uint64 // of the random boards
	first   uint64 // number of the stream of random numbers of the first board
	boards  []Boards

	plainMean  float64 // mean logarithm of the lengths with the plain parameters
	plainKnown bool    // plainMean is set
}

// Plan is the plan of a board.
type Plan struct {
	Length   int // 0 without a plan
	Stuck    bool
	Distance int // Manhattan distance of the board
}

// logarithm returns the number by which the plan enters the fitness: the logarithm of its length,
// with a penalty.
func (p Plan) logarithm() float64 {
	switch {
	case p.Length == 0:
		return math.Log(float64(unsolvedFactor * p.Distance))
	case p.Stuck:
		return math.Log(float64(p.Length)) + stuckPenalty
	}
	return math.Log(float64(p.Length))
}

// fitness returns the mean logarithm of the lengths of plans, minus that with the plain parameters.
func (t *boardTrial[P]) fitness(values []float64) (float64, error) {
	if !t.plainKnown {
		mean, err := t.meanLog(t.problem.Set.Plain)
		if err != nil {
			return 0, err
		}
		t.plainMean = mean
		t.plainKnown = true
	}
	mean, err := t.meanLog(t.problem.Set.Changed(values))
	if err != nil {
		return 0, err
	}
	return mean - t.plainMean, nil
}

// meanLog returns the mean logarithm of the lengths of plans.
func (t *boardTrial[P]) meanLog(p P) (float64, error) {
	plans, err := t.solve(p)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, plan := range plans {
		sum += plan.logarithm()
	}
	return sum / float64(len(plans)), nil
}

// solve solves the boards.
func (t *boardTrial[P]) solve(p P) ([]Plan, error) {
	var groups []Boards // of each board
	for _, group := range t.boards {
		groups = append(groups, slices.Repeat([]Boards{group}, group.Count)...)
	}
	plans := make([]Plan, len(groups))
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

// start draws a board other than the goal, because the length 0 of its plan would have no logarithm.
func (t *boardTrial[P]) start(goal puzzle.Board, stream uint64) puzzle.Board {
	rng := puzzle.NewRand(t.seed, stream)
	start := puzzle.Uniform(rng, goal)
	for start == goal {
		start = puzzle.Uniform(rng, goal)
	}
	return start
}

// plan solves the board that a stream of random numbers gives.
func (t *boardTrial[P]) plan(group Boards, stream uint64, p P) (Plan, error) {
	goal, err := puzzle.Goal(puzzle.BlankLast, group.Size())
	if err != nil {
		return Plan{}, err
	}
	start := t.start(goal, stream)
	manhattan, err := heuristics.Manhattan.For(goal, puzzle.Costs{})
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Distance: int(manhattan.Estimate(start.Tiles()))}
	solver := t.problem.solver(p)
	solver.Workers = 1
	solver.Stuck = func() { plan.Stuck = true }
	limits := search.Limits{Generated: group.States}
	if group.Width > 0 {
		solver.Width = group.Width
		limits = limitOf(group.Width, group.Size())
	}
	result, err := solver.Solve(t.ctx, search.Problem{Start: start, Goal: goal}, limits)
	if err != nil {
		return Plan{}, err
	}
	if err := t.ctx.Err(); err != nil {
		return Plan{}, err
	}
	if result.Status != search.Solved && group.Width == 0 {
		return Plan{}, fmt.Errorf(
			"learn: no plan of a board of %v within %d states; expected more states", group.Size(),
			group.States)
	}
	plan.Length = len(result.Moves)
	return plan, nil
}

// Compare solves the same boards with two sets of parameters, and returns the plans of each. No
// training uses these boards.
func (p *Problem[P]) Compare(
	ctx context.Context, seed uint64, workers int, boards Boards, first, second P,
) (firstPlans, secondPlans []Plan, err error) {
	if err := search.CheckWorkers("workers", workers); err != nil {
		return nil, nil, fmt.Errorf("learn: %w", err)
	}
	t := &boardTrial[P]{
		problem: p,
		ctx:     ctx,
		workers: search.Workers(workers),
		seed:    seed ^ comparisonBoards,
		boards:  []Boards{boards},
	}
	firstPlans, err = t.solve(first)
	if err != nil {
		return nil, nil, err
	}
	secondPlans, err = t.solve(second)
	if err != nil {
		return nil, nil, err
	}
	return firstPlans, secondPlans, nil
}
