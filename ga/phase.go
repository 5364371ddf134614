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
	*island
	first  []uint8       // tiles of the board that it begins with
	start  []uint8       // of the phase
	plan   []puzzle.Move // from first to start, without loops
	budget int           // generations left

	nearest int64 // least estimate of a board that a phase ended on
	inVain  int   // phases since then
}

// evolveInPhases evolves a plan from a board to a target, phase after phase,
// until it is there, the island is to stop or the generations are used up: then
// it reports false.
func (is *island) evolveInPhases(a *arena, g *guide, tiles []uint8, generations int) (plan []puzzle.Move, found bool) {
	is.setRules(a, g)
	l := &leg{island: is, first: tiles, start: slices.Clone(tiles), budget: generations}
	l.nearest = g.estimate(g.name(l.start))
	for {
		if is.stop = search.Interrupted(is.ctx); is.stop != "" {
			return nil, false
		}
		if l.phase++; is.PhaseMode == Restart || l.inVain == mostInVain {
			l.startAgain()
		}
		is.origin = is.rules.originOf(l.start)
		is.depth = is.before + len(l.plan)
		if is.Record {
			is.rules.record.add(&is.rules, l.start, nil)
		}
		best := l.evolve()
		switch {
		case is.solution != nil:
			l.goOn(is.solution)
			return l.plan, true
		case is.stop != "":
			return nil, false
		}
		l.goOn(best)
		if l.endOfPhase(); is.stop != "" {
			return nil, false
		}
	}
}

// setRules makes the rules of an evolution to a target.
func (is *island) setRules(a *arena, g *guide) {
	is.rules = rules{
		arena:    a,
		guide:    g,
		record:   record{},
		perStep:  units(is.HeuristicWeight),
		perMove:  units(is.LengthWeight),
		endBoard: is.Target == EndBoard,
		byRank:   is.Decoding == Ranked,
		bounds:   boundsOf(is.Greed),
	}
	if is.Lexicographic {
		is.rules.most = int64(is.maxGenes) + 1
	}
	is.rules.penalty = is.rules.perStep * penaltyOf(a.size)
	is.rules.perPull = is.rules.perStep / pullShare
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
		l.rules.record.add(&l.rules, l.start, way)
	}
	l.plan = withoutLoops(l.rules.arena, l.first, append(l.plan, way...))
	l.rules.play(l.start, blank, way)
	if estimate := l.rules.guide.estimate(l.rules.name(l.start)); estimate < l.nearest {
		l.nearest, l.inVain = estimate, 0
	} else {
		l.inVain++
	}
}

// evolve runs one phase from the origin and returns its best chromosome, or
// sets the island's solution or stop.
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
		if l.Adapt {
			l.mutateInVain(since)
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
		return nil // errStop is the only error that the island or the model returns
	}
	l.budget -= int(ga.Generations)
	return chromosomeOf(ga.HallOfFame[0])
}

// config returns how eaopt is to evolve the populations of one phase.
func (is *island) config(generations int, callback func(*eaopt.GA)) eaopt.GAConfig {
	config := eaopt.GAConfig{
		NPops:        uint(is.Islands),
		PopSize:      uint(is.herd()),
		NGenerations: uint(generations),
		HofSize:      1,
		Model:        model{is},
		RNG:          is.rng,
		Callback:     callback,
	}
	if is.Islands > 1 {
		a := &archipelago{island: is}
		config.Model = a
		config.Migrator = eaopt.MigRing{NMigrants: uint(max(is.herd()/migrants, 1))}
		config.MigFrequency = uint(is.Migration)
		config.Callback = func(ga *eaopt.GA) {
			if ga.Generations == 0 {
				a.settle(ga.Populations)
			}
			callback(ga)
		}
	}
	if is.Species > 1 {
		config.Speciator = species(is.Species)
	}
	return config
}

// drawPopulations draws the first populations, in the storage of the last, and
// evaluates and sorts them: eaopt would evaluate them one at a time.
func (is *island) drawPopulations() error {
	is.share()
	for _, deme := range is.demes {
		for i, c := range deme.members {
			if i%lookEvery == 0 {
				if is.stop = search.Interrupted(is.ctx); is.stop != "" {
					return errStop
				}
			}
			c.draw(is.firstGenes, deme.rng)
		}
		if err := deme.evaluate(deme.members); err != nil {
			return err
		}
		deme.sort(deme.members)
	}
	return nil
}

// newGenome returns what hands the first populations to eaopt.
func (is *island) newGenome() func(*rand.Rand) eaopt.Genome {
	deme, given := 0, 0
	return func(*rand.Rand) eaopt.Genome {
		if given == is.herd() {
			deme, given = deme+1, 0
		}
		c := is.demes[deme].members[given]
		given++
		return c
	}
}
