package ga

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// core is the largest number of rows or columns of a board that is solved without subgoals.
const core = 5

// stagesTo returns the stages to the problem's goal. Outer rows and columns of boards
// longer or wider than the core are solved one after another, starting from the side
// that the goal's blank is not on, each by a stage on the region that is left; then
// the core. (Yu, Marinescu, Wu and Siegel 2004 did so within one evolution.)
func (r *run) stagesTo(estimator heuristics.Estimator) (stages []*objective) {
	goal, size := r.problem.Goal, r.problem.Goal.Size()
	tablesOf := func(g region) *boardTables { return newBoardTables(g.size(), r.solver.Order, goal.Blank()) }
	left := region{rows: size.Rows, cols: size.Cols}
	for r.solver.byLine(left.size()) {
		rest, line := left.withoutLine(size, goal.Blank())
		stages = append(stages, tablesOf(left).objective(goal, left, line))
		left = rest
	}
	if len(stages) > 0 {
		return append(stages, tablesOf(left).objective(goal, left, nil))
	}
	return []*objective{tablesOf(left).goalObjective(estimator, goal)}
}

// reach evolves a plan to the goal, stage by stage, from the board that moves lead to. It
// reports false if a stage failed.
func (e *evolution) reach(moves []puzzle.Move) (plan []puzzle.Move, found bool) {
	board, err := e.run.problem.Start.Replay(moves)
	if err != nil {
		panic(err) // the moves are a plan's
	}
	if e.settings.Control == WeightedAStar {
		return e.weighted(board)
	}
	tiles := board.Tiles()
	for i, o := range e.run.stages {
		if len(e.run.stages) > 1 {
			e.subgoal = i + 1
		}
		e.before = len(moves) + len(plan)
		path, ok := e.runStage(o, o.crop(tiles))
		if !ok {
			return nil, false
		}
		e.run.tables.play(tiles, blankOf(tiles), path)
		plan = append(plan, path...)
	}
	return plan, true
}

// region is a rectangle of a board. The blank does not leave it.
type region struct {
	rows, cols, top, left int
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
