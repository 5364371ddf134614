package ga

import (
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// report tells the observer about the generation that has just been evaluated.
func (e *evolution) report(ga *eaopt.GA) {
	if e.run.solver.Observer == nil || !e.observed {
		return
	}
	var fitness []int64
	var boards []uint64
	stats := sum(e.run.total, e.stats)
	for i, population := range ga.Populations {
		stats = sum(stats, e.islands[i].stats)
		for _, individual := range population.Individuals {
			score := chromosomeOf(individual).score
			fitness, boards = append(fitness, score.fitness), append(boards, score.board)
		}
	}
	e.run.last = generationOf(fitness, boards)
	e.run.last.Subgoal, e.run.last.Phase, e.run.last.Number = e.subgoal, e.phase, int(ga.Generations)
	e.run.last.BestLength = e.depth + chromosomeOf(ga.HallOfFame[0]).score.moves
	e.run.observe(stats, nil)
}

// observe tells the observer about the last generation and, if there is one, a new
// best plan.
func (r *run) observe(stats search.Stats, plan []puzzle.Move) {
	if r.solver.Observer != nil {
		generation := r.last
		r.solver.Observer(search.Progress{Stats: stats, Generation: &generation, Plan: plan})
	}
}

// reportRound tells the observer about a round of improvement. The fitness is that of
// the plans' lengths.
func (r *run) reportRound(plans pool, round int) {
	if r.solver.Observer == nil {
		return
	}
	var fitness []int64
	var boards []uint64
	for _, plan := range plans {
		fitness = append(fitness, moveFitness*int64(len(plan)))
		g := &stateGraph{tables: r.tables, nodes: map[uint64]int32{}}
		g.add(r.problem.Start.Tiles(), plan)
		boards = append(boards, g.keys...)
	}
	r.last = generationOf(fitness, boards)
	r.last.Number, r.last.BestLength = round, len(r.best)
	r.observe(r.total, nil)
}

// generationOf returns the statistics of a population, given the fitness of each
// individual and the keys of boards. It changes the order of both.
func generationOf(fitness []int64, boards []uint64) (g search.Generation) {
	total := int64(0)
	for _, f := range fitness {
		total += f
	}
	slices.Sort(fitness)
	slices.Sort(boards)
	g.Best, g.Median = fitness[0], fitness[(len(fitness)-1)/2]
	g.Mean = float64(total) / float64(len(fitness))
	g.Diversity = float64(len(slices.Compact(boards))) / float64(len(boards))
	return g
}
