package ga

import (
	"slices"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/window"
)

// load makes plan the plan to repair.
func (b *improver) load(plan []puzzle.Move) {
	b.plan = window.NewPlan(b.search, b.evo.run.problem.Start, plan)
}

// repair replaces random windows of the improver's plan by other paths, until its share of the
// states is used up. When the plan is stuck, the improver evolves a new plan.
func (b *improver) repair() {
	for b.goOn(b.repaired) {
		before := b.evo.stats.Generated
		if !b.plan.Stuck() {
			shorter, stats := b.plan.Shorten(b.evo.rng.Intn, b.expansions())
			b.spend(stats)
			if shorter {
				b.plans = append(b.plans, b.plan.Moves())
			}
		} else if !b.newPlan() {
			return
		}
		b.repaired += b.evo.stats.Generated - before
	}
}

// waits reports whether repair or completing has used up its share of states, and so has to wait
// for more children.
func (b *improver) waits() bool {
	return b.plan != nil && max(b.repaired, b.completed) >= windowShare/2*b.bred
}

// goOn reports whether repair or completing, which has generated the given number of states, may
// generate more.
func (b *improver) goOn(states uint64) bool {
	e := b.evo
	return states < windowShare/2*b.bred && e.budget.states > 0 && e.run.ctx.Err() == nil
}

// expansions returns the limit of the next window search. An expansion generates at most three
// states, and the first one four.
func (b *improver) expansions() int { return int(min((b.evo.budget.states-1)/3, window.MaxExpanded)) }

// spend counts the work of a window search.
func (b *improver) spend(stats search.Stats) {
	b.evo.stats.Expanded += stats.Expanded
	b.evo.stats.Windows += stats.Generated
	b.evo.spend(stats.Generated)
}

// newPlan evolves a new plan to repair, from the start or from an elite, with equal probability.
// It reports false if it found no plan.
func (b *improver) newPlan() bool {
	e := b.evo
	a := e.run.archive
	var head []puzzle.Move
	if e.rng.Intn(2) == 0 {
		id := a.parent(e.rng)
		head = a.pathOf(a.dataOf(id), a.elites[id].moves)
	}
	tail, found := e.reach(head)
	if !found {
		return false
	}
	plan := slices.Concat(head, tail)
	b.load(e.run.tables.withoutLoops(e.run.problem.Start.Tiles(), plan))
	return true
}

// attempts is the maximum number of elites that an improver tries to complete in a generation.
const attempts = 64

// complete searches for paths from elites to the goal that make a plan shorter than the best.
// It ends when it has found a plan, after 64 attempts, or when its share of the states is used
// up. When a search gives up, the next elite is nearer to the goal. When a search proves that
// there is no such path, the next elite may be farther away. In later generations, an elite whose
// search failed is skipped until there is a shorter plan.
func (b *improver) complete() {
	e := b.evo
	a := e.run.archive
	for attempt := 0; attempt < attempts && b.goOn(b.completed); attempt++ {
		b.reach = min(max(b.reach, 1), a.best)
		niche := a.niches[a.best-b.reach]
		if len(niche) == 0 {
			b.reach++
			continue
		}
		id := niche[below(e.rng, len(niche))].id()
		if a.elites[id].failed == int32(a.best) {
			if below(e.rng, 8) == 7 {
				b.reach++
			}
			continue
		}
		data := a.dataOf(id)
		result := b.search.Find(window.Window{
			From:    data[:a.rules.tables.cells],
			To:      []uint8(a.rules.objective.target),
			Moves:   b.reach - 1,
			Tracker: b.tracker,
			Order:   window.RandomOrder(e.rng.Intn),
		}, b.expansions())
		b.spend(result.Stats)
		b.completed += result.Generated
		switch result.Status {
		case search.Solved:
			path := a.pathOf(data, a.elites[id].moves)
			b.plans = append(b.plans, append(path, result.Moves...))
			return
		case search.NodeLimit:
			b.reach--
		default:
			if below(e.rng, 4) == 3 {
				b.reach++
			}
		}
		b.failed = append(b.failed, id)
	}
}
