package ga

import (
	"cmp"
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// litter is how many plans are bred from the pool at a time, each by an
// evolution with a random stream of its own, so that the number of goroutines
// makes no difference to what they come to.
const litter = 4

// pool is the population of whole plans, the shortest first, no two alike.
type pool [][]puzzle.Move

// improve breeds shorter plans until the time or the evaluations are used up or
// no round has helped for a while. Each round breeds a litter of plans, each one
// of the pool whose tail is evolved anew or an altogether new one, repaired; and
// then crosses them all wherever they meet.
func (r *run) improve(first *evolution) {
	tiles := r.problem.Start.Tiles()
	whole := r.arenaOf(r.problem.Start.Size())
	evolutions := []*evolution{first}
	first.rng = r.stream(1)
	plans := pool{}.with(r, first.repair(tiles, r.best))
	first.observed = false
	r.collect(first)
	r.take(plans[0])
	patience := r.patience()
	for round, vain := 1, 0; patience == 0 || vain < patience; round++ {
		if puzzle.Cost(len(r.best)) == r.bound || r.quota() < litter || search.Interrupted(r.ctx) != "" {
			return
		}
		for len(evolutions) < litter {
			evolutions = append(evolutions, r.newEvolution(1))
		}
		vain++
		before := len(r.best)
		for i, child := range r.breedLitter(evolutions, plans, round) {
			r.collect(evolutions[i])
			if child != nil {
				plans = plans.with(r, child)
			}
		}
		if r.Pool > 1 {
			plans = plans.with(r, whole.shortest(r.ctx, tiles, plans...))
		}
		if r.take(plans[0]); len(r.best) < before {
			vain = 0
		}
		r.reportRound(plans, round)
	}
}

// patience returns how many rounds in vain end the run; 0: it ends with the time or
// the evaluations.
func (r *run) patience() int {
	_, timed := r.ctx.Deadline()
	switch {
	case r.Patience != Auto:
		return r.Patience
	case timed || r.limits.Expanded > 0:
		return 0
	}
	return DefaultPatience
}

// breedLitter returns the plans of one round, nil for those that came to
// nothing.
func (r *run) breedLitter(evolutions []*evolution, plans pool, round int) [][]puzzle.Move {
	children := make([][]puzzle.Move, litter)
	quota := r.quota() / litter
	var all search.WorkerGroup
	places := make(chan struct{}, r.threads())
	for i, e := range evolutions {
		e.rng = r.stream(uint64(round*litter + i + 1))
		e.quota = quota
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			children[i] = e.child(plans)
		})
	}
	all.Wait()
	return children
}

// child breeds one plan, from the start or from within one of the pool, and
// repairs it.
func (e *evolution) child(plans pool) []puzzle.Move {
	tiles := e.problem.Start.Tiles()
	var head []puzzle.Move
	if e.rng.Float64() >= e.Renew {
		parent := plans[min(e.rng.Intn(len(plans)), e.rng.Intn(len(plans)))]
		head = parent[:e.rng.Intn(len(parent))]
		e.arenaOf(e.problem.Start.Size()).play(tiles, blankOf(tiles), head)
	}
	e.before = len(head)
	tail, ok := e.evolveBySubgoals(tiles, e.problem.Goal.Tiles())
	if !ok {
		return nil
	}
	return e.repair(e.problem.Start.Tiles(), slices.Concat(head, tail))
}

// with returns the pool with a plan more, if it is not there yet, and without
// the longest if there are too many. Of plans of one length the new one stays.
func (p pool) with(r *run, plan []puzzle.Move) pool {
	for _, other := range p {
		if slices.Equal(other, plan) {
			return p
		}
	}
	at, _ := slices.BinarySearchFunc(p, len(plan), func(other []puzzle.Move, length int) int { return cmp.Compare(len(other), length) })
	p = slices.Insert(p, at, plan)
	return p[:min(len(p), r.Pool)]
}
