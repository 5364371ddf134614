package ga

import (
	"cmp"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// maxUnimproved is the number of consecutive phases without a smaller estimate after
// which the next phase starts from the first board again. The record then keeps phases
// out of the local minima found before. With this rule, boards of 2x7 take a fifth fewer
// evaluations, and plans of 6x6 are a third shorter; 20 and 40 do about as well.
const maxUnimproved = 30

// phases are the consecutive phases that evolve a path from a board to an objective.
type phases struct {
	evo   *evolution
	first []uint8       // tiles of the board that the first phase starts from
	start []uint8       // tiles of the board that the current phase starts from
	path  []puzzle.Move // from first to start
	left  int           // generations left

	nearest    int64 // smallest estimate of the boards that phases ended on, since restart
	unimproved int   // phases in a row that did not lower nearest
}

// evolveTo evolves a path from a board to an objective. It reports false if the
// generations are used up or the evolution has to stop; evolution.stop says why.
func (e *evolution) evolveTo(o *objective, tiles []uint8) (path []puzzle.Move, found bool) {
	if o.reached(o.relevant(tiles)) {
		return nil, true
	}
	e.rules, e.stop = e.rulesOf(o), ""
	s := &phases{evo: e, first: tiles, left: e.settings.Phases * e.settings.Generations}
	for s.restart(); e.stop == ""; s.endPhase() {
		if e.phase++; e.settings.PhaseMode == Restart || s.unimproved == maxUnimproved {
			s.restart()
		}
		e.startFrom(s.start)
		e.depth = e.before + len(s.path)
		e.recordBoards(s.start, nil)
		if best := s.runPhase(); best != nil {
			s.advance(best)
			if o.reached(o.relevant(s.start)) {
				return s.path, true
			}
		}
	}
	return nil, false
}

// restart makes the first board the start of the next phase.
func (s *phases) restart() {
	o := s.evo.rules.objective
	s.start, s.path = slices.Clone(s.first), nil
	s.nearest, s.unimproved = o.estimate(o.relevant(s.start)), 0
}

// advance makes the scored board of a chromosome the start of the next phase, and
// records the boards on the path there.
func (s *phases) advance(c *chromosome) {
	e, t, o := s.evo, s.evo.rules.tables, s.evo.rules.objective
	path := e.workers[0].path(&e.origin, c.genes[:c.score.moves])
	e.recordBoards(s.start, path)
	if s.path = append(s.path, path...); e.settings.Target == BestBoard {
		s.path = t.withoutLoops(s.first, s.path)
	}
	t.play(s.start, blankOf(s.start), path)
	if estimate := o.estimate(o.relevant(s.start)); estimate < s.nearest {
		s.nearest, s.unimproved = estimate, 0
	} else {
		s.unimproved++
	}
}

// endPhase records the stop status if a limit was reached.
func (s *phases) endPhase() {
	e := s.evo
	if e.stop != "" {
		return
	}
	limit := e.run.limits.Bytes
	e.stats.Bytes = max(e.stats.Bytes, e.run.bytes+uint64(len(e.rules.record)*recordSlot+len(s.path)*pathSlot))
	switch {
	case limit > 0 && e.stats.Bytes > limit:
		e.stop = search.MemoryLimit
	case s.left == 0:
		e.stop = search.Exhausted
	}
}

// rulesOf returns the rules by which chromosomes are decoded and scored on the way to an
// objective.
func (e *evolution) rulesOf(o *objective) rules {
	r := rules{
		tables:    o.tables,
		objective: o,
		record:    record{},
		endOnly:   e.settings.Target == EndBoard,
		byRank:    e.settings.Decoding == Ranked,
		bounds:    boundsOf(1),
	}
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
func (s *phases) runPhase() *chromosome {
	e := s.evo
	best, stagnant := int64(0), 0
	config := e.config(min(e.settings.Generations, s.left), e.report)
	config.EarlyStop = func(ga *eaopt.GA) bool { // before every generation
		now := chromosomeOf(ga.HallOfFame[0]).score.fitness
		if stagnant++; ga.Generations == 0 || now < best {
			best, stagnant = now, 0
		}
		return e.settings.Stagnation > 0 && stagnant >= e.settings.Stagnation
	}
	ga, err := config.NewGA()
	if err != nil {
		panic(err) // the settings have been checked
	}
	if err = e.drawPopulation(); err == nil {
		err = ga.Minimize(e.newGenome())
	}
	if err != nil { // errStop is the only error that scoring or the model returns
		if e.solution == nil {
			e.stop = cmp.Or(search.Interrupted(e.run.ctx), search.NodeLimit)
		}
		return e.solution
	}
	s.left -= int(ga.Generations)
	return e.members[0]
}

// config returns the configuration of eaopt for a phase. eaopt calls callback for the first
// population and after every generation.
func (e *evolution) config(generations int, callback func(*eaopt.GA)) eaopt.GAConfig {
	return eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(e.settings.Population),
		NGenerations: uint(generations),
		HofSize:      1,
		Model:        e,
		RNG:          e.rng,
		Callback:     callback,
	}
}

// drawPopulation draws, evaluates and sorts the first population of a phase. It reuses the
// storage of the last phase. eaopt would evaluate chromosomes one at a time.
func (e *evolution) drawPopulation() error {
	e.solution = nil
	for i := range e.storage {
		e.places[i] = &e.storage[i]
	}
	e.members, e.spare = e.places[:e.settings.Population], e.places[e.settings.Population:]
	for i, c := range e.members {
		if i%max(1, pollEvery/e.maxGenes) == 0 && e.run.ctx.Err() != nil {
			return errStop
		}
		c.draw(e.firstGenes, e.rng)
	}
	if err := e.evaluate(e.members); err != nil {
		return err
	}
	sort(e.members)
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
