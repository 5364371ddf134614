package ga

import (
	"cmp"
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// offspring is the number of plans of a round of improvement. Each is evolved with a
// random stream of its own, so that the result does not depend on the number of
// goroutines.
const offspring = 4

// poolSize is the number of plans of the pool.
const poolSize = 8

// pool is the population of whole plans, the shortest first, no two alike.
type pool [][]puzzle.Move

// improve looks for shorter plans until the time or the evaluations are used up, or
// no round has found one for a while. The first evolution made the first plan.
func (r *run) improve(first *evolution) {
	tiles := r.problem.Start.Tiles()
	evolutions := []*evolution{first}
	first.rng = stream(r.solver.Seed, 1)
	plans := pool{}.with(first.repair(tiles, r.best))
	first.observed = false
	r.collect(first)
	r.take(plans[0])
	patience := r.patience()
	for round, unsuccessful := 1, 0; patience == 0 || unsuccessful < patience; round++ {
		if puzzle.Cost(len(r.best)) == r.bound || r.quota() < offspring || search.Interrupted(r.ctx) != "" {
			return
		}
		for len(evolutions) < offspring {
			evolutions = append(evolutions, r.newEvolution(1))
		}
		unsuccessful++
		before := len(r.best)
		for i, child := range r.breedPlans(evolutions, plans, round) {
			r.collect(evolutions[i])
			if child != nil {
				plans = plans.with(child)
			}
		}
		plans = plans.with(r.tables.shortest(tiles, plans...))
		if r.take(plans[0]); len(r.best) < before {
			unsuccessful = 0
		}
		r.reportRound(plans, round)
	}
}

// patience returns the number of unsuccessful rounds that end the run; 0: only the
// time or the evaluations end it.
func (r *run) patience() int {
	_, timed := r.ctx.Deadline()
	switch {
	case r.solver.Patience != Auto:
		return r.solver.Patience
	case timed || r.limits.Expanded > 0:
		return 0
	}
	return DefaultPatience
}

// breedPlans returns the plans of one round, nil for those that did not reach the
// goal.
func (r *run) breedPlans(evolutions []*evolution, plans pool, round int) [][]puzzle.Move {
	children := make([][]puzzle.Move, offspring)
	quota := r.quota() / offspring
	var all search.WorkerGroup
	slots := make(chan struct{}, r.threads())
	for i, e := range evolutions {
		e.rng = stream(r.solver.Seed, uint64(round*offspring+i+1))
		e.quota = quota
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			children[i] = e.breedPlan(plans)
		})
	}
	all.Wait()
	return children
}

// breedPlan evolves one plan from the start, or the rest of a plan of the pool from
// one of its boards, and repairs the whole.
func (e *evolution) breedPlan(plans pool) []puzzle.Move {
	start := e.run.problem.Start
	tiles := start.Tiles()
	var head []puzzle.Move
	if e.rng.Float64() >= e.settings.Renew {
		parent := plans[min(e.rng.Intn(len(plans)), e.rng.Intn(len(plans)))]
		head = parent[:e.rng.Intn(len(parent))]
		e.run.tables.play(tiles, blankOf(tiles), head)
	}
	e.before = len(head)
	tail, ok := e.reach(tiles)
	if !ok {
		return nil
	}
	return e.repair(start.Tiles(), slices.Concat(head, tail))
}

// with returns the pool with one more plan, unless the pool has it, and without the
// longest plan if there are too many. Of plans of one length the new one is
// first.
func (p pool) with(plan []puzzle.Move) pool {
	for _, other := range p {
		if slices.Equal(other, plan) {
			return p
		}
	}
	at, _ := slices.BinarySearchFunc(p, len(plan), func(other []puzzle.Move, length int) int {
		return cmp.Compare(len(other), length)
	})
	p = slices.Insert(p, at, plan)
	return p[:min(len(p), poolSize)]
}
