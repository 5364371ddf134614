package ga

import (
	"fmt"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search/decode"
)

// maxRest is the maximum number of rows and of columns of the last subgoal. A board that is no
// larger has no subgoals.
const maxRest = 5

// newObjectives returns the objectives that are solved one after another: the subgoals of a
// board with more than maxRest rows or columns, or else the goal. Each subgoal but the last is
// a line, an outer row or column of the region that is still unsolved. The line does not hold
// the goal's blank. The last subgoal is the rest. (Yu, Marinescu, Wu and Siegel 2004 have
// subgoals within one evolution.)
func (r *run) newObjectives(estimator heuristics.Estimator) ([]*decode.Objective, error) {
	var objectives []*decode.Objective
	goal := r.problem.Goal
	size := goal.Size()
	left := region{rows: size.Rows, cols: size.Cols}
	for r.solver.byLine(left.size()) && heuristics.Restrictable(r.solver.Heuristic) {
		rest, line := left.withoutLine(size, goal.Blank())
		subgoal, err := r.subgoal(left, line)
		if err != nil {
			return nil, err
		}
		objectives = append(objectives, subgoal)
		left = rest
	}
	if objectives == nil {
		tables := decode.NewTables(size, r.solver.Order, goal.Blank())
		return []*decode.Objective{tables.Whole(goal, estimator)}, nil
	}
	last, err := r.subgoal(left, nil)
	if err != nil {
		return nil, err
	}
	return append(objectives, last), nil
}

// subgoal returns the subgoal to solve a line of a region, or the whole region if line is nil.
func (r *run) subgoal(g region, line []int) (*decode.Objective, error) {
	goal := r.problem.Goal
	goalBlank := slices.Index(g.cells(goal.Size().Cols), goal.Blank()) // in the region
	tables := decode.NewTables(g.size(), r.solver.Order, goalBlank)
	var estimator heuristics.Estimator
	if !tabulated(r.solver.Heuristic) {
		var err error
		estimator, err = heuristics.EstimatorOf(r.solver.Heuristic, tables.Goal(), r.problem.Costs)
		if err != nil {
			return nil, err
		}
	}
	return tables.Objective(goal, g.cells(goal.Size().Cols), line, estimator), nil
}

// newWhole returns the objective of improvement, the goal. It may share tables with the first
// subgoal.
func (r *run) newWhole(estimator heuristics.Estimator) *decode.Objective {
	first := r.objectives[0]
	goal := r.problem.Goal
	if len(r.objectives) == 1 || !r.solver.Improve {
		return first
	}
	if tabulated(r.solver.Heuristic) {
		estimator = nil
	}
	whole := first.Tables.Whole(goal, estimator)
	r.bytes += whole.OwnBytes()
	return whole
}

// reach evolves a path to the goal, one objective after another. The path starts from the board
// that the given moves lead to from the problem's start. It reports false if an objective was
// not reached.
func (e *evolution) reach(moves []puzzle.Move) (path []puzzle.Move, found bool) {
	board, err := e.run.problem.Start.Replay(moves)
	if err != nil { // moves is nil or the path of an elite
		panic(fmt.Sprintf("ga: the path of an elite has an illegal move: %v", err))
	}
	if e.settings.Control == WeightedAStar {
		return e.weighted(board)
	}
	tiles := board.Tiles()
	for i, o := range e.run.objectives {
		if len(e.run.objectives) > 1 {
			e.position.subgoal = i + 1
		}
		e.position.before = len(moves) + len(path)
		next, ok := e.evolveTo(o, o.Crop(tiles))
		if !ok {
			return nil, false
		}
		e.run.tables.Graph.Play(tiles, decode.BlankOf(tiles), next)
		path = append(path, next...)
	}
	return path, true
}

// region is the rectangle of a board that is still unsolved. The blank does not leave it.
type region struct {
	rows int
	cols int
	top  int
	left int
}

func (g region) size() puzzle.Size { return puzzle.Size{Rows: g.rows, Cols: g.cols} }

// withoutLine returns the row or column of g that is solved next, as the indices of its cells
// within g, and the rest of g. The line is the top row if g has at least as many rows as
// columns, and otherwise the left column. If that line holds the goal's blank, the opposite
// line is returned instead.
func (g region) withoutLine(size puzzle.Size, blank int) (rest region, line []int) {
	rest = g
	edge := region{rows: g.rows, cols: g.cols} // within g
	if g.rows >= g.cols {
		edge.rows = 1
		rest.rows--
		if blank/size.Cols == g.top { // the last row
			edge.top = g.rows - 1
		} else {
			rest.top++
		}
	} else {
		edge.cols = 1
		rest.cols--
		if blank%size.Cols == g.left { // the last column
			edge.left = g.cols - 1
		} else {
			rest.left++
		}
	}
	return rest, edge.cells(g.cols)
}

// cells returns the cells of g on a board with the given number of columns.
func (g region) cells(cols int) (cells []int) {
	for r := range g.rows {
		for c := range g.cols {
			cells = append(cells, (g.top+r)*cols+g.left+c)
		}
	}
	return cells
}
