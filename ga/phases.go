package ga

import (
	"fmt"
	"math"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/decode"
)

// maxUnimproved is the number of consecutive phases without a smaller estimate after
// which the next phase starts from the first board again. The record then keeps phases
// out of the local minima found before. With this rule, boards of 2x7 take a fifth fewer
// evaluations, and plans of 6x6 are a third shorter; 20 and 40 do about as well.
const maxUnimproved = 30

// evolveTo evolves a path from a board to an objective, in phases. It reports false if the
// generations are used up or the evolution has to stop; evolution.stop says why.
func (e *evolution) evolveTo(o *decode.Objective, tiles []uint8) (path []puzzle.Move, found bool) {
	tested := e.run.solver.testsStart() || len(e.run.objectives) > 1
	if tested && o.Reached(o.Relevant(tiles)) {
		return nil, true
	}
	e.rules = e.settings.rulesOf(o)
	e.stop = ""
	e.budget.generations = e.settings.Phases * e.settings.Generations
	var start []uint8 // tiles of the board that the phase starts from, to which path leads
	var nearest int64 // smallest estimate of the boards that phases ended on, since the restart

	// unimproved is the number of phases in a row that did not lower nearest. The first phase
	// restarts.
	unimproved := maxUnimproved
	for e.stop == "" {
		e.position.phase++
		if e.settings.PhaseMode == Restart || unimproved == maxUnimproved {
			start = slices.Clone(tiles)
			path = nil
			nearest = o.Estimate(o.Relevant(start))
			unimproved = 0
		}
		e.startFrom(start)
		e.position.depth = e.position.before + len(path)
		e.recordBoards(start, nil)
		best := e.runPhase()
		if best != nil {
			// The scored board is the start of the next phase.
			next := e.scorers[0].Path(&e.origin.Origin, best.genes[:best.score.moves])
			e.recordBoards(start, next)
			path = append(path, next...)
			if e.settings.Target == BestBoard {
				path = o.Tables.WithoutLoops(tiles, path)
			}
			o.Tables.Graph.Play(start, decode.BlankOf(start), next)
			if o.Reached(o.Relevant(start)) {
				return path, true
			}
			unimproved++
			estimate := o.Estimate(o.Relevant(start))
			if estimate < nearest {
				nearest = estimate
				unimproved = 0
			}
		}
		e.checkLimits(len(path))
	}
	return nil, false
}

// checkLimits stops the evolution if it has no generations left, or takes too much memory. The
// parameter moves is the length of the path.
func (e *evolution) checkLimits(moves int) {
	bytes := e.run.bytes + uint64(len(e.rules.record)*recordSlot+moves*pathSlot)
	e.stats.Bytes = max(e.stats.Bytes, bytes)
	if e.stop != "" {
		return
	}
	limit := e.run.limits.Bytes
	if limit > 0 && e.stats.Bytes > limit {
		e.stop = search.MemoryLimit
	} else if e.budget.generations == 0 {
		e.stop = search.Exhausted
	}
}

// rulesOf returns the rules by which chromosomes are decoded and scored on the way to an
// objective.
func (s *Settings) rulesOf(o *decode.Objective) rules {
	r := rules{
		Rules: decode.Rules{
			Tables:    o.Tables,
			Objective: o,
			Bounds:    decode.BoundsOf(1),
			ByRank:    s.Decoding == Ranked,
		},
		record:  record{},
		endOnly: s.Target == EndBoard,
	}
	if r.ByRank {
		r.Bounds = decode.BoundsOf(s.Greed)
	}
	return r
}

// startFrom makes a board the origin of the next phase. If the objective is a line, the
// fitness in this phase includes the distance between the blank and the line's last tile
// that is not in its place.
func (e *evolution) startFrom(tiles []uint8) {
	e.rules.missing = e.rules.Objective.Missing(e.rules.Objective.Relevant(tiles))
	e.origin = e.rules.originOf(tiles)
}

// runPhase runs one phase from the origin: it draws populations, and minimizes the fitness. It
// returns a chromosome that reaches the objective, or else the fittest one of the last generation.
// If the evolution has to stop, it returns nil and sets evolution.stop.
func (e *evolution) runPhase() *Chromosome {
	ga := e.newGA()
	e.solution = nil
	err := e.drawPopulations()
	if err == nil {
		err = minimize(ga, e.evaluate)
	}
	if e.solution != nil {
		return e.solution
	}
	if err != nil { // errStop, since no other error can come
		e.stop = search.Interrupted(e.run.ctx)
		if e.stop == "" {
			e.stop = e.limit()
		}
		return nil
	}
	e.budget.generations -= int(ga.Generations)
	return chromosomeOf(fittest(ga))
}

// newGA returns the genetic algorithm of a phase.
func (e *evolution) newGA() *eaopt.GA {
	s := e.settings
	stagnation := &stagnation{limit: uint(s.Stagnation), best: math.Inf(1)}
	config := eaopt.GAConfig{
		NPops:        uint(s.Islands),
		PopSize:      uint(s.Population),
		NGenerations: uint(min(s.Generations, e.budget.generations)),
		HofSize:      1,
		Model:        e.model,
		Migrator:     MigRing{NMigrants: 1},
		MigFrequency: uint(s.Migration),
		RNG:          e.rng,
		Callback:     e.report,
		EarlyStop:    stagnation.ends,
	}
	ga, err := config.NewGA()
	if err != nil { // the settings have been checked
		panic(fmt.Sprintf("ga: %v", err))
	}
	ga.Populations = e.populations
	ga.HallOfFame = e.fame
	return ga
}

// stagnation ends a phase after a number of generations in a row without a better fitness.
type stagnation struct {
	limit    uint    // number of generations; 0 for no limit
	best     float64 // smallest fitness so far
	improved uint    // number of the generation that had it first
}

// ends reports whether a phase ends before its next generation.
func (s *stagnation) ends(ga *eaopt.GA) bool {
	fitness := ga.HallOfFame[0].Fitness
	if fitness < s.best {
		s.best = fitness
		s.improved = ga.Generations
	}
	return s.limit > 0 && ga.Generations-s.improved >= s.limit
}
