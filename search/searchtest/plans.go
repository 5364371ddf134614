package searchtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Rules that several tests check.
const (
	refused    = "an error comes with the zero Result"
	sameResult = "the result does not depend on the number of workers, nor on earlier runs"
)

// plans solves boards of every small size, all of the smallest. Under the race detector it takes
// a few of each size.
func (c Config) plans(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	s := c.New(Settings{})
	for _, size := range smallSizes {
		for _, g := range goals(t, rng, size) {
			if size.Cells() <= 4 && !RaceDetector {
				for tiles := range Distances(t, g, puzzle.Costs{}).All() {
					c.solved(t, s, search.Problem{Start: FromTiles(t, size, tiles), Goal: g})
				}
				continue
			}
			for range few(8) {
				c.solved(t, s, search.Problem{Start: c.start(rng, g), Goal: g})
			}
		}
	}
}

// noSearch hands in problems that need none.
func (c Config) noSearch(t *testing.T) {
	rng := puzzle.NewRand(2, 0)
	s := c.New(Settings{})
	large := []puzzle.Size{{Rows: 3, Cols: 4}, {Rows: 5, Cols: 5}, {Rows: 16, Cols: 16}, {Rows: 1, Cols: 16}}
	for _, size := range append(large, smallSizes...) {
		for _, g := range goals(t, rng, size) {
			p := search.Problem{Start: g, Goal: g}
			r := c.solve(t, s, p, search.Limits{})
			if len(r.Moves) == 0 {
				r.Moves = nil
			}
			mustEqual(t, search.Result{Status: search.Solved, Optimal: true}, r,
				"a problem whose start is its goal is solved without a search (search.Begin)", p, search.Limits{})

			if size.Cells() > 2 {
				p := search.Problem{Start: unsolvable(t, rng, g), Goal: g}
				mustEqual(t, search.Result{Status: search.Unsolvable}, c.solve(t, s, p, search.Limits{}),
					"a problem without a plan is unsolvable without a search (search.Begin)", p, search.Limits{})
			}
		}
	}
}

// faults hands in what is no problem.
func (c Config) faults(t *testing.T) {
	s := c.New(Settings{})
	g := Goal(t, puzzle.BlankLast, size3x3)
	lower := Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 2})
	line := Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 1, Cols: 9})
	for _, fault := range []struct {
		problem search.Problem
		message string
	}{
		{search.Problem{Goal: g}, "search: the problem lacks a board"},
		{search.Problem{Start: g}, "search: the problem lacks a board"},
		{search.Problem{Start: lower, Goal: g}, "search: the board is 3x2, its goal 3x3"},
		{search.Problem{Start: g, Goal: line}, "search: the board is 3x3, its goal 1x9"},
	} {
		r, err := c.run(context.Background(), t, s, fault.problem, search.Limits{})
		must(t, err != nil && err.Error() == fault.message,
			"a problem that lacks a board, or whose boards differ in size, is refused (search.Begin)",
			fmt.Sprintf("expected error: %s\nactual error: %v\nresult: %s", fault.message, err, brief(r)))
		mustEqual(t, search.Result{}, r, refused, fault.problem, search.Limits{})
	}
}

// invalidOrder hands in orders that lack a move.
func (c Config) invalidOrder(t *testing.T) {
	g := Goal(t, puzzle.BlankLast, size3x3)
	p := search.Problem{Start: c.start(puzzle.NewRand(3, 0), g), Goal: g}
	for _, order := range []puzzle.Order{{0, 1, 2, 2}, {3, 3, 3, 3}, {0, 1, 2, 4}, {0, 1, 2, 255}} {
		r, err := c.run(context.Background(), t, c.New(Settings{Order: order}), p, search.Limits{})
		must(t, err != nil, "an order of successors without each of the four moves is refused (search.Begin)",
			fmt.Sprintf("order: %d\n%s", order, describe(p, search.Limits{}, r)))
		mustEqual(t, search.Result{}, r, refused, p, search.Limits{})
	}
}

// orders solves one board in each of the 24 orders of successors.
func (c Config) orders(t *testing.T) {
	rng := puzzle.NewRand(3, 0)
	g := Goal(t, puzzle.BlankLast, size3x3)
	p := search.Problem{Start: c.start(rng, g), Goal: g}
	unset := c.solved(t, c.New(Settings{}), p)
	works := map[uint64]bool{}
	for _, order := range Orders()[:few(24)] {
		r := c.solved(t, c.New(Settings{Order: order}), p)
		if order == puzzle.DefaultOrder {
			mustEqual(t, comparable(unset), comparable(r), "without an order, a solver takes puzzle.DefaultOrder", p,
				search.Limits{})
		}
		works[r.Generated] = true
	}
	must(t, len(works) > 1, "the order of successors changes the search",
		fmt.Sprintf("problem: %v to %v\nEvery order gives Generated = %d.", p.Start, p.Goal, unset.Generated))
}

// Orders returns the 24 orders of successors. The four moves add up to 6, so three of them
// determine the last.
func Orders() []puzzle.Order {
	var list []puzzle.Order
	for a := range puzzle.Move(4) {
		for b := range puzzle.Move(4) {
			for c := range puzzle.Move(4) {
				if a != b && a != c && b != c {
					list = append(list, puzzle.Order{a, b, c, 6 - a - b - c})
				}
			}
		}
	}
	return list
}

// costs hands in moves that do not all cost 1.
func (c Config) costs(t *testing.T) {
	rng := puzzle.NewRand(4, 0)
	s := c.New(Settings{})
	for _, text := range []string{"0.1,0.2,0.3,0.4", "0.4,0.3,0.2,0.1", "3,3,3,3", "1,16,2,1", "5,1,1,7", "1,2,3,100"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		if c.UnitCosts {
			g := Goal(t, puzzle.BlankLast, size3x3)
			p := search.Problem{Start: puzzle.Uniform(rng, g), Goal: g, Costs: costs}
			r, err := c.run(context.Background(), t, s, p, search.Limits{})
			must(t, err != nil && strings.Contains(err.Error(), "needs unit move costs"),
				"a solver that claims UnitCosts refuses other move costs with an error such as search.ErrUnitCosts",
				fmt.Sprintf("%s\nerror: %v", describe(p, search.Limits{}, r), err))
			mustEqual(t, search.Result{}, r, refused, p, search.Limits{})
			continue
		}
		for _, size := range smallSizes {
			list := goals(t, rng, size)
			if size == size3x3 {
				list = list[:1]
			}
			for _, g := range list {
				for range few(4) {
					c.solved(t, s, search.Problem{Start: puzzle.Walk(rng, g, 16), Goal: g, Costs: costs})
				}
			}
		}
	}
}

// repeated solves problems with a fresh solver, twice with one that has solved others, and
// with any number of workers: nothing may be left of a run.
func (c Config) repeated(t *testing.T) {
	rng := puzzle.NewRand(5, 0)
	used := c.New(Settings{Workers: 1})
	for _, size := range smallSizes {
		g := Goal(t, puzzle.Snail, size)
		p := search.Problem{Start: c.start(rng, g), Goal: g}
		want := c.solve(t, c.New(Settings{Workers: 1}), p, search.Limits{})
		for range 2 {
			mustEqual(t, want, c.solve(t, used, p, search.Limits{}),
				"a run does not depend on earlier runs of the same solver", p, search.Limits{})
		}
		mustEqual(t, comparable(want), c.sameWithAnyWorkers(t, p, search.Limits{}), sameResult, p, search.Limits{})
	}
}

// sameWithAnyWorkers runs a problem with several numbers of workers. Only what
// they hold and what they do in vain may differ.
func (c Config) sameWithAnyWorkers(t testing.TB, p search.Problem, lim search.Limits) search.Result {
	t.Helper()
	want := comparable(c.solve(t, c.New(Settings{}), p, lim))
	for _, workers := range c.numbersOfWorkers() {
		r := comparable(c.solve(t, c.New(Settings{Workers: workers}), p, lim))
		mustEqual(t, want, r, fmt.Sprintf("%s (here %d workers)", sameResult, workers), p, lim)
	}
	return want
}

// comparable leaves out of a Result what depends on the number of workers and
// on how far ahead of a limit they are.
func comparable(r search.Result) search.Result {
	r.Bytes, r.Discarded = 0, 0
	return r
}
