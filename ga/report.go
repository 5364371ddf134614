package ga

import (
	"cmp"
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
	seen := &e.run.seen
	seen.Reset()
	stats := sum(e.run.total, e.stats)
	for i, population := range ga.Populations {
		stats = sum(stats, e.islands[i].stats)
		for j := range population.Individuals {
			score := &chromosomeOf(population.Individuals[j]).score
			seen.Fitness, seen.Boards = append(seen.Fitness, score.fitness), append(seen.Boards, score.board)
		}
	}
	e.run.last = search.Generation{
		Subgoal: e.subgoal, Phase: e.phase, Number: int(ga.Generations), Population: seen,
		BestLength: e.depth + chromosomeOf(ga.HallOfFame[0]).score.moves,
	}
	if e.run.solver.Members != nil && len(e.run.stages) == 1 {
		e.run.solver.Members(e.run.last, e.members(ga.Populations))
	}
	e.run.observe(stats, nil)
}

// members returns the chromosomes of all islands, the fittest first.
func (e *evolution) members(populations eaopt.Populations) []Member {
	var members []Member
	for _, population := range populations {
		for _, individual := range population.Individuals {
			c := chromosomeOf(individual)
			board := slices.Clone(e.origin.tiles)
			path := e.islands[0].workers[0].plan(&e.origin, c.genes[:c.score.moves])
			e.rules.tables.play(board, blankOf(board), path)
			members = append(members, Member{c.score.fitness, board})
		}
	}
	slices.SortStableFunc(members, func(a, b Member) int { return cmp.Compare(a.Fitness, b.Fitness) })
	return members
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
	seen := &r.seen
	seen.Reset()
	for _, plan := range plans {
		seen.Fitness = append(seen.Fitness, moveFitness*int64(len(plan)))
		g := &stateGraph{tables: r.tables, nodes: map[uint64]int32{}}
		g.add(r.problem.Start.Tiles(), plan)
		seen.Boards = append(seen.Boards, g.keys...)
	}
	r.last = search.Generation{Number: round, BestLength: len(r.best), Population: seen}
	r.observe(r.total, nil)
}
