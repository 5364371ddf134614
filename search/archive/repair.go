package archive

import (
	"slices"

	"npuzzle/internal/random"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/window"
)

// windowShare is the number of states that windows may generate for each state of children: half of
// them in the repair of plans, and half in completing elites.
const windowShare = 4

// load makes plan the plan to repair.
func (b *improver) load(plan []puzzle.Move) {
	b.plan = window.NewPlan(b.search, b.run.problem.Start, plan)
}

// repair replaces random windows of the improver's plan by other paths, until its share of the
// states is used up. When the plan is stuck, the improver takes a new plan.
func (b *improver) repair() {
	for b.goOn(b.repaired) {
		before := b.stats.Generated
		if !b.plan.Stuck() {
			shorter, stats := b.plan.Shorten(b.rng.Intn, b.expansions())
			b.countWindow(stats)
			if shorter {
				b.plans = append(b.plans, b.plan.Moves())
			}
		} else if !b.newPlan() {
			return
		}
		b.repaired += b.stats.Generated - before
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
	return states < windowShare/2*b.bred && b.states > 0 && b.run.ctx.Err() == nil
}

// expansions returns the limit of the next window search. An expansion generates at most three
// states, and the first one four.
func (b *improver) expansions() int { return int(min((b.states-1)/3, window.MaxExpanded)) }

// countWindow counts the work of a window search.
func (b *improver) countWindow(stats search.Stats) {
	b.stats.Expanded += stats.Expanded
	b.stats.Windows += stats.Generated
	b.spend(stats.Generated)
}

// newPlan takes a new plan to repair from the planner, from the start or from an elite, with equal
// probability. It reports false if there is no planner, or if it found no plan.
func (b *improver) newPlan() bool {
	if b.planner == nil {
		return false
	}
	a := b.run.archive
	var head []puzzle.Move
	if b.rng.Intn(2) == 0 {
		id := a.parent(b.rng)
		head = a.pathOf(a.dataOf(id), a.elites[id].moves)
	}
	tail, found, stats := b.planner(b.rng, head, b.states, b.evaluations)
	b.stats = b.stats.Add(stats)
	b.states -= min(stats.Generated, b.states)
	b.evaluations -= min(stats.Evaluated, b.evaluations)
	if !found {
		return false
	}
	plan := slices.Concat(head, tail)
	b.load(a.rules.Tables.WithoutLoops(b.run.problem.Start.Tiles(), plan))
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
	a := b.run.archive
	for attempt := 0; attempt < attempts && b.goOn(b.completed); attempt++ {
		b.reach = min(max(b.reach, 1), a.best)
		niche := a.niches[a.best-b.reach]
		if len(niche) == 0 {
			b.reach++
			continue
		}
		id := niche[random.Below(b.rng, len(niche))].id()
		if a.elites[id].failed == int32(a.best) {
			if random.Below(b.rng, 8) == 7 {
				b.reach++
			}
			continue
		}
		data := a.dataOf(id)
		result := b.search.Find(window.Window{
			From:    data[:a.rules.Tables.Cells],
			To:      []uint8(a.rules.Objective.Target),
			Moves:   b.reach - 1,
			Tracker: b.tracker,
			Order:   window.RandomOrder(b.rng.Intn),
		}, b.expansions())
		b.countWindow(result.Stats)
		b.completed += result.Generated
		switch result.Status {
		case search.Solved:
			path := a.pathOf(data, a.elites[id].moves)
			b.plans = append(b.plans, append(path, result.Moves...))
			return
		case search.NodeLimit:
			b.reach--
		default:
			if random.Below(b.rng, 4) == 3 {
				b.reach++
			}
		}
		b.failed = append(b.failed, id)
	}
}
