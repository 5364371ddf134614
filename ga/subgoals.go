package ga

import (
	"slices"

	"npuzzle/puzzle"
)

// field is a rectangle of a board that is left to solve: the blank does not
// leave it.
type field struct {
	rows, cols, top, left int
}

// evolveBySubgoals evolves a plan from a board to a goal. Rows and columns of
// boards longer or wider than the core are solved one after another, from the
// side that the goal's blank is not on, each time by an evolution of its own on
// the rectangle that is left (Yu, Marinescu, Wu, Siegel 2004, did so within one);
// then the core. It reports false if an evolution failed.
func (e *evolution) evolveBySubgoals(tiles, goal []uint8) (plan []puzzle.Move, found bool) {
	size := e.problem.Start.Size()
	f := field{rows: size.Rows, cols: size.Cols}
	tiles = slices.Clone(tiles)
	whole, before := e.arenaOf(size), e.before
	e.subgoal = 0
	for e.Subgoals != NoSubgoals && max(f.rows, f.cols) > e.Core && f.rows*f.cols > 4 {
		sub := e.arenaOf(puzzle.Size{Rows: f.rows, Cols: f.cols})
		rest, line := f.withoutLine(size, int(blankOf(goal)))
		here, target := f.cut(sub, tiles, goal, size)
		e.subgoal++
		way, ok := e.toSubgoal(sub, here, target, line)
		if !ok {
			return nil, false
		}
		whole.play(tiles, blankOf(tiles), way)
		plan = append(plan, way...)
		e.before = before + len(plan)
		f = rest
	}
	a, g, here := whole, e.goalGuide, tiles
	if f.rows < size.Rows || f.cols < size.Cols {
		e.subgoal++
		a = e.arenaOf(puzzle.Size{Rows: f.rows, Cols: f.cols})
		var target []uint8
		here, target = f.cut(a, tiles, goal, size)
		g = a.guide(target)
	}
	if g.reached(g.name(here)) {
		return plan, true
	}
	way, ok := e.evolveInPhases(a, g, here, e.Phases*e.Generations)
	return append(plan, way...), ok
}

// toSubgoal evolves a plan that brings tiles to some cells of a target.
func (e *evolution) toSubgoal(a *arena, tiles, target []uint8, cells []int) ([]puzzle.Move, bool) {
	g := a.subgoal(target, cells)
	if g.reached(g.name(tiles)) {
		return nil, true
	}
	return e.evolveInPhases(a, g, tiles, e.Phases*e.Generations)
}

// reached tells whether a board, by its tiles' names, is the target.
func (g *guide) reached(named []uint8) bool { return string(named) == g.goal }

// withoutLine returns what is left of a field without the row or column, by its
// cells within the field, that is solved next: of the longer sides one that the
// goal's blank is not on.
func (f field) withoutLine(size puzzle.Size, blank int) (rest field, line []int) {
	row, col := blank/size.Cols-f.top, blank%size.Cols-f.left
	rest = f
	if f.rows >= f.cols {
		at := 0
		rest.rows--
		if rest.top++; row == 0 {
			at, rest.top = f.rows-1, f.top
		}
		for c := range f.cols {
			line = append(line, at*f.cols+c)
		}
		return rest, line
	}
	at := 0
	rest.cols--
	if rest.left++; col == 0 {
		at, rest.left = f.cols-1, f.left
	}
	for r := range f.rows {
		line = append(line, r*f.cols+at)
	}
	return rest, line
}

// cut returns what lies in the field of a board and of its goal, the tiles named
// by their goal cells in the field.
func (f field) cut(a *arena, tiles, goal []uint8, size puzzle.Size) (here, target []uint8) {
	for r := range f.rows {
		from := (f.top+r)*size.Cols + f.left
		here = append(here, tiles[from:from+f.cols]...)
		target = append(target, goal[from:from+f.cols]...)
	}
	g := a.guide(target)
	return g.name(here), g.name(target)
}
