package ga

import (
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// mostBreeders is the maximum number of breeders. There are fewer if the populations of the
	// breeders that repair plans would take more than half of improveBytes. The number of breeders
	// does not depend on the number of cores, so neither does the result.
	mostBreeders = 16

	// children is the number of children that a breeder has in a generation.
	children = 64

	// windowShare is the number of states that windows may generate for each state of children:
	// half of them in the repair of plans, and half in completing elites.
	windowShare = 4
)

// improvement looks for plans shorter than the best so far. It implements eaopt.Model: each
// breeder has a population, which is replaced in each generation by children of the archive.
type improvement struct {
	run        *run
	breeders   []*breeder
	slots      chan struct{} // limits the number of breeders that work at the same time
	fruitless  int           // generations in a row without a shorter plan
	generation int
	idle       bool // the last generation generated no states, and no breeder waits for children
}

// improve looks for plans shorter than plan. It ends when a limit is reached, when Patience
// generations in a row have found no shorter plan, or when no shorter plan can exist. The
// parameter first is the evolution that found plan.
func (r *run) improve(first *evolution, plan []puzzle.Move) {
	plan = r.tables.withoutLoops(r.problem.Start.Tiles(), plan)
	r.take(plan)
	im := &improvement{run: r, slots: make(chan struct{}, max(r.threads(), 1))}
	a := r.newArchive(len(plan))
	if a == nil {
		return
	}
	a.addPlan(plan)
	for i := range r.breeders() {
		im.breeders = append(im.breeders, im.newBreeder(i, first))
	}
	if im.ended() {
		return
	}
	config := eaopt.GAConfig{
		NPops:        uint(len(im.breeders)),
		PopSize:      children,
		NGenerations: math.MaxInt32,
		HofSize:      1,
		Model:        im,
		RNG:          stream(r.solver.Seed, 0), // not used
		Callback:     func(*eaopt.GA) { im.endGeneration() },
		EarlyStop:    func(*eaopt.GA) bool { return im.ended() },
	}
	ga, err := config.NewGA()
	if err != nil {
		panic(err) // the configuration is valid
	}
	next := 0
	err = ga.Minimize(func(*rand.Rand) eaopt.Genome { // makes the first children
		b, child := im.breeders[next/children], next%children
		next++
		b.breed(child)
		return &b.children[child]
	})
	if err != nil {
		panic(err) // neither breeding nor scoring fails
	}
}

// Validate implements eaopt.Model.
func (im *improvement) Validate() error { return nil }

// Apply implements eaopt.Model. A breeder breeds the children of the next generation, and then
// does its window searches. Neither changes the archive.
func (im *improvement) Apply(pop *eaopt.Population) error {
	im.slots <- struct{}{}
	defer func() { <-im.slots }()
	b := chromosomeOf(pop.Individuals[0]).evolution.breeder
	b.begin()
	for i := range b.children {
		b.breed(i)
		c := &b.children[i]
		pop.Individuals[i] = eaopt.Individual{Genome: c, Fitness: float64(c.score.fitness), Evaluated: true}
	}
	if b.repairer != nil {
		b.repair()
		b.complete()
	}
	return nil
}

// endGeneration adds the offers and plans of the breeders to the archive, in the order of the
// breeders, and updates the best plan.
func (im *improvement) endGeneration() {
	r, a := im.run, im.run.archive
	im.fruitless++
	before := r.total.Generated
	for _, b := range im.breeders {
		r.collect(b.evo)
		a.collect(b)
		for _, plan := range b.plans {
			if plan = r.tables.withoutLoops(r.problem.Start.Tiles(), plan); len(plan) < a.best {
				r.take(plan)
				a.setBest(len(plan))
				im.fruitless = 0
			}
			a.addPlan(plan)
		}
	}
	im.idle = im.generation > 0 && r.total.Generated == before && !slices.ContainsFunc(im.breeders, (*breeder).waits)
	if r.solver.Control != HillClimbing { // this control has one elite in each niche
		a.room = max(1, min(a.bred/childrenPerElite, a.most*2/3)/a.best)
	}
	im.generation++
	r.reportImprovement(im)
}

// ended reports whether improvement has ended.
func (im *improvement) ended() bool {
	r := im.run
	patience := r.patience()
	return im.idle || patience > 0 && im.fruitless >= patience ||
		puzzle.Cost(len(r.best)) == r.bound ||
		len(r.archive.niches[0].ids) == 0 || // no plan is shorter, by the estimate of the start
		r.quota() < uint64(len(im.breeders))*r.archive.rules.states(tailGenes) ||
		search.Interrupted(r.ctx) != ""
}

// patience returns the number of generations in a row without a shorter plan that end
// improvement. It returns 0 if only a limit ends improvement.
func (r *run) patience() int {
	if r.solver.Patience != Auto {
		return r.solver.Patience
	}
	if _, timed := r.ctx.Deadline(); timed || r.limits.Expanded > 0 {
		return 0
	}
	return DefaultPatience
}

// breeders returns the number of breeders.
func (r *run) breeders() int {
	if !r.solver.Windows {
		return mostBreeders
	}
	return max(1, min(mostBreeders, int(improveBytes/2/r.evolutionBytes())))
}

// breeder breeds children of the archive, and improves plans by windows. It must be used by one
// goroutine at a time.
type breeder struct {
	evo      *evolution // evolves new plans to repair; has the random numbers and the quota
	scorer   scorer
	origin   origin          // of the current child
	children []chromosome    // genes that follow the paths of the parents
	parents  []int32         // elites, by child
	data     []uint8         // data of the current child, as of an elite
	offers   []elite         // boards of the children that may enter the archive
	datas    []uint8         // data of the offers
	plans    [][]puzzle.Move // plans found in this generation

	bred uint64 // states that children have generated

	repairer    *repairer // nil without windows
	followsBest bool      // takes the best plan of the run if it is shorter than its own
}

// newBreeder makes a breeder. With windows, breeder 0 uses the evolution first, which has found
// the first plan.
func (im *improvement) newBreeder(number int, first *evolution) *breeder {
	r := im.run
	b := &breeder{evo: &evolution{run: r, settings: &r.solver.Settings}}
	if r.solver.Windows {
		if b.evo = first; number > 0 {
			b.evo = r.newEvolution(1)
		}
		b.evo.workers = b.evo.workers[:1]
		b.repairer, b.followsBest = newRepairer(r.tables), number%2 == 0
		b.repairer.load(r.problem.Start.Tiles(), r.best)
	}
	b.evo.breeder, b.evo.observed = b, false
	b.evo.rng = stream(r.solver.Seed, r.restarted*mostBreeders+uint64(number+1))
	n := len(r.archive.offers) / r.breeders()
	b.datas = r.archive.offers[number*n:][:0:n]
	b.scorer = scorer{rules: &r.archive.rules, ctx: r.ctx}
	for range children {
		b.children = append(b.children, chromosome{evolution: b.evo, genes: make([]float64, tailGenes)})
	}
	b.begin()
	return b
}

// begin prepares a generation.
func (b *breeder) begin() {
	r := b.evo.run
	b.evo.quota = r.quota() / uint64(r.breeders())
	b.parents, b.offers, b.datas, b.plans = b.parents[:0], b.offers[:0], b.datas[:0], b.plans[:0]
	if b.repairer != nil {
		if b.followsBest && len(b.repairer.plan) > len(r.best) {
			b.repairer.load(r.problem.Start.Tiles(), r.best)
		}
		b.repairer.failed = b.repairer.failed[:0]
	}
}
