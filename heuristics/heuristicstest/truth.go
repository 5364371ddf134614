package heuristicstest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search/searchtest"
)

// EveryBoard tests the claims of a heuristic on every board that can reach a goal of at most 10
// cells: no estimate is above the distance if the heuristic is admissible, and no move lowers an
// estimate by more than the move costs if it is consistent. The heuristic must support the goal and
// the costs.
func EveryBoard(t testing.TB, h heuristics.Heuristic, goal puzzle.Board, costs puzzle.Costs) {
	t.Helper()
	e, err := h.For(goal, costs)
	require.NoError(t, err)
	s := &suite{Config: Config{Heuristic: h}, t: t}
	s.everyBoardOf(e, goal, costs)
}

// everyBoard looks at every board of the small sizes under unit costs.
func (s *suite) everyBoard() {
	for _, size := range smallSizes {
		if size.Cells() > 8 && (searchtest.RaceDetector || testing.Short()) {
			continue // more boards than the race detector needs
		}
		for _, name := range []string{puzzle.BlankLast, puzzle.Snail} {
			goal := searchtest.Goal(s.t, name, size)
			if e := s.estimator(goal, puzzle.Costs{}); e != nil {
				s.everyBoardOf(e, goal, puzzle.Costs{})
			}
		}
	}
}

// moveCosts looks at every board of the tiny sizes under other costs.
func (s *suite) moveCosts() {
	for _, size := range tinySizes {
		for _, goal := range s.goalsOf(size) {
			for _, text := range moveCosts {
				costs := s.costsOf(text)
				if e := s.estimator(goal, costs); e != nil {
					s.everyBoardOf(e, goal, costs)
				}
			}
		}
	}
}

// everyBoardOf looks at every board that can reach a goal, and at each of its neighbours.
func (s *suite) everyBoardOf(e heuristics.Estimator, goal puzzle.Board, costs puzzle.Costs) {
	admissible := s.Heuristic.Admissible()
	consistent := s.Heuristic.Consistent()
	tracker := e.Track()
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	for tiles, distance := range searchtest.Distances(s.t, goal, costs).All() {
		here := place{goal: goal, costs: costs, tiles: tiles}
		estimate := tracker.Reset(tiles)
		if admissible && estimate > distance {
			s.must(false, here, "no estimate of an admissible heuristic exceeds the true cost",
				"estimate: ", estimate, ", true cost: ", distance)
		}
		if distance == 0 && !heuristics.OnlyOrders(s.Heuristic) {
			s.must(estimate == 0, here, "the estimate of the goal is 0", "estimate: ", estimate)
		}
		blank := uint8(bytes.IndexByte(tiles, 0))
		for _, step := range graph.Steps(blank) {
			move(tiles, blank, step.To)
			next := tracker.Move(tiles, step.To, blank)
			if consistent && estimate-next > costs.Of(step.Move) {
				s.must(false, here, "no move lowers the estimate of a consistent heuristic by more "+
					"than the move costs", "estimate: ", next, ", before ", step.Move, ": ", estimate)
			}
			move(tiles, step.To, blank)
			undone := tracker.Move(tiles, blank, step.To)
			if undone != estimate {
				s.must(false, here, "a move and its opposite bring a Tracker back to its estimate",
					"estimate: ", undone, ", before ", step.Move, ": ", estimate)
			}
		}
	}
}

// move moves the blank to a neighbouring cell.
func move(tiles []uint8, blank, to uint8) {
	tiles[blank] = tiles[to]
	tiles[to] = 0
}
