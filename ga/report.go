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
	seen := &e.run.seen
	seen.Reset()
	stats := sum(e.run.total, e.stats)
	for _, c := range e.members {
		seen.Fitness, seen.Boards = append(seen.Fitness, c.score.fitness), append(seen.Boards, c.score.board)
	}
	e.run.last = search.Generation{
		Subgoal: e.subgoal, Phase: e.phase, Number: int(ga.Generations), Population: seen,
		BestLength: e.depth + chromosomeOf(ga.HallOfFame[0]).score.moves,
	}
	if e.run.solver.Members != nil && len(e.run.stages) == 1 {
		e.run.solver.Members(e.run.last, e.reported())
	}
	e.run.observe(stats, nil)
}

// reported returns the members for Solver.Members.
func (e *evolution) reported() []Member {
	members := make([]Member, len(e.members))
	for i, c := range e.members {
		board := slices.Clone(e.origin.tiles)
		e.rules.tables.play(board, e.origin.blank, e.workers[0].plan(&e.origin, c.genes[:c.score.moves]))
		members[i] = Member{c.score.fitness, board}
	}
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

// reportImprovement tells the observer about a generation of improvement. The fitness is the
// number of moves plus the estimate.
func (r *run) reportImprovement(im *improvement) {
	if r.solver.Observer == nil {
		return
	}
	seen := &r.seen
	seen.Reset()
	for _, b := range im.breeders {
		for i := range b.parents {
			score := &b.children[i].score
			seen.Fitness = append(seen.Fitness, moveFitness*score.fitness)
			seen.Boards = append(seen.Boards, score.board)
		}
	}
	if len(seen.Fitness) > 0 {
		r.last = search.Generation{Number: im.generation, BestLength: len(r.best), Population: seen}
		r.observe(r.total, nil)
	}
}
