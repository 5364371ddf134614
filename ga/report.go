package ga

import (
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// report sends the generation that has just been evaluated to the observer.
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
	if e.run.solver.Members != nil && len(e.run.objectives) == 1 {
		e.run.solver.Members(e.run.last, e.reported())
	}
	e.run.observe(stats, nil)
}

// reported returns the members for Solver.Members.
func (e *evolution) reported() []Member {
	members := make([]Member, len(e.members))
	for i, c := range e.members {
		board := slices.Clone(e.origin.tiles)
		e.rules.tables.play(board, e.origin.blank, e.workers[0].path(&e.origin, c.genes[:c.score.moves]))
		members[i] = Member{c.score.fitness, board}
	}
	return members
}

// observe sends the last generation to the observer, with a new best plan unless plan is
// nil.
func (r *run) observe(stats search.Stats, plan []puzzle.Move) {
	if r.solver.Observer != nil {
		generation := r.last
		r.solver.Observer(search.Progress{Stats: stats, Generation: &generation, Plan: plan})
	}
}

// reportImprovement sends a generation of improvement to the observer. The fitness of a child
// is 100 times the sum of moves and estimate of its best board.
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
