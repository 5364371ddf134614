package heuristicstest

import (
	"slices"
	"sync"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

const (
	walksOfSize = 6  // number of random walks on each size
	walkLength  = 40 // number of moves of a walk
)

// walks follows random walks with Trackers. Every third move takes the move before back.
func (s *suite) walks() {
	for _, size := range walkedSizes {
		for i := range walksOfSize {
			goals := s.goalsOf(size)
			goal := goals[i%len(goals)]
			costs := puzzle.Costs{}
			if i >= len(goals) {
				costs = s.costsOf(moveCosts[s.rng.IntN(len(moveCosts))])
			}
			start := s.anyBoard(size) // estimates do not ask whether it can reach the goal
			if e := s.estimator(goal, costs); e != nil {
				s.walk(e, place{goal: goal, costs: costs, tiles: start.Tiles()})
			}
		}
	}
}

// walk follows a walk from a board.
func (s *suite) walk(e heuristics.Estimator, at place) {
	graph := puzzle.NewGraph(at.goal.Size(), puzzle.DefaultOrder)
	tiles := at.tiles
	blank := uint8(slices.Index(tiles, 0))
	before := blank // where the blank was one move ago
	tracker := e.Track()
	estimate := e.Estimate(tiles)
	s.must(estimate == tracker.Reset(tiles), at, "Tracker.Reset returns the full estimate")
	for i := range walkLength {
		steps := graph.Steps(blank)
		to := steps[s.rng.IntN(len(steps))].To
		if i%3 == 2 {
			to = before
		}
		change, hasChange := s.change(e, tiles, to, blank, at)
		move(tiles, blank, to)
		moved := slices.Clone(tiles)
		full := e.Estimate(tiles)
		s.must(!hasChange || full-estimate == change, at,
			"Differ.Change is the difference of the full estimates",
			"change: ", change, ", estimates: ", estimate, " and ", full)
		after := tracker.After(tiles, to, blank)
		s.must(after == full, at, "Tracker.After returns the full estimate after a move",
			"full estimate: ", full, ", of the Tracker: ", after)
		again := tracker.Move(tiles, to, blank)
		s.must(again == full, at, "Tracker.Move returns the full estimate after a move",
			"full estimate: ", full, ", of the Tracker: ", again)
		s.must(slices.Equal(moved, tiles), at, "no method changes the tiles that it is given")
		before = blank
		blank = to
		estimate = full
	}
}

// change returns what an estimator says of the change by a move, if it is a Differ.
func (s *suite) change(
	e heuristics.Estimator, tiles []uint8, from, blank uint8, at place,
) (change puzzle.Cost, known bool) {
	d, ok := e.(heuristics.Differ)
	if !ok {
		return 0, false
	}
	given := slices.Clone(tiles)
	change = d.Change(tiles, from, blank)
	s.must(slices.Equal(given, tiles), at, "Differ.Change restores the tiles that it is given")
	return change, true
}

// restricted estimates boards without some of their tiles, if the heuristic says that it can be
// restricted (see heuristics.Restrictable).
func (s *suite) restricted() {
	if !heuristics.Restrictable(s.Heuristic) {
		s.t.Skip("the heuristic cannot be restricted to a set of tiles")
	}
	for range 50 {
		size := puzzle.Size{Rows: 2 + s.rng.IntN(8), Cols: 2 + s.rng.IntN(8)}
		goal := s.anyBoard(size)
		start := s.anyBoard(size)
		e := s.estimator(goal, puzzle.Costs{})
		s.must(e != nil, place{goal: goal}, "a restrictable heuristic supports every goal")
		missing := make([]bool, size.Cells())
		for i := range missing {
			missing[i] = s.rng.IntN(2) == 0
		}
		tiles := without(missing, start.Tiles())
		blank := uint8(start.Blank())
		here := place{goal: goal, tiles: tiles}
		s.must(e.Estimate(without(missing, goal.Tiles())) == 0, here,
			"tiles in their places are estimated at 0")
		s.must(e.Estimate(tiles) <= e.Estimate(start.Tiles()), here,
			"fewer tiles have no larger estimate")
		tracker := e.Track()
		s.must(tracker.Reset(tiles) == e.Estimate(tiles), here,
			"Tracker.Reset returns the full estimate")
		for _, step := range puzzle.NewGraph(size, puzzle.DefaultOrder).Steps(blank) {
			move(tiles, blank, step.To)
			full := e.Estimate(tiles)
			s.must(tracker.After(tiles, step.To, blank) == full, here,
				"Tracker.After returns the full estimate after a move")
			s.must(tracker.Move(tiles, step.To, blank) == full, here,
				"Tracker.Move returns the full estimate after a move")
			move(tiles, step.To, blank)
			tracker.Move(tiles, blank, step.To)
		}
	}
}

// without replaces some tiles by 0.
func without(missing []bool, tiles []uint8) []uint8 {
	for i, tile := range tiles {
		if missing[tile] {
			tiles[i] = 0
		}
	}
	return tiles
}

// shared uses one estimator in several goroutines. The race detector watches.
func (s *suite) shared() {
	for _, size := range walkedSizes {
		goal := s.goalsOf(size)[1]
		e := s.estimator(goal, puzzle.Costs{})
		if e == nil {
			continue
		}
		var sums [4]puzzle.Cost
		var working sync.WaitGroup
		for i := range sums {
			working.Go(func() {
				rng := puzzle.NewRand(7, 0)
				tracker := e.Track()
				for range 20 {
					tiles := puzzle.Uniform(rng, goal).Tiles()
					sums[i] += e.Estimate(tiles) + tracker.Reset(tiles)
				}
			})
		}
		working.Wait()
		same := [4]puzzle.Cost{sums[0], sums[0], sums[0], sums[0]}
		s.must(sums == same, place{goal: goal}, "an Estimator is safe for concurrent use")
	}
}
