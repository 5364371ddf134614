package searchtest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// plans solves boards of every small size, all of the smallest.
func (c Config) plans(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	s := c.New(Settings{})
	for _, size := range smallSizes {
		list := goals(t, rng, size)
		if size.Cells() >= 9 && RaceDetector {
			list = list[:1]
		}
		for _, g := range list {
			table := Distances(t, g, puzzle.Costs{})
			t.Run(g.String(), func(t *testing.T) {
				if size.Cells() <= 4 {
					for tiles, cheapest := range table.All() {
						p := search.Problem{Start: FromTiles(t, size, tiles), Goal: g}
						c.solved(t, s, cheapest, p)
					}
					return
				}
				for range 10 {
					p := search.Problem{Start: c.start(rng, g), Goal: g}
					c.solved(t, s, distance(t, table, p.Start), p)
				}
			})
		}
	}
}

// FromTiles makes a board of tiles that are known to be an arrangement.
func FromTiles(t testing.TB, size puzzle.Size, tiles []uint8) puzzle.Board {
	t.Helper()
	numbers := make([]int, len(tiles))
	for i, tile := range tiles {
		numbers[i] = int(tile)
	}
	b, err := puzzle.New(size, numbers)
	require.NoError(t, err)
	return b
}

// noSearch hands in problems that need none.
func (c Config) noSearch(t *testing.T) {
	rng := puzzle.NewRand(2, 0)
	s := c.New(Settings{})
	for _, size := range append([]puzzle.Size{{Rows: 3, Cols: 4}, {Rows: 5, Cols: 5}, {Rows: 16, Cols: 16}, {Rows: 1, Cols: 16}}, smallSizes...) {
		for _, g := range goals(t, rng, size) {
			r := c.solve(context.Background(), t, s, search.Problem{Start: g, Goal: g}, search.Limits{})
			require.Empty(t, r.Moves)
			r.Moves = nil
			require.Equal(t, search.Result{Status: search.Solved, Optimal: true}, r)

			if size.Cells() < 3 {
				continue // two cells hold one tile, which goes anywhere
			}
			p := search.Problem{Start: exchanged(t, puzzle.Uniform(rng, g)), Goal: g}
			r = c.solve(context.Background(), t, s, p, search.Limits{})
			require.Equal(t, search.Result{Status: search.Unsolvable}, r, name(p))
		}
	}
}

// exchanged returns a board with its first two tiles exchanged, which turns
// every solvable board into one that is not.
func exchanged(t testing.TB, b puzzle.Board) puzzle.Board {
	t.Helper()
	tiles := b.Tiles()
	var places []int
	for cell, tile := range tiles {
		if tile != 0 {
			places = append(places, cell)
		}
	}
	i, j := places[0], places[1]
	tiles[i], tiles[j] = tiles[j], tiles[i]
	return FromTiles(t, b.Size(), tiles)
}

// faults hands in what is no problem.
func (c Config) faults(t *testing.T) {
	s := c.New(Settings{})
	g := goal(t, puzzle.BlankLast, 3, 3)
	for text, p := range map[string]search.Problem{
		"search: the problem lacks a board":           {Goal: g},
		"search: the problem lacks a board ":          {Start: g},
		"search: the board is 3x2, its goal 3x3":      {Start: goal(t, puzzle.BlankLast, 3, 2), Goal: g},
		"search: the board is 3x3, its goal 1x9":      {Start: g, Goal: goal(t, puzzle.BlankLast, 1, 9)},
	} {
		r, err := s.Solve(context.Background(), p, search.Limits{})
		require.EqualError(t, err, trimmed(text))
		require.Equal(t, search.Result{}, r)
	}
}

// orders solves one board in each of the 24 orders of successors.
func (c Config) orders(t *testing.T) {
	rng := puzzle.NewRand(3, 0)
	g := goal(t, puzzle.BlankLast, 3, 3)
	table := Distances(t, g, puzzle.Costs{})
	p := search.Problem{Start: c.start(rng, g), Goal: g}
	unset := c.solved(t, c.New(Settings{}), distance(t, table, p.Start), p)
	works := map[uint64]bool{}
	for _, order := range Orders() {
		r := c.solved(t, c.New(Settings{Order: order}), distance(t, table, p.Start), p)
		if order == puzzle.DefaultOrder {
			require.Equal(t, unset, r)
		}
		works[r.Generated] = true
	}
	require.Greater(t, len(works), 1, "no order made a difference to the work")
}

// Orders returns the 24 orders of successors.
func Orders() []puzzle.Order {
	var list []puzzle.Order
	for a := range puzzle.Move(4) {
		for b := range puzzle.Move(4) {
			for c := range puzzle.Move(4) {
				if d := 6 - a - b - c; a != b && a != c && b != c {
					list = append(list, puzzle.Order{a, b, c, d})
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
	for _, text := range []string{"0.1,0.2,0.3,0.4", "0.4,0.3,0.2,0.1", "3,3,3,3", "1,16,2,1", "5,1,1,7", "1,1,2.5,1000"} {
		costs := costs(t, text)
		t.Run(text, func(t *testing.T) {
			if c.UnitCosts {
				g := goal(t, puzzle.BlankLast, 2, 3)
				p := search.Problem{Start: puzzle.Uniform(rng, g), Goal: g, Costs: costs}
				r, err := s.Solve(context.Background(), p, search.Limits{})
				require.True(t, errors.Is(err, search.ErrUnitCosts), "%v", err)
				require.Equal(t, search.Result{}, r)
				return
			}
			for _, size := range smallSizes[:6] {
				for _, g := range goals(t, rng, size) {
					table := Distances(t, g, costs)
					for range 5 {
						p := search.Problem{Start: c.start(rng, g), Goal: g, Costs: costs}
						c.solved(t, s, distance(t, table, p.Start), p)
					}
				}
			}
		})
	}
	if c.UnitCosts {
		return
	}
	costs := costs(t, "0.1,0.2,0.3,0.4")
	g := goal(t, puzzle.BlankFirst, 3, 3)
	table := Distances(t, g, costs)
	for range 5 {
		start := puzzle.Walk(rng, g, 20)
		c.solved(t, s, distance(t, table, start), search.Problem{Start: start, Goal: g, Costs: costs})
	}
}
