package ga

import "npuzzle/puzzle"

// mostExpanded bounds the search of one window. What wins must stay evolution
// with local repair, and not become a search in disguise.
const mostExpanded = 10_000

// window finds shortest ways between two boards of a plan by iterative
// deepening (IDA*, Korf 1985), under linear conflict where lines are short
// enough for its tables and else under Manhattan. It is for the use of one
// goroutine.
type window struct {
	*arena
	orders map[puzzle.Order][][]puzzle.Step        // each made when it is first asked for
	steps  [][]puzzle.Step                         // in the order in which they are tried
	tiles  [puzzle.MaxSide * puzzle.MaxSide]uint16 // names
	codes  lineCodes
	way    []puzzle.Move
	bound  int32 // on the length of the way

	expanded, generated int // states, those beyond the bound among the generated
}

// newWindow makes a window on an arena.
func newWindow(a *arena) *window {
	w := &window{arena: a, orders: map[puzzle.Order][][]puzzle.Step{}}
	w.order(puzzle.DefaultOrder)
	return w
}

// order sets the order in which moves are tried. Where there are several
// shortest ways, it decides which is found.
func (w *window) order(o puzzle.Order) {
	if w.steps = w.orders[o]; w.steps != nil {
		return
	}
	graph := puzzle.NewGraph(w.size, o)
	for cell := range w.cells {
		w.steps = append(w.steps, graph.Steps(uint8(cell)))
	}
	w.orders[o] = w.steps
}

// solve returns a shortest way between two boards if there is one of at most so
// many moves and it is found within the expansions. The way is valid until the
// next call; w.expanded and w.generated are what it took.
func (w *window) solve(from, to []uint8, most, expansions int) (way []puzzle.Move, found bool) {
	var names [puzzle.MaxSide * puzzle.MaxSide]uint16
	for cell, tile := range to {
		names[tile] = w.names[cell]
	}
	blank, estimate := uint8(0), int32(0)
	for cell, tile := range from {
		if tile == 0 {
			blank, w.tiles[cell] = uint8(cell), 0
			continue
		}
		w.tiles[cell] = names[tile]
		estimate += int32(w.apart(w.belongs[names[tile]], uint8(cell)))
	}
	w.codes = linesOf(w.conflicts, w.size, w.tiles[:w.cells])
	for _, code := range w.codes[:noLine] {
		estimate += int32(w.conflicts.cost[code])
	}
	w.expanded, w.generated = 0, 0
	for bound := estimate; bound <= int32(most) && w.expanded < expansions; bound += 2 {
		w.bound, w.way = bound, w.way[:0]
		if w.search(0, estimate, blank, anyMove, expansions) {
			return w.way, true
		}
	}
	return nil, false
}

// search looks below a board for the end of a way within the bound.
func (w *window) search(depth, estimate int32, blank uint8, last puzzle.Move, expansions int) bool {
	if estimate == 0 {
		return true
	}
	if w.expanded >= expansions {
		return false
	}
	w.expanded++
	for _, step := range w.steps[blank] {
		if last != anyMove && step.Move == last.Opposite() {
			continue
		}
		w.generated++
		name := w.tiles[step.To]
		shift := &w.conflicts.shifts[(int(step.To)*4+int(step.Move))*(w.cells+1)+int(name)]
		order := &w.codes[shift.orderLine&lineMask]
		before := *order
		next := estimate + shift.estimate + int32(w.conflicts.cost[before+shift.order]) - int32(w.conflicts.cost[before])
		if depth+1+next > w.bound {
			continue
		}
		along := &w.codes[shift.alongLine&lineMask]
		*order += shift.order
		*along += shift.along
		w.tiles[blank], w.tiles[step.To] = name, 0
		w.way = append(w.way, step.Move)
		if w.search(depth+1, next, step.To, step.Move, expansions) {
			return true
		}
		w.way = w.way[:len(w.way)-1]
		w.tiles[blank], w.tiles[step.To] = 0, name
		*along -= shift.along
		*order -= shift.order
	}
	return false
}
