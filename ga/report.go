package ga

import (
	"cmp"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// report sends the generation that has just been evaluated to the observer. It is the Callback of
// eaopt.
func (e *evolution) report(ga *eaopt.GA) {
	r := e.run
	if r.solver.Observer == nil || !e.position.observed {
		return
	}
	members := sorted(ga.Populations)
	r.seen.Reset()
	for _, c := range members {
		r.seen.Fitness = append(r.seen.Fitness, c.score.fitness)
		r.seen.Boards = append(r.seen.Boards, c.score.board)
	}
	r.last = search.Generation{
		Subgoal:    e.position.subgoal,
		Phase:      e.position.phase,
		Number:     int(ga.Generations),
		BestLength: e.position.depth + chromosomeOf(ga.HallOfFame[0]).score.moves,
		Population: &r.seen,
	}
	if r.solver.Members != nil && len(r.objectives) == 1 {
		r.solver.Members(r.last, e.membersOf(members))
	}
	r.observe(r.total.Add(e.stats), nil)
}

// sorted returns the chromosomes of all populations, the fittest first.
func sorted(populations eaopt.Populations) []*Chromosome {
	var members []*Chromosome
	for _, population := range populations {
		for _, individual := range population.Individuals {
			members = append(members, chromosomeOf(individual))
		}
	}
	slices.SortStableFunc(members, func(a, b *Chromosome) int {
		return cmp.Compare(a.score.fitness, b.score.fitness)
	})
	return members
}

// membersOf returns what Solver.Members receives of chromosomes.
func (e *evolution) membersOf(chromosomes []*Chromosome) []Member {
	members := make([]Member, len(chromosomes))
	for i, c := range chromosomes {
		board := slices.Clone(e.origin.Tiles)
		path := e.scorers[0].Path(&e.origin.Origin, c.genes[:c.score.moves])
		e.rules.Tables.Graph.Play(board, e.origin.Blank, path)
		members[i] = Member{Fitness: c.score.fitness, Board: board}
	}
	return members
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
