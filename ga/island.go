package ga

import (
	"errors"
	"math"
	"math/rand"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// island is one population of an evolution. What it evolves depends on its random
// numbers and its share of the evaluations, and not on the speed of other islands.
type island struct {
	evo     *evolution
	storage []chromosome
	places  []*chromosome // of the storage: the members, and then the spare ones
	members []*chromosome // the population, sorted by fitness
	spare   []*chromosome // storage of the next children
	ranks   []uint64      // scratch of sort
	scratch []*chromosome // of sort and evaluate
	workers []*scorer

	rng      *rand.Rand
	quota    uint64       // evaluations that are left
	stats    search.Stats // of the phase
	solution *chromosome
}

// newIsland makes an island whose chromosomes so many goroutines evaluate.
func (e *evolution) newIsland(workers int, storage []chromosome) *island {
	size := e.settings.islandSize() + 1
	in := &island{evo: e, storage: storage, places: make([]*chromosome, len(storage))}
	for range min(max(workers, 1), (e.settings.Population+chunk-1)/chunk) {
		in.workers = append(in.workers, &scorer{rules: &e.rules, ctx: e.run.ctx})
	}
	in.ranks, in.scratch = make([]uint64, 0, size), make([]*chromosome, 0, size)
	return in
}

// Apply implements eaopt.Model: it turns an evaluated population into the next
// generation, which is sorted and evaluated, too. It fails with errStop when the
// evolution ends within it.
//
// eaopt's own generational model ranks the second child of every couple by its
// parent's fitness, loses the best, and allocates memory for each child. This one
// breeds into the storage of the generation before the last, and evaluates every
// child.
func (e *evolution) Apply(pop *eaopt.Population) error {
	number, err := strconv.Atoi(pop.ID)
	if err != nil {
		return err
	}
	e.slots <- struct{}{}
	defer func() { <-e.slots }()
	return e.islands[number].nextGeneration(pop)
}

// Validate implements eaopt.Model; the settings have been checked.
func (e *evolution) Validate() error { return nil }

// nextGeneration replaces a population by the next generation.
func (in *island) nextGeneration(pop *eaopt.Population) error {
	settings := in.evo.settings
	for i, parent := range pop.Individuals {
		in.members[i] = chromosomeOf(parent)
	}
	if len(in.evo.islands) > 1 {
		in.sort(in.members) // migrants stand where others were
	}
	elites := settings.Elites
	if settings.Control == HillClimbing {
		elites = 0
	}
	children := in.spare[:len(in.members)-elites]
	switch {
	case settings.Control == RandomPlans:
		for _, child := range children {
			child.draw(in.evo.firstGenes, in.rng)
		}
	case settings.Control == HillClimbing:
		for i, child := range children {
			child.become(in.members[i])
			child.Mutate(in.rng)
		}
	case settings.Survival == Pairs:
		children = in.breedWinners()
	default:
		in.breed(children)
	}
	if in.evo.run.ctx.Err() != nil {
		return errStop
	}
	if err := in.evaluate(children); err != nil {
		return err
	}
	in.survive(children, elites)
	pop.Individuals = pop.Individuals[:0]
	for _, c := range in.members {
		pop.Individuals = append(pop.Individuals, eaopt.Individual{
			Genome: c, Fitness: float64(c.score.fitness), Evaluated: true,
		})
	}
	return nil
}

// breed makes children of couples by crossover and mutation, until the context ends.
func (in *island) breed(children []*chromosome) {
	settings, rng := in.evo.settings, in.rng
	for i := 0; i < len(children); i += 2 {
		if i%(2*in.evo.drawsPerPoll()) == 0 && in.evo.run.ctx.Err() != nil {
			return
		}
		// The second child of the last couple may be left over.
		a, b := in.spare[i], in.spare[i+1]
		mother, father := in.members[in.parent(rng)], in.members[in.parent(rng)]
		if rng.Float64() < settings.Crossover {
			cross(a, b, mother, father, rng)
		} else {
			a.become(mother)
			b.become(father)
		}
		for _, child := range []*chromosome{a, b} {
			if rng.Float64() < settings.Mutation {
				child.Mutate(rng)
			}
		}
	}
}

// breedWinners lets the members compete in random pairs. The winners stay. They have one
// child by crossover for each couple, and mutants, drawn with replacement and stored in
// place of the losers; all winners come before all children in the generation made.
func (in *island) breedWinners() (children []*chromosome) {
	settings, rng, members := in.evo.settings, in.rng, in.members
	rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	winners := len(members) / 2 // of a pair that is (i, winners+i)
	for i := range winners {
		if members[winners+i].score.fitness < members[i].score.fitness {
			members[i], members[winners+i] = members[winners+i], members[i]
		}
	}
	of := func(fraction float64) int {
		return int(math.Ceil(fraction / (settings.Crossover + settings.Mutation) * float64(winners)))
	}
	crossed, all := of(settings.Crossover), winners+of(settings.Crossover)+of(settings.Mutation)
	in.members, in.spare = in.places[:all], in.places[all:]
	for i, child := range in.members[winners:] {
		a, b := in.members[below(rng, winners)], in.members[below(rng, winners)]
		if i < crossed {
			child.join(a, below(rng, len(a.genes)), b, below(rng, len(b.genes)))
		} else {
			child.become(a)
			child.mutate(below(rng, max(len(a.genes)-1, 1)), rng)
		}
	}
	return in.members[winners:]
}

// parent returns the rank of the winner of a tournament, in O(contestants): the
// population is sorted, so that the smallest rank wins.
func (in *island) parent(rng *rand.Rand) int {
	winner := len(in.members)
	for range in.evo.settings.Tournament {
		winner = min(winner, below(rng, len(in.members)))
	}
	return winner
}

// survive makes the next generation of the members and their children. The storage of
// those who do not survive becomes spare.
func (in *island) survive(children []*chromosome, elites int) {
	members := in.members
	swap := func(member, child int) { members[member], in.spare[child] = in.spare[child], members[member] }
	switch {
	case in.evo.settings.Control == HillClimbing:
		for i := range members {
			if in.spare[i].score.fitness <= members[i].score.fitness {
				swap(i, i)
			}
		}
	case in.evo.settings.Survival == Pairs && in.evo.settings.Control == NoControl: // done by breedWinners
	case in.evo.settings.Survival == Plus:
		in.sort(children)
		// The best child replaces the worst parent, and so on.
		for i, worst := 0, len(members)-1; i < len(children) && worst >= 0; i, worst = i+1, worst-1 {
			if children[i].score.fitness >= members[worst].score.fitness {
				break
			}
			swap(worst, i)
		}
	default:
		for i := range children {
			swap(elites+i, i)
		}
	}
	in.sort(members)
}

// sort sorts chromosomes by fitness; those of equal fitness keep their order. It sorts
// whole numbers, the fitness above the index, which takes a third of the time of
// comparing chromosomes. Fitness is below 2^43 (see maxGenes and finalScore) and not
// negative.
func (in *island) sort(chromosomes []*chromosome) {
	ranks, sorted := in.ranks[:0], in.scratch[:0]
	for i, c := range chromosomes {
		ranks = append(ranks, uint64(c.score.fitness)<<indexBits|uint64(i))
	}
	slices.Sort(ranks)
	for _, rank := range ranks {
		sorted = append(sorted, chromosomes[rank&(1<<indexBits-1)])
	}
	copy(chromosomes, sorted)
}

// indexBits are enough for the index of any chromosome: see maxPopulation. Under Pairs a
// population may have one more.
const indexBits = 21

// errStop ends a phase from within: an objective is reached, the context has ended, or
// the evaluations are used up.
var errStop = errors.New("ga: the evolution has ended")

const (
	// pollEvery is the number of genes that a scorer decodes between two looks at the
	// context: a tenth of a millisecond.
	pollEvery = 8192

	// overhead is the work of a chromosome beside decoding, in genes.
	overhead = 50

	// chunk is the number of chromosomes that a worker takes at a time.
	chunk = 8
)

// evaluate scores the chromosomes that are not scored yet, in order, and counts the
// work. It stops behind the first that reaches the objective, where the quota is used
// up, and soon after the context has ended: then it returns errStop. Its results do
// not depend on the number of workers.
func (in *island) evaluate(chromosomes []*chromosome) error {
	b := &batch{origin: &in.evo.origin, chromosomes: in.scratch[:0]}
	for _, c := range chromosomes {
		if c.score.decoded == 0 && uint64(len(b.chromosomes)) < in.quota {
			b.chromosomes = append(b.chromosomes, c)
		}
	}
	var others search.WorkerGroup
	for i := 1; i < len(in.workers) && i*chunk < len(b.chromosomes); i++ {
		others.Go(func() { b.score(in.workers[i]) })
	}
	b.score(in.workers[0])
	others.Wait()

	for _, c := range b.chromosomes {
		if c.score.decoded == 0 { // after an interrupt
			continue
		}
		in.quota--
		in.stats.Evaluated++
		in.stats.Generated += uint64(c.score.decoded - c.resumed)
		in.stats.MaxCost = max(in.stats.MaxCost, puzzle.Cost(in.evo.depth+c.score.decoded))
		if c.score.solved {
			in.solution = c.Clone().(*chromosome)
			break
		}
	}
	unscored := func(c *chromosome) bool { return c.score.decoded == 0 }
	if b.ended.Load() || slices.ContainsFunc(chromosomes, unscored) {
		return errStop
	}
	return nil
}

// batch is a list of chromosomes to score, which workers share.
type batch struct {
	origin      *checkpoints
	chromosomes []*chromosome
	next        atomic.Int64 // first chromosome that no worker has taken
	ended       atomic.Bool  // by a solution or an interrupt
}

// score scores chunks of chromosomes until none is left, or the batch has ended. Chunks
// are taken in order and then scored whole, so that every chromosome before the first
// solution is scored.
func (b *batch) score(w *scorer) {
	for !b.ended.Load() {
		end := int(b.next.Add(chunk))
		for i := end - chunk; i < end; i++ {
			if i >= len(b.chromosomes) {
				return
			}
			c := b.chromosomes[i]
			c.resumed = c.kept.moves()
			c.score = w.score(b.origin, c.genes, &c.kept)
			if c.score.solved || c.score.decoded == 0 || w.ended(overhead) {
				b.ended.Store(true)
				return
			}
		}
	}
}
