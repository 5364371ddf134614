package ga

import (
	"cmp"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// Apply implements eaopt.Model. It replaces the population of each island by its next generation,
// which it evaluates and sorts. It returns errStop if the phase ends within this generation. For
// eaopt, all islands are one population.
func (e *evolution) Apply(pop *eaopt.Population) error {
	if e.generation++; len(e.islands) > 1 && e.generation%e.settings.Migration == 0 {
		migrate(e.islands)
	}
	var err error
	for _, island := range e.islands {
		if e.solution != nil || e.run.ctx.Err() != nil {
			return errStop
		}
		members := e.pool[:copy(e.pool, island)]
		err = cmp.Or(e.advance(members), err) // the quota may suffice for shorter chromosomes of the next island
		sort(members)
		copy(island, members)
	}
	if err != nil {
		return err
	}
	e.gather()
	for i, c := range e.members {
		pop.Individuals[i] = eaopt.Individual{Genome: c, Fitness: float64(c.score.fitness), Evaluated: true}
	}
	return nil
}

// gather makes the populations of the islands the members.
func (e *evolution) gather() {
	e.members = e.members[:0]
	for _, island := range e.islands {
		e.members = append(e.members, island...)
	}
	sort(e.members)
}

// migrate replaces the least fit chromosome of each island by a copy of the fittest one of the
// island before. (The ring of eaopt exchanges random individuals, and not those of the last and the
// first island.)
func migrate(islands [][]*chromosome) {
	for i, island := range islands {
		next := islands[(i+1)%len(islands)]
		next[len(next)-1].become(island[0])
	}
	for _, island := range islands {
		slices.SortFunc(island, byFitness)
	}
}

// Validate implements eaopt.Model. It returns nil, since Solve has checked the settings.
func (e *evolution) Validate() error { return nil }

// advance replaces the members of an island, sorted by fitness, by the next generation, in any
// order.
//
// The models are those of eaopt, and the pairs of the study "ga-vs-astar". The models of eaopt rank
// some children by the fitness of a parent and, in its ring, change a neighbour unseen. They also
// allocate memory for each child. Here every child is evaluated, in the storage of a chromosome
// that did not survive.
func (e *evolution) advance(members []*chromosome) error {
	n := len(members)
	all, spare := members, e.pool[n:]
	switch model := e.settings.Model; {
	case e.settings.Control == RandomPlans:
		for _, c := range members {
			c.draw(e.firstGenes, e.rng)
		}
		return e.evaluate(members)
	case model == MutationOnly || e.settings.Control == HillClimbing:
		return e.compete(members, func(child *chromosome, i int) {
			child.become(members[i])
			child.Mutate(e.rng)
		})
	case model == Ring:
		slices.SortStableFunc(members, func(a, b *chromosome) int { return a.place - b.place })
		return e.compete(members, func(child *chromosome, i int) {
			members[i].place, child.place = i, i
			e.makeChild(child, members[i], members[(i+1)%n])
		})
	case model == Pairs:
		return e.evaluate(e.breed(members))
	case model == SteadyState:
		return e.replaceOneByOne(members)
	}
	children := spare[:n]
	if e.settings.Model == Generational {
		members = members[e.settings.Elites:]
		children = spare[:len(members)]
	}
	for _, c := range children {
		a, b := e.parents(all)
		e.makeChild(c, a, b)
	}
	if err := e.evaluate(children); err != nil {
		return err
	}
	for i := range children {
		members[i], children[i] = children[i], members[i]
	}
	if e.settings.Model == DownToSize {
		sort(e.pool[:2*n])
	}
	return nil
}

// compete makes a child for each member. The child takes the member's place if it is at least as
// fit.
func (e *evolution) compete(members []*chromosome, make func(child *chromosome, i int)) error {
	children := e.pool[len(members):][:len(members)]
	for i, c := range children {
		make(c, i)
	}
	if err := e.evaluate(children); err != nil {
		return err
	}
	for i, c := range members {
		if children[i].score.fitness <= c.score.fitness {
			members[i], children[i] = children[i], c
		}
	}
	return nil
}

// replaceOneByOne makes as many children as there are members. Each takes the place of the least
// fit member if it is at least as fit, and may be a parent of the next child.
func (e *evolution) replaceOneByOne(members []*chromosome) error {
	last := len(members) - 1
	for range members {
		child := e.pool[len(members)]
		a, b := e.parents(members)
		e.makeChild(child, a, b)
		if err := e.evaluate(e.pool[len(members):][:1]); err != nil {
			return err
		}
		if child.score.fitness <= members[last].score.fitness {
			at, _ := slices.BinarySearchFunc(members, child, byFitness)
			e.pool[len(members)] = members[last]
			members = slices.Insert(members[:last], at, child)
		}
	}
	return nil
}

// parents selects two parents from sorted chromosomes, with replacement.
func (e *evolution) parents(of []*chromosome) (a, b *chromosome) {
	return of[e.settings.parent(0, of, e.rng)], of[e.settings.parent(1, of, e.rng)]
}

// parent selects the n-th parent of a child from sorted chromosomes, and returns its index. (The
// tournament of eaopt copies the list of all individuals for each parent, and returns index 0 for
// some winners. Its roulette adds up fractions, and can return an index beyond the last
// individual.)
func (s *Settings) parent(n int, of []*chromosome, rng *rand.Rand) int {
	best, worst := of[0].score.fitness, of[len(of)-1].score.fitness
	switch s.Selector {
	case Tournament: // the first of the contestants is the fittest
		at := below(rng, len(of))
		for range s.TournamentSize - 1 {
			at = min(at, below(rng, len(of)))
		}
		return at
	case Roulette: // by stochastic acceptance (Lipowski and Lipowska 2012)
		at := below(rng, len(of))
		for rng.Float64()*float64(worst-best+1) >= float64(worst-of[at].score.fitness+1) {
			at = below(rng, len(of))
		}
		return at
	}
	return n % len(of) // the fittest
}

// makeChild makes c a child of a and b by crossover, or a mutant of a.
func (e *evolution) makeChild(c, a, b *chromosome) {
	s := e.settings
	if e.rng.Float64()*(s.Crossover+s.Mutation) < s.Crossover {
		e.cross(c, a, b)
		return
	}
	e.makeMutant(c, a)
}

// breed replaces the losers of random pairs by children of the winners, and returns the children.
// In the new generation, the elites and the winners come first. The parents of each child, two for
// crossover and one for a mutant, are drawn with replacement. The number of children by crossover
// is rounded down, and the others are mutants. (The program of ga-vs-astar rounds up both numbers,
// so its population of 50 became one of 51. For the populations of the study, there is nothing to
// round.) If there is an odd number of members besides the elites, a random one is in no pair and
// does not survive. A change to breed changes the plan of every seed.
func (e *evolution) breed(members []*chromosome) (children []*chromosome) {
	s, rng := e.settings, e.rng
	rest := members[s.Elites:]
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	winners := len(rest) / 2 // rest[i] and rest[winners+i] are a pair
	for i := range winners {
		if rest[winners+i].score.fitness < rest[i].score.fitness {
			rest[i], rest[winners+i] = rest[winners+i], rest[i]
		}
	}
	parents, children := members[:s.Elites+winners], rest[winners:]
	crossed := int(s.Crossover / (s.Crossover + s.Mutation) * float64(len(children)))
	for i, child := range children {
		a, b := parents[below(rng, len(parents))], parents[below(rng, len(parents))]
		if i < crossed {
			e.cross(child, a, b)
		} else {
			e.makeMutant(child, a)
		}
	}
	return children
}

// makeMutant makes c a copy of a with one gene drawn anew, which is the last gene only if there is
// no other.
func (e *evolution) makeMutant(c, a *chromosome) {
	c.become(a)
	c.mutate(below(e.rng, max(len(a.genes)-1, 1)), e.rng)
}

// cross makes c a child of a and b by crossover.
func (e *evolution) cross(c, a, b *chromosome) {
	rng := e.rng
	if e.settings.Control == HeadlessChicken {
		b = e.places[len(e.places)-1]
		b.draw(e.firstGenes, rng)
	}
	common := min(len(a.genes), len(b.genes))
	switch e.settings.CrossoverKind {
	case Splice:
		c.join(a, below(rng, len(a.genes)), b, below(rng, len(b.genes)))
	case OnePoint:
		i := below(rng, common)
		c.join(a, i, b, i)
	case TwoPoint:
		i, j := below(rng, common+1), below(rng, common+1)
		c.become(a)
		c.take(b, min(i, j), max(i, j))
	case Uniform:
		c.become(a)
		for i := range common {
			if rng.Uint64()>>63 == 0 {
				c.take(b, i, i+1)
			}
		}
	}
}
