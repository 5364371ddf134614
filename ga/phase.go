package ga

import (
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// mostInVain is how many phases on end may get no nearer to the target before
// the next starts from the first board again, away from the traps on record.
// On boards of 2x7 it takes a fifth of the plans away, on 6x6 a third of the
// length; 20 and 40 do about as well.
const mostInVain = 30

// leg is the way of an evolution, phase after phase, from one board to a
// target.
type leg struct {
	*evolution
	first  []uint8       // tiles of the board that it begins with
	start  []uint8       // of the phase
	plan   []puzzle.Move // from first to start, without loops
	budget int           // generations left

	nearest int64 // least estimate of a board that a phase ended on
	inVain  int   // phases since then
}

// evolveInPhases evolves a plan from a board to a target, phase after phase,
// until it is there, the evolution is to stop or the generations are used up: then
// it reports false.
func (e *evolution) evolveInPhases(a *arena, g *guide, tiles []uint8, generations int) (plan []puzzle.Move, found bool) {
	e.setRules(a, g)
	l := &leg{evolution: e, first: tiles, start: slices.Clone(tiles), budget: generations}
	l.nearest = g.estimate(g.name(l.start))
	for {
		if e.stop = search.Interrupted(e.ctx); e.stop != "" {
			return nil, false
		}
		if l.phase++; e.PhaseMode == Restart || l.inVain == mostInVain {
			l.startAgain()
		}
		e.beginWith(l.start)
		e.depth = e.before + len(l.plan)
		if e.Record {
			e.rules.record.add(e.ctx, &e.rules, l.start, nil)
		}
		best := l.evolve()
		switch {
		case e.solution != nil:
			l.goOn(e.solution)
			return l.plan, true
		case e.stop != "":
			return nil, false
		}
		l.goOn(best)
		if l.endOfPhase(); e.stop != "" {
			return nil, false
		}
	}
}

// setRules makes the rules of an evolution to a target.
func (e *evolution) setRules(a *arena, g *guide) {
	e.rules = rules{
		arena:    a,
		guide:    g,
		record:   record{},
		perStep:  units(e.HeuristicWeight),
		perMove:  units(e.LengthWeight),
		endBoard: e.Target == EndBoard,
		byRank:   e.Decoding == Ranked,
		bounds:   boundsOf(e.Greed),
	}
	e.rules.penalty = e.rules.perStep * penaltyOf(a.size)
	e.rules.perPull = e.rules.perStep / pullShare
}

// beginWith makes a board the origin of the next phase. On the way to a subgoal the
// blank is drawn to the tile that is missing: drawn to one that has its place
// already, it would not leave it to fetch another from afar.
func (e *evolution) beginWith(tiles []uint8) {
	e.rules.focus = e.rules.missing(e.rules.name(tiles))
	e.origin = e.rules.originOf(tiles)
}

// pullShare is how many cells between the blank and the focus of a subgoal
// weigh as much as one unit of the estimate: little enough that the blank may
// go around a tile that it pushes.
const pullShare = 4

func (l *leg) startAgain() {
	l.start = slices.Clone(l.first)
	l.plan = nil
	l.nearest, l.inVain = l.rules.guide.estimate(l.rules.name(l.start)), 0
}

// endOfPhase sets why no other phase may follow, if so.
func (l *leg) endOfPhase() {
	l.stats.Bytes = max(l.stats.Bytes, l.bytes(l.rules.record, len(l.plan)))
	switch {
	case l.limits.Bytes > 0 && l.stats.Bytes > l.limits.Bytes:
		l.stop = search.MemoryLimit
	case l.budget == 0:
		l.stop = search.Exhausted
	}
}

// goOn makes the scored board of a chromosome the start of what follows, and
// puts the boards on the way there on record.
func (l *leg) goOn(c *chromosome) {
	blank := blankOf(l.start)
	way := l.workers[0].plan(&l.origin, c.genes[:c.moves])
	if l.Record {
		l.rules.record.add(l.ctx, &l.rules, l.start, way)
	}
	l.plan = withoutLoops(l.ctx, l.rules.arena, l.first, append(l.plan, way...))
	l.rules.play(l.start, blank, way)
	if estimate := l.rules.guide.estimate(l.rules.name(l.start)); estimate < l.nearest {
		l.nearest, l.inVain = estimate, 0
	} else {
		l.inVain++
	}
}

// evolve runs one phase from the origin and returns its best chromosome, or
// sets the evolution's solution or stop.
func (l *leg) evolve() *chromosome {
	best, since := int64(0), 0
	config := l.config(min(l.Generations, l.budget), l.report)
	config.EarlyStop = func(ga *eaopt.GA) bool {
		// Called before every generation: since counts those without a better
		// best.
		if now := chromosomeOf(ga.HallOfFame[0]).fitness; ga.Generations == 0 || now < best {
			best, since = now, 0
		} else {
			since++
		}
		return l.Stagnation > 0 && since >= l.Stagnation
	}
	ga, err := config.NewGA()
	if err != nil {
		panic(err) // the settings have been checked
	}
	if err = l.drawPopulations(); err == nil {
		err = ga.Minimize(l.newGenome())
	}
	l.gather()
	if err != nil {
		return nil // errStop is the only error that scoring or the model returns
	}
	l.budget -= int(ga.Generations)
	return chromosomeOf(ga.HallOfFame[0])
}

// config returns how eaopt is to evolve the populations of one phase.
func (e *evolution) config(generations int, callback func(*eaopt.GA)) eaopt.GAConfig {
	config := eaopt.GAConfig{
		NPops:        uint(e.Islands),
		PopSize:      uint(e.islandSize()),
		NGenerations: uint(generations),
		HofSize:      1,
		Model:        model{e},
		RNG:          e.rng,
		Callback:     callback,
	}
	if e.Islands > 1 {
		a := &archipelago{evolution: e}
		config.Model = a
		config.Migrator = eaopt.MigRing{NMigrants: uint(max(e.islandSize()/migrants, 1))}
		config.MigFrequency = uint(e.Migration)
		config.Callback = func(ga *eaopt.GA) {
			if ga.Generations == 0 {
				a.settle(ga.Populations)
			}
			callback(ga)
		}
	}
	return config
}

// drawPopulations draws the first populations, in the storage of the last, and
// evaluates and sorts them: eaopt would evaluate them one at a time.
func (e *evolution) drawPopulations() error {
	e.share()
	for _, island := range e.islands {
		for i, c := range island.members {
			if i%e.lookEvery() == 0 {
				if e.stop = search.Interrupted(e.ctx); e.stop != "" {
					return errStop
				}
			}
			c.draw(e.firstGenes, island.rng)
		}
		if err := island.evaluate(island.members); err != nil {
			return err
		}
		island.sort(island.members)
	}
	return nil
}

// newGenome returns what hands the first populations to eaopt.
func (e *evolution) newGenome() func(*rand.Rand) eaopt.Genome {
	island, given := 0, 0
	return func(*rand.Rand) eaopt.Genome {
		if given == e.islandSize() {
			island, given = island+1, 0
		}
		c := e.islands[island].members[given]
		given++
		return c
	}
}
