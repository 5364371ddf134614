package heuristics

import (
	"errors"

	"npuzzle/puzzle"
)

// formula is a heuristic that exists for every size, goal and costs.
type formula struct {
	name       string
	admissible bool
	consistent bool
	estimator  func(goal puzzle.Board, costs puzzle.Costs) Estimator
}

func (f formula) Name() string     { return f.name }
func (f formula) Admissible() bool { return f.admissible }
func (f formula) Consistent() bool { return f.consistent }

func (f formula) For(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	if goal == (puzzle.Board{}) {
		return nil, errors.New("heuristics: no goal; expected a board")
	}
	return f.estimator(goal, costs), nil
}
