package ga

import (
	"slices"

	"npuzzle/puzzle"
)

const (
	// firstWidth is the number of moves of the first windows. They remove most of the
	// excess of a plan at little cost.
	firstWidth = 12

	// maxExpanded bounds the search of one window. The solver is to be evolution with
	// local repair, and not a search in disguise.
	maxExpanded = 10_000
)

// repairer holds the plan that is being repaired.
type repairer struct {
	window *windowSearch
	boards []uint8 // along the plan, cells bytes for each
	plan   []puzzle.Move
	width  int // of the next windows, in moves
}

// repair returns a plan with the same ends as another, at most as long: without loops,
// and with windows drawn at random replaced by shorter paths, until windows have not
// helped for a while or the evolution has to stop. A window is at most half of the plan.
func (e *evolution) repair(tiles []uint8, plan []puzzle.Move) []puzzle.Move {
	ctx, t := e.run.ctx, e.run.tables
	plan = t.withoutLoops(ctx, tiles, plan)
	if !e.settings.Windows {
		return plan
	}
	if e.repairer == nil {
		e.repairer = &repairer{window: newWindowSearch(t)}
	}
	r := e.repairer
	r.plan, r.width = slices.Clone(plan), firstWidth
	r.play(tiles, 0)
	tried, unsuccessful := 0, 0
	for ; unsuccessful < e.settings.Tries*len(r.plan) && len(r.plan) > 3 && e.quota > 0; unsuccessful++ {
		if tried%16 == 0 && ctx.Err() != nil {
			break
		}
		tried++
		if e.tryWindow() {
			unsuccessful = 0
		}
	}
	return r.plan
}

// tryWindow draws a window and replaces it by another path of at most its length. It
// reports whether that path is shorter. Another path of equal length leads to boards
// whose windows have not been tried: without these, repair ends in the next local
// minimum.
func (e *evolution) tryWindow() (shorter bool) {
	r := e.repairer
	half := len(r.plan) / 2
	r.width = min(r.width, half)
	width := min(max(r.width/2+e.rng.Intn(r.width/2+1), 2), half)
	from := e.rng.Intn(len(r.plan) - width + 1)
	path, found := e.pathBetween(from, from+width)
	switch {
	case !found:
		r.width = max(r.width-1, min(firstWidth, half))
	case e.rng.Intn(2) == 0:
		r.width++
	}
	if !found || len(path) == width && (!e.settings.Drift || slices.Equal(path, r.plan[from:from+width])) {
		return false
	}
	r.plan = slices.Replace(r.plan, from, from+width, path...)
	r.play(nil, from)
	if shorter = len(path) < width; shorter && e.observed {
		e.run.collect(e)
		e.run.take(slices.Clone(r.plan))
	}
	return shorter
}

// pathBetween finds a path between two boards of the plan that is not longer than the
// plan's, with the moves tried in random order.
func (e *evolution) pathBetween(from, to int) ([]puzzle.Move, bool) {
	r, first := e.repairer, e.run.first
	var order puzzle.Order
	for i, move := range e.rng.Perm(len(order)) {
		order[i] = puzzle.Move(move)
	}
	r.window.setOrder(order)
	// Below its root an expansion generates at most three states.
	left := min(min(e.quota, maxExpanded)*first.Generated/first.Evaluated/3, maxExpanded)
	path, found := r.window.solve(r.board(from), r.board(to), to-from, int(left))
	e.charge(r.window)
	return path, found
}

// charge counts the work of a window: the states that it generated are as many
// evaluations as plans of the first plan's evolution that decoded as many boards in the
// mean.
func (e *evolution) charge(w *windowSearch) {
	first := e.run.first
	e.stats.Expanded += uint64(w.expanded)
	e.stats.Generated += uint64(w.generated)
	e.unbilled += uint64(w.generated) * first.Evaluated
	cost := min(e.unbilled/first.Generated, e.quota)
	e.unbilled %= first.Generated
	e.stats.Evaluated += cost
	e.quota -= cost
}

func (r *repairer) board(i int) []uint8 {
	cells := r.window.tables.cells
	return r.boards[i*cells : (i+1)*cells]
}

// play writes the boards along the plan behind so many moves. The first board is given
// where it is new.
func (r *repairer) play(first []uint8, moves int) {
	t := r.window.tables
	if need := (len(r.plan) + 1) * t.cells; need > len(r.boards) {
		r.boards = append(make([]uint8, 0, 2*need), r.boards...)[:2*need]
	}
	copy(r.board(0), first)
	blank := blankOf(r.board(moves))
	for i := moves; i < len(r.plan); i++ {
		copy(r.board(i+1), r.board(i))
		blank = t.play(r.board(i+1), blank, r.plan[i:i+1])
	}
}

// windowSearch finds shortest paths between two boards of a plan by iterative deepening
// (IDA*, Korf 1985), under linear conflict where lines are short enough for its tables,
// and else under Manhattan. It is for the use of one goroutine.
type windowSearch struct {
	tables *boardTables
	orders map[puzzle.Order][][]puzzle.Step        // each made when it is first needed
	steps  [][]puzzle.Step                         // by cell, in the order in which they are tried
	tiles  [puzzle.MaxSide * puzzle.MaxSide]uint16 // names
	codes  lineCodes
	path   []puzzle.Move
	bound  int64 // on the length of the path

	expanded, generated int // states; generated ones beyond the bound count
}

func newWindowSearch(t *boardTables) *windowSearch {
	w := &windowSearch{tables: t, orders: map[puzzle.Order][][]puzzle.Step{}}
	w.setOrder(puzzle.DefaultOrder)
	return w
}

// setOrder sets the order in which moves are tried. Of several shortest paths, it
// decides which one is found.
func (w *windowSearch) setOrder(o puzzle.Order) {
	if w.steps = w.orders[o]; w.steps != nil {
		return
	}
	graph := puzzle.NewGraph(w.tables.size, o)
	for cell := range w.tables.cells {
		w.steps = append(w.steps, graph.Steps(uint8(cell)))
	}
	w.orders[o] = w.steps
}

// solve returns a shortest path between two boards if there is one of at most so many
// moves and it is found within the expansions. The path is valid until the next call;
// w.expanded and w.generated are the work.
func (w *windowSearch) solve(from, to []uint8, most, expansions int) (path []puzzle.Move, found bool) {
	t := w.tables
	var names [puzzle.MaxSide * puzzle.MaxSide]uint16
	for cell, tile := range to {
		names[tile] = t.names[cell]
	}
	blank := blankOf(from)
	for cell, tile := range from {
		w.tiles[cell] = names[tile]
	}
	w.tiles[blank] = 0
	estimate, codes := estimateOf(t, w.tiles[:t.cells])
	w.codes = codes
	w.expanded, w.generated = 0, 0
	for bound := estimate; bound <= int64(most) && w.expanded < expansions; bound += 2 {
		w.bound, w.path = bound, w.path[:0]
		if w.search(0, estimate, blank, anyMove, expansions) {
			return w.path, true
		}
	}
	return nil, false
}

// search looks below a board for the end of a path within the bound.
func (w *windowSearch) search(depth, estimate int64, blank uint8, last puzzle.Move, expansions int) bool {
	if estimate == 0 {
		return true
	}
	if w.expanded >= expansions {
		return false
	}
	w.expanded++
	lines := w.tables.conflicts
	for _, step := range w.steps[blank] {
		if last != anyMove && step.Move == last.Opposite() {
			continue
		}
		w.generated++
		name := w.tiles[step.To]
		change := w.tables.change(step.To, step.Move, int(name))
		next := estimate + lines.delta(&w.codes, change)
		if depth+1+next > w.bound {
			continue
		}
		lines.move(&w.codes, change)
		w.tiles[blank], w.tiles[step.To] = name, 0
		w.path = append(w.path, step.Move)
		if w.search(depth+1, next, step.To, step.Move, expansions) {
			return true
		}
		w.path = w.path[:len(w.path)-1]
		w.tiles[blank], w.tiles[step.To] = 0, name
		lines.undo(&w.codes, change)
	}
	return false
}
