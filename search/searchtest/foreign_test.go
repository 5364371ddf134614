package searchtest_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// The solvers of this file stand for solvers of other programs. They evaluate complete plans and
// have neither an order of successors nor workers. The suite tests them by what they claim.

// genesOfPlan is the maximum number of moves of a plan.
const genesOfPlan = 60

// plan is a list of genes with its score. A gene chooses one of the moves that the board before it
// allows, except the one that undoes the move before.
type plan struct {
	genes []uint8
	moves []puzzle.Move // up to the board with the smallest estimate
	score puzzle.Cost   // the smallest estimate, 0 for the goal
}

// decoder plays plans and scores them, within the limits of a run.
type decoder struct {
	ctx     context.Context
	problem search.Problem
	limits  search.Limits
	graph   *puzzle.Graph
	tracker heuristics.Tracker
	tiles   []uint8
	result  search.Result
}

func newDecoder(ctx context.Context, p search.Problem, lim search.Limits) (*decoder, error) {
	estimator, err := heuristics.EstimatorOf(heuristics.Manhattan, p.Goal, p.Costs)
	if err != nil {
		return nil, fmt.Errorf("foreign: %w", err)
	}
	d := &decoder{
		ctx:     ctx,
		problem: p,
		limits:  lim,
		graph:   puzzle.NewGraph(p.Start.Size(), puzzle.Order{}),
		tracker: estimator.Track(),
	}
	return d, nil
}

// reserve counts the memory of a number of plans. It reports whether the limit allows it.
func (d *decoder) reserve(plans int) bool {
	bytes := uint64(plans*2*genesOfPlan + d.problem.Start.Size().Cells())
	if d.limits.Bytes > 0 && bytes > d.limits.Bytes {
		d.result.Status = search.MemoryLimit
		return false
	}
	d.result.Bytes = bytes
	return true
}

// mayEvaluate reports whether another plan may be evaluated. If not, it sets the status.
func (d *decoder) mayEvaluate() bool {
	generated := d.limits.Generated
	evaluated := d.limits.Evaluated
	d.result.Status = search.Interrupted(d.ctx)
	switch {
	case d.result.Status != "":
	case generated > 0 && d.result.Generated+genesOfPlan > generated:
		d.result.Status = search.NodeLimit
	case evaluated > 0 && d.result.Evaluated >= evaluated:
		d.result.Status = search.EvaluationLimit
	}
	return d.result.Status == ""
}

// evaluate plays the genes from the start and scores the plan.
func (d *decoder) evaluate(p *plan) {
	d.tiles = d.problem.Start.Tiles()
	d.tracker.Reset(d.tiles)
	blank := uint8(slices.Index(d.tiles, 0))
	p.score = math.MaxInt
	p.moves = p.moves[:0]
	var moves []puzzle.Move
	for _, gene := range p.genes {
		steps := d.graph.Steps(blank)
		step := steps[int(gene)%len(steps)]
		if len(moves) > 0 && len(steps) > 1 && step.Move == moves[len(moves)-1].Opposite() {
			step = steps[(int(gene)+1)%len(steps)]
		}
		tile := d.tiles[step.To]
		d.tiles[blank] = tile
		d.tiles[step.To] = 0
		estimate := d.tracker.Move(d.tiles, step.To, blank)
		blank = step.To
		moves = append(moves, step.Move)
		d.result.Generated++
		if estimate < p.score {
			p.score = estimate
			p.moves = append(p.moves, moves[len(p.moves):]...)
		}
		if estimate == 0 {
			break
		}
	}
	d.result.Evaluated++
	cost := d.problem.Costs.Total(moves)
	d.result.MaxCost = max(d.result.MaxCost, cost)
}

// solved returns the result of a run that found a plan.
func (d *decoder) solved(p plan) search.Result {
	d.result.Moves = slices.Clone(p.moves)
	search.Finish(d.problem, &d.result)
	return d.result
}

func randomPlan(rng *rand.Rand) plan {
	genes := make([]uint8, genesOfPlan)
	for i := range genes {
		genes[i] = uint8(rng.IntN(12))
	}
	return plan{genes: genes}
}

// mutated returns a plan that differs in a gene, and sometimes in all genes behind it.
func mutated(rng *rand.Rand, parent plan) plan {
	genes := slices.Clone(parent.genes)
	i := rng.IntN(len(genes))
	genes[i] = uint8(rng.IntN(12))
	if rng.IntN(4) == 0 {
		for j := i + 1; j < len(genes); j++ {
			genes[j] = uint8(rng.IntN(12))
		}
	}
	return plan{genes: genes}
}

// annealer is simulated annealing: a worse plan is accepted with a probability that falls with the
// temperature. A run begins again, hot, when it has cooled down.
type annealer struct {
	Seed     uint64
	Observer search.Observer
}

func (a *annealer) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.LocalSearch}
}

func (a *annealer) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	result, done, err := search.Begin(p, puzzle.Order{})
	if done || err != nil {
		return result, err
	}
	d, err := newDecoder(ctx, p, lim)
	if err != nil {
		return search.Result{}, err
	}
	if !d.reserve(2) {
		return d.result, nil
	}
	const hot, cold, cooling = 3.0, 0.2, 0.995
	rng := puzzle.NewRand(a.Seed, 0)
	var current plan
	temperature := 0.0
	for d.mayEvaluate() {
		var candidate plan
		if temperature < cold {
			temperature = hot
			candidate = randomPlan(rng)
			current = plan{score: math.MaxInt} // any candidate is better
		} else {
			candidate = mutated(rng, current)
		}
		d.evaluate(&candidate)
		if candidate.score == 0 {
			return d.solved(candidate), nil
		}
		worse := float64(candidate.score - current.score)
		if worse <= 0 || rng.Float64() < math.Exp(-worse/temperature) {
			current = candidate
		}
		temperature *= cooling
		if a.Observer != nil && d.result.Evaluated%100 == 0 {
			a.Observer(search.Progress{Stats: d.result.Stats})
		}
	}
	return d.result, nil
}

// evolver is a genetic algorithm: the best plans survive, each has a child, and random plans join
// them. It gives up after a number of generations.
type evolver struct {
	Seed     uint64
	Observer search.Observer
}

const (
	individuals    = 40
	maxGenerations = 2000
)

func (e *evolver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.Evolution, Incomplete: true, Generations: true}
}

func (e *evolver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	result, done, err := search.Begin(p, puzzle.Order{})
	if done || err != nil {
		return result, err
	}
	d, err := newDecoder(ctx, p, lim)
	if err != nil {
		return search.Result{}, err
	}
	if !d.reserve(individuals) {
		return d.result, nil
	}
	rng := puzzle.NewRand(e.Seed, 0)
	var survivors []plan
	for generation := range maxGenerations {
		population := slices.Clone(survivors)
		for i := range individuals {
			if !d.mayEvaluate() {
				return d.result, nil
			}
			var child plan
			if i < len(survivors) {
				child = mutated(rng, survivors[i])
			} else {
				child = randomPlan(rng)
			}
			d.evaluate(&child)
			if child.score == 0 {
				return d.solved(child), nil
			}
			population = append(population, child)
		}
		slices.SortStableFunc(population, func(a, b plan) int { return int(a.score - b.score) })
		e.report(d, generation, population)
		survivors = population[:individuals/2]
	}
	d.result.Status = search.Exhausted
	return d.result, nil
}

// report sends a generation to the observer.
func (e *evolver) report(d *decoder, generation int, population []plan) {
	if e.Observer == nil {
		return
	}
	seen := &search.Population{}
	for _, p := range population {
		seen.Fitness = append(seen.Fitness, int64(p.score))
		seen.Boards = append(seen.Boards, uint64(p.score))
	}
	e.Observer(search.Progress{
		Stats: d.result.Stats,
		Generation: &search.Generation{
			Phase:      1,
			Number:     generation,
			BestLength: len(population[0].moves),
			Population: seen,
		},
	})
}

func TestForeignSolvers(t *testing.T) {
	for name, c := range map[string]searchtest.Config{
		"annealing": {
			New: func(s searchtest.Settings) search.Solver {
				return &annealer{Seed: 1, Observer: s.Observer}
			},
			NoOrder:      true,
			StatesOfPlan: genesOfPlan,
			Reach:        12,
		},
		"genetic algorithm": {
			New: func(s searchtest.Settings) search.Solver {
				return &evolver{Seed: 1, Observer: s.Observer}
			},
			NoOrder:      true,
			StatesOfPlan: genesOfPlan,
			Reach:        12,
		},
	} {
		t.Run(name, func(t *testing.T) { searchtest.Run(t, c) })
	}
}

// The solver of the Example passes the suite.
func TestExample(t *testing.T) { conformance(t) }
