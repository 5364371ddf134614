package ga

import (
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/search"
)

// report tells the observer of the generation that has just been evaluated.
func (e *evolution) report(ga *eaopt.GA) {
	if e.Observer == nil || !e.observed {
		return
	}
	population, stats := ga.Populations[0].Individuals, sum(e.total, e.stats)
	if len(e.islands) > 1 {
		population = nil
		for i, other := range ga.Populations {
			population = append(population, other.Individuals...)
			stats = sum(stats, e.islands[i].stats)
		}
		population.SortByFitness()
	}
	generation := search.Generation{
		Subgoal:    e.subgoal,
		Phase:      e.phase,
		Number:     int(ga.Generations),
		Best:       chromosomeOf(population[0]).fitness,
		Median:     chromosomeOf(population[(len(population)-1)/2]).fitness,
		BestLength: e.depth + chromosomeOf(ga.HallOfFame[0]).moves,
	}
	var total int64
	boards := make([]uint64, len(population))
	for i, individual := range population {
		c := chromosomeOf(individual)
		total += c.fitness
		boards[i] = c.board
	}
	generation.Mean = float64(total) / float64(len(population))
	generation.Diversity = distinct(boards)
	e.last = generation
	e.Observer(search.Progress{Stats: stats, Generation: &generation})
}

// reportRound tells the observer of a round of improvement, unless the context has
// ended. Fitness is that of the plans' lengths.
func (r *run) reportRound(plans pool, round int) {
	if r.Observer == nil {
		return
	}
	perMove := units(r.LengthWeight)
	generation := search.Generation{
		Number:     round,
		Best:       perMove * int64(len(plans[0])),
		Median:     perMove * int64(len(plans[(len(plans)-1)/2])),
		BestLength: len(r.best),
	}
	a := r.arenaOf(r.problem.Start.Size())
	var boards []uint64
	moves := 0
	for _, plan := range plans {
		moves += len(plan)
		w := &web{arena: a, nodes: map[uint64]int32{}}
		w.spin(r.ctx, r.problem.Start.Tiles(), plan)
		boards = append(boards, w.keys...)
	}
	if r.ctx.Err() != nil {
		return // not all boards may be there
	}
	generation.Mean = float64(perMove) * float64(moves) / float64(len(plans))
	generation.Diversity = distinct(boards)
	r.last = generation
	r.Observer(search.Progress{Stats: r.total, Generation: &generation})
}

// distinct returns the share of different keys. It changes their order.
func distinct(keys []uint64) float64 {
	n := len(keys)
	slices.Sort(keys)
	return float64(len(slices.Compact(keys))) / float64(n)
}
