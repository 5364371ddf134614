package ga

import (
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// report sends the generation that has just been evaluated to the observer.
func (e *evolution) report(ga *eaopt.GA) {
	r := e.run
	if r.solver.Observer == nil || !e.observed {
		return
	}
	r.seen.Reset()
	for _, c := range e.members {
		r.seen.Fitness, r.seen.Boards = append(r.seen.Fitness, c.score.fitness), append(r.seen.Boards, c.score.board)
	}
	r.last = search.Generation{
		Subgoal: e.subgoal, Phase: e.phase, Number: int(ga.Generations), Population: &r.seen,
		BestLength: e.depth + chromosomeOf(ga.HallOfFame[0]).score.moves,
	}
	if r.solver.Members != nil && len(r.objectives) == 1 {
		members := make([]Member, len(e.members))
		for i, c := range e.members {
			members[i] = Member{c.score.fitness, slices.Clone(e.origin.tiles)}
			path := e.workers[0].path(&e.origin, c.genes[:c.score.moves])
			e.rules.tables.graph.Play(members[i].Board, e.origin.blank, path)
		}
		r.solver.Members(r.last, members)
	}
	r.observe(r.total.Add(e.stats), nil)
}

// observe sends the progress and the last generation to the observer, with a new best plan unless
// plan is nil.
func (r *run) observe(stats search.Stats, plan []puzzle.Move) {
	if r.solver.Observer != nil {
		generation := r.last
		r.solver.Observer(search.Progress{
			Stats: stats, Bound: r.bound, Length: len(r.best), Plan: plan, Generation: &generation,
		})
	}
}

// reportImprovement sends a generation of improvement to the observer. The fitness of a child
// is 100 times the sum of moves and estimate of its best board.
func (r *run) reportImprovement(a *archive) {
	if r.solver.Observer == nil {
		return
	}
	r.seen.Reset()
	for _, b := range a.breeders {
		for _, score := range b.scores {
			r.seen.Fitness = append(r.seen.Fitness, moveFitness*score.fitness)
			r.seen.Boards = append(r.seen.Boards, score.board)
		}
	}
	if len(r.seen.Fitness) > 0 {
		r.last = search.Generation{Number: a.generation, BestLength: len(r.best), Population: &r.seen}
		r.observe(r.total, nil)
	}
}
