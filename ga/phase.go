package ga

import (
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/search"
)

// mostInVain is how many phases on end may get no nearer to the goal before the
// next starts from the problem's start again, away from the traps on record.
// On boards of 2x7 it takes a fifth of the plans away, on 6x6 a third of the
// length; 20 and 40 do about as well.
const mostInVain = 30

// evolveInPhases evolves plans, phase after phase, until the goal is found, a
// limit is reached or the generations are used up.
func (r *run) evolveInPhases() error {
	r.populate()
	r.nearest = r.estimator.Estimate(r.start.Tiles())
	r.stop = search.Interrupted(r.ctx)
	for r.stop == "" {
		r.phase++
		if r.PhaseMode == Restart || r.inVain == mostInVain {
			r.start, r.prefix = r.problem.Start, nil
			r.nearest, r.inVain = r.estimator.Estimate(r.start.Tiles()), 0
		}
		r.setOrigin()
		if r.Record {
			r.record.add(r.start, nil, r.keys)
		}
		best, err := r.evolve()
		if err != nil {
			return err
		}
		switch {
		case r.solution != nil:
			r.goOn(r.solution)
			r.stop = search.Solved
		case r.stop != "":
		default:
			r.goOn(best)
			r.stop = r.endOfPhase()
		}
	}
	return nil
}

// endOfPhase returns why no other phase may follow, or "".
func (r *run) endOfPhase() search.Status {
	r.stats.Bytes = max(r.stats.Bytes, r.bytes())
	switch {
	case r.limits.Bytes > 0 && r.stats.Bytes > r.limits.Bytes:
		return search.MemoryLimit
	case r.budget == 0:
		return search.Exhausted
	}
	return search.Interrupted(r.ctx)
}

// goOn makes the scored board of a chromosome the start of what follows, and
// puts the boards on the way there on record.
func (r *run) goOn(c *chromosome) {
	plan := r.plan(r.origin.blank, c.genes[:c.moves])
	if r.Record {
		r.record.add(r.start, plan, r.keys)
	}
	r.prefix = withoutLoops(r.problem.Start, append(r.prefix, plan...))
	r.start, _ = r.problem.Start.Replay(r.prefix) // its moves were decoded as legal ones
	if estimate := r.estimator.Estimate(r.start.Tiles()); estimate < r.nearest {
		r.nearest, r.inVain = estimate, 0
	} else {
		r.inVain++
	}
}

// evolve runs one phase from the origin and returns its best chromosome, or
// sets the run's solution or stop.
func (r *run) evolve() (*chromosome, error) {
	best, since := int64(0), 0
	config := r.config(min(r.Generations, r.budget), r.report)
	config.EarlyStop = func(ga *eaopt.GA) bool {
		// Called before every generation: since counts those without a better
		// best.
		if now := chromosomeOf(ga.HallOfFame[0]).fitness; ga.Generations == 0 || now < best {
			best, since = now, 0
		} else {
			since++
		}
		return r.Stagnation > 0 && since >= r.Stagnation
	}
	ga, err := config.NewGA()
	if err != nil {
		return nil, err
	}
	if err := ga.Minimize(r.newGenome()); err == errStop {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	r.budget -= int(ga.Generations)
	return chromosomeOf(ga.HallOfFame[0]), nil
}

// config returns how eaopt is to evolve one population.
func (r *run) config(generations int, callback func(*eaopt.GA)) eaopt.GAConfig {
	return eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(r.Population),
		NGenerations: uint(generations),
		HofSize:      1,
		Model:        model{r},
		RNG:          r.rng,
		Callback:     callback,
	}
}

// newGenome returns what draws the first population, in the storage of the
// last.
func (r *run) newGenome() func(*rand.Rand) eaopt.Genome {
	members := r.members
	return func(rng *rand.Rand) eaopt.Genome {
		c := members[0]
		members = members[1:]
		if r.ctx.Err() == nil { // else the evaluation is about to end the run
			c.draw(r.firstGenes, rng)
		}
		return c
	}
}

// report tells the observer of the generation that has just been evaluated.
func (r *run) report(ga *eaopt.GA) {
	if r.Observer == nil {
		return
	}
	population := ga.Populations[0].Individuals
	generation := search.Generation{
		Phase:      r.phase,
		Number:     int(ga.Generations),
		Best:       chromosomeOf(population[0]).fitness,
		Median:     chromosomeOf(population[(len(population)-1)/2]).fitness,
		BestLength: len(r.prefix) + chromosomeOf(ga.HallOfFame[0]).moves,
	}
	var sum int64
	boards := make([]uint64, len(population))
	for i, individual := range population {
		c := chromosomeOf(individual)
		sum += c.fitness
		boards[i] = c.board
	}
	slices.Sort(boards)
	generation.Mean = float64(sum) / float64(len(population))
	generation.Diversity = float64(len(slices.Compact(boards))) / float64(len(population))
	r.Observer(search.Progress{Stats: r.stats, Generation: &generation})
}
