package heuristicstest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Config says which heuristic the suite is to test.
type Config struct {
	Heuristic heuristics.Heuristic

	// Library finds or builds the tables of a heuristic that reads files. It is nil for others.
	Library *heuristics.Library

	// Cells is the largest number of cells of the boards; 0 stands for any. Some heuristics take too
	// long to prepare for large boards.
	Cells int
}

// smallSizes are the sizes whose boards are all compared with exact distances.
var smallSizes = []puzzle.Size{
	{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 2, Cols: 4}, {Rows: 3, Cols: 3},
}

// tinySizes are those whose boards are all compared with exact distances under several move costs.
var tinySizes = []puzzle.Size{
	{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 1, Cols: 6}, {Rows: 2, Cols: 2},
}

// walkedSizes are the sizes of the random walks.
var walkedSizes = []puzzle.Size{
	{Rows: 1, Cols: 2}, {Rows: 1, Cols: 4}, {Rows: 7, Cols: 1}, {Rows: 2, Cols: 2},
	{Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}, {Rows: 5, Cols: 2}, {Rows: 2, Cols: 5},
	{Rows: 4, Cols: 4}, {Rows: 5, Cols: 5}, {Rows: 4, Cols: 9}, {Rows: 9, Cols: 9},
	{Rows: 16, Cols: 3}, {Rows: 16, Cols: 16},
}

// moveCosts are costs that differ by direction, as decimals, by little and by much.
var moveCosts = []string{
	"0.1,0.2,0.3,0.4", "0.4,0.3,0.2,0.1", "3,3,3,3", "1,16,2,1", "5,1,1,7", "1,2,3,100",
}

// Run tests that a heuristic meets the contract of package heuristics. Each test that fails prints
// the rule that the heuristic has broken.
func Run(t *testing.T, c Config) {
	require.NoError(t, heuristics.Check(c.Heuristic))
	for i, test := range []struct {
		name string
		run  func(*suite)
	}{
		{"Claims", (*suite).claims},
		{"Goals", (*suite).goals},
		{"EveryBoard", (*suite).everyBoard},
		{"MoveCosts", (*suite).moveCosts},
		{"Walks", (*suite).walks},
		{"Restricted", (*suite).restricted},
		{"Shared", (*suite).shared},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.run(&suite{Config: c, t: t, rng: puzzle.NewRand(uint64(i), 0)})
		})
	}
}

// suite is a test of the suite while it runs.
type suite struct {
	Config
	t   testing.TB
	rng *rand.Rand
}

// place is where a rule is broken.
type place struct {
	goal  puzzle.Board
	costs puzzle.Costs
	tiles []uint8
}

// must ends the test with the name of a rule if the rule does not hold.
func (s *suite) must(holds bool, at place, rule string, details ...any) {
	s.t.Helper()
	if holds {
		return
	}
	s.t.Fatalf("broken rule: %s\nheuristic: %s\ngoal: %v\nmove costs: %v\nboard: %v\n%s", rule,
		s.Heuristic.Name(), at.goal, at.costs, at.tiles, fmt.Sprint(details...))
}

// estimator returns the estimator of a goal, or nil if the heuristic does not support the goal or
// the costs, or if the board has too many cells.
func (s *suite) estimator(goal puzzle.Board, costs puzzle.Costs) heuristics.Estimator {
	s.t.Helper()
	if s.Cells > 0 && goal.Size().Cells() > s.Cells {
		return nil
	}
	h := s.Heuristic
	if s.Library != nil {
		prepared, err := s.Library.Prepare(s.t.Context(), h, goal)
		if err != nil {
			return nil
		}
		h = prepared
	}
	e, err := h.For(goal, costs)
	if err != nil {
		return nil
	}
	s.must(e != nil, place{goal: goal, costs: costs}, "For returns an estimator or an error")
	return e
}

// claims tests what a heuristic says of itself.
func (s *suite) claims() {
	h := s.Heuristic
	s.must(strings.TrimSpace(h.Name()) != "", place{}, "a heuristic has a name")
	s.must(h.Admissible() || !h.Consistent(), place{},
		"a heuristic that claims to be consistent claims to be admissible, too")
	s.must(!h.Admissible() || !heuristics.OnlyOrders(h), place{},
		"a heuristic whose estimates only order boards does not claim to be admissible")
}

// goals tests the estimates of goals: those that have a name, and any other, of all sizes.
func (s *suite) goals() {
	_, err := s.Heuristic.For(puzzle.Board{}, puzzle.Costs{})
	s.must(err != nil, place{}, "For refuses the zero Board")
	supported := 0
	for _, size := range slices.Concat(smallSizes, tinySizes, walkedSizes) {
		for _, goal := range s.goalsOf(size) {
			e := s.estimator(goal, puzzle.Costs{})
			if e == nil {
				continue
			}
			supported++
			estimate := e.Estimate(goal.Tiles())
			s.must(estimate == 0 || heuristics.OnlyOrders(s.Heuristic),
				place{goal: goal, tiles: goal.Tiles()}, "the estimate of the goal is 0",
				"estimate: ", estimate)
		}
	}
	s.must(supported > 0, place{}, "a heuristic supports a goal of one of the sizes of the suite")
}

// goalsOf returns the goals of a size that have a name, and one that has none.
func (s *suite) goalsOf(size puzzle.Size) []puzzle.Board {
	goals := []puzzle.Board{s.anyBoard(size)}
	for _, name := range puzzle.GoalNames {
		goal, err := puzzle.Goal(name, size)
		require.NoError(s.t, err)
		goals = append(goals, goal)
	}
	return goals
}

// anyBoard draws any board of a size. Estimates do not ask whether it can reach the goal.
func (s *suite) anyBoard(size puzzle.Size) puzzle.Board {
	board, err := puzzle.New(size, s.rng.Perm(size.Cells()))
	require.NoError(s.t, err)
	return board
}

// costsOf reads move costs.
func (s *suite) costsOf(text string) puzzle.Costs {
	costs, err := puzzle.ParseCosts(text)
	require.NoError(s.t, err)
	return costs
}
