package bench_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
)

func draw(
	t *testing.T, s bench.Scramble, goal puzzle.Board, count int, seed uint64,
) []bench.Puzzle {
	var list []bench.Puzzle
	for instance, err := range (bench.Group{
		Goal:     goal,
		Count:    count,
		Seed:     seed,
		Scramble: s,
	}).Draw() {
		require.NoError(t, err)
		list = append(list, instance)
	}
	return list
}

func TestInstancesOfASeed(t *testing.T) {
	goal := goalOf(t, 3, 4)
	ten := draw(t, bench.Scramble{}, goal, 10, 1)
	require.Len(t, ten, 10)
	assert.Equal(t, ten[:4], draw(t, bench.Scramble{}, goal, 4, 1), "however many are drawn")
	assert.NotEqual(t, ten, draw(t, bench.Scramble{}, goal, 10, 2))
	for i, instance := range ten {
		assert.Equal(t, i+1, instance.Number)
		assert.Equal(t, goal, instance.Goal)
		assert.True(t, puzzle.Solvable(instance.Start, goal))
		for _, other := range ten[:i] {
			assert.NotEqual(t, other.Start, instance.Start)
		}
	}
}

func TestWalk(t *testing.T) {
	goal := goalOf(t, 3, 3)
	for n, neighbours := range map[int]int{0: 1, 1: 2} {
		seen := map[puzzle.Board]bool{}
		for _, instance := range draw(t, bench.Scramble{Walk: &n}, goal, 50, 1) {
			seen[instance.Start] = true
		}
		assert.Len(t, seen, neighbours)
	}
}

// Boards of several ways of drawing are independent: walks of 6 moves are not
// those of 5 and a move more, which would leave each next to its like.
func TestDrawingsAreIndependent(t *testing.T) {
	goal := goalOf(t, 4, 4)
	five := 5
	six := 6
	shorter := draw(
		t,
		bench.Scramble{Walk: &five},
		goal,
		100,
		1,
	)
	longer := draw(
		t,
		bench.Scramble{Walk: &six},
		goal,
		100,
		1,
	)
	next := 0
	for i := range shorter {
		for _, m := range []puzzle.Move{puzzle.Up, puzzle.Down, puzzle.Left, puzzle.Right} {
			if b, legal := shorter[i].Start.Move(m); legal && b == longer[i].Start {
				next++
			}
		}
	}
	assert.Less(t, next, 30, "of 100")
}

func TestMisplaced(t *testing.T) {
	goal := goalOf(t, 3, 3)
	half := 0.5
	for _, instance := range draw(t, bench.Scramble{Misplaced: &half}, goal, 20, 1) {
		misplaced := 0
		for cell := range 9 {
			if tile := goal.At(cell); tile != 0 && instance.Start.At(cell) != tile {
				misplaced++
			}
		}
		assert.Equal(t, 4, misplaced)
	}
}

func TestScrambleErrors(t *testing.T) {
	two := 2
	share := 0.5
	all := 1.0
	// Tiles 1 and 2 can leave their cells one at a time only.
	goal, err := puzzle.Goal("1 0 2", puzzle.Size{Rows: 1, Cols: 3})
	require.NoError(t, err)
	for text, s := range map[string]bench.Scramble{
		"both walk and misplaced are set; expected only one of them": {Walk: &two,
			Misplaced: &share},
		"found no solvable board of 1x3 with exactly 2 of its 2 tiles misplaced": {Misplaced: &all},
	} {
		var errs int
		for _, err := range (bench.Group{Goal: goal, Count: 5, Seed: 1, Scramble: s}).Draw() {
			assert.ErrorContains(t, err, text)
			errs++
		}
		assert.Equal(t, 1, errs, "the first error is the end")
	}
}

func TestTrialSeeds(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(10) {
		for n := 1; n <= 100; n++ {
			s := bench.TrialSeed(seed, n, 1+n%3)
			assert.Equal(t, s, uint64(float64(s)), "whole as a float64")
			assert.Less(t, s, uint64(math.Exp2(53)))
			seen[s] = true
		}
	}
	assert.Len(t, seen, 1000)
}
