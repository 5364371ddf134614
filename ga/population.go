package ga

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Apply implements eaopt.Model. It replaces an evaluated population by the next generation,
// which it evaluates and sorts. It returns errStop if the phase ends within this generation.
//
// eaopt's own generational model ranks the second child of every couple by its parent's
// fitness, loses the best chromosome, and allocates memory for each child. Apply breeds into
// the storage of chromosomes that do not survive, and evaluates every child.
func (e *evolution) Apply(pop *eaopt.Population) error {
	if e.run.ctx.Err() != nil {
		return errStop
	}
	var children []*chromosome
	switch e.settings.Control {
	case RandomPlans:
		children = e.members
		for _, c := range children {
			c.draw(e.firstGenes, e.rng)
		}
	case HillClimbing:
		children = e.places[len(e.members):]
		for i, c := range children {
			c.become(e.members[i])
			c.Mutate(e.rng)
		}
	default:
		children = e.breed()
	}
	if err := e.evaluate(children); err != nil {
		return err
	}
	if e.settings.Control == HillClimbing {
		for i, c := range e.members {
			if children[i].score.fitness <= c.score.fitness {
				e.members[i], children[i] = children[i], c
			}
		}
	}
	sort(e.members)
	pop.Individuals = pop.Individuals[:0]
	for _, c := range e.members {
		pop.Individuals = append(pop.Individuals, eaopt.Individual{
			Genome: c, Fitness: float64(c.score.fitness), Evaluated: true,
		})
	}
	return nil
}

// Validate implements eaopt.Model. It returns nil, since Solve has checked the settings.
func (e *evolution) Validate() error { return nil }

// breed replaces the losers of random pairs by children of the winners, and returns the children.
// In the new generation, the winners come first. The parents of each child, two for crossover and
// one for a mutant, are drawn with replacement. Both numbers of children are rounded up, so a
// population of 50 becomes one of 51 (25 winners, 23 children by crossover, 3 mutants). If the
// number of members is odd, a random one is in no pair and does not survive. A change to breed
// changes the plan of every seed.
func (e *evolution) breed() (children []*chromosome) {
	settings, rng, members := e.settings, e.rng, e.members
	rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	winners := len(members) / 2 // members i and winners+i are a pair
	for i := range winners {
		if members[winners+i].score.fitness < members[i].score.fitness {
			members[i], members[winners+i] = members[winners+i], members[i]
		}
	}
	of := func(fraction float64) int {
		return int(math.Ceil(fraction / (settings.Crossover + settings.Mutation) * float64(winners)))
	}
	crossed, all := of(settings.Crossover), winners+of(settings.Crossover)+of(settings.Mutation)
	e.members = e.places[:all]
	for i, child := range e.members[winners:] {
		a, b := e.members[below(rng, winners)], e.members[below(rng, winners)]
		switch {
		case i >= crossed:
			child.become(a)
			child.mutate(below(rng, max(len(a.genes)-1, 1)), rng)
			continue
		case settings.Control == HeadlessChicken:
			b = e.places[len(e.places)-1]
			b.draw(e.firstGenes, rng)
		}
		child.join(a, below(rng, len(a.genes)), b, below(rng, len(b.genes)))
	}
	return e.members[winners:]
}

// sort sorts chromosomes by fitness. The sort is stable.
func sort(chromosomes []*chromosome) {
	slices.SortStableFunc(chromosomes, func(a, b *chromosome) int {
		return cmp.Compare(a.score.fitness, b.score.fitness)
	})
}

// errStop makes eaopt end a phase, because the objective is reached, the context has ended, or
// the quota is used up.
var errStop = errors.New("ga: the evolution has ended")

const (
	// pollEvery is the number of genes after which a scorer checks the context again. It
	// decodes this number of genes in about a tenth of a millisecond.
	pollEvery = 8192

	// overhead is the time that a chromosome takes besides decoding, as a number of genes.
	overhead = 50

	// chunk is the number of chromosomes that a worker takes at a time.
	chunk = 8
)

// evaluate scores chromosomes in order, and counts evaluations and states. It stops after the
// first chromosome that reaches the objective, before the first for which the quota does not
// suffice, and soon after the context has ended. In these cases it returns errStop. Unless the
// context ends, its results do not depend on the number of workers.
func (e *evolution) evaluate(chromosomes []*chromosome) error {
	n, states := 0, uint64(0)
	for n < len(chromosomes) && states+e.rules.states(len(chromosomes[n].genes)) <= e.quota {
		states += e.rules.states(len(chromosomes[n].genes))
		n++
	}
	var next atomic.Int64 // first chromosome that no worker has taken
	var ended atomic.Bool // a solution was found, or the context has ended
	// Chunks are taken in order and then scored whole, so that every chromosome before the first
	// solution is scored.
	work := func(w *scorer) {
		for !ended.Load() {
			end := int(next.Add(chunk))
			if end >= n+chunk {
				return
			}
			for _, c := range chromosomes[end-chunk : min(end, n)] {
				c.score = w.score(&e.origin, c.genes)
				if c.score.solved || c.score.decoded == 0 || w.ended(overhead) {
					ended.Store(true)
					return
				}
			}
		}
	}
	var others search.WorkerGroup
	for i := 1; i < len(e.workers) && i*chunk < n; i++ {
		others.Go(func() { work(e.workers[i]) })
	}
	work(e.workers[0])
	others.Wait()

	for _, c := range chromosomes[:n] {
		if c.score.decoded == 0 { // not scored, because the context has ended
			continue
		}
		e.stats.Evaluated++
		e.spend(e.rules.states(c.score.decoded))
		e.stats.MaxCost = max(e.stats.MaxCost, puzzle.Cost(e.depth+c.score.decoded))
		if c.score.solved {
			e.solution = c.Clone().(*chromosome)
			break
		}
	}
	if ended.Load() || n < len(chromosomes) {
		return errStop
	}
	return nil
}

// spend counts states that the evolution has generated.
func (e *evolution) spend(states uint64) {
	e.stats.Generated += states
	e.quota -= min(states, e.quota)
}
