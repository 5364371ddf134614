package searchtest

import (
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// plans solves boards of every small size, all of the smallest. Under the race detector it takes
// a few of each size.
func (s suite) plans() {
	for p := range s.problems(smallSizes, few(8), s.start) {
		s.solved(s.solver, p)
	}
	if RaceDetector {
		return
	}
	for p := range s.problems(smallestSizes, 1, s.start) {
		for tiles := range Distances(s.t, p.Goal, puzzle.Costs{}).All() {
			p.Start = FromTiles(s.t, p.Goal.Size(), tiles)
			s.solved(s.solver, p)
		}
	}
}

// noSearch hands in problems that need none.
func (s suite) noSearch() {
	large := []puzzle.Size{{Rows: 3, Cols: 4}, {Rows: 5, Cols: 5}, {Rows: 16, Cols: 16}, {Rows: 1, Cols: 16}}
	for p := range s.problems(append(large, smallSizes...), 1, s.unsolvable) {
		if p.Start.Size().Cells() > 2 {
			s.solve(s.solver, p, search.Limits{}).mustEqual(search.Result{Status: search.Unsolvable},
				"a problem without a plan is unsolvable without a search (search.Begin)")
		}
		if s.claims.SearchesSolved {
			continue
		}
		r := s.solve(s.solver, search.Problem{Start: p.Goal, Goal: p.Goal}, search.Limits{})
		r.Moves = nil // may be empty, too
		r.mustEqual(search.Result{Status: search.Solved, Optimal: true},
			"a problem whose start is its goal is solved without a search (search.Begin)")
	}
}

// faults hands in what is no problem.
func (s suite) faults() {
	g := Goal(s.t, puzzle.BlankLast, size3x3)
	lower := Goal(s.t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 2})
	line := Goal(s.t, puzzle.BlankLast, puzzle.Size{Rows: 1, Cols: 9})
	for _, fault := range []struct {
		problem search.Problem
		message string
	}{
		{search.Problem{Goal: g}, "search: the problem lacks a board"},
		{search.Problem{Start: g}, "search: the problem lacks a board"},
		{search.Problem{Start: lower, Goal: g}, "search: the board is 3x2, its goal 3x3"},
		{search.Problem{Start: g, Goal: line}, "search: the board is 3x3, its goal 1x9"},
	} {
		s.refuses(s.solver, fault.problem, fault.message,
			"a problem that lacks a board, or whose boards differ in size, is refused (search.Begin)")
	}
}

// invalidOrder hands in orders that lack a move.
func (s suite) invalidOrder() {
	if s.NoOrder {
		s.t.Skip("the solver has no order")
	}
	g := Goal(s.t, puzzle.BlankLast, size3x3)
	for _, order := range []puzzle.Order{{0, 1, 2, 2}, {3, 3, 3, 3}, {0, 1, 2, 4}, {0, 1, 2, 255}} {
		s.refuses(s.New(Settings{Order: order}), search.Problem{Start: s.start(g), Goal: g}, "order",
			"an order of successors without each of the four moves is refused (search.Begin)")
	}
}

// orders solves boards in each of the 24 orders of successors, until the order matters to one.
func (s suite) orders() {
	if s.NoOrder {
		s.t.Skip("the solver has no order")
	}
	const boards = 5             // a heuristic that tells nearly all boards apart needs several
	s.rng = puzzle.NewRand(3, 0) // draws a first board on which the order mostly matters
	g := Goal(s.t, puzzle.BlankLast, size3x3)
	for i := range boards {
		p := search.Problem{Start: s.start(g), Goal: g}
		// With several workers, timing may matter more than the order.
		unset := s.solved(s.New(Settings{Workers: 1}), p)
		works := map[uint64]bool{}
		for _, order := range Orders()[:few(len(Orders()))] {
			r := s.solved(s.New(Settings{Order: order, Workers: 1}), p)
			if order == puzzle.DefaultOrder {
				r.mustMatch(unset.Result, "without an order, a solver takes puzzle.DefaultOrder")
			}
			works[r.Generated] = true
		}
		if len(works) > 1 {
			return
		}
		unset.must(i+1 < boards, "the order of successors changes the search",
			"Every order gives the same Generated.")
	}
}

// Orders returns the 24 orders of successors.
func Orders() (list []puzzle.Order) {
	for n := range puzzle.Move(255) {
		order := puzzle.Order{n >> 6, n >> 4 & 3, n >> 2 & 3, n & 3}
		if n > 0 && order.Check() == nil { // 0 stands for the default order
			list = append(list, order)
		}
	}
	return list
}

// costs hands in moves that do not all cost 1.
func (s suite) costs() {
	near := func(goal puzzle.Board) puzzle.Board { return puzzle.Walk(s.rng, goal, 16) }
	for i, text := range []string{"0.1,0.2,0.3,0.4", "0.4,0.3,0.2,0.1", "3,3,3,3", "1,16,2,1", "5,1,1,7", "1,2,3,100"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(s.t, err)
		sizes := smallSizes
		if i > 0 && !slow.Asked() {
			sizes = smallSizes[:len(smallSizes)-1] // the table of distances of 3x3 takes the most time
		}
		large := 0
		for p := range s.problems(sizes, 2, near) {
			if p.Start.Size() == size3x3 {
				large++
				if large > 1 && !slow.Asked() {
					continue
				}
			}
			p.Costs = costs
			if !s.claims.UnitCosts {
				s.solved(s.solver, p)
				continue
			}
			s.refuses(s.solver, p, "needs unit move costs",
				"a solver that claims UnitCosts refuses other move costs with an error such as search.ErrUnitCosts")
		}
	}
}

// repeated solves problems with a fresh solver, twice with one that has solved others, and
// with any number of workers: nothing may be left of a run.
func (s suite) repeated() {
	used := s.New(Settings{Workers: 1})
	for p := range s.problems(smallSizes, 1, s.start) {
		first := s.solve(s.New(Settings{Workers: 1}), p, s.enough())
		for range 2 {
			s.solve(used, p, s.enough()).mustEqual(first.Result,
				"a run does not depend on earlier runs of the same solver")
		}
		s.sameWithAnyWorkers(p, s.enough())[0].mustMatch(first.Result,
			"the result does not depend on the number of workers")
	}
}
