package ga

import (
	"cmp"
	"math/bits"
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
	seen.reset()
	stats := sum(e.run.total, e.stats)
	for i, population := range ga.Populations {
		stats = sum(stats, e.islands[i].stats)
		for j := range population.Individuals {
			score := &chromosomeOf(population.Individuals[j]).score
			seen.fitness, seen.boards = append(seen.fitness, score.fitness), append(seen.boards, score.board)
		}
	}
	e.run.last = seen.generation()
	e.run.last.Subgoal, e.run.last.Phase, e.run.last.Number = e.subgoal, e.phase, int(ga.Generations)
	e.run.last.BestLength = e.depth + chromosomeOf(ga.HallOfFame[0]).score.moves
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
	seen.reset()
	for _, plan := range plans {
		seen.fitness = append(seen.fitness, moveFitness*int64(len(plan)))
		g := &stateGraph{tables: r.tables, nodes: map[uint64]int32{}}
		g.add(r.problem.Start.Tiles(), plan)
		seen.boards = append(seen.boards, g.keys...)
	}
	r.last = seen.generation()
	r.last.Number, r.last.BestLength = round, len(r.best)
	r.observe(r.total, nil)
}

// seen is what a report sees of a population. A run keeps it from one report to the next:
// the chromosomes are not on the heap that is collected, so garbage of each generation
// would have the collector run all the time, which slows small populations down by a third.
type seen struct {
	fitness []int64  // of each individual
	boards  []uint64 // keys
	places  []uint64 // scratch of distinct
}

func (s *seen) reset() { s.fitness, s.boards = s.fitness[:0], s.boards[:0] }

// generation returns the statistics of the population. It changes the order of the fitness.
func (s *seen) generation() (g search.Generation) {
	total := int64(0)
	for _, f := range s.fitness {
		total += f
	}
	slices.Sort(s.fitness)
	g.Best, g.Median = s.fitness[0], s.fitness[(len(s.fitness)-1)/2]
	g.Mean = float64(total) / float64(len(s.fitness))
	g.Diversity = float64(s.distinct()) / float64(len(s.boards))
	return g
}

// distinct returns the number of different keys of boards in O(keys), several times as fast
// as sorting would. It notes each key in the first free place behind the one that its low
// bits name. 0 stands for a free place, and is the key of no board but one in 2^64.
func (s *seen) distinct() (count int) {
	if n := 2 << bits.Len(uint(len(s.boards))); len(s.places) != n {
		s.places = make([]uint64, n)
	}
	clear(s.places)
	mask := uint64(len(s.places) - 1)
	for _, key := range s.boards {
		at := key & mask
		for s.places[at] != 0 && s.places[at] != key {
			at = (at + 1) & mask
		}
		if s.places[at] == 0 {
			s.places[at] = key
			count++
		}
	}
	return count
}
