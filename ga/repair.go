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

	// tries is the number of windows in a row, for each move of a plan, that end its
	// repair if none of them helps.
	tries = 10
)

// repairer holds the plan that is being repaired, and the search for another path
// through one of its windows. It is for the use of one goroutine.
type repairer struct {
	tables *boardTables
	plan   []puzzle.Move
	boards []uint8 // along the plan, cells bytes for each
	width  int     // of the next windows, in moves

	// The search for a path: see shortestPath.
	graphs map[puzzle.Order]*puzzle.Graph          // each made when it is first needed
	graph  *puzzle.Graph                           // of the order in which moves are tried
	tiles  [puzzle.MaxSide * puzzle.MaxSide]uint16 // names
	codes  lineCodes
	path   []puzzle.Move
	bound  int64 // on the length of the path

	most, expanded, generated int // states; generated ones beyond the bound count
}

func newRepairer(t *boardTables) *repairer {
	return &repairer{tables: t, graphs: map[puzzle.Order]*puzzle.Graph{puzzle.DefaultOrder: t.graph}, graph: t.graph}
}

// repair returns a plan with the same ends as another, at most as long: without loops,
// and with windows drawn at random replaced by shorter paths, until windows have not
// helped for a while or the evolution has to stop. A window is at most half of the plan.
func (e *evolution) repair(tiles []uint8, plan []puzzle.Move) []puzzle.Move {
	ctx, t := e.run.ctx, e.run.tables
	plan = t.withoutLoops(tiles, plan)
	if !e.settings.Windows {
		return plan
	}
	if e.repairer == nil {
		e.repairer = newRepairer(t)
	}
	r := e.repairer
	r.plan, r.width = slices.Clone(plan), firstWidth
	r.play(tiles, 0)
	tried, unsuccessful := 0, 0
	for ; unsuccessful < tries*len(r.plan) && len(r.plan) > 3 && e.quota > 0; unsuccessful++ {
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
	if !found || slices.Equal(path, r.plan[from:from+width]) {
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
	if r.graphs[order] == nil {
		r.graphs[order] = puzzle.NewGraph(r.tables.size, order)
	}
	r.graph = r.graphs[order]
	// Below its root an expansion generates at most three states.
	left := min(min(e.quota, maxExpanded)*first.Generated/first.Evaluated/3, maxExpanded)
	path, found := r.shortestPath(r.board(from), r.board(to), to-from, int(left))
	e.charge(r)
	return path, found
}

// charge counts the work of a window: the states that it generated are as many
// evaluations as plans of the first plan's evolution that decoded as many boards in the
// mean.
func (e *evolution) charge(r *repairer) {
	first := e.run.first
	e.stats.Expanded += uint64(r.expanded)
	e.stats.Generated += uint64(r.generated)
	e.unbilled += uint64(r.generated) * first.Evaluated
	cost := min(e.unbilled/first.Generated, e.quota)
	e.unbilled %= first.Generated
	e.stats.Evaluated += cost
	e.quota -= cost
}

func (r *repairer) board(i int) []uint8 {
	cells := r.tables.cells
	return r.boards[i*cells : (i+1)*cells]
}

// play writes the boards along the plan behind so many moves. The first board is given
// where it is new.
func (r *repairer) play(first []uint8, moves int) {
	t := r.tables
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

// shortestPath returns a shortest path between two boards if there is one of at most so
// many moves and it is found within the expansions. It searches by iterative deepening
// (IDA*, Korf 1985) under linear conflict where lines are short enough for its tables,
// and else under Manhattan. The path is valid until the next call.
func (r *repairer) shortestPath(from, to []uint8, moves, expansions int) (path []puzzle.Move, found bool) {
	t := r.tables
	var names [puzzle.MaxSide * puzzle.MaxSide]uint16
	for cell, tile := range to {
		names[tile] = t.names[cell]
	}
	names[0] = 0
	for cell, tile := range from {
		r.tiles[cell] = names[tile]
	}
	var estimate int64
	estimate, r.codes = estimateOf(t, r.tiles[:t.cells])
	r.most, r.expanded, r.generated = expansions, 0, 0
	for r.bound = estimate; r.bound <= int64(moves) && r.expanded < r.most; r.bound += 2 {
		if r.path = r.path[:0]; r.search(0, estimate, blankOf(from), anyMove) {
			return r.path, true
		}
	}
	return nil, false
}

// search looks below a board for the end of a path within the bound.
func (r *repairer) search(depth, estimate int64, blank uint8, last puzzle.Move) bool {
	if estimate == 0 {
		return true
	}
	if r.expanded >= r.most {
		return false
	}
	r.expanded++
	t, lines := r.tables, r.tables.conflicts
	for _, step := range r.graph.Steps(blank) {
		if last != anyMove && step.Move == last.Opposite() {
			continue
		}
		r.generated++
		name := r.tiles[step.To]
		shift := &lines.shifts[t.change(step.To, step.Move, int(name))]
		next := estimate + lines.delta(&r.codes, shift)
		if depth+1+next > r.bound {
			continue
		}
		lines.move(&r.codes, shift)
		r.tiles[blank], r.tiles[step.To] = name, 0
		r.path = append(r.path, step.Move)
		if r.search(depth+1, next, step.To, step.Move) {
			return true
		}
		r.path = r.path[:len(r.path)-1]
		r.tiles[blank], r.tiles[step.To] = 0, name
		shift.undo(&r.codes)
	}
	return false
}
