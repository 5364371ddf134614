package ga

import (
	"math/rand"
	"slices"

	"npuzzle/puzzle"
)

// firstWidth is that of the first windows, in moves. They make up for most of
// what a plan has too much at little cost.
const firstWidth = 12

// repairer holds what the repair of plans works on.
type repairer struct {
	window *window
	boards []uint8 // along the plan, cells bytes each
	plan   []puzzle.Move
	width  int // of the windows that are tried
	rng    *rand.Rand
}

// repair returns a plan with the same ends as another, at most as long: without
// loops, and with windows replaced by shorter ways until windows drawn at random
// have not helped for a while, or the evolution is to stop. A window is at most
// half of the plan.
func (e *evolution) repair(tiles []uint8, plan []puzzle.Move) []puzzle.Move {
	a := e.arenaOf(e.problem.Start.Size())
	plan = withoutLoops(e.ctx, a, tiles, plan)
	if !e.Windows {
		return plan
	}
	if e.repairer == nil {
		e.repairer = &repairer{window: newWindow(a)}
	}
	r := e.repairer
	r.plan, r.width, r.rng = slices.Clone(plan), firstWidth, e.rng
	r.follow(a, tiles, 0)
	for tried, vain := 0, 0; vain < e.Tries*len(r.plan) && len(r.plan) > 3 && e.quota > 0; tried, vain = tried+1, vain+1 {
		if tried%16 == 0 && e.ctx.Err() != nil {
			break
		}
		if e.tryWindow(a) {
			vain = 0
		}
	}
	return r.plan
}

// tryWindow draws a window and replaces it by another way of at most its
// length, and reports whether that is shorter. The other way of the same length
// leads to boards whose windows have not been tried: without it repair ends in
// the next local minimum.
func (e *evolution) tryWindow(a *arena) (shorter bool) {
	r := e.repairer
	half := len(r.plan) / 2
	r.width = min(r.width, half)
	width := min(max(r.width/2+r.rng.Intn(r.width/2+1), 2), half)
	from := r.rng.Intn(len(r.plan) - width + 1)
	way, found := e.wayBetween(a, from, from+width)
	switch {
	case !found:
		r.width = max(r.width-1, min(firstWidth, half))
	case r.rng.Intn(2) == 0:
		r.width++
	}
	if !found || len(way) == width && (!e.Drift || slices.Equal(way, r.plan[from:from+width])) {
		return false
	}
	r.plan = slices.Replace(r.plan, from, from+width, way...)
	r.follow(a, nil, from)
	if shorter = len(way) < width; shorter && e.observed {
		e.collect(e)
		e.take(slices.Clone(r.plan))
	}
	return shorter
}

// wayBetween finds a way between two boards of the plan that is not longer than
// the plan's, the moves tried in an order drawn at random.
func (e *evolution) wayBetween(a *arena, from, to int) ([]puzzle.Move, bool) {
	r := e.repairer
	var order puzzle.Order
	for i, move := range r.rng.Perm(len(order)) {
		order[i] = puzzle.Move(move)
	}
	r.window.order(order)
	// Below its root an expansion generates three states at most.
	left := min(min(e.quota, mostExpanded)*e.first.Generated/e.first.Evaluated/3, mostExpanded)
	way, found := r.window.solve(r.board(a, from), r.board(a, to), to-from, int(left))
	e.charge(r.window)
	return way, found
}

// charge counts the work of a window: the states that it generated are as many
// evaluations as those would be that decode as many boards, each as many as those
// of the first plan's evolution did in the mean.
func (e *evolution) charge(w *window) {
	e.stats.Expanded += uint64(w.expanded)
	e.stats.Generated += uint64(w.generated)
	e.owed += uint64(w.generated) * e.first.Evaluated
	cost := min(e.owed/e.first.Generated, e.quota)
	e.owed %= e.first.Generated
	e.stats.Evaluated += cost
	e.quota -= cost
}

func (r *repairer) board(a *arena, i int) []uint8 { return r.boards[i*a.cells : (i+1)*a.cells] }

// follow writes the boards along the plan, those behind a move on: the boards
// before it are there. The first is given where it is new.
func (r *repairer) follow(a *arena, first []uint8, from int) {
	if need := (len(r.plan) + 1) * a.cells; need > len(r.boards) {
		r.boards = append(make([]uint8, 0, 2*need), r.boards...)[:2*need]
	}
	copy(r.board(a, 0), first)
	blank := blankOf(r.board(a, from))
	for i := from; i < len(r.plan); i++ {
		next := r.board(a, i+1)
		copy(next, r.board(a, i))
		to := a.graph.To(blank, r.plan[i])
		next[blank], next[to] = next[to], 0
		blank = to
	}
}
