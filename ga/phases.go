package ga

import (
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/internal/must"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// maxUnimproved is the number of consecutive phases without a smaller estimate after
// which the next phase starts from the first board again. The record then keeps phases
// out of the local minima found before. With this rule, boards of 2x7 take a fifth fewer
// evaluations, and plans of 6x6 are a third shorter; 20 and 40 do about as well.
const maxUnimproved = 30

// evolveTo evolves a path from a board to an objective, in phases. It reports false if the
// generations are used up or the evolution has to stop; evolution.stop says why.
func (e *evolution) evolveTo(o *objective, tiles []uint8) (path []puzzle.Move, found bool) {
	if o.reached(o.relevant(tiles)) {
		return nil, true
	}
	e.rules, e.stop, e.left = e.rulesOf(o), "", e.settings.Phases*e.settings.Generations
	var start []uint8           // tiles of the board that the phase starts from, to which path leads
	var nearest int64           // smallest estimate of the boards that phases ended on, since the restart
	unimproved := maxUnimproved // phases in a row that did not lower nearest; the first phase restarts
	for e.stop == "" {
		e.phase++
		if e.settings.PhaseMode == Restart || unimproved == maxUnimproved {
			start = slices.Clone(tiles)
			path = nil
			nearest = o.estimate(o.relevant(start))
			unimproved = 0
		}
		e.startFrom(start)
		e.depth = e.before + len(path)
		e.recordBoards(start, nil)
		if best := e.runPhase(); best != nil {
			// The scored board is the start of the next phase.
			next := e.workers[0].path(&e.origin, best.genes[:best.score.moves])
			e.recordBoards(start, next)
			path = append(path, next...)
			if e.settings.Target == BestBoard {
				path = o.tables.withoutLoops(tiles, path)
			}
			o.tables.graph.Play(start, blankOf(start), next)
			if o.reached(o.relevant(start)) {
				return path, true
			}
			unimproved++
			if estimate := o.estimate(o.relevant(start)); estimate < nearest {
				nearest, unimproved = estimate, 0
			}
		}
		e.stats.Bytes = max(e.stats.Bytes, e.run.bytes+uint64(len(e.rules.record)*recordSlot+len(path)*pathSlot))
		switch limit := e.run.limits.Bytes; {
		case e.stop != "":
		case limit > 0 && e.stats.Bytes > limit:
			e.stop = search.MemoryLimit
		case e.left == 0:
			e.stop = search.Exhausted
		}
	}
	return nil, false
}

// rulesOf returns the rules by which chromosomes are decoded and scored on the way to an
// objective.
func (e *evolution) rulesOf(o *objective) rules {
	r := rules{tables: o.tables, objective: o, record: record{}, bounds: boundsOf(1)}
	r.endOnly, r.byRank = e.settings.Target == EndBoard, e.settings.Decoding == Ranked
	if r.byRank {
		r.bounds = boundsOf(e.settings.Greed)
	}
	return r
}

// startFrom makes a board the origin of the next phase. If the objective is a line, the
// fitness in this phase includes the distance between the blank and the line's last tile
// that is not in its place.
func (e *evolution) startFrom(tiles []uint8) {
	e.rules.missing = e.rules.objective.missing(e.rules.objective.relevant(tiles))
	e.origin = e.rules.originOf(tiles)
}

// runPhase runs one phase from the origin. It returns a chromosome that reaches the
// objective, or else the fittest chromosome of the last population. If the evolution has to
// stop, it returns nil and sets evolution.stop.
func (e *evolution) runPhase() *chromosome {
	config := e.config(min(e.settings.Generations, e.left), e.report)
	config.EarlyStop = func(*eaopt.GA) bool { return true } // eaopt makes the first population only
	ga := must.Succeed(config.NewGA())                      // the settings have been checked
	err := e.drawPopulation()
	if err == nil {
		err = ga.Minimize(e.newGenome())
	}
	if err == nil {
		err = e.evolve(ga)
	}
	if err != nil { // errStop is the only error that scoring or the model returns
		if e.solution == nil {
			e.stop = search.Interrupted(e.run.ctx)
			if e.stop == "" {
				e.stop = e.limit()
			}
		}
		return e.solution
	}
	e.left -= int(ga.Generations)
	return e.members[0]
}

// evolve makes the generations of a phase from its first population, until their number is reached
// or the population stagnates.
//
// GA.Minimize would start a goroutine for each generation. With the populations of the preset
// study, the change of goroutines took a third of the processor time.
func (e *evolution) evolve(ga *eaopt.GA) error {
	population := &ga.Populations[0]
	best := chromosomeOf(ga.HallOfFame[0]).score.fitness
	stagnant := 0
	for ga.Generations < ga.NGenerations && !e.stagnates(stagnant) {
		if err := e.Apply(population); err != nil {
			return err
		}
		ga.Generations++
		fittest := population.Individuals[0]
		if fittest.Fitness < ga.HallOfFame[0].Fitness {
			ga.HallOfFame[0] = fittest.Clone(population.RNG)
		}
		ga.Callback(ga)
		stagnant++
		if now := chromosomeOf(ga.HallOfFame[0]).score.fitness; now < best {
			best = now
			stagnant = 0
		}
	}
	return nil
}

// stagnates reports whether a phase ends after a number of generations in a row without a better
// fitness.
func (e *evolution) stagnates(generations int) bool {
	return e.settings.Stagnation > 0 && generations >= e.settings.Stagnation
}

// config returns the configuration of eaopt for a phase. eaopt calls callback for the first
// population and after every generation.
func (e *evolution) config(generations int, callback func(*eaopt.GA)) eaopt.GAConfig {
	return eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(e.settings.Islands * e.settings.Population),
		NGenerations: uint(generations),
		HofSize:      1,
		Model:        e,
		RNG:          e.rng,
		Callback:     callback,
	}
}

// drawPopulation draws, evaluates and sorts the first population of each island in a phase. It
// reuses the storage of the last phase. eaopt would evaluate chromosomes one at a time.
func (e *evolution) drawPopulation() error {
	n := e.settings.Population
	all := n * e.settings.Islands
	e.solution, e.generation = nil, 0
	e.pool = append(append(e.pool[:0], e.places[:n]...), e.places[all:]...)
	first := slices.Clone(e.places[:all])
	for i, c := range first {
		if i%max(1, pollEvery/e.maxGenes) == 0 && e.run.ctx.Err() != nil {
			return errStop
		}
		c.draw(e.firstGenes, e.rng)
	}
	if err := e.evaluate(first); err != nil {
		return err
	}
	e.islands = slices.Collect(slices.Chunk(first, n))
	for _, island := range e.islands {
		sort(island)
	}
	e.gather()
	for range e.settings.Islands - 1 { // a seed gives a number to each island, and eaopt draws one for all
		e.rng.Int63()
	}
	return nil
}

// newGenome returns the function that passes the members of the first population to eaopt,
// one with each call.
func (e *evolution) newGenome() func(*rand.Rand) eaopt.Genome {
	next := 0
	return func(*rand.Rand) eaopt.Genome {
		next++
		return e.members[next-1]
	}
}
