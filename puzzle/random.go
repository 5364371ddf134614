package puzzle

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// NewRand returns the random source of one stream of a seed. Streams of one
// seed are independent; the same seed and stream give the same numbers on
// every machine.
func NewRand(seed, stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, stream))
}

// Uniform returns a board drawn uniformly from all that can reach the goal.
func Uniform(rng *rand.Rand, goal Board) Board {
	cells := goal.Tiles()
	if goal.size.Rows == 1 || goal.size.Cols == 1 {
		return withBlankAt(goal, rng.IntN(len(cells)))
	}
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	b := fromCells(goal.size, cells)
	if !Solvable(b, goal) {
		// Exchanging two tiles carries the unsolvable boards one to one onto
		// the solvable ones, so the draw stays uniform. 2x2 has three tiles,
		// every larger board more.
		i, j := 0, 1
		if blank := b.Blank(); blank <= 1 {
			i, j = 2, 3
		}
		cells[i], cells[j] = cells[j], cells[i]
		b = fromCells(goal.size, cells)
	}
	return b
}

// withBlankAt returns the board of one row or column whose tiles stand in the
// goal's order and whose blank stands in the given cell.
func withBlankAt(goal Board, blank int) Board {
	rest := withoutBlank(goal)
	return Board{goal.size, rest[:blank] + "\x00" + rest[blank:]}
}

// Walk returns the board after n random moves from the goal. Each move is drawn
// uniformly from the legal ones, including the one that undoes the last move.
func Walk(rng *rand.Rand, goal Board, n int) Board {
	graph := NewGraph(goal.size, DefaultOrder)
	tiles, blank := goal.Tiles(), uint8(goal.Blank())
	for range n {
		steps := graph.Steps(blank)
		to := steps[rng.IntN(len(steps))].To
		tiles[blank], tiles[to] = tiles[to], 0
		blank = to
	}
	return fromCells(goal.size, tiles)
}

// misplacedTries bounds the draws of Misplaced. About one draw in 2e is a
// solvable board, so a share that exists is missed with probability below
// (1-1/2e)^10000.
const misplacedTries = 10000

// Misplaced draws a board uniformly from those that can reach the goal and have the
// given share of their tiles, rounded to whole tiles, on other cells than in the
// goal. If the size has no such board, Misplaced returns an error.
func Misplaced(rng *rand.Rand, goal Board, share float64) (Board, error) {
	if !(share >= 0 && share <= 1) {
		return Board{}, fmt.Errorf("share %v of misplaced tiles is out of range; expected 0 to 1", share)
	}
	tiles := goal.size.Cells() - 1
	want := int(math.Round(share * float64(tiles)))
	if goal.size.Rows == 1 || goal.size.Cols == 1 {
		// A blank that is d cells away has moved d tiles.
		var blanks []int
		for cell := range goal.size.Cells() {
			if d := cell - goal.Blank(); d == want || d == -want {
				blanks = append(blanks, cell)
			}
		}
		if len(blanks) > 0 {
			return withBlankAt(goal, blanks[rng.IntN(len(blanks))]), nil
		}
	} else {
		for range misplacedTries {
			if b, ok := displace(rng, goal, want); ok {
				return b, nil
			}
		}
	}
	return Board{}, fmt.Errorf("found no solvable board of %v with exactly %d of its %d tiles misplaced; try "+
		"another share", goal.size, want, tiles)
}

// displace draws which tiles leave their cells, and their arrangement and the
// blank's on the cells that are then free. It reports whether exactly those
// tiles are misplaced and the board is solvable.
func displace(rng *rand.Rand, goal Board, want int) (Board, bool) {
	cells := goal.Tiles()
	at := goal.Positions()
	chosen := rng.Perm(len(cells) - 1)[:want]
	places := []uint8{at[0]}
	for _, t := range chosen {
		places = append(places, at[t+1])
	}
	rng.Shuffle(len(places), func(i, j int) {
		a, b := places[i], places[j]
		cells[a], cells[b] = cells[b], cells[a]
	})
	for _, t := range chosen {
		if cells[at[t+1]] == uint8(t+1) {
			return Board{}, false
		}
	}
	b := fromCells(goal.size, cells)
	return b, Solvable(b, goal)
}
