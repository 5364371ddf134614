package ga

import (
	"slices"

	"npuzzle/puzzle"
)

// region is the rectangle of a board that is left to solve. The blank does not
// leave it.
type region struct {
	rows, cols, top, left int
}

// reach evolves a plan from a board to a goal. Outer rows and columns of boards
// longer or wider than the core are solved one after another, starting from the side
// that the goal's blank is not on, each by a stage on the region that is left; then
// the core. (Yu, Marinescu, Wu and Siegel 2004 did so within one evolution.) It
// reports false if a stage failed.
func (e *evolution) reach(tiles, goal []uint8) (plan []puzzle.Move, found bool) {
	size := e.run.problem.Start.Size()
	left := region{rows: size.Rows, cols: size.Cols}
	tiles = slices.Clone(tiles)
	whole, before := e.run.tablesOf(size), e.before
	e.subgoal = 0
	for e.settings.Subgoals == ByLine && max(left.rows, left.cols) > e.settings.Core && left.rows*left.cols > 4 {
		e.subgoal++
		t := e.run.tablesOf(left.size())
		rest, line := left.withoutLine(size, int(blankOf(goal)))
		here, target := left.crop(t, tiles, goal, size)
		path, ok := e.runStage(t, t.objective(target, line), here)
		if !ok {
			return nil, false
		}
		whole.play(tiles, blankOf(tiles), path)
		plan = append(plan, path...)
		e.before = before + len(plan)
		left = rest
	}
	t, core, here := whole, e.run.goal, tiles
	if left.size() != size {
		e.subgoal++
		t = e.run.tablesOf(left.size())
		var target []uint8
		here, target = left.crop(t, tiles, goal, size)
		core = t.objective(target, nil)
	}
	path, ok := e.runStage(t, core, here)
	return append(plan, path...), ok
}

func (g region) size() puzzle.Size { return puzzle.Size{Rows: g.rows, Cols: g.cols} }

// withoutLine returns the cells within a region of the row or column that is solved
// next, and what is left of the region then. The line is at one of the longer sides,
// and does not hold the goal's blank.
func (g region) withoutLine(size puzzle.Size, blank int) (rest region, line []int) {
	rest, edge := g, region{rows: g.rows, cols: g.cols} // edge lies within g
	if g.rows >= g.cols {
		edge.rows = 1
		rest.rows--
		if rest.top++; blank/size.Cols == g.top {
			edge.top, rest.top = g.rows-1, g.top
		}
	} else {
		edge.cols = 1
		rest.cols--
		if rest.left++; blank%size.Cols == g.left {
			edge.left, rest.left = g.cols-1, g.left
		}
	}
	return rest, edge.cells(g.cols)
}

// cells returns the cells of a region on a board of so many columns.
func (g region) cells(cols int) (cells []int) {
	for r := range g.rows {
		for c := range g.cols {
			cells = append(cells, (g.top+r)*cols+g.left+c)
		}
	}
	return cells
}

// crop returns the part of a board and of its goal that lies in the region. Tiles
// are named by their goal cells in the region.
func (g region) crop(t *boardTables, tiles, goal []uint8, size puzzle.Size) (here, target []uint8) {
	for _, cell := range g.cells(size.Cols) {
		here, target = append(here, tiles[cell]), append(target, goal[cell])
	}
	o := t.objective(target, nil)
	return o.name(here), o.name(target)
}
